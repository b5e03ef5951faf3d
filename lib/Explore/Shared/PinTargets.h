//===- PinTargets.h - What of a design can be pinned ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_PINTARGETS_H
#define TALOS_LIB_EXPLORE_SHARED_PINTARGETS_H

#include "Explore/Shared/ModelBuilder.h"

namespace talos::explore {

/// Every variable of the model, loops and orders by their names, and the
/// factors t0 and t1 of every loop, which are expressions.
std::vector<nlp::PinTarget> pinTargets(const DesignSpace &space,
                                       const ModelVariables &variables,
                                       nlp::Model &model,
                                       const DesignChoices<nlp::Expr> &choices);

/// Whether a pin says how the flattened iterations of the task are split.
bool pinsSplit(const DesignSpace &space, const TaskSpace &task);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_PINTARGETS_H
