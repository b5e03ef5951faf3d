//===- PrivateConstraints.cpp - Of a block, choice by choice --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/PrivateConstraints.h"
#include <algorithm>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// Constraints with no more choices of all but their last variable remember
/// what these allow, if choices of yet another variable may meet it again.
static constexpr double MaxMemo = 65536;
/// Where ranges have told nothing of a constraint so many times in a row, they
/// are not asked any more.
static constexpr unsigned MaxInVain = 128;
/// Nodes of a constraint that is tested at many points at once.
static constexpr size_t LeastDeferred = 64;
/// With fewer choices of its open variables that takes no longer than a look at
/// its range.
static constexpr double LeastBelow = 256;

PartialAssignment::PartialAssignment(const Model &model, ArrayRef<VarId> order)
    : model(model), order(order), digit(order.size()),
      changed(order.size(), 0) {
  for (const Variable &v : model.variables()) {
    point.push_back(v.domain.front());
    box.push_back({v.domain.front(), v.domain.back()});
  }
}

void PartialAssignment::set(unsigned p, uint32_t index) {
  digit[p] = index;
  point[order[p]] = domain(p)[index];
  box[order[p]] = Interval::point(domain(p)[index]);
  changed[p] = ++changes;
}

void PartialAssignment::unset(unsigned p) {
  point[order[p]] = domain(p).front();
  box[order[p]] = {domain(p).front(), domain(p).back()};
  changed[p] = ++changes;
}

std::vector<VarId> nlp::variablesOf(const Model &model, NodeId root) {
  std::vector<VarId> result;
  for (NodeId id : model.cone(root))
    if (model.nodes()[id].op == Op::Variable)
      result.push_back(model.nodes()[id].value);
  llvm::sort(result);
  return result;
}

PrivateConstraints::PrivateConstraints(const Model &model, const Ranges &ranges,
                                       PartialAssignment &prefix,
                                       ArrayRef<NodeId> constraints,
                                       bool defers)
    : model(model), ranges(ranges), prefix(prefix), order(prefix.order),
      completing(order.size()), partial(order.size()) {
  for (auto [p, v] : llvm::enumerate(order))
    position[v] = p;
  for (NodeId root : constraints)
    add(root, defers);
  // What costs least is asked first.
  for (std::vector<Check *> &some : completing)
    llvm::sort(some, [](const Check *x, const Check *y) {
      return std::make_tuple(!x->memoise, x->program.size(), x->root) <
             std::make_tuple(!y->memoise, y->program.size(), y->root);
    });
}

static bool isTrue(const Program &program) {
  return program.root(0).isValid() && program.root(0).value() != 0;
}

/// Number of the first variable of the check that has changed since then; of
/// all of them where none has.
size_t PrivateConstraints::firstChanged(const Check &check,
                                        uint64_t since) const {
  size_t i = 0;
  while (i < check.positions.size() &&
         prefix.changed[check.positions[i]] <= since)
    ++i;
  return i;
}

/// At the point of the prefix. The last variable may have got a value there
/// that is no change yet.
bool PrivateConstraints::isTrue(Check &check) {
  size_t first =
      std::min(firstChanged(check, check.pointOf), check.positions.size() - 1);
  if (check.pointOf == 0)
    check.program.run(prefix.point);
  else
    check.program.rerun(prefix.point, first);
  check.pointOf = prefix.changes;
  return ::isTrue(check.program);
}

/// In the box of the prefix.
Interval PrivateConstraints::rangeOf(Check &check) {
  if (check.boxOf == 0)
    check.program.runRanges(prefix.box);
  else
    check.program.rerunRanges(prefix.box, firstChanged(check, check.boxOf));
  check.boxOf = prefix.changes;
  return check.program.rootRange(0);
}

/// Whether the constraint takes long, and all its variables have values where
/// nothing is left to choose.
bool PrivateConstraints::isToDefer(const Check &check) const {
  auto isChoice = [&](VarId v) {
    return model.variables()[v].domain.size() > 1;
  };
  return check.isSafe && check.program.size() >= LeastDeferred &&
         llvm::none_of(order.drop_front(check.positions.back() + 1), isChoice);
}

