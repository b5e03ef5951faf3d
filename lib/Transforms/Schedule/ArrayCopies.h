//===- ArrayCopies.h - A second copy of an array for columns ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_ARRAYCOPIES_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_ARRAYCOPIES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos {

/// Of the perfect nests of a function that read an array along two dimensions
/// with one loop: what follows the loop in the earlier one is read from a copy
/// of the array, which is kept up to date. True if there are any.
bool copyArraysOfTwoDirections(llvm::ArrayRef<mlir::affine::AffineForOp> roots);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_ARRAYCOPIES_H
