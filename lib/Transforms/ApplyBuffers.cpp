//===- ApplyBuffers.cpp - Buffers, transfers, tasks and interfaces --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accumulators.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "talos/Analysis/Accumulation.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/MathExtras.h"

namespace talos {
#define GEN_PASS_DEF_APPLYBUFFERS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {

/// The buffer of one array inside one task.
struct Tile {
  unsigned array = 0;
  hls::ArrayPointAttr point;
  Footprint box;       ///< over the loops of the nest
  unsigned depth = 0;  ///< loops of the nest that surround the buffer
  bool isRead = false; ///< some access reads the array
  bool isWritten = false;
};

class BufferApplier {
public:
  BufferApplier(Program &program, hls::DesignAttr design)
      : program(program), design(design), builder(program.func.getContext()) {}

  LogicalResult run();

private:
  // Plans: no edit before all of them succeed.
  LogicalResult planNest(const Nest &nest);
  LogicalResult planRegion(const analysis::Region &region);
  FailureOr<Tile> planTile(const Nest &nest, hls::TaskPointAttr task,
                           hls::ArrayPointAttr point, unsigned array);
  FailureOr<hls::InterfaceAttr> planInterface(BlockArgument argument);

  // Edits.
  hls::BufferOp createBuffer(Location loc, const Twine &name, Type element,
                             ArrayRef<int64_t> extents,
                             hls::ArrayPointAttr point);
  void createSharedBuffers();
  void createStores();
  void wrap(Nest &nest, ArrayRef<Tile> tiles);
  void wrap(const analysis::Region &region);
  void useBuffers(hls::TaskOp task);
  void moveInto(hls::TaskOp task, Nest &nest);
  void applyTile(hls::TaskOp task, const Nest &nest, const Tile &tile);
  void isolate(hls::TaskOp task);
  void eraseDeadOps();

  Program &program;
  hls::DesignAttr design;
  IRRewriter builder;
  SmallVector<SmallVector<Tile>> tiles;    ///< one list a nest
  SmallVector<hls::ArrayPointAttr> shared; ///< one an array; null: no buffer
  SmallVector<hls::BufferOp> buffers;      ///< one an array; null: none
};

} // namespace

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// The loops of the nest that are the first `transfer` level-0 loops. Loops of
/// trip count 1 are not there.
static FailureOr<unsigned> depthOf(const Nest &nest, hls::TaskPointAttr task,
                                   int64_t transfer) {
  unsigned depth = 0;
  for (StringAttr name : task.getOrder().take_front(transfer)) {
    hls::LoopPointAttr loop = loopPointOf(task, name.getValue());
    if (loop.getFactors()[0] == 1)
      continue;
    std::string expected = name.str() + "0";
    if (depth >= nest.loops.size() || nest.loops[depth].name != expected)
      return emitError(nest.root()->getLoc())
             << "statement " << nest.name << ": expected loop '" << expected
             << "' at depth " << depth << "; run hls-apply-schedule first";
    ++depth;
  }
  return depth;
}

FailureOr<Tile> BufferApplier::planTile(const Nest &nest,
                                        hls::TaskPointAttr task,
                                        hls::ArrayPointAttr point,
                                        unsigned array) {
  const ArrayInfo &info = program.arrays[array];
  if (!info.isArgument)
    return emitError(info.value.getLoc())
           << "array '" << info.name << "' is allocated on chip, so task "
           << task.getName() << " cannot have a buffer of its own";
  if (nest.context || nest.guard)
    return emitError(nest.root()->getLoc())
           << "statement " << nest.name << ": task " << task.getName()
           << " cannot have a buffer of its own for array '" << info.name
           << "', since it stands "
           << (nest.guard ? "under a condition" : "in a sequential loop")
           << "; give the array one buffer for all tasks";
  FailureOr<unsigned> depth = depthOf(nest, task, point.getTransfer());
  if (failed(depth))
    return failure();
  llvm::SmallBitVector fixed(nest.loops.size());
  fixed.set(0, *depth);
  std::optional<Footprint> box = footprintOf(nest, array, fixed);
  if (!box)
    return emitError(nest.root()->getLoc())
           << "statement " << nest.name << ": the tile of array '" << info.name
           << "' below " << point.getTransfer()
           << " level-0 loops is no box of constant extent; give the array one "
              "buffer for all tasks";
  Tile tile{array, point, std::move(*box), *depth};
  for (const Access &access : nest.accesses)
    if (access.array == array)
      (access.isWrite ? tile.isWritten : tile.isRead) = true;
  return tile;
}

