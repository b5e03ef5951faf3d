//===- Resources.cpp - The resources of a design --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/Composition.h"
#include <algorithm>

using namespace talos;
using namespace talos::cost;

template <typename N>
DesignResources<N>
cost::designResources(const std::vector<OperatorUse<N>> &operators,
                      const std::vector<TaskCost<N>> &tasks,
                      const std::vector<ArrayCost<N>> &arrays,
                      const target::Target &target, const Numbers<N> &number) {
  DesignResources<N> sum{number(0), number(0), number(0), number(0), number(0)};
  N lut = number(0), ff = number(0);
  for (const OperatorUse<N> &use : operators) {
    // Statement::create found every operator in this library.
    auto op = std::find_if(target.library.operators.begin(),
                           target.library.operators.end(),
                           [&](const auto &o) { return o.name == use.name; });
    if (op == target.library.operators.end())
      continue;
    sum.dsp = sum.dsp + use.units * op->dsp;
    lut = lut + use.units * (op->lut * 1000);
    ff = ff + use.units * (op->ff * 1000);
  }
  for (const TaskCost<N> &task : tasks) {
    sum.bram = sum.bram + task.bram;
    sum.uram = sum.uram + task.uram;
    lut = lut + task.lutMilli;
    ff = ff + task.ffMilli;
  }
  for (const ArrayCost<N> &array : arrays) {
    sum.bram = sum.bram + array.bram + array.adapterBram;
    sum.uram = sum.uram + array.uram;
    lut = lut + array.lutMilli;
    ff = ff + array.ffMilli;
  }
  sum.lut = ceilDiv(lut, 1000);
  sum.ff = ceilDiv(ff, 1000);
  return sum;
}

#define TALOS_INSTANTIATE(N)                                                   \
  template DesignResources<N> cost::designResources(                           \
      const std::vector<OperatorUse<N>> &, const std::vector<TaskCost<N>> &,   \
      const std::vector<ArrayCost<N>> &, const target::Target &,               \
      const Numbers<N> &);

TALOS_INSTANTIATE(Int)
TALOS_INSTANTIATE(nlp::Expr)
