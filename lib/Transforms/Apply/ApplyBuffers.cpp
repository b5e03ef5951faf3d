//===- ApplyBuffers.cpp - Buffers, transfers, tasks and interfaces --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/Accumulators.h"
#include "Transforms/Apply/BufferEdits.h"
#include "Transforms/Apply/TrueBounds.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "talos/Analysis/Accumulation.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace talos {
#define GEN_PASS_DEF_APPLYBUFFERS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using transforms::BufferPlan;
using transforms::Tile;

namespace {

class BufferApplier {
public:
  BufferApplier(TaskGraph &graph, hls::DesignAttr design, BufferPlan plan)
      : graph(graph), design(design), builder(graph.func.getContext()),
        plan(std::move(plan)) {}

  void run();

private:
  void createSharedBuffers();
  void copyForReaders(unsigned array);
  void createStores();
  void wrapCompute(Task &source, ArrayRef<Tile> own);
  void wrapOpaque(const Task &source);
  void useBuffers(hls::TaskOp task, const Task &source);
  void moveInto(hls::TaskOp task, Statement &statement);
  void isolate(hls::TaskOp task);
  void eraseDeadOps();
  void setInterface(unsigned index, hls::InterfaceAttr wanted);

  TaskGraph &graph;
  hls::DesignAttr design;
  IRRewriter builder;
  BufferPlan plan;
  SmallVector<hls::BufferOp> buffers; ///< one an array; null: none
  /// By array: copies of the buffer for its second and further readers, by the
  /// task's position.
  SmallVector<llvm::MapVector<unsigned, hls::BufferOp>> copies;
};

} // namespace

void BufferApplier::createSharedBuffers() {
  builder.setInsertionPointToStart(&graph.func.getBody().front());
  for (auto [array, point] : llvm::enumerate(plan.shared)) {
    hls::BufferOp buffer;
    const ArrayInfo &info = graph.arrays[array];
    if (point)
      buffer = transforms::createBuffer(
          builder, info.value.getLoc(), info.name,
          cast<MemRefType>(info.value.getType()).getElementType(), info.shape,
          point);
    if (buffer && info.global)
      buffer.setGlobalAttr(info.global);
    buffers.push_back(buffer);
    copies.emplace_back();
    if (buffer && point.getCopyPerReader())
      copyForReaders(array);
  }
  for (auto [array, info] : llvm::enumerate(graph.arrays)) {
    if (!buffers[array] || !info.liveIn)
      continue;
    SmallVector<Value> others;
    for (auto &[task, copy] : copies[array])
      others.push_back(copy);
    hls::TileLoadOp::create(builder, info.value.getLoc(), info.value,
                            ValueRange(), buffers[array], others,
                            plan.shared[array].getBeat());
  }
}

/// The first reader keeps the buffer itself.
void BufferApplier::copyForReaders(unsigned array) {
  const ArrayInfo &info = graph.arrays[array];
  bool isFirst = true;
  for (auto [position, task] : llvm::enumerate(graph.tasks)) {
    bool reads = llvm::any_of(task.uses, [&](const ArrayUse &use) {
      return use.array == array && use.reads;
    });
    if (reads && !std::exchange(isFirst, false))
      copies[array][position] = transforms::createBuffer(
          builder, info.value.getLoc(), info.name + "_" + task.name,
          cast<MemRefType>(info.value.getType()).getElementType(), info.shape,
          plan.shared[array]);
  }
}

void BufferApplier::createStores() {
  builder.setInsertionPoint(graph.func.getBody().front().getTerminator());
  for (auto [array, info] : llvm::enumerate(graph.arrays))
    if (buffers[array] && info.liveOut)
      hls::TileStoreOp::create(builder, info.value.getLoc(), buffers[array],
                               info.value, ValueRange(),
                               plan.shared[array].getBeat());
}

/// Moves the nest's code into the task. Of a lone store that is the store and
/// copies of what feeds it; the originals die.
void BufferApplier::moveInto(hls::TaskOp task, Statement &statement) {
  Block *body = &task.getBody().front();
  builder.setInsertionPointToStart(body);
  Operation *root = statement.root();
  if (isa<affine::AffineStoreOp>(root)) {
    llvm::SetVector<Operation *> feeders;
    BackwardSliceOptions options;
    options.omitBlockArguments = true;    // not out of shared loops
    options.filter = [&](Operation *op) { // nor arrays
      return op == root || !op->getNumResults() ||
             !isa<MemRefType>(op->getResult(0).getType());
    };
    (void)getBackwardSlice(root, &feeders, options);
    IRMapping mapping;
    for (Operation *op : feeders)
      builder.clone(*op, mapping);
    for (Access &access : statement.accesses)
      if (!access.isWrite)
        access.op = mapping.lookup(access.op);
    for (OpOperand &operand : root->getOpOperands())
      operand.set(mapping.lookupOrDefault(operand.get()));
  }
  root->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  hls::YieldOp::create(builder, root->getLoc());
}

