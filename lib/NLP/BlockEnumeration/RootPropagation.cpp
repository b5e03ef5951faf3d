//===- RootPropagation.cpp - What rows leave of the ranges ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/RootPropagation.h"
#include "NLP/BranchAndBound/Propagation.h"
#include "NLP/Presolve/SurrogateConstraints.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// Makes the features of a block numbers of which only the ranges are known.
static void forget(Coupling &coupling, BlockId b) {
  for (CouplingNode &node : coupling.nodes) {
    llvm::erase(node.support, b);
    if (node.owner == int(b))
      node.owner = -1;
    if (node.block == int(b)) {
      node.block = -1;
      node.op = Op::Variable;
    }
  }
  coupling.blocks[b] = {};
}

/// What concerns one block alone once others are forgotten tells nothing.
static void dropTrivial(Coupling &coupling) {
  llvm::erase_if(coupling.constraints, [&](const CouplingConstraint &c) {
    return coupling.nodes[c.node].support.size() < 2;
  });
}

static void narrow(Interval &range, int64_t lo, int64_t hi) {
  range = {std::max(range.lo, lo), std::min(range.hi, hi)};
}

/// Narrows ranges to the values of these rows; `part`: the coupling with all
/// interval columns.
static void narrowTo(Coupling &coupling, const Coupling &part, BlockId b,
                     const Table &table, const Domain &domain) {
  for (uint32_t n : part.blocks[b].features) {
    if (n >= coupling.nodes.size()) // of a surrogate
      continue;
    const std::vector<int64_t> &column = table.features[part.nodes[n].column];
    auto [least, largest] = std::minmax_element(
        domain.rows.begin(), domain.rows.end(),
        [&](uint32_t x, uint32_t y) { return column[x] < column[y]; });
    narrow(coupling.nodes[n].range, column[*least], column[*largest]);
  }
  for (auto [c, n] : llvm::enumerate(part.blocks[b].intervalColumns))
    narrow(coupling.nodes[n].range,
           *std::min_element(domain.lo[c].begin(), domain.lo[c].end()),
           *std::max_element(domain.hi[c].begin(), domain.hi[c].end()));
}

bool nlp::propagateAtRoot(Coupling &coupling, llvm::ArrayRef<Table> tables,
                          int64_t most) {
  Coupling part = coupling;
  std::vector<Table> known(tables);
  std::vector<std::vector<uint32_t>> rows;
  for (BlockId b = 0; b < known.size(); ++b) {
    if (known[b].rows == 0) {
      forget(part, b);
      known[b] = {};
      known[b].rows = 1;
    }
    rows.emplace_back(known[b].rows);
    std::iota(rows.back().begin(), rows.back().end(), 0);
  }
  dropTrivial(part);
  addSurrogateConstraints(part, known);
  describeCoupling(part, known);
  Propagation propagation(part, known, rows);
  propagation.objectiveBounds.front() = most;
  Store store = propagation.everything();
  if (!propagation.run(store, SIZE_MAX) || !propagation.dropRows(store))
    return false;
  for (BlockId b = 0; b < known.size(); ++b)
    narrowTo(coupling, part, b, known[b], *store.domains[b]);
  computeNodeRanges(coupling, /*tables=*/{});
  return true;
}
