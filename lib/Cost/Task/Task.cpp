//===- Task.cpp - Cost of a statement's task ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Rules/Iteration.h"
#include "Cost/Rules/Ports.h"
#include "Cost/Task/Cycles.h"
#include "Cost/Task/Nest.h"
#include "Cost/Task/TrueBounds.h"
#include "talos/Cost/Intervals.h"
#include "talos/Cost/Rules.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::rules;

namespace {

template <typename N> class Task : Iteration<N> {
public:
  using Iteration<N>::Iteration;

  TaskCost<N> cost() const;
  std::vector<IntervalTerm> intervalTerms() const;

private:
  /// Of several results: what an earlier iteration stored as `from` becomes
  /// `to`, `delay` cycles behind the load of `reference`.
  struct Flow {
    unsigned reference, from, to;
    N delay;
  };

  using Iteration<N>::statement, Iteration<N>::shape, Iteration<N>::choice;
  using Iteration<N>::r, Iteration<N>::number, Iteration<N>::tree;
  using Iteration<N>::carried, Iteration<N>::pipelined;
  using Iteration<N>::outer, Iteration<N>::trips1;
  using Iteration<N>::outerReduction, Iteration<N>::unrolledReduction;
  using Iteration<N>::isLocal, Iteration<N>::inRegister;
  using Iteration<N>::isGuarded, Iteration<N>::startsFromOld;
  using Iteration<N>::treeSum, Iteration<N>::addsOldLast;
  using Iteration<N>::treeOfTerms;
  using Iteration<N>::addresses, Iteration<N>::noDelays;
  using Iteration<N>::terms, Iteration<N>::sums, Iteration<N>::outputs;
  using Iteration<N>::iterationLatency;

  N readModifyWrite() const;
  N chain() const;
  N recurrenceDelay(unsigned reference) const;
  std::optional<N> distanceOf(unsigned loop, unsigned reference) const;
  N recurrenceOf(unsigned loop, unsigned reference, N delay) const;
  std::vector<Flow> flows() const;
  std::vector<std::vector<Flow>> cycles() const;
  N cycleOf(unsigned loop, const std::vector<Flow> &cycle) const;
  N recurrence() const;
  N conflictOf(unsigned loop, unsigned reference) const;
  N conflicts() const;
  N between() const;
  N stallOf(const std::vector<N> &delays) const;
  N addressStall() const;
  N interval() const;
  std::vector<N> ports() const;
  std::vector<OperatorUse<N>> operators(N ii) const;
  N boundedIterations(bool withPipelined) const;
  N trips(N nested) const;
  N outerTrips() const;
  N besideLoop() const;
  N outerDelay() const;
  N latency(N loop) const;
  Int elements() const;
  N localBuffer() const;
  N linear(const target::LinearRule &rule, const TaskCost<N> &task) const;
  N selectors() const;
};

/// 1 if the statement reads and writes an array in registers at an index that
/// the pipelined loop changes: iterations then wait for each other.
template <typename N> N Task<N>::readModifyWrite() const {
  if (choice.accumulator == Accumulator::LocalAdd)
    return number(0);
  if (statement.accumulates() && !startsFromOld())
    return number(0); // the accumulator's read is the scalar's
  N any = number(0);
  for (const ResultShape &result : shape.results())
    if (statement.readsArrayOf(result.written))
      any = larger(any, choice.references[result.written].registers);
  return any;
}

/// The whole chain of operators, without addresses and entry.
template <typename N> N Task<N>::chain() const {
  Expression<N> expression(statement, choice, noDelays(), tree, number);
  if (statement.accumulates())
    return expression.depthOf(terms()) + sums(expression);
  return expression.depthOf(shape.roots());
}

/// Flattened under a reduction: what the delays add to the interval.
/// Iterations from one term of a sum to the next, by what the tool knows: those
/// of the pipelined loop, or what the code says of coupled loops.
template <typename N> N Task<N>::between() const {
  if (!shape.coupled || !choice.trueBounds)
    return trips1;
  return select(mayHaveTrueBounds(statement, choice, number),
                iterationsBetween(shape, choice, number), trips1);
}

template <typename N> N Task<N>::stallOf(const std::vector<N> &delays) const {
  if (!statement.accumulates() || isLocal() || inRegister())
    return number(0);
  N waits = flattenedII(iterationLatency(delays), between(), r.loops) -
            flattenedII(iterationLatency(noDelays()), between(), r.loops);
  return le(2, outerReduction) * (1 - carried) * pipelined * waits;
}

template <typename N> N Task<N>::addressStall() const {
  return stallOf(addresses().inside());
}

/// Cycles from the load of a value that an earlier iteration stored to the
/// store of the value that follows from it. Addresses do not depend on it.
template <typename N> N Task<N>::recurrenceDelay(unsigned reference) const {
  Expression<N> expression(statement, choice, noDelays(), tree, number);
  std::vector<unsigned> roots = shape.roots();
  if (statement.accumulates())
    roots = terms();
  // Not among the terms: the running sum itself.
  N path = expression.path(reference, roots).value_or(number(0));
  if (statement.isBalanced()) {
    if (reference != shape.nodes[shape.accumulator].reference)
      path = path + treeOfTerms();
    path = path + statement.accumulation().latency;
    return path + (shape.guarded ? r.depth.guardedTerm + r.depth.guarded
                                 : r.depth.parallel);
  }
  if (shape.guarded && statement.accumulates() &&
      reference != shape.nodes[shape.accumulator].reference)
    path = path + statement.accumulation().latency;
  if (shape.guarded)
    return unrolledReduction * (path + r.depth.guardedTerm) + r.depth.guarded;
  if (shape.nodes[shape.root].kind == NodeShape::Reference)
    return path + r.depth.copy;
  if (statement.accumulates())
    path = path + sums(expression);
  return path + r.depth.parallel;
}

/// Iterations of the pipelined loop from the store of a value to its load; none
/// if the value is never awaited.
template <typename N>
std::optional<N> Task<N>::distanceOf(unsigned l, unsigned reference) const {
  int64_t known = shape.references[reference].distances[l];
  N most = choice.loops[l].t1; // what the tool takes
  if (!shape.loops[l].sequential)
    return most;
  if (known == 0)
    return std::nullopt;
  // Unrolled, the loop takes several of them in one iteration.
  return known > 1
             ? min(max(floorDiv(number(known), choice.loops[l].t2), 1), most)
             : number(known);
}

/// The interval that a pipelined loop needs for a value that comes after
/// `delay` cycles.
template <typename N>
N Task<N>::recurrenceOf(unsigned l, unsigned reference, N delay) const {
  if (!shape.loops[l].sequential && statement.isChainedSum(reference))
    return flattenedII(iterationLatency(addresses().inside()), trips1, r.loops);
  std::optional<N> distance = distanceOf(l, reference);
  return distance ? recurrenceII(delay, *distance) : number(0);
}

template <typename N>
std::vector<typename Task<N>::Flow> Task<N>::flows() const {
  Expression<N> expression(statement, choice, noDelays(), tree, number);
  std::vector<ResultShape> results = shape.results();
  std::vector<Flow> all;
  for (unsigned i = 0; i < shape.references.size(); ++i) {
    if (shape.references[i].distances.empty())
      continue;
    unsigned from = 0;
    while (shape.references[results[from].written].array !=
           shape.references[i].array)
      ++from;
    for (unsigned to = 0; to < results.size(); ++to) {
      std::optional<N> path = expression.path(i, {results[to].root});
      bool isCopy = shape.nodes[results[to].root].kind == NodeShape::Reference;
      int64_t base = shape.guarded ? r.depth.guardedTerm + r.depth.guarded
                     : isCopy      ? r.depth.copy
                                   : r.depth.parallel;
      if (path)
        all.push_back({i, from, to, *path + base});
    }
  }
  return all;
}

/// Values that depend on themselves by way of several results.
template <typename N>
std::vector<std::vector<typename Task<N>::Flow>> Task<N>::cycles() const {
  std::vector<Flow> all = flows();
  std::vector<std::pair<unsigned, unsigned>> edges;
  for (const Flow &flow : all)
    edges.emplace_back(flow.from, flow.to);
  std::vector<std::vector<Flow>> result;
  for (const std::vector<unsigned> &cycle : simpleCycles(edges)) {
    result.emplace_back();
    for (unsigned edge : cycle)
      result.back().push_back(all[edge]);
  }
  return result;
}

/// What comes back after all delays of the cycle has all its distances for it.
template <typename N>
N Task<N>::cycleOf(unsigned l, const std::vector<Flow> &cycle) const {
  N delay = number(0), distance = number(0);
  for (const Flow &flow : cycle) {
    std::optional<N> own = distanceOf(l, flow.reference);
    if (!own)
      return number(0);
    delay = delay + flow.delay;
    distance = distance + *own;
  }
  return recurrenceII(delay, distance);
}

/// The initiation interval that recurrences other than the accumulation need,
/// 0 without any.
template <typename N> N Task<N>::recurrence() const {
  if (!shape.joined.empty()) {
    N result = number(0);
    std::vector<std::vector<Flow>> all = cycles();
    for (unsigned l = 0; l < shape.loops.size() && !all.empty(); ++l) {
      N waits = number(0);
      for (const std::vector<Flow> &cycle : all)
        waits = larger(waits, cycleOf(l, cycle));
      result = result + choice.loops[l].pipelined * waits;
    }
    return result;
  }
  std::vector<std::pair<unsigned, N>> delays;
  for (unsigned i = 0; i < shape.references.size(); ++i)
    if (!shape.references[i].distances.empty())
      delays.emplace_back(i, recurrenceDelay(i));
  N result = number(0);
  if (delays.empty())
    return result;
  for (unsigned l = 0; l < shape.loops.size(); ++l) {
    if (statement.accumulates() && shape.loops[l].reduction)
      continue;
    N waits = number(0);
    for (auto &[reference, delay] : delays)
      waits = larger(waits, recurrenceOf(l, reference, delay));
    result = result + choice.loops[l].pipelined * waits;
  }
  return result;
}

/// The interval that the pipelined loop needs since the tool takes `reference`
/// for an element of the sum that an earlier iteration stored.
template <typename N>
N Task<N>::conflictOf(unsigned l, unsigned reference) const {
  const Conflict &known = shape.references[reference].conflicts[l];
  const LoopChoice<N> &loop = choice.loops[l];
  N delay = recurrenceDelay(reference);
  if (!shape.loops[l].reduction)
    return known.among * le(loop.t1, 1) * le(2, outerReduction) * delay;
  auto interval = [&](int64_t distance) {
    if (distance == 0)
      return number(0);
    // Unrolled, the loop takes several of them in one iteration.
    N steps = max(floorDiv(number(distance), loop.t2), 1);
    return recurrenceII(delay, min(steps, loop.t1));
  };
  if (known.alone == known.among)
    return interval(known.alone);
  N copies = number(1);
  for (unsigned other = 0; other < shape.loops.size(); ++other)
    if (other != l)
      copies = copies * choice.loops[other].t2;
  return select(le(2, copies), interval(known.among), interval(known.alone));
}

template <typename N> N Task<N>::conflicts() const {
  N result = number(0);
  if (!statement.accumulates() || isLocal() || inRegister())
    return result;
  for (unsigned l = 0; l < shape.loops.size(); ++l) {
    N waits = number(0);
    for (unsigned i = 0; i < shape.references.size(); ++i)
      if (!shape.references[i].conflicts.empty())
        waits = larger(waits, conflictOf(l, i));
    result = result + choice.loops[l].pipelined * waits;
  }
  return result;
}

template <typename N> N Task<N>::interval() const {
  N parallel = number(1);
  if (inRegister())
    return carriedII(unrolledReduction, statement.accumulation().latency,
                     addsOldLast(), r.loops, number);
  if (statement.accumulates() && !isLocal()) {
    N least = flattenedII(iterationLatency(noDelays()), between(), r.loops);
    parallel = select(
        le(2, outerReduction),
        least + (choice.addressStall ? *choice.addressStall : addressStall()),
        parallel);
  }
  N conflict = readModifyWrite();
  if (Numbers<N>::known(conflict) != 0) {
    parallel = select(conflict, max(parallel, chain()), parallel);
  }
  parallel = larger(parallel, recurrence());
  if (Numbers<N>::known(carried) == 0)
    return larger(parallel, conflicts());
  int64_t latency = statement.accumulation().latency;
  N ii = carriedII(unrolledReduction, latency, addsOldLast(), r.loops, number);
  return larger(select(carried, ii, parallel), conflicts());
}

/// The terms of interval() and the ports, one by one.
template <typename N> std::vector<IntervalTerm> Task<N>::intervalTerms() const {
  std::vector<IntervalTerm> terms;
  unsigned loop = 0;
  while (loop < shape.loops.size() && choice.loops[loop].pipelined.value() == 0)
    ++loop;
  if (loop == shape.loops.size())
    return terms;
  unsigned written = shape.references[shape.written].array;
  auto add = [&](IntervalKind kind, N cycles, unsigned array) {
    terms.push_back({kind, cycles.value(), loop, array});
  };
  bool isCarried = carried.value() != 0;
  if (isCarried)
    add(IntervalKind::CarriedSum,
        carriedII(unrolledReduction, statement.accumulation().latency,
                  addsOldLast(), r.loops, number),
        written);
  else if (statement.accumulates() && !isLocal() && outerReduction.value() > 1)
    add(IntervalKind::FlattenedSum,
        flattenedII(iterationLatency(noDelays()), between(), r.loops) +
            (choice.addressStall ? *choice.addressStall : addressStall()),
        written);
  if (!isCarried && readModifyWrite().value() != 0)
    add(IntervalKind::Registers, chain(), written);
  if (!shape.joined.empty())
    for (const std::vector<Flow> &cycle : cycles())
      add(IntervalKind::Recurrence, cycleOf(loop, cycle),
          shape.references[cycle.front().reference].array);
  for (unsigned i = 0;
       !isCarried && shape.joined.empty() && i < shape.references.size(); ++i)
    if (!shape.references[i].distances.empty())
      add(IntervalKind::Recurrence, recurrenceOf(loop, i, recurrenceDelay(i)),
          shape.references[i].array);
  if (statement.accumulates() && !isLocal() && !inRegister())
    for (unsigned i = 0; i < shape.references.size(); ++i)
      if (!shape.references[i].conflicts.empty())
        add(IntervalKind::Recurrence, conflictOf(loop, i),
            shape.references[i].array);
  std::vector<N> needed = ports();
  for (auto [i, array] : llvm::enumerate(crowdedArrays(statement, r)))
    add(IntervalKind::Ports, needed[i], array);
  return terms;
}

/// Without the element of a sum in a register: the loop does not access it.
static AlikeReferences withoutSum(const StatementShape &shape,
                                  AlikeReferences alike) {
  if (!alike.written)
    return alike;
  const ReferenceShape &sum =
      shape.references[shape.nodes[shape.accumulator].reference];
  std::vector<int64_t> offsets = sum.offsets;
  offsets.resize(sum.extents.size(), 0);
  llvm::erase(alike.reads, offsets);
  alike.written = false;
  return alike;
}

/// By crowded array: registers have no ports.
template <typename N> std::vector<N> Task<N>::ports() const {
  std::vector<N> result;
  for (unsigned array : crowdedArrays(statement, r)) {
    N accesses = number(0), registers = number(0);
    for (const AlikeReferences &all : alikeReferences(shape, array)) {
      AlikeReferences alike = inRegister() ? withoutSum(shape, all) : all;
      accesses = accesses + mostAccesses(shape, alike, choice, number);
      registers = choice.references[alike.first].registers;
    }
    result.push_back(
        select(registers, number(1), portII(accesses, r.transfers)));
  }
  return result;
}

template <typename N>
std::vector<OperatorUse<N>> Task<N>::operators(N ii) const {
  std::vector<N> none(shape.references.size(), number(0));
  Expression<N> expression(statement, choice, none, tree, number);
  std::vector<unsigned> roots = shape.roots();
  if (statement.accumulates())
    roots = terms();
  std::map<std::string, N> counts = expression.count(roots);
  if (statement.accumulates()) {
    uint64_t all = ~uint64_t(0);
    N operations = expression.copies(all) * int64_t(roots.size());
    // A tree that starts from nothing has one addition less an output.
    if (treeSum() && !startsFromOld())
      operations = operations - outputs();
    auto [it, isNew] =
        counts.try_emplace(statement.accumulation().name, operations);
    if (!isNew)
      it->second = it->second + operations;
  }
  std::vector<OperatorUse<N>> result;
  for (auto &[name, operations] : counts)
    result.push_back({name, operations, sharedUnits(operations, ii)});
  return result;
}

/// Elements that the statement writes.
template <typename N> Int Task<N>::elements() const {
  Int count = 1;
  for (const LoopShape &loop : shape.loops)
    if (!loop.reduction)
      count = count * loop.trip;
  return count;
}

/// BRAM_18K of the buffer of sums: as many banks as the sums of one iteration
/// need with two ports each, in BRAM since both ports write.
template <typename N> N Task<N>::localBuffer() const {
  if (choice.accumulator != Accumulator::LocalAdd)
    return number(0);
  N banks = ceilDiv(outputs(), r.transfers.portsPerBank);
  int64_t words = elements().value();
  int64_t lutram = r.memories.lutramWords();
  N deep = max(ceilDiv(number(words), banks), lutram + 1);
  return banks * bankResource(deep, std::max(words, lutram + 1), Memory::Bram,
                              /*hasUram=*/false, r.memories, number);
}

template <typename N>
N Task<N>::linear(const target::LinearRule &rule,
                  const TaskCost<N> &task) const {
  N sum = task.iterationLatency * outputs() * rule.depthOutput;
  N perUnit = le(2, task.ii) * rule.sharedUnit + rule.unit;
  int64_t guarded = isGuarded() ? rule.guardedOperation : 0;
  for (const OperatorUse<N> &use : task.operators)
    sum = sum + use.units * perUnit + use.operations * guarded;
  return sum;
}

/// Thousandths of a LUT: each unrolled copy of a read whose bank is open
/// selects one of all registers of its vector.
template <typename N> N Task<N>::selectors() const {
  N sum = number(0);
  for (auto [reference, chosen] :
       llvm::zip_equal(shape.references, choice.references)) {
    if (!reference.openLoop || reference.openApart ||
        reference.extents.size() != 1)
      continue;
    Int luts = ceilDiv(Int(reference.extents.front()),
                       Int(r.transfers.realign.muxWays)) *
               reference.bits * 1000;
    const N &copies = choice.loops[*reference.openLoop].t2;
    sum = sum + select(eq(copies, 1), number(0), copies * chosen.registers) *
                    luts.value();
  }
  return sum;
}

/// Over all runs, within the true bounds: of all loops, or of those around the
/// pipelined reduction.
template <typename N> N Task<N>::boundedIterations(bool withPipelined) const {
  std::vector<unsigned> all;
  for (unsigned l = 0; l < shape.loops.size(); ++l)
    all.push_back(l);
  if (withPipelined)
    return iterationsOfRuns(shape, choice, all, number);
  N result = number(0);
  for (unsigned l : all) {
    if (!shape.loops[l].reduction ||
        Numbers<N>::known(choice.loops[l].pipelined) == 0)
      continue;
    std::vector<unsigned> around = all;
    around.erase(around.begin() + l);
    result = result + choice.loops[l].pipelined *
                          iterationsOfRuns(shape, choice, around, number);
  }
  return result;
}

/// Iterations of the pipelined loop with what is flattened into it. With true
/// bounds the mean of its runs, rounded up.
template <typename N> N Task<N>::trips(N nested) const {
  if (!inRegister() || !shape.guarded) {
    N box = select(nested, trips1, outer * trips1);
    N bounded = choice.trueBounds ? mayHaveTrueBounds(statement, choice, number)
                                  : number(0);
    if (Numbers<N>::known(bounded) == 0)
      return box;
    N runs = number(countRuns(shape));
    if (Numbers<N>::known(nested) != 0)
      runs = select(nested, max(boundedIterations(false), 1), runs);
    N mean = max(ceilDiv(boundedIterations(true), runs), 1);
    return select(bounded, mean, box);
  }
  N own = number(0);
  for (unsigned l = 0; l < shape.loops.size(); ++l)
    own = own + choice.loops[l].pipelined * shape.loops[l].registerTrips;
  return own;
}

/// Iterations of the loops around a pipelined reduction.
template <typename N> N Task<N>::outerTrips() const {
  N bounded = choice.trueBounds ? mayHaveTrueBounds(statement, choice, number)
                                : number(0);
  if (Numbers<N>::known(bounded) == 0 || Numbers<N>::known(carried) == 0)
    return outer;
  N mean = ceilDiv(boundedIterations(false), number(countRuns(shape)));
  return select(bounded * carried, max(mean, 1), outer);
}

/// A register is set before the loop and stored after it: a copy each.
template <typename N> N Task<N>::besideLoop() const {
  if (!inRegister())
    return number(0);
  return addresses().outside()[shape.written] + 2 * int64_t(r.depth.copy);
}

/// Address delay of the loops around a pipelined reduction.
template <typename N> N Task<N>::outerDelay() const {
  std::vector<N> delays = addresses().outside();
  if (inRegister()) {
    delays[shape.written] = number(0);
    delays[shape.nodes[shape.accumulator].reference] = number(0);
  }
  return addresses().greatest(delays);
}

/// Of the task, whose pipelined loop takes `loop`.
template <typename N> N Task<N>::latency(N loop) const {
  N inside = loop + besideLoop();
  N flat = flattenedTask(inside, r.loops);
  if (Numbers<N>::known(carried) == 0)
    return flat;
  return select(carried * le(2, outer),
                nestedTask(outerTrips(), inside, outerDelay(), r.loops), flat);
}

template <typename N> TaskCost<N> Task<N>::cost() const {
  TaskCost<N> task;
  task.iterationLatency = iterationLatency(addresses().inside());
  task.addressStall = addressStall();
  task.mostAddressStall = stallOf(std::vector<N>(
      shape.references.size(), number(longestDelay(statement, r))));
  task.ports = ports();
  N least = interval();
  for (const N &ports : choice.ports ? *choice.ports : task.ports)
    least = max(least, ports);
  task.ii = select(pipelined, least, number(1));
  N conflict = readModifyWrite() * pipelined * (1 - carried);
  if (!isGuarded() && !inRegister() && Numbers<N>::known(conflict) != 0) {
    N delay = addresses().greatest(addresses().inside());
    N spread = sharedDepth(chain(), delay, task.ii);
    task.iterationLatency = select(conflict, max(task.iterationLatency, spread),
                                   task.iterationLatency);
  }
  N nested = carried * le(2, outer);
  task.trips = trips(nested);
  task.outer = select(nested, outerTrips(), number(1));
  N loop = pipelinedLoop(task.trips, task.ii, task.iterationLatency, r.loops);
  task.loopLatency =
      select(pipelined, loop, outer * trips1 * task.iterationLatency);
  task.latency = latency(task.loopLatency);
  if (choice.accumulator == Accumulator::LocalAdd) {
    Int added = choice.fromOldValue ? copyLoop(elements(), r.loops, r.depth)
                                    : addLoop(elements(), r.loops);
    task.latency = task.loopLatency + added.value();
  }
  task.operators = operators(task.ii);
  task.bram = localBuffer();
  task.uram = number(0);
  task.lutMilli = linear(r.lut, task) + selectors();
  task.ffMilli = linear(r.ff, task);
  return task;
}

} // namespace

