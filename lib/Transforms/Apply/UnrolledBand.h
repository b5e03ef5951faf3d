//===- UnrolledBand.h - Loops that are written out together -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_APPLY_UNROLLEDBAND_H
#define TALOS_LIB_TRANSFORMS_APPLY_UNROLLEDBAND_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos::transforms {

/// Copies of the loop's body in one iteration of the pipelined loop: its trips
/// where it is completely unrolled, 1 where it is not unrolled.
int64_t copiesOf(mlir::affine::AffineForOp loop);

/// Completely unrolled loops with constant bounds, each alone in the next one,
/// from `inner` outwards. Empty where `inner` is none, or has loops or
/// conditions in it.
llvm::SmallVector<mlir::affine::AffineForOp>
unrolledBand(mlir::affine::AffineForOp inner);

/// Two neighbouring copies of `loop`, of the band of `inner`, may run side by
/// side in the body of `inner`: they touch different elements of all that is
/// written there. Sufficient, not necessary.
bool mayRunSideBySide(mlir::affine::AffineForOp loop,
                      mlir::affine::AffineForOp inner);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_APPLY_UNROLLEDBAND_H
