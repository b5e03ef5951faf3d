//===- Reassociated.h - Sums in another order than the source's -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a target lets the tool reassociate floating-point sums, a pass may do
// so itself. What it computes then equals the source up to rounding alone,
// which C simulation has to know.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_REASSOCIATED_H
#define TALOS_DIALECT_HLS_REASSOCIATED_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// A store of a sum whose terms are added in another order than the source's
/// (unit).
inline constexpr llvm::StringLiteral reassociatedAttrName = "hls.reassociated";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_REASSOCIATED_H
