//===- BufferedNests.cpp - Nests that are tasks with buffers --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferedNests.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/RowTiles.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/Overwritten.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Apply.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

/// The callee of the calls that stand for nests, which are never printed.
static constexpr StringLiteral standIn = "hls_buffered_nest_";

/// What the design says of one nest, as of a program of its own; what its ports
/// would be does not matter.
static hls::DesignAttr partOf(hls::DesignAttr design, StringRef name,
                              const llvm::SetVector<StringRef> &statements) {
  MLIRContext *context = design.getContext();
  SmallVector<hls::TaskPointAttr> tasks;
  for (StringRef statement : statements)
    if (hls::TaskPointAttr task = taskPointOf(design, statement))
      tasks.push_back(task);
  SmallVector<hls::ArrayPointAttr> arrays;
  for (hls::ArrayPointAttr array : design.getArrays())
    if (array.getTask().getValue() == name)
      arrays.push_back(hls::ArrayPointAttr::get(
          context, array.getArray(), StringAttr::get(context, ""),
          /*define=*/0, /*transfer=*/0, /*copies=*/1, /*beat=*/1,
          array.getPartition(), array.getStorage(), /*depth=*/0,
          array.getLanes(), array.getCopyPerReader(), array.getPortBlocks()));
  return hls::DesignAttr::get(context, tasks, arrays, design.getStatus(),
                              design.getCycles(), design.getBound(),
                              design.getResources(), design.getBlocks());
}

static hls::AccessKind kindOf(Value array, Operation *root) {
  bool reads = false, writes = false;
  for (Operation *user : array.getUsers()) {
    reads |= root->isAncestor(user) && isa<affine::AffineLoadOp>(user);
    writes |= root->isAncestor(user) && isa<affine::AffineStoreOp>(user);
  }
  return reads && writes ? hls::AccessKind::ReadWrite
         : writes        ? hls::AccessKind::Write
                         : hls::AccessKind::Read;
}

static bool comesAndLeaves(func::FuncOp own, BlockArgument array) {
  bool isSet =
      own.getArgAttr(array.getArgNumber(), hls::overwrittenAttrName) != nullptr;
  return !isSet && kindOf(array, own) == hls::AccessKind::ReadWrite;
}

/// The function then computes a tile of so many rows as the point says of an
/// array; no point does of arrays that are held whole.
static FailureOr<std::optional<BufferedTiles>>
cutToTiles(func::FuncOp own, hls::DesignAttr design, StringRef name) {
  for (hls::ArrayPointAttr point : design.getArrays()) {
    if (point.getTask().getValue() != name || point.getDepth() == 0)
      continue;
    std::optional<RowTiles> tiles = rowTilesOf(own);
    const auto *array =
        llvm::find_if(own.getArguments(), [&](BlockArgument argument) {
          return sourceName(own, argument.getArgNumber()) ==
                 point.getArray().getValue();
        });
    auto error = [&]() {
      return own.emitError("the design point holds ")
             << point.getDepth() << " elements of '"
             << point.getArray().getValue() << "' in task '" << name << "'; ";
    };
    if (!tiles || array == own.getArguments().end() || !tiles->moves(*array))
      return error() << "a task holds tiles of rows where its outermost loop "
                        "goes through all rows of an array, in the first "
                        "subscript alone, and moves nothing else";
    auto type = cast<MemRefType>(array->getType());
    int64_t row = type.getNumElements() / tiles->rows,
            rows = point.getDepth() / row;
    if (point.getDepth() % row != 0 || rows == 0 || tiles->rows % rows != 0 ||
        tiles->rows / rows < leastTiles || point.getCopies() < 2)
      return error() << "a tile holds whole rows, of " << row
                     << " elements, that divide the " << tiles->rows
                     << " rows into " << leastTiles
                     << " tiles or more, and has 2 or 3 copies";
    BufferedTiles cut{rows, tiles->rows / rows, point.getCopies(), {}};
    for (BlockArgument argument : own.getArguments()) {
      cut.moves.push_back(tiles->moves(argument));
      if (cut.moves.back() && comesAndLeaves(own, argument) && cut.copies < 3)
        return error() << "what comes, is changed and leaves has 3 copies";
    }
    cutToTile(own, *tiles, rows);
    return std::optional<BufferedTiles>(std::move(cut));
  }
  return std::optional<BufferedTiles>();
}

