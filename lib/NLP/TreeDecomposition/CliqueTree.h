//===- CliqueTree.h - Blocks in small groups, as a tree ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that a term, a constraint or a pair connects stand together in one
// group (clique); a block's groups are connected. What happens in a subtree is
// seen from above through the rows of the separator alone. The entries of a
// group list what its own blocks offer: the rows of its interface (separators
// to its parent and to its children) and the values of the channels, without
// those that others of the same interface beat.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_CLIQUETREE_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_CLIQUETREE_H

#include "NLP/BranchAndBound/Propagation.h"
#include "NLP/TreeDecomposition/Channels.h"

namespace talos::nlp {

struct Clique {
  std::vector<BlockId> blocks;     ///< its own, then those of the interface
  unsigned own = 0;                ///< how many of its own
  std::vector<unsigned> separator; ///< positions of the parent's among blocks
  std::vector<unsigned> children;  ///< cliques, all before this one
  /// By child: where its separator's blocks stand among `blocks`.
  std::vector<std::vector<unsigned>> childSeparators;
  std::vector<unsigned> channels; ///< that have terms here
  std::vector<unsigned> terms;    ///< numbers in Channels::terms
  std::vector<uint32_t> constraints;

  size_t entries = 0;
  std::vector<uint32_t> rows;  ///< [entry][block], table rows
  std::vector<int64_t> values; ///< [entry][channel of `channels`]
  std::vector<uint32_t> key;   ///< by entry: of the separator's rows
  size_t keys = 0;
  std::vector<std::vector<uint32_t>> childKey; ///< [child][entry]
};

/// Cliques, children before parents; the last is the root. None: some group
/// offers too much, or nothing at all.
std::optional<std::vector<Clique>> buildCliqueTree(const Coupling &coupling,
                                                   llvm::ArrayRef<Table> tables,
                                                   llvm::ArrayRef<Pair> pairs,
                                                   const State &state,
                                                   const Channels &channels);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_CLIQUETREE_H
