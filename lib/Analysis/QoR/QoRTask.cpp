//===- QoRTask.cpp - Schedule of one task ---------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRTask.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/BufferCopies.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

Memory analysis::memoryOf(hls::BufferOp buffer) {
  Memory memory =
      Memory::of(buffer.getBufferName(), cast<MemRefType>(buffer.getType()),
                 buffer.getPartition().value_or(hls::PartitionAttr()));
  memory.copies = buffer.getCopies();
  memory.isInitialized = buffer.getGlobal().has_value();
  memory.isPort = bool(buffer.getPort());
  if (auto storage = buffer.getStorage()) {
    memory.storage = storage->getKind();
    memory.ports = storage->getPorts();
  }
  return memory;
}

BufferUses analysis::usesOf(hls::BufferOp buffer) {
  BufferUses uses;
  for (Operation *user : buffer.getResult().getUsers())
    if (std::optional<Transfer> transfer = transferOf(user))
      (transfer->isLoad ? uses.loaded : uses.stored) = true;
  return uses;
}

namespace {

/// What stands in a block, beside ops that cost nothing.
struct Contents {
  SmallVector<AffineForOp> loops;
  SmallVector<Transfer> transfers;
  bool hasCode = false; ///< statements that belong to no inner loop
};

class TaskScheduler {
public:
  TaskScheduler(hls::TaskOp task, Memories memories,
                const target::Target &target, bool tree,
                std::vector<BufferQoR> &buffers)
      : task(task), memories(std::move(memories)), target(target),
        rules(target.rules), tree(tree), buffers(buffers) {}

  FailureOr<TaskQoR> run();

private:
  /// Cycles of a piece of the task and how it is entered.
  struct Piece {
    int64_t latency = 0;
    bool isNest = false; ///< loops that are not flattened: own control states
  };
  void declare(hls::BufferOp buffer);
  FailureOr<Contents> read(Block &block);
  FailureOr<Piece> block(Block &block, RegionLoops around);
  FailureOr<Piece> loop(AffineForOp loop, RegionLoops around);
  FailureOr<Piece> region(Block &body, const RegionLoops &loops,
                          AffineForOp innermost);
  FailureOr<int64_t> besideLoop(Block &block, const Contents &contents,
                                const RegionLoops &around);
  FailureOr<int64_t> withTransfers(const Contents &contents, Piece inner);
  void addOperators(const RegionQoR &region);
  void addLinear(const RegionQoR &region);

  hls::TaskOp task;
  Memories memories;
  const target::Target &target;
  const target::ToolRules &rules;
  bool tree;
  std::vector<BufferQoR> &buffers;
  TaskQoR result;
};

} // namespace

void TaskScheduler::declare(hls::BufferOp buffer) {
  Memory memory = memoryOf(buffer);
  // Both ports of the sums' banks write, so that they are no LUTRAM.
  if (buffer->hasAttr(hls::accumulatorAttrName) && !memory.extents.empty() &&
      memory.storage == hls::StorageKind::Auto)
    memory.storage = hls::StorageKind::BRAM;
  if (!memories.try_emplace(buffer.getResult(), memory).second)
    return; // its block is read again
  if (memory.extents.empty() && buffer->hasAttr(hls::accumulatorAttrName))
    return; // a register of the loop around which it stands
  BufferUses uses = usesOf(buffer);
  buffers.push_back(
      estimateBuffer(buffer, memory, uses.loaded, uses.stored, target));
}

FailureOr<Contents> TaskScheduler::read(Block &block) {
  Contents contents;
  for (Operation &op : block.without_terminator()) {
    if (auto inner = dyn_cast<AffineForOp>(op)) {
      contents.loops.push_back(inner);
    } else if (std::optional<Transfer> transfer = transferOf(&op)) {
      contents.transfers.push_back(*transfer);
    } else if (auto buffer = dyn_cast<hls::BufferOp>(op)) {
      declare(buffer);
    } else if (isa<affine::AffineStoreOp, affine::AffineIfOp>(op)) {
      contents.hasCode = true;
    } else if (!isa<affine::AffineLoadOp>(op) && !isMemoryEffectFree(&op)) {
      return op.emitError("'")
             << op.getName() << "' inside a task cannot be estimated";
    }
  }
  bool isAround = contents.loops.size() == 1 &&
                  contents.loops.front()->hasAttr(hls::pipelineAttrName);
  if (contents.hasCode && !contents.loops.empty() && !isAround)
    return task.emitError("task '")
           << task.getTaskName()
           << "' has statements beside loops other than one pipelined loop, "
              "which the estimator does not schedule; distribute them first";
  return contents;
}

