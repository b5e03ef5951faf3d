//===- Extract.h - From affine IR to statements as text ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_EXTRACT_H
#define TALOS_LIB_POLY_EXTRACT_H

#include "ScopImpl.h"

namespace talos::poly {

/// Fills the statements, arrays, parameters and loads of `scop` (all as text,
/// no isl object). Emits an error at the first op that is not affine.
mlir::LogicalResult extract(Scop::Impl &scop);

/// Refuses, with an error at `op` that says why and what to do, every op that
/// may not stand in an affine function.
mlir::LogicalResult checkAllowed(mlir::Operation *op);

bool isAllocation(mlir::Operation *op);
bool isDeallocation(mlir::Operation *op);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_EXTRACT_H
