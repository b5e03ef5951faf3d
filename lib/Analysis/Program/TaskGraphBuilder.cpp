//===- TaskGraphBuilder.cpp - Reads the tasks and arrays of a function ----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/TaskGraphParts.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Analysis/Counting.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Shared.h"
#include "talos/Dialect/HLS/Top.h"
#include "llvm/ADT/StringMap.h"
#include <map>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {

/// Builds a Program; every member function reports its own failure.
class TaskGraphBuilder {
public:
  explicit TaskGraphBuilder(func::FuncOp func) { graph.func = func; }

  FailureOr<TaskGraph> run() {
    if (failed(collectArguments()))
      return failure();
    if (failed(visitBlock(graph.func.getBody().front(), std::nullopt)))
      return failure();
    markLiveness(graph);
    return std::move(graph);
  }

private:
  LogicalResult collectArguments();
  LogicalResult addArray(Value value, std::string name, Location loc,
                         Home home);
  LogicalResult addGlobal(memref::GetGlobalOp op);
  LogicalResult visitBlock(Block &block, std::optional<unsigned> context);
  LogicalResult visitOp(Operation &op, std::optional<unsigned> context);
  LogicalResult visitSharedLoop(affine::AffineForOp loop,
                                std::optional<unsigned> parent);
  LogicalResult visitRegion(Operation &call, std::optional<unsigned> context);
  LogicalResult visitTask(Operation &root, std::optional<unsigned> context);
  LogicalResult visitLoose(Operation &root, Task &task);
  LogicalResult descend(Operation &op, Statement &statement, Block *&body);
  LogicalResult visitBody(Block &body, Task &task);
  LogicalResult addResult(affine::AffineStoreOp store, Statement &statement);
  LogicalResult addAccess(Operation *op, Task &task);

  TaskGraph graph;
  llvm::DenseMap<Value, unsigned> arrayOf;
  llvm::StringMap<unsigned> globals; ///< arrays that are globals, by symbol
};

} // namespace

LogicalResult TaskGraphBuilder::addArray(Value value, std::string name,
                                         Location loc, Home home) {
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
  info.home = home;
  arrayOf[value] = graph.arrays.size();
  graph.arrays.push_back(std::move(info));
  return success();
}

LogicalResult TaskGraphBuilder::collectArguments() {
  func::FuncOp func = graph.func;
  if (func.isExternal())
    return func.emitError("function '")
           << func.getName() << "' has no body to compile";
  if (!func.getBody().hasOneBlock())
    return func.emitError("function '")
           << func.getName()
           << "' has several blocks; only structured control flow is supported";
  hls::TargetAttr target = hls::targetOf(func);
  Home home = target && target.getMemory() == hls::MemoryKind::Ports
                  ? Home::Port
                  : Home::OffChip;
  for (BlockArgument argument : func.getArguments()) {
    if (!isa<MemRefType>(argument.getType()))
      continue;
    std::string name = sourceName(func, argument.getArgNumber());
    if (name.empty())
      name = "arg" + std::to_string(argument.getArgNumber());
    // What has no subscripts is no memory.
    bool hasRank = cast<MemRefType>(argument.getType()).getRank() > 0;
    if (failed(addArray(argument, std::move(name), argument.getLoc(),
                        hasRank ? home : Home::OffChip)))
      return failure();
  }
  return success();
}

LogicalResult TaskGraphBuilder::addGlobal(memref::GetGlobalOp op) {
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  if (!global)
    return op.emitError("global '")
           << op.getName() << "' is not defined in the module";
  auto [place, isNew] = globals.try_emplace(op.getName(), graph.arrays.size());
  arrayOf[op.getResult()] = place->second;
  if (!isNew)
    return success();
  std::string name = sourceName(op);
  if (name.empty())
    name = op.getName().str();
  Home home = global.getConstant() ? Home::Constant : Home::OnChip;
  if (failed(addArray(op.getResult(), std::move(name), op.getLoc(), home)))
    return failure();
  graph.arrays.back().global = op.getNameAttr();
  return success();
}

LogicalResult TaskGraphBuilder::visitBlock(Block &block,
                                           std::optional<unsigned> context) {
  for (Operation &op : block)
    if (failed(visitOp(op, context)))
      return failure();
  return success();
}

