//===- Array.cpp - Cost of a buffer and its transfers ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Task/Expression.h"
#include "talos/Cost/Rules.h"
#include <algorithm>

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::rules;

int64_t cost::beatOf(const std::vector<int64_t> &extents, unsigned elementBits,
                     const target::ToolRules &rules) {
  int64_t last = extents.empty() ? 1 : extents.back();
  int64_t beat = 1;
  while (beat * 2 * elementBits <= rules.transfers.maxWidth &&
         last % (beat * 2) == 0)
    beat *= 2;
  return beat;
}

int64_t cost::widestBeatOf(int64_t elements, unsigned elementBits,
                           const target::ToolRules &rules) {
  int64_t beat = 1;
  while (beat < elements && beat * 2 * elementBits <= rules.transfers.maxWidth)
    beat *= 2;
  return beat;
}

int64_t cost::adapterBram(int64_t widthBits, const target::ToolRules &rules) {
  for (auto [bits, bram] : rules.memories.adapters)
    if (widthBits <= bits)
      return bram;
  return rules.memories.adapters.back().second;
}

bool cost::mayPack(const ArrayShape &shape, const target::Target &target) {
  const target::MemoryRules &m = target.rules.memories;
  return target.device.total.uram > 0 && !shape.initialized && !shape.atPort &&
         !shape.extents.empty() && shape.extents.back() > 1 &&
         2 * int64_t(shape.elementBits) <= m.uramBits &&
         int64_t(shape.elementBits) % m.maskBits == 0;
}

std::vector<int64_t> cost::packedElements(const ArrayShape &shape,
                                          const target::Target &target) {
  std::vector<int64_t> result;
  if (!mayPack(shape, target))
    return result;
  for (int64_t elements = 2;
       elements <= shape.extents.back() &&
       elements * int64_t(shape.elementBits) <= target.rules.transfers.maxWidth;
       elements *= 2)
    result.push_back(elements);
  return result;
}

