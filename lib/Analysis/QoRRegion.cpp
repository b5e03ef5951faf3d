//===- QoRRegion.cpp - One iteration of a loop, scheduled -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QoRExecution.h"
#include <numeric>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

FailureOr<int64_t> analysis::constantTrips(AffineForOp loop) {
  if (!loop.hasConstantBounds())
    return loop.emitError("the estimator needs constant loop bounds; run "
                          "hls-apply-schedule first");
  int64_t span = loop.getConstantUpperBound() - loop.getConstantLowerBound();
  return std::max<int64_t>(0, llvm::divideCeil(span, loop.getStepAsInt()));
}

namespace {

/// Turns an executed iteration into cycles.
class RegionScheduler {
public:
  RegionScheduler(Execution &execution, const RegionLoops &loops,
                  const target::Target &target, bool tree)
      : run(execution), loops(loops), rules(target.rules),
        tree(tree && !execution.isGuarded()) {
    for (AffineForOp loop : loops.moving)
      trips.push_back(constantTrips(loop).value_or(1));
  }

  RegionQoR schedule();

private:
  bool moves(const AccessInfo &access, AffineForOp loop) const;
  bool isReadFirst(const Element &element) const;
  void findRecurrences();
  std::vector<int64_t> delays(bool outside) const;
  int64_t delayOf(const AccessInfo &access, bool outside) const;
  int64_t depthOf(const std::vector<int64_t> &delays);
  int64_t guardedDepth(int64_t delay) const;
  void raise(int64_t ii, const Twine &reason);
  void waitForRecurrence(const DataFlowGraph::Times &times);
  void waitForFlattened();
  void waitForRegisters();
  void waitForPorts();

  Execution &run;
  const RegionLoops &loops;
  const target::ToolRules &rules;
  bool tree;
  SmallVector<int64_t> trips; ///< of loops.moving
  std::vector<DataFlowGraph::Id> roots;
  const Element *recurrent = nullptr; ///< carried by the pipelined loop
  const Element *flattened = nullptr; ///< carried by a loop flattened into it
  const Element *inRegisters = nullptr;
  RegionQoR result;
};

} // namespace

bool RegionScheduler::moves(const AccessInfo &access, AffineForOp loop) const {
  for (const AccessDim &dim : access.dims)
    for (const AccessTerm &term : dim.running)
      if (term.loop == loop)
        return true;
  return false;
}

/// The element's old value is read before it is written.
bool RegionScheduler::isReadFirst(const Element &element) const {
  return element.value != DataFlowGraph::none &&
         element.load != DataFlowGraph::none;
}

void RegionScheduler::findRecurrences() {
  if (!loops.pipelined)
    return;
  AffineForOp last = loops.moving.back();
  for (const Element &element : run.elements()) {
    if (!isReadFirst(element))
      continue;
    const AccessInfo &access = run.accesses()[element.access];
    if (!moves(access, last)) {
      recurrent = recurrent ? recurrent : &element;
      run.graph().node(element.load).isLast = true;
      continue;
    }
    for (auto [loop, trip] : llvm::zip(loops.moving, trips))
      if (trip > 1 && !moves(access, loop))
        flattened = flattened ? flattened : &element;
  }
  for (const Element &element : run.elements())
    if (element.value != DataFlowGraph::none &&
        run.memoryOf(element).inRegisters() && run.isRead(element.memory))
      inRegisters = inRegisters ? inRegisters : &element;
  result.carried = recurrent != nullptr;
}

/// When an access's operand is there: its bank may need a remainder, its row's
/// start a multiplication. Loops that stand still cost nothing inside.
int64_t RegionScheduler::delayOf(const AccessInfo &access, bool outside) const {
  const Memory &memory = run.memory(access.memory);
  AffineForOp last = loops.moving.empty() ? AffineForOp() : loops.moving.back();
  auto runs = [&](AffineForOp loop) {
    bool isOuter = llvm::is_contained(loops.moving, loop) && loop != last;
    if (outside)
      return isOuter;
    return loop == last || (isOuter && !result.carried);
  };
  int64_t delay = 0, stride = 1;
  for (unsigned d = access.dims.size(); d-- > 0;) {
    int64_t values = 1, factor = memory.factors[d];
    int64_t step = factor; // greatest common divisor of f and all strides
    bool isOwn = false;    // the pipelined loop moves in this dimension
    for (const AccessTerm &term : access.dims[d].running) {
      isOwn |= term.loop == last;
      if (!runs(term.loop))
        continue;
      values *= constantTrips(term.loop).value_or(1);
      step = std::gcd(step, term.coefficient);
    }
    if (values > 1 && !(outside && isOwn)) {
      int64_t banks = factor / step;
      if (!isPowerOfTwo(banks) && values > banks &&
          memory.extents[d] >= 2 * factor)
        delay = std::max(delay, bitsOf(values) + rules.depth.remainder);
      if (values >= 3 && memory.rowWords(d) >= 3 &&
          needsMultiplier(stride, rules))
        delay = std::max(delay, rules.depth.strideMultiply);
    }
    stride *= memory.rowWords(d);
  }
  return delay;
}

std::vector<int64_t> RegionScheduler::delays(bool outside) const {
  std::vector<int64_t> result;
  for (const AccessInfo &access : run.accesses())
    result.push_back(delayOf(access, outside));
  return result;
}

