//===- QoRRegion.cpp - One iteration of a loop, scheduled -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRAccess.h"
#include "Analysis/QoR/QoRRecurrence.h"
#include "talos/Analysis/Counting.h"
#include <map>
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

FailureOr<LoopTrips> analysis::loopTrips(AffineForOp loop) {
  if (!loop.hasConstantBounds())
    if (std::optional<TripCounts> counts = tripCounts(loop, /*thorough=*/true))
      return LoopTrips{counts->first, counts->end - counts->first,
                       counts->ceiling};
  FailureOr<int64_t> trips = constantTrips(loop);
  if (failed(trips))
    return failure();
  return LoopTrips{loop.getConstantLowerBound(), *trips, *trips};
}

FailureOr<int64_t> analysis::meanTrips(ArrayRef<AffineForOp> loops) {
  int64_t product = 1;
  for (AffineForOp loop : loops) {
    if (!loop.hasConstantBounds())
      if (std::optional<TripCounts> counts =
              tripCounts(loops.back(), /*thorough=*/true, loops.size()))
        return std::max<int64_t>(counts->ceiling, 1);
    FailureOr<int64_t> trips = constantTrips(loop);
    if (failed(trips))
      return failure();
    product *= *trips;
  }
  return product;
}

namespace {

/// What an iteration loads from a memory it stores in another, `delay` cycles
/// later, for the iteration after `distance` more.
struct Dependence {
  unsigned from = 0, to = 0;
  int64_t delay = 0, distance = 1;
};

/// Turns an executed iteration into cycles.
class RegionScheduler {
public:
  RegionScheduler(Execution &execution, const RegionLoops &loops,
                  RegionTrips tripOf, const target::Target &target, bool tree)
      : run(execution), loops(loops), rules(target.rules),
        tree(tree && !execution.isGuarded()), tripOf(std::move(tripOf)) {
    for (AffineForOp loop : loops.moving)
      trips.push_back(this->tripOf.lookup(loop).span);
    storesOf.resize(run.elements().size());
    for (auto [number, store] : llvm::enumerate(run.stores()))
      storesOf[store.element].push_back(number);
  }

  RegionQoR schedule();

private:
  bool moves(const AccessInfo &access, AffineForOp loop) const;
  bool isReadFirst(const Element &element) const;
  std::pair<int64_t, int64_t> accumulation(const Element &element) const;
  bool isTold() const;
  bool isOneToOne(const AccessInfo &access) const;
  bool meetsOutside(const Element &element) const;
  bool feedsItself(const Element &sum);
  void findRecurrences();
  std::vector<int64_t> delays(bool outside) const;
  int64_t depthOf(const std::vector<int64_t> &delays);
  int64_t guardedDepth(int64_t delay) const;
  void raise(int64_t ii, const Twine &reason);
  void waitForRecurrence(const DataFlowGraph::Times &times);
  void waitForFlattened();
  void waitForMemory();
  int64_t carriedDelay(ArrayRef<DataFlowGraph::Id> loads, unsigned memory);
  std::set<unsigned> storedMemories() const;
  void waitForCycles(ArrayRef<Dependence> dependences);
  void waitForRegisters();
  int64_t guardedChain(const Element &element) const;
  void spreadOverInterval(int64_t delay);
  void waitForPorts();

