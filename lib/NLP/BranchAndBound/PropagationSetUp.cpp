//===- PropagationSetUp.cpp - What states are evaluated by ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Propagation.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

Evaluators::Evaluators(const Evaluators &other) : scratch(other.scratch) {
  for (const std::unique_ptr<Lanes> &lanes : other.below)
    below.push_back(std::make_unique<Lanes>(*lanes, scratch));
  for (const std::unique_ptr<Lanes> &lanes : other.above)
    above.push_back(std::make_unique<Lanes>(*lanes, scratch));
}

Propagation::Propagation(const Coupling &coupling, llvm::ArrayRef<Table> tables,
                         std::vector<std::vector<uint32_t>> rows)
    : upper(coupling.objectives.size(), NoLimit), coupling(coupling),
      tables(tables), inPair(coupling.constraints.size(), false),
      pairsOf(coupling.blocks.size()), partnersOf(coupling.blocks.size()),
      columns(coupling.blocks.size()), isWanted(coupling.nodes.size()),
      dirty(coupling.blocks.size()), constraintsAbove(coupling.blocks.size()) {
  pairs = std::make_shared<const std::vector<Pair>>(
      buildPairs(coupling, tables, rows, inPair));
  for (auto [p, pair] : llvm::enumerate(*pairs))
    for (unsigned side = 0; side < 2; ++side) {
      pairsOf[pair.block[side]].push_back({p, side});
      partnersOf[pair.block[side]].push_back(pair.block[1 - side]);
    }
  for (const CNode &node : coupling.nodes)
    now.push_back(node.start);
  wanted = now;
  findEvaluated();
  findControls();
  for (BlockId b = 0; b < rows.size(); ++b) {
    RowList list;
    list.rows = std::move(rows[b]);
    for (uint32_t n : coupling.blocks[b].cuts) {
      Interval start = coupling.nodes[n].start;
      list.lo.emplace_back(list.rows.size(), start.lo);
      list.hi.emplace_back(list.rows.size(), start.hi);
    }
    computeRanges(b, list);
    initial.push_back(std::make_shared<RowList>(std::move(list)));
  }
  State state = everything();
  forward(state);
  for (BlockId b = 0; b < initial.size(); ++b) {
    RowList list = *initial[b];
    list.known = countKnown(state, b);
    evaluateCuts(b, list);
    computeRanges(b, list);
    initial[b] = std::make_shared<RowList>(std::move(list));
  }
}

/// Marks what states are evaluated by: the nodes from the roots down to
/// columns, and what the cuts of one block see of others.
void Propagation::findEvaluated() {
  const std::vector<CNode> &nodes = coupling.nodes;
  std::vector<bool> needed(nodes.size(), false);
  isTop.assign(nodes.size(), false);
  for (uint32_t o : coupling.objectives)
    needed[o] = isTop[o] = true;
  for (auto [i, c] : llvm::enumerate(coupling.constraints))
    if (!inPair[i])
      needed[c.node] = isTop[c.node] = true;
  for (const BlockView &view : coupling.blocks) {
    llvm::ArrayRef<uint32_t> below = view.below;
    BlockId self = &view - coupling.blocks.data();
    for (uint32_t n : below)
      for (unsigned i = 0; i < operandCount(nodes[n].op); ++i)
        if (!llvm::is_contained(nodes[nodes[n].x[i]].support, self))
          needed[nodes[n].x[i]] = true;
  }
  std::vector<std::vector<bool>> overBlock(
      coupling.blocks.size(), std::vector<bool>(nodes.size(), false));
  for (uint32_t n = nodes.size(); n-- > 0;) {
    if (!needed[n])
      continue;
    const CNode &node = nodes[n];
    int columnOf = node.block >= 0 ? node.block : node.cutOf;
    if (columnOf >= 0) {
      columns[columnOf].push_back(node.column);
      overBlock[columnOf][n] = isTop[n];
      continue;
    }
    if (operandCount(node.op) > 0)
      evaluated.push_back(n);
    for (unsigned i = 0; i < operandCount(node.op); ++i) {
      needed[node.x[i]] = true;
      if (isTop[n])
        isTop[node.x[i]] = true;
    }
  }
  std::reverse(evaluated.begin(), evaluated.end());
  findOpened(needed);
  for (BlockId b = 0; b < coupling.blocks.size(); ++b) {
    llvm::sort(columns[b]);
    const BlockView &view = coupling.blocks[b];
    evaluators.below.push_back(std::make_unique<Lanes>(
        coupling, view.features, view.below, evaluators.scratch));
    std::vector<uint32_t> inputs, over;
    std::vector<bool> &isOver = overBlock[b];
    for (uint32_t n = 0; n < nodes.size(); ++n)
      if (isOver[n])
        inputs.push_back(n);
    for (uint32_t n : evaluated) {
      if (!isTop[n] || nodes[n].cutOf >= 0)
        continue;
      for (unsigned i = 0; i < operandCount(nodes[n].op); ++i)
        if (isOver[nodes[n].x[i]])
          isOver[n] = true;
      if (isOver[n])
        over.push_back(n);
    }
    for (auto [i, c] : llvm::enumerate(coupling.constraints))
      if (!inPair[i] && isOver[c.node])
        constraintsAbove[b].push_back(c.node);
    evaluators.above.push_back(
        std::make_unique<Lanes>(coupling, inputs, over, evaluators.scratch));
  }
}

/// What is below the cuts of a block is evaluated once the block has one row.
void Propagation::findOpened(const std::vector<bool> &needed) {
  openedBy.resize(coupling.nodes.size());
  for (BlockId b = 0; b < coupling.blocks.size(); ++b)
    for (uint32_t n : coupling.blocks[b].below) {
      openedBy[n].push_back(b);
      if (!needed[n] || coupling.nodes[n].cutOf >= 0)
        evaluated.push_back(n);
    }
  llvm::sort(evaluated);
  evaluated.erase(std::unique(evaluated.begin(), evaluated.end()),
                  evaluated.end());
  alwaysEvaluated.assign(coupling.nodes.size(), false);
  for (uint32_t n : evaluated)
    alwaysEvaluated[n] = needed[n] && coupling.nodes[n].cutOf < 0;
}

void Propagation::findControls() {
  const std::vector<CNode> &nodes = coupling.nodes;
  std::vector<bool> inObjective(nodes.size(), false), decides(inObjective);
  for (uint32_t o : coupling.objectives)
    inObjective[o] = true;
  // A product with what is 0 or 1 is a choice, too.
  auto isChoice = [&](const CNode &node, unsigned i) {
    Interval range = nodes[node.x[i]].start;
    return node.op == Op::Select
               ? i == 0
               : node.op == Op::Mul && range.lo == 0 && range.hi == 1;
  };
  for (uint32_t n = nodes.size(); n-- > 0;) {
    if (!inObjective[n] || nodes[n].block >= 0 || nodes[n].cutOf >= 0)
      continue;
    for (unsigned i = 0; i < operandCount(nodes[n].op); ++i) {
      inObjective[nodes[n].x[i]] = true;
      if (decides[n] || isChoice(nodes[n], i))
        decides[nodes[n].x[i]] = true;
    }
  }
  for (uint32_t n = 0; n < nodes.size(); ++n)
    if (decides[n] && nodes[n].block >= 0)
      controlColumns.push_back({nodes[n].block, nodes[n].column});
}
