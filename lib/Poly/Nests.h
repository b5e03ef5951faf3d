//===- Nests.h - Generated nests that keep loops of the source --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for a schedule of affine maps, one position of time after the other. For
// the statements whose times are the same before it, a position is
//
//  - a constant of each of them: their order,
//  - a loop of the source that all of them stand in: a copy of it,
//  - a part of such a loop: a loop over the part,
//  - something else: isl makes the loops of this and all later positions, with
//    the outer times as parameters.
//
// Copies of loops keep bounds with which some iterations may be empty; isl
// would leave those out and make other trip counts of them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_NESTS_H
#define TALOS_LIB_POLY_NESTS_H

#include "ScopImpl.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace talos::poly {

/// A time of a statement.
struct TimePart {
  enum Kind { Constant, Loop, Other };
  Kind kind = Other;
  int64_t constant = 0;
  /// Loop: floor(iterator / divisor) mod modulus, 0 for no modulus.
  unsigned loop = 0; ///< position in Statement::loops
  int64_t divisor = 1, modulus = 0;

  bool isWhole() const { return divisor == 1 && modulus == 0; }
};

class NestGenerator {
public:
  /// `times` are the maps of `schedule`.
  NestGenerator(Scop::Impl &scop, const Schedule &schedule, const Times &times,
                const LoopHooks &hooks);

  /// Emits everything at `builder`.
  mlir::LogicalResult run(mlir::OpBuilder builder);

private:
  /// What is around the code that is generated next.
  struct Scope {
    explicit Scope(const mlir::OpBuilder &builder) : builder(builder) {}

    mlir::OpBuilder builder;
    llvm::SmallVector<mlir::Value> ivs;
    /// Of loops of the source, over `ivs`: the iterator as far as its parts
    /// run, and how many iterations these parts have.
    llvm::DenseMap<mlir::Operation *, mlir::AffineExpr> values;
    llvm::DenseMap<mlir::Operation *, int64_t> extents;
    /// Conditions of the source that are copied.
    llvm::SmallPtrSet<mlir::Operation *, 4> conditions;
    /// The times so far that are no constants, by position, as dims of `ivs`.
    llvm::SmallVector<std::pair<unsigned, mlir::AffineExpr>> times;
    llvm::SmallVector<std::string> partNames; ///< of loops over parts
  };
  using Members = llvm::ArrayRef<unsigned>;

  mlir::LogicalResult emit(Members members, unsigned position, Scope scope);
  mlir::LogicalResult emitInOrder(Members members, unsigned position,
                                  const Scope &scope);
  mlir::LogicalResult emitLoop(Members members, unsigned position, Scope scope);
  mlir::LogicalResult emitByIsl(Members members, unsigned position,
                                const Scope &scope);
  void emitStatement(unsigned statement, Scope scope);

  bool isComplete(mlir::Operation *loop, const Scope &scope) const;
  bool isRegular(unsigned statement) const;
  bool mayLoop(Members members, unsigned position, const Scope &scope) const;
  bool hasBounds(mlir::affine::AffineForOp loop, const Scope &scope) const;
  mlir::affine::AffineForOp copyLoop(mlir::affine::AffineForOp loop,
                                     Scope &scope) const;
  mlir::affine::AffineForOp partLoop(mlir::affine::AffineForOp loop,
                                     const TimePart &part, Scope &scope) const;
  static void addPart(mlir::affine::AffineForOp loop, int64_t stride,
                      int64_t extent, Scope &scope);
  void copyCondition(mlir::affine::AffineIfOp condition,
                     mlir::Operation *inside, Scope &scope) const;
  /// `map` of the source over the generated loops.
  void translate(mlir::AffineMap &map,
                 llvm::SmallVectorImpl<mlir::Value> &operands,
                 const Scope &scope) const;
  isl::set context(unsigned member, const Scope &scope) const;

  Scop::Impl &scop;
  const Schedule &schedule;
  const Times &times;
  const LoopHooks &hooks;
  std::vector<std::vector<TimePart>> parts; ///< by statement and position
  std::vector<bool> regular;                ///< by statement
};

} // namespace talos::poly

#endif // TALOS_LIB_POLY_NESTS_H
