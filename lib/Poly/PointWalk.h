//===- PointWalk.h - Counting points by walking to them ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_POINTWALK_H
#define TALOS_LIB_POLY_POINTWALK_H

#include "talos/Support/Int.h"
#include "llvm/ADT/SmallVector.h"
#include "isl/isl-noexceptions.h"
#include <optional>

namespace talos::poly {

/// Walks through all dimensions of a set but the innermost one, whose points
/// are counted by its bounds. isl does the same with objects, a hundred times
/// slower.
class PointWalk {
public:
  /// None: a dimension has no bounds, an integer division is not known, or a
  /// number does not fit.
  static std::optional<PointWalk> of(const isl::basic_set &set);

  /// None: too many steps, or a number that does not fit.
  std::optional<int64_t> count();

private:
  /// constant + sum of factors times values, of the dimensions and then of the
  /// divisions, is 0 or at least 0.
  struct Row {
    llvm::SmallVector<int64_t, 8> factors;
    int64_t constant = 0;
    bool isEquality = false;
  };
  struct Division {
    Row numerator;
    int64_t divisor = 1;
  };
  struct Level {
    llvm::SmallVector<Row, 4> bounds; ///< over dimensions up to this one
    llvm::SmallVector<unsigned, 2> divisions; ///< known from here on
    llvm::SmallVector<Row, 2> checks; ///< of divisions known from here on
  };

  bool readDivisions(const isl::basic_set &set);
  bool readBounds(const isl::basic_set &set);
  bool readChecks(const isl::basic_set &set);
  std::optional<Row> rowOf(isl_constraint *constraint) const;
  unsigned levelOf(const Row &row) const;
  Int evaluate(const Row &row);
  std::pair<Int, Int> rangeOf(const Level &level, unsigned dim);
  bool holds(const Level &level);
  Int countFrom(unsigned dim);

  unsigned dims = 0;
  llvm::SmallVector<Level, 4> levels;
  llvm::SmallVector<Division, 2> divisions;
  llvm::SmallVector<unsigned, 2> levelOfDivision;
  llvm::SmallVector<int64_t, 8> values; ///< of dimensions, then divisions
  int64_t steps = 0;
  bool fits = true; ///< all numbers so far
};

} // namespace talos::poly

#endif // TALOS_LIB_POLY_POINTWALK_H
