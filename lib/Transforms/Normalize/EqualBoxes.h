//===- EqualBoxes.h - Neighbours that become one nest -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_NORMALIZE_EQUALBOXES_H
#define TALOS_LIB_TRANSFORMS_NORMALIZE_EQUALBOXES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos {

/// Makes one nest of `root` and the nest behind it: a statement with the
/// results of both (hls.joined). Both run over the same box without a
/// condition, each iteration writes elements of its own, neither writes what
/// the other accesses, and what they have in common they read by the same
/// subscripts but for constants. False, with nothing changed, for others.
bool joinWithNext(mlir::affine::AffineForOp root);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_NORMALIZE_EQUALBOXES_H
