//===- Table.h - The rows of a block ----------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_TABLE_H
#define TALOS_LIB_NLP_PRESOLVE_TABLE_H

#include "talos/NLP/Model.h"

namespace talos::nlp {

/// The rows of one block: choices that satisfy its private constraints. Rows
/// differ in the features, which are all that the rest of the model sees.
struct Table {
  /// Variables that matter; the others keep the first value of their domain.
  std::vector<VarId> variables;
  std::vector<std::vector<int64_t>> features; ///< [feature][row]
  std::vector<int64_t> choices; ///< row-major values of `variables`
  size_t rows = 0;
  int64_t feasible = 0;    ///< choices before equal rows were merged
  bool aborted = false;    ///< `keepGoing` said stop
  bool isTooLarge = false; ///< more choices than were asked for
  /// The rows are all that were asked for.
  bool isComplete() const { return !aborted && !isTooLarge; }
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_TABLE_H
