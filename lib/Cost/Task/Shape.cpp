//===- Shape.cpp - Statements checked against a target --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/Shape.h"
#include "Cost/Task/TrueBounds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>

using namespace llvm;
using namespace talos;
using namespace talos::cost;

namespace {

Error problem(const StatementShape &shape, const Twine &what) {
  return createStringError(std::errc::invalid_argument, "statement '%s': %s",
                           shape.name.c_str(), what.str().c_str());
}

Error checkReference(const StatementShape &shape, unsigned position) {
  const ReferenceShape &reference = shape.references[position];
  if (reference.loops.size() != reference.extents.size())
    return problem(shape, "reference " + Twine(position) + " has " +
                              Twine(reference.extents.size()) +
                              " extents but " + Twine(reference.loops.size()) +
                              " subscripts");
  for (int loop : reference.loops)
    if (loop < -1 || loop >= static_cast<int>(shape.loops.size()))
      return problem(shape, "reference " + Twine(position) + " uses loop " +
                                Twine(loop) + " of " +
                                Twine(shape.loops.size()));
  if (!reference.distances.empty() &&
      reference.distances.size() != shape.loops.size())
    return problem(shape, "reference " + Twine(position) + " has " +
                              Twine(reference.distances.size()) +
                              " distances for " + Twine(shape.loops.size()) +
                              " loops");
  if (!reference.conflicts.empty() &&
      reference.conflicts.size() != shape.loops.size())
    return problem(shape, "reference " + Twine(position) + " has " +
                              Twine(reference.conflicts.size()) +
                              " conflicts for " + Twine(shape.loops.size()) +
                              " loops");
  if (!reference.offsets.empty() &&
      reference.offsets.size() != reference.extents.size())
    return problem(shape, "reference " + Twine(position) + " has " +
                              Twine(reference.offsets.size()) +
                              " offsets for " +
                              Twine(reference.extents.size()) + " dimensions");
  for (int64_t extent : reference.extents)
    if (extent < 1)
      return problem(shape,
                     "reference " + Twine(position) + " has an extent below 1");
  return Error::success();
}

Error checkNode(const StatementShape &shape, unsigned position) {
  const NodeShape &node = shape.nodes[position];
  if (node.kind == NodeShape::Reference &&
      node.reference >= shape.references.size())
    return problem(shape, "node " + Twine(position) +
                              " reads a reference that does not exist");
  if (node.kind == NodeShape::Operation && node.operands.empty())
    return problem(shape, "node " + Twine(position) + " has no operands");
  if (node.pairs < -1 || node.pairs >= int(shape.loops.size()) ||
      (node.pairs >= 0 && node.kind != NodeShape::Operation))
    return problem(shape, "node " + Twine(position) +
                              " serves pairs of a loop that does not exist, or "
                              "is no operation");
  for (unsigned operand : node.operands)
    if (operand >= position)
      return problem(shape, "node " + Twine(position) +
                                " uses a node that does not precede it");
  return Error::success();
}

bool isInNest(const CoupledLoops &coupled, const StatementShape &shape) {
  unsigned last = shape.loops.size();
  return coupled.outer != coupled.inner && coupled.outer < last &&
         coupled.inner < last && !shape.loops[coupled.inner].reduction &&
         coupled.outerReduces == shape.loops[coupled.outer].reduction &&
         shape.ranges.empty() &&
         coupled.innerTrip == shape.loops[coupled.inner].trip &&
         int64_t(coupled.ranges.size()) == shape.loops[coupled.outer].trip &&
         llvm::all_of(
             coupled.ranges,
             [&](std::pair<int64_t, int64_t> range) {
               return range.first >= 0 && range.first <= range.second &&
                      range.second <= coupled.innerTrip;
             });
}

Error checkShape(const StatementShape &shape) {
  if (shape.loops.size() > 64)
    return problem(shape, "more than 64 loops");
  for (const LoopShape &loop : shape.loops)
    if (loop.trip < 1)
      return problem(shape,
                     "loop '" + loop.name + "' has a trip count below 1");
  for (const LoopShape &loop : shape.loops)
    if (loop.reduction && loop.sequential)
      return problem(shape, "loop '" + loop.name +
                                "' is a reduction and sequential at once");
  for (const LoopShape &loop : shape.loops)
    if (loop.registerTrips != 0 &&
        (!loop.reduction || shape.accumulator < 0 || loop.registerTrips < 0 ||
         loop.registerTrips > loop.trip))
      return problem(shape, "loop '" + loop.name + "' cannot run " +
                                Twine(loop.registerTrips) +
                                " iterations around a sum in a register");
  for (const RunRanges &group : shape.ranges)
    if (group.runs < 1 || group.loops.size() != shape.loops.size())
      return problem(shape, "ranges of " + Twine(group.loops.size()) +
                                " loops in " + Twine(group.runs) +
                                " runs; the nest has " +
                                Twine(shape.loops.size()) + " loops");
  if (shape.coupled && !isInNest(*shape.coupled, shape))
    return problem(shape, "its coupled loops are no two of the nest with "
                          "a range for each iteration of the outer one");
  for (unsigned i = 0; i < shape.references.size(); ++i)
    if (Error error = checkReference(shape, i))
      return error;
  for (unsigned i = 0; i < shape.nodes.size(); ++i)
    if (Error error = checkNode(shape, i))
      return error;
  for (const ResultShape &result : shape.results())
    if (result.root >= shape.nodes.size() ||
        result.written >= shape.references.size())
      return problem(shape, "no written reference or no root node");
  if (!shape.joined.empty() && shape.accumulator >= 0)
    return problem(shape, "a sum has one result");
  if (shape.accumulator < 0)
    return Error::success();
  const NodeShape &root = shape.nodes[shape.root];
  if (root.kind != NodeShape::Operation || root.operands.size() != 2 ||
      llvm::count(root.operands, unsigned(shape.accumulator)) != 1 ||
      shape.nodes[shape.accumulator].kind != NodeShape::Reference)
    return problem(shape, "the accumulator must be a reference and one of the "
                          "two operands of the root");
  return Error::success();
}

} // namespace