int64_t cost::longestDelay(const Statement &statement,
                           const target::ToolRules &rules) {
  int64_t longest = rules.depth.strideMultiply;
  for (const LoopShape &loop : statement.shape().loops)
    longest = std::max(longest, ceilLog2(Int(loop.trip)).value() +
                                    rules.depth.remainder);
  return longest;
}

std::vector<IntervalTerm> cost::intervalTerms(const Statement &statement,
                                              const TaskChoice<Int> &choice,
                                              const target::ToolRules &rules,
                                              bool treeReduction) {
  Numbers<Int> number;
  return Task<Int>(statement, insideTransfers(choice, number), rules,
                   treeReduction, number)
      .intervalTerms();
}

template <typename N>
TaskCost<N> cost::taskCost(const Statement &statement,
                           const TaskChoice<N> &choice,
                           const target::ToolRules &rules, bool treeReduction,
                           const Numbers<N> &number) {
  if (choice.transfers.empty())
    return Task<N>(statement, choice, rules, treeReduction, number).cost();
  TaskChoice<N> inside = insideTransfers(choice, number);
  TaskCost<N> task =
      Task<N>(statement, inside, rules, treeReduction, number).cost();
  task.latency =
      nestLatency(statement.shape(), choice, inside, task, rules, number);
  return task;
}

template TaskCost<Int> cost::taskCost(const Statement &,
                                      const TaskChoice<Int> &,
                                      const target::ToolRules &, bool,
                                      const Numbers<Int> &);
template TaskCost<nlp::Expr> cost::taskCost(const Statement &,
                                            const TaskChoice<nlp::Expr> &,
                                            const target::ToolRules &, bool,
                                            const Numbers<nlp::Expr> &);