/// The loop runs as written: several statements, or one that is no nest, or the
/// loop says so.
static bool isSharedLoop(affine::AffineForOp loop) {
  if (loop->hasAttr(hls::sharedAttrName))
    return true;
  unsigned stores = 0, calls = 0;
  loop.walk([&](Operation *op) {
    stores +=
        isa<affine::AffineStoreOp>(op) && !op->hasAttr(hls::joinedAttrName);
    calls += hls::isRegionCall(op);
  });
  return stores > 1 || calls > 0;
}

LogicalResult TaskGraphBuilder::visitOp(Operation &op,
                                        std::optional<unsigned> context) {
  if (!context && isa<memref::AllocOp, memref::AllocaOp>(op)) {
    std::string name = sourceName(&op);
    if (name.empty())
      name = "buf" + std::to_string(graph.arrays.size());
    return addArray(op.getResult(0), std::move(name), op.getLoc(),
                    Home::OnChip);
  }
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return addGlobal(global);
  if (isa<memref::DeallocOp, func::ReturnOp, affine::AffineYieldOp>(op))
    return success();
  if (auto loop = dyn_cast<affine::AffineForOp>(op); loop && isSharedLoop(loop))
    return visitSharedLoop(loop, context);
  if (hls::isRegionCall(&op))
    return visitRegion(op, context);
  if (isa<affine::AffineForOp, affine::AffineStoreOp, affine::AffineIfOp>(op))
    return visitTask(op, context);
  // Pure ops and loads feed a store outside any loop of its own; they are
  // reached from there.
  if (isMemoryEffectFree(&op) || isa<affine::AffineLoadOp>(op))
    return success();
  return op.emitError("operation '")
         << op.getName()
         << "' between loop nests is not supported; only affine loops and "
            "affine stores are optimised";
}

LogicalResult
TaskGraphBuilder::visitSharedLoop(affine::AffineForOp loop,
                                  std::optional<unsigned> parent) {
  if (loop.getNumIterOperands() != 0)
    return loop.emitError("loop carries values (iter_args); run hls-normalize "
                          "to demote them to memory");
  unsigned position = graph.sharedLoops.size();
  SharedLoop info;
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
  graph.sharedLoops.push_back(info);
  return visitBlock(*loop.getBody(), position);
}

LogicalResult TaskGraphBuilder::visitRegion(Operation &call,
                                            std::optional<unsigned> context) {
  auto access = call.getAttrOfType<ArrayAttr>(hls::accessAttrName);
  auto name = call.getAttrOfType<StringAttr>(hls::statementAttrName);
  if (!name || access.size() != call.getNumOperands())
    return call.emitError(
        "the call of a region needs a name (hls.stmt) and one "
        "entry of hls.access an operand");
  Task task;
  task.name = name.str();
  task.kind = TaskKind::Opaque;
  task.call = &call;
  task.context = context;
  for (auto [operand, kind] : llvm::zip_equal(
           call.getOperands(), access.getAsRange<hls::AccessAttr>())) {
    if (!isa<MemRefType>(operand.getType()))
      continue;
    auto array = arrayOf.find(operand);
    if (array == arrayOf.end())
      return call.emitError("accesses an array that is neither an argument nor "
                            "allocated at the top of the function");
    task.uses.push_back({array->second, kind.reads(), kind.writes()});
  }
  graph.tasks.push_back(std::move(task));
  return success();
}

/// Enters a loop of a perfect nest; leaves `body` null at the statement.
LogicalResult TaskGraphBuilder::descend(Operation &op, Statement &statement,
                                        Block *&body) {
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
    info.name = "i" + std::to_string(statement.innerBand.size());
  info.op = loop;
  info.trip = loop.getConstantUpperBound();
  statement.innerBand.push_back(info);
  body = loop.getBody();
  return success();
}

LogicalResult TaskGraphBuilder::addAccess(Operation *op, Task &task) {
  FailureOr<Access> access = accessOf(graph, task, arrayOf, op);
  if (failed(access))
    return failure();
  task.only().accesses.push_back(std::move(*access));
  return success();
}

/// A statement without a loop of its own: what feeds it stands beside it.
LogicalResult TaskGraphBuilder::visitLoose(Operation &root, Task &task) {
  if (root.hasAttr(hls::joinedAttrName))
    return root.emitError("is joined to another store without a loop of the "
                          "statement's own around both");
  task.only().store = cast<affine::AffineStoreOp>(root);
  llvm::SetVector<Operation *> feeders; // in program order
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  if (failed(getBackwardSlice(&root, &feeders, options)))
    return failure();
  for (Operation *op : feeders)
    if (isa<affine::AffineLoadOp>(op) && failed(addAccess(op, task)))
      return failure();
  return addAccess(&root, task);
}

