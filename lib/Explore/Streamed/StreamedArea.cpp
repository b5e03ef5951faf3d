//===- StreamedArea.cpp - Resources of a network --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedArea.h"
#include "Explore/Streamed/StreamedOrders.h"
#include "talos/Cost/Cost.h"
#include "talos/Cost/Rules.h"
#include <map>
#include <set>

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

namespace {
/// What a part of a network takes, amount by amount.
template <typename N>
using PartAmounts = std::vector<std::pair<N StreamedAmounts<N>::*, N>>;

template <typename N> class AreaCounter {
public:
  AreaCounter(const StreamedProgram &program, const StreamedPoint<N> &point,
              const target::Target &target, const cost::Numbers<N> &number,
              StreamedFigures<N> &figures)
      : program(program), point(point), target(target), number(number),
        orders(program, point, number), figures(figures) {}
  void run();

private:
  /// What is counted while it lasts is one part of the network, whatever of it
  /// the sizes of a run need.
  class Part {
  public:
    explicit Part(AreaCounter &counter) : counter(counter) {
      if (counter.depth++ == 0)
        ++counter.partsOfRun;
    }
    ~Part() { --counter.depth; }

  private:
    AreaCounter &counter;
  };

  N &total(N StreamedAmounts<N>::*kind);
  void add(N StreamedAmounts<N>::*kind, N amount);
  void countMemory(N banks, N words, int64_t limit, int64_t bits);
  void countTokens(N banks, N lanes, N words, int64_t limit, int64_t bits);
  void countFifos(N fifos, N lanes, int64_t bits, N depth);
  void countDeepFifos(N fifos, const StreamedAccess &access, N lanes, N depth);
  void operators(int nest);
  void buffersAndOperators(int nest);
  void reorder(int nest, const StreamedAccess &access,
               const StreamedEdge<N> &edge, N size, bool collects);
  void atMemory(int nest, const StreamedAccess &access, int mover);
  void takeLargest();
  void countPorts();
  N besideTask(const StreamedTask &task, N words) const;
  std::optional<N> passingTasks(int nest, const StreamedAccess &access,
                                N words) const;
  void operand(int nest, const StreamedAccess &access);
  void result(int nest, const StreamedResult &access);
  void link(int nest, const StreamedAccess &access, N fifos);

  const StreamedProgram &program;
  const StreamedPoint<N> &point;
  const target::Target &target;
  const cost::Numbers<N> &number;
  StreamedOrders<N> orders;
  StreamedFigures<N> &figures;
  int current = 0; ///< the nest to whose SLR what is counted belongs
  int depth = 0, partsOfRun = 0;
  /// Of nests in turn: by part, what each run takes of it.
  std::map<int, std::vector<PartAmounts<N>>> ofRuns;
  /// By array: the nests that load or store it.
  std::map<unsigned, std::set<int>> movers;
};
} // namespace

template <typename N> N &AreaCounter<N>::total(N StreamedAmounts<N>::*kind) {
  using Amounts = StreamedAmounts<N>;
  return kind == &Amounts::dsp    ? figures.dsp
         : kind == &Amounts::bram ? figures.bram
         : kind == &Amounts::uram ? figures.uram
         : kind == &Amounts::lut  ? figures.lut
                                  : figures.ff;
}

template <typename N>
void AreaCounter<N>::add(N StreamedAmounts<N>::*kind, N amount) {
  if (program.inTurn) {
    Part part(*this);
    std::vector<PartAmounts<N>> &ofPart = ofRuns[partsOfRun];
    ofPart.resize(program.nests.size());
    ofPart[current].push_back({kind, amount});
    return;
  }
  total(kind) = total(kind) + amount;
  if (program.isSplit())
    figures.ofNests[current].*kind = figures.ofNests[current].*kind + amount;
}

/// Elements wider than a word take several words side by side; LUTRAM is chosen
/// by the bits of the whole bank, as in the shared template.
template <typename N>
void AreaCounter<N>::countMemory(N banks, N words, int64_t limit,
                                 int64_t bits) {
  Part part(*this);
  const target::MemoryRules &rules = target.rules.memories;
  bool hasUram = target.device.total.uram > 0;
  int64_t slices = llvm::divideCeil(bits, rules.wordBits),
          lutWords = rules.lutramWords();
  N ofSlice = words;
  if (slices > 1)
    ofSlice = select(le(words * slices, lutWords), number(1),
                     max(words, lutWords + 1));
  auto each = [&](N own, int64_t most, cost::rules::Memory kind) {
    return select(le(words, 0), number(0),
                  banks * cost::rules::bankResource(own, most, kind, hasUram,
                                                    rules, number));
  };
  int64_t most = slices > 1 ? std::max(limit, lutWords + 1) : limit;
  add(&StreamedAmounts<N>::bram,
      each(ofSlice, most, cost::rules::Memory::Bram) * slices);
  if (hasUram)
    add(&StreamedAmounts<N>::uram,
        each(ofSlice, most, cost::rules::Memory::Uram) * slices);
  add(&StreamedAmounts<N>::lut,
      each(words * slices, limit * slices, cost::rules::Memory::Lut));
  add(&StreamedAmounts<N>::ff,
      each(words * slices, limit * slices, cost::rules::Memory::Ff) * slices);
}

