//===- BinaryTables.h - Which rows of two blocks fit each other -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints over exactly two blocks in extension. Rows that such constraints
// cannot tell apart form a group. The table has, for each group, the groups of
// the other block that fit. All constraints between two blocks are one table.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_BINARYTABLES_H
#define TALOS_LIB_NLP_PRESOLVE_BINARYTABLES_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

struct BinaryTable {
  BlockId block[2];
  std::vector<uint32_t> group[2]; ///< by side and table row
  /// By side and group: the groups of the other side that fit.
  std::vector<BitVector> partners[2];
};

/// Binary tables over the given rows. `isTabulated`, by number of the coupling
/// constraint, is set for the constraints that a table stands for; constraints
/// whose tables would be too large stay out.
std::vector<BinaryTable> buildBinaryTables(const Coupling &coupling,
                                           ArrayRef<Table> tables,
                                           ArrayRef<std::vector<uint32_t>> rows,
                                           std::vector<bool> &isTabulated);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_BINARYTABLES_H
