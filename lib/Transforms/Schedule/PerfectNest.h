//===- PerfectNest.h - Loops that hold nothing but each other ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_PERFECTNEST_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_PERFECTNEST_H

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos {

/// Loops that hold nothing but each other, and what the innermost one holds.
struct PerfectNest {
  explicit PerfectNest(mlir::affine::AffineForOp root);

  /// The loops run in steps of 1, and their body holds no other region.
  bool isSimple() const;
  /// What the innermost loop runs where the nest is simple, or would be without
  /// one condition around all that it runs; null otherwise.
  mlir::Block *singleBody() const;
  mlir::Block &body() const {
    return *mlir::affine::AffineForOp(loops.back()).getBody();
  }
  mlir::affine::AffineForOp root() const { return loops.front(); }
  llvm::SmallVector<mlir::Operation *> accesses() const;
  /// Of an access of the body, over the iterators around and its own; none if
  /// they are of anything else.
  std::optional<llvm::SmallVector<mlir::AffineExpr>>
  subscripts(mlir::Operation *access) const;
  /// Of an access of a nest that no loop surrounds, by dimension: the number of
  /// the loop whose iterator is the subscript. None if one is anything else, or
  /// two are the same.
  std::optional<llvm::SmallVector<unsigned>>
  loopsOf(mlir::Operation *access) const;
  /// Loops and conditions around it, outermost first.
  llvm::SmallVector<mlir::Operation *> around() const;
  /// The iterators around, then its own.
  llvm::SmallVector<mlir::Value> iterators() const;
  /// The iterators of the loops around, then its own; none if something else
  /// decides which iterations there are.
  std::optional<mlir::affine::FlatAffineValueConstraints> domain() const;

  llvm::SmallVector<mlir::affine::AffineForOp> loops;
};

bool runsOnce(mlir::affine::AffineForOp loop);

/// A loop from 0 that holds all that stood in `body`, but for its terminator.
mlir::affine::AffineForOp loopInside(mlir::Block &body, mlir::Location loc,
                                     int64_t trip);

/// Takes out the loops in this one that run once, and whose iterator nothing
/// uses.
void dropUnusedLoops(mlir::affine::AffineForOp root);

/// The points, whatever values the variables stand for.
mlir::presburger::IntegerPolyhedron
withoutValues(const mlir::presburger::IntegerRelation &domain);

/// `row` over the variables and 1 is not negative in any point of the domain.
bool holds(const mlir::presburger::IntegerRelation &domain,
           llvm::ArrayRef<llvm::DynamicAPInt> row);

/// The constraints of either domain that hold in both: what satisfies them
/// holds the union of both, and more if the union is not convex.
mlir::presburger::IntegerPolyhedron
commonConstraints(const mlir::presburger::IntegerPolyhedron &left,
                  const mlir::presburger::IntegerPolyhedron &right);

/// Lower bounds, and upper ones that are not reached.
struct LoopBounds {
  mlir::AffineMap lower, upper;
};

/// Of the variable at `position`, over those before it; those behind it are
/// projected out. None if it is unbounded or has a factor.
std::optional<LoopBounds>
loopBounds(const mlir::presburger::IntegerRelation &domain, unsigned position,
           mlir::MLIRContext *context);

/// A loop without a body that has these bounds over `ivs`, and location and
/// attributes of `source`.
mlir::affine::AffineForOp makeLoop(mlir::OpBuilder &builder,
                                   const LoopBounds &bounds,
                                   mlir::ValueRange ivs,
                                   mlir::affine::AffineForOp source);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_PERFECTNEST_H
