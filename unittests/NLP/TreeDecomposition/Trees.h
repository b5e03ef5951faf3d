//===- Trees.h - Parts of a model down to its tree --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_NLP_TREEDECOMPOSITION_TREES_H
#define TALOS_UNITTESTS_NLP_TREEDECOMPOSITION_TREES_H

#include "NLP/TreeDecomposition/TreeDecomposition.h"
#include "Parts.h"
#include "RandomTree.h"

namespace talos::nlp::test {

/// What bucket elimination begins with, over all rows.
struct Trees {
  explicit Trees(Parts &parts) : parts(parts) {
    describeCoupling(parts.coupling, parts.tables);
    propagation = std::make_unique<Propagation>(parts.coupling, parts.tables,
                                                parts.allRows());
    store = propagation->everything();
    structure = SeparableStructure::find(parts.coupling,
                                         propagation->tabulatedConstraints());
    if (!structure)
      return;
    Limits limits;
    if (auto built = buildTreeDecomposition(parts.coupling, parts.tables,
                                            propagation->binaryTables(), store,
                                            *structure, limits))
      bags = std::move(*built);
  }

  Parts &parts;
  std::unique_ptr<Propagation> propagation;
  Store store;
  std::optional<SeparableStructure> structure;
  std::vector<Bag> bags; ///< empty: there is no decomposition
};

} // namespace talos::nlp::test

#endif // TALOS_UNITTESTS_NLP_TREEDECOMPOSITION_TREES_H