namespace {

template <typename N> class Array {
public:
  Array(const ArrayShape &shape, TileShape<N> tile,
        const std::vector<N> &factors, const target::Target &target,
        const Numbers<N> &number, const std::optional<N> &packed)
      : shape(shape), tile(std::move(tile)), factors(factors), target(target),
        r(target.rules), number(number), packed(packed) {}

  ArrayCost<N> cost();

private:
  void memory(ArrayCost<N> &cost);
  void pack(ArrayCost<N> &cost);
  N boxesInFirst() const;
  N wordsInFirst() const;
  void transfers(ArrayCost<N> &cost);
  void linear(ArrayCost<N> &cost) const;
  void copy(ArrayCost<N> &cost) const;
  void realign(ArrayCost<N> &cost) const;
  N strideNeedsMultiply() const;

  const ArrayShape &shape; ///< its extents bound the tile's
  TileShape<N> tile;       ///< of the buffer
  const std::vector<N> &factors;
  const target::Target &target;
  const target::ToolRules &r;
  const Numbers<N> &number;
  const std::optional<N> &packed;
  N inLutram = number(1); ///< the banks are registers or LUTRAM

public:
  /// 1 where beats cross the ends of rows; none: they cannot.
  std::optional<N> realigned;
  std::vector<N> lanes; ///< as PortChoice::lanes
  /// As in PortChoice; none: one port.
  std::optional<N> ports, block;
  std::vector<int64_t> portCounts;
  std::optional<N> copies; ///< of the buffer
};

template <typename N> void Array<N>::memory(ArrayCost<N> &cost) {
  int64_t limit = 1;
  cost.banks = number(1);
  cost.wordsPerBank = number(1);
  for (unsigned d = 0; d < shape.extents.size(); ++d) {
    cost.banks = cost.banks * factors[d];
    cost.wordsPerBank =
        cost.wordsPerBank * ceilDiv(tile.extents[d], factors[d]);
    limit = saturatingProduct(limit, shape.extents[d]);
  }
  const target::MemoryRules &m = r.memories;
  cost.registers = le(cost.wordsPerBank, 1);
  if (shape.atPort) {
    cost.bram = cost.uram = cost.lutMilli = cost.ffMilli = number(0);
    return;
  }
  // Elements wider than a word take several words side by side (64-bit rows of
  // the 2021.1 tables); LUTRAM is chosen by the bits of the whole bank.
  int64_t slices = (shape.elementBits + m.wordBits - 1) / m.wordBits;
  int64_t lutWords = m.lutramWords();
  N all = cost.wordsPerBank * slices;
  inLutram = le(all, lutWords);
  bool hasUram = target.device.total.uram > 0 && !shape.initialized;
  auto bank = [&](N words, int64_t most, Memory kind) {
    return bankResource(words, most, kind, hasUram, m, number);
  };
  N banks = cost.banks;
  N words = cost.wordsPerBank;
  if (slices > 1) {
    banks = banks * (1 - cost.registers);
    words = select(inLutram, number(1), max(words, lutWords + 1));
    limit = std::max(limit, lutWords + 1);
  }
  cost.bram = banks * bank(words, limit, Memory::Bram) * slices;
  cost.uram = banks * bank(words, limit, Memory::Uram) * slices;
  cost.lutMilli =
      banks * bank(all, saturatingProduct(limit, slices), Memory::Lut) * 1000;
  cost.ffMilli = banks *
                 bank(all, saturatingProduct(limit, slices), Memory::Ff) *
                 (slices * 1000);
}

/// Words of several elements, in URAM alone.
template <typename N> void Array<N>::pack(ArrayCost<N> &cost) {
  if (!packed)
    return;
  N banks = number(1);
  for (unsigned d = 0; d + 1 < factors.size(); ++d)
    banks = banks * factors[d];
  N bits = factors.back() * int64_t(shape.elementBits);
  N uram = banks * packedUram(cost.wordsPerBank, bits, r.memories);
  N none = number(0);
  cost.banks = select(*packed, banks, cost.banks);
  cost.registers = cost.registers * (1 - *packed);
  cost.bram = select(*packed, none, cost.bram);
  cost.uram = select(*packed, uram, cost.uram);
  cost.lutMilli = select(*packed, none, cost.lutMilli);
  cost.ffMilli = select(*packed, none, cost.ffMilli);
  inLutram = inLutram * (1 - *packed);
}

/// 1 if a row's start in its bank is a multiple that needs a multiplication; a
/// bank of two rows does without (jacobi-2d: 250 rows over 249 banks).
template <typename N> N Array<N>::strideNeedsMultiply() const {
  N stride = number(1), result = number(0);
  int64_t limit = 1;
  for (unsigned d = shape.extents.size(); d-- > 0;) {
    N words = ceilDiv(tile.extents[d], factors[d]);
    result = larger(result, strideMultiplies(stride, limit, r.depth, number) *
                                le(3, words));
    stride = stride * words;
    limit = saturatingProduct(limit, shape.extents[d]);
  }
  return result;
}

/// Boxes in the first dimension, or in that of a block.
template <typename N> N Array<N>::boxesInFirst() const {
  N extent = tile.extents.front();
  if (block)
    extent = ceilDiv(extent, select(*block, *ports, number(1)));
  return ceilDiv(extent, lanes.front());
}

/// Words that move at a time in one bank, as far as the first dimension tells
/// banks apart.
template <typename N> N Array<N>::wordsInFirst() const {
  N inBox = ceilDiv(lanes.front(), factors.front());
  if (!block)
    return inBox;
  N words = inBox * (1 - *block);
  for (int64_t count : portCounts) {
    if (count == 1)
      continue; // no blocks
    N each =
        ceilDiv(ceilDiv(tile.extents.front(), number(count)), lanes.front()) *
        lanes.front();
    N ofAll = wordsOfRuns(count, each, lanes.front(), factors.front(), number);
    if (packed && factors.size() == 1) // a word of several elements
      ofAll = select(*packed, inBox * count, ofAll);
    words = words + *block * eq(*ports, count) * ofAll;
  }
  return words;
}

template <typename N> void Array<N>::transfers(ArrayCost<N> &cost) {
  const target::TransferRules &t = r.transfers;
  N beats = number(1);
  N bits = number(0), partial = number(0);
  N words = number(1);       // of what moves at a time in one bank
  N byRemainder = number(0); // a bank is found by a remainder
  for (unsigned d = 0; d < shape.extents.size(); ++d) {
    N extent = tile.extents[d];
    bool last = d + 1 == shape.extents.size();
    if (!lanes.empty()) {
      beats = beats * (d == 0 ? boxesInFirst() : ceilDiv(extent, lanes[d]));
      words = words * (d == 0 ? wordsInFirst() : ceilDiv(lanes[d], factors[d]));
    } else {
      beats = beats * (last ? ceilDiv(extent, tile.beat) : extent);
      if (last)
        words = ceilDiv(tile.beat, factors[d]);
    }
    N remainder = transferRemainder(factors[d], extent, number);
    byRemainder = larger(byRemainder, remainder);
    bits = larger(bits, remainder * ceilLog2(extent));
    N odd = 1 - powerOfTwo(factors[d], number);
    // f < N < 2 f
    partial = larger(partial, odd * (1 - le(extent, factors[d])) *
                                  (1 - le(factors[d] * 2, extent)));
  }
  N ii = portII(words, t);
  N straight = strideNeedsMultiply() * t.strideMultiply + t.ramDepth;
  // With II > 1 the last elements of a beat are written II - 1 cycles later
  // (gemm's A, 16 elements a beat into 4 banks).
  N late = ii - 1;
  N registers = number(t.registersDepth);
  N toBram = (1 - inLutram) * t.remainderBram;
  N load = select(byRemainder, bits + toBram + t.remainder, straight);
  N store = select(byRemainder, bits + (t.remainder + t.remainderStore),
                   straight + partial * t.partialStore);
  if (realigned)
    late = late + *realigned * t.realign.depth;
  N beatBytes = tile.beat * (std::max<int64_t>(8, shape.elementBits) / 8);
  target::ByteTime time = target.byteTime();
  N streaming = ii * (beats - 1);
  if (time.slows(r.transfers.maxWidth))
    streaming = max(streaming,
                    ceilDiv((beats - 1) * beatBytes * time.cycles, time.bytes));
  auto whole = [&](N depth, int64_t overhead) {
    return streaming + depth + (overhead - 1);
  };
  N loadDepth = select(cost.registers, registers, load) + late;
  N storeDepth = select(cost.registers, registers, store) + late;
  cost.bytes = cost.loadSetUp = cost.storeSetUp = number(0);
  if (shape.sharedBank) {
    cost.bytes = (beats - 1) * beatBytes;
    cost.loadSetUp = loadDepth + (t.loadOverhead - 1);
    cost.storeSetUp = storeDepth + (t.storeOverhead - 1);
  }
  cost.loadLatency = number(0);
  cost.storeLatency = number(0);
  cost.leastLoad = cost.leastStore = number(0);
  int64_t depth = std::min({t.registersDepth, t.ramDepth, t.remainder});
  if (tile.loaded)
    cost.leastLoad = transfer(beats, number(1), number(depth), t.loadOverhead);
  if (tile.stored)
    cost.leastStore =
        transfer(beats, number(1), number(depth), t.storeOverhead);
  if (tile.loaded)
    cost.loadLatency = whole(loadDepth, t.loadOverhead);
  if (tile.stored)
    cost.storeLatency = whole(storeDepth, t.storeOverhead);
}

template <typename N> void Array<N>::linear(ArrayCost<N> &cost) const {
  N reached = number(int64_t(tile.loaded) + int64_t(tile.stored));
  if (copies) // a load fills all of them, one is stored
    reached = *copies * int64_t(tile.loaded) + int64_t(tile.stored);
  N banks = cost.banks * (1 - cost.registers) * reached;
  cost.lutMilli = cost.lutMilli + banks * r.lut.bank;
  cost.ffMilli = cost.ffMilli + banks * r.ff.bank;
}

template <typename N> void Array<N>::copy(ArrayCost<N> &cost) const {
  for (N *amount : {&cost.bram, &cost.uram, &cost.lutMilli, &cost.ffMilli})
    *amount = *amount * *copies;
}

/// A FIFO of beats and, of each element, a multiplexer over the places where a
/// row may start in a beat.
template <typename N> void Array<N>::realign(ArrayCost<N> &cost) const {
  if (!realigned)
    return;
  const target::RealignRules &t = r.transfers.realign;
  N bits = tile.beat * int64_t(shape.elementBits);
  N places = floorDiv(tile.beat, gcd(tile.beat, tile.extents.back()));
  N each = *realigned * (int64_t(tile.loaded) + int64_t(tile.stored)) * 1000;
  if (block)
    each = each * *ports; // realigned: of blocks, or one
  cost.lutMilli = cost.lutMilli +
                  each * (bits * (ceilDiv(places, t.muxWays) + 1) + t.fifoLut);
  cost.ffMilli = cost.ffMilli + each * (bits * t.ffPerBit + t.fifoFf);
}

template <typename N> ArrayCost<N> Array<N>::cost() {
  ArrayCost<N> cost;
  memory(cost);
  pack(cost);
  cost.readSideBySide = cost.registers;
  if (copies) {
    copy(cost);
    cost.readSideBySide = larger(cost.readSideBySide, 1 - le(*copies, 1));
  }
  transfers(cost);
  linear(cost);
  realign(cost);
  cost.adapterBram = number(0);
  return cost;
}

} // namespace

