//===- OldValues.h - Statements that compute everywhere ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_NORMALIZE_OLDVALUES_H
#define TALOS_LIB_TRANSFORMS_NORMALIZE_OLDVALUES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos {

/// Moves what an innermost condition holds in front of it, as far as it is the
/// condition of a box on loops that all are subscripts of what is written: the
/// statement computes in every iteration, and stores the old value where the
/// condition does not hold. Loads that lie outside of their arrays there have
/// `hls.zero_outside`. The condition is left empty, for the caller to erase.
/// False, with nothing changed, if a store might leave its array, if something
/// must not run everywhere, or for another condition.
bool storeOldValues(mlir::affine::AffineIfOp condition);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_NORMALIZE_OLDVALUES_H
