//===- Network.cpp - A dataflow region as a network -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Network.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "talos/Analysis/QoR.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/MemoryBanks.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Dialect/HLS/Skips.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Dialect/HLS/Top.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

std::string analysis::portName(BlockArgument argument) {
  unsigned number = argument.getArgNumber();
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  auto name = function.getArgAttrOfType<StringAttr>(number, hls::nameAttrName);
  return name ? name.getValue().str() : "port" + std::to_string(number);
}

namespace {
struct Step;

class NetworkBuilder {
public:
  NetworkBuilder(hls::DataflowOp dataflow, const target::Target &target)
      : dataflow(dataflow), target(target) {}
  FailureOr<sim::Network> build();

private:
  /// A number for an op, from 1.
  sim::Place place(Operation *op) {
    places.push_back(op);
    return places.size();
  }
  void addStream(hls::StreamOp stream);
  LogicalResult checkSlrs();
  LogicalResult addProcess(hls::ProcessOp process);
  unsigned addLeaf(sim::Leaf leaf);
  FailureOr<unsigned> addLoop(AffineForOp pipelined, const Twine &name);
  FailureOr<unsigned> addTasks(hls::ProcessOp process,
                               ArrayRef<Operation *> ops);
  FailureOr<sim::Segment> segmentOf(hls::ProcessOp process, const Step &step);
  FailureOr<sim::Segment> tilesOf(hls::ProcessOp process, AffineForOp loop);
  LogicalResult addSequence(hls::ProcessOp process);
  void addPorts();
  void shareBundles();

  hls::DataflowOp dataflow;
  const target::Target &target;
  SmallVector<Operation *> places;
  sim::Network network;
};
} // namespace

void NetworkBuilder::addStream(hls::StreamOp stream) {
  hls::StreamType type = stream.getResult().getType();
  for (int64_t number = 0; number < type.getFifos(); ++number) {
    sim::Fifo fifo;
    fifo.name = fifoName(stream, number);
    fifo.bits = type.getTokenBits();
    fifo.depth = stream.getDepth();
    fifo.crossing = hls::boundariesCrossed(stream) * target.device.slrCrossing;
    fifo.place = place(stream);
    network.fifos.push_back(std::move(fifo));
  }
}

/// The flattened loops as counters.
static FailureOr<std::vector<sim::Counter>> countersOf(AffineForOp pipelined) {
  std::vector<sim::Counter> counters;
  for (AffineForOp loop : flattenedLoops(pipelined)) {
    if (!loop.hasConstantBounds())
      return loop.emitError("the bounds of a loop of a process vary; its "
                            "simulation needs constant bounds");
    sim::Counter counter;
    counter.trip =
        std::max<int64_t>(0, llvm::divideCeil(loop.getConstantUpperBound() -
                                                  loop.getConstantLowerBound(),
                                              loop.getStepAsInt()));
    counters.push_back(std::move(counter));
  }
  return counters;
}

/// What the process leaves out of the iterations of its loops.
static LogicalResult addSkips(AffineForOp pipelined, sim::Leaf &leaf) {
  FailureOr<hls::Skips> skips = hls::skipsOfLoops(flattenedLoops(pipelined));
  if (failed(skips))
    return failure();
  leaf.skipDepth = skips->depth();
  for (const std::vector<hls::SkipRow> &rows : skips->rows) {
    std::vector<sim::Condition> &all = leaf.skip.cases.emplace_back();
    for (const hls::SkipRow &row : rows) {
      sim::Condition &condition = all.emplace_back();
      condition.constant = row.back();
      for (unsigned loop = 0; loop < leaf.skipDepth; ++loop)
        if (row[loop] != 0)
          condition.terms.push_back({row[loop], leaf.counters[loop].name});
    }
  }
  return success();
}

/// How the pipeline waits; the tool's own choice is taken for the style that
/// waits most.
static sim::Style styleOf(AffineForOp pipelined) {
  auto pipeline =
      pipelined->getAttrOfType<hls::PipelineAttr>(hls::pipelineAttrName);
  bool goesOn = pipeline.getStyle() == hls::PipelineStyle::Flushable ||
                pipeline.getStyle() == hls::PipelineStyle::FreeRunning;
  return goesOn ? sim::Style::Flushable : sim::Style::Stalling;
}

/// The device has the SLRs of all processes, and kernels follow each other.
LogicalResult NetworkBuilder::checkSlrs() {
  FailureOr<SmallVector<int64_t>> kernels = hls::kernelSlrs(dataflow);
  if (failed(kernels))
    return failure();
  for (auto process : dataflow.getBody().getOps<hls::ProcessOp>())
    if (int64_t slr = hls::slrOf(process).value_or(0);
        slr >= target.device.slrs)
      return process.emitError("process '")
             << process.getProcessName() << "' stands in SLR" << slr << "; "
             << target.device.name << " has "
             << hls::slrRange(target.device.slrs);
  return success();
}