/// The target says that the tool may reassociate sums.
static bool mayReassociate(func::FuncOp func) {
  hls::TargetAttr target = hls::targetOf(func);
  return target && target.getTreeReduction();
}

/// Inside of the task, arrays with a buffer for all tasks are their buffers.
void BufferApplier::useBuffers(hls::TaskOp task, const Task &source) {
  unsigned position = &source - graph.tasks.data();
  for (auto [array, buffer] : llvm::enumerate(buffers)) {
    if (!buffer)
      continue;
    auto copy = copies[array].find(position);
    replaceAllUsesInRegionWith(
        graph.arrays[array].value,
        copy == copies[array].end() ? buffer : copy->second, task.getBody());
  }
}

/// hls-inline-regions replaces the call.
void BufferApplier::wrapOpaque(const Task &source) {
  builder.setInsertionPoint(source.call);
  Location loc = source.call->getLoc();
  auto task = hls::TaskOp::create(builder, loc, source.name, ValueRange(),
                                  hls::TaskKind::Opaque, ArrayAttr());
  Block *body = builder.createBlock(&task.getBody());
  source.call->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  hls::YieldOp::create(builder, loc);
  useBuffers(task, source);
  isolate(task);
}

void BufferApplier::wrapCompute(Task &source, ArrayRef<Tile> own) {
  Statement &statement = source.only();
  hls::TaskPointAttr point = taskPointOf(design, statement.name);
  builder.setInsertionPoint(statement.root());
  auto task = hls::TaskOp::create(builder, statement.root()->getLoc(),
                                  point.getName().getValue(), ValueRange(),
                                  hls::TaskKind::Compute, ArrayAttr());
  builder.createBlock(&task.getBody());
  moveInto(task, statement);
  auto sharedLoops = llvm::map_to_vector(
      graph.sharedLoopsOf(source), [&](unsigned c) -> Value {
        return affine::AffineForOp(graph.sharedLoops[c].op).getInductionVar();
      });
  for (const Tile &tile : llvm::reverse(own)) // each goes to the front
    transforms::applyTile(builder, task, statement, sharedLoops,
                          graph.arrays[tile.array], tile);
  useBuffers(task, source);
  if (point.getAccumulator() != hls::Accumulator::Direct)
    transforms::accumulateLocally(
        task, statement, point.getAccumulator(),
        {analysis::startsFromZero(graph, source),
         analysis::isFloatSum(statement) && mayReassociate(graph.func),
         graph.arrays[statement.write().array].name});
  if (point.getTrueBounds())
    transforms::narrowLoops(statement);
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
  for (const SharedLoop &context : llvm::reverse(graph.sharedLoops))
    blocks.push_back(affine::AffineForOp(context.op).getBody());
  blocks.push_back(&graph.func.getBody().front());
  for (Block *block : blocks) // inner ones first
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (isOpTriviallyDead(&op))
        builder.eraseOp(&op);
  for (auto [array, info] : llvm::enumerate(graph.arrays)) {
    if (info.home != Home::OnChip || info.global)
      continue; // what fetches a global is pure
    for (Operation *user : llvm::make_early_inc_range(info.value.getUsers()))
      if (isa<memref::DeallocOp>(user))
        builder.eraseOp(user);
    if (info.value.use_empty())
      builder.eraseOp(info.value.getDefiningOp());
  }
}

/// What the source said of a port gives way to what the design says.
void BufferApplier::setInterface(unsigned index, hls::InterfaceAttr wanted) {
  auto given = graph.func.getArgAttrOfType<hls::InterfaceAttr>(
      index, hls::interfaceAttrName);
  if (given && given != wanted)
    mlir::emitRemark(graph.func.getArgument(index).getLoc())
        << "interface " << given << " of argument "
        << graph.func.getArgAttr(index, hls::nameAttrName)
        << " is left out; the design has " << wanted;
  graph.func.setArgAttr(index, hls::interfaceAttrName, wanted);
}

void BufferApplier::run() {
  createSharedBuffers();
  for (auto [task, own] : llvm::zip_equal(graph.tasks, plan.tiles))
    task.kind == TaskKind::Opaque ? wrapOpaque(task) : wrapCompute(task, own);
  createStores();
  eraseDeadOps();
  for (auto [index, interface] : llvm::enumerate(plan.interfaces))
    setInterface(index, interface);
}

LogicalResult transforms::applyBuffers(func::FuncOp func,
                                       hls::DesignAttr design) {
  FailureOr<TaskGraph> graph = buildTaskGraph(func);
  if (failed(graph))
    return failure();
  // No edit before all is planned.
  FailureOr<BufferPlan> plan = planBuffers(*graph, design);
  if (failed(plan))
    return failure();
  BufferApplier(*graph, design, std::move(*plan)).run();
  return success();
}

namespace {
struct ApplyBuffers : talos::impl::ApplyBuffersBase<ApplyBuffers> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (failed(hls::checkPrepared(func, getArgument())))
      return signalPassFailure();
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