void TaskScheduler::addOperators(const RegionQoR &region) {
  for (auto &[name, count] : region.operations) {
    auto it = llvm::find_if(result.operators, [&, &name = name](auto &use) {
      return use.name == name;
    });
    if (it == result.operators.end())
      it = result.operators.insert(result.operators.end(), {name, 0, 0});
    it->operations += count;
    // Regions of one task run one after the other and share operators.
    it->units =
        std::max<int64_t>(it->units, llvm::divideCeil(count, region.ii));
  }
}

/// LUT and FF beyond operators and memories: pipeline registers, the operators'
/// multiplexers, conditions.
void TaskScheduler::addLinear(const RegionQoR &region) {
  auto sum = [&](const target::LinearRule &rule) {
    int64_t total = region.depth * region.outputs * rule.depthOutput;
    for (auto &[name, count] : region.operations) {
      int64_t units = llvm::divideCeil(count, region.ii);
      total += units * (rule.unit + (region.ii > 1 ? rule.sharedUnit : 0));
      total += region.guarded ? count * rule.guardedOperation : 0;
    }
    return total;
  };
  result.lutMilli += sum(rules.lut) + 1000 * region.selectors;
  result.ffMilli += sum(rules.ff);
}

/// "i0.j1": the flattened loops, outermost first.
static std::string nameOf(ArrayRef<AffineForOp> loops) {
  std::string name;
  for (AffineForOp loop : loops)
    name += (name.empty() ? "" : ".") + sourceName(loop);
  return name;
}

/// Whether the tool makes one loop of them: the bounds of the outermost alone
/// may vary, unless the code counts through all of them by itself.
static bool areFlattened(ArrayRef<AffineForOp> loops, AffineForOp innermost) {
  if (innermost && innermost->hasAttr(hls::collapsedAttrName))
    return true;
  return llvm::all_of(loops.drop_front(), [](AffineForOp loop) {
    return loop.hasConstantBounds();
  });
}

FailureOr<TaskScheduler::Piece> TaskScheduler::region(Block &body,
                                                      const RegionLoops &loops,
                                                      AffineForOp innermost) {
  FailureOr<RegionQoR> region =
      scheduleRegion(body, loops, memories, target, tree);
  if (failed(region))
    return failure();
  addOperators(*region);
  addLinear(*region);
  result.guarded |= region->guarded;
  LoopQoR row;
  row.op = innermost ? innermost.getOperation() : task.getOperation();
  row.name = nameOf(loops.moving);
  row.pipelined = loops.pipelined;
  row.depth = region->depth;
  ArrayRef<AffineForOp> moving = loops.moving;
  FailureOr<int64_t> all = meanTrips(moving), outer = 1, trips = 1;
  if (innermost) {
    outer = meanTrips(moving.drop_back());
    trips = meanTrips(innermost);
  }
  if (failed(all) || failed(outer) || failed(trips))
    return failure();
  row.trips = *all;
  Piece piece;
  if (!loops.pipelined) {
    row.latency = piece.latency = row.trips * row.depth;
  } else {
    row.ii = region->ii;
    auto pipeline =
        innermost->getAttrOfType<hls::PipelineAttr>(hls::pipelineAttrName);
    row.targetII = std::max<int64_t>(pipeline.getIi(), 1);
    row.ii = std::max(row.ii, row.targetII);
    if (row.ii > row.targetII)
      row.reason = region->reason;
    bool isAround =
        *outer > 1 || llvm::any_of(moving.drop_back(), [](AffineForOp around) {
          return !around.hasConstantBounds();
        });
    piece.isNest = isAround && (region->carried || loops.beside > 0 ||
                                !areFlattened(moving, innermost));
    if (piece.isNest) {
      row.trips = *trips;
      row.outer = *outer;
      row.name = sourceName(innermost);
    }
    int64_t depth = std::max(row.depth, rules.loops.minIterationLatency);
    row.latency = (row.trips - 1) * row.ii + depth - 1;
    piece.latency = row.latency + loops.beside;
    if (piece.isNest)
      piece.latency = *outer * (piece.latency + rules.loops.outerOverhead +
                                region->outerDelay);
  }
  result.loops.push_back(std::move(row));
  return piece;
}

/// Cycles of the code of a block beside its loop: one store after the other.
FailureOr<int64_t> TaskScheduler::besideLoop(Block &block,
                                             const Contents &contents,
                                             const RegionLoops &around) {
  if (!contents.hasCode || contents.loops.empty())
    return 0;
  FailureOr<RegionQoR> region = scheduleRegion(block, around, memories, target,
                                               tree, contents.loops.front());
  if (failed(region))
    return failure();
  int64_t others = llvm::count_if(block, [](Operation &op) {
    return isa<affine::AffineStoreOp>(op) && !op.hasAttr(hls::copyAttrName);
  });
  --others;
  return region->depth + others * rules.depth.copy;
}

