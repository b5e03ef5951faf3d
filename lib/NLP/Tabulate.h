//===- Tabulate.h - The choices of one block --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TABULATE_H
#define TALOS_LIB_NLP_TABULATE_H

#include "talos/NLP/Interval.h"
#include <functional>

namespace talos::nlp {

/// The rows of one block: choices that satisfy its private constraints, told
/// apart only by what the rest of the model sees of them (the features).
struct Table {
  /// Variables that matter; the others keep the first value of their domain.
  std::vector<VarId> variables;
  std::vector<std::vector<int64_t>> features; ///< [feature][row]
  std::vector<int64_t> choices; ///< row-major values of `variables`
  size_t rows = 0;
  int64_t feasible = 0; ///< choices before equal rows were merged
  bool aborted = false; ///< `keepGoing` said stop: the rows are incomplete
};

/// `constraints`: roots whose variables all belong to `block`; `features`:
/// nodes over variables of the block that are valid everywhere. Of rows with
/// equal features the first is kept: nothing outside can tell them apart.
/// `keepGoing` is asked now and then.
Table tabulate(const Model &model, const Ranges &ranges, BlockId block,
               llvm::ArrayRef<NodeId> constraints,
               llvm::ArrayRef<NodeId> features,
               llvm::function_ref<bool()> keepGoing);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TABULATE_H