LogicalResult BufferApplier::planNest(const Nest &nest) {
  hls::TaskPointAttr task = taskPointOf(design, nest.name);
  if (!task)
    return emitError(nest.root()->getLoc())
           << "no task of the design point holds statement " << nest.name;
  SmallVector<Tile> &own = tiles.emplace_back();
  llvm::SmallBitVector seen(program.arrays.size());
  for (const Access &access : nest.accesses) {
    if (seen.test(access.array))
      continue;
    seen.set(access.array);
    const ArrayInfo &info = program.arrays[access.array];
    hls::ArrayPointAttr point =
        arrayPointOf(design, info.name, task.getName().getValue());
    if (!point)
      return emitError(info.value.getLoc())
             << "array '" << info.name << "' is accessed by task "
             << task.getName() << " but the design point says nothing of it";
    if (int64_t(point.getPartition().getDims().size()) !=
        int64_t(info.shape.size()))
      return emitError(info.value.getLoc())
             << "array '" << info.name << "' has rank " << info.shape.size()
             << ", its partition has " << point.getPartition().getDims().size()
             << " entries";
    if (point.getTask().empty()) {
      shared[access.array] = point;
      continue;
    }
    FailureOr<Tile> tile = planTile(nest, task, point, access.array);
    if (failed(tile))
      return failure();
    own.push_back(std::move(*tile));
  }
  return success();
}

/// A region works on whole arrays in buffers.
LogicalResult BufferApplier::planRegion(const analysis::Region &region) {
  for (const analysis::Region::Use &use : region.uses) {
    const ArrayInfo &info = program.arrays[use.array];
    hls::ArrayPointAttr point = arrayPointOf(design, info.name, region.name);
    if (!point || !point.getTask().empty())
      return region.call->emitError()
             << "array '" << info.name << "' is accessed by region "
             << region.name << ", which is not affine: the design point must "
             << "give it one buffer for all tasks";
    shared[use.array] = point;
  }
  return success();
}

FailureOr<hls::InterfaceAttr>
BufferApplier::planInterface(BlockArgument argument) {
  MLIRContext *context = builder.getContext();
  auto error = [&] { return emitError(argument.getLoc()); };
  auto array = llvm::find_if(
      program.arrays, [&](const ArrayInfo &a) { return a.value == argument; });
  if (array == program.arrays.end()) {
    if (!argument.getType().isIntOrIndexOrFloat())
      return error() << "argument " << argument.getArgNumber() << " has type "
                     << argument.getType()
                     << "; arguments are arrays or scalars";
    return hls::InterfaceAttr::get(context, hls::InterfaceMode::SAxiLite,
                                   StringAttr::get(context), 0);
  }
  // An array that no task accesses has a port all the same.
  int64_t beat = 1;
  for (hls::ArrayPointAttr point : design.getArrays())
    if (point.getArray().getValue() == array->name)
      beat = point.getBeat();
  int64_t width = std::max<int64_t>(8, beat * array->elementBits);
  auto interface = hls::InterfaceAttr::getChecked(
      error, context, hls::InterfaceMode::MAxi,
      StringAttr::get(context, "gmem_" + array->name), width);
  if (!interface)
    return failure();
  return interface;
}

//===----------------------------------------------------------------------===//
// Edits
//===----------------------------------------------------------------------===//