FailureOr<int64_t> TaskScheduler::withTransfers(const Contents &contents,
                                                Piece inner) {
  int64_t load = 0, store = 0;
  for (const Transfer &transfer : contents.transfers) {
    auto memory = memories.find(transfer.buffer);
    if (memory == memories.end())
      return transfer.op->emitError(
          "transfer of a buffer that is not declared here");
    FailureOr<TransferQoR> estimated =
        estimateTransfer(transfer, memory->second, /*inTask=*/true, target);
    if (failed(estimated))
      return failure();
    int64_t &longest = transfer.isLoad ? load : store;
    longest = std::max(longest, estimated->latency);
    result.transfers.push_back(std::move(*estimated));
  }
  // A flattened loop is entered as in a task of its own.
  int64_t entry =
      inner.isNest ? 0 : rules.loops.taskOverhead + rules.loops.outerExit;
  return load + inner.latency + entry + store + rules.transfers.nestOverhead;
}

/// The loops of a block one after the other, transfers before and after.
FailureOr<TaskScheduler::Piece> TaskScheduler::block(Block &block,
                                                     RegionLoops around) {
  FailureOr<Contents> contents = read(block);
  if (failed(contents))
    return failure();
  around.still.append(around.moving);
  around.moving.clear();
  Piece piece;
  FailureOr<int64_t> beside = besideLoop(block, *contents, around);
  if (failed(beside))
    return failure();
  around.beside = *beside;
  for (auto [i, inner] : llvm::enumerate(contents->loops)) {
    FailureOr<Piece> one = loop(inner, around);
    if (failed(one))
      return failure();
    piece.latency += one->latency + (i ? rules.loops.addLoopOverhead : 0);
    piece.isNest |= one->isNest;
  }
  if (contents->loops.empty()) {
    FailureOr<Piece> one = region(block, around, AffineForOp());
    if (failed(one))
      return failure();
    piece = *one;
  }
  if (contents->transfers.empty())
    return piece;
  FailureOr<int64_t> latency = withTransfers(*contents, piece);
  if (failed(latency))
    return failure();
  return Piece{*latency, true};
}

/// A loop with what is perfectly nested in it, down to the pipelined one.
FailureOr<TaskScheduler::Piece> TaskScheduler::loop(AffineForOp loop,
                                                    RegionLoops around) {
  int64_t outer = 1;
  while (true) {
    around.moving.push_back(loop);
    if (loop->hasAttr(hls::pipelineAttrName)) {
      around.pipelined = true;
      return region(*loop.getBody(), around, loop);
    }
    FailureOr<int64_t> trips = meanTrips(loop);
    if (failed(trips))
      return failure();
    outer *= *trips;
    FailureOr<Contents> contents = read(*loop.getBody());
    if (failed(contents))
      return failure();
    if (contents->loops.empty() && contents->transfers.empty())
      return region(*loop.getBody(), around, loop);
    if (contents->loops.size() == 1 && contents->transfers.empty()) {
      FailureOr<int64_t> beside =
          besideLoop(*loop.getBody(), *contents, around);
      if (failed(beside))
        return failure();
      around.beside = *beside;
      loop = contents->loops.front();
      continue;
    }
    FailureOr<Piece> body = block(*loop.getBody(), around);
    if (failed(body))
      return failure();
    return Piece{outer * body->latency, true};
  }
}

FailureOr<TaskQoR> TaskScheduler::run() {
  result.op = task;
  result.name = task.getTaskName().str();
  result.opaque = task.isOpaque();
  if (result.opaque)
    return std::move(result);
  FailureOr<Piece> body = block(task.getBody().front(), RegionLoops());
  if (failed(body))
    return failure();
  result.latency = body->latency;
  // Two loops in sequence hand over to each other within the overhead between.
  if (result.loops.size() == 1 || body->isNest)
    result.latency +=
        body->isNest ? rules.loops.outerExit : rules.loops.taskOverhead;
  llvm::sort(result.operators,
             [](auto &a, auto &b) { return a.name < b.name; });
  return std::move(result);
}

FailureOr<TaskQoR> analysis::estimateTask(hls::TaskOp task, Memories memories,
                                          const target::Target &target,
                                          bool treeReduction,
                                          std::vector<BufferQoR> &buffers) {
  return TaskScheduler(task, std::move(memories), target, treeReduction,
                       buffers)
      .run();
}
