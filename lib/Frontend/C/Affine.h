//===- Affine.h - Affine values of C integers -------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_FRONTEND_C_AFFINE_H
#define TALOS_LIB_FRONTEND_C_AFFINE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include <optional>

namespace talos::frontend {

/// Values that an integer may take; an absent end is unknown.
struct Range {
  std::optional<int64_t> low, high;
  bool within(int64_t least, int64_t most) const {
    return low && high && *low >= least && *high <= most;
  }
};

/// An integer that is affine in the iterators around it, or the minimum or
/// maximum of several such. Dimension d of an expression is entry d of the
/// Dimensions of the function.
struct Affine {
  enum class Kind { Single, Min, Max };
  Kind kind = Kind::Single;
  llvm::SmallVector<mlir::AffineExpr, 1> exprs;

  Affine() = default;
  Affine(mlir::AffineExpr expr) : exprs{expr} {}
  bool isSingle() const { return kind == Kind::Single; }
  mlir::AffineExpr single() const { return exprs.front(); }
  std::optional<int64_t> constant() const;
  bool operator==(const Affine &other) const {
    return kind == other.kind && exprs == other.exprs;
  }
};

/// Sums and multiples; nullopt where neither a minimum nor a maximum comes out.
std::optional<Affine> add(const Affine &a, const Affine &b);
Affine scale(const Affine &a, int64_t factor);
/// The minimum or maximum (`kind`) of both.
std::optional<Affine> combine(Affine::Kind kind, const Affine &a,
                              const Affine &b);

/// The index values that affine expressions of one function refer to. A value
/// stays in the table when its loop is left; no live expression uses it then.
class Dimensions {
public:
  explicit Dimensions(mlir::MLIRContext *context) : context(context) {}
  Affine add(mlir::Value value, Range range);
  Range range(const Affine &value) const;
  /// Map and operands of `exprs`, only those dimensions that it uses.
  mlir::AffineMap map(llvm::ArrayRef<mlir::AffineExpr> exprs,
                      llvm::SmallVectorImpl<mlir::Value> &operands) const;
  /// The index value of `value`: an iterator itself, a constant, an
  /// affine.apply, affine.min or affine.max.
  mlir::Value materialize(mlir::OpBuilder &builder, mlir::Location where,
                          const Affine &value) const;
  mlir::AffineExpr constant(int64_t value) const {
    return mlir::getAffineConstantExpr(value, context);
  }

  mlir::MLIRContext *context;
  llvm::SmallVector<mlir::Value> values;

private:
  Range range(mlir::AffineExpr expr) const;

  llvm::SmallVector<std::optional<int64_t>> lows, highs;
};

} // namespace talos::frontend

#endif // TALOS_LIB_FRONTEND_C_AFFINE_H
