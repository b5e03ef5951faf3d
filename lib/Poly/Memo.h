//===- Memo.h - Dependences of programs that were analysed before ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes and tools ask for the dependences of one program again and again, and
// computing them is most of the analysis. They follow from the domains,
// accesses and schedule alone, whose text is the key. A few programs are
// remembered in the process, whatever the thread.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_MEMO_H
#define TALOS_LIB_POLY_MEMO_H

#include "ScopImpl.h"

namespace talos::poly {

/// The key of a program whose relations are built and reductions recognised.
std::string memoKey(const Scop::Impl &scop);

/// Fills in edges, dependences, liveIn and fullyWritten if the program is
/// remembered.
bool recall(const std::string &key, Scop::Impl &scop);

/// Remembers them, and forgets the program that was not asked for the longest.
void remember(const std::string &key, const Scop::Impl &scop);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_MEMO_H
