//===- NestReasons.h - What of a nest no limit explains ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_EXPLAIN_NESTREASONS_H
#define TALOS_LIB_EXPLORE_EXPLAIN_NESTREASONS_H

#include "Explore/Shared/DesignPoint.h"
#include "talos/Explore/Explain.h"

namespace talos::explore {

/// Cycles that the design would lose if a nest took none; 0 where longer calls
/// run at the same time.
int64_t shareOf(const DesignSpace &space, const DesignPoint &point,
                unsigned task);

/// What the design itself says of a nest: recurrences and ports that stretch
/// its interval, transfers that take longer than it does, shared loops, calls
/// that hide it, a single iteration. The costs of the point are filled in.
std::vector<Binding> reasonsOf(const DesignSpace &space,
                               const DesignPoint &point, unsigned task);

/// Where nothing else is known: which of its loops cannot be unrolled, and why.
Binding structureOf(const DesignSpace &space, const DesignPoint &point,
                    unsigned task);

/// Loops whose unroll factor no limit raises: the loop stands in a subscript
/// beside other loops, or the trip count has no divisor near the factor.
std::vector<Binding> unrollingReasons(const DesignSpace &space,
                                      const DesignPoint &point, unsigned task);

/// Of a reason that no limit comes with.
Binding bindingOf(BindingKind kind, llvm::StringRef name, int64_t cycles,
                  const llvm::Twine &text);

/// 1234567 as "1,234,567".
std::string grouped(int64_t value);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_EXPLAIN_NESTREASONS_H
