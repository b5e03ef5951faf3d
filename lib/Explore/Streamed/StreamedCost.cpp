//===- StreamedCost.cpp - Cycles and resources of a network ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens flow at most one a cycle. A nest goes from tile to tile, in each of
// which it waits for what is longest: its iterations, the tokens of operands
// that are new, old values, the results of the tile before. It begins when the
// first box of every operand is there, which is when the block is that a
// reorder before it collects.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedCost.h"
#include "talos/Cost/Cost.h"
#include "talos/Cost/Rules.h"
#include <map>

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

namespace {

/// A loop's part as a digit of a subscript.
template <typename N> struct Digit {
  int nest;             ///< whose choice it is
  unsigned loop, level; ///< 0: tiles, 1: steps, 2: lanes that are FIFOs
  unsigned dim;
  N trip;
};

/// Tokens of an array on their way.
template <typename N> struct Flow {
  N first, last; ///< cycle of the first and last token
  int nest = -1; ///< whose order they have; -1: row by row
};

/// An operand at its nest.
template <typename N> struct Arrival {
  N first; ///< cycle of the first token
  N box;   ///< ... in which the first box is there
  N last;  ///< ... of the last token
  N again; ///< tiles that use a token
};

template <typename N> class Composer {
public:
  Composer(const StreamedProgram &program,
           const std::vector<StreamedChoice<N>> &choices,
           const target::Target &target, const cost::Numbers<N> &number)
      : program(program), choices(choices), target(target), number(number) {}
  StreamedFigures<N> run();

private:
  using Order = std::vector<Digit<N>>;
  N levelOf(const StreamedChoice<N> &choice, unsigned loop,
            unsigned level) const {
    return level == 0   ? choice.tiles[loop]
           : level == 1 ? choice.steps[loop]
                        : choice.lanes[loop];
  }
  /// All loops of a nest as it runs them, lanes left out.
  std::vector<std::pair<unsigned, unsigned>> loopsOf(int nest,
                                                     unsigned order) const;
  Order tokens(int nest, const StreamedAccess &access, unsigned order) const;
  Order rows(int nest, const StreamedAccess &access) const;
  N productOf(const Order &order, size_t from) const;
  N block(const Order &to, const Order &from) const;
  N byOrder(int nest, llvm::function_ref<N(unsigned)> figure) const;
  N blockBefore(int nest, const StreamedAccess &access, const Flow<N> &flow);
  N blockBehind(int nest);
  N held(int nest, const StreamedAccess &access);
  N fifos(int nest, const StreamedAccess &access) const;
  N tokensOf(int nest, const StreamedAccess &access) const;
  N lanesOf(int nest, const StreamedAccess &access) const {
    return choices[nest].lanes[access.dims.back()];
  }
  N beatOf(const StreamedAccess &access) const {
    return number(program.arrays[access.array].beat);
  }
  /// Beats that are tokens are loaded in the order of their first uses.
  bool comesInOrder(const StreamedAccess &access) const {
    const StreamedArrayInfo &array = program.arrays[access.array];
    return access.producer < 0 && array.uses == 1 && array.wholeRows;
  }
  Flow<N> load(int nest, const StreamedAccess &access);
  Flow<N> flowOf(int nest, const StreamedAccess &access);
  N interval(int nest) const;
  Arrival<N> arrivalOf(int nest, const StreamedAccess &access);
  N otherTiles(int nest, N inTile, N perTile);
  N depthOf(int nest) const;
  void compute(int nest);
  N tileTime(int nest, unsigned zeros, N inTile, N perTile);
  void store(int nest);
  void count(int nest);
  void countMemory(N banks, N words, int64_t limit);
  void countFifos(N fifos, N lanes, int64_t bits, N depth);
  int64_t elementsOf(const StreamedAccess &access) const;
  N iterationsOfTile(int nest) const;

  const StreamedProgram &program;
  const std::vector<StreamedChoice<N>> &choices;
  const target::Target &target;
  const cost::Numbers<N> &number;
  std::vector<Flow<N>> results; ///< by nest
  StreamedFigures<N> figures;
};

} // namespace