std::vector<ResultShape> StatementShape::results() const {
  std::vector<ResultShape> all = {{written, root}};
  all.insert(all.end(), joined.begin(), joined.end());
  return all;
}

std::vector<unsigned> StatementShape::roots() const {
  std::vector<unsigned> all;
  for (const ResultShape &result : results())
    all.push_back(result.root);
  return all;
}

bool StatementShape::isWritten(unsigned reference) const {
  return llvm::any_of(results(), [&](const ResultShape &result) {
    return result.written == reference;
  });
}

Expected<Statement> Statement::create(StatementShape shape,
                                      const target::Target &target) {
  if (Error error = checkShape(shape))
    return std::move(error);
  Statement result;
  result.description = std::move(shape);
  // Such a nest keeps its box.
  if (!fitsTable(result.description)) {
    result.description.ranges.clear();
    result.description.coupled.reset();
  }
  const StatementShape &s = result.description;
  result.users.assign(s.nodes.size(), 0);
  for (const NodeShape &node : s.nodes)
    for (unsigned operand : node.operands)
      ++result.users[operand];
  // A result that others use ends a chain, as what is computed once does.
  if (!s.joined.empty())
    for (unsigned root : s.roots())
      ++result.users[root];
  for (const NodeShape &node : s.nodes) {
    uint64_t loops = 0;
    std::optional<target::Operator> found;
    if (node.kind == NodeShape::Reference)
      loops = result.loopsOfReference(node.reference);
    if (node.kind == NodeShape::Operation) {
      Expected<const target::Operator *> op = target.lookup(node.op);
      if (!op)
        return problem(s, toString(op.takeError()));
      found = **op;
      for (unsigned operand : node.operands)
        loops |= result.dependsOn[operand];
    }
    result.dependsOn.push_back(loops);
    result.operators.push_back(std::move(found));
  }
  for (unsigned i = 0; i < s.references.size(); ++i)
    result.chained.push_back(result.findChainedSum(i));
  return result;
}