  Execution &run;
  const RegionLoops &loops;
  const target::ToolRules &rules;
  bool tree;
  RegionTrips tripOf;
  SmallVector<int64_t> trips;                     ///< of loops.moving
  std::vector<SmallVector<unsigned, 2>> storesOf; ///< by element
  std::vector<DataFlowGraph::Id> roots;
  const Element *recurrent = nullptr; ///< carried by the pipelined loop
  const Element *flattened = nullptr; ///< carried by a loop flattened into it
  const Element *inRegisters = nullptr;
  std::map<unsigned, bool> fed; ///< by access of a sum: feedsItself()
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

/// If the element is a sum (or product, maximum, ...) that goes on in every
/// iteration: the operations that follow each other on it and their cycles.
/// Zeros otherwise.
std::pair<int64_t, int64_t>
RegionScheduler::accumulation(const Element &element) const {
  int64_t operations = 0, cycles = 0;
  for (unsigned number : storesOf[&element - run.elements().data()]) {
    const StoreRecord &store = run.stores()[number];
    int64_t steps = run.graph().accumulations(store.previous, store.value);
    if (steps == 0)
      return {0, 0};
    int64_t time = steps * run.graph().node(store.value).op->latency;
    bool follows = !run.accesses()[store.access].isDistinct;
    operations = follows ? operations + steps : std::max(operations, steps);
    cycles = follows ? cycles + time : std::max(cycles, time);
  }
  return {operations, cycles};
}

/// A directive says what iterations have to do with each other.
bool RegionScheduler::isTold() const {
  return loops.moving.back()->hasAttr(hls::independentAttrName);
}

/// The loop moves a subscript that no other one moves.
static bool movesAlone(const AccessInfo &access, AffineForOp loop) {
  return llvm::any_of(access.dims, [&](const AccessDim &d) {
    return d.running.size() == 1 && d.running.front().loop == loop;
  });
}

/// Both loops move one subscript, as the levels of a tiled loop do.
static bool moveTogether(const AccessInfo &access, AffineForOp loop,
                         AffineForOp other) {
  return llvm::any_of(access.dims, [&](const AccessDim &d) {
    auto isMovedBy = [&](AffineForOp moving) {
      return llvm::any_of(d.running, [&](const auto &running) {
        return running.loop == moving;
      });
    };
    return isMovedBy(loop) && isMovedBy(other);
  });
}

/// Every iteration accesses an element of its own.
bool RegionScheduler::isOneToOne(const AccessInfo &access) const {
  return llvm::all_of(llvm::zip(loops.moving, trips), [&](auto entry) {
    auto [loop, trip] = entry;
    return trip == 1 || movesAlone(access, loop);
  });
}

/// Iterations of the loops around the pipelined one, and they alone, access the
/// element again.
bool RegionScheduler::meetsOutside(const Element &element) const {
  if (loops.moving.size() < 2 ||
      !movesAlone(run.accesses()[element.access], loops.moving.back()))
    return false;
  return llvm::any_of(
      storesOf[&element - run.elements().data()], [&](unsigned store) {
        return dependenceDistance(run,
                                  run.accesses()[run.stores()[store].access],
                                  element, ArrayRef(loops.moving).drop_back(),
                                  tripOf, /*guarded=*/false)
            .has_value();
      });
}

/// Another read of the array sees what the statement stores: then it is more
/// than a running sum that comes back. All elements of an access are alike.
bool RegionScheduler::feedsItself(const Element &sum) {
  auto [known, isNew] = fed.try_emplace(sum.access, false);
  if (!isNew)
    return known->second;
  std::set<std::pair<unsigned, unsigned>> pairs;
  for (unsigned store : storesOf[&sum - run.elements().data()])
    for (const Element &other : run.elements())
      if (other.memory == sum.memory && other.access != sum.access &&
          other.load != DataFlowGraph::none && !isReadFirst(other))
        pairs.insert({run.stores()[store].access, other.access});
  // A sum that outer loops bring back is forwarded unless the pipelined one
  // feeds it.
  const AccessInfo &access = run.accesses()[sum.access];
  bool isMoved = moves(access, loops.moving.back());
  SmallVector<AffineForOp> moving;
  for (AffineForOp loop : loops.moving)
    if (!isMoved || moveTogether(access, loop, loops.moving.back()))
      moving.push_back(loop);
  known->second = llvm::any_of(pairs, [&](std::pair<unsigned, unsigned> pair) {
    return mayFlow(run, run.accesses()[pair.first], run.accesses()[pair.second],
                   moving, tripOf);
  });
  return known->second;
}

void RegionScheduler::findRecurrences() {
  if (!loops.pipelined)
    return;
  AffineForOp last = loops.moving.back();
  bool runsOnce = llvm::all_of(trips, [](int64_t trip) { return trip == 1; });
  // A loop of one iteration that is no level of a sum's loop carries none.
  bool carries = trips.back() > 1 || last->hasAttr(hls::reductionAttrName);
  for (const Element &element : run.elements()) {
    if (runsOnce || !isReadFirst(element) || accumulation(element).first == 0)
      continue;
    const AccessInfo &access = run.accesses()[element.access];
    bool isStill = carries && !moves(access, last);
    if (feedsItself(element))
      continue;
    if (isStill) {
      recurrent = recurrent ? recurrent : &element;
      run.graph().node(element.load).isLast = true;
      continue;
    }
    for (auto [loop, trip] : llvm::zip(loops.moving, trips))
      if (trip > 1 && !moves(access, loop))
        flattened = flattened ? flattened : &element;
    if (!flattened && !isTold() && !isOneToOne(access) && meetsOutside(element))
      flattened = &element;
  }
  for (const Element &element : run.elements())
    if (element.value != DataFlowGraph::none &&
        run.memoryOf(element).inRegisters() && run.isRead(element.memory))
      inRegisters = inRegisters ? inRegisters : &element;
  result.carried = recurrent != nullptr;
}

/// Loops that stand still cost nothing inside.
std::vector<int64_t> RegionScheduler::delays(bool outside) const {
  AffineForOp last = loops.moving.empty() ? AffineForOp() : loops.moving.back();
  auto trips = [&](AffineForOp loop) -> std::optional<int64_t> {
    bool isOuter = llvm::is_contained(loops.moving, loop) && loop != last;
    bool runs =
        outside ? isOuter : loop == last || (isOuter && !result.carried);
    return runs ? std::optional(tripOf.lookup(loop).span) : std::nullopt;
  };
  std::vector<int64_t> all;
  for (const AccessInfo &access : run.accesses())
    all.push_back(addressDelay(access, run.memory(access.memory),
                               outside ? last : AffineForOp(), trips, rules));
  return all;
}

static int64_t greatest(const std::vector<int64_t> &values) {
  return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
}

/// Under a condition each term starts when the one before has ended.
int64_t RegionScheduler::guardedDepth(int64_t delay) const {
  int64_t longest = 0;
  for (const Element &element : run.elements())
    longest = std::max(longest, element.guardedTime());
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
  int64_t operations = times.chainOps, chain = times.chain;
  // Under conditions the graph starts anew at every store.
  if (run.isGuarded())
    std::tie(operations, chain) = accumulation(*recurrent);
  int64_t delay = chain;
  if (operations == 1)
    delay -= rules.loops.carriedSlack;
  raise(std::max<int64_t>(delay, 1),
        "recurrence through '" + Twine(run.memoryOf(*recurrent).name) +
            "': " + Twine(operations) + " dependent operations of " +
            Twine(chain) + " cycles, distance 1");
}

/// The tool takes the pipelined loop's trip count as the distance, where it is
/// told no other one, and the whole iteration but entry and exit as the delay.
void RegionScheduler::waitForFlattened() {
  if (!flattened)
    return;
  int64_t delay = std::max<int64_t>(result.depth - rules.loops.flattenSlack, 1);
  AffineForOp last = loops.moving.back();
  int64_t distance = trips.back();
  auto told = last->getAttrOfType<IntegerAttr>(hls::distanceAttrName);
  if (told && last->hasAttr(hls::collapsedAttrName))
    distance = told.getInt();
  raise(llvm::divideCeil(delay, distance),
        "'" + Twine(run.memoryOf(*flattened).name) +
            "' is accumulated by a loop flattened into this one: delay " +
            Twine(delay) + ", distance " + Twine(distance));
}

/// Cycles from the load of a value that an earlier iteration has stored to the
/// store of the value that follows from it.
int64_t RegionScheduler::carriedDelay(ArrayRef<DataFlowGraph::Id> loads,
                                      unsigned memory) {
  std::vector<DataFlowGraph::Id> values;
  std::map<unsigned, int64_t> terms; // by element
  int64_t most = 0;
  bool isCopy = true;
  for (const StoreRecord &store : run.stores()) {
    if (run.elements()[store.element].memory != memory)
      continue;
    values.push_back(store.value);
    int64_t &count = terms[store.element];
    count = run.elements()[store.element].isChained ? count + 1 : 1;
    most = std::max(most, count);
    isCopy &= !run.graph().node(store.value).op;
  }
  int64_t path = run.graph().longestPath(loads, values, tree);
  if (path < 0)
    return 0;
  if (run.isGuarded())
    return most * (path + rules.depth.guardedTerm) + rules.depth.guarded;
  return path + (isCopy ? rules.depth.copy : rules.depth.parallel);
}

/// Values that come from earlier iterations through the memory other than as a
/// running sum, such as A[i] = f(A[i - 1]). Where an outer loop brings them,
/// the tool takes the pipelined loop's trip count as the distance. Loops around
/// one that carries a sum are not flattened into it.
void RegionScheduler::waitForMemory() {
  ArrayRef<AffineForOp> moving = loops.moving;
  ArrayRef<int64_t> trips = this->trips;
  if (result.carried) {
    moving = moving.take_back();
    trips = trips.take_back();
  }
  // The tool looks at conditions no more than a directive makes it.
  AffineForOp last = loops.moving.back();
  bool tellsApart = isTold();
  std::map<std::pair<unsigned, int64_t>, SmallVector<DataFlowGraph::Id>> loads;
  for (const Element &element : run.elements()) {
    bool isSum = isReadFirst(element) && accumulation(element).first != 0 &&
                 (tellsApart || !last->hasAttr(hls::collapsedAttrName));
    // Another iteration of the loops that move it may bring the sum.
    if (isSum && !tellsApart && !recurrent && !flattened)
      isSum = isOneToOne(run.accesses()[element.access]);
    if (isSum || element.load == DataFlowGraph::none)
      continue;
    std::optional<int64_t> least;
    llvm::SmallDenseSet<unsigned> seen;
    for (const StoreRecord &store : run.stores()) {
      const AccessInfo &write = run.accesses()[store.access];
      if (write.memory != element.memory || !seen.insert(store.access).second)
        continue;
      std::optional<int64_t> distance =
          dependenceDistance(run, write, element, moving, tripOf, tellsApart);
      if (distance)
        least = std::min(distance, least ? least : distance);
    }
    if (least)
      loads[{element.memory, std::min(*least, trips.back())}].push_back(
          element.load);
  }
  std::vector<Dependence> between;
  for (auto &[key, nodes] : loads) {
    for (unsigned written : storedMemories())
      if (int64_t delay = carriedDelay(nodes, written); written != key.first)
        between.push_back({key.first, written, delay, key.second});
    auto [memory, distance] = key;
    int64_t delay = carriedDelay(nodes, memory);
    raise(std::max<int64_t>(llvm::divideCeil(delay, distance), 1),
          "recurrence through '" + Twine(run.memory(memory).name) +
              "': an iteration reads what an earlier one stores, delay " +
              Twine(delay) + ", distance " + Twine(distance));
    between.push_back({memory, memory, delay, distance});
  }
  llvm::erase_if(between, [](const Dependence &d) { return d.delay == 0; });
  waitForCycles(between);
}

std::set<unsigned> RegionScheduler::storedMemories() const {
  std::set<unsigned> memories;
  for (const StoreRecord &store : run.stores())
    memories.insert(run.elements()[store.element].memory);
  return memories;
}

/// A start of the iterations every `ii` cycles keeps all dependences: around no
/// cycle of them the delays are longer than the iterations in between.
static bool isFeasible(int64_t ii, ArrayRef<Dependence> dependences,
                       unsigned memories) {
  std::vector<int64_t> earliest(memories, 0);
  bool changed = true;
  for (unsigned round = 0; changed && round <= memories; ++round) {
    changed = false;
    for (const Dependence &d : dependences) {
      int64_t start = earliest[d.from] + d.delay - ii * d.distance;
      if (start <= earliest[d.to])
        continue;
      earliest[d.to] = start;
      changed = true;
    }
  }
  return !changed;
}

/// Values that come back by way of other memories.
void RegionScheduler::waitForCycles(ArrayRef<Dependence> dependences) {
  unsigned memories = 0;
  for (const Dependence &d : dependences)
    memories = std::max({memories, d.from + 1, d.to + 1});
  int64_t ii = result.ii;
  while (!isFeasible(ii, dependences, memories))
    ++ii;
  raise(ii, "recurrence through several arrays: an iteration reads what "
            "earlier ones store in each");
}

/// Registers chosen by an index that moves: the next iteration may want the
/// same one, so it waits for the whole chain of operators.
void RegionScheduler::waitForRegisters() {
  if (!inRegisters || recurrent)
    return;
  std::vector<int64_t> none(run.accesses().size(), 0);
  int64_t chain = run.graph().schedule(roots, none, tree).operators;
  if (run.isGuarded())
    for (const Element &element : run.elements())
      chain = std::max(chain, guardedChain(element));
  raise(chain, "'" + Twine(run.memoryOf(*inRegisters).name) +
                   "' is in registers, read and written by every "
                   "iteration: a chain of " +
                   Twine(chain) + " cycles");
}

/// Under conditions the stores of an element follow each other; the terms of a
/// running sum are there at once.
int64_t RegionScheduler::guardedChain(const Element &element) const {
  int64_t terms = 0, chain = 0;
  for (unsigned number : storesOf[&element - run.elements().data()]) {
    const StoreRecord &store = run.stores()[number];
    const DataFlowGraph::Node &value = run.graph().node(store.value);
    int64_t steps = run.graph().accumulations(store.previous, store.value);
    int64_t own = steps ? steps * value.op->latency : value.path;
    terms = std::max(terms, value.path - own);
    chain = element.isChained ? chain + own : std::max(chain, own);
  }
  return terms + chain;
}

/// Iterations that wait for each other through registers share operators: the
/// last unrolled chain starts an interval after the first.
void RegionScheduler::spreadOverInterval(int64_t delay) {
  if (!inRegisters || recurrent || result.guarded)
    return;
  std::vector<int64_t> none(run.accesses().size(), 0);
  DataFlowGraph::Times times = run.graph().schedule(roots, none, tree);
  if (times.operators > 0)
    result.depth =
        std::max(result.depth, times.operators + delay + result.ii - 1);
}

void RegionScheduler::waitForPorts() {
  for (auto [which, accesses] : fullestBanks(run)) {
    const Memory &memory = run.memory(which);
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
  result.selectors = openSelectors(run, rules);
  // The copies' values, none of which becomes another's.
  for (const StoreRecord &store : run.stores())
    if (!result.guarded && run.accesses()[store.access].isDistinct)
      roots.push_back(store.value);
  findRecurrences();
  std::vector<int64_t> inside = delays(/*outside=*/false);
  result.depth = depthOf(inside);
  if (result.guarded) {
    result.depth = guardedDepth(greatest(inside));
    result.operations = run.guardedOperations();
  }
  result.depth += openReads(run);
  if (result.carried)
    result.outerDelay = greatest(delays(/*outside=*/true));
  if (!loops.pipelined)
    return result;
  waitForRecurrence(run.graph().schedule(roots, inside, tree));
  if (!result.carried)
    waitForFlattened();
  waitForMemory();
  waitForRegisters();
  waitForPorts();
  spreadOverInterval(greatest(inside));
  return result;
}

FailureOr<RegionQoR>
analysis::scheduleRegion(Block &body, const RegionLoops &loops,
                         const Memories &memories, const target::Target &target,
                         bool treeReduction, Operation *skipped) {
  RegionTrips tripOf;
  for (ArrayRef<AffineForOp> list :
       {ArrayRef(loops.still), ArrayRef(loops.moving)})
    for (AffineForOp loop : list) {
      FailureOr<LoopTrips> trips = loopTrips(loop);
      if (failed(trips))
        return failure();
      tripOf[loop] = *trips;
    }
  Execution execution(memories, target, treeReduction);
  if (failed(execution.run(body, skipped)))
    return failure();
  return RegionScheduler(execution, loops, std::move(tripOf), target,
                         treeReduction)
      .schedule();
}
