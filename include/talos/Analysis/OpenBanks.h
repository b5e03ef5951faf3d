//===- OpenBanks.h - Subscripts whose banks are not known -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In A[i][i + e], with e a loop around the nest, the copies of an unrolled i
// lie in banks of dimension 0 that the tool knows, and in any bank of dimension
// 1: it connects each access with all of these, which then count as one bank.
// In B[k][i + e], or B[k][e - i], nothing tells the copies of i apart: they are
// accesses of one bank, as many as it has ports at most, unless the array is in
// registers.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_OPENBANKS_H
#define TALOS_ANALYSIS_OPENBANKS_H

#include "talos/Analysis/TaskGraph.h"

namespace talos::analysis {

/// What unrolling a loop does to accesses that differ by constants, one of
/// whose subscripts is a sum of this loop and loops around the nest.
struct OpenBanks {
  /// Another dimension follows the loop alone: its banks tell copies apart.
  bool apart = false;
  /// How much the constants of the accesses differ in such dimensions. More
  /// copies than that are so many that all accesses meet in some bank.
  int64_t span = 0;
};

/// None if the access has no such subscript, or if it is not known how many
/// accesses of its array meet in a bank.
std::optional<OpenBanks> openBanks(const Statement &statement,
                                   const Access &access, unsigned loop);

/// The only loop with open banks in an access.
std::optional<unsigned> openLoop(const Statement &statement,
                                 const Access &access);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_OPENBANKS_H
