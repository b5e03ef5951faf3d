//===- StreamedAgain.h - Operands that are streamed again -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand that the outermost loop of tiles does not move is kept on chip
// after its first use, or comes from memory again in each iteration.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDAGAIN_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDAGAIN_H

#include "Explore/Streamed/StreamedProgram.h"
#include "talos/NLP/Pins.h"

namespace talos::explore {

/// `A.again`: 1 where array A is streamed again.
std::string againName(const StreamedArrayInfo &array);

/// Finds the arrays of which that is a choice: in memory, read by one nest that
/// sums, has no condition and is no worker.
void findStreamedAgain(StreamedProgram &program);

/// The choice is open where such arrays are more than half of what the memories
/// on chip hold beside the adapters of ports, and for arrays that a pin names.
void openStreamedAgain(StreamedProgram &program,
                       const target::Resources &usable,
                       const target::ToolRules &rules,
                       llvm::ArrayRef<nlp::Pin> pins);

/// What is pinned to 0 or 1 is no variable; the other pins are left.
void narrowAgain(StreamedProgram &program, std::vector<nlp::Pin> &pins);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDAGAIN_H
