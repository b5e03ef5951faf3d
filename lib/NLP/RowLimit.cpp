//===- RowLimit.cpp - Rows within a limit of the objective ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "RowLimit.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::nlp;

/// How far above the least bound choices are kept.
static constexpr int64_t MarginDivisor = 2;

RowLimit::RowLimit(const Model &model, const Ranges &ranges,
                   const Coupling &coupling, BlockId block)
    : model(model), block(block) {
  addSlots(ranges, coupling);
  for (auto [i, c] : llvm::enumerate(coupling.constraints))
    if (auto known = slotOf.find(coupling.nodes[c.node].origin);
        known != slotOf.end() && coupling.nodes[c.node].support.size() > 2)
      constraints.push_back({i, known->second});
}

void RowLimit::heed(llvm::ArrayRef<unsigned> some) {
  llvm::erase_if(constraints, [&](const std::pair<unsigned, unsigned> &c) {
    return !llvm::is_contained(some, c.first);
  });
}

/// What the first objective and the constraints over the block need.
void RowLimit::addSlots(const Ranges &ranges, const Coupling &coupling) {
  llvm::DenseMap<NodeId, uint32_t> coupled;
  for (auto [n, node] : llvm::enumerate(coupling.nodes))
    coupled[node.origin] = n;
  std::vector<NodeId> open{coupling.nodes[coupling.objectives.front()].origin};
  // Constraints over two blocks relate certain rows: they say little of one.
  for (const CRoot &c : coupling.constraints)
    if (const CNode &node = coupling.nodes[c.node];
        node.support.size() > 2 && llvm::is_contained(node.support, block))
      open.push_back(node.origin);
  llvm::DenseSet<NodeId> seen(open.begin(), open.end());
  while (!open.empty()) {
    NodeId id = open.back();
    open.pop_back();
    const Node &node = model.nodes()[id];
    Slot slot{id, node.op, ranges.interval[id], Interval::everything(),
              node.op == Op::Constant};
    if (auto known = coupled.find(id); known != coupled.end()) {
      const CNode &above = coupling.nodes[known->second];
      slot.range = slot.within = above.start;
      slot.isFixed = !llvm::is_contained(above.support, block);
    }
    slots.push_back(slot);
    for (unsigned i = 0; !slot.isFixed && i < operandCount(node.op); ++i)
      if (seen.insert(node.operands[i]).second)
        open.push_back(node.operands[i]);
  }
  llvm::sort(slots,
             [](const Slot &x, const Slot &y) { return x.node < y.node; });
  for (auto [i, slot] : llvm::enumerate(slots))
    slotOf[slot.node] = i;
  for (Slot &slot : slots)
    describeSlot(ranges, slot);
  objective = slotOf.lookup(coupling.nodes[coupling.objectives.front()].origin);
  slots[objective].isOfObjective = true;
  for (const Slot &slot : llvm::reverse(slots))
    for (unsigned i = 0; !slot.isFixed && i < operandCount(slot.op); ++i)
      slots[slot.x[i]].isOfObjective |= slot.isOfObjective;
}

void RowLimit::describeSlot(const Ranges &ranges, Slot &slot) const {
  const Node &node = model.nodes()[slot.node];
  if (slot.isFixed)
    return;
  slot.isPlain = !ranges.mayFail[slot.node];
  for (unsigned i = 0; i < operandCount(node.op); ++i) {
    slot.x[i] = slotOf.lookup(node.operands[i]);
    slot.isPlain &= !ranges.mayFail[node.operands[i]];
  }
  slot.isPositive =
      slots[slot.x[0]].range.lo >= 0 && slots[slot.x[1]].range.lo >= 0;
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
  std::vector<Interval> &now = levels.front().now;
  for (auto [i, slot] : llvm::enumerate(slots)) {
    now[i] = slot.range;
    if (!slot.isFixed && operandCount(slot.op) > 0)
      now[i] = intersection(
          apply(slot.op, now[slot.x[0]], now[slot.x[1]], now[slot.x[2]]),
          slot.range);
  }
}

