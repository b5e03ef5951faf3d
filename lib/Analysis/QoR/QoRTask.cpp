//===- QoRTask.cpp - Schedule of one task ---------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRTask.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/BufferCopies.h"
#include "talos/Support/Int.h"
#include <numeric>

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
  /// Transfers and nests that run side by side, and the loop over tiles.
  SmallVector<Operation *> segments;
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
  /// Calls of which some wait for others.
  struct SideBySide {
    int64_t levels = 0, cycles = 0;
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
  FailureOr<int64_t> callOf(hls::TaskOp call);
  FailureOr<TaskQoR> nestOf(hls::TaskOp call);
  FailureOr<SideBySide> sideBySide(ArrayRef<hls::TaskOp> calls);
  FailureOr<int64_t> overTiles(AffineForOp loop);
  FailureOr<Piece> overlapped(ArrayRef<Operation *> segments);
  void addOperators(const RegionQoR &region);
  void addLinear(const RegionQoR &region);

  hls::TaskOp task;
  Memories memories;
  const target::Target &target;
  const target::ToolRules &rules;
  bool tree;
  std::vector<BufferQoR> &buffers;
  TaskQoR result;
  /// Of calls that overlap, by what stands in them: equal ones share a
  /// function.
  llvm::StringMap<int64_t> latencies;
};

} // namespace

/// The two buffers of a tile take turns: its transfers are swapped, and not
/// only the nest that reads a tile of loops further out.
static bool takesTurns(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [](Operation *user) {
    return isa<affine::AffineIfOp>(user->getParentOp()) &&
           transferOf(user).has_value();
  });
}

/// The condition that swaps buffers, in the body of a loop over tiles.
static affine::AffineIfOp swapIn(AffineForOp loop) {
  for (auto swap : loop.getBody()->getOps<affine::AffineIfOp>())
    if (!swap.getThenBlock()->getOps<hls::TaskOp>().empty())
      return swap;
  return {};
}

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
  if (takesTurns(buffer))
    buffers.back().lutMilli +=
        1000 * rules.transfers.overlap.bankLut * memory.banks();
}