/// The adapters of all ports; the linear rules know one.
template <typename N>
static void addPorts(const ArrayShape &shape, const PortChoice<N> &port,
                     const target::ExtraPortRules &rules, ArrayCost<N> &cost) {
  cost.adapterBram = cost.adapterBram * *port.ports;
  N more = *port.ports - 1;
  N bits = port.beat * int64_t(shape.elementBits);
  cost.lutMilli =
      cost.lutMilli + more * (bits * rules.lutMilliPerBit + rules.lut * 1000);
  cost.ffMilli =
      cost.ffMilli + more * (bits * rules.ffMilliPerBit + rules.ff * 1000);
}

/// What one buffer takes, of several ones that are swapped.
template <typename N>
static void swapBuffers(const N &buffers, const target::ToolRules &rules,
                        ArrayCost<N> &cost) {
  for (N *amount : {&cost.bram, &cost.uram, &cost.lutMilli, &cost.ffMilli})
    *amount = *amount * buffers;
  cost.lutMilli = cost.lutMilli + le(2, buffers) * buffers * cost.banks *
                                      (1000 * rules.transfers.overlap.bankLut);
}

template <typename N>
ArrayCost<N>
cost::arrayCost(const ArrayShape &shape, const std::vector<N> &factors,
                const target::Target &target, const Numbers<N> &number,
                const std::optional<N> &packed,
                const std::optional<PortChoice<N>> &port,
                const std::optional<N> &copies) {
  N beat = port ? port->beat : number(shape.beat);
  TileShape<N> whole{{}, beat, shape.loaded, shape.stored};
  for (int64_t extent : shape.extents)
    whole.extents.push_back(number(extent));
  Array<N> array(shape, whole, factors, target, number, packed);
  if (port && shape.extents.size() > 1 && shape.widestBeat > shape.beat)
    array.realigned = 1 - eq(mod(number(shape.extents.back()), beat), 0);
  bool hasBoxes = port && !port->lanes.empty();
  if (hasBoxes && !port->natural)
    array.realigned.reset(); // each row starts on a box
  else if (hasBoxes && array.realigned)
    array.realigned = *array.realigned * *port->natural;
  array.copies = copies;
  if (port) {
    array.lanes = port->lanes;
    array.ports = port->ports;
    array.block = port->block;
    array.portCounts = port->portCounts;
  }
  ArrayCost<N> cost = array.cost();
  if (shape.loaded || shape.stored)
    cost.adapterBram =
        port ? portBram(shape, beat, target.rules, number)
             : number(adapterBram(shape.beat * int64_t(shape.elementBits),
                                  target.rules));
  if (port && port->ports)
    addPorts(shape, *port, target.rules.transfers.extraPort, cost);
  if (shape.buffers > 1)
    swapBuffers(number(shape.buffers), target.rules, cost);
  return cost;
}

