//===- Packing.h - Several elements in a word of a URAM ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_PACKING_H
#define TALOS_LIB_EXPLORE_SHARED_PACKING_H

#include "Explore/Shared/Design.h"

namespace talos::explore {

/// Offers packed words where they may pay: for the large arrays of a program
/// whose arrays fill more than half of the URAM with an element a word, and for
/// those whose packing is pinned.
void offerPacking(DesignSpace &space);

/// Offers them for the arrays that the choices pack.
void offerPacking(DesignSpace &space, const DesignChoices<Int> &choices);

/// Whether unrolled copies that a link speaks of start at a multiple of their
/// number, so that no word's border is between them.
bool isAligned(const Link &link, int64_t unroll);

/// The link speaks of the dimension that may be packed.
bool isLast(const DesignSpace &space, const Link &link);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_PACKING_H
