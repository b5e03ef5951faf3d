//===- Coupling.cpp - What connects the blocks of a model -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Coupling.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

std::vector<llvm::SmallVector<BlockId, 4>>
nlp::computeSupports(const Model &model) {
  std::vector<llvm::SmallVector<BlockId, 4>> result(model.nodes().size());
  for (auto [id, node] : llvm::enumerate(model.nodes())) {
    if (node.op == Op::Variable)
      result[id].push_back(model.variables()[node.value].block);
    for (unsigned i = 0; i < operandCount(node.op); ++i) {
      llvm::SmallVector<BlockId, 4> both;
      const auto &a = result[id], &b = result[node.operands[i]];
      std::set_union(a.begin(), a.end(), b.begin(), b.end(),
                     std::back_inserter(both));
      result[id] = std::move(both);
    }
  }
  return result;
}

std::vector<NodeId> Coupling::featureNodes(BlockId b) const {
  std::vector<NodeId> result;
  for (uint32_t n : blocks[b].features)
    result.push_back(nodes[n].origin);
  return result;
}

namespace {
class Builder {
public:
  Builder(const Model &model, const Ranges &ranges,
          llvm::ArrayRef<unsigned> constraints)
      : model(model), ranges(ranges), constraints(constraints),
        supports(computeSupports(model)) {}

  Coupling run() {
    result.blocks.resize(model.blocks().size());
    collectNodes();
    return std::move(result);
  }

private:
  bool isFeature(NodeId id) const {
    return supports[id].size() == 1 && !ranges.mayFail[id];
  }

  void collectNodes() {
    std::vector<NodeId> roots(model.objective());
    for (unsigned c : constraints)
      roots.push_back(model.constraints()[c].expr);
    NodeId top = 0;
    for (NodeId r : roots)
      top = std::max(top, r);
    std::vector<bool> needed(model.nodes().size(), false);
    for (NodeId r : roots)
      needed[r] = true;
    for (NodeId id = roots.empty() ? 0 : top + 1; id-- > 0;)
      if (needed[id] && !isFeature(id))
        for (unsigned i = 0; i < operandCount(model.nodes()[id].op); ++i)
          needed[model.nodes()[id].operands[i]] = true;

    llvm::DenseMap<NodeId, uint32_t> slot;
    for (NodeId id = 0; id < model.nodes().size(); ++id)
      if (needed[id])
        addNode(id, slot);
    for (BlockId b = 0; b < model.blocks().size(); ++b)
      for (const Output &output : model.blocks()[b].outputs)
        if (auto it = slot.find(output.expr); it != slot.end())
          if (int &owner = result.nodes[it->second].owner; owner < 0)
            owner = b;
    for (unsigned c : constraints)
      result.constraints.push_back({slot.lookup(model.constraints()[c].expr),
                                    model.constraints()[c].name});
    for (NodeId r : model.objective())
      result.objectives.push_back(slot.lookup(r));
  }

  void addNode(NodeId id, llvm::DenseMap<NodeId, uint32_t> &slot) {
    const Node &node = model.nodes()[id];
    CNode c;
    c.op = node.op;
    c.value = node.value;
    c.origin = id;
    c.start = ranges.interval[id];
    c.mayFail = ranges.mayFail[id];
    c.support = supports[id];
    c.plain = !c.mayFail;
    if (isFeature(id)) {
      c.block = supports[id].front();
      BlockView &view = result.blocks[c.block];
      c.column = view.features.size();
      view.features.push_back(result.nodes.size());
    } else {
      for (unsigned i = 0; i < operandCount(node.op); ++i) {
        c.x[i] = slot.lookup(node.operands[i]);
        c.plain &= !result.nodes[c.x[i]].mayFail;
      }
    }
    slot[id] = result.nodes.size();
    result.nodes.push_back(c);
  }

  const Model &model;
  const Ranges &ranges;
  llvm::ArrayRef<unsigned> constraints;
  std::vector<llvm::SmallVector<BlockId, 4>> supports;
  Coupling result;
};
} // namespace

namespace {
class Concluder {
public:
  Concluder(Coupling &coupling) : result(coupling) {}

