//===- StreamedAlternatives.h - Programs of a network ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where tiles follow each other in a known order, and trip counts, SLRs and
// adders are known, much of the model is. Each choice of them is a program of
// its own, unless these are too many.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDALTERNATIVES_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDALTERNATIVES_H

#include "Explore/Streamed/StreamedProgram.h"
#include "talos/Explore/Portfolio.h"
#include "talos/Explore/Space.h"

namespace talos::explore {

/// Pins, each of which makes a program of its own.
using Alternatives = std::vector<std::vector<nlp::Pin>>;

/// The variable of a nest.
inline std::string addersName(const StreamedNestInfo &nest) {
  return nest.name + ".adders";
}

bool isPinned(llvm::ArrayRef<nlp::Pin> pins, const std::string &name);
bool pinsSlrs(const StreamedProgram &program, llvm::ArrayRef<nlp::Pin> pins);

/// All of a program, most promising first; one without pins at least. What
/// `pins` says of is left open. `areAlike`: all SLRs have the same.
Alternatives alternativesOf(const StreamedProgram &program,
                            llvm::ArrayRef<nlp::Pin> pins, bool areAlike);

/// A program, and the cycles that none of its designs does without.
struct BoundedPins {
  int64_t bound = 0;
  std::vector<nlp::Pin> pins;
  bool isSmall = false; ///< it has few designs, as Subproblem has it
};

/// The programs of a space with these pins beside its own, of which there is
/// one at least. The first ones, `together`, are solved before the others.
std::unique_ptr<Portfolio> choicePortfolio(const Space &space,
                                           std::vector<BoundedPins> programs,
                                           size_t together);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDALTERNATIVES_H
