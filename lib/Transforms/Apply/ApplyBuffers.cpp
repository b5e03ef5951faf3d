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
#include "talos/Analysis/ReaderCopies.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/BufferCopies.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

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
  hls::BufferOp createShared(unsigned array, const Twine &name);
  void copyForReaders(unsigned array);
  void createLoad(unsigned array);
  void createStores();
  void wrapCompute(Task &source, ArrayRef<Tile> own);
  void wrapOpaque(const Task &source);
  void useBuffers(hls::TaskOp task, const Task &source);
  void writeCopies(hls::TaskOp task);
  void moveInto(hls::TaskOp task, Statement &statement);
  void eraseDeadOps();
  /// A design without copies has the buffer alone.
  hls::BufferOp bufferOf(unsigned array, unsigned copy) const {
    return buffers[array][std::min<size_t>(copy, buffers[array].size() - 1)];
  }
  void setInterface(unsigned index, hls::InterfaceAttr wanted);

  TaskGraph &graph;
  hls::DesignAttr design;
  IRRewriter builder;
  BufferPlan plan;
  /// By array: its buffer, then copies of it for further readers; empty: none.
  SmallVector<SmallVector<hls::BufferOp, 1>> buffers;
  SmallVector<ReaderCopies> copies; ///< by array: who reads which of them
};

} // namespace

static bool usesOtherPort(const ArrayInfo &array) {
  auto argument = dyn_cast<BlockArgument>(array.value);
  return argument &&
         cast<FunctionOpInterface>(argument.getOwner()->getParentOp())
             .getArgAttr(argument.getArgNumber(), hls::portOfAttrName);
}

void BufferApplier::createSharedBuffers() {
  builder.setInsertionPointToStart(&graph.func.getBody().front());
  for (auto [array, point] : llvm::enumerate(plan.shared)) {
    const ArrayInfo &info = graph.arrays[array];
    copies.push_back(readerCopies(graph, array));
    buffers.emplace_back();
    if (!point)
      continue;
    buffers.back().push_back(createShared(array, info.name));
    if (info.global)
      buffers.back().front().setGlobalAttr(info.global);
    if (info.home == Home::Port)
      buffers.back().front().getPortMutable().assign(info.value);
    if (point.getCopyPerReader())
      copyForReaders(array);
  }
  // What uses the port of another array comes after it.
  for (bool isLater : {false, true})
    for (unsigned array = 0; array < graph.arrays.size(); ++array)
      if (usesOtherPort(graph.arrays[array]) == isLater)
        createLoad(array);
}

void BufferApplier::createLoad(unsigned array) {
  const ArrayInfo &info = graph.arrays[array];
  if (buffers[array].empty() || !info.liveIn)
    return;
  SmallVector<Value> others(llvm::drop_begin(buffers[array]));
  hls::TileLoadOp::create(builder, info.value.getLoc(), info.value,
                          ValueRange(), buffers[array].front(), others,
                          plan.shared[array].getBeat());
}

hls::BufferOp BufferApplier::createShared(unsigned array, const Twine &name) {
  const ArrayInfo &info = graph.arrays[array];
  return transforms::createBuffer(
      builder, info.value.getLoc(), name,
      cast<MemRefType>(info.value.getType()).getElementType(), info.shape,
      plan.shared[array]);
}

/// The store, or the first reader, keeps the buffer itself.
void BufferApplier::copyForReaders(unsigned array) {
  for (std::optional<unsigned> reader :
       llvm::drop_begin(copies[array].firstReader))
    buffers[array].push_back(createShared(
        array, graph.arrays[array].name + "_" + graph.tasks[*reader].name));
}

void BufferApplier::createStores() {
  builder.setInsertionPoint(graph.func.getBody().front().getTerminator());
  for (auto [array, info] : llvm::enumerate(graph.arrays))
    if (!buffers[array].empty() && info.liveOut)
      hls::TileStoreOp::create(builder, info.value.getLoc(),
                               buffers[array].front(), info.value, ValueRange(),
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
  for (unsigned array = 0; array < graph.arrays.size(); ++array)
    if (!buffers[array].empty())
      replaceAllUsesInRegionWith(
          graph.arrays[array].value,
          bufferOf(array, copies[array].ofTask[position]), task.getBody());
}

/// What is written to a buffer is written to its copies as well.
void BufferApplier::writeCopies(hls::TaskOp task) {
  SmallVector<affine::AffineStoreOp> stores;
  task->walk([&](affine::AffineStoreOp store) { stores.push_back(store); });
  for (affine::AffineStoreOp store : stores) {
    auto *written = llvm::find_if(buffers, [&](auto &all) {
      return !all.empty() && all.front().getResult() == store.getMemRef();
    });
    if (written == buffers.end())
      continue;
    builder.setInsertionPointAfter(store);
    for (hls::BufferOp copy : llvm::drop_begin(*written)) {
      auto also = affine::AffineStoreOp::create(
          builder, store.getLoc(), store.getValueToStore(), copy,
          store.getAffineMap(), store.getMapOperands());
      also->setAttr(hls::copyAttrName, builder.getUnitAttr());
    }
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
  transforms::isolate(builder, task);
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
  writeCopies(task);
  transforms::isolate(builder, task);
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
      if (isOpTriviallyDead(&op) &&
          !isa<memref::AllocOp, memref::AllocaOp>(op)) // they are below
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
  for (auto [index, tiles] : llvm::enumerate(plan.layouts))
    if (tiles)
      graph.func.setArgAttr(index, hls::tilesAttrName, tiles);
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
    FailureOr<hls::DesignAttr> design = transforms::designOf(func);
    if (failed(design) || failed(transforms::checkSupported(func, *design)) ||
        failed(transforms::applyBuffers(func, *design)))
      signalPassFailure();
  }
};
} // namespace