/// A token needs so long from the first beat that is asked for: transfer, two
/// FIFOs and a register.
static int64_t loadDelay(const target::ToolRules &rules) {
  return rules.transfers.loadOverhead + 2 * rules.dataflow.fifoLatency +
         rules.dataflow.entry;
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

template <typename N>
std::vector<std::pair<unsigned, unsigned>>
Composer<N>::loopsOf(int nest, unsigned order) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::vector<std::pair<unsigned, unsigned>> loops;
  for (unsigned loop : info.orders[order])
    loops.push_back({loop, 0});
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (info.loops[loop].reduces)
      loops.push_back({loop, 0});
  for (unsigned loop : info.parallel())
    if (loop != info.pipelined())
      loops.push_back({loop, 1});
  loops.push_back({info.pipelined(), 1});
  return loops;
}

/// The tokens of all FIFOs one behind the other, in the order of first uses.
template <typename N>
typename Composer<N>::Order Composer<N>::tokens(int nest,
                                                const StreamedAccess &access,
                                                unsigned order) const {
  Order result;
  auto add = [&](unsigned loop, unsigned level) {
    unsigned dim = llvm::find(access.dims, loop) - access.dims.begin();
    if (dim < access.dims.size())
      result.push_back(
          {nest, loop, level, dim, levelOf(choices[nest], loop, level)});
  };
  for (auto [loop, level] : loopsOf(nest, order))
    add(loop, level);
  for (unsigned loop : llvm::ArrayRef(access.dims).drop_back())
    add(loop, 2);
  return result;
}

/// Row by row, cut as the nest cuts the loops.
template <typename N>
typename Composer<N>::Order
Composer<N>::rows(int nest, const StreamedAccess &access) const {
  Order result;
  for (auto [dim, loop] : llvm::enumerate(access.dims))
    for (unsigned level = 0; level < 3; ++level)
      if (level < 2 || dim + 1 < access.dims.size())
        result.push_back({nest, loop, level, unsigned(dim),
                          levelOf(choices[nest], loop, level)});
  return result;
}

template <typename N>
N Composer<N>::productOf(const Order &order, size_t from) const {
  N product = number(1);
  for (size_t i = from; i < order.size(); ++i)
    product = product * order[i].trip;
  return product;
}

/// Tokens of a block that has to come before the first of them can go: all
/// behind the outermost loops that both orders have alike; 0: none, the orders
/// are equal.
template <typename N>
N Composer<N>::block(const Order &to, const Order &from) const {
  // The parts of one loop follow each other.
  auto isVector = [](const Order &order) {
    return llvm::all_of(order, [](const Digit<N> &d) { return d.dim == 0; });
  };
  if (isVector(to) && isVector(from))
    return number(0);
  std::map<std::pair<size_t, size_t>, N> known;
  std::function<N(size_t, size_t)> match = [&](size_t i, size_t j) -> N {
    if (i == to.size())
      return number(0);
    auto found = known.find({i, j});
    if (found != known.end())
      return found->second;
    // Tiles of two nests have no common digits, it is assumed.
    bool isOne = from.empty() || to[i].nest == from.front().nest;
    N rest = select(le(productOf(to, i), 1), number(0),
                    productOf(to, isOne ? i : 0));
    if (j == from.size()) {
      known.insert({{i, j}, rest});
      return rest;
    }
    const Digit<N> &a = to[i], &b = from[j];
    N result = select(le(a.trip, 1), match(i + 1, j),
                      select(le(b.trip, 1), match(i, j + 1), rest));
    bool isSame = a.nest == b.nest && a.loop == b.loop && a.level == b.level;
    if (isSame)
      result = match(i + 1, j + 1);
    else if (a.nest != b.nest && a.dim == b.dim)
      result = select(eq(a.trip, b.trip), match(i + 1, j + 1), result);
    known.insert({{i, j}, result});
    return result;
  };
  return match(0, 0);
}

template <typename N>
N Composer<N>::byOrder(int nest, llvm::function_ref<N(unsigned)> figure) const {
  size_t orders = program.nests[nest].orders.size();
  N result = figure(orders - 1);
  for (size_t order = orders - 1; order-- > 0;)
    result =
        select(eq(choices[nest].order, int64_t(order)), figure(order), result);
  return result;
}

template <typename N>
N Composer<N>::blockBefore(int nest, const StreamedAccess &access,
                           const Flow<N> &flow) {
  return byOrder(nest, [&](unsigned order) -> N {
    Order to = tokens(nest, access, order);
    if (flow.nest < 0) {
      N size = block(to, rows(nest, access));
      return comesInOrder(access)
                 ? select(eq(lanesOf(nest, access), beatOf(access)), number(0),
                          size)
                 : size;
    }
    return byOrder(flow.nest, [&](unsigned made) -> N {
      return block(to,
                   tokens(flow.nest, program.nests[flow.nest].result, made));
    });
  });
}

