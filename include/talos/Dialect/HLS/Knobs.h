//===- Knobs.h - Values of open parameters of a script ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_KNOBS_H
#define TALOS_DIALECT_HLS_KNOBS_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// On a module, before its script has run: the values of open
/// `transform.tune.knob` of the script, by name.
inline constexpr llvm::StringLiteral knobsAttrName = "hls.knobs";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_KNOBS_H
