//===- Cycles.h - Cycles of a small graph ---------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_COST_TASK_CYCLES_H
#define TALOS_LIB_COST_TASK_CYCLES_H

#include <utility>
#include <vector>

namespace talos::cost {

/// All cycles that meet no node twice, each as positions of its edges `from ->
/// to`, from its least node on. Parallel edges make cycles of their own.
std::vector<std::vector<unsigned>>
simpleCycles(const std::vector<std::pair<unsigned, unsigned>> &edges);

} // namespace talos::cost

#endif // TALOS_LIB_COST_TASK_CYCLES_H