/// From the results of a nest to rows.
template <typename N> N Composer<N>::blockBehind(int nest) {
  const StreamedAccess &result = program.nests[nest].result;
  return byOrder(nest, [&](unsigned order) -> N {
    return block(rows(nest, result), tokens(nest, result, order));
  });
}

/// Boxes that a hold keeps: those of the loops inside of the outermost one that
/// repeats them; 0 where none comes again.
template <typename N>
N Composer<N>::held(int nest, const StreamedAccess &access) {
  return byOrder(nest, [&](unsigned order) -> N {
    N inner = number(1), kept = number(0);
    std::vector<std::pair<unsigned, unsigned>> loops = loopsOf(nest, order);
    for (auto [loop, level] : llvm::reverse(loops)) {
      N trip = levelOf(choices[nest], loop, level);
      if (access.has(loop))
        inner = inner * trip;
      else
        kept = select(le(trip, 1), kept, select(le(inner, 1), kept, inner));
    }
    return kept;
  });
}

template <typename N>
N Composer<N>::fifos(int nest, const StreamedAccess &access) const {
  N product = number(1);
  for (unsigned loop : llvm::ArrayRef(access.dims).drop_back())
    product = product * choices[nest].lanes[loop];
  return product;
}

template <typename N>
int64_t Composer<N>::elementsOf(const StreamedAccess &access) const {
  int64_t elements = 1;
  for (int64_t extent : program.arrays[access.array].shape)
    elements *= extent;
  return elements;
}

template <typename N>
N Composer<N>::tokensOf(int nest, const StreamedAccess &access) const {
  return floorDiv(number(elementsOf(access)), lanesOf(nest, access));
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

/// Beats become tokens of the nest's lanes.
template <typename N>
Flow<N> Composer<N>::load(int nest, const StreamedAccess &access) {
  const StreamedArrayInfo &array = program.arrays[access.array];
  N lanes = lanesOf(nest, access), beat = number(array.beat),
    all = tokensOf(nest, access);
  N period = floorDiv(max(lanes, beat), gcd(lanes, beat));
  N first =
      select(eq(lanes, beat), number(0), period) + loadDelay(target.rules);
  int64_t beats = (elementsOf(access) + array.beat - 1) / array.beat;
  return {first, first + max(all, beats) - 1, -1};
}

template <typename N>
Flow<N> Composer<N>::flowOf(int nest, const StreamedAccess &access) {
  if (access.producer < 0)
    return load(nest, access);
  return results[access.producer];
}

/// The next iteration on the same sums waits for the additions of this one.
template <typename N> N Composer<N>::interval(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N lanes = number(1), sums = number(1), rounds = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop) {
    if (info.loops[loop].reduces) {
      lanes = lanes * choices[nest].lanes[loop];
      rounds = rounds * choices[nest].tiles[loop];
    } else {
      sums = sums * choices[nest].steps[loop];
    }
  }
  N delay = lanes * info.carried + target.rules.depth.parallel;
  return select(le(rounds, 1), number(1), ceilDiv(delay, sums));
}

/// Iterations of a tile.
template <typename N> N Composer<N>::iterationsOfTile(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N product = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    product = product * (info.loops[loop].reduces ? choices[nest].tiles[loop]
                                                  : choices[nest].steps[loop]);
  return product;
}

/// Of a tile in the first iteration of the parallel loops in `zeros`, and of no
/// other.
template <typename N>
N Composer<N>::tileTime(int nest, unsigned zeros, N inTile, N perTile) {
  const StreamedNestInfo &info = program.nests[nest];
  N time = max(inTile, perTile);
  for (const StreamedAccess &operand : info.operands) {
    bool isNew = true;
    N tokens = fifos(nest, operand);
    for (unsigned loop = 0; loop < info.loops.size(); ++loop) {
      if (!operand.has(loop))
        isNew &= info.loops[loop].reduces || ((zeros >> loop) & 1);
      else
        tokens =
            tokens * (info.loops[loop].reduces ? choices[nest].tiles[loop]
                                               : choices[nest].steps[loop]);
    }
    if (isNew)
      time = max(time, tokens);
  }
  return time;
}