void PrivateConstraints::add(NodeId root, bool defers) {
  Check check(root, Program(model, root));
  check.mayFail = ranges.mayFail[root];
  for (VarId v : variablesOf(model, root))
    check.positions.push_back(position[v]);
  llvm::sort(check.positions);
  if (check.positions.empty()) {
    check.program.run(prefix.point);
    constantsHold &= ::isTrue(check.program);
    return;
  }
  std::vector<VarId> variables;
  for (unsigned p : check.positions)
    variables.push_back(order[p]);
  std::vector<NodeId> cone = model.cone(root);
  check.isSafe =
      llvm::none_of(cone, [&](NodeId id) { return ranges.mayFail[id]; });
  check.program = Program(model, root, variables, check.isSafe);
  auto node = llvm::find_if(cone, [&](NodeId id) {
    return model.nodes()[id].op == Op::Variable &&
           VarId(model.nodes()[id].value) == variables.back();
  });
  if (!ranges.mayFail[root] && ranges.interval[root].lo >= 0)
    check.lastDirection = direction(model, ranges, root, *node);
  double keys = 1;
  for (size_t i = 0; i + 1 < check.positions.size(); ++i)
    keys *= prefix.domain(check.positions[i]).size();
  check.memoise =
      keys <= MaxMemo && check.positions.size() <= check.positions.back();
  checks.push_back(std::move(check));
  Check *c = &checks.back();
  bool isDeferred = defers && isToDefer(*c);
  if (isDeferred)
    deferredRoots.push_back(root);
  else
    completing[c->positions.back()].push_back(c);
  double below = 1;
  for (size_t i = c->positions.size() - 1; i-- > 0;) {
    below *= prefix.domain(c->positions[i + 1]).size();
    if (c->positions[i] + 1 < c->positions.back() &&
        (!isDeferred || below >= LeastBelow))
      partial[c->positions[i]].push_back({c});
  }
}

std::vector<uint32_t> PrivateConstraints::allIndices(unsigned p) const {
  std::vector<uint32_t> result(prefix.domain(p).size());
  std::iota(result.begin(), result.end(), 0);
  return result;
}

/// Keeps the domain indices of the last variable of `check` that satisfy it.
void PrivateConstraints::restrict(Check &check,
                                  std::vector<uint32_t> &indices) {
  unsigned p = check.positions.back();
  VarId v = order[p];
  ArrayRef<int64_t> domain = prefix.domain(p);
  auto fits = [&](uint32_t i) {
    prefix.point[v] = domain[i];
    return isTrue(check);
  };
  auto fails = [&](uint32_t i) { return !fits(i); };
  if (check.lastDirection == Direction::Nonincreasing)
    indices.erase(llvm::partition_point(indices, fits), indices.end());
  else if (check.lastDirection == Direction::Nondecreasing)
    indices.erase(indices.begin(), llvm::partition_point(indices, fails));
  else
    llvm::erase_if(indices, fails);
}

ArrayRef<uint32_t> PrivateConstraints::memoised(Check &check) {
  uint64_t key = 0;
  for (size_t i = 0; i + 1 < check.positions.size(); ++i) {
    unsigned p = check.positions[i];
    key = key * prefix.domain(p).size() + prefix.digit[p];
  }
  auto [it, isNew] = check.memo.try_emplace(key);
  if (isNew) {
    it->second = allIndices(check.positions.back());
    restrict(check, it->second);
  }
  return it->second;
}

bool PrivateConstraints::holds(unsigned p, uint32_t index) {
  prefix.point[order[p]] = prefix.domain(p)[index];
  return llvm::all_of(completing[p], [&](Check *check) {
    if (check->memoise || check->settledAt >= 0)
      return true;
    return isTrue(*check);
  });
}

std::vector<uint32_t> PrivateConstraints::allowed(unsigned p, bool all) {
  std::vector<uint32_t> values = allIndices(p), both;
  for (Check *check : completing[p]) {
    if (values.empty())
      break;
    if (check->settledAt >= 0)
      continue;
    if (!check->memoise) {
      if (all)
        restrict(*check, values);
      continue;
    }
    ArrayRef<uint32_t> next = memoised(*check);
    both.clear();
    std::set_intersection(values.begin(), values.end(), next.begin(),
                          next.end(), std::back_inserter(both));
    std::swap(values, both);
  }
  return values;
}

bool PrivateConstraints::mayGoOn(unsigned p) {
  for (Early &early : partial[p]) {
    Check *check = early.check;
    if (check->settledAt >= 0 && check->settledAt < int(p))
      continue;
    check->settledAt = -1;
    if (early.asked == MaxInVain)
      continue;
    Interval range = rangeOf(*check);
    if (!range.mayHold()) {
      early.asked = 0;
      return false;
    }
    ++early.asked;
    if (!check->mayFail && !range.contains(0)) {
      early.asked = 0;
      check->settledAt = int(p);
    }
  }
  return true;
}

Settled PrivateConstraints::settled() const {
  Settled result(checks.size());
  for (auto [i, check] : llvm::enumerate(checks))
    result[i] = check.settledAt >= 0;
  return result;
}

void PrivateConstraints::settle(const Settled &settled) {
  // Wherever it was: before the position that comes next.
  for (auto [i, check] : llvm::enumerate(checks))
    check.settledAt = settled[i] ? 0 : -1;
}
