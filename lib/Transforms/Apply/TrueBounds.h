//===- TrueBounds.h - Loops run where their statement may run ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_APPLY_TRUEBOUNDS_H
#define TALOS_LIB_TRANSFORMS_APPLY_TRUEBOUNDS_H

#include "talos/Analysis/TaskGraph.h"

namespace talos::transforms {

/// Gives the loops of a strip-mined nest that are not unrolled the bounds that
/// its guard and the loops around leave; the guard stays for what lies between.
/// Loops that the tool would not flatten for that reason count as one
/// (`hls.collapsed`).
void narrowLoops(const analysis::Statement &statement);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_APPLY_TRUEBOUNDS_H
