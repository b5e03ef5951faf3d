//===- BagTable.h - What a bag offers to its neighbours ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_BAGTABLE_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_BAGTABLE_H

#include "NLP/BranchAndBound/Propagation.h"
#include "NLP/TreeDecomposition/SeparableStructure.h"

namespace talos::nlp {

struct Bag;

/// The entries of a bag: rows of its own blocks and of its interface (the
/// separators to its parent and to its children), with the values of the
/// aggregates. An entry that another of the same interface dominates is left
/// out.
struct BagTable {
  size_t entries = 0;
  std::vector<uint32_t> rows;  ///< [entry][block], table rows
  std::vector<int64_t> values; ///< [entry][aggregate of the bag]
  std::vector<uint32_t> key;   ///< by entry: of the separator's rows
  size_t keys = 0;
  std::vector<std::vector<uint32_t>> childKey; ///< [child][entry]
};

/// Fills in the tables of all bags (children first). False: a bag offers too
/// many combinations, or none.
bool buildBagTables(const Coupling &coupling, llvm::ArrayRef<Table> tables,
                    llvm::ArrayRef<BinaryTable> allBinaryTables,
                    const Store &store, const SeparableStructure &structure,
                    std::vector<Bag> &bags);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_BAGTABLE_H
