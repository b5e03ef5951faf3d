//===- Entries.h - What groups of blocks offer ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_ENTRIES_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_ENTRIES_H

#include "NLP/TreeDecomposition/CliqueTree.h"

namespace talos::nlp {

/// Fills in the entries and keys of all cliques (children first). False: there
/// are too many combinations, or none.
bool listEntries(const Coupling &coupling, llvm::ArrayRef<Table> tables,
                 llvm::ArrayRef<Pair> pairs, const State &state,
                 const Channels &channels, std::vector<Clique> &cliques);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_ENTRIES_H
