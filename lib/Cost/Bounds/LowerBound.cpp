//===- LowerBound.cpp - Cycles that no design can do without --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/LowerBound.h"
#include "Cost/Task/TrueBounds.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>

using namespace talos;
using namespace talos::cost;

Int cost::straightLineBound(Int criticalPath, llvm::ArrayRef<Work> work) {
  Int bound = criticalPath;
  for (const Work &some : work)
    if (some.operations != Int(0))
      bound =
          max(bound, ceilDiv(some.operations, some.units) - 1 + some.latency);
  return bound;
}

Int cost::treeBound(Int terms, int64_t latency) {
  return ceilLog2(terms) * latency;
}

Int cost::pipelinedBound(Int body, Int ii, Int iterations) {
  return body + ii * (iterations - 1);
}

namespace {

class Bounds {
public:
  Bounds(const Statement &statement, const BoundContext &context)
      : statement(statement), shape(statement.shape()), context(context),
        rules(context.target.rules),
        // Inside a condition nothing is reassociated.
        tree(context.treeReduction &&
             (!shape.guarded || statement.mayUseRegister())),
        paths(shape.nodes.size()) {}

  TaskBound configured(const std::vector<LoopChoice<Int>> &loops,
                       Accumulator accumulator, bool trueBounds) const;
  Int any(Int points) const;

  /// Operations by operator, where `copies` instances are merged as far as
  /// their values may be equal; `apart(mask)` of them differ at least in the
  /// loops of a mask. `outputs`: sums that may start from nothing.
  using Apart = llvm::function_ref<Int(uint64_t)>;
  struct Count {
    const target::Operator *op = nullptr;
    Int operations;
  };
  using Counts = std::map<std::string, Count>; ///< by operator
  Counts operations(Apart apart, Int outputs) const;
  static Int dspCycles(const Counts &counts);

private:
  Int pathTo(unsigned node) const;
  Int pathToResults() const;
  Int computePathTo(unsigned node) const;
  Int pathFrom(unsigned node, unsigned array) const;
  bool isChain(unsigned node) const {
    return tree && statement.reassociates(node);
  }
  /// The terms of one iteration may be combined by a tree.
  bool sumIsTree() const {
    return (tree && statement.reassociates(shape.root)) ||
           statement.isBalanced();
  }
  unsigned rest() const {
    const std::vector<unsigned> &operands = shape.nodes[shape.root].operands;
    return operands[operands.front() == unsigned(shape.accumulator)];
  }
  Int criticalPath(Int terms, bool fromOld) const;
  Int step() const;
  void takeAverageRun(const std::vector<LoopChoice<Int>> &loops, int reduction,
                      TaskBound &bound) const;
  Int recurrence(const std::vector<LoopChoice<Int>> &loops,
                 unsigned pipelined) const;
  std::vector<unsigned> valueNumbers() const;
  static bool isOperation(const NodeShape &node) {
    return node.kind == NodeShape::Operation;
  }

  const Statement &statement;
  const StatementShape &shape;
  const BoundContext &context;
  const target::ToolRules &rules;
  bool tree;
  mutable std::vector<std::optional<Int>> paths; ///< pathTo, by node
};

} // namespace

/// Each node once: values have several users.
Int Bounds::pathTo(unsigned node) const {
  if (!paths[node])
    paths[node] = computePathTo(node);
  return *paths[node];
}

/// 6.6: the longest path of operators to the value of a node. A chain that may
/// be balanced has the depth of its deepest leaf and one operator, or a tree.
Int Bounds::computePathTo(unsigned node) const {
  if (!isOperation(shape.nodes[node]))
    return 0;
  Int latency = statement.operatorOf(node).latency;
  std::vector<unsigned> leaves = shape.nodes[node].operands;
  if (isChain(node))
    leaves = statement.chainLeaves(node);
  Int deepest = 0, shallowest = Int::invalid();
  for (unsigned leaf : leaves) {
    Int path = pathTo(leaf);
    deepest = max(deepest, path);
    shallowest = shallowest.isValid() ? min(shallowest, path) : path;
  }
  if (!isChain(node))
    return deepest + latency;
  return max(deepest + latency,
             shallowest + treeBound(int64_t(leaves.size()), latency.value()));
}

