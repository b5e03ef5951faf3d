//===- RootPropagation.cpp - What rows leave of the ranges ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/RootPropagation.h"
#include "NLP/Presolve/SurrogateConstraints.h"
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

/// Narrows ranges to the values of these rows; `part`: the coupling with all
/// interval columns.
static void narrowTo(Coupling &coupling, const Coupling &part, BlockId b,
                     const Table &table, const Domain &domain) {
  auto narrow = [&](uint32_t n, Interval range) {
    coupling.nodes[n].range = intersection(coupling.nodes[n].range, range);
  };
  for (uint32_t n : part.blocks[b].features) {
    if (n >= coupling.nodes.size()) // of a surrogate
      continue;
    const std::vector<int64_t> &column = table.features[part.nodes[n].column];
    Interval values = Interval::none();
    for (uint32_t row : domain.rows)
      values = hullOf(values, Interval::point(column[row]));
    narrow(n, values);
  }
  for (auto [c, n] : llvm::enumerate(part.blocks[b].intervalColumns))
    narrow(n, {*llvm::min_element(domain.lo[c]),
               *llvm::max_element(domain.hi[c])});
}

RootPropagation::RootPropagation(const Coupling &coupling,
                                 ArrayRef<Table> tables)
    : part(coupling), known(tables) {
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
  propagation.emplace(part, known, rows);
}

bool RootPropagation::mayBe(int64_t most) {
  propagation->objectiveBounds.front() = most;
  store = propagation->everything();
  return propagation->run(store, Propagation::RefreshAll) &&
         propagation->dropRows(store);
}

void RootPropagation::narrow(Coupling &coupling) const {
  for (BlockId b = 0; b < known.size(); ++b)
    narrowTo(coupling, part, b, known[b], *store.domains[b]);
  computeNodeRanges(coupling, /*tables=*/{});
}

bool nlp::propagateAtRoot(Coupling &coupling, ArrayRef<Table> tables,
                          int64_t most) {
  RootPropagation root(coupling, tables);
  if (!root.mayBe(most))
    return false;
  root.narrow(coupling);
  return true;
}