/// As hls-bind-tokens binds them: the lanes of a token are a word of URAM where
/// there are more words than in a bank of BRAM that the tool takes by itself.
template <typename N>
void AreaCounter<N>::countTokens(N banks, N lanes, N words, int64_t limit,
                                 int64_t bits) {
  Part part(*this);
  const target::MemoryRules &rules = target.rules.memories;
  int64_t most = rules.shallowWords();
  if (target.device.total.uram < 1)
    return countMemory(banks * lanes, words, limit, bits);
  N isPacked = le(most + 1, words);
  countMemory(banks * lanes, select(isPacked, number(0), words),
              std::min(limit, most), bits);
  add(&StreamedAmounts<N>::uram,
      select(isPacked,
             banks * cost::rules::packedUram(words, lanes * bits, rules),
             number(0)));
}

/// Shift registers of 32 bits a LUT; control as the realigned transfers have.
template <typename N>
void AreaCounter<N>::countFifos(N fifos, N lanes, int64_t bits, N depth) {
  Part part(*this);
  const target::RealignRules &rules = target.rules.transfers.realign;
  add(&StreamedAmounts<N>::lut,
      fifos * (lanes * bits * ceilDiv(depth, 32) + rules.fifoLut));
  add(&StreamedAmounts<N>::ff, fifos * (lanes * bits * 2 + rules.fifoFf));
}

/// Those that are deeper than memories that the tool chooses well are bound to
/// URAM.
template <typename N>
void AreaCounter<N>::countDeepFifos(N fifos, const StreamedAccess &access,
                                    N lanes, N depth) {
  Part part(*this);
  int64_t most = program.mostElements(access.array) * 2,
          bits = program.arrays[access.array].bits,
          shallow = target.rules.memories.shallowWords();
  if (most > shallow) {
    N isDeep = le(shallow + 1, depth);
    countTokens(fifos, lanes, isDeep * depth, most, bits);
    depth = select(isDeep, number(usualDepth), depth);
  }
  countFifos(fifos, lanes, bits, depth);
}

template <typename N> void AreaCounter<N>::operators(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  StreamedLeast<N> &least = figures.least[nest];
  for (const StreamedOperation &operation : info.operations) {
    N copies = number(1);
    for (unsigned loop : operation.loops)
      copies = copies * point.nests[nest].lanes[loop];
    N units = cost::rules::sharedUnits(copies, figures.intervals[nest]);
    auto each = [&](int64_t target::Operator::*kind) {
      return units *
             byAdders<N>(info, point.nests[nest], number, [&](size_t adders) {
               return operation.ops[adders].*kind;
             });
    };
    N dsp = each(&target::Operator::dsp),
      lut = each(&target::Operator::lut) +
            ceilDiv(units * target.rules.lut.unit, 1000);
    least.dsp = least.dsp + dsp;
    least.lut = least.lut + lut;
    add(&StreamedAmounts<N>::dsp, dsp);
    add(&StreamedAmounts<N>::lut, lut);
    add(&StreamedAmounts<N>::ff,
        each(&target::Operator::ff) +
            ceilDiv(units * target.rules.ff.unit, 1000));
  }
}

template <typename N> void AreaCounter<N>::buffersAndOperators(int nest) {
  const cost::DesignResources<N> &own = point.tasks[nest]->resources;
  figures.dsp = figures.dsp + own.dsp;
  figures.bram = figures.bram + own.bram;
  figures.uram = figures.uram + own.uram;
  figures.lut = figures.lut + own.lut;
  figures.ff = figures.ff + own.ff;
}

