//===- QuasiAffine.h - Affine functions with integer divisions --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of loops as sums over the iterators around. Unlike an AffineExpr such
// a sum makes no constants of the context when it is evaluated, which counting
// does millions of times, and what cancels is gone: of
//   (32 t + w) floordiv 4 - 8 t   only   w floordiv 4   is left.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_PROGRAM_QUASIAFFINE_H
#define TALOS_LIB_ANALYSIS_PROGRAM_QUASIAFFINE_H

#include "mlir/IR/AffineExpr.h"
#include <map>
#include <optional>
#include <vector>

namespace talos::analysis {

/// constant + sum of factor * variable + sum of factor * floor(inner / divisor)
/// over numbered variables. Equal sums may differ in form only where a division
/// hides it.
class QuasiAffine {
public:
  QuasiAffine(int64_t constant = 0) : constant(constant) {}
  static QuasiAffine variable(unsigned number);
  /// `variables`: the values of the dimensions. None: a product of two, or a
  /// division by one.
  static std::optional<QuasiAffine> of(mlir::AffineExpr expr,
                                       llvm::ArrayRef<QuasiAffine> variables);

  QuasiAffine operator+(const QuasiAffine &other) const;
  QuasiAffine operator-(const QuasiAffine &other) const;
  QuasiAffine operator*(int64_t factor) const;
  /// Rounded down; `divisor` is positive.
  QuasiAffine floorDiv(int64_t divisor) const;

  int64_t evaluate(llvm::ArrayRef<int64_t> values) const;
  bool uses(unsigned variable) const;
  /// Inside a division.
  bool divides(unsigned variable) const;
  int64_t factorOf(unsigned variable) const;
  bool operator<(const QuasiAffine &other) const;

private:
  struct Floor;

  int64_t constant = 0;
  std::vector<std::pair<unsigned, int64_t>> terms; ///< sorted, factors not 0
  std::vector<Floor> floors;                       ///< sorted, factors not 0
};

struct QuasiAffine::Floor {
  QuasiAffine inner;
  int64_t divisor = 1, factor = 1;
};

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_PROGRAM_QUASIAFFINE_H
