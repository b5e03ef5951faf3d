//===- Predicates.h - Conditions as predicates of counters ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_STREAMS_PREDICATES_H
#define TALOS_LIB_ANALYSIS_STREAMS_PREDICATES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Sim/Network.h"
#include "llvm/ADT/DenseMap.h"

namespace talos::analysis {

/// Values of unrolled iterators in one copy of the body.
using Constants = llvm::DenseMap<mlir::Value, int64_t>;

/// A branch of a condition.
struct Guard {
  mlir::affine::AffineIfOp condition;
  bool isElse = false;
  bool operator==(const Guard &other) const {
    return condition == other.condition && isElse == other.isElse;
  }
};

/// The results of `map` in one copy of the body. Iterators that run are
/// dimensions; `running` numbers them and gets those that are new.
llvm::SmallVector<mlir::AffineExpr>
expressionsOf(mlir::AffineMap map, mlir::ValueRange operands,
              const Constants &unrolled,
              llvm::SmallVectorImpl<mlir::Value> &running);

/// The iterations of the flattened loops in which all guards hold. Their loops
/// are `loops`, whose counters run from 0 and have `names`. A predicate without
/// a case that can hold is `never`.
struct GuardedPredicate {
  sim::Predicate when;
  bool never = false;
};
mlir::FailureOr<GuardedPredicate>
predicateOf(llvm::ArrayRef<Guard> guards, const Constants &unrolled,
            llvm::ArrayRef<mlir::affine::AffineForOp> loops,
            llvm::ArrayRef<std::string> names);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_STREAMS_PREDICATES_H
