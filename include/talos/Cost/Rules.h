//===- Rules.h - What the HLS tool does, one function a rule ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function is one rule of Vitis HLS, found in public synthesis reports
// (Vitis HLS 2023.2, 4.00 ns) and checked against them in unittests/Cost. The
// constants come from target::ToolRules and operator latencies from the
// operator library. N is Int or nlp::Expr. Conditions are 0 or 1. Vocabulary:
// II initiation interval, IL iteration latency, TC trip count, f a cyclic
// partition factor, N a dimension's extent, bits(n) the bits that hold 0..n-1.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_COST_RULES_H
#define TALOS_COST_RULES_H

#include "talos/Cost/Number.h"
#include "talos/Target/ToolRules.h"
#include <algorithm>

namespace talos::cost::rules {

using target::DepthRules;
using target::LoopRules;
using target::MemoryRules;
using target::TransferRules;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// A pipelined loop: (TC - 1) II + max(IL, 2) - 1.
template <typename N>
N pipelinedLoop(N trips, N ii, N depth, const LoopRules &r) {
  return (trips - 1) * ii + max(depth, r.minIterationLatency) - 1;
}

/// A task whose outer loops are flattened into the pipelined one: PL + 2.
template <typename N> N flattenedTask(N loop, const LoopRules &r) {
  return loop + r.taskOverhead;
}

/// A task whose outer loops stay outside, because the pipelined loop carries
/// the reduction: outer (PL + 6 + address delay of the outer indices) + 1.
template <typename N>
N nestedTask(N outer, N loop, N outerDelay, const LoopRules &r) {
  return outer * (loop + outerDelay + r.outerOverhead) + r.outerExit;
}

/// The loop that adds a local buffer of `elements` sums to the array:
/// N - 1 + 10 - 1 and 7 around it.
inline Int addLoop(Int elements, const LoopRules &r) {
  return elements - 1 + r.addLoopDepth - 1 + r.addLoopOverhead;
}

/// The same where the sums started from the old values: they are copied.
inline Int copyLoop(Int elements, const LoopRules &r, const DepthRules &d) {
  return elements - 1 + d.copy - 1 + r.addLoopOverhead;
}

/// Iteration latency where operators wait for each other within the interval,
/// from registers to registers: the tool binds ceil(operations / II) units of
/// an operator, so that the last chain starts II - 1 cycles after the first
/// (gesummv, y = alpha tmp + beta y: II 11, depth 21).
template <typename N> N sharedDepth(N chain, N delay, N ii) {
  return chain + delay + (ii - 1);
}

//===----------------------------------------------------------------------===//
// Initiation interval
//===----------------------------------------------------------------------===//

/// The pipelined loop carries the reduction: 6 (the adder's latency - 1) with
/// a tree or one addition an iteration, 7 n for n chained additions.
template <typename N>
N carriedII(N additions, int64_t latency, bool tree, const LoopRules &r,
            const Numbers<N> &number) {
  N one = number(std::max<int64_t>(1, latency - r.carriedSlack));
  if (tree)
    return one;
  return select(le(additions, 1), one, additions * latency);
}

/// A parallel loop flattened under a reduction loop: the tool takes the trip
/// count of the pipelined loop as the distance, II = ceil((IL - 6) / TC1).
template <typename N> N flattenedII(N depth, N trips1, const LoopRules &r) {
  return ceilDiv(max(depth - r.flattenSlack, 1), trips1);
}

/// A value that an earlier iteration stores, `distance` iterations of the
/// flattened pipelined loop before: the next load must wait for load, operators
/// and store, II >= ceil(delay / distance).
template <typename N> N recurrenceII(N delay, N distance) {
  return ceilDiv(delay, distance);
}

/// Accesses of one iteration to one bank, which serves `ports` a cycle:
/// II >= ceil(accesses / ports).
template <typename N> N portII(N accesses, const TransferRules &r) {
  return ceilDiv(accesses, r.portsPerBank);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// 1 if f is a power of two.
template <typename N> N powerOfTwo(N f, const Numbers<N> &number) {
  return eq(gcd(f, number(int64_t(1) << 40)), f);
}

/// Delay of an index with unroll u and y run-time values, f' = f / gcd(f, u):
/// 0 if f' is a power of two, if y <= f', or if N < 2 f; else bits(y) + 2.
template <typename N>
N remainderDelay(N f, N u, N y, N extent, const DepthRules &r,
                 const Numbers<N> &number) {
  N reduced = floorDiv(f, gcd(f, u));
  N needed = (1 - powerOfTwo(reduced, number)) * (1 - le(y, reduced)) *
             le(f * 2, extent);
  return needed * (ceilLog2(y) + r.remainder);
}

/// Digits of the signed-digit (non-adjacent) form.
inline int64_t signedDigits(int64_t value) {
  return __builtin_popcountll(static_cast<uint64_t>(value) ^
                              (3 * static_cast<uint64_t>(value)));
}

/// The same in arithmetic, for 0 <= value <= limit: the digits of x are the
/// bits of x xor 3 x.
template <typename N>
N signedDigits(N value, int64_t limit, const Numbers<N> &number) {
  N digits = number(0);
  for (int64_t bit = 2; bit <= 8 * std::min(limit, int64_t(1) << 40);
       bit *= 2) {
    N one = mod(floorDiv(value * 2, bit), 2);
    N three = mod(floorDiv(value * 6, bit), 2);
    digits = digits + eq(one + three, 1);
  }
  return digits;
}

/// 1 if addressing with this row stride (words of a bank) needs a multiply:
/// more than two signed digits. `limit` bounds the stride.
template <typename N>
N strideMultiplies(N stride, int64_t limit, const DepthRules &r,
                   const Numbers<N> &number) {
  std::optional<N> table =
      number.tabulate(stride, [&](int64_t value) -> int64_t {
        return signedDigits(value) > r.strideDigits;
      });
  if (table)
    return *table;
  return le(r.strideDigits + 1, signedDigits(stride, limit, number));
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// II of a burst loop: ceil(beat / (2 f)) with f of the last dimension.
template <typename N>
N transferII(N beat, N lastFactor, const TransferRules &r) {
  return ceilDiv(beat, lastFactor * r.portsPerBank);
}

/// 1 if filling this dimension needs a remainder: f is no power of two and
/// N >= 2 f.
template <typename N>
N transferRemainder(N f, N extent, const Numbers<N> &number) {
  return (1 - powerOfTwo(f, number)) * le(f * 2, extent);
}

/// Of the `banks` cyclic banks of a dimension, the words that the fullest one
/// has of `lanes` neighbours at each of the positions 0, apart, 2 apart, ...,
/// `runs` of them.
template <typename N>
N wordsOfRuns(int64_t runs, N apart, N lanes, N banks,
              const Numbers<N> &number) {
  // Each run goes round all banks so often; what is left of it is an arc of
  // them. Most arcs overlap where one of them begins: at the bank of run j
  // those of the runs j - d whose begin is less than an arc before it.
  N arc = mod(lanes, banks);
  std::vector<N> behind, before; // run j - d, run j + d
  for (int64_t d = 0; d < runs; ++d) {
    N distance = mod(apart * d, banks);
    behind.push_back(le(distance + 1, arc));
    before.push_back(le(mod(distance + (arc + banks - 1), banks) + 1, arc));
  }
  N here = number(0);
  for (int64_t d = 0; d < runs; ++d)
    here = here + (d == 0 ? behind[0] : before[size_t(d)]);
  N most = here;
  for (int64_t j = 1; j < runs; ++j) {
    here = here + behind[size_t(j)] - before[size_t(runs - j)];
    most = max(most, here);
  }
  return floorDiv(lanes, banks) * runs + most;
}

/// A load or store: (beats - 1) II + IL - 1 + 74 or 72.
template <typename N> N transfer(N beats, N ii, N depth, int64_t overhead) {
  return ii * (beats - 1) + depth + (overhead - 1);
}

/// What a transfer takes longer inside a nest: 1, or 2 from 3 dimensions on.
inline int64_t nestedTransfer(unsigned rank, const TransferRules &r) {
  return rank > 2 ? r.nestedDeep : r.nestedFlat;
}

/// One iteration of loops around transfers: the longest load, what is inside,
/// the longest store, and 4.
template <typename N>
N nestIteration(N load, N inner, N store, const TransferRules &r) {
  return load + inner + store + r.nestOverhead;
}

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

enum class Memory { Lut, Ff, Bram, Uram };

/// One bank of `words` words of 32 bits: by steps, round(words / 512) BRAM_18K
/// above the last one. Without URAM its step is built from BRAM. `limit` bounds
/// the words.
template <typename N>
N bankResource(N words, int64_t limit, Memory kind, bool hasUram,
               const MemoryRules &r, const Numbers<N> &number) {
  auto figure = [&](const target::MemoryStep &step) -> int64_t {
    switch (kind) {
    case Memory::Lut:
      return step.lut;
    case Memory::Ff:
      return step.ff;
    case Memory::Uram:
      return hasUram ? step.uram : 0;
    case Memory::Bram:
      return step.bram + (hasUram ? 0 : step.uram * r.uramAsBram);
    }
    return 0;
  };
  N result = kind == Memory::Bram
                 ? floorDiv(words + r.bramWords / 2, r.bramWords)
                 : number(0);
  bool reachable = limit > r.steps.back().words;
  for (auto step = r.steps.rbegin(); step != r.steps.rend(); ++step) {
    N here = number(figure(*step));
    result = reachable ? select(le(words, step->words), here, result) : here;
    reachable |= step + 1 != r.steps.rend() && limit > (step + 1)->words;
  }
  return result;
}

/// URAMs of banks of `words` words of `bits` bits each: as many side by side as
/// hold a word, as many after each other as hold the words.
template <typename N> N packedUram(N words, N bits, const MemoryRules &r) {
  return ceilDiv(bits, r.uramBits) * ceilDiv(words, r.uramWords);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Instances of an operator in a statement: ceil(operations / II).
template <typename N> N sharedUnits(N operations, N ii) {
  return ceilDiv(operations, ii);
}

} // namespace talos::cost::rules

#endif // TALOS_COST_RULES_H