/// The longest of all results.
Int Bounds::pathToResults() const {
  Int longest = 0;
  for (unsigned root : shape.roots())
    longest = max(longest, pathTo(root));
  return longest;
}

/// One iteration that adds `terms` copies of the statement to one element.
Int Bounds::criticalPath(Int terms, bool fromOld) const {
  if (!statement.accumulates())
    return pathToResults();
  int64_t latency = statement.accumulation().latency;
  Int leaves = terms + int64_t(fromOld);
  if (sumIsTree())
    // The chain of the sum may go on inside the rest.
    return isOperation(shape.nodes[rest()]) && isChain(rest()) &&
                   shape.nodes[rest()].op == shape.nodes[shape.root].op
               ? treeBound(leaves, latency)
               : pathTo(rest()) + treeBound(max(leaves, 1), latency);
  return pathTo(rest()) + (leaves - 1) * latency;
}

/// Cycles at least between two additions to one element: the adder's own where
/// the pipelined loop carries the sum, and what the tool takes for the distance
/// where an outer loop does.
Int Bounds::step() const {
  int64_t latency = statement.accumulation().latency;
  Int carried = max(Int(latency - rules.loops.carriedSlack), 1);
  Int flattened =
      Int(rules.depth.parallel) + latency - rules.loops.flattenSlack;
  if (!tree || !isOperation(shape.nodes[rest()]))
    flattened = flattened + pathTo(rest());
  return min(carried, max(flattened, 1));
}

/// 6.1.4, RecMII of a value that an earlier iteration stores, where the
/// pipelined loop alone runs in order, so that the distance is exact.
Int Bounds::recurrence(const std::vector<LoopChoice<Int>> &loops,
                       unsigned pipelined) const {
  unsigned ordered = 0;
  for (const LoopShape &loop : shape.loops)
    ordered += loop.sequential || loop.reduction;
  if (ordered != 1 || !shape.loops[pipelined].sequential || tree)
    return 1;
  Int ii = 1;
  for (unsigned n = 0; n < shape.nodes.size(); ++n) {
    const NodeShape &node = shape.nodes[n];
    if (node.kind != NodeShape::Reference)
      continue;
    const std::vector<int64_t> &distances =
        shape.references[node.reference].distances;
    if (distances.empty() || distances[pipelined] == 0)
      continue;
    Int distance =
        max(floorDiv(Int(distances[pipelined]), loops[pipelined].t2), 1);
    ii = max(ii, ceilDiv(pathFrom(n, shape.references[node.reference].array),
                         distance));
  }
  return ii;
}

/// Operators on the longest path from a node to the result of an array; 0 if
/// there is none.
Int Bounds::pathFrom(unsigned node, unsigned array) const {
  std::optional<unsigned> root;
  for (const ResultShape &result : shape.results())
    if (shape.references[result.written].array == array)
      root = result.root;
  if (!root)
    return 0;
  // Operands stand before their users.
  std::vector<std::optional<Int>> longest(shape.nodes.size());
  longest[*root] = 0;
  for (unsigned user = *root; user > node; --user) {
    if (!longest[user] || !isOperation(shape.nodes[user]))
      continue;
    Int path = *longest[user] + statement.operatorOf(user).latency;
    for (unsigned operand : shape.nodes[user].operands)
      longest[operand] = max(longest[operand].value_or(0), path);
  }
  return longest[node].value_or(0);
}

/// Values of nodes with one number may be equal in different copies.
std::vector<unsigned> Bounds::valueNumbers() const {
  std::map<std::string, unsigned> known;
  std::vector<unsigned> numbers;
  for (auto [n, here] : llvm::enumerate(shape.nodes)) {
    std::string text = std::to_string(n); // a scalar or a constant
    if (here.kind == NodeShape::Reference) {
      const ReferenceShape &reference = shape.references[here.reference];
      text = "a" + std::to_string(reference.array);
      for (int loop : reference.loops)
        text += "[" + std::to_string(loop);
    } else if (isOperation(here)) {
      std::vector<unsigned> operands;
      for (unsigned operand : here.operands)
        operands.push_back(numbers[operand]);
      llvm::sort(operands);
      text = here.op + "(";
      for (unsigned operand : operands)
        text += std::to_string(operand) + ",";
    }
    numbers.push_back(known.try_emplace(text, known.size()).first->second);
  }
  return numbers;
}

