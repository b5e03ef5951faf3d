//===- BlockProgram.cpp - What a block decides of bounds ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/BlockProgram.h"
#include <numeric>

using namespace talos::nlp;

/// A bound is worth a look first that takes no more than this part of the work.
static constexpr int64_t CheapBoundDivisor = 3;

/// Others over two blocks relate certain rows: they say little of one.
static bool isBudget(const CouplingNode &node) {
  return node.support.size() > 2 ||
         (node.support.size() == 2 && node.op == Op::Le);
}

BlockProgram::BlockProgram(const Model &model, const Ranges &ranges,
                           const Coupling &coupling, BlockId block,
                           uint32_t root)
    : model(model), block(block) {
  addSlots(ranges, coupling, root);
  addCheapBound();
  for (auto [i, c] : llvm::enumerate(coupling.constraints))
    if (auto known = slotOf.find(coupling.nodes[c.node].origin);
        known != slotOf.end() && isBudget(coupling.nodes[c.node]))
      constraints.push_back({i, known->second});
}

void BlockProgram::keepConstraints(function_ref<bool(unsigned)> isKept) {
  llvm::erase_if(constraints, [&](const std::pair<unsigned, unsigned> &c) {
    return !isKept(c.first);
  });
}

/// What the objective and the constraints over the block need.
void BlockProgram::addSlots(const Ranges &ranges, const Coupling &coupling,
                            uint32_t root) {
  DenseMap<NodeId, uint32_t> coupled;
  for (auto [n, node] : llvm::enumerate(coupling.nodes))
    coupled[node.origin] = n;
  std::vector<NodeId> open{coupling.nodes[root].origin};
  for (const CouplingConstraint &c : coupling.constraints)
    if (const CouplingNode &node = coupling.nodes[c.node];
        isBudget(node) && llvm::is_contained(node.support, block))
      open.push_back(node.origin);
  DenseSet<NodeId> seen(open.begin(), open.end());
  while (!open.empty()) {
    NodeId id = open.back();
    open.pop_back();
    const Node &node = model.nodes()[id];
    Slot slot{node, id, ranges.interval[id], Interval::everything(),
              node.op == Op::Constant};
    if (auto known = coupled.find(id); known != coupled.end()) {
      const CouplingNode &above = coupling.nodes[known->second];
      slot.range = slot.within = above.range;
      slot.isFixed = !llvm::is_contained(above.support, block);
    }
    slots.push_back(slot);
    for (NodeId x : slot.inputs())
      if (seen.insert(x).second)
        open.push_back(x);
  }
  llvm::sort(slots,
             [](const Slot &x, const Slot &y) { return x.node < y.node; });
  for (auto [i, slot] : llvm::enumerate(slots))
    slotOf[slot.node] = i;
  for (Slot &slot : slots)
    describeSlot(ranges, slot);
  objective = slotOf.lookup(coupling.nodes[root].origin);
}

void BlockProgram::describeSlot(const Ranges &ranges, Slot &slot) const {
  const Node &node = model.nodes()[slot.node];
  if (slot.isFixed) {
    std::fill_n(slot.operands, 3, 0);
    return;
  }
  slot.isPlain = !ranges.mayFail[slot.node];
  for (unsigned i = 0; i < operandCount(node.op); ++i) {
    slot.operands[i] = slotOf.lookup(node.operands[i]);
    slot.isPlain &= !ranges.mayFail[node.operands[i]];
  }
  // Ranges of fewer choices are within those of all: where these say no less,
  // `within` has nothing to add.
  Interval natural =
      apply(slot.op, slots[slot.operands[0]].range,
            slots[slot.operands[1]].range, slots[slot.operands[2]].range);
  if (operandCount(slot.op) > 0 &&
      intersection(natural, slot.within) == natural)
    slot.within = Interval::everything();
  slot.isPositive = slots[slot.operands[0]].range.lo >= 0 &&
                    slots[slot.operands[1]].range.lo >= 0;
}

/// Of slots that are the greatest of two the operand that takes most of the
/// work, by slot, where the other one depends on no fewer than half of its
/// variables: a bound that the model states. As near to the objective as there
/// are any.
std::map<unsigned, unsigned> BlockProgram::findBounded() const {
  auto isBoundOf = [&](unsigned x, unsigned y) {
    std::vector<uint32_t> bound = coneOf(x), work = coneOf(y);
    auto isVariable = [&](uint32_t i) { return slots[i].op == Op::Variable; };
    return bound.size() * CheapBoundDivisor <= work.size() &&
           llvm::count_if(bound, isVariable) * 2 >=
               llvm::count_if(work, isVariable);
  };
  std::map<unsigned, unsigned> bounded;
  std::vector<unsigned> open{objective};
  std::vector<bool> seen(slots.size(), false);
  while (!open.empty()) {
    unsigned i = open.back();
    open.pop_back();
    const Slot &slot = slots[i];
    if (slot.isFixed || seen[i])
      continue;
    seen[i] = true;
    if (slot.op == Op::Max && isBoundOf(slot.operands[0], slot.operands[1]))
      bounded[i] = 1;
    else if (slot.op == Op::Max &&
             isBoundOf(slot.operands[1], slot.operands[0]))
      bounded[i] = 0;
    else
      llvm::append_range(open, slot.inputs());
  }
  return bounded;
}

/// The objective once more, with bounds for what takes the most work.
void BlockProgram::addCheapBound() {
  std::map<unsigned, unsigned> bounded = findBounded();
  if (bounded.empty())
    return;
  unsigned count = slots.size();
  std::vector<unsigned> other(count);
  std::iota(other.begin(), other.end(), 0);
  for (uint32_t i : coneOf(objective)) {
    Slot slot = slots[i];
    if (auto most = bounded.find(i); most != bounded.end()) {
      Slot work = slots[slot.operands[most->second]];
      work.isFixed = true;
      slot.operands[most->second] = slots.size();
      slots.push_back(work);
    } else {
      for (unsigned k = 0; k < operandCount(slot.op); ++k)
        slot.operands[k] = other[slot.operands[k]];
      if (llvm::equal(slot.inputs(), slots[i].inputs()))
        continue;
    }
    other[i] = slots.size();
    slots.push_back(slot);
  }
  cheapBound = other[objective];
}

std::vector<BoundCheck> BlockProgram::checks() const {
  std::vector<BoundCheck> result{{std::nullopt, objective}};
  if (cheapBound)
    result.push_back({std::nullopt, *cheapBound});
  for (auto [number, slot] : constraints)
    result.push_back({number, slot});
  return result;
}

std::vector<uint32_t> BlockProgram::coneOf(unsigned root) const {
  return nlp::coneOf(slots, root,
                     [](const Slot &slot) { return !slot.isFixed; });
}
