//===- Coupling.cpp - What connects the blocks of a model -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/Coupling.h"
#include <algorithm>
#include <set>

using namespace talos;
using namespace talos::nlp;

std::vector<SmallVector<BlockId, 4>> nlp::computeSupports(const Model &model) {
  std::vector<SmallVector<BlockId, 4>> result(model.nodes().size());
  for (auto [id, node] : llvm::enumerate(model.nodes())) {
    if (node.op == Op::Variable)
      result[id].push_back(model.variables()[node.value].block);
    for (NodeId x : node.inputs()) {
      SmallVector<BlockId, 4> both;
      const auto &a = result[id], &b = result[x];
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

Coupling nlp::buildCoupling(const Model &model, const Ranges &ranges,
                            ArrayRef<unsigned> constraints) {
  std::vector<SmallVector<BlockId, 4>> supports = computeSupports(model);
  auto isFeature = [&](NodeId id) {
    return supports[id].size() == 1 && !ranges.mayFail[id];
  };
  std::vector<bool> needed(model.nodes().size(), false);
  for (NodeId r : model.objective())
    needed[r] = true;
  for (unsigned c : constraints)
    needed[model.constraints()[c].expr] = true;
  Coupling result;
  result.blocks.resize(model.blocks().size());
  for (NodeId id = model.nodes().size(); id-- > 0;)
    if (needed[id] && !isFeature(id))
      for (NodeId x : model.nodes()[id].inputs())
        needed[x] = true;
  DenseMap<NodeId, uint32_t> slot;
  for (NodeId id = 0; id < model.nodes().size(); ++id) {
    if (!needed[id])
      continue;
    const Node &node = model.nodes()[id];
    CouplingNode c{{node.op, node.value},
                   id,
                   ranges.interval[id],
                   ranges.mayFail[id],
                   !ranges.mayFail[id]};
    c.support = supports[id];
    if (isFeature(id)) {
      c.block = supports[id].front();
      BlockView &view = result.blocks[c.block];
      c.column = view.features.size();
      view.features.push_back(result.nodes.size());
    } else {
      for (auto [i, x] : llvm::enumerate(node.inputs())) {
        c.operands[i] = slot.lookup(x);
        c.plain &= !result.nodes[c.operands[i]].mayFail;
      }
    }
    slot[id] = result.nodes.size();
    result.nodes.push_back(c);
  }
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
  return result;
}

void nlp::computeNodeRanges(Coupling &coupling, ArrayRef<Table> tables) {
  for (CouplingNode &node : coupling.nodes) {
    if (node.block >= 0) {
      if (tables.empty() || tables[node.block].rows == 0)
        continue;
      const std::vector<int64_t> &column =
          tables[node.block].features[node.column];
      auto [least, most] = std::minmax_element(column.begin(), column.end());
      node.range = intersection({*least, *most}, node.range);
      continue;
    }
    if (node.inputs().empty())
      continue;
    auto of = [&](unsigned i) {
      const CouplingNode &x = coupling.nodes[node.operands[i]];
      return CheckedRange{x.range, x.mayFail};
    };
    auto [r, fails] = apply(node.op, of(0), of(1), of(2));
    // What was known of the whole domains stays true.
    node.range = intersection(r, node.range);
    node.mayFail &= fails || node.range.isEmpty();
    node.plain = !node.mayFail && !fails;
    for (uint32_t x : node.inputs())
      node.plain &= !coupling.nodes[x].mayFail;
  }
}

/// Numbers so small matter little for the question whether products overflow.
static constexpr int64_t SmallNumber = 1 << 13;

namespace {
class Describer {
public:
  Describer(Coupling &coupling, ArrayRef<Table> tables)
      : result(coupling), tables(tables), outputsOf(tables.size()) {}

  void run() {
    for (uint32_t n = 0; n < result.nodes.size(); ++n)
      if (int owner = result.nodes[n].owner; owner >= 0)
        outputsOf[owner].push_back(n);
    computeNodeRanges(result, tables);
    bool better = false;
    for (BlockId b = 0; b < result.blocks.size(); ++b)
      for (int64_t small : {SmallNumber, int64_t(0)})
        better |= computeByRow(b, small);
    if (better)
      computeNodeRanges(result, tables);
    computeMonotonicity();
    findIntervalColumns();
  }

private:
  /// Ranges of features say nothing of what belongs together in a row: outer
  /// iterations times the cycles of a loop may seem to overflow although no
  /// row has many of both. Evaluates row by row what lies below such an output
  /// of the block; true if a node proved valid. Numbers within +-`small` are
  /// not looked into.
  bool computeByRow(BlockId b, int64_t small) {
    std::vector<uint32_t> cone = uncertainCone(b, small);
    if (cone.empty())
      return false;
    std::vector<CheckedRange> now;
    std::vector<Interval> span(result.nodes.size(), Interval::none());
    std::vector<bool> failed(result.nodes.size());
    for (const CouplingNode &node : result.nodes)
      now.push_back({node.range, node.mayFail});
    for (size_t row = 0; row < tables[b].rows; ++row)
      for (uint32_t n : cone) {
        const CouplingNode &node = result.nodes[n];
        if (node.block >= 0) {
          now[n].range = Interval::point(tables[b].features[node.column][row]);
          continue;
        }
        now[n] = applyTo(node, now);
        Interval r = now[n].range = intersection(now[n].range, node.range);
        now[n].mayFail |= r.isEmpty();
        failed[n] = failed[n] || now[n].mayFail;
        span[n] = hullOf(span[n], r);
      }
    bool better = false;
    for (uint32_t n : cone) {
      CouplingNode &node = result.nodes[n];
      if (node.block >= 0 || failed[n] || !node.mayFail)
        continue;
      node.range = intersection(span[n], node.range);
      node.mayFail = false;
      better = true;
    }
    return better;
  }

  /// The nodes over block b below its outputs that may seem invalid.
  std::vector<uint32_t> uncertainCone(BlockId b, int64_t small) const {
    std::vector<uint32_t> roots;
    for (uint32_t n : outputsOf[b])
      if (result.nodes[n].block < 0 && result.nodes[n].mayFail)
        roots.push_back(n);
    return coneOf(result.nodes, roots, [&](const CouplingNode &node) {
      bool isSmall =
          node.block < 0 && node.range.lo >= -small && node.range.hi <= small;
      return llvm::is_contained(node.support, b) && (!isSmall || node.mayFail);
    });
  }

  void computeMonotonicity() {
    std::vector<CouplingNode> &nodes = result.nodes;
    auto add = [&](uint32_t n, Direction d) {
      nodes[n].monotonicity = join(nodes[n].monotonicity, d);
    };
    for (uint32_t o : result.objectives)
      add(o, Direction::Nondecreasing);
    // Truth is "not 0": it grows with the value only where that is >= 0.
    for (const CouplingConstraint &c : result.constraints)
      add(c.node, nodes[c.node].range.lo >= 0 ? Direction::Nonincreasing
                                              : Direction::Unknown);
    for (const CouplingNode &node : llvm::reverse(nodes)) {
      Interval a = nodes[node.operands[0]].range,
               b = nodes[node.operands[1]].range,
               c = nodes[node.operands[2]].range;
      bool isKnown =
          !node.mayFail || node.monotonicity == Direction::Independent;
      for (auto [i, x] : llvm::enumerate(node.inputs()))
        add(x, isKnown ? compose(node.monotonicity,
                                 operandDirection(node.op, i, a, b, c))
                       : Direction::Unknown);
    }
  }

  /// Cuts: outputs over several blocks that are valid everywhere.
  void findIntervalColumns() {
    for (uint32_t n = 0; n < result.nodes.size(); ++n) {
      CouplingNode &node = result.nodes[n];
      if (node.owner < 0 || node.block >= 0 || node.mayFail ||
          !llvm::is_contained(node.support, BlockId(node.owner)))
        continue;
      BlockView &view = result.blocks[node.owner];
      node.intervalColumnOf = node.owner;
      node.column = view.features.size() + view.intervalColumns.size();
      view.intervalColumns.push_back(n);
    }
    for (BlockId b = 0; b < result.blocks.size(); ++b)
      describeIntervalColumns(b);
  }

  void describeIntervalColumns(BlockId b) {
    BlockView &view = result.blocks[b];
    std::set<BlockId> seen;
    for (uint32_t n : view.intervalColumns)
      for (BlockId a : result.nodes[n].support)
        if (a != b)
          seen.insert(a);
    view.neighbours.assign(seen.begin(), seen.end());
    view.below = coneOf(
        result.nodes, view.intervalColumns, [&](const CouplingNode &node) {
          return node.block < 0 && llvm::is_contained(node.support, b);
        });
  }

  Coupling &result;
  ArrayRef<Table> tables;
  std::vector<std::vector<uint32_t>> outputsOf; ///< nodes by block
};
} // namespace

void nlp::describeCoupling(Coupling &coupling, ArrayRef<Table> tables) {
  Describer(coupling, tables).run();
}

void nlp::dropUnusedIntervalColumns(Coupling &coupling) {
  std::vector<bool> needed(coupling.nodes.size(), false);
  for (const CouplingConstraint &c : coupling.constraints)
    needed[c.node] = true;
  for (uint32_t o : coupling.objectives)
    needed[o] = true;
  for (uint32_t n = coupling.nodes.size(); n-- > 0;)
    for (uint32_t x : coupling.nodes[n].inputs())
      needed[x] = needed[x] || needed[n];
  for (BlockView &view : coupling.blocks) {
    if (llvm::any_of(view.intervalColumns,
                     [&](uint32_t n) { return needed[n]; }))
      continue;
    for (uint32_t n : view.intervalColumns)
      coupling.nodes[n].intervalColumnOf = -1;
    view.intervalColumns.clear();
    view.below.clear();
    view.neighbours.clear();
  }
}