/// When an operand has come.
template <typename N>
Arrival<N> Composer<N>::arrivalOf(int nest, const StreamedAccess &access) {
  const StreamedNestInfo &info = program.nests[nest];
  Flow<N> flow = flowOf(nest, access);
  N size = blockBefore(nest, access, flow), all = tokensOf(nest, access),
    box = fifos(nest, access), again = number(1);
  // The first block has come when its share of all tokens has; it passes two
  // more FIFOs.
  N there = flow.first + select(eq(size, 0), number(0),
                                ceilDiv((flow.last - flow.first) * size, all) +
                                    2 * target.rules.dataflow.fifoLatency);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (!access.has(loop) && !info.loops[loop].reduces)
      again = again * choices[nest].tiles[loop];
  N deal =
      select(le(box, 1), number(0), box + target.rules.dataflow.fifoLatency);
  return {there, there + deal, flow.last + size, again};
}

/// What all tiles but the first take.
template <typename N> N Composer<N>::otherTiles(int nest, N inTile, N perTile) {
  const StreamedNestInfo &info = program.nests[nest];
  N time = number(0);
  unsigned first = 0; // in the first iteration of all parallel loops
  for (unsigned loop : info.parallel())
    first |= 1u << loop;
  for (unsigned zeros = 0; zeros < first; ++zeros) {
    if ((zeros & first) != zeros)
      continue;
    N tiles = number(1);
    for (unsigned loop : info.parallel())
      if (!((zeros >> loop) & 1))
        tiles = tiles * (choices[nest].tiles[loop] - 1);
    time = time + tiles * tileTime(nest, zeros, inTile, perTile);
  }
  return time;
}

/// Cycles from the operands of an iteration to its results.
template <typename N> N Composer<N>::depthOf(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N chain = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (info.loops[loop].reduces)
      chain = chain * choices[nest].lanes[loop];
  return (chain - 1) * info.carried + (info.depth + target.rules.depth.local);
}

template <typename N> void Composer<N>::compute(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  N ii = interval(nest), inTile = iterationsOfTile(nest) * ii, sums = ii,
    perTile = fifos(nest, info.result);
  for (unsigned loop : info.parallel()) {
    sums = sums * choices[nest].steps[loop];
    perTile = perTile * choices[nest].steps[loop];
  }
  // In the first tile all operands are new.
  N firstTime =
        tileTime(nest, (1u << info.loops.size()) - 1, inTile, number(0)),
    start = number(0), latest = number(0), end = number(0);
  for (const StreamedAccess &operand : info.operands) {
    Arrival<N> arrival = arrivalOf(nest, operand);
    start = max(start, arrival.box);
    latest = max(latest, arrival.last + inTile * (arrival.again - 1));
  }
  if (info.needsOld) { // old values come before the sums go on
    Arrival<N> arrival = arrivalOf(nest, info.result);
    start = max(start, arrival.box);
    end = arrival.first + perTile + firstTime - sums;
    latest = max(latest, arrival.last + inTile - sums);
  }
  N firstTile = max(end, start + firstTime);
  end = max(firstTile + otherTiles(nest, inTile, perTile), latest);
  // Results leave in the last round of a tile, and are collected one by one.
  N box = fifos(nest, info.result), depth = depthOf(nest);
  N collected = select(
      le(box, 1), end,
      max(end, end - sums + perTile + target.rules.dataflow.fifoLatency));
  results[nest] = {firstTile - sums + depth, collected + depth,
                   info.reduces() ? nest : -1};
  figures.intervals[nest] = ii;
  figures.ends[nest] = end + depth;
}

