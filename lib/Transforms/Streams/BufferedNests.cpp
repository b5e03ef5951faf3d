//===- BufferedNests.cpp - Nests that are tasks with buffers --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferedNests.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/TaskGraph.h"
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
          array.getDefine(), array.getTransfer(), array.getCopies(),
          /*beat=*/1, array.getPartition(), array.getStorage(),
          array.getDepth(), array.getLanes(), array.getCopyPerReader(),
          array.getPortBlocks()));
  return hls::DesignAttr::get(context, tasks, arrays, design.getStatus(),
                              design.getCycles(), design.getBound(),
                              design.getResources(), design.getBlocks());
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
  nests.push_back({std::move(*function), name.str()});
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
    for (Operation &op :
         nest.function.func.getBody().front().without_terminator())
      builder.clone(op, mapping);
    hls::YieldOp::create(builder, call.getLoc());
    call.erase();
  }
}
