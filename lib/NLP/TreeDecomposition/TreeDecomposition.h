//===- TreeDecomposition.h - Blocks in small bags, as a tree ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that a term, a constraint or a binary table connects share a bag, and
// the bags of a block are connected in the tree. A subtree shows its parent
// nothing but the rows of the separator: the blocks that both have. The tree
// comes from the elimination of the blocks, one after the other (buckets).
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_TREEDECOMPOSITION_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_TREEDECOMPOSITION_H

#include "NLP/BranchAndBound/Limits.h"
#include "NLP/BranchAndBound/Propagation.h"
#include "NLP/TreeDecomposition/SeparableStructure.h"

namespace talos::nlp {

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

struct Bag {
  std::vector<BlockId> blocks;     ///< its own, then those of the interface
  unsigned own = 0;                ///< how many of its own
  std::vector<unsigned> separator; ///< positions of the parent's in `blocks`
  std::vector<unsigned> children;  ///< numbers of bags before this one
  /// By child: positions of its separator's blocks in `blocks`.
  std::vector<std::vector<unsigned>> childSeparators;
  std::vector<unsigned> aggregates; ///< that have terms here
  std::vector<unsigned> terms;      ///< numbers in SeparableStructure::terms
  std::vector<uint32_t> constraints;

  BagTable table;

  /// Of an entry: the value of the aggregate at this position.
  int64_t value(size_t entry, size_t i) const {
    return table.values[entry * aggregates.size() + i];
  }
};

/// Fills in the tables of all bags (children first). False: a bag offers too
/// many combinations, or none, or a limit struck.
bool buildBagTables(const Coupling &coupling, ArrayRef<Table> tables,
                    ArrayRef<BinaryTable> allBinaryTables, const Store &store,
                    const SeparableStructure &structure, std::vector<Bag> &bags,
                    Limits &limits);

/// Bags, children before parents; the last is the root. None: a bag offers too
/// many combinations, or none, or a limit struck.
std::optional<std::vector<Bag>>
buildTreeDecomposition(const Coupling &coupling, ArrayRef<Table> tables,
                       ArrayRef<BinaryTable> allBinaryTables,
                       const Store &store, const SeparableStructure &structure,
                       Limits &limits);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_TREEDECOMPOSITION_H