  void run(llvm::ArrayRef<std::vector<Interval>> features) {
    computeStarts(features);
    computeWishes();
    findCuts();
  }

private:
  /// Private constraints cut what the features take, often from overflow to
  /// sense (t0 * t1 * t2 is N, not N^3).
  void computeStarts(llvm::ArrayRef<std::vector<Interval>> features) {
    for (CNode &node : result.nodes) {
      if (node.block >= 0) {
        node.start = features[node.block][node.column];
        continue;
      }
      if (operandCount(node.op) == 0)
        continue;
      const CNode &a = result.nodes[node.x[0]], &b = result.nodes[node.x[1]],
                  &c = result.nodes[node.x[2]];
      bool fails = false;
      Interval r = apply(node.op, a.start, b.start, c.start, &fails);
      fails |= a.mayFail;
      if (node.op == Op::Select) {
        fails |= !(a.start == Interval::point(0)) && b.mayFail;
        fails |= a.start.contains(0) && c.mayFail;
      } else if (operandCount(node.op) == 2) {
        fails |= b.mayFail;
      }
      // What was known of the whole domains stays true.
      node.start = {std::max(r.lo, node.start.lo),
                    std::min(r.hi, node.start.hi)};
      node.mayFail &= fails || node.start.isEmpty();
      node.plain = !node.mayFail;
      for (unsigned i = 0; i < operandCount(node.op); ++i)
        node.plain &= !result.nodes[node.x[i]].mayFail;
    }
  }

  static Wish join(Wish a, Wish b) {
    if (a == Wish::None || a == b)
      return b;
    return b == Wish::None ? a : Wish::Same;
  }

  /// What an operand should do so that a node with this wish gets its way.
  static Wish through(Wish wish, Direction d) {
    if (wish == Wish::None || d == Direction::Independent)
      return Wish::None;
    if (wish == Wish::Same || d == Direction::Unknown)
      return Wish::Same;
    if (d == Direction::Nondecreasing)
      return wish;
    return wish == Wish::Lower ? Wish::Higher : Wish::Lower;
  }

  void computeWishes() {
    std::vector<CNode> &nodes = result.nodes;
    for (uint32_t o : result.objectives)
      nodes[o].wish = join(nodes[o].wish, Wish::Lower);
    for (const CRoot &c : result.constraints) {
      // Truth is "not 0": it grows with the value only where that is >= 0.
      bool grows = nodes[c.node].start.lo >= 0;
      nodes[c.node].wish =
          join(nodes[c.node].wish, grows ? Wish::Higher : Wish::Same);
    }
    for (uint32_t n = nodes.size(); n-- > 0;) {
      CNode &node = nodes[n];
      if (node.block >= 0)
        continue;
      Interval a = nodes[node.x[0]].start, b = nodes[node.x[1]].start,
               c = nodes[node.x[2]].start;
      for (unsigned i = 0; i < operandCount(node.op); ++i) {
        Direction d = operandDirection(node.op, i, a, b, c);
        Wish w = node.mayFail && node.wish != Wish::None
                     ? Wish::Same
                     : through(node.wish, d);
        nodes[node.x[i]].wish = join(nodes[node.x[i]].wish, w);
      }
    }
  }

  /// Cuts: outputs over several blocks that are valid everywhere.
  void findCuts() {
    for (uint32_t n = 0; n < result.nodes.size(); ++n) {
      CNode &node = result.nodes[n];
      if (node.owner < 0 || node.block >= 0 || node.mayFail ||
          !llvm::is_contained(node.support, BlockId(node.owner)))
        continue;
      BlockView &view = result.blocks[node.owner];
      node.cutOf = node.owner;
      node.column = view.features.size() + view.cuts.size();
      view.cuts.push_back(n);
    }
    for (BlockId b = 0; b < result.blocks.size(); ++b)
      describeCuts(b);
  }

  void describeCuts(BlockId b) {
    BlockView &view = result.blocks[b];
    std::vector<bool> needed(result.nodes.size(), false);
    std::vector<bool> seen(result.blocks.size(), false);
    for (uint32_t n : view.cuts) {
      needed[n] = true;
      for (BlockId a : result.nodes[n].support)
        seen[a] = true;
    }
    for (uint32_t n = result.nodes.size(); n-- > 0;) {
      const CNode &node = result.nodes[n];
      if (!needed[n] || node.block >= 0 || !llvm::is_contained(node.support, b))
        continue;
      view.below.push_back(n);
      for (unsigned i = 0; i < operandCount(node.op); ++i)
        needed[node.x[i]] = true;
    }
    std::reverse(view.below.begin(), view.below.end());
    for (BlockId a = 0; a < seen.size(); ++a)
      if (seen[a] && a != b)
        view.neighbours.push_back(a);
  }

  Coupling &result;
};
} // namespace

void nlp::conclude(Coupling &coupling,
                   llvm::ArrayRef<std::vector<Interval>> features) {
  Concluder(coupling).run(features);
}

Coupling nlp::buildCoupling(const Model &model, const Ranges &ranges,
                            llvm::ArrayRef<unsigned> constraints) {
  return Builder(model, ranges, constraints).run();
}
