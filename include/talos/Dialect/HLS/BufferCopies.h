//===- BufferCopies.h - Copies of a buffer for its readers ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that share an array in RAM do not overlap, even if both only read it.
// With a copy for each of them they do: whoever writes the array writes all of
// its copies.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_BUFFERCOPIES_H
#define TALOS_DIALECT_HLS_BUFFERCOPIES_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// A store to a copy of a buffer, of the value that the store before it writes
/// to the same element of the buffer (unit).
inline constexpr llvm::StringLiteral copyAttrName = "hls.copy";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_BUFFERCOPIES_H