/// Elements of the tokens that an array comes or leaves in.
static int64_t tokenOf(hls::DesignAttr design, func::FuncOp own, Value array,
                       StringRef name) {
  auto argument = dyn_cast<BlockArgument>(array);
  if (!argument)
    return 1;
  hls::ArrayPointAttr point =
      arrayPointOf(design, sourceName(own, argument.getArgNumber()), name);
  return point ? point.getBeat() : 1;
}

static void setTokens(hls::DesignAttr design, func::FuncOp own,
                      StringRef name) {
  own.walk([&](hls::TileLoadOp load) {
    load.setBeat(tokenOf(design, own, load.getArray(), name));
  });
  own.walk([&](hls::TileStoreOp store) {
    store.setBeat(tokenOf(design, own, store.getArray(), name));
  });
}

LogicalResult BufferedNests::add(AffineForOp root,
                                 ArrayRef<std::string> statements) {
  FailureOr<NestFunction> function = nestFunction(root);
  if (failed(function))
    return failure();
  func::FuncOp own = function->func;
  StringRef name = statements.front();
  llvm::SetVector<StringRef> all(statements.begin(), statements.end());
  own.walk([&](affine::AffineStoreOp store) { // what fills is only there
    if (auto named = store->getAttrOfType<StringAttr>(hls::statementAttrName))
      all.insert(named.getValue());
  });
  FailureOr<std::optional<BufferedTiles>> tiles = cutToTiles(own, design, name);
  if (failed(tiles))
    return failure();
  hls::DesignAttr part = partOf(design, name, all);
  FailureOr<std::unique_ptr<poly::Scop>> scop = poly::Scop::build(own);
  hls::TargetAttr target = hls::targetOf(func);
  int64_t maxPartition = target ? target.getMaxPartition() : 0;
  if (failed(scop) ||
      failed(transforms::applySchedule(own, **scop, part, /*requestII=*/false,
                                       maxPartition)) ||
      failed(transforms::applyBuffers(own, part)))
    return failure();
  setTokens(design, own, name);
  transforms::annotateTripCounts(own);
  OpBuilder builder(root);
  SmallVector<Attribute> access;
  for (Value operand : function->operands)
    access.push_back(hls::AccessAttr::get(builder.getContext(),
                                          isa<MemRefType>(operand.getType())
                                              ? kindOf(operand, root)
                                              : hls::AccessKind::Value));
  auto call = func::CallOp::create(builder, root.getLoc(),
                                   (standIn + Twine(nests.size())).str(),
                                   TypeRange(), function->operands);
  call->setAttr(hls::statementAttrName, builder.getStringAttr(name));
  call->setAttr(hls::accessAttrName, builder.getArrayAttr(access));
  nests.push_back({std::move(*function), name.str(), std::move(*tiles)});
  root.erase();
  return success();
}

LogicalResult BufferedNests::outline() {
  FailureOr<TaskGraph> graph = buildTaskGraph(func);
  if (failed(graph))
    return failure();
  Block &body = func.getBody().front();
  llvm::MapVector<Operation *, SmallVector<std::string>> statements;
  for (const Task &task : graph->tasksOf(TaskKind::Compute)) {
    hls::TaskPointAttr point = taskPointOf(design, task.name);
    Operation *root = body.findAncestorOpInBlock(*task.root());
    if (point && point.getConcurrency() == hls::Concurrency::Sequential &&
        isa<AffineForOp>(root))
      statements[root].push_back(task.name);
  }
  for (auto &[root, names] : statements)
    if (failed(add(cast<AffineForOp>(root), names)))
      return failure();
  return success();
}

