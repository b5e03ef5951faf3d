//===- SelectCost.cpp - One of two costs of a task ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/Cost.h"

using namespace talos;
using namespace talos::cost;

/// By name, as both are; what only one of them has is 0 in the other.
template <typename N>
static std::vector<OperatorUse<N>>
selectOperators(N condition, const std::vector<OperatorUse<N>> &first,
                const std::vector<OperatorUse<N>> &second) {
  std::vector<OperatorUse<N>> result;
  N none = condition * 0;
  for (auto a = first.begin(), b = second.begin();
       a != first.end() || b != second.end();) {
    bool inFirst =
        b == second.end() || (a != first.end() && a->name <= b->name);
    bool inSecond =
        a == first.end() || (b != second.end() && b->name <= a->name);
    result.push_back({inFirst ? a->name : b->name,
                      select(condition, inFirst ? a->operations : none,
                             inSecond ? b->operations : none),
                      select(condition, inFirst ? a->units : none,
                             inSecond ? b->units : none)});
    a += inFirst;
    b += inSecond;
  }
  return result;
}

template <typename N>
TaskCost<N> cost::selectCost(N condition, const TaskCost<N> &first,
                             const TaskCost<N> &second) {
  TaskCost<N> result = second;
  for (auto field :
       {&TaskCost<N>::ii, &TaskCost<N>::iterationLatency, &TaskCost<N>::trips,
        &TaskCost<N>::outer, &TaskCost<N>::loopLatency, &TaskCost<N>::latency,
        &TaskCost<N>::addressStall, &TaskCost<N>::mostAddressStall,
        &TaskCost<N>::bram, &TaskCost<N>::uram, &TaskCost<N>::lutMilli,
        &TaskCost<N>::ffMilli})
    result.*field = select(condition, first.*field, second.*field);
  for (unsigned i = 0; i < result.ports.size(); ++i)
    result.ports[i] = select(condition, first.ports[i], second.ports[i]);
  result.operators =
      selectOperators(condition, first.operators, second.operators);
  return result;
}

template TaskCost<Int> cost::selectCost(Int, const TaskCost<Int> &,
                                        const TaskCost<Int> &);
template TaskCost<nlp::Expr> cost::selectCost(nlp::Expr,
                                              const TaskCost<nlp::Expr> &,
                                              const TaskCost<nlp::Expr> &);