template <typename N> void Composer<N>::store(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedArrayInfo &array = program.arrays[info.result.array];
  N lanes = lanesOf(nest, info.result), beat = number(array.beat);
  N period = select(eq(lanes, beat), number(0),
                    floorDiv(max(lanes, beat), gcd(lanes, beat)) * 2);
  N size = info.reduces() ? blockBehind(nest) : number(0);
  if (array.wholeRows)
    size = select(eq(lanes, beat), number(0), size);
  N end = results[nest].last + size + period +
          target.rules.transfers.storeOverhead +
          3 * target.rules.dataflow.fifoLatency;
  figures.cycles = max(figures.cycles, end);
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

template <typename N>
void Composer<N>::countMemory(N banks, N words, int64_t limit) {
  const target::MemoryRules &rules = target.rules.memories;
  auto each = [&](cost::rules::Memory kind) {
    return select(le(words, 0), number(0),
                  banks * cost::rules::bankResource(words, limit, kind,
                                                    /*hasUram=*/false, rules,
                                                    number));
  };
  figures.bram = figures.bram + each(cost::rules::Memory::Bram);
  figures.lut = figures.lut + each(cost::rules::Memory::Lut);
  figures.ff = figures.ff + each(cost::rules::Memory::Ff);
}

/// Shift registers of 32 bits a LUT; control as the realigned transfers have.
template <typename N>
void Composer<N>::countFifos(N fifos, N lanes, int64_t bits, N depth) {
  const target::RealignRules &rules = target.rules.transfers.realign;
  figures.lut =
      figures.lut + fifos * (lanes * bits * ceilDiv(depth, 32) + rules.fifoLut);
  figures.ff = figures.ff + fifos * (lanes * bits * 2 + rules.fifoFf);
}

template <typename N> void Composer<N>::count(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedChoice<N> &choice = choices[nest];
  for (const StreamedOperation &operation : info.operations) {
    N copies = number(1);
    for (unsigned loop : operation.loops)
      copies = copies * choice.lanes[loop];
    N units = cost::rules::sharedUnits(copies, figures.intervals[nest]);
    figures.dsp = figures.dsp + units * operation.op.dsp;
    figures.lut = figures.lut + units * operation.op.lut +
                  ceilDiv(units * target.rules.lut.unit, 1000);
    figures.ff = figures.ff + units * operation.op.ff +
                 ceilDiv(units * target.rules.ff.unit, 1000);
  }
  auto stream = [&](const StreamedAccess &access, bool isOperand) {
    const StreamedArrayInfo &array = program.arrays[access.array];
    N lanes = lanesOf(nest, access), box = fifos(nest, access),
      beat = number(array.beat);
    int64_t limit = elementsOf(access) * 2;
    N size = isOperand ? blockBefore(nest, access, flowOf(nest, access))
                       : blockBehind(nest);
    countMemory(lanes, size * 2, limit);
    if (isOperand)
      countMemory(lanes * box, held(nest, access), limit);
    N period = floorDiv(lanes * beat, gcd(lanes, beat));
    bool atMemory = isOperand ? access.producer < 0 : info.isLast;
    if (atMemory) {
      N bits = select(eq(lanes, beat), number(0), period * array.bits);
      figures.ff = figures.ff + bits * 2;
      figures.lut = figures.lut + bits;
      figures.bram = figures.bram +
                     cost::adapterBram(array.beat * array.bits, target.rules);
      countFifos(number(1), beat, array.bits, number(16));
    }
    countFifos(box + 2, lanes, array.bits, number(16));
  };
  for (const StreamedAccess &operand : info.operands)
    stream(operand, true);
  if (info.needsOld)
    stream(info.result, true);
  stream(info.result, false);
  N sums = number(1);
  for (unsigned loop : info.parallel())
    sums = sums * choice.steps[loop];
  N lanes = lanesOf(nest, info.result), box = fifos(nest, info.result);
  if (info.reduces())
    countMemory(lanes * box, sums, elementsOf(info.result));
  countFifos(box, lanes, program.arrays[info.result.array].bits, sums * 2);
}

template <typename N> StreamedFigures<N> Composer<N>::run() {
  figures.cycles = figures.dsp = figures.bram = figures.lut = figures.ff =
      number(0);
  Flow<N> none{number(0), number(0), -1};
  results.assign(program.nests.size(), none);
  figures.intervals.assign(program.nests.size(), number(1));
  figures.ends.assign(program.nests.size(), number(0));
  for (size_t nest = 0; nest < program.nests.size(); ++nest) {
    compute(nest);
    if (program.nests[nest].isLast)
      store(nest);
    count(nest);
  }
  return std::move(figures);
}

template <typename N>
StreamedFigures<N>
explore::streamedFigures(const StreamedProgram &program,
                         const std::vector<StreamedChoice<N>> &choices,
                         const target::Target &target,
                         const cost::Numbers<N> &number) {
  return Composer<N>(program, choices, target, number).run();
}

template StreamedFigures<Int>
explore::streamedFigures(const StreamedProgram &,
                         const std::vector<StreamedChoice<Int>> &,
                         const target::Target &, const cost::Numbers<Int> &);
template StreamedFigures<Expr>
explore::streamedFigures(const StreamedProgram &,
                         const std::vector<StreamedChoice<Expr>> &,
                         const target::Target &, const cost::Numbers<Expr> &);
