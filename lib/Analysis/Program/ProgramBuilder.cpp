//===- ProgramBuilder.cpp - Reads the nests and arrays of a function ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/ProgramParts.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Analysis/Counting.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {

/// Builds a Program; every member function reports its own failure.
class ProgramBuilder {
public:
  explicit ProgramBuilder(func::FuncOp func) { program.func = func; }

  FailureOr<Program> run() {
    if (failed(collectArguments()))
      return failure();
    if (failed(visitBlock(program.func.getBody().front(), std::nullopt)))
      return failure();
    markLiveness(program);
    return std::move(program);
  }

private:
  LogicalResult collectArguments();
  LogicalResult addArray(Value value, std::string name, Location loc,
                         bool isArgument);
  LogicalResult visitBlock(Block &block, std::optional<unsigned> context);
  LogicalResult visitOp(Operation &op, std::optional<unsigned> context);
  LogicalResult visitContext(affine::AffineForOp loop,
                             std::optional<unsigned> parent);
  LogicalResult visitRegion(Operation &call, std::optional<unsigned> context);
  LogicalResult visitNest(Operation &root, std::optional<unsigned> context);
  LogicalResult visitLoose(Operation &root, Nest &nest);
  LogicalResult descend(Operation &op, Nest &nest, Block *&body);
  LogicalResult visitBody(Block &body, Nest &nest);
  LogicalResult addAccess(Operation *op, Nest &nest);

  Program program;
  llvm::DenseMap<Value, unsigned> arrayOf;
};

} // namespace

LogicalResult ProgramBuilder::addArray(Value value, std::string name,
                                       Location loc, bool isArgument) {
  auto type = cast<MemRefType>(value.getType());
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return emitError(loc) << "array '" << name << "' has type " << type
                          << "; the design space needs a static shape and the "
                             "identity layout";
  if (!type.getElementType().isIntOrFloat())
    return emitError(loc)
           << "array '" << name << "' has elements of type "
           << type.getElementType()
           << "; integers and floating-point numbers are supported";
  ArrayInfo info;
  info.value = value;
  info.name = std::move(name);
  info.shape.assign(type.getShape().begin(), type.getShape().end());
  info.elementBits = type.getElementTypeBitWidth();
  info.isArgument = isArgument;
  arrayOf[value] = program.arrays.size();
  program.arrays.push_back(std::move(info));
  return success();
}

LogicalResult ProgramBuilder::collectArguments() {
  func::FuncOp func = program.func;
  if (func.isExternal())
    return func.emitError("function '")
           << func.getName() << "' has no body to compile";
  if (!func.getBody().hasOneBlock())
    return func.emitError("function '")
           << func.getName()
           << "' has several blocks; only structured control flow is supported";
  for (BlockArgument argument : func.getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    std::string name = sourceName(func, argument.getArgNumber());
    if (name.empty())
      name = "arg" + std::to_string(argument.getArgNumber());
    if (failed(addArray(argument, std::move(name), argument.getLoc(), true)))
      return failure();
  }
  return success();
}

LogicalResult ProgramBuilder::visitBlock(Block &block,
                                         std::optional<unsigned> context) {
  for (Operation &op : block)
    if (failed(visitOp(op, context)))
      return failure();
  return success();
}

/// The loop runs as written: several statements, or one that is no nest.
static bool isContext(affine::AffineForOp loop) {
  unsigned stores = 0, calls = 0;
  loop.walk([&](Operation *op) {
    stores += isa<affine::AffineStoreOp>(op);
    calls += hls::isRegionCall(op);
  });
  return stores > 1 || calls > 0;
}

LogicalResult ProgramBuilder::visitOp(Operation &op,
                                      std::optional<unsigned> context) {
  if (!context && isa<memref::AllocOp, memref::AllocaOp>(op)) {
    std::string name = sourceName(&op);
    if (name.empty())
      name = "buf" + std::to_string(program.arrays.size());
    return addArray(op.getResult(0), std::move(name), op.getLoc(), false);
  }
  if (isa<memref::DeallocOp, func::ReturnOp, affine::AffineYieldOp>(op))
    return success();
  if (auto loop = dyn_cast<affine::AffineForOp>(op); loop && isContext(loop))
    return visitContext(loop, context);
  if (hls::isRegionCall(&op))
    return visitRegion(op, context);
  if (isa<affine::AffineForOp, affine::AffineStoreOp, affine::AffineIfOp>(op))
    return visitNest(op, context);
  // Pure ops and loads feed a store outside any loop of its own; they are
  // reached from there.
  if (isMemoryEffectFree(&op) || isa<affine::AffineLoadOp>(op))
    return success();
  return op.emitError("operation '")
         << op.getName()
         << "' between loop nests is not supported; only affine loops and "
            "affine stores are optimised";
}

LogicalResult ProgramBuilder::visitContext(affine::AffineForOp loop,
                                           std::optional<unsigned> parent) {
  if (loop.getNumIterOperands() != 0)
    return loop.emitError("loop carries values (iter_args); run hls-normalize "
                          "to demote them to memory");
  unsigned position = program.contexts.size();
  ContextLoop info;
  info.name = sourceName(loop);
  if (info.name.empty())
    info.name = "t" + std::to_string(position);
  info.op = loop;
  info.parent = parent;
  FailureOr<LoopCount> count = countIterations(loop);
  if (failed(count))
    return failure();
  info.entries = count->entries;
  info.iterations = count->iterations;
  program.contexts.push_back(info);
  return visitBlock(*loop.getBody(), position);
}