FailureOr<Contents> TaskScheduler::read(Block &block) {
  Contents contents;
  for (Operation &op : block.without_terminator()) {
    std::optional<Transfer> transfer = transferOf(&op);
    auto inner = dyn_cast<AffineForOp>(op);
    bool isCall =
        transfer ? takesTurns(transfer->buffer) : isa<hls::TaskOp>(op);
    if (isCall && !isa<hls::TaskOp>(op))
      return op.emitError("runs beside other calls, which the estimator knows "
                          "as tasks alone; run hls-lower-transfers first");
    if (isCall || (inner && swapIn(inner))) {
      contents.segments.push_back(&op);
    } else if (inner) {
      contents.loops.push_back(inner);
    } else if (transfer) {
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

/// The nest of a task whose transfers run beside it, a function of its own.
FailureOr<TaskQoR> TaskScheduler::nestOf(hls::TaskOp call) {
  Memories inside;
  for (auto [operand, argument] :
       llvm::zip(call.getInputs(), call.getBody().getArguments()))
    if (auto memory = memories.find(operand); memory != memories.end())
      inside[argument] = memory->second;
  FailureOr<TaskQoR> nest =
      estimateTask(call, std::move(inside), target, tree, buffers);
  if (failed(nest))
    return failure();
  llvm::append_range(result.loops, nest->loops);
  llvm::append_range(result.operators, nest->operators);
  result.lutMilli += nest->lutMilli;
  result.ffMilli += nest->ffMilli;
  result.guarded |= nest->guarded;
  return nest;
}

/// Cycles of a call beside others. Those that differ in the buffer that it gets
/// share a function.
FailureOr<int64_t> TaskScheduler::callOf(hls::TaskOp call) {
  std::string key =
      (hls::stringifyTaskKind(call.getKind()) + " " + call.getTaskName()).str();
  if (auto known = latencies.find(key); known != latencies.end())
    return known->second;
  std::optional<Transfer> transfer = transferOf(call);
  if (!transfer) {
    FailureOr<TaskQoR> nest = nestOf(call);
    if (failed(nest))
      return failure();
    return latencies[key] = nest->latency;
  }
  auto memory = memories.find(transfer->buffer);
  if (memory == memories.end())
    return call.emitError("transfer of a buffer that is not declared here");
  FailureOr<TransferQoR> estimated =
      estimateTransfer(*transfer, memory->second, /*inTask=*/true, target);
  if (failed(estimated))
    return failure();
  latencies[key] = estimated->latency;
  result.transfers.push_back(std::move(*estimated));
  return latencies[key];
}

/// Two calls follow each other if they have a memory in common that one of them
/// writes, or the port of an array.
static bool follows(hls::TaskOp later, hls::TaskOp earlier) {
  for (Value value : later.getInputs())
    for (Value other : earlier.getInputs())
      if (isa<MemRefType>(value.getType()) && value == other &&
          (later.isTransfer() || earlier.isTransfer() ||
           value.getDefiningOp<hls::BufferOp>()))
        return true;
  return false;
}

/// Each call starts as soon as none before it conflicts, level by level.
FailureOr<TaskScheduler::SideBySide>
TaskScheduler::sideBySide(ArrayRef<hls::TaskOp> calls) {
  SmallVector<int64_t> level, longest;
  for (auto [i, call] : llvm::enumerate(calls)) {
    int64_t own = 0;
    for (unsigned earlier = 0; earlier < i; ++earlier)
      if (follows(call, calls[earlier]))
        own = std::max(own, level[earlier] + 1);
    level.push_back(own);
    longest.resize(std::max<size_t>(longest.size(), own + 1), 0);
    FailureOr<int64_t> cycles = callOf(call);
    if (failed(cycles))
      return failure();
    longest[own] = std::max(longest[own], *cycles);
  }
  return SideBySide{
      int64_t(longest.size()),
      std::accumulate(longest.begin(), longest.end(), int64_t(0))};
}

/// The place of a tile takes a quotient or a remainder of the loop's iterator.
static bool divides(affine::AffineIfOp swap) {
  return swap
      ->walk([](affine::AffineApplyOp apply) {
        AffineMap map = apply.getAffineMap();
        bool isLinear =
            linearForm(map.getResult(0), map.getNumDims(), map.getNumSymbols())
                .has_value();
        return isLinear ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

/// A loop whose calls run side by side, on buffers that a condition swaps.
FailureOr<int64_t> TaskScheduler::overTiles(AffineForOp loop) {
  const target::OverlapRules &rules = target.rules.transfers.overlap;
  affine::AffineIfOp swap = swapIn(loop);
  FailureOr<int64_t> trips = constantTrips(loop);
  if (failed(trips) || !swap.hasElse())
    return loop.emitError("the estimator needs constant bounds and calls on "
                          "both sides of what swaps buffers");
  int64_t longest = 0;
  for (Block *side : {swap.getThenBlock(), swap.getElseBlock()}) {
    FailureOr<SideBySide> calls =
        sideBySide(llvm::to_vector(side->getOps<hls::TaskOp>()));
    if (failed(calls))
      return failure();
    longest =
        std::max(longest, calls->cycles + (calls->levels - 1) * rules.segment);
  }
  // All tiles: the loop leaves out the first and the last one.
  int64_t place =
      divides(swap) ? ceilLog2(Int(loop.getConstantUpperBound() + 1)).value() +
                          rules.remainder
                    : 0;
  return *trips * (longest + place + rules.iteration);
}

/// Neighbouring calls, and the loop over tiles: one after the other.
FailureOr<TaskScheduler::Piece>
TaskScheduler::overlapped(ArrayRef<Operation *> segments) {
  int64_t segment = target.rules.transfers.overlap.segment, cycles = 0;
  SmallVector<hls::TaskOp> calls;
  auto finish = [&]() -> LogicalResult {
    FailureOr<SideBySide> all = sideBySide(calls);
    if (failed(all))
      return failure();
    cycles += all->cycles + all->levels * segment;
    calls.clear();
    return success();
  };
  for (Operation *op : segments) {
    if (auto call = dyn_cast<hls::TaskOp>(op)) {
      calls.push_back(call);
      continue;
    }
    if (failed(finish()))
      return failure();
    FailureOr<int64_t> loop = overTiles(cast<AffineForOp>(op));
    if (failed(loop))
      return failure();
    cycles += *loop + segment;
  }
  if (failed(finish()))
    return failure();
  return Piece{cycles, true};
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
  if (!contents->segments.empty()) {
    FailureOr<Piece> one = overlapped(contents->segments);
    if (failed(one))
      return failure();
    piece = *one;
  } else if (contents->loops.empty()) {
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
    if (contents->loops.empty() && contents->transfers.empty() &&
        contents->segments.empty())
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