/// Two halves of a block, one of a block that is all; parts that are collected
/// leave through a multiplexer.
template <typename N>
void AreaCounter<N>::reorder(int nest, const StreamedAccess &access,
                             const StreamedEdge<N> &edge, N size,
                             bool collects) {
  N lanes = orders.lanesOf(nest, access),
    all = orders.tokensOf(nest, access, edge);
  N parts = collects ? edge.parts : max(edge.parts, edge.otherParts);
  int64_t bits = program.arrays[access.array].bits;
  countTokens(edge.fifos * parts, lanes,
              ceilDiv(size, parts) *
                  select(eq(size, all), number(1), number(2)),
              program.mostElements(access.array) * 2, bits);
  N ways = collects ? edge.parts : edge.otherParts;
  add(&StreamedAmounts<N>::lut,
      lanes * edge.fifos * bits *
          ceilDiv(ways - 1, target.rules.transfers.realign.muxWays));
}

/// The ports, which stand beside the nest `mover`, and what makes other tokens
/// of their beats.
template <typename N>
void AreaCounter<N>::atMemory(int nest, const StreamedAccess &access,
                              int mover) {
  const StreamedArrayInfo &array = program.arrays[access.array];
  N lanes = orders.lanesOf(nest, access), beat = point.beats[access.array],
    ports = point.ports[access.array],
    period = floorDiv(lanes * beat, gcd(lanes, beat)),
    bits = select(eq(lanes, beat), number(0), period * array.bits);
  add(&StreamedAmounts<N>::ff, ports * bits * 2);
  add(&StreamedAmounts<N>::lut, ports * bits);
  N adapter = ports * cost::portBram(array.bits, array.widestBeat, beat,
                                     target.rules, number);
  // One bundle loads for all nests, and stores; but each kernel has its own.
  bool isFirst = movers[access.array].empty();
  if (program.isSplit())
    add(&StreamedAmounts<N>::bram, adapter);
  else if (isFirst)
    figures.bram = figures.bram + adapter;
  movers[access.array].insert(mover);
  countFifos(ports, beat, array.bits, number(usualDepth));
}

/// Tokens, of `words` in a FIFO, that wait while a task is at work: those of
/// two tiles, or all of them.
template <typename N>
N AreaCounter<N>::besideTask(const StreamedTask &task, N words) const {
  return task.isTiled()
             ? ceilDiv(words * 2, task.tiles) + number(2 * usualDepth)
             : words;
}

/// Tokens of an operand, of `words` in a FIFO, that wait while tasks are at
/// work whose results the nest needs as well, and which take them, too
/// (hls-size-streams). None: it passes no task.
template <typename N>
std::optional<N> AreaCounter<N>::passingTasks(int nest,
                                              const StreamedAccess &access,
                                              N words) const {
  std::optional<N> passing;
  for (int first = 0; first < nest; ++first) {
    const StreamedNestInfo &info = program.nests[first];
    if (!info.task || !program.dependsOn(nest, first) ||
        !program.takes(first, access))
      continue;
    N own = besideTask(*info.task, words);
    passing = passing ? *passing + own : own;
  }
  return passing ? std::optional<N>(min(*passing, words)) : std::nullopt;
}

template <typename N>
void AreaCounter<N>::operand(int nest, const StreamedAccess &access) {
  N lanes = orders.lanesOf(nest, access), box = orders.fifos(nest, access);
  int64_t bits = program.arrays[access.array].bits;
  StreamedEdge<N> edge = orders.operandEdge(nest, access);
  reorder(nest, access, edge, orders.blockBefore(nest, access),
          /*collects=*/false);
  countTokens(box, lanes, orders.held(nest, access),
              program.mostElements(access.array) * 2, bits);
  if (access.producer < 0)
    atMemory(nest, access, program.originOf(nest, access));
  N fifos =
      access.producer < 0
          ? point.ports[access.array]
          : orders.fifos(access.producer,
                         program.nests[access.producer].resultOf(access.array));
  link(nest, access, fifos);
  // A FIFO of all tokens is a memory.
  N words = floorDiv(orders.elementsOf(access.array), lanes * fifos),
    all = orders.holdsAll(nest, access);
  countTokens(fifos, lanes, all * words, program.mostElements(access.array),
              bits);
  if (std::optional<N> passing = passingTasks(nest, access, words))
    countDeepFifos(fifos, access, lanes, select(all, number(1), *passing));
  N ahead = ceilDiv(orders.blockBefore(nest, access), edge.parts);
  N depth =
      select(le(ahead, mostAhead), max(ahead, usualDepth), number(usualDepth));
  if (program.arrays[access.array].isEverAgain())
    countDeepFifos(box, access, lanes,
                   max(orders.roomOfRound(nest, access), depth));
  else
    countFifos(box, lanes, bits, depth);
  countFifos(edge.fifos * 2, lanes, bits, number(usualDepth));
  // Where tokens may be dropped, those that are left.
  if (std::optional<unsigned> row = program.nests[nest].rowsOfSums();
      row && access.has(*row) && program.nests[nest].outside->boundsOperands &&
      access.array != program.nests[nest].result.array)
    countFifos(box, lanes, bits, number(usualDepth));
}

