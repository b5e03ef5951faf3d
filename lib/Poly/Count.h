//===- Count.h - The number of points of a set ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_COUNT_H
#define TALOS_LIB_POLY_COUNT_H

#include "ScopImpl.h"

namespace talos::poly {

/// The number of points of a bounded set without parameters; none if it is too
/// large for 64 bits, or too expensive to count.
std::optional<int64_t> countPoints(const isl::set &set);

/// The points of the smallest boxes around the images of each point of the
/// domain, all together; none if there are too many such points.
std::optional<int64_t> countBoxes(const isl::map &images);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_COUNT_H
