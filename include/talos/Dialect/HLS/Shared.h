//===- Shared.h - Loops that stay around tasks ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_SHARED_H
#define TALOS_DIALECT_HLS_SHARED_H

#include "mlir/IR/Operation.h"

namespace talos::hls {

/// On a loop: it and the loops around it run as written, as those around
/// several nests do, though one statement stands in them (hls-share-carriers).
inline constexpr llvm::StringLiteral sharedAttrName = "hls.shared";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_SHARED_H