bool Statement::findChainedSum(unsigned reference) const {
  const ReferenceShape &read = description.references[reference];
  const ReferenceShape &written = description.references[description.written];
  if (read.array != written.array || read.loops != written.loops ||
      read.moving != written.moving || read.offsets != written.offsets)
    return false;
  const NodeShape &root = description.nodes[description.root];
  if (root.kind != NodeShape::Operation)
    return false;
  const target::Operator &op = operatorOf(description.root);
  bool subtracts = op.kind == target::OperatorKind::Sub;
  if (!subtracts && !op.isCommutative())
    return false;
  std::vector<bool> inChain(description.nodes.size(), false);
  inChain[description.root] = true;
  unsigned uses = 0;
  bool isEnd = false;
  // Operands stand before their users.
  for (unsigned n = description.root + 1; n-- > 0;) {
    const NodeShape &node = description.nodes[n];
    if (node.kind != NodeShape::Operation)
      continue;
    for (auto [i, operand] : llvm::enumerate(node.operands)) {
      const NodeShape &value = description.nodes[operand];
      bool goesOn = inChain[n] && (!subtracts || i == 0);
      if (value.kind == NodeShape::Reference && value.reference == reference) {
        ++uses;
        isEnd = goesOn;
      }
      inChain[operand] =
          goesOn && value.kind == NodeShape::Operation && value.op == root.op;
    }
  }
  return uses == 1 && isEnd;
}

bool Statement::accumulates() const {
  return description.accumulator >= 0 &&
         llvm::any_of(description.loops,
                      [](const LoopShape &loop) { return loop.reduction; });
}

bool Statement::mayUseRegister() const {
  return llvm::any_of(description.loops, [](const LoopShape &loop) {
    return loop.registerTrips != 0;
  });
}

const target::Operator &Statement::accumulation() const {
  return operatorOf(description.root);
}

const target::Operator &Statement::operatorOf(unsigned node) const {
  return *operators[node];
}

uint64_t Statement::loopsOfReference(unsigned reference) const {
  uint64_t loops = 0;
  for (int loop : description.references[reference].loops)
    if (loop >= 0)
      loops |= uint64_t(1) << loop;
  return loops;
}

bool Statement::reassociates(unsigned node) const {
  const std::optional<target::Operator> &op = operators[node];
  return op && (op->isRoundedSum() || op->isRoundedProduct());
}

std::vector<unsigned> Statement::chainLeaves(unsigned node) const {
  const NodeShape &root = description.nodes[node];
  if (!reassociates(node))
    return {node};
  std::vector<unsigned> leaves;
  SmallVector<unsigned, 8> work = {node};
  while (!work.empty()) {
    unsigned position = work.pop_back_val();
    const NodeShape &here = description.nodes[position];
    bool inner = position == node || users[position] == 1;
    if (here.kind == NodeShape::Operation && here.op == root.op && inner)
      work.append(here.operands.rbegin(), here.operands.rend());
    else
      leaves.push_back(position);
  }
  return leaves;
}

bool Statement::readsArrayOf(unsigned reference) const {
  unsigned array = description.references[reference].array;
  return llvm::any_of(description.nodes, [&](const NodeShape &node) {
    return node.kind == NodeShape::Reference &&
           description.references[node.reference].array == array;
  });
}

target::Provenance Statement::provenance() const {
  target::Provenance weakest = target::Provenance::Measured;
  for (const std::optional<target::Operator> &op : operators)
    if (op)
      weakest = std::max(weakest, op->provenance);
  return weakest;
}

std::vector<std::pair<std::string, Int>>
Statement::operations(Int executions) const {
  std::map<std::string, Int> counts;
  for (const NodeShape &node : description.nodes)
    if (node.kind == NodeShape::Operation)
      counts[node.op] = counts[node.op] +
                        (node.pairs < 0 ? executions : ceilDiv(executions, 2));
  return {counts.begin(), counts.end()};
}
