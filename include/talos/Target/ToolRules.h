//===- ToolRules.h - Constants of the HLS tool's behaviour ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every structural constant of the cost rules, read from
// targets/rules/vitis-<version>.json, where each has its unit, source and
// provenance. The rules that use them are in talos/Cost. Names of the fields
// equal the keys of the file.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TARGET_TOOLRULES_H
#define TALOS_TARGET_TOOLRULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace talos::target {

/// Loops and initiation intervals, in cycles.
struct LoopRules {
  int64_t minIterationLatency = 0; ///< an iteration counts at least this much
  int64_t taskOverhead = 0;        ///< a task beyond its pipelined loop
  int64_t outerOverhead =
      0;                    ///< a not flattened outer iteration beyond its loop
  int64_t outerExit = 0;    ///< leaving the outer nest, once
  int64_t carriedSlack = 0; ///< carried II = latency of one operator - this
  int64_t flattenSlack = 0; ///< distance II = ceil((IL - this) / TC1)
  int64_t addLoopDepth = 0; ///< iteration latency of the separate add loop
  int64_t addLoopOverhead = 0; ///< entering and leaving it
};

/// Iteration latency, in cycles.
struct DepthRules {
  int64_t parallel = 0;
  int64_t carried = 0;
  int64_t local = 0;
  int64_t localBuffer = 0; ///< a local accumulator that goes to a buffer
  int64_t guarded = 0;
  int64_t guardedTerm = 0; ///< for each guarded term
  int64_t zeroInit = 0;
  int64_t copy = 0;
  int64_t remainder = 0; ///< address delay = bits(y) + this
  int64_t strideMultiply = 0;
  int64_t strideDigits = 0; ///< more signed digits than this cost a multiply
};

/// Load and store functions: one burst loop each, in cycles.
/// Rows that do not start on beats are cut out of the sequence of beats: a
/// process reads beats into a FIFO, another one shifts them and fills the
/// buffer.
struct RealignRules {
  int64_t depth = 0;    ///< cycles: through the FIFO and the shift
  int64_t muxWays = 0;  ///< ways of a multiplexer that takes one LUT a bit
  int64_t fifoLut = 0;  ///< of the FIFO, beside one LUT a bit
  int64_t fifoFf = 0;   ///< of the FIFO, beside those a bit
  int64_t ffPerBit = 0; ///< of a beat: FIFO, held beat, shifted elements
};

/// What a second and further port of an array takes; the first one is part of
/// the linear rules.
struct ExtraPortRules {
  int64_t lut = 0, ff = 0;                       ///< of an adapter
  int64_t lutMilliPerBit = 0, ffMilliPerBit = 0; ///< of its data width
};

/// Transfers and the nest between them side by side, on two buffers that take
/// turns.
struct OverlapRules {
  int64_t iteration = 0; ///< of the loop over tiles, beside its longest call
  int64_t third = 0;     ///< more an iteration, with three copies of buffers
  int64_t segment = 0;   ///< calls that follow others, or a loop
  int64_t remainder = 0; ///< bits(N) + this where one loop counts for several
  int64_t bankLut = 0;   ///< of a bank of one of the buffers
};

struct TransferRules {
  int64_t loadOverhead = 0;
  int64_t storeOverhead = 0;
  int64_t registersDepth = 0;
  int64_t ramDepth = 0;
  int64_t strideMultiply = 0; ///< added when the row stride needs a multiply
  int64_t remainder = 0;      ///< IL = bits(N) + this
  int64_t remainderBram = 0;  ///< added for a load into BRAM
  int64_t remainderStore = 0; ///< added for a store
  int64_t partialStore =
      0; ///< added for a store, f no power of two, f < N < 2 f
  int64_t portsPerBank = 0; ///< accesses a bank serves in one cycle
  int64_t maxWidth = 0;     ///< widest port, in bits
  int64_t nestedFlat = 0; ///< added inside a nest, array of up to 2 dimensions
  int64_t nestedDeep = 0; ///< the same, 3 dimensions and more
  int64_t nestOverhead = 0; ///< an iteration of a nest with transfers
  OverlapRules overlap;
  RealignRules realign;
  ExtraPortRules extraPort;
};

/// Processes joined by FIFOs, in cycles.
struct DataflowRules {
  int64_t entry = 0;       ///< start of a process to its first iteration
  int64_t fifoLatency = 0; ///< a token is written to where it can be read
  int64_t fifoFree = 0;    ///< a token is read to where its place is free
  int64_t sharedPort = 0;  ///< a load through a port that is also stored to
};

/// One step of a memory rule: banks of up to `words` 32-bit words take `count`.
struct MemoryStep {
  int64_t words = 0, lut = 0, ff = 0, bram = 0, uram = 0;
};

struct MemoryRules {
  /// Ascending in words; the first step that holds the bank is used.
  std::vector<MemoryStep> steps;
  int64_t wordBits = 0;   ///< bits of a word of `steps`
  int64_t bramWords = 0;  ///< above the last step: round(words / bramWords)
  int64_t uramAsBram = 0; ///< BRAM_18K of a URAM step where there is no URAM
  int64_t uramWords = 0;  ///< words of a URAM
  int64_t uramBits = 0;   ///< bits of such a word
  int64_t maskBits = 0;   ///< least part of a word that a write leaves alone
  /// BRAM_18K of an AXI adapter, by data width in bits.
  std::vector<std::pair<int64_t, int64_t>> adapters;

  /// Of the greatest bank that is built from LUTs.
  int64_t lutramWords() const;
  /// Of the greatest bank that the tool does not build from URAM while smaller
  /// ones are not either: deeper memories of tokens are bound to URAM.
  int64_t shallowWords() const;
};

/// LUT and FF: linear rules, coefficients in thousandths of a LUT or FF.
/// Operators and LUTRAM count with their own figures.
struct LinearRule {
  int64_t bank = 0; ///< a RAM bank, for each transfer that fills or empties it
  int64_t unit = 0; ///< an operator of a task, after sharing
  int64_t guardedOperation = 0; ///< an operation of a guarded statement
  int64_t sharedUnit = 0;       ///< a unit shared because II > 1
  int64_t depthOutput = 0; ///< iteration latency x elements written a cycle
};

struct ToolRules {
  std::string name; ///< "vitis-2023.2"
  LoopRules loops;
  DepthRules depth;
  TransferRules transfers;
  DataflowRules dataflow;
  int64_t levelOverhead = 0; ///< a level of concurrent calls, in cycles
  MemoryRules memories;
  LinearRule lut, ff;
};

/// Reads and checks a rules file. Errors name file, key and what is expected.
llvm::Expected<ToolRules> loadToolRules(llvm::StringRef path);

} // namespace talos::target

#endif // TALOS_TARGET_TOOLRULES_H