hls::BufferOp BufferApplier::createBuffer(Location loc, const Twine &name,
                                          Type element,
                                          ArrayRef<int64_t> extents,
                                          hls::ArrayPointAttr point) {
  MLIRContext *context = builder.getContext();
  hls::PartitionAttr partition = point.getPartition();
  if (llvm::all_of(partition.getDims(), [](hls::PartitionDimAttr dim) {
        return dim.getKind() == hls::PartitionKind::None;
      }))
    partition = {};
  hls::StorageAttr storage;
  if (point.getStorage() != hls::StorageKind::Auto)
    storage = hls::StorageAttr::get(context, point.getStorage(), /*ports=*/2);
  return hls::BufferOp::create(builder, loc, MemRefType::get(extents, element),
                               builder.getStringAttr(name), partition, storage,
                               builder.getI64IntegerAttr(point.getCopies()));
}

void BufferApplier::createSharedBuffers() {
  builder.setInsertionPointToStart(&program.func.getBody().front());
  for (auto [array, point] : llvm::enumerate(shared)) {
    hls::BufferOp buffer;
    const ArrayInfo &info = program.arrays[array];
    if (point)
      buffer =
          createBuffer(info.value.getLoc(), info.name,
                       cast<MemRefType>(info.value.getType()).getElementType(),
                       info.shape, point);
    buffers.push_back(buffer);
  }
  for (auto [array, info] : llvm::enumerate(program.arrays))
    if (buffers[array] && info.isArgument && info.liveIn)
      hls::TileLoadOp::create(builder, info.value.getLoc(), info.value,
                              ValueRange(), buffers[array],
                              shared[array].getBeat());
}

void BufferApplier::createStores() {
  builder.setInsertionPoint(program.func.getBody().front().getTerminator());
  for (auto [array, info] : llvm::enumerate(program.arrays))
    if (buffers[array] && info.liveOut)
      hls::TileStoreOp::create(builder, info.value.getLoc(), buffers[array],
                               info.value, ValueRange(),
                               shared[array].getBeat());
}

/// Moves the nest's code into the task. Of a lone store that is the store and
/// copies of what feeds it; the originals die.
void BufferApplier::moveInto(hls::TaskOp task, Nest &nest) {
  Block *body = &task.getBody().front();
  builder.setInsertionPointToStart(body);
  Operation *root = nest.root();
  if (isa<affine::AffineStoreOp>(root)) {
    llvm::SetVector<Operation *> feeders;
    BackwardSliceOptions options;
    options.omitBlockArguments = true;    // not out of context loops
    options.filter = [&](Operation *op) { // nor arrays
      return op == root || !op->getNumResults() ||
             !isa<MemRefType>(op->getResult(0).getType());
    };
    (void)getBackwardSlice(root, &feeders, options);
    IRMapping mapping;
    for (Operation *op : feeders)
      builder.clone(*op, mapping);
    for (Access &access : nest.accesses)
      if (!access.isWrite)
        access.op = mapping.lookup(access.op);
    for (OpOperand &operand : root->getOpOperands())
      operand.set(mapping.lookupOrDefault(operand.get()));
  }
  root->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  hls::YieldOp::create(builder, root->getLoc());
}

/// The affine expression of a linear form.
static AffineExpr toExpr(const LinearForm &form, MLIRContext *context) {
  AffineExpr expr = getAffineConstantExpr(form.constant, context);
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients))
    expr = expr + getAffineDimExpr(loop, context) * coefficient;
  return expr;
}

/// Redirects one access to the tile: the subscript is counted from its origin.
template <typename OpTy>
static void redirect(OpTy op, AffineMap map, ValueRange ivs,
                     ArrayRef<AffineExpr> origins, Value buffer) {
  SmallVector<AffineExpr> exprs;
  for (auto [expr, origin] : llvm::zip(map.getResults(), origins))
    exprs.push_back(expr - origin);
  AffineMap shifted =
      simplifyAffineMap(AffineMap::get(ivs.size(), 0, exprs, op->getContext()));
  SmallVector<Value> operands(ivs);
  affine::canonicalizeMapAndOperands(&shifted, &operands);
  op.getMemrefMutable().assign(buffer);
  op.setMap(shifted);
  op.getIndicesMutable().assign(operands);
}

