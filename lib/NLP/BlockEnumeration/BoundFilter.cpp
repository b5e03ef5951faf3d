//===- BoundFilter.cpp - Choices within a bound of the objective ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/BoundFilter.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace talos::nlp;

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

BoundFilter::BoundFilter(const Model &model, const Ranges &ranges,
                         const Coupling &coupling, BlockId block, uint32_t root)
    : model(model), program(model, ranges, coupling, block, root) {}

void BoundFilter::startAt(const ObjectiveBound &bound) {
  limit = bound.value;
  program.keepConstraints(
      [&](unsigned number) { return number != bound.constraint; });
}

void BoundFilter::heed(ArrayRef<unsigned> some) {
  program.keepConstraints(
      [&](unsigned number) { return llvm::is_contained(some, number); });
}

void BoundFilter::start(ArrayRef<VarId> order) {
  levels.assign(order.size(), {});
  findPoints(order);
  DenseSet<uint32_t> decided;
  for (auto [level, v] : llvm::zip(levels, order)) {
    level.position = &level - levels.data();
    level.domain = model.variables()[v].domain;
    DenseSet<uint32_t> changing = dependentOn(
        program.slots, llvm::seq<uint32_t>(0, program.slots.size()), v);
    for (uint32_t i = 0; i < program.slots.size(); ++i)
      level.isGiven.push_back(decided.contains(i) && !changing.contains(i));
    decided.insert(changing.begin(), changing.end());
    level.checks = checksOf(changing);
    listRows(level);
    listOwn(level);
    level.lo.resize(level.rows.size() * MaxLanes);
    level.hi = level.lo;
  }
  if (levels.empty())
    return;
  startWide(order);
  listCarried();
  for (const Slot &slot : program.slots) {
    initial.push_back(slot.range);
    if (!slot.inputs().empty())
      initial.back() = intersection(applyTo(slot, initial), slot.range);
  }
  levels.front().bounds.push_back(initial[program.objective].lo);
}

/// What the variables up to a position decide, if nothing can fail.
void BoundFilter::findPoints(ArrayRef<VarId> order) {
  DenseMap<VarId, unsigned> positionOf;
  for (auto [p, v] : llvm::enumerate(order))
    positionOf[v] = p;
  for (const Slot &slot : program.slots) {
    unsigned from = Never;
    if (slot.isFixed)
      from = slot.range.isPoint() ? 0 : Never;
    else if (slot.op == Op::Variable && positionOf.count(slot.value))
      from = positionOf[slot.value];
    else if (slot.isPlain && slot.within == Interval::everything() &&
             operandCount(slot.op) > 0) {
      from = 0;
      for (uint32_t x : slot.inputs())
        from = std::max(from, pointFrom[x]);
    }
    pointFrom.push_back(from);
  }
}

/// Finds the variable with most values, if these are many.
void BoundFilter::startWide(ArrayRef<VarId> order) {
  size_t most = 0;
  for (unsigned p = 1; p < levels.size(); ++p)
    if (size_t values = levels[p].domain.size();
        values >= wideFrom && values > most) {
      most = values;
      wide = p;
    }
  if (!wide)
    return;
  valueClasses = std::make_unique<ValueClassFilter>(
      program, order[*wide], levels[*wide].domain, program.checks());
  if (valueClasses->isIdle())
    wide.reset();
}

/// What partial choices have to tell: what this and later levels read.
void BoundFilter::listCarried() {
  std::vector<bool> isRead(program.slots.size(), false);
  for (Level &level : llvm::reverse(levels)) {
    for (unsigned i : level.rows)
      isRead[i] = level.isGiven[i];
    level.carriedOf.assign(program.slots.size(), -1);
    for (auto [i, isCarried] : llvm::enumerate(isRead))
      if (isCarried) {
        level.carriedOf[i] = level.carried.size();
        level.carried.push_back(i);
      }
    // What one call of passOn() adds.
    level.room = enough(level.position) + MaxLanes;
    level.nowLo.resize(level.carried.size() * level.room);
    level.nowHi = level.nowLo;
  }
}

