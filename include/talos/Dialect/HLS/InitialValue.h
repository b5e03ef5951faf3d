//===- InitialValue.h - What a nest finds in all elements -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_INITIALVALUE_H
#define TALOS_DIALECT_HLS_INITIALVALUE_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// A number, on the only affine.store of a nest: before the nest, every element
/// of the array that it stores has this value, which no statement sets.
inline constexpr llvm::StringLiteral initialAttrName = "hls.initial";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_INITIALVALUE_H
