//===- StreamedExplain.h - What limits a network ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests of a network wait for each other, so that more for one of them alone
// buys nothing. The whole network is solved again under twice of each limit.
// What a nest waits for is asked of the rules: how many cycles would the same
// design take if it did not.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDEXPLAIN_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDEXPLAIN_H

#include "Explore/Streamed/StreamedDesignPoint.h"
#include "Explore/Streamed/StreamedSlrs.h"
#include "talos/Explore/Space.h"

namespace talos::explore {

/// What designs of a network may use, and what is fixed of them.
struct StreamedLimits {
  target::Amounts usable;
  SlrBudget slrs;
  int64_t maxPorts = 1; ///< of an array
  std::vector<nlp::Pin> pins;
};

/// The nonlinear programs of the network under other limits.
using SpaceUnder = llvm::function_ref<mlir::FailureOr<std::unique_ptr<Space>>(
    const StreamedLimits &)>;

/// Of the whole network, under the name of its function, then of each nest, in
/// program order. Fails where the solver does.
mlir::FailureOr<std::vector<NestExplanation>>
explainNetwork(const Space &space, const StreamedDesign &design,
               const StreamedLimits &limits, bool isOptimal,
               SpaceUnder spaceUnder, const ExplanationOptions &options);

/// Of each nest alone, by the rules.
std::vector<NestExplanation> explainNests(const StreamedDesign &design,
                                          const target::Target &target);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDEXPLAIN_H
