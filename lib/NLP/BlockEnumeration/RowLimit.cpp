//===- RowLimit.cpp - Choices within a limit of the objective -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/RowLimit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace talos;
using namespace talos::nlp;

LaneOperand RowLimit::operand(const Level &level, unsigned slot) const {
  auto lanesOf = [&](const std::vector<int64_t> &lo,
                     const std::vector<int64_t> &hi, unsigned number) {
    const std::vector<int64_t> &upper = isPoint(slot, level.position) ? lo : hi;
    return LaneOperand{&lo[number * MaxLanes], &upper[number * MaxLanes], 1};
  };
  if (int row = level.rowOf[slot]; row >= 0)
    return lanesOf(level.lo, level.hi, row);
  if (int input = level.inputOf[slot]; input >= 0)
    return lanesOf(level.inLo, level.inHi, input);
  return {&initial[slot].lo, &initial[slot].hi, 0};
}

Interval RowLimit::at(const Level &level, unsigned slot, unsigned lane) const {
  if (level.rowOf[slot] < 0)
    return given(level, slot, level.lanes[lane].partial);
  size_t at = level.rowOf[slot] * MaxLanes + lane;
  return {level.lo[at],
          isPoint(slot, level.position) ? level.lo[at] : level.hi[at]};
}

/// Of a slot that earlier variables decide.
Interval RowLimit::given(const Level &level, unsigned slot,
                         unsigned partial) const {
  if (level.carriedOf[slot] < 0)
    return initial[slot];
  size_t at = level.carriedOf[slot] * level.room + partial;
  return {level.nowLo[at],
          isPoint(slot, level.position) ? level.nowLo[at] : level.nowHi[at]};
}

int64_t RowLimit::boundOf(const Level &level, unsigned lane) const {
  return level.rowOf[objective] < 0 ? level.bounds[level.lanes[lane].partial]
                                    : at(level, objective, lane).lo;
}

/// The inputs that these rows are the first to read.
void RowLimit::load(Level &level, unsigned from, unsigned to) const {
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

void RowLimit::evaluate(Level &level, unsigned from, unsigned to) const {
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
    const Slot &slot = slots[i];
    LaneOperand x[3] = {operand(level, slot.x[0]), operand(level, slot.x[1]),
                        operand(level, slot.x[2])};
    if (isOne)
      applyPoints(slot.op, x, level.lanes.size(), &level.lo[out]);
    else
      applyLanes(slot.op, slot.isPlain, slot.isPositive, x, level.lanes.size(),
                 slot.within, &level.lo[out], &level.hi[out]);
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
void RowLimit::pack(Level &level, unsigned rows) const {
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

void RowLimit::restrict(unsigned p, std::vector<Lane> &lanes) {
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
  if (closesIn)
    llvm::sort(level.kept, [&](unsigned x, unsigned y) {
      return std::make_pair(boundOf(level, x), x) <
             std::make_pair(boundOf(level, y), y);
    });
  lanes.clear();
  for (unsigned lane : level.kept)
    lanes.push_back(level.lanes[lane]);
}

bool RowLimit::complete(unsigned i) {
  const Level &level = levels.back();
  int64_t bound = boundOf(level, level.kept[i]);
  if (bound > limit)
    return false;
  least = std::min(least, bound);
  int64_t margin =
      marginDivisor > 0 ? std::max<int64_t>(1, bound / marginDivisor) : -1;
  int64_t next;
  if (closesIn && !llvm::AddOverflow(bound, margin, next))
    limit = std::min(limit, next);
  return true;
}

void RowLimit::passOn(unsigned p, llvm::ArrayRef<unsigned> kept) {
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

std::vector<unsigned> RowLimit::partials(unsigned p) const {
  const std::vector<int64_t> &bounds = levels[p].bounds;
  std::vector<unsigned> result(bounds.size());
  std::iota(result.begin(), result.end(), 0);
  if (closesIn)
    llvm::sort(result, [&](unsigned x, unsigned y) {
      return std::make_pair(bounds[x], x) < std::make_pair(bounds[y], y);
    });
  return result;
}

std::vector<std::vector<uint32_t>> RowLimit::filter() {
  const Level &level = levels[*wide];
  for (unsigned partial = 0; partial < level.bounds.size(); ++partial)
    wideLevel->add([&](unsigned slot) { return given(level, slot, partial); });
  return wideLevel->filter(limit, refuting);
}
