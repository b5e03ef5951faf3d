//===- QoRAccess.cpp - What the accesses of an iteration cost -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRAccess.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

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

/// Neighbours that lie in one word wherever the loops are: `step` of them from
/// each multiple of it on, where all that moves is a multiple, too.
static int64_t alignedStep(const AccessDim &dim, int64_t wordElements) {
  int64_t step = wordElements;
  for (const AccessTerm &term : dim.running)
    step = std::gcd(step, term.coefficient);
  for (auto [operand, coefficient] : dim.operands)
    step = std::gcd(step, coefficient);
  return step;
}

/// The copies of a loop stand beside loops around the nest, so that the tool
/// knows no bank of them: each access is one to all banks of the dimension.
static bool isOpen(const AccessDim &dim) {
  return !dim.unrolled.empty() && !dim.operands.empty();
}

std::map<unsigned, int64_t> analysis::fullestBanks(const Execution &run) {
  using Place = std::vector<int64_t>;
  struct Bank {
    std::set<Place> reads, writes; ///< different words, as far as is known
  };
  std::map<unsigned, std::map<std::vector<unsigned>, std::map<Place, Bank>>>
      load;
  for (const Element &element : run.elements()) {
    const Memory &memory = run.memoryOf(element);
    if (!memory.onChip || memory.inRegisters())
      continue;
    Place bank, word;
    for (size_t d = 0; d < element.constants.size(); ++d) {
      int64_t at = element.constants[d];
      const AccessDim &dim = run.accesses()[element.access].dims[d];
      bank.push_back(isOpen(dim) ? 0 : memory.bankOf(d, at));
      word.push_back(
          memory.isWord[d]
              ? llvm::divideFloorSigned(at, alignedStep(dim, memory.factors[d]))
              : at);
    }
    Bank &entry = load[element.memory][element.moving][bank];
    if (element.load != DataFlowGraph::none)
      entry.reads.insert(word);
    if (element.value != DataFlowGraph::none)
      entry.writes.insert(word);
  }
  std::map<unsigned, int64_t> accesses;
  for (auto &[which, groups] : load)
    for (auto &[moving, banks] : groups) {
      int64_t most = 0;
      for (auto &[place, bank] : banks)
        most = std::max<int64_t>(most, bank.reads.size() + bank.writes.size());
      accesses[which] += most;
    }
  return accesses;
}

/// A read of a vector, whose unrolled copies may be in any bank.
static bool isOpenRead(const Element &element, const Execution &run) {
  const AccessInfo &access = run.accesses()[element.access];
  return element.load != DataFlowGraph::none && access.dims.size() == 1 &&
         isOpen(access.dims.front());
}

int64_t analysis::openReads(const Execution &run) {
  std::map<unsigned, int64_t> reads; // by access
  int64_t wait = 0;
  for (const Element &element : run.elements()) {
    const Memory &memory = run.memoryOf(element);
    if (!memory.onChip || memory.inRegisters() || !isOpenRead(element, run))
      continue;
    int64_t turn = llvm::divideCeil(++reads[element.access], memory.ports);
    wait = std::max(wait, turn - 1);
  }
  return wait;
}

int64_t analysis::openSelectors(const Execution &run,
                                const target::ToolRules &rules) {
  int64_t sum = 0;
  for (const Element &element : run.elements()) {
    const Memory &memory = run.memoryOf(element);
    if (!memory.inRegisters() || !isOpenRead(element, run))
      continue;
    sum += memory.elementBits *
           int64_t(llvm::divideCeil(memory.extents.front(),
                                    rules.transfers.realign.muxWays));
  }
  return sum;
}
