//===- Narrowing.h - The rows that a good point may have --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_NARROWING_H
#define TALOS_LIB_NLP_PRESOLVE_NARROWING_H

#include "NLP/Evaluate/Lanes.h"

namespace talos::nlp {

/// Ranges of nodes for single rows of a block, whatever the other blocks do.
class RowRanges {
public:
  /// Both must outlive this; `coupling` has ranges.
  RowRanges(const Coupling &coupling, ArrayRef<Table> tables);

  /// Calls `take` for batches of rows, with the position in `rows`, the number
  /// of rows and the lanes that hold the ranges of `roots`.
  void of(BlockId b, ArrayRef<uint32_t> roots, ArrayRef<uint32_t> rows,
          function_ref<void(size_t, size_t, Lanes &)> take);

private:
  const Coupling &coupling;
  ArrayRef<Table> tables;
  std::vector<Interval> nodeRanges;
  Lanes::Scratch scratch;
};

/// Orders the rows of all tables by a lower bound of the first objective.
/// Points within a limit need only the rows whose bound is within the limit.
/// Near the optimum these rows are few, and expensive steps are done with them
/// alone.
class Narrowing {
public:
  /// `coupling`: as buildCoupling() makes it, with an objective. `tables` must
  /// outlive this.
  Narrowing(const Coupling &coupling, ArrayRef<Table> tables);

  /// A limit of the objective that leaves no table with more than about `rows`
  /// rows; none: all rows are within any limit that leaves a point.
  std::optional<int64_t> limitFor(size_t rows);

  /// The tables without the rows that break the limit.
  std::vector<Table> within(int64_t limit) const;

private:
  int64_t ranked(BlockId b, size_t rows) const;
  bool refute(BlockId b, int64_t limit);

  Coupling coupling;
  ArrayRef<Table> tables;
  RowRanges ranges;
  /// By block and row; INT64_MAX: a constraint cannot hold.
  std::vector<std::vector<int64_t>> bounds;
  std::vector<std::vector<bool>> checked; ///< by block and row: by refute()
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_NARROWING_H