/// A pipelined loop as a leaf of this name.
FailureOr<unsigned> NetworkBuilder::addLoop(AffineForOp pipelined,
                                            const Twine &name) {
  FailureOr<std::vector<sim::Counter>> counters = countersOf(pipelined);
  if (failed(counters))
    return failure();
  FailureOr<ProcessSchedule> schedule = schedulePipeline(pipelined, target);
  if (failed(schedule))
    return failure();
  auto process = pipelined->getParentOfType<hls::ProcessOp>();
  if (!schedule->reason.empty())
    pipelined->emitWarning("iterations of process '")
        << process.getProcessName() << "' start every " << schedule->interval
        << " cycles: " << schedule->reason;
  sim::Leaf leaf;
  leaf.name = name.str();
  leaf.place = place(process);
  leaf.kind = schedule->loads && schedule->stores ? sim::Leaf::Loop
              : schedule->loads                   ? sim::Leaf::Load
              : schedule->stores                  ? sim::Leaf::Store
                                                  : sim::Leaf::Loop;
  leaf.counters = std::move(*counters);
  for (auto [counter, own] : llvm::zip(leaf.counters, schedule->counters))
    counter.name = own;
  if (failed(addSkips(pipelined, leaf)))
    return failure();
  leaf.interval = schedule->interval;
  leaf.iterationLatency = schedule->depth;
  leaf.accesses = std::move(schedule->accesses);
  leaf.style = styleOf(pipelined);
  std::optional<int64_t> latency = sim::pipelineLatency(leaf, /*pre=*/0);
  if (!latency)
    return process.emitError("the latency of process '")
           << process.getProcessName() << "' has more than 64 bits";
  leaf.latency = *latency;
  return addLeaf(std::move(leaf));
}

/// Calls of one function on other buffers are one leaf.
unsigned NetworkBuilder::addLeaf(sim::Leaf leaf) {
  unsigned number = 1;
  for (const std::string name = leaf.name;;
       leaf.name = name + "_" + std::to_string(++number)) {
    auto same = llvm::find_if(network.leaves, [&](const sim::Leaf &other) {
      return other.name == leaf.name;
    });
    if (same == network.leaves.end())
      return network.addLeaf(std::move(leaf));
    if (same->kind == leaf.kind && same->latency == leaf.latency &&
        same->interval == leaf.interval &&
        same->counters.size() == leaf.counters.size())
      return same - network.leaves.begin();
  }
}

static AffineForOp pipelinedIn(Operation &nest) {
  AffineForOp found;
  nest.walk([&](AffineForOp loop) {
    if (loop->hasAttr(hls::pipelineAttrName))
      found = loop;
  });
  return found;
}

//===----------------------------------------------------------------------===//
// Processes of kind task
//===----------------------------------------------------------------------===//

namespace {
/// What runs side by side: fills and drains, each by itself, and what computes,
/// one after the other.
struct Step {
  SmallVector<Operation *> moves, computes;
};
} // namespace

