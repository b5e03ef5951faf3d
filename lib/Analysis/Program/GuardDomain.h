//===- GuardDomain.h - Iterations in which a condition may hold  -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_PROGRAM_GUARDDOMAIN_H
#define TALOS_LIB_ANALYSIS_PROGRAM_GUARDDOMAIN_H

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "talos/Analysis/NestBounds.h"

namespace talos::analysis {

/// A guard as constraints over the loops of a nest, then the loops around it.
struct GuardDomain {
  /// The guard, and the domains of all loops.
  mlir::affine::FlatAffineValueConstraints all;
  /// The domains of those around.
  mlir::affine::FlatAffineValueConstraints around;
};

/// None if a constraint is not affine in iterators.
std::optional<GuardDomain>
guardDomain(mlir::affine::AffineIfOp guard,
            llvm::ArrayRef<mlir::affine::AffineForOp> loops);

/// Reads the bounds of the first variable off constraints.
class BoundReader {
public:
  /// `around`: of the other variables.
  BoundReader(const mlir::affine::FlatAffineValueConstraints &domain,
              const mlir::affine::FlatAffineValueConstraints &around,
              mlir::MLIRContext *context)
      : around(around), context(context) {
    for (unsigned r = 0; r < domain.getNumInequalities(); ++r)
      read(domain.getInequality64(r), /*isEquality=*/false);
    for (unsigned r = 0; r < domain.getNumEqualities(); ++r)
      read(domain.getEquality64(r), /*isEquality=*/true);
    for (unsigned v = 0; v < domain.getNumVars() - 1; ++v)
      iterators.push_back(domain.getValue(v + 1));
  }

  std::optional<LoopBounds> bounds() {
    dropImplied(lower, /*isLower=*/true);
    dropImplied(upper, /*isLower=*/false);
    if (llvm::all_of(lower, isConstant) && llvm::all_of(upper, isConstant))
      return std::nullopt;
    return LoopBounds{mapOf(lower), mapOf(upper)};
  }

private:
  static bool isConstant(mlir::AffineExpr expr) {
    return llvm::isa<mlir::AffineConstantExpr>(expr);
  }
  mlir::AffineMap mapOf(llvm::ArrayRef<mlir::AffineExpr> results) const {
    return mlir::AffineMap::get(iterators.size(), 0, results, context);
  }
  /// floor((sum of the other variables * sign + constant * sign + more) / by).
  mlir::AffineExpr quotient(llvm::ArrayRef<int64_t> row, int64_t sign,
                            int64_t more, int64_t by) const {
    mlir::AffineExpr sum =
        mlir::getAffineConstantExpr(sign * row.back() + more, context);
    for (auto [d, coefficient] : llvm::enumerate(row.drop_front().drop_back()))
      sum = mlir::getAffineDimExpr(d, context) * (sign * coefficient) + sum;
    return mlir::simplifyAffineExpr(sum.floorDiv(by), row.size() - 2, 0);
  }
  void read(llvm::ArrayRef<int64_t> row, bool isEquality);
  bool implies(mlir::AffineExpr other, mlir::AffineExpr result,
               bool isLower) const;
  void dropImplied(llvm::SmallVectorImpl<mlir::AffineExpr> &results,
                   bool isLower) const;

  const mlir::affine::FlatAffineValueConstraints &around;
  llvm::SmallVector<mlir::Value> iterators;
  mlir::MLIRContext *context;
  llvm::SmallVector<mlir::AffineExpr> lower, upper;
};

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_PROGRAM_GUARDDOMAIN_H