template <typename N>
ArrayCost<N> cost::tileCost(const ArrayShape &shape, const TileShape<N> &tile,
                            const std::vector<N> &factors,
                            const target::Target &target,
                            const Numbers<N> &number) {
  ArrayCost<N> cost =
      Array<N>(shape, tile, factors, target, number, std::nullopt).cost();
  int64_t nested = nestedTransfer(shape.extents.size(), target.rules.transfers);
  for (N *load : {&cost.loadLatency, &cost.leastLoad})
    if (tile.loaded)
      *load = *load + nested;
  for (N *store : {&cost.storeLatency, &cost.leastStore})
    if (tile.stored)
      *store = *store + nested;
  if (tile.buffers)
    swapBuffers(*tile.buffers, target.rules, cost);
  return cost;
}

template <typename N>
N cost::portBram(int64_t elementBits, int64_t widestBeat, N beat,
                 const target::ToolRules &rules, const Numbers<N> &number) {
  N result = number(0);
  for (int64_t width = 1; width <= widestBeat; width *= 2)
    result = result + eq(beat, width) * adapterBram(width * elementBits, rules);
  return result;
}

#define TALOS_INSTANTIATE(N)                                                   \
  template ArrayCost<N> cost::arrayCost(                                       \
      const ArrayShape &, const std::vector<N> &, const target::Target &,      \
      const Numbers<N> &, const std::optional<N> &,                            \
      const std::optional<PortChoice<N>> &, const std::optional<N> &);         \
  template ArrayCost<N> cost::tileCost(                                        \
      const ArrayShape &, const TileShape<N> &, const std::vector<N> &,        \
      const target::Target &, const Numbers<N> &);                             \
  template N cost::portBram(int64_t, int64_t, N, const target::ToolRules &,    \
                            const Numbers<N> &);

TALOS_INSTANTIATE(Int)
TALOS_INSTANTIATE(nlp::Expr)