void BufferApplier::applyTile(hls::TaskOp task, const Nest &nest,
                              const Tile &tile) {
  const ArrayInfo &info = program.arrays[tile.array];
  MLIRContext *context = builder.getContext();
  Location loc = info.value.getLoc();
  affine::AffineForOp outer =
      tile.depth ? nest.loops[tile.depth - 1].op : affine::AffineForOp();
  Block *body = outer ? outer.getBody() : &task.getBody().front();
  auto ivs = llvm::map_to_vector(nest.loops, [](const LoopInfo &loop) -> Value {
    return affine::AffineForOp(loop.op).getInductionVar();
  });
  auto extents = llvm::map_to_vector(
      tile.box.dims, [](const FootprintDim &dim) { return dim.extent; });
  auto origins = llvm::map_to_vector(tile.box.dims, [&](const FootprintDim &d) {
    return toExpr(d.origin, context);
  });
  builder.setInsertionPointToStart(body);
  Value buffer =
      createBuffer(loc, info.name + "_" + task.getTaskName(),
                   cast<MemRefType>(info.value.getType()).getElementType(),
                   extents, tile.point);
  SmallVector<Value> offsets;
  if (llvm::any_of(origins, [](AffineExpr e) {
        return e != getAffineConstantExpr(0, e.getContext());
      }))
    for (AffineExpr origin : origins)
      offsets.push_back(getValueOrCreateConstantIndexOp(
          builder, loc,
          affine::makeComposedFoldedAffineApply(
              builder, loc, AffineMap::get(ivs.size(), 0, origin),
              getAsOpFoldResult(ivs))));
  if (tile.isRead || !tile.box.fullyWritten)
    hls::TileLoadOp::create(builder, loc, info.value, offsets, buffer,
                            tile.point.getBeat());
  for (const Access &access : nest.accesses) {
    if (access.array != tile.array)
      continue;
    if (auto load = dyn_cast<affine::AffineLoadOp>(access.op))
      redirect(load, access.map, ivs, origins, buffer);
    else
      redirect(cast<affine::AffineStoreOp>(access.op), access.map, ivs, origins,
               buffer);
  }
  builder.setInsertionPoint(body->getTerminator());
  if (tile.isWritten)
    hls::TileStoreOp::create(builder, loc, buffer, info.value, offsets,
                             tile.point.getBeat());
}

/// The target says that the tool may reassociate sums.
static bool mayReassociate(func::FuncOp func) {
  auto target = func->getAttrOfType<hls::TargetAttr>(hls::targetAttrName);
  return target && target.getTreeReduction();
}

/// Inside of the task, arrays with a buffer for all tasks are their buffers.
void BufferApplier::useBuffers(hls::TaskOp task) {
  for (auto [array, buffer] : llvm::enumerate(buffers))
    if (buffer)
      replaceAllUsesInRegionWith(program.arrays[array].value, buffer,
                                 task.getBody());
}

/// hls-inline-regions replaces the call.
void BufferApplier::wrap(const analysis::Region &region) {
  builder.setInsertionPoint(region.call);
  Location loc = region.call->getLoc();
  auto task = hls::TaskOp::create(builder, loc, region.name, ValueRange(),
                                  /*carried=*/true);
  Block *body = builder.createBlock(&task.getBody());
  region.call->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  hls::YieldOp::create(builder, loc);
  useBuffers(task);
  isolate(task);
}

