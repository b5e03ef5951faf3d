//===- Adders.h - How tasks implement their adders --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floating-point additions and subtractions of a task have one implementation:
// the operator library's own, which takes DSPs, or a variant such as `fabric`,
// which takes LUTs instead and may have another latency. Which one is fixed in
// a space, since it changes the rules' constants everywhere; the portfolio
// solves a space for each.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_ADDERS_H
#define TALOS_LIB_EXPLORE_SHARED_ADDERS_H

#include "Explore/Shared/DesignSpace.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::explore {

/// What pins call the library's own implementation: the tool chooses it.
inline constexpr llvm::StringLiteral ownAdders = "auto";

/// Lists in TaskSpace::variants what the library has for all of the task's
/// adders. The task has the library's own ones.
void offerAdders(const target::Target &target, TaskSpace &task);

/// Of the tasks whose adders no pin fixes: implementations that some of them
/// may have beside the library's own, and whose figures a report or a document
/// has; sorted.
std::vector<std::string> openAdders(const DesignSpace &space);

/// Those tasks with these adders, where they may have them.
DesignSpace withAdders(DesignSpace space, llvm::StringRef adders);

/// Takes the pins `adders` (of all tasks) and `S0.adders` out of the space's
/// pins: the tasks have these from then on. Errors are at the function.
mlir::LogicalResult pinAdders(DesignSpace &space);

/// The tasks have the adders that the design says. An implementation that the
/// library does not have is an error at the task.
mlir::LogicalResult setAdders(DesignSpace &space, hls::DesignAttr design);

/// The first task whose pinned adders are not those of the design.
const TaskSpace *contradicted(const DesignSpace &space, hls::DesignAttr design);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_ADDERS_H