/// In the order of the checks; what a row reads comes before it.
void BoundFilter::listRows(Level &level) const {
  level.rowOf.assign(program.slots.size(), -1);
  auto add = [&](unsigned i) {
    if (level.rowOf[i] >= 0)
      return;
    level.rowOf[i] = level.rows.size();
    level.rows.push_back(i);
  };
  for (Check &check : level.checks) {
    for (unsigned i : check.cone) {
      for (uint32_t x : program.slots[i].inputs())
        if (level.isGiven[x])
          add(x);
      add(i);
    }
    check.end = level.rows.size();
  }
}

/// The checks of a variable on which these slots depend.
std::vector<BoundFilter::Check>
BoundFilter::checksOf(const DenseSet<uint32_t> &changing) const {
  std::vector<Check> checks;
  for (const BoundCheck &what : program.checks()) {
    Check check{what, {}};
    llvm::copy_if(program.coneOf(what.slot), std::back_inserter(check.cone),
                  [&](uint32_t i) { return changing.contains(i); });
    if (!check.cone.empty())
      checks.push_back(std::move(check));
  }
  llvm::sort(checks, [](const Check &x, const Check &y) {
    return std::make_pair(x.cone.size(), x.what.constraint) <
           std::make_pair(y.cone.size(), y.what.constraint);
  });
  return checks;
}

