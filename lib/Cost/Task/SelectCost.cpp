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
  // One statement has the same operators, however it sums.
  for (unsigned i = 0; i < result.operators.size(); ++i) {
    assert(first.operators[i].name == second.operators[i].name);
    OperatorUse<N> &use = result.operators[i];
    use.operations =
        select(condition, first.operators[i].operations, use.operations);
    use.units = select(condition, first.operators[i].units, use.units);
  }
  return result;
}

template TaskCost<Int> cost::selectCost(Int, const TaskCost<Int> &,
                                        const TaskCost<Int> &);
template TaskCost<nlp::Expr> cost::selectCost(nlp::Expr,
                                              const TaskCost<nlp::Expr> &,
                                              const TaskCost<nlp::Expr> &);