/// Tokens of an operand that come from another SLR: a FIFO of an AXI stream
/// each, and the registers on the way.
template <typename N>
void AreaCounter<N>::link(int nest, const StreamedAccess &access, N fifos) {
  if (!program.isSplit())
    return;
  N boundaries = orders.boundaries(nest, access),
    links = fifos * min(boundaries, number(1)),
    lanes = orders.lanesOf(nest, access);
  int64_t bits = program.arrays[access.array].bits;
  countFifos(links, lanes, bits, number(usualDepth));
  add(&StreamedAmounts<N>::ff,
      fifos * lanes * bits * boundaries * target.device.slrCrossing);
}

template <typename N>
void AreaCounter<N>::result(int nest, const StreamedResult &access) {
  const StreamedNestInfo &info = program.nests[nest];
  N lanes = orders.lanesOf(nest, access), box = orders.fifos(nest, access),
    sums = number(1);
  int64_t bits = program.arrays[access.array].bits;
  if (access.isLast) {
    StreamedEdge<N> edge = orders.storeEdge(nest, access);
    reorder(nest, access, edge, orders.blockBehind(nest, access),
            /*collects=*/true);
    atMemory(nest, access, nest);
    countFifos(box + edge.fifos * 2, lanes, bits, number(usualDepth));
  }
  for (unsigned loop : info.parallel())
    sums = sums * point.nests[nest].steps[loop];
  int64_t most = program.mostElements(access.array);
  if (info.reduces())
    countMemory(lanes * box, sums, most, bits);
  // Results of a task do not wait for who takes the others.
  N words = floorDiv(orders.elementsOf(access.array), lanes * box);
  countDeepFifos(box, access, lanes,
                 info.others.empty() ? sums * 2
                                     : besideTask(*info.task, words));
}

/// Nests in turn use the same parts, each of which is as large as the nest
/// needs it that needs the most.
template <typename N> void AreaCounter<N>::takeLargest() {
  using Amounts = StreamedAmounts<N>;
  for (const auto &[part, runs] : ofRuns)
    for (N Amounts::*kind : {&Amounts::dsp, &Amounts::bram, &Amounts::uram,
                             &Amounts::lut, &Amounts::ff}) {
      std::optional<N> most;
      for (const PartAmounts<N> &ofRun : runs) {
        std::optional<N> sum;
        for (auto [own, amount] : ofRun)
          if (own == kind)
            sum = sum ? *sum + amount : amount;
        if (sum)
          most = most ? max(*most, *sum) : *sum;
      }
      if (most)
        total(kind) = total(kind) + *most;
    }
}

/// An array has its ports once, and once in each kernel that moves it where
/// there are several.
template <typename N> void AreaCounter<N>::countPorts() {
  figures.ports = number(0);
  for (const auto &[array, nests] : movers) {
    N kernels = number(program.isSplit() ? 0 : 1);
    for (int64_t slr = 0; program.isSplit() && slr < program.slrs; ++slr) {
      N isIn = number(0);
      for (int nest : nests)
        if (llvm::is_contained(program.nests[nest].slrs, slr))
          isIn = max(isIn, eq(point.nests[nest].slr, slr));
      kernels = kernels + isIn;
    }
    figures.ports = figures.ports + kernels * point.ports[array];
  }
}

template <typename N> void AreaCounter<N>::run() {
  for (auto [nest, info] : llvm::enumerate(program.nests)) {
    current = nest;
    partsOfRun = 0;
    info.task ? buffersAndOperators(nest) : operators(nest);
    for (const StreamedAccess &access : program.incoming(nest))
      operand(nest, access);
    for (const StreamedResult &own : info.results())
      result(nest, own);
  }
  if (program.inTurn)
    takeLargest();
  countPorts();
}

template <typename N>
void explore::countStreamed(const StreamedProgram &program,
                            const StreamedPoint<N> &point,
                            const target::Target &target,
                            const cost::Numbers<N> &number,
                            StreamedFigures<N> &figures) {
  AreaCounter<N>(program, point, target, number, figures).run();
}

template void explore::countStreamed(const StreamedProgram &,
                                     const StreamedPoint<Int> &,
                                     const target::Target &,
                                     const cost::Numbers<Int> &,
                                     StreamedFigures<Int> &);
template void explore::countStreamed(const StreamedProgram &,
                                     const StreamedPoint<Expr> &,
                                     const target::Target &,
                                     const cost::Numbers<Expr> &,
                                     StreamedFigures<Expr> &);
