//===- RowLimit.cpp - Choices within a limit of the objective -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowLimit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// Choices of such a variable and those before it that are looked at together.
static constexpr size_t MaxTogether = 1 << 20;

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
  for (auto [level, v] : llvm::zip(levels, order)) {
    level.domain = model.variables()[v].domain;
    level.now.resize(slots.size());
    listChanging(level, v);
    listOwn(level);
    level.lo.resize(level.changing.size() * level.domain.size());
    level.hi = level.lo;
  }
  if (levels.empty())
    return;
  startWide(order);
  std::vector<Interval> &now = levels.front().now;
  for (auto [i, slot] : llvm::enumerate(slots)) {
    now[i] = slot.range;
    if (!slot.isFixed && operandCount(slot.op) > 0)
      now[i] = intersection(
          apply(slot.op, now[slot.x[0]], now[slot.x[1]], now[slot.x[2]]),
          slot.range);
  }
}

/// Finds the variable with most values, if these are many.
void RowLimit::startWide(llvm::ArrayRef<VarId> order) {
  size_t most = 0;
  for (unsigned p = 1; p < levels.size(); ++p) {
    size_t values = levels[p].domain.size(),
           together = values * levels[p - 1].domain.size();
    if (values >= wideFrom && values > most && together <= MaxTogether) {
      most = values;
      wide = p;
    }
  }
  if (!wide)
    return;
  size_t together = most * levels[*wide - 1].domain.size();
  first = *wide - 1;
  if (first > 0 && together * levels[first - 1].domain.size() <= MaxTogether)
    --first;
  wideLevel = std::make_unique<WideLevel>(slots, order[*wide - 1], order[*wide],
                                          levels[*wide].domain, allChecks());
  if (wideLevel->isIdle())
    wide.reset();
}

void RowLimit::listChanging(Level &level, VarId variable) {
  std::vector<bool> changes(slots.size(), false);
  for (auto [i, slot] : llvm::enumerate(slots)) {
    changes[i] = slot.variable == variable;
    for (unsigned k = 0; !slot.isFixed && k < operandCount(slot.op); ++k)
      changes[i] = changes[i] || changes[slot.x[k]];
  }
  level.rowOf.assign(slots.size(), -1);
  level.checks = checksOf(changes);
  for (Check &check : level.checks) {
    for (unsigned i : check.cone)
      if (level.rowOf[i] < 0) {
        level.rowOf[i] = level.changing.size();
        level.changing.push_back(i);
      }
    check.end = level.changing.size();
  }
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
  level.ownOf.assign(level.changing.size(), -1);
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
    level.ownOf[level.rowOf[i]] = level.own.size();
    level.own.push_back(std::move(values));
  }
}

LaneOperand RowLimit::operand(const Level &level, unsigned slot) const {
  int row = level.rowOf[slot];
  if (row < 0)
    return {&level.now[slot].lo, &level.now[slot].hi, 0};
  size_t at = size_t(row) * level.domain.size();
  return {&level.lo[at], &level.hi[at], 1};
}

Interval RowLimit::at(const Level &level, unsigned slot, unsigned lane) const {
  LaneOperand x = operand(level, slot);
  return {x.lo[lane * x.stride], x.hi[lane * x.stride]};
}

/// Of these domain indices, a lane each.
void RowLimit::evaluate(Level &level, llvm::ArrayRef<uint32_t> indices,
                        unsigned from, unsigned to) const {
  for (unsigned row = from; row < to; ++row) {
    size_t out = row * level.domain.size();
    if (level.ownOf[row] >= 0) {
      const std::vector<Interval> &values = level.own[level.ownOf[row]];
      for (auto [lane, index] : llvm::enumerate(indices)) {
        level.lo[out + lane] = values[index].lo;
        level.hi[out + lane] = values[index].hi;
      }
      continue;
    }
    const Slot &slot = slots[level.changing[row]];
    applyLanes(slot.op, slot.isPlain, slot.isPositive,
               {operand(level, slot.x[0]), operand(level, slot.x[1]),
                operand(level, slot.x[2])},
               indices.size(), slot.within, &level.lo[out], &level.hi[out]);
  }
}

bool RowLimit::mayHold(const Level &level, const SlotCheck &check,
                       unsigned lane) {
  bool may = check.mayHold(at(level, check.slot, lane), limit);
  if (!may && check.constraint)
    refuting.insert(*check.constraint);
  return may;
}

/// Makes the lanes that are kept the first ones, as far as rows are known.
void RowLimit::pack(Level &level, unsigned rows,
                    std::vector<uint32_t> &indices) const {
  if (level.kept.size() == indices.size())
    return;
  for (unsigned row = 0; row < rows; ++row) {
    size_t at = row * level.domain.size();
    for (auto [to, from] : llvm::enumerate(level.kept)) {
      level.lo[at + to] = level.lo[at + from];
      level.hi[at + to] = level.hi[at + from];
    }
  }
  for (auto [to, from] : llvm::enumerate(level.kept))
    indices[to] = indices[from];
  indices.resize(level.kept.size());
  std::iota(level.kept.begin(), level.kept.end(), 0);
}

void RowLimit::restrict(unsigned p, std::vector<uint32_t> &indices) {
  Level &level = levels[p];
  level.isPassedOn = false;
  level.kept.resize(indices.size());
  std::iota(level.kept.begin(), level.kept.end(), 0);
  unsigned known = 0;
  for (const Check &check : level.checks) {
    evaluate(level, indices, known, check.end);
    known = check.end;
    llvm::erase_if(level.kept, [&](unsigned lane) {
      return !mayHold(level, check.what, lane);
    });
    if (level.kept.empty())
      break;
    if (level.kept.size() * 2 <= indices.size())
      pack(level, known, indices);
  }
  pack(level, known, indices);
  if (!closesIn)
    return;
  llvm::sort(level.kept, [&](unsigned x, unsigned y) {
    return std::make_pair(at(level, objective, x).lo, x) <
           std::make_pair(at(level, objective, y).lo, y);
  });
  std::vector<uint32_t> sorted;
  for (unsigned lane : level.kept)
    sorted.push_back(indices[lane]);
  indices = std::move(sorted);
}

bool RowLimit::choose(unsigned p, unsigned i) {
  Level &level = levels[p];
  unsigned lane = level.kept[i];
  int64_t bound = at(level, objective, lane).lo;
  if (bound > limit)
    return false;
  if (p + 1 == levels.size()) {
    least = std::min(least, bound);
    int64_t margin =
        marginDivisor > 0 ? std::max<int64_t>(1, bound / marginDivisor) : -1;
    int64_t next;
    if (closesIn && !llvm::AddOverflow(bound, margin, next))
      limit = std::min(limit, next);
    return true;
  }
  std::vector<Interval> &next = levels[p + 1].now;
  if (!level.isPassedOn)
    next = level.now;
  level.isPassedOn = true;
  const int64_t *lo = level.lo.data() + lane, *hi = level.hi.data() + lane;
  for (auto [row, slot] : llvm::enumerate(level.changing))
    next[slot] = {lo[row * level.domain.size()], hi[row * level.domain.size()]};
  return true;
}

void RowLimit::collect(uint32_t index) {
  const Level &level = levels[*wide - 1];
  wideLevel->add(level.domain[index], level.now);
}

std::vector<std::vector<uint32_t>> RowLimit::filter() {
  return wideLevel->filter(limit, refuting);
}
