//===- IslSchedules.h - What isl's schedulers propose -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_ISLSCHEDULES_H
#define TALOS_LIB_POLY_ISLSCHEDULES_H

#include "SymbolicSizes.h"
#include "talos/Poly/ScheduleCandidates.h"

namespace talos::poly {

/// Sequential times of one statement, outermost first, over its iterators.
using Rows = llvm::SmallVector<mlir::AffineExpr>;

/// isl's schedulers over one set of dependences.
class IslSchedules {
public:
  /// Of the dependences between instances that have the first iterator in
  /// common, if `keepsOuter`, which takes a loop around every statement.
  explicit IslSchedules(const Scop::Impl &scop, bool keepsOuter = false);

  /// The members of isl's bands that are not parallel, by statement; none if
  /// isl needs more than `maxOperations`, or returns what is no affine map.
  std::optional<std::vector<Rows>> rows(ScheduleMethod method,
                                        unsigned long maxOperations) const;

private:
  isl::schedule compute(ScheduleMethod method,
                        unsigned long maxOperations) const;
  bool collect(const isl::schedule_node &node, std::vector<Rows> &rows) const;
  bool addMember(const isl::union_pw_aff &member,
                 std::vector<Rows> &rows) const;
  mlir::AffineExpr affineExpr(const isl::aff &aff) const;

  const Scop::Impl &scop;
  SymbolicSizes sizes;
  isl::schedule_constraints constraints;
};

} // namespace talos::poly

#endif // TALOS_LIB_POLY_ISLSCHEDULES_H