LogicalResult ProgramBuilder::visitRegion(Operation &call,
                                          std::optional<unsigned> context) {
  auto access = call.getAttrOfType<ArrayAttr>(hls::accessAttrName);
  auto name = call.getAttrOfType<StringAttr>(hls::statementAttrName);
  if (!name || access.size() != call.getNumOperands())
    return call.emitError(
        "the call of a region needs a name (hls.stmt) and one "
        "entry of hls.access an operand");
  analysis::Region region;
  region.name = name.str();
  region.call = &call;
  region.context = context;
  region.nestsBefore = program.nests.size();
  for (auto [operand, kind] :
       llvm::zip_equal(call.getOperands(), access.getAsRange<StringAttr>())) {
    if (!isa<MemRefType>(operand.getType()))
      continue;
    auto array = arrayOf.find(operand);
    if (array == arrayOf.end())
      return call.emitError("accesses an array that is neither an argument nor "
                            "allocated at the top of the function");
    region.uses.push_back({array->second, kind.getValue().starts_with("read"),
                           kind.getValue().ends_with("write")});
  }
  program.regions.push_back(std::move(region));
  return success();
}

/// Enters a loop of a perfect nest; leaves `body` null at the statement.
LogicalResult ProgramBuilder::descend(Operation &op, Nest &nest, Block *&body) {
  auto loop = cast<affine::AffineForOp>(op);
  if (!loop.hasConstantBounds() || loop.getConstantLowerBound() != 0 ||
      loop.getStepAsInt() != 1)
    return loop.emitError("loop is not of the form '0 to N step 1' with a "
                          "constant N; run hls-rectangularize first");
  if (loop.getConstantUpperBound() <= 0)
    return loop.emitError("loop never runs (trip count ")
           << loop.getConstantUpperBound() << "); remove it";
  if (loop.getNumIterOperands() != 0)
    return loop.emitError("loop carries values (iter_args); run hls-normalize "
                          "to demote them to memory");
  LoopInfo info;
  info.name = sourceName(loop);
  if (info.name.empty())
    info.name = "i" + std::to_string(nest.loops.size());
  info.op = loop;
  info.trip = loop.getConstantUpperBound();
  nest.loops.push_back(info);
  body = loop.getBody();
  return success();
}

LogicalResult ProgramBuilder::addAccess(Operation *op, Nest &nest) {
  FailureOr<Access> access = accessOf(program, nest, arrayOf, op);
  if (failed(access))
    return failure();
  nest.accesses.push_back(std::move(*access));
  return success();
}

/// A statement without a loop of its own: what feeds it stands beside it.
LogicalResult ProgramBuilder::visitLoose(Operation &root, Nest &nest) {
  nest.store = cast<affine::AffineStoreOp>(root);
  llvm::SetVector<Operation *> feeders; // in program order
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  if (failed(getBackwardSlice(&root, &feeders, options)))
    return failure();
  for (Operation *op : feeders)
    if (isa<affine::AffineLoadOp>(op) && failed(addAccess(op, nest)))
      return failure();
  return addAccess(&root, nest);
}

/// The op alone in its block, but for the terminator.
static bool standsAlone(Operation &op) {
  return &op.getBlock()->front() == &op &&
         op.getNextNode() == op.getBlock()->getTerminator();
}

LogicalResult ProgramBuilder::visitNest(Operation &root,
                                        std::optional<unsigned> context) {
  Nest nest;
  nest.context = context;
  Operation *op = &root;
  Block *body = nullptr;
  while (isa<affine::AffineForOp>(op) && (!body || standsAlone(*op))) {
    if (failed(descend(*op, nest, body)))
      return failure();
    op = &body->front();
  }
  if (auto guard = dyn_cast<affine::AffineIfOp>(op);
      guard && (!body || standsAlone(*op)) && !guard.hasElse()) {
    nest.guard = guard;
    body = guard.getThenBlock();
  }
  if (failed(body ? visitBody(*body, nest) : visitLoose(root, nest)))
    return failure();
  if (auto name = nest.store->getAttrOfType<StringAttr>(hls::statementAttrName))
    nest.name = name.str();
  else
    nest.name = "S" + std::to_string(program.nests.size());
  findAccumulation(nest);
  program.nests.push_back(std::move(nest));
  return success();
}

LogicalResult ProgramBuilder::visitBody(Block &body, Nest &nest) {
  for (Operation &op : body.without_terminator()) {
    if (isa<affine::AffineForOp, affine::AffineIfOp>(op))
      return op.emitError("operation '")
             << op.getName()
             << "' stands beside other statements in a nest; run "
                "hls-distribute "
                "first (a nest that cannot be distributed is not in the design "
                "space)";
    if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      if (nest.store) {
        InFlightDiagnostic diag = store.emitError(
            "second statement in one nest; run hls-distribute first (a nest "
            "that cannot be distributed is not in the design space)");
        diag.attachNote(nest.store.getLoc()) << "first statement is here";
        return diag;
      }
      nest.store = store;
      continue;
    }
    if (isa<affine::AffineLoadOp>(op)) {
      if (failed(addAccess(&op, nest)))
        return failure();
      continue;
    }
    if (!isMemoryEffectFree(&op) || op.getNumRegions() != 0)
      return op.emitError("operation '")
             << op.getName()
             << "' has effects or regions; a statement is one affine.store and "
                "the pure operations and affine loads that feed it";
  }
  if (!nest.store)
    return body.getParentOp()->emitError(
        "stores nothing; remove it or add an affine.store");
  return addAccess(nest.store, nest);
}

FailureOr<Program> analysis::analyzeProgram(func::FuncOp func) {
  return ProgramBuilder(func).run();
}
