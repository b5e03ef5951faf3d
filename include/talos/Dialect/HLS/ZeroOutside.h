//===- ZeroOutside.h - Loads beyond the borders of arrays -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_ZEROOUTSIDE_H
#define TALOS_DIALECT_HLS_ZEROOUTSIDE_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// array<i64>, on an affine.load: dimensions in which its subscripts may lie
/// outside of the array, where it gives 0 and accesses nothing.
inline constexpr llvm::StringLiteral zeroOutsideAttrName = "hls.zero_outside";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_ZEROOUTSIDE_H