static int64_t greatest(const std::vector<int64_t> &values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

/// Under a condition each term starts when the one before has ended.
int64_t RegionScheduler::guardedDepth(int64_t delay) const {
  int64_t longest = 0;
  for (const Element &element : run.elements())
    longest = std::max(longest, element.guardedTime);
  return longest + rules.depth.guarded + delay;
}

int64_t RegionScheduler::depthOf(const std::vector<int64_t> &delays) {
  int64_t latest = greatest(delays), depth = 0;
  for (const Element &element : run.elements()) {
    if (element.value == DataFlowGraph::none)
      continue;
    const DataFlowGraph::Node &root = run.graph().node(element.value);
    if (root.op || root.access == DataFlowGraph::none)
      continue;
    depth = std::max(depth, latest + rules.depth.copy); // a load is stored
  }
  DataFlowGraph::Times times = run.graph().schedule(roots, delays, tree);
  result.operations = times.counts;
  bool computes = !times.counts.empty();
  if (!computes && depth == 0)
    return latest + rules.depth.zeroInit;
  if (!computes)
    return depth;
  // Leaving through a register instead of a RAM saves the store's cycle.
  bool toRam = false, waits = false;
  for (const Element &element : run.elements())
    if (element.value != DataFlowGraph::none) {
      toRam |= !run.memoryOf(element).inRegisters();
      waits |= run.isRead(element.memory);
    }
  int64_t base = toRam || waits ? rules.depth.parallel : rules.depth.local;
  if (result.carried)
    base = rules.depth.carried;
  return std::max(depth, times.depth + base);
}

void RegionScheduler::raise(int64_t ii, const Twine &reason) {
  if (ii <= result.ii)
    return;
  result.ii = ii;
  result.reason = reason.str();
}

/// A carried chain of k operators of latency L: k L, one cycle less for a
/// single operator, whose result is forwarded.
void RegionScheduler::waitForRecurrence(const DataFlowGraph::Times &times) {
  if (!recurrent)
    return;
  int64_t delay = times.chain;
  if (times.chainOps == 1)
    delay -= rules.loops.carriedSlack;
  raise(std::max<int64_t>(delay, 1),
        "recurrence through '" + Twine(run.memoryOf(*recurrent).name) +
            "': " + Twine(times.chainOps) + " dependent operations of " +
            Twine(times.chain) + " cycles, distance 1");
}

/// The tool takes the pipelined loop's trip count as the distance, and the
/// whole iteration but entry and exit as the delay.
void RegionScheduler::waitForFlattened() {
  if (!flattened)
    return;
  int64_t delay = std::max<int64_t>(result.depth - rules.loops.flattenSlack, 1);
  int64_t distance = trips.back();
  raise(llvm::divideCeil(delay, distance),
        "'" + Twine(run.memoryOf(*flattened).name) +
            "' is accumulated by a loop flattened into this one: delay " +
            Twine(delay) + ", distance " + Twine(distance));
}

/// Registers chosen by an index that moves: the next iteration may want the
/// same one, so it waits for the whole chain of operators.
void RegionScheduler::waitForRegisters() {
  if (!inRegisters || recurrent)
    return;
  std::vector<int64_t> none(run.accesses().size(), 0);
  DataFlowGraph::Times times = run.graph().schedule(roots, none, tree);
  raise(times.operators, "'" + Twine(run.memoryOf(*inRegisters).name) +
                             "' is in registers, read and written by every "
                             "iteration: a chain of " +
                             Twine(times.operators) + " cycles");
}

/// Accesses to the fullest bank of each memory. Accesses that move alike meet
/// in the same bank or never; of others any two may meet.
void RegionScheduler::waitForPorts() {
  using Bank = std::vector<int64_t>;
  std::map<unsigned, std::map<std::vector<unsigned>, std::map<Bank, int64_t>>>
      load;
  for (const Element &element : run.elements()) {
    const Memory &memory = run.memoryOf(element);
    if (!memory.onChip || memory.inRegisters())
      continue;
    Bank bank;
    for (size_t d = 0; d < element.constants.size(); ++d)
      bank.push_back(memory.bankOf(d, element.constants[d]));
    load[element.memory][element.moving][bank] +=
        (element.load != DataFlowGraph::none) +
        (element.value != DataFlowGraph::none);
  }
  for (auto &[which, groups] : load) {
    const Memory &memory = run.memory(which);
    int64_t accesses = 0;
    for (auto &[moving, banks] : groups) {
      int64_t most = 0;
      for (auto &[bank, count] : banks)
        most = std::max(most, count);
      accesses += most;
    }
    raise(llvm::divideCeil(accesses, memory.ports),
          "array '" + Twine(memory.name) + "': " + Twine(accesses) +
              " accesses to one bank, " + Twine(memory.ports) + " ports");
  }
}

RegionQoR RegionScheduler::schedule() {
  result.guarded = run.isGuarded();
  for (const Element &element : run.elements())
    if (element.value != DataFlowGraph::none) {
      roots.push_back(element.value);
      ++result.outputs;
    }
  findRecurrences();
  std::vector<int64_t> inside = delays(/*outside=*/false);
  result.depth = depthOf(inside);
  if (result.guarded) {
    result.depth = guardedDepth(greatest(inside));
    result.operations = run.guardedOperations();
  }
  if (result.carried)
    result.outerDelay = greatest(delays(/*outside=*/true));
  if (!loops.pipelined)
    return result;
  waitForRecurrence(run.graph().schedule(roots, inside, tree));
  if (!result.carried)
    waitForFlattened();
  waitForRegisters();
  waitForPorts();
  return result;
}

FailureOr<RegionQoR> analysis::scheduleRegion(Block &body,
                                              const RegionLoops &loops,
                                              const Memories &memories,
                                              const target::Target &target,
                                              bool treeReduction) {
  Execution execution(memories, target, treeReduction);
  if (failed(execution.run(body)))
    return failure();
  return RegionScheduler(execution, loops, target, treeReduction).schedule();
}