Bounds::Counts Bounds::operations(Apart apart, Int outputs) const {
  Counts counts;
  std::set<unsigned> merged;
  std::vector<unsigned> numbers = valueNumbers();
  std::vector<bool> inside(shape.nodes.size(), false); // of a longer chain
  for (unsigned n = shape.nodes.size(); n-- > 0;) {
    if (!isOperation(shape.nodes[n]) || !isChain(n))
      continue;
    for (unsigned operand : shape.nodes[n].operands)
      inside[operand] =
          inside[operand] || (isOperation(shape.nodes[operand]) &&
                              shape.nodes[operand].op == shape.nodes[n].op);
  }
  for (unsigned n = 0; n < shape.nodes.size(); ++n) {
    if (!isOperation(shape.nodes[n]) || inside[n])
      continue;
    Int count = apart(statement.loopsOf(n));
    if (shape.nodes[n].pairs >= 0)
      count = ceilDiv(count, 2);
    if (statement.accumulates() && n == shape.root)
      count = max(apart(statement.loopsOf(rest())) - outputs, 0);
    else if (!merged.insert(numbers[n]).second)
      continue;
    Count &all = counts[shape.nodes[n].op];
    all.op = &statement.operatorOf(n);
    all.operations = all.operations + count;
  }
  return counts;
}

Int Bounds::dspCycles(const Counts &counts) {
  Int cycles = 0;
  for (auto &[name, count] : counts)
    cycles = cycles + count.operations * count.op->dsp;
  return cycles;
}

TaskBound Bounds::configured(const std::vector<LoopChoice<Int>> &loops,
                             Accumulator accumulator, bool trueBounds) const {
  bool inRegister = accumulator == Accumulator::Register;
  bool fromOld = accumulator == Accumulator::Direct || inRegister;
  Int terms = 1, outputs = 1, distance = 1, outerSums = 1;
  TaskBound bound{0, 0, 1, 1, 1, 0};
  int pipelined = -1;
  for (unsigned l = 0; l < loops.size(); ++l) {
    bool sums = shape.loops[l].reduction && statement.accumulates();
    (sums ? terms : outputs) = (sums ? terms : outputs) * loops[l].t2;
    bound.iterations = bound.iterations * loops[l].t0 * loops[l].t1;
    if (sums)
      outerSums = outerSums * loops[l].t0;
    else
      distance = distance * loops[l].t0 * loops[l].t1;
    if (loops[l].pipelined == Int(1))
      pipelined = int(l);
  }
  bound.criticalPath = criticalPath(terms, fromOld);
  auto copies = [&](uint64_t mask) {
    Int count = 1;
    for (unsigned l = 0; l < loops.size(); ++l)
      if (mask >> l & 1)
        count = count * loops[l].t2;
    return count;
  };
  Counts counts = operations(copies, fromOld ? Int(0) : outputs);
  std::vector<Work> work;
  for (auto &[name, count] : counts)
    if (count.op->dsp > 0)
      work.push_back(
          {count.op->latency, count.operations,
           max(floorDiv(Int(context.usable.dsp), count.op->dsp), 1)});
  bound.body = straightLineBound(bound.criticalPath, work);
  if (pipelined < 0) {
    bound.latency = bound.iterations * bound.body;
    return bound;
  }
  // ResMII: the units that the DSPs at hand make.
  bound.ii =
      max(ceilDiv(dspCycles(counts), max(Int(context.usable.dsp), 1)), 1);
  bool sums = shape.loops[pipelined].reduction && statement.accumulates();
  if (statement.accumulates() && fromOld && sums) {
    int64_t latency = statement.accumulation().latency;
    bool chained = terms.value() > 1 && !sumIsTree();
    bound.ii = max(bound.ii,
                   chained ? terms * latency
                           : max(Int(latency) - rules.loops.carriedSlack, 1));
    // Iterations around a pipelined reduction are not flattened.
    bound.outer = floorDiv(bound.iterations, loops[pipelined].t1);
    bound.iterations = inRegister && shape.guarded
                           ? Int(shape.loops[pipelined].registerTrips)
                           : loops[pipelined].t1;
  } else if (statement.accumulates() && fromOld && outerSums.value() > 1) {
    bound.ii = max(bound.ii, ceilDiv(step(), distance));
  } else if (!statement.accumulates()) {
    bound.ii = max(bound.ii, recurrence(loops, pipelined));
  }
  if (trueBounds)
    takeAverageRun(loops, sums ? pipelined : -1, bound);
  bound.latency =
      bound.outer * pipelinedBound(bound.body, bound.ii, bound.iterations);
  return bound;
}

