//===- BoundFilter.cpp - Choices within a bound of the objective ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/BoundFilter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace talos;
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

void BoundFilter::heed(llvm::ArrayRef<unsigned> some) {
  program.keepConstraints(
      [&](unsigned number) { return llvm::is_contained(some, number); });
}

void BoundFilter::start(llvm::ArrayRef<VarId> order) {
  levels.assign(order.size(), {});
  findPoints(order);
  for (auto [level, v] : llvm::zip(levels, order)) {
    level.position = &level - levels.data();
    level.domain = model.variables()[v].domain;
    listChanging(level, v);
    listOwn(level);
    level.lo.resize(level.changing.size() * MaxLanes);
    level.hi = level.lo;
  }
  if (levels.empty())
    return;
  startWide(order);
  listInputs();
  listCarried();
  for (const Slot &slot : program.slots) {
    initial.push_back(slot.range);
    if (!slot.inputs().empty())
      initial.back() = intersection(applyTo(slot, initial), slot.range);
  }
  levels.front().bounds.push_back(initial[program.objective].lo);
}

/// What the variables up to a position decide, if nothing can fail.
void BoundFilter::findPoints(llvm::ArrayRef<VarId> order) {
  llvm::DenseMap<VarId, unsigned> positionOf;
  for (auto [p, v] : llvm::enumerate(order))
    positionOf[v] = p;
  for (const Slot &slot : program.slots) {
    unsigned from = Never;
    if (slot.isFixed)
      from = slot.range.isPoint() ? 0 : Never;
    else if (slot.op == Op::Variable && positionOf.count(slot.value))
      from = positionOf[slot.value];
    else if (slot.isPlain && slot.within == Interval::everything() &&
             isForPoints(slot.op, program.slots[slot.operands[0]].range,
                         program.slots[slot.operands[1]].range)) {
      from = 0;
      for (uint32_t x : slot.inputs())
        from = std::max(from, pointFrom[x]);
    }
    pointFrom.push_back(from);
  }
}

