//===- StreamedMemory.cpp - Cycles of ports and memory --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beats become tokens of the nests' lanes and tokens beats.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

/// A token needs so long from the first beat that is asked for: transfer, two
/// FIFOs and a register.
static int64_t loadDelay(const target::ToolRules &rules) {
  return rules.transfers.loadOverhead + 2 * rules.dataflow.fifoLatency +
         rules.dataflow.entry;
}

/// That each port of an array moves.
template <typename N> N StreamedComposer<N>::beatsOf(unsigned array) const {
  return ceilDiv(orders.elementsOf(array),
                 point.ports[array] * point.beats[array]);
}

/// Beats become tokens of the nest's lanes, of all ports at a time.
template <typename N>
Flow<N> StreamedComposer<N>::load(int nest,
                                  const StreamedAccess &access) const {
  N lanes = orders.lanesOf(nest, access), beat = point.beats[access.array],
    all = orders.tokensOf(nest, access, orders.operandEdge(nest, access));
  N period = floorDiv(max(lanes, beat), gcd(lanes, beat));
  N first =
      select(eq(lanes, beat), number(0), period) + loadDelay(target.rules);
  // Where the array comes again, a regrouping begins with a token.
  N times = orders.repetitions(nest, access),
    last = max(all, beatsOf(access.array) * times) +
           select(eq(lanes, beat), number(0), (times - 1) * period);
  if (program.mayBeNarrow(access.array)) {
    // Tokens of several beats leave at the end of a period.
    N more = max(period - floorDiv(beat, gcd(lanes, beat)), number(0));
    first = first + more;
    last = max(all, last - more);
  }
  return {first, first + last - 1};
}

/// From the last token of the results to the last beat that is made of them: a
/// regrouping goes on in periods, beats leave at the end of the next one.
template <typename N>
N StreamedComposer<N>::regrouping(int nest,
                                  const StreamedAccess &access) const {
  N lanes = orders.lanesOf(nest, access), beat = point.beats[access.array],
    common = gcd(lanes, beat), tokens = floorDiv(beat, common),
    beats = floorDiv(lanes, common), steps = max(tokens, beats),
    lastIn = orders.tokensOf(nest, access, orders.storeEdge(nest, access)) - 1,
    lastOut = beatsOf(access.array) - 1;
  auto iteration = [&](N token, N ofPeriod) {
    N period = floorDiv(token, ofPeriod);
    return period * steps + token - period * ofPeriod;
  };
  N delay =
      iteration(lastOut, beats) + steps * 2 - beats - iteration(lastIn, tokens);
  // Not negative, which the bounds of the terms do not say.
  return select(eq(lanes, beat), number(0), max(delay, number(0)));
}

/// When the last token of results has been cut into beats that are smaller: all
/// of them, or those of the last burst, one after the other.
template <typename N>
N StreamedComposer<N>::cutIntoBeats(const StreamedAccess &stored) const {
  int nest = stored.producer;
  N lanes = orders.lanesOf(nest, stored), beat = point.beats[stored.array],
    common = gcd(lanes, beat), tokens = floorDiv(beat, common),
    beats = floorDiv(lanes, common),
    all = orders.tokensOf(nest, stored, orders.storeEdge(nest, stored)),
    ofBurst = ceilDiv(all, burstsOf(stored));
  auto timeOf = [&](N part) { return ceilDiv(part * beats, tokens); };
  return select(le(lanes, beat), number(0),
                max(flowOfResult(nest, stored.array).first + timeOf(all),
                    lastTileOf(stored) + timeOf(ofBurst)));
}

/// To be called once all nests are known that use the results, too: these leave
/// as fast as all take them.
template <typename N>
void StreamedComposer<N>::store(int nest, const StreamedResult &result) {
  N isBeat = eq(orders.lanesOf(nest, result), point.beats[result.array]),
    size = orders.blockBehind(nest, result);
  int64_t process =
      target.rules.dataflow.fifoLatency + target.rules.dataflow.entry;
  StreamedAccess stored = result;
  stored.producer = nest;
  StreamedEdge<N> edge = orders.storeEdge(nest, result);
  N all = orders.tokensOf(nest, result, edge);
  Flow<N> flow = resultsFor(nest, result, takenParts(edge.parts, size, all));
  N last = max(flow.last,
               takenByOthers(program.nests.size(), stored, flow, all, all));
  // A reorder takes a box in as many cycles as it has parts, from the first one
  // on, however fast the others come; without sums they come no faster.
  if (program.nests[nest].reduces())
    last = max(last, (1 - eq(size, 0)) * (1 - eq(size, all)) *
                         (flow.first + all - edge.parts));
  if (program.mayBeNarrow(result.array))
    last = max(last, cutIntoBeats(stored));
  N end = last + size + regrouping(nest, result) +
          select(eq(size, 0), number(0), number(process)) +
          select(isBeat, number(0), number(process)) +
          target.rules.transfers.storeOverhead + process;
  figures.cycles = max(figures.cycles, end);
}

/// All beats that these nests move go through the banks of the memory.
template <typename N>
void StreamedComposer<N>::shareMemory(size_t first, size_t last) {
  int64_t banks = target.device.memory.banks;
  if (banks < 1)
    return;
  N beats = number(0);
  for (auto [array, info] : llvm::enumerate(program.arrays)) {
    int64_t stores = 0;
    std::optional<N> loads;
    for (size_t nest = first; nest < last; ++nest) {
      stores += program.nests[nest].storesLast(array);
      for (const StreamedAccess &access : program.incoming(nest))
        if (access.producer < 0 && access.array == array)
          loads = orders.repetitions(nest, access);
    }
    if (info.isOffChip && (loads || stores > 0))
      beats = beats + beatsOf(array) * point.ports[array] *
                          (loads ? *loads + stores : number(stores));
  }
  figures.cycles = max(figures.cycles, ceilDiv(beats, banks));
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