void RowLimit::listChanging(Level &level, VarId variable) {
  std::vector<bool> changes(slots.size(), false);
  for (auto [i, slot] : llvm::enumerate(slots)) {
    changes[i] = slot.op == Op::Variable &&
                 VarId(model.nodes()[slot.node].value) == variable;
    for (unsigned k = 0; !slot.isFixed && k < operandCount(slot.op); ++k)
      changes[i] = changes[i] || changes[slot.x[k]];
  }
  level.rowOf.assign(slots.size(), -1);
  for (bool ofObjective : {true, false}) {
    for (unsigned i = 0; i < slots.size(); ++i)
      if (changes[i] && slots[i].isOfObjective == ofObjective) {
        level.rowOf[i] = level.changing.size();
        level.changing.push_back(i);
      }
    if (ofObjective)
      level.ofObjective = level.changing.size();
  }
}

void RowLimit::listOwn(Level &level) {
  llvm::DenseMap<unsigned, unsigned> known; // slot to position in `own`
  level.isOwn.assign(level.changing.size(), false);
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
                   : level.own[known.lookup(slot.x[k])].second[index];
      values.push_back(count == 0 ? Interval::point(value)
                                  : apply(slot.op, x[0], x[1], x[2]));
    }
    known[i] = level.own.size();
    level.isOwn[level.rowOf[i]] = true;
    level.own.push_back({level.rowOf[i], std::move(values)});
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

void RowLimit::evaluate(Level &level, unsigned count, unsigned from,
                        unsigned to) {
  for (unsigned row = from; row < to; ++row) {
    if (level.isOwn[row])
      continue;
    const Slot &slot = slots[level.changing[row]];
    size_t out = row * level.domain.size();
    applyLanes(slot.op, slot.isPlain, slot.isPositive,
               {operand(level, slot.x[0]), operand(level, slot.x[1]),
                operand(level, slot.x[2])},
               count, slot.within, &level.lo[out], &level.hi[out]);
  }
}

bool RowLimit::mayHold(const Level &level, unsigned lane) {
  for (auto [number, slot] : constraints)
    if (!at(level, slot, lane).mayHold()) {
      refuting.insert(number);
      return false;
    }
  return true;
}

void RowLimit::restrict(unsigned p, std::vector<uint32_t> &indices) {
  Level &level = levels[p];
  level.isPassedOn = false;
  for (const auto &[row, values] : level.own) {
    size_t at = row * level.domain.size();
    for (auto [lane, index] : llvm::enumerate(indices)) {
      level.lo[at + lane] = values[index].lo;
      level.hi[at + lane] = values[index].hi;
    }
  }
  evaluate(level, indices.size(), 0, level.ofObjective);
  level.kept.clear();
  for (unsigned lane = 0; lane < indices.size(); ++lane)
    if (at(level, objective, lane).lo <= limit)
      level.kept.push_back(lane);
  if (level.kept.empty()) {
    indices.clear();
    return;
  }
  evaluate(level, indices.size(), level.ofObjective, level.changing.size());
  llvm::erase_if(level.kept,
                 [&](unsigned lane) { return !mayHold(level, lane); });
  if (closesIn)
    llvm::sort(level.kept, [&](unsigned x, unsigned y) {
      return std::make_pair(at(level, objective, x).lo, x) <
             std::make_pair(at(level, objective, y).lo, y);
    });
  std::vector<uint32_t> left;
  for (unsigned lane : level.kept)
    left.push_back(indices[lane]);
  indices = std::move(left);
}

bool RowLimit::choose(unsigned p, unsigned i) {
  Level &level = levels[p];
  unsigned lane = level.kept[i];
  int64_t bound = at(level, objective, lane).lo;
  if (bound > limit)
    return false;
  if (p + 1 == levels.size()) {
    least = std::min(least, bound);
    if (closesIn)
      limit =
          std::min(limit, bound + std::max<int64_t>(1, bound / MarginDivisor));
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
