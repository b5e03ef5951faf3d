//===- Overwritten.h - Arrays whose old values nobody reads -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_OVERWRITTEN_H
#define TALOS_DIALECT_HLS_OVERWRITTEN_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// Unit, on an array argument: the function writes every element of it, and
/// reads none before it has written it. So it need not be loaded.
inline constexpr llvm::StringLiteral overwrittenAttrName = "hls.overwritten";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_OVERWRITTEN_H