static bool isOrHas(Operation *op, llvm::function_ref<bool(hls::TaskOp)> such) {
  return op
      ->walk([&](hls::TaskOp task) {
        return such(task) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool hasTask(Operation *op) {
  return isOrHas(op, [](hls::TaskOp) { return true; });
}

static bool movesTokens(Operation *op) {
  return isOrHas(op, [](hls::TaskOp task) { return task.movesTokens(); });
}

/// They have a buffer, or a stream, in common.
static bool share(Operation *op, Operation *other) {
  return isOrHas(op, [&](hls::TaskOp task) {
    return isOrHas(other, [&](hls::TaskOp second) {
      return llvm::any_of(task.getInputs(), [&](Value input) {
        return isa<MemRefType, hls::StreamType>(input.getType()) &&
               llvm::is_contained(second.getInputs(), input);
      });
    });
  });
}

/// Neighbouring tasks, step by step.
static SmallVector<Step> stepsOf(ArrayRef<Operation *> tasks) {
  SmallVector<Step> steps;
  for (Operation *op : tasks) {
    bool moves = movesTokens(op);
    auto waits = [&](Operation *other) { return share(op, other); };
    if (steps.empty() || llvm::any_of(steps.back().moves, waits) ||
        (moves && llvm::any_of(steps.back().computes, waits)))
      steps.emplace_back();
    (moves ? steps.back().moves : steps.back().computes).push_back(op);
  }
  return steps;
}

/// What computes, as a leaf without accesses.
FailureOr<unsigned> NetworkBuilder::addTasks(hls::ProcessOp process,
                                             ArrayRef<Operation *> ops) {
  hls::TargetAttr attr =
      hls::targetOf(process->getParentOfType<func::FuncOp>());
  FailureOr<QoR> qor =
      estimateQoR(process, ops, target, attr && attr.getTreeReduction());
  if (failed(qor))
    return failure();
  sim::Leaf leaf;
  leaf.name = process.getProcessName().str();
  leaf.kind = sim::Leaf::Compute;
  leaf.latency = qor->latency;
  leaf.place = place(process);
  return addLeaf(std::move(leaf));
}

FailureOr<sim::Segment> NetworkBuilder::segmentOf(hls::ProcessOp process,
                                                  const Step &step) {
  sim::Segment segment;
  segment.place =
      place(step.moves.empty() ? step.computes.front() : step.moves.front());
  for (Operation *op : step.moves) {
    auto move = cast<hls::TaskOp>(op);
    FailureOr<unsigned> leaf = addLoop(
        pipelinedIn(move.getBody().front().front()),
        process.getProcessName() + "." +
            hls::stringifyTaskKind(move.getKind()) + "_" + move.getTaskName());
    if (failed(leaf))
      return failure();
    segment.nodes.push_back(sim::Node::callOf(*leaf));
  }
  if (step.computes.empty())
    return std::move(segment);
  FailureOr<unsigned> leaf = addTasks(process, step.computes);
  if (failed(leaf))
    return failure();
  segment.nodes.push_back(sim::Node::callOf(*leaf));
  return std::move(segment);
}

/// What the conditions that tell the copies of buffers choose from.
static SmallVector<Block *> copiesIn(AffineForOp loop) {
  SmallVector<Block *> copies;
  Block *body = loop.getBody();
  for (auto swaps = body->getOps<affine::AffineIfOp>(); !swaps.empty();
       swaps = body->getOps<affine::AffineIfOp>()) {
    copies.push_back((*swaps.begin()).getThenBlock());
    body = (*swaps.begin()).getElseBlock();
  }
  copies.push_back(body);
  return copies;
}

static std::multiset<std::string> taskNames(Block &block) {
  std::multiset<std::string> names;
  block.walk([&](hls::TaskOp task) {
    names.insert(
        (hls::stringifyTaskKind(task.getKind()) + " " + task.getTaskName())
            .str());
  });
  return names;
}

/// A loop over tiles, which runs the same tasks on other copies of buffers.
FailureOr<sim::Segment> NetworkBuilder::tilesOf(hls::ProcessOp process,
                                                AffineForOp loop) {
  FailureOr<std::vector<sim::Counter>> counters = countersOf(loop);
  if (failed(counters))
    return failure();
  SmallVector<Block *> copies = copiesIn(loop);
  SmallVector<Step> steps;
  for (Block *copy : copies) {
    SmallVector<Operation *> tasks;
    for (Operation &op : copy->without_terminator())
      if (hasTask(&op))
        tasks.push_back(&op);
    steps = stepsOf(tasks);
    if (steps.size() != 1)
      return loop.emitError("in a loop over tiles, what fills and empties "
                            "buffers runs beside the tasks that compute; ")
             << steps.size() << " steps follow each other here";
    if (taskNames(*copy) != taskNames(*copies.front()))
      return loop.emitError("a loop over tiles runs the same tasks on each "
                            "copy of the buffers; the branches here differ");
  }
  FailureOr<sim::Segment> segment = segmentOf(process, steps.front());
  if (failed(segment))
    return failure();
  const target::OverlapRules &rules = target.rules.transfers.overlap;
  segment->loop = "tile";
  segment->trip = counters->back().trip;
  segment->bodyCost = rules.iteration + (copies.size() > 2 ? rules.third : 0);
  return segment;
}

/// Steps of tasks, nests that fill or empty buffers, and loops over tiles, one
/// after the other.
LogicalResult NetworkBuilder::addSequence(hls::ProcessOp process) {
  std::vector<sim::Segment> segments;
  StringRef name = process.getProcessName();
  unsigned transfers = 0;
  SmallVector<Operation *> tasks;
  auto add = [&](FailureOr<sim::Segment> segment) -> LogicalResult {
    if (succeeded(segment))
      segments.push_back(std::move(*segment));
    return segment;
  };
  auto close = [&]() -> LogicalResult {
    for (const Step &step : stepsOf(tasks))
      if (failed(add(segmentOf(process, step))))
        return failure();
    tasks.clear();
    return success();
  };
  for (Operation &op : process.getBody().front().without_terminator()) {
    auto loop = dyn_cast<AffineForOp>(op);
    bool isTasks = hasTask(&op);
    if (isTasks && !(loop && movesTokens(loop))) {
      tasks.push_back(&op);
      continue;
    }
    if (!loop)
      continue;
    if (failed(close()))
      return failure();
    if (isTasks) {
      if (failed(add(tilesOf(process, loop))))
        return failure();
      continue;
    }
    FailureOr<unsigned> leaf =
        addLoop(pipelinedIn(op), name + "." + Twine(++transfers));
    if (failed(leaf))
      return failure();
    sim::Segment segment;
    segment.nodes.push_back(sim::Node::callOf(*leaf));
    segment.place = place(&op);
    segments.push_back(std::move(segment));
  }
  if (failed(close()))
    return failure();
  sim::Process entry;
  entry.name = name.str();
  entry.body = sim::Node::levelOf(std::move(segments));
  entry.place = place(process);
  network.processes.push_back(std::move(entry));
  return success();
}

LogicalResult NetworkBuilder::addProcess(hls::ProcessOp process) {
  if (process.isTask())
    return addSequence(process);
  FailureOr<unsigned> leaf = addLoop(
      cast<AffineForOp>(process.getPipelinedLoop()), process.getProcessName());
  if (failed(leaf))
    return failure();
  sim::Process entry;
  entry.name = process.getProcessName().str();
  entry.body = sim::Node::callOf(*leaf);
  entry.place = place(process);
  network.processes.push_back(std::move(entry));
  return success();
}

void NetworkBuilder::addPorts() {
  network.banks = target.device.memory.banks;
  auto function = cast<FunctionOpInterface>(dataflow->getParentOp());
  llvm::StringMap<int64_t> parts; // ports, by array
  for (auto [argument, banks] :
       llvm::zip_equal(function.getArguments(),
                       hls::memoryBanksOf(function, network.banks)))
    parts[portName(argument)] = banks.size();
  std::set<std::string> names;
  for (const sim::Leaf &leaf : network.leaves)
    for (const sim::Access &access : leaf.accesses)
      if (!access.isOfFifo() && names.insert(access.of).second) {
        sim::Port &port = network.ports.emplace_back();
        port.name = access.of;
        port.parts = parts.at(access.of);
      }
}

/// A load through a port that is also stored to takes a cycle more.
void NetworkBuilder::shareBundles() {
  std::set<std::string> storedTo;
  for (const sim::Leaf &leaf : network.leaves)
    for (const sim::Access &access : leaf.accesses)
      if (access.kind == sim::Access::Store)
        storedTo.insert(access.of);
  for (sim::Leaf &leaf : network.leaves)
    if (llvm::any_of(leaf.accesses, [&](const sim::Access &access) {
          return access.kind == sim::Access::Load && storedTo.count(access.of);
        }))
      leaf.latency += target.rules.dataflow.sharedPort;
}

FailureOr<sim::Network> NetworkBuilder::build() {
  auto function = cast<FunctionOpInterface>(dataflow->getParentOp());
  network.name = function.getName().str();
  const target::DataflowRules &rules = target.rules.dataflow;
  network.rules.entry = rules.entry;
  network.rules.fifoLatency = rules.fifoLatency;
  network.rules.fifoFree = rules.fifoFree;
  Block &body = dataflow.getBody().front();
  if (failed(hls::checkProcessesAlone(dataflow)) || failed(checkSlrs()))
    return failure();
  for (Operation &op : body.without_terminator()) {
    if (auto stream = dyn_cast<hls::StreamOp>(op)) {
      addStream(stream);
      continue;
    }
    auto process = cast<hls::ProcessOp>(op);
    if (failed(addProcess(process)))
      return failure();
  }
  addPorts();
  shareBundles();
  std::optional<sim::Fault> fault = sim::verify(network);
  if (!fault)
    return std::move(network);
  Operation *at = fault->place ? places[fault->place - 1] : dataflow;
  return at->emitError(fault->message);
}

FailureOr<sim::Network> analysis::networkOf(hls::DataflowOp dataflow,
                                            const target::Target &target) {
  return NetworkBuilder(dataflow, target).build();
}

FailureOr<sim::Sequence> analysis::networksOf(ModuleOp module) {
  FailureOr<func::FuncOp> top = hls::topOf(module);
  if (failed(top))
    return failure();
  func::FuncOp function = *top;
  SmallVector<hls::DataflowOp> regions = hls::dataflowsOf(function);
  if (regions.empty())
    return function.emitError("function '")
           << function.getName()
           << "' has no hls.dataflow; hls-sim executes processes that are "
              "joined by streams, hls-estimate-qor schedules tasks";
  TargetAnalysis targets(module);
  FailureOr<const target::Target *> target = targets.of(function);
  if (failed(target))
    return failure();
  sim::Sequence sequence;
  for (hls::DataflowOp region : regions)
    for (const RegionRun &run : runsOf(region)) {
      FailureOr<sim::Network> network = networkOf(run.dataflow, **target);
      if (failed(network))
        return failure();
      sequence.runs.push_back(std::move(*network));
    }
  if (sequence.runs.size() > 1) // calls one after the other, as those of levels
    sequence.call = (*target)->rules.levelOverhead;
  return std::move(sequence);
}