/// The iterations of an average run within true bounds, rounded down.
/// `reduction`: the pipelined loop if it carries a sum, else -1.
void Bounds::takeAverageRun(const std::vector<LoopChoice<Int>> &loops,
                            int reduction, TaskBound &bound) const {
  TaskChoice<Int> choice;
  choice.loops = loops;
  std::vector<unsigned> all, around;
  for (unsigned l = 0; l < loops.size(); ++l) {
    all.push_back(l);
    if (int(l) != reduction)
      around.push_back(l);
  }
  Numbers<Int> number;
  Int entries = countRuns(shape);
  if (reduction >= 0) {
    Int entered = iterationsOfRuns(shape, choice, around, number);
    bound.outer = floorDiv(entered, entries);
    entries = max(entered, 1);
  }
  Int iterations = iterationsOfRuns(shape, choice, all, number);
  bound.iterations = max(floorDiv(iterations, entries), 1);
}

/// The iterations that the banks of every array leave, 6.14, and the sum's own
/// recurrence, or tree.
Int Bounds::any(Int points) const {
  Int one = criticalPath(1, false), least = one;
  for (unsigned r = 0; r < shape.references.size(); ++r) {
    Int box = 1, rest = 1;
    uint64_t mask = statement.loopsOfReference(r);
    for (unsigned l = 0; l < shape.loops.size(); ++l)
      (mask >> l & 1 ? box : rest) =
          (mask >> l & 1 ? box : rest) * shape.loops[l].trip;
    Int elements = min(box, ceilDiv(points, rest));
    Int iterations = ceilDiv(elements, max(context.maxPartition, 1));
    least = max(least, pipelinedBound(one, 1, max(iterations, 1)));
  }
  if (!statement.accumulates())
    return least;
  Int outputs = 1;
  for (const LoopShape &loop : shape.loops)
    if (!loop.reduction)
      outputs = outputs * loop.trip;
  Int terms = max(ceilDiv(points, outputs), 1); // of one element at least
  if (sumIsTree())
    return max(least, criticalPath(terms, false));
  return max(least, terms * step());
}

TaskBound cost::taskBound(const Statement &statement,
                          const std::vector<LoopChoice<Int>> &loops,
                          Accumulator accumulator, const BoundContext &context,
                          bool trueBounds) {
  return Bounds(statement, context).configured(loops, accumulator, trueBounds);
}

Int cost::anyTaskBound(const Statement &statement, Int points,
                       const BoundContext &context) {
  return Bounds(statement, context).any(points);
}

Int cost::leastWork(const Statement &statement, Int instances,
                    const BoundContext &context) {
  const StatementShape &shape = statement.shape();
  Int sums = 1;
  for (const LoopShape &loop : shape.loops)
    if (loop.reduction)
      sums = sums * loop.trip;
  // One value serves the iterations of the loops that it does not depend on.
  auto apart = [&](uint64_t mask) {
    Int shared = 1;
    for (unsigned l = 0; l < shape.loops.size(); ++l)
      if (!(mask >> l & 1))
        shared = shared * shape.loops[l].trip;
    return ceilDiv(instances, shared);
  };
  Bounds bounds(statement, context);
  return Bounds::dspCycles(
      bounds.operations(apart, ceilDiv(instances, max(sums, 1))));
}