/// The op alone in its block, but for the terminator.
static bool standsAlone(Operation &op) {
  return &op.getBlock()->front() == &op &&
         op.getNextNode() == op.getBlock()->getTerminator();
}

/// Each array once, by position.
static SmallVector<ArrayUse> usesOf(const Statement &statement) {
  std::map<unsigned, ArrayUse> uses;
  for (const Access &access : statement.accesses) {
    ArrayUse &use = uses[access.array];
    use.array = access.array;
    (access.isWrite ? use.writes : use.reads) = true;
  }
  return llvm::to_vector(llvm::make_second_range(uses));
}

LogicalResult TaskGraphBuilder::visitTask(Operation &root,
                                          std::optional<unsigned> context) {
  Task task;
  task.context = context;
  Statement &statement = task.statements.emplace_back();
  Operation *op = &root;
  Block *body = nullptr;
  while (isa<affine::AffineForOp>(op) && (!body || standsAlone(*op))) {
    if (failed(descend(*op, statement, body)))
      return failure();
    op = &body->front();
  }
  if (auto guard = dyn_cast<affine::AffineIfOp>(op);
      guard && (!body || standsAlone(*op)) && !guard.hasElse()) {
    statement.guard = guard;
    body = guard.getThenBlock();
  }
  if (failed(body ? visitBody(*body, task) : visitLoose(root, task)))
    return failure();
  if (auto name =
          statement.store->getAttrOfType<StringAttr>(hls::statementAttrName))
    statement.name = name.str();
  else
    statement.name =
        "S" + std::to_string(llvm::range_size(graph.tasksOf(task.kind)));
  findAccumulation(statement);
  task.name = statement.name;
  task.uses = usesOf(statement);
  graph.tasks.push_back(std::move(task));
  return success();
}

/// A store that is joined to the statement (poly::Scop checks what it writes).
LogicalResult TaskGraphBuilder::addResult(affine::AffineStoreOp store,
                                          Statement &statement) {
  auto name = store->getAttrOfType<StringAttr>(hls::statementAttrName);
  Attribute first = statement.store->getAttr(hls::statementAttrName);
  if (!name || !first || store->getAttr(hls::joinedAttrName) != first)
    return store.emitError("is joined to another statement than the one before "
                           "it, or has no name of its own (hls.stmt)");
  statement.joined.push_back(store);
  return success();
}

LogicalResult TaskGraphBuilder::visitBody(Block &body, Task &task) {
  Statement &statement = task.only();
  for (Operation &op : body.without_terminator()) {
    if (isa<affine::AffineForOp, affine::AffineIfOp>(op))
      return op.emitError("operation '")
             << op.getName()
             << "' stands beside other statements in a nest; run "
                "hls-distribute "
                "first (a nest that cannot be distributed is not in the design "
                "space)";
    if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
      if (statement.store && store->hasAttr(hls::joinedAttrName)) {
        if (failed(addResult(store, statement)))
          return failure();
        continue;
      }
      if (statement.store) {
        InFlightDiagnostic diag = store.emitError(
            "second statement in one nest; run hls-distribute first (a nest "
            "that cannot be distributed is not in the design space)");
        diag.attachNote(statement.store.getLoc()) << "first statement is here";
        return diag;
      }
      statement.store = store;
      continue;
    }
    if (isa<affine::AffineLoadOp>(op)) {
      if (failed(addAccess(&op, task)))
        return failure();
      continue;
    }
    if (!isMemoryEffectFree(&op) || op.getNumRegions() != 0)
      return op.emitError("operation '")
             << op.getName()
             << "' has effects or regions; a statement is one affine.store and "
                "the pure operations and affine loads that feed it";
  }
  if (!statement.store)
    return body.getParentOp()->emitError(
        "stores nothing; remove it or add an affine.store");
  if (failed(addAccess(statement.store, task)))
    return failure();
  for (affine::AffineStoreOp result : statement.joined)
    if (failed(addAccess(result, task)))
      return failure();
  return success();
}

FailureOr<TaskGraph> analysis::buildTaskGraph(func::FuncOp func) {
  return TaskGraphBuilder(func).run();
}
