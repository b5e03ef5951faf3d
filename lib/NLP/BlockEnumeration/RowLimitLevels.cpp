//===- RowLimitLevels.cpp - What each variable changes --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/RowLimit.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::nlp;

std::vector<SlotCheck> RowLimit::allChecks() const {
  std::vector<SlotCheck> checks{{std::nullopt, objective}};
  if (glance)
    checks.push_back({std::nullopt, *glance});
  for (auto [number, slot] : constraints)
    checks.push_back({number, slot});
  return checks;
}

void RowLimit::start(llvm::ArrayRef<VarId> order) {
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
  for (const Slot &slot : slots) {
    initial.push_back(slot.range);
    if (!slot.isFixed && operandCount(slot.op) > 0)
      initial.back() =
          intersection(apply(slot.op, initial[slot.x[0]], initial[slot.x[1]],
                             initial[slot.x[2]]),
                       slot.range);
  }
  levels.front().bounds.push_back(initial[objective].lo);
}

/// What the variables up to a position decide, if nothing can fail.
void RowLimit::findPoints(llvm::ArrayRef<VarId> order) {
  llvm::DenseMap<VarId, unsigned> positionOf;
  for (auto [p, v] : llvm::enumerate(order))
    positionOf[v] = p;
  for (const Slot &slot : slots) {
    unsigned from = Never;
    if (slot.isFixed)
      from = slot.range.isPoint() ? 0 : Never;
    else if (slot.variable && positionOf.count(*slot.variable))
      from = positionOf[*slot.variable];
    else if (slot.isPlain && slot.within == Interval::everything() &&
             isForPoints(slot.op, slots[slot.x[0]].range,
                         slots[slot.x[1]].range)) {
      from = 0;
      for (unsigned k = 0; k < operandCount(slot.op); ++k)
        from = std::max(from, pointFrom[slot.x[k]]);
    }
    pointFrom.push_back(from);
  }
}

/// Finds the variable with most values, if these are many.
void RowLimit::startWide(llvm::ArrayRef<VarId> order) {
  size_t most = 0;
  for (unsigned p = 1; p < levels.size(); ++p)
    if (size_t values = levels[p].domain.size();
        values >= wideFrom && values > most) {
      most = values;
      wide = p;
    }
  if (!wide)
    return;
  wideLevel = std::make_unique<WideLevel>(slots, order[*wide],
                                          levels[*wide].domain, allChecks());
  if (wideLevel->isIdle())
    wide.reset();
}

/// What rows read that earlier variables decide.
void RowLimit::listInputs() {
  std::vector<bool> isDecided(slots.size(), false);
  for (Level &level : levels) {
    level.inputOf.assign(slots.size(), -1);
    for (auto [row, i] : llvm::enumerate(level.changing)) {
      for (unsigned k = 0; k < operandCount(slots[i].op); ++k) {
        unsigned x = slots[i].x[k];
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
void RowLimit::listCarried() {
  std::vector<bool> isRead(slots.size(), false);
  for (unsigned p = levels.size(); p-- > 0;) {
    Level &level = levels[p];
    for (unsigned i : level.changing)
      isRead[i] = false;
    for (const Input &input : level.inputs)
      isRead[input.slot] = true;
    level.carriedOf.assign(slots.size(), -1);
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

void RowLimit::listChanging(Level &level, VarId variable) {
  std::vector<bool> changes(slots.size(), false);
  for (auto [i, slot] : llvm::enumerate(slots)) {
    changes[i] = slot.variable == variable;
    for (unsigned k = 0; !slot.isFixed && k < operandCount(slot.op); ++k)
      changes[i] = changes[i] || changes[slot.x[k]];
  }
  level.checks = checksOf(changes);
  listRows(level);
}

/// In the order of the checks.
void RowLimit::listRows(Level &level) const {
  level.changing.clear();
  level.rowOf.assign(slots.size(), -1);
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
void RowLimit::arrange(Level &level) const {
  std::vector<bool> isKnown(slots.size(), false);
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
    for (unsigned k = 0; k < operandCount(slots[i].op); ++k)
      if (int number = level.inputOf[slots[i].x[k]]; number >= 0)
        level.inputs[number].row =
            std::min(level.inputs[number].row, unsigned(row));
}

/// Of a variable on which these slots depend: what it may break.
std::vector<RowLimit::Check>
RowLimit::checksOf(const std::vector<bool> &changes) const {
  std::vector<Check> checks;
  for (const SlotCheck &what : allChecks()) {
    Check check{what, {}};
    for (auto [i, isNeeded] : llvm::enumerate(coneOf(slots, what.slot)))
      if (isNeeded && changes[i])
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

void RowLimit::listOwn(Level &level) {
  llvm::DenseMap<unsigned, unsigned> known; // slot to position in `own`
  level.ownOf.assign(slots.size(), -1);
  std::vector<unsigned> ascending(level.changing);
  llvm::sort(ascending);
  for (unsigned i : ascending) {
    const Slot &slot = slots[i];
    unsigned count = operandCount(slot.op);
    if (llvm::any_of(llvm::ArrayRef(slot.x, count), [&](unsigned x) {
          return !known.count(x) && !slots[x].isFixed;
        }))
      continue;
    std::vector<Interval> values;
    for (auto [index, value] : llvm::enumerate(level.domain)) {
      Interval x[3];
      for (unsigned k = 0; k < count; ++k)
        x[k] = slots[slot.x[k]].isFixed
                   ? slots[slot.x[k]].range
                   : level.own[known.lookup(slot.x[k])][index];
      values.push_back(count == 0 ? Interval::point(value)
                                  : apply(slot.op, x[0], x[1], x[2]));
    }
    known[i] = level.own.size();
    level.ownOf[i] = level.own.size();
    level.own.push_back(std::move(values));
  }
}
