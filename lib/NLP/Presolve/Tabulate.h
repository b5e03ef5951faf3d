//===- Tabulate.h - The choices of one block --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_TABULATE_H
#define TALOS_LIB_NLP_PRESOLVE_TABULATE_H

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
  int64_t feasible = 0;   ///< choices before equal rows were merged
  bool aborted = false;   ///< `keepGoing` said stop
  bool isTooLong = false; ///< more choices than were asked for
  /// The rows are all that there are.
  bool isComplete() const { return !aborted && !isTooLong; }
};

class RowLimit;

/// What to list of the choices.
struct Listing {
  /// Asked now and then; false: stop.
  std::function<bool()> keepGoing = [] { return true; };
  /// More choices than this, before equal ones are merged, are too many: stop,
  /// or do not start where there seem to be many times more.
  int64_t most = INT64_MAX;
  /// Leave out choices that no point within the limit has.
  RowLimit *within = nullptr;
};

/// `constraints`: roots whose variables all belong to `block`; `features`:
/// nodes over variables of the block that are valid everywhere. Of rows with
/// equal features the first is kept: nothing outside can tell them apart.
Table tabulate(const Model &model, const Ranges &ranges, BlockId block,
               llvm::ArrayRef<NodeId> constraints,
               llvm::ArrayRef<NodeId> features, const Listing &listing = {});

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_TABULATE_H