void BoundFilter::listOwn(Level &level) {
  level.ownOf.assign(program.slots.size(), -1);
  std::vector<unsigned> ascending(level.rows);
  llvm::sort(ascending);
  for (unsigned i : ascending) {
    const Slot &slot = program.slots[i];
    if (level.isGiven[i] || llvm::any_of(slot.inputs(), [&](uint32_t x) {
          return level.ownOf[x] < 0 && !program.slots[x].isFixed;
        }))
      continue;
    std::vector<Interval> values;
    for (auto [index, value] : llvm::enumerate(level.domain)) {
      Interval x[3] = {Interval::point(value)};
      for (auto [k, from] : llvm::enumerate(slot.inputs()))
        x[k] = program.slots[from].isFixed
                   ? program.slots[from].range
                   : level.own[level.ownOf[from]][index];
      values.push_back(apply(slot.op, x[0], x[1], x[2]));
    }
    level.ownOf[i] = level.own.size();
    level.own.push_back(std::move(values));
  }
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

LaneOperand BoundFilter::operand(const Level &level, unsigned slot) const {
  int row = level.rowOf[slot];
  if (row < 0)
    return {&initial[slot].lo, &initial[slot].hi, 0};
  const std::vector<int64_t> &hi =
      isPoint(slot, level.position) ? level.lo : level.hi;
  return {&level.lo[row * MaxLanes], &hi[row * MaxLanes], 1};
}

Interval BoundFilter::at(const Level &level, unsigned slot,
                         unsigned lane) const {
  if (level.rowOf[slot] < 0)
    return given(level, slot, level.lanes[lane].partial);
  size_t at = level.rowOf[slot] * MaxLanes + lane;
  return {level.lo[at],
          isPoint(slot, level.position) ? level.lo[at] : level.hi[at]};
}

/// Of a slot that earlier variables decide.
Interval BoundFilter::given(const Level &level, unsigned slot,
                            unsigned partial) const {
  if (level.carriedOf[slot] < 0)
    return initial[slot];
  size_t at = level.carriedOf[slot] * level.room + partial;
  return {level.nowLo[at],
          isPoint(slot, level.position) ? level.nowLo[at] : level.nowHi[at]};
}

int64_t BoundFilter::boundOf(const Level &level, unsigned lane) const {
  return level.rowOf[program.objective] < 0
             ? level.bounds[level.lanes[lane].partial]
             : at(level, program.objective, lane).lo;
}

void BoundFilter::evaluate(Level &level, unsigned from, unsigned to) const {
  for (unsigned row = from; row < to; ++row) {
    size_t out = row * MaxLanes;
    unsigned i = level.rows[row];
    bool isOne = isPoint(i, level.position);
    auto fill = [&](auto lo, auto hi) {
      for (auto [lane, what] : llvm::enumerate(level.lanes))
        level.lo[out + lane] = lo(what);
      if (!isOne)
        for (auto [lane, what] : llvm::enumerate(level.lanes))
          level.hi[out + lane] = hi(what);
    };
    if (int own = level.ownOf[i]; own >= 0) {
      const std::vector<Interval> &values = level.own[own];
      fill([&](const Lane &lane) { return values[lane.index].lo; },
           [&](const Lane &lane) { return values[lane.index].hi; });
      continue;
    }
    if (level.isGiven[i]) {
      size_t now = level.carriedOf[i] * level.room;
      fill([&](const Lane &lane) { return level.nowLo[now + lane.partial]; },
           [&](const Lane &lane) { return level.nowHi[now + lane.partial]; });
      continue;
    }
    const Slot &slot = program.slots[i];
    LaneOperand x[3];
    for (auto [operand, from] : llvm::zip(x, slot.operands))
      operand = this->operand(level, from);
    if (isOne)
      applyPoints(slot.op, x, level.lanes.size(), &level.lo[out]);
    else
      applyLanes(slot.op, slot.isPlain, slot.isPositive, x, level.lanes.size(),
                 slot.within, &level.lo[out], &level.hi[out]);
  }
}

void BoundFilter::restrict(unsigned p, std::vector<Lane> &lanes) {
  Level &level = levels[p];
  work += lanes.size();
  level.lanes = lanes;
  level.kept.resize(lanes.size());
  std::iota(level.kept.begin(), level.kept.end(), 0);
  unsigned known = 0;
  for (const Check &check : level.checks) {
    evaluate(level, known, check.end);
    known = check.end;
    llvm::erase_if(level.kept, [&](unsigned lane) {
      bool may = check.what.mayHold(at(level, check.what.slot, lane), limit);
      if (!may && check.what.constraint)
        refuting.insert(*check.what.constraint);
      return !may;
    });
    if (level.kept.empty())
      break;
  }
  if (isTightening)
    llvm::sort(level.kept, [&](unsigned x, unsigned y) {
      return std::make_pair(boundOf(level, x), x) <
             std::make_pair(boundOf(level, y), y);
    });
  lanes.clear();
  for (unsigned lane : level.kept)
    lanes.push_back(level.lanes[lane]);
}

bool BoundFilter::complete(unsigned i) {
  const Level &level = levels.back();
  int64_t bound = boundOf(level, level.kept[i]);
  if (bound > limit)
    return false;
  least = std::min(least, bound);
  int64_t from = std::max(bound, atLeast);
  int64_t margin =
      marginDivisor > 0 ? std::max<int64_t>(1, from / marginDivisor) : -1;
  int64_t next;
  if (isTightening && !llvm::AddOverflow(from, margin, next))
    limit = std::min(limit, next);
  return true;
}

void BoundFilter::passOn(unsigned p, ArrayRef<unsigned> kept) {
  const Level &level = levels[p];
  Level &next = levels[p + 1];
  size_t first = next.bounds.size();
  for (unsigned i : kept)
    next.bounds.push_back(boundOf(level, level.kept[i]));
  for (auto [c, slot] : llvm::enumerate(next.carried))
    for (auto [number, i] : llvm::enumerate(kept)) {
      Interval now = at(level, slot, level.kept[i]);
      size_t to = c * next.room + first + number;
      next.nowLo[to] = now.lo;
      next.nowHi[to] = now.hi;
    }
}

std::vector<unsigned> BoundFilter::partials(unsigned p) const {
  const std::vector<int64_t> &bounds = levels[p].bounds;
  std::vector<unsigned> result(bounds.size());
  std::iota(result.begin(), result.end(), 0);
  if (isTightening)
    llvm::sort(result, [&](unsigned x, unsigned y) {
      return std::make_pair(bounds[x], x) < std::make_pair(bounds[y], y);
    });
  return result;
}

std::vector<std::vector<uint32_t>> BoundFilter::filterValueClasses() {
  const Level &level = levels[*wide];
  for (unsigned partial = 0; partial < level.bounds.size(); ++partial)
    valueClasses->add(
        [&](unsigned slot) { return given(level, slot, partial); });
  return valueClasses->filter(limit, refuting);
}
