//===- QoRAccess.cpp - What the accesses of an iteration cost -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRAccess.h"
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

int64_t analysis::addressDelay(
    const AccessInfo &access, const Memory &memory, AffineForOp own,
    llvm::function_ref<std::optional<int64_t>(AffineForOp)> trips,
    const target::ToolRules &rules) {
  int64_t delay = 0, stride = 1;
  for (unsigned d = access.dims.size(); d-- > 0;) {
    int64_t values = 1, factor = memory.factors[d];
    int64_t step = factor; // greatest common divisor of f and all strides
    bool isOwn = false;
    for (const AccessTerm &term : access.dims[d].running) {
      isOwn |= own && term.loop == own;
      std::optional<int64_t> count = trips(term.loop);
      if (!count)
        continue;
      values *= *count;
      step = std::gcd(step, term.coefficient);
    }
    if (values > 1 && !isOwn) {
      int64_t banks = factor / step;
      if (!isPowerOfTwo(banks) && values > banks &&
          memory.extents[d] >= 2 * factor)
        delay = std::max(delay, bitsOf(values) + rules.depth.remainder);
      if (values >= 3 && memory.rowWords(d) >= 3 &&
          needsMultiplier(stride, rules))
        delay = std::max(delay, rules.depth.strideMultiply);
    }
    stride *= memory.rowWords(d);
  }
  return delay;
}

std::map<unsigned, int64_t> analysis::fullestBanks(const Execution &run) {
  using Bank = std::vector<int64_t>;
  std::map<unsigned, std::map<std::vector<unsigned>, std::map<Bank, int64_t>>>
      load;
  for (const Element &element : run.elements()) {
    const Memory &memory = run.memoryOf(element);
    if (!memory.onChip || memory.inRegisters())
      continue;
    Bank bank;
    for (size_t d = 0; d < element.constants.size(); ++d)
      bank.push_back(memory.bankOf(d, element.constants[d]));
    load[element.memory][element.moving][bank] +=
        (element.load != DataFlowGraph::none) +
        (element.value != DataFlowGraph::none);
  }
  std::map<unsigned, int64_t> accesses;
  for (auto &[which, groups] : load)
    for (auto &[moving, banks] : groups) {
      int64_t most = 0;
      for (auto &[bank, count] : banks)
        most = std::max(most, count);
      accesses[which] += most;
    }
  return accesses;
}
