//===- PivotCopies.h - Old and new values of pivots apart -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_PIVOTCOPIES_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_PIVOTCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// A statement that updates every element of an array in each iteration of the
/// loops around, and reads some at subscripts that these loops fix (the row and
/// the column k), finds such an element old or new, as its own iteration comes
/// before or after that which writes it. Local arrays keep both values: the old
/// ones are copied, the new ones computed from them, first of what is fixed in
/// most dimensions. The statement selects, so that its loops are parallel.
/// Other statements stay as they are. True if there is any to change.
bool copyPivots(mlir::func::FuncOp func);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_PIVOTCOPIES_H
