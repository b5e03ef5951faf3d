//===- ScalarRenaming.h - A local scalar for each use of one ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scalar that a program uses again for something else orders what has nothing
// to do with each other, and has no loops around all of its accesses by which
// it could be expanded. Its webs are the writes and reads that values connect,
// as exact dataflow has them; each becomes a scalar of its own.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_DISTRIBUTE_SCALARRENAMING_H
#define TALOS_LIB_TRANSFORMS_DISTRIBUTE_SCALARRENAMING_H

#include "talos/Poly/Scop.h"

namespace talos {

/// Splits the local arrays of one element of the function; those that a region
/// may access, or that may be read before they are written, stay as they are.
/// True if there were any: `scop` is stale then.
bool splitScalars(const poly::Scop &scop);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_DISTRIBUTE_SCALARRENAMING_H
