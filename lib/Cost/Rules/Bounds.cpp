//===- Bounds.cpp - Bounds that hold whatever the design ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Task/Expression.h"

using namespace talos;
using namespace talos::cost;

Int cost::sourceCycles(const Statement &statement, Int executions,
                       const target::ToolRules &rules) {
  const StatementShape &shape = statement.shape();
  TaskChoice<Int> choice;
  for (const LoopShape &loop : shape.loops)
    choice.loops.push_back({loop.trip, 1, 1, 0});
  for (const ReferenceShape &reference : shape.references)
    choice.references.push_back(
        {std::vector<Int>(reference.extents.size(), Int(1)), Int(0)});
  TaskCost<Int> cost =
      taskCost<Int>(statement, choice, rules, false, Numbers<Int>());
  return executions * cost.iterationLatency;
}

Int cost::dspBound(const std::vector<std::pair<std::string, Int>> &operations,
                   const target::Target &target,
                   const target::Resources &usable) {
  Int busy = 0;
  for (const auto &[name, count] : operations) {
    llvm::Expected<const target::Operator *> op = target.lookup(name);
    if (!op) {
      llvm::consumeError(op.takeError());
      return Int::invalid();
    }
    busy = busy + count * (*op)->dsp;
  }
  if (busy == Int(0))
    return 0;
  return ceilDiv(busy, usable.dsp);
}

Int cost::bandwidthBound(Int words, unsigned elementBits, int64_t portBits) {
  return ceilDiv(words * int64_t(elementBits), portBits);
}