/// Finds the variable with most values, if these are many.
void BoundFilter::startWide(llvm::ArrayRef<VarId> order) {
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

/// What rows read that earlier variables decide.
void BoundFilter::listInputs() {
  std::vector<bool> isDecided(program.slots.size(), false);
  for (Level &level : levels) {
    level.inputOf.assign(program.slots.size(), -1);
    for (auto [row, i] : llvm::enumerate(level.changing)) {
      for (uint32_t x : program.slots[i].inputs()) {
        if (level.rowOf[x] >= 0 || level.inputOf[x] >= 0 || !isDecided[x])
          continue;
        level.inputOf[x] = level.inputs.size();
        level.inputs.push_back({x, unsigned(row)});
      }
    }
    level.inLo.resize(level.inputs.size() * MaxLanes);
    level.inHi = level.inLo;
    for (unsigned i : level.changing)
      isDecided[i] = true;
  }
}

/// What partial choices have to tell: what this and later levels read.
void BoundFilter::listCarried() {
  std::vector<bool> isRead(program.slots.size(), false);
  for (unsigned p = levels.size(); p-- > 0;) {
    Level &level = levels[p];
    for (unsigned i : level.changing)
      isRead[i] = false;
    for (const Input &input : level.inputs)
      isRead[input.slot] = true;
    level.carriedOf.assign(program.slots.size(), -1);
    for (auto [i, isCarried] : llvm::enumerate(isRead))
      if (isCarried) {
        level.carriedOf[i] = level.carried.size();
        level.carried.push_back(i);
      }
    level.room = enough(p) + MaxLanes; // what one call of passOn() adds
    level.nowLo.resize(level.carried.size() * level.room);
    level.nowHi = level.nowLo;
  }
}

void BoundFilter::listChanging(Level &level, VarId variable) {
  std::vector<bool> changes(program.slots.size(), false);
  for (auto [i, slot] : llvm::enumerate(program.slots)) {
    changes[i] =
        slot.isVariable(variable) ||
        llvm::any_of(slot.inputs(), [&](uint32_t x) { return changes[x]; });
  }
  level.checks = checksOf(changes);
  listRows(level);
}

/// In the order of the checks.
void BoundFilter::listRows(Level &level) const {
  level.changing.clear();
  level.rowOf.assign(program.slots.size(), -1);
  for (Check &check : level.checks) {
    for (unsigned i : check.cone)
      if (level.rowOf[i] < 0) {
        level.rowOf[i] = level.changing.size();
        level.changing.push_back(i);
      }
    check.end = level.changing.size();
  }
}

/// Those checks first that leave out most lanes for the rows that they need
/// beyond those of the checks before.
void BoundFilter::arrange(Level &level) const {
  std::vector<bool> isKnown(program.slots.size(), false);
  auto rankOf = [&](const Check &check) {
    auto more =
        llvm::count_if(check.cone, [&](unsigned i) { return !isKnown[i]; });
    return double(more) * double(check.asked + 1) / double(check.refuted + 1);
  };
  for (auto next = level.checks.begin(); next != level.checks.end(); ++next) {
    auto best = std::min_element(
        next, level.checks.end(),
        [&](const Check &x, const Check &y) { return rankOf(x) < rankOf(y); });
    std::rotate(next, best, best + 1);
    for (unsigned i : next->cone)
      isKnown[i] = true;
  }
  listRows(level);
  for (Input &input : level.inputs)
    input.row = level.changing.size();
  for (auto [row, i] : llvm::enumerate(level.changing))
    for (uint32_t x : program.slots[i].inputs())
      if (int number = level.inputOf[x]; number >= 0)
        level.inputs[number].row =
            std::min(level.inputs[number].row, unsigned(row));
}

/// The checks of a variable on which these slots depend.
std::vector<BoundFilter::Check>
BoundFilter::checksOf(const std::vector<bool> &changes) const {
  std::vector<Check> checks;
  for (const BoundCheck &what : program.checks()) {
    Check check{what, {}};
    for (uint32_t i : program.coneOf(what.slot))
      if (changes[i])
        check.cone.push_back(i);
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
  llvm::DenseMap<unsigned, unsigned> known; // slot to position in `own`
  level.ownOf.assign(program.slots.size(), -1);
  std::vector<unsigned> ascending(level.changing);
  llvm::sort(ascending);
  for (unsigned i : ascending) {
    const Slot &slot = program.slots[i];
    unsigned count = operandCount(slot.op);
    if (llvm::any_of(slot.inputs(), [&](uint32_t x) {
          return !known.count(x) && !program.slots[x].isFixed;
        }))
      continue;
    std::vector<Interval> values;
    for (auto [index, value] : llvm::enumerate(level.domain)) {
      Interval x[3];
      for (unsigned k = 0; k < count; ++k)
        x[k] = program.slots[slot.operands[k]].isFixed
                   ? program.slots[slot.operands[k]].range
                   : level.own[known.lookup(slot.operands[k])][index];
      values.push_back(count == 0 ? Interval::point(value)
                                  : apply(slot.op, x[0], x[1], x[2]));
    }
    known[i] = level.own.size();
    level.ownOf[i] = level.own.size();
    level.own.push_back(std::move(values));
  }
}

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

LaneOperand BoundFilter::operand(const Level &level, unsigned slot) const {
  auto lanesOf = [&](const std::vector<int64_t> &lo,
                     const std::vector<int64_t> &hi, unsigned number) {
    const std::vector<int64_t> &objectiveBounds =
        isPoint(slot, level.position) ? lo : hi;
    return LaneOperand{&lo[number * MaxLanes],
                       &objectiveBounds[number * MaxLanes], 1};
  };
  if (int row = level.rowOf[slot]; row >= 0)
    return lanesOf(level.lo, level.hi, row);
  if (int input = level.inputOf[slot]; input >= 0)
    return lanesOf(level.inLo, level.inHi, input);
  return {&initial[slot].lo, &initial[slot].hi, 0};
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

/// The inputs that these rows are the first to read.
void BoundFilter::load(Level &level, unsigned from, unsigned to) const {
  for (auto [number, input] : llvm::enumerate(level.inputs)) {
    if (input.row < from || input.row >= to)
      continue;
    size_t now = level.carriedOf[input.slot] * level.room,
           in = number * MaxLanes;
    for (auto [lane, what] : llvm::enumerate(level.lanes))
      level.inLo[in + lane] = level.nowLo[now + what.partial];
    if (isPoint(input.slot, level.position))
      continue;
    for (auto [lane, what] : llvm::enumerate(level.lanes))
      level.inHi[in + lane] = level.nowHi[now + what.partial];
  }
}

void BoundFilter::evaluate(Level &level, unsigned from, unsigned to) const {
  load(level, from, to);
  for (unsigned row = from; row < to; ++row) {
    size_t out = row * MaxLanes;
    unsigned i = level.changing[row];
    bool isOne = isPoint(i, level.position);
    if (int own = level.ownOf[i]; own >= 0) {
      const std::vector<Interval> &values = level.own[own];
      for (auto [lane, what] : llvm::enumerate(level.lanes)) {
        level.lo[out + lane] = values[what.index].lo;
        if (!isOne)
          level.hi[out + lane] = values[what.index].hi;
      }
      continue;
    }
    const Slot &slot = program.slots[i];
    LaneOperand x[3] = {operand(level, slot.operands[0]),
                        operand(level, slot.operands[1]),
                        operand(level, slot.operands[2])};
    if (isOne)
      applyPoints(slot.op, x, level.lanes.size(), &level.lo[out]);
    else
      applyLanes(slot.op, slot.isPlain, slot.isPositive, x, level.lanes.size(),
                 slot.within, &level.lo[out], &level.hi[out]);
  }
}

bool BoundFilter::mayHold(const Level &level, const BoundCheck &check,
                          unsigned lane) {
  bool may = check.mayHold(at(level, check.slot, lane), limit);
  if (!may && check.constraint)
    refuting.insert(*check.constraint);
  return may;
}

/// Makes the lanes that are kept the first ones, as far as rows are known.
void BoundFilter::pack(Level &level, unsigned rows) const {
  if (level.kept.size() == level.lanes.size())
    return;
  auto move = [&](std::vector<int64_t> &values, size_t from) {
    for (auto [to, lane] : llvm::enumerate(level.kept))
      values[from + to] = values[from + lane];
  };
  for (unsigned row = 0; row < rows; ++row) {
    move(level.lo, row * MaxLanes);
    if (!isPoint(level.changing[row], level.position))
      move(level.hi, row * MaxLanes);
  }
  for (auto [number, input] : llvm::enumerate(level.inputs)) {
    if (input.row >= rows)
      continue;
    move(level.inLo, number * MaxLanes);
    if (!isPoint(input.slot, level.position))
      move(level.inHi, number * MaxLanes);
  }
  for (auto [to, lane] : llvm::enumerate(level.kept))
    level.lanes[to] = level.lanes[lane];
  level.lanes.resize(level.kept.size());
  std::iota(level.kept.begin(), level.kept.end(), 0);
}

void BoundFilter::restrict(unsigned p, std::vector<Lane> &lanes) {
  Level &level = levels[p];
  if (level.asked >= level.arrangeAt) {
    arrange(level);
    level.arrangeAt *= ArrangedGrowth;
  }
  level.asked += lanes.size();
  work += lanes.size();
  level.lanes = lanes;
  level.kept.resize(lanes.size());
  std::iota(level.kept.begin(), level.kept.end(), 0);
  unsigned known = 0;
  for (Check &check : level.checks) {
    evaluate(level, known, check.end);
    known = check.end;
    check.asked += level.kept.size();
    check.refuted += level.kept.size();
    llvm::erase_if(level.kept, [&](unsigned lane) {
      return !mayHold(level, check.what, lane);
    });
    check.refuted -= level.kept.size();
    if (level.kept.empty())
      break;
    if (level.kept.size() * 2 <= level.lanes.size())
      pack(level, known);
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
  int64_t margin =
      marginDivisor > 0 ? std::max<int64_t>(1, bound / marginDivisor) : -1;
  int64_t next;
  if (isTightening && !llvm::AddOverflow(bound, margin, next))
    limit = std::min(limit, next);
  return true;
}

void BoundFilter::passOn(unsigned p, llvm::ArrayRef<unsigned> kept) {
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