/// The array that a transfer moves, or that a buffer is filled from or emptied
/// to; null: of another op.
static Value arrayOf(Operation *op) {
  if (auto load = dyn_cast<hls::TileLoadOp>(op))
    return load.getArray();
  if (auto store = dyn_cast<hls::TileStoreOp>(op))
    return store.getArray();
  if (isa<hls::BufferOp>(op))
    for (Operation *user : op->getUsers())
      if (isa<hls::TileLoadOp, hls::TileStoreOp>(user))
        return arrayOf(user);
  return {};
}

/// Buffers of tiles, with their copies and transfers, in a loop over the tiles;
/// the other arrays come before it.
static void insertTiles(OpBuilder &builder, Block &own,
                        const BufferedTiles &tiles, IRMapping &mapping) {
  auto isInside = [&](Operation &op) {
    if (op.getNumRegions() == 0 && isPure(&op)) // a scalar
      return false;
    auto array = dyn_cast_or_null<BlockArgument>(arrayOf(&op));
    return !array || tiles.moves[array.getArgNumber()];
  };
  for (Operation &op : own.without_terminator())
    if (!isInside(op))
      builder.clone(op, mapping);
  Location loc = own.getParentOp()->getLoc();
  auto loop = AffineForOp::create(builder, loc, 0, tiles.count);
  loop->setAttr(hls::nameAttrName, builder.getStringAttr("tile"));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  AffineExpr first = builder.getAffineDimExpr(0) * tiles.rows;
  Value row = affine::AffineApplyOp::create(
      builder, loc, AffineMap::get(1, 0, first), loop.getInductionVar());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto offsets = [&](Value buffer) {
    SmallVector<Value> all(cast<MemRefType>(buffer.getType()).getRank(), zero);
    all.front() = row;
    return all;
  };
  for (Operation &op : own.without_terminator()) {
    if (!isInside(op))
      continue;
    Operation *copy = builder.clone(op, mapping);
    if (auto load = dyn_cast<hls::TileLoadOp>(copy))
      load.getOffsetsMutable().assign(offsets(load.getBuffer()));
    else if (auto store = dyn_cast<hls::TileStoreOp>(copy))
      store.getOffsetsMutable().assign(offsets(store.getBuffer()));
    else if (auto buffer = dyn_cast<hls::BufferOp>(copy); arrayOf(&op))
      buffer.setCopies(tiles.copies);
  }
}

bool BufferedNests::has(Operation *call) const {
  auto own = dyn_cast_or_null<func::CallOp>(call);
  return own && own.getCallee().starts_with(standIn);
}

void BufferedNests::insert() {
  SmallVector<func::CallOp> calls;
  func.walk([&](func::CallOp call) {
    if (has(call))
      calls.push_back(call);
  });
  for (func::CallOp call : calls) {
    unsigned number = 0;
    call.getCallee().substr(standIn.size()).getAsInteger(10, number);
    Nest &nest = nests[number];
    OpBuilder builder(call);
    auto task = hls::TaskOp::create(builder, call.getLoc(), nest.name,
                                    call.getOperands(), hls::TaskKind::Compute,
                                    ArrayAttr());
    Block *body = builder.createBlock(&task.getBody());
    IRMapping mapping;
    for (auto [operand, argument] :
         llvm::zip_equal(call.getOperands(), nest.function.func.getArguments()))
      mapping.map(argument,
                  body->addArgument(operand.getType(), operand.getLoc()));
    Block &own = nest.function.func.getBody().front();
    if (nest.tiles)
      insertTiles(builder, own, *nest.tiles, mapping);
    else
      for (Operation &op : own.without_terminator())
        builder.clone(op, mapping);
    hls::YieldOp::create(builder, call.getLoc());
    call.erase();
  }
}
