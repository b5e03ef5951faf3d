//===- ToAffine.h - isl relations as affine maps ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_TOAFFINE_H
#define TALOS_LIB_POLY_TOAFFINE_H

#include "ScopImpl.h"
#include "mlir/IR/IntegerSet.h"

namespace talos::poly {

/// A relation of one value for each input, by one expression; null: it takes
/// several, or numbers beyond 64 bits.
mlir::AffineMap toAffineMap(const isl::map &relation,
                            mlir::MLIRContext *context);

/// What tells the set apart within `context`; none: several conjunctions, or
/// quotients.
std::optional<mlir::IntegerSet> toIntegerSet(const isl::set &set,
                                             const isl::set &within,
                                             mlir::MLIRContext *context);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_TOAFFINE_H
