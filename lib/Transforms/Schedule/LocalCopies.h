//===- LocalCopies.h - Copies of elements in arrays of their own *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_LOCALCOPIES_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_LOCALCOPIES_H

#include "Transforms/Schedule/PerfectNest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// A local array for elements of `array`, at the start of the function.
mlir::Value makeCopy(mlir::func::FuncOp func, mlir::Value array,
                     llvm::ArrayRef<int64_t> shape,
                     llvm::StringRef suffix = "_copy");

/// Iterators of a nest over all elements, whose body the builder then stands
/// in.
llvm::SmallVector<mlir::Value> loopOver(mlir::OpBuilder &builder,
                                        mlir::Location loc,
                                        llvm::ArrayRef<int64_t> shape);

/// The statement that copies elements of `array` gets a name of its own.
void nameCopying(mlir::affine::AffineStoreOp store, mlir::Value array);

/// The variables from `first` on have factors of 1 and -1 only, so that
/// projecting them out is exact.
bool isUnimodular(const mlir::presburger::IntegerRelation &domain,
                  unsigned first);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_LOCALCOPIES_H
