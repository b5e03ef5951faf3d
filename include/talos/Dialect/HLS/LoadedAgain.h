//===- LoadedAgain.h - Arrays that are loaded again -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_LOADEDAGAIN_H
#define TALOS_DIALECT_HLS_LOADEDAGAIN_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// Unit, on an array argument: the one nest that reads the array uses all of it
/// in each iteration of its outermost loop, and takes it from memory each time
/// instead of keeping it. Between hls-schedule-nests and hls-stream-nests
/// alone.
inline constexpr llvm::StringLiteral loadedAgainAttrName = "hls.loaded_again";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_LOADEDAGAIN_H