void BufferApplier::wrap(Nest &nest, ArrayRef<Tile> own) {
  hls::TaskPointAttr point = taskPointOf(design, nest.name);
  builder.setInsertionPoint(nest.root());
  auto task = hls::TaskOp::create(builder, nest.root()->getLoc(),
                                  point.getName(), ValueRange());
  builder.createBlock(&task.getBody());
  moveInto(task, nest);
  for (const Tile &tile : llvm::reverse(own)) // each goes to the front
    applyTile(task, nest, tile);
  useBuffers(task);
  if (point.getAccumulator() != hls::Accumulator::Direct)
    transforms::accumulateLocally(
        task, nest, point.getAccumulator(),
        {analysis::startsFromZero(program, nest),
         analysis::isFloatSum(nest) && mayReassociate(program.func),
         program.arrays[nest.write().array].name});
  isolate(task);
}

/// Constants are copied into the task; every other value from outside becomes
/// an operand.
void BufferApplier::isolate(hls::TaskOp task) {
  mlir::Region &body = task.getBody();
  llvm::SetVector<Value> outside; // in the order of their first use
  getUsedValuesDefinedAbove(body, outside);
  builder.setInsertionPointToStart(&body.front());
  for (Value value : outside) {
    Operation *op = value.getDefiningOp();
    Value inside;
    if (op && op->hasTrait<OpTrait::ConstantLike>()) {
      inside = builder.clone(*op)->getResult(0);
    } else {
      inside = body.addArgument(value.getType(), value.getLoc());
      task.getInputsMutable().append(value);
    }
    replaceAllUsesInRegionWith(value, inside, body);
  }
}

/// Erases what the tasks took along: constants, feeders of single stores, and
/// the allocations that buffers replace.
void BufferApplier::eraseDeadOps() {
  SmallVector<Block *> blocks;
  for (const ContextLoop &context : llvm::reverse(program.contexts))
    blocks.push_back(affine::AffineForOp(context.op).getBody());
  blocks.push_back(&program.func.getBody().front());
  for (Block *block : blocks) // inner ones first
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (isOpTriviallyDead(&op))
        builder.eraseOp(&op);
  for (auto [array, info] : llvm::enumerate(program.arrays)) {
    if (info.isArgument)
      continue;
    for (Operation *user : llvm::make_early_inc_range(info.value.getUsers()))
      if (isa<memref::DeallocOp>(user))
        builder.eraseOp(user);
    if (info.value.use_empty())
      builder.eraseOp(info.value.getDefiningOp());
  }
}

LogicalResult BufferApplier::run() {
  func::FuncOp func = program.func;
  shared.resize(program.arrays.size());
  SmallVector<hls::InterfaceAttr> interfaces;
  for (BlockArgument argument : func.getArguments()) {
    FailureOr<hls::InterfaceAttr> interface = planInterface(argument);
    if (failed(interface))
      return failure();
    interfaces.push_back(*interface);
  }
  for (const Nest &nest : program.nests)
    if (failed(planNest(nest)))
      return failure();
  for (const analysis::Region &region : program.regions)
    if (failed(planRegion(region)))
      return failure();
  createSharedBuffers();
  for (auto [nest, own] : llvm::zip(program.nests, tiles))
    wrap(nest, own);
  for (const analysis::Region &region : program.regions)
    wrap(region);
  createStores();
  eraseDeadOps();
  for (auto [index, interface] : llvm::enumerate(interfaces))
    func.setArgAttr(index, hls::interfaceAttrName, interface);
  return success();
}

LogicalResult transforms::applyBuffers(func::FuncOp func,
                                       hls::DesignAttr design) {
  FailureOr<Program> program = analyzeProgram(func);
  if (failed(program))
    return failure();
  return BufferApplier(*program, design).run();
}

namespace {
struct ApplyBuffers : talos::impl::ApplyBuffersBase<ApplyBuffers> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    auto design = func->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    if (!design) {
      func.emitError("function '")
          << func.getName()
          << "' has no design point (hls.design); run hls-explore or write one";
      return signalPassFailure();
    }
    if (failed(transforms::checkSupported(func, design)) ||
        failed(transforms::applyBuffers(func, design)))
      signalPassFailure();
  }
};
} // namespace
