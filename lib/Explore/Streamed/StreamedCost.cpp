//===- StreamedCost.cpp - Cycles of a network -----------------------------===//
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

#include "Explore/Streamed/StreamedArea.h"
#include "Explore/Streamed/StreamedDomain.h"
#include "Explore/Streamed/StreamedOrders.h"
#include "talos/Cost/Cost.h"
#include "talos/Support/Divisors.h"
#include <map>

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

namespace {

/// Tokens of an array on their way.
template <typename N> struct Flow {
  N first, last; ///< cycle of the first and last token
};

/// An operand at its nest.
template <typename N> struct Arrival {
  N box;   ///< cycle in which the first box is there
  N last;  ///< ... of the last token
  N again; ///< tiles that use a token
  N waits; ///< cycle of the first box from which on its producer has to wait
};

/// How boxes of an operand follow each other.
template <typename N> struct Pace {
  StreamedEdge<N> edge;
  N all;  ///< parts
  N size; ///< of a block that is collected first; 0: none
};

/// SumRows of the cut that a nest has.
template <typename N> struct RowsOfSums {
  struct Group {
    N rows, next, rounds, ofNew, dropped, fresh;
  };
  std::vector<Group> groups;
  N last, first, isLater;
};

template <typename N> class Composer {
public:
  Composer(const StreamedProgram &program, const StreamedPoint<N> &point,
           const target::Target &target, const cost::Numbers<N> &number)
      : program(program), point(point), target(target), number(number),
        orders(program, point, number) {}
  StreamedFigures<N> run();

private:
  N beatsOf(unsigned array) const;
  Pace<N> paceOf(int nest, const StreamedAccess &access) const;
  N resultParts(int nest) const;
  N beatOf(const StreamedAccess &access) const {
    return number(program.arrays[access.array].beat);
  }
  Flow<N> load(int nest, const StreamedAccess &access) const;
  Flow<N> flowOf(int nest, const StreamedAccess &access) const;
  N boxTime(int nest, const StreamedAccess &access, N boxes) const;
  N beforeResults(int nest, const StreamedAccess &access) const;
  N timeOfUses(int nest, const StreamedAccess &access) const;
  N takenByOthers(int nest, const StreamedAccess &access, const Flow<N> &flow,
                  N parts) const;
  Flow<N> producedFor(int nest, const StreamedAccess &access) const;
  N crossing(int nest, const StreamedAccess &access) const {
    return orders.boundaries(nest, access) * target.device.slrCrossing;
  }
  N interval(int nest) const;
  Arrival<N> arrivalOf(int nest, const StreamedAccess &access) const;
  N otherTiles(int nest, N inTile, N perTile, N old);
  N byTiles(int nest,
            llvm::function_ref<int64_t(const TwoTilings &)> figure) const;
  N leftOut(int nest) const;
  const SumRows &sumRowsOf(int nest, const TwoTilings &cut, bool isInner) const;
  const RowsOfSums<N> &rowsOf(int nest) const;
  N roundsInAll(int nest) const;
  N allRounds(int nest) const;
  N firstRounds(int nest, const StreamedAccess &access) const;
  N usesOfLast(int nest, const StreamedAccess &access, N again) const;
  N tilesOfRows(int nest, N perTile, N old) const;
  N rowTime(int nest, unsigned zeros, unsigned group, N perTile) const;
  N comesForRows(int nest, const StreamedAccess &access, unsigned group) const;
  N secondRowAfter(int nest) const;
  N comesInRows(int nest, const StreamedAccess &access, unsigned group) const;
  N roundTime(int nest) const;
  N roundsLeft(int nest) const;
  N issueTime(int nest) const;
  const DomainTiles &domain(int nest, const TwoTilings &cut) const;
  N tilesOfDomain(int nest, N inTile, N perTile, N old);
  N depthOf(int nest) const;
  N afterBursts(int nest, N tile) const;
  void compute(int nest);
  N filled(int nest) const;
  void runTask(int nest);
  N comesFirst(int nest, const StreamedAccess &access, N inTile) const;
  N tileTime(int nest, unsigned zeros, N inTile, N perTile);
  N boxesAhead(const Pace<N> &pace) const;
  N comesBefore(int nest, const StreamedAccess &access, N inTile) const;
  N regrouping(int nest, const StreamedAccess &access) const;
  void store(int nest);
  void shareMemory(size_t first, size_t last);
  void runInTurn();
  N iterationsOfTile(int nest) const;
  N latencyOf(int nest, int64_t StreamedLatencies::*kind) const {
    const StreamedNestInfo &info = program.nests[nest];
    return byAdders<N>(info, point.nests[nest], number, [&](size_t adders) {
      return info.latencies[adders].*kind;
    });
  }

  const StreamedProgram &program;
  const StreamedPoint<N> &point;
  const target::Target &target;
  const cost::Numbers<N> &number;
  StreamedOrders<N> orders;
  std::vector<Flow<N>> results; ///< by nest
  std::vector<N> starts;        ///< ... of its first iteration
  std::vector<N> lastTiles;     ///< ... of the first result of its last tile
  StreamedFigures<N> figures;
  /// By nest and tiles.
  mutable std::map<std::tuple<int, int64_t, int64_t, int64_t, int64_t>,
                   DomainTiles>
      domains;
  mutable std::map<std::tuple<int, int64_t, int64_t, int64_t, int64_t, bool>,
                   SumRows>
      sumRowsOfCuts;
  mutable std::map<int, RowsOfSums<N>> rows; ///< by nest
};

} // namespace

/// A token needs so long from the first beat that is asked for: transfer, two
/// FIFOs and a register.
static int64_t loadDelay(const target::ToolRules &rules) {
  return rules.transfers.loadOverhead + 2 * rules.dataflow.fifoLatency +
         rules.dataflow.entry;
}

/// That each port of an array moves.
template <typename N> N Composer<N>::beatsOf(unsigned array) const {
  return ceilDiv(orders.elementsOf(array),
                 point.ports[array] * program.arrays[array].beat);
}

template <typename N>
Pace<N> Composer<N>::paceOf(int nest, const StreamedAccess &access) const {
  StreamedEdge<N> edge = orders.operandEdge(nest, access);
  N all = orders.tokensOf(nest, access, edge),
    size = orders.blockBefore(nest, access);
  return {edge, all, size};
}

/// Cycles of a box of the results, for the one who takes the smallest parts;
/// where all come before any goes, boxes come whole.
template <typename N> N Composer<N>::resultParts(int nest) const {
  const StreamedNestInfo &result = program.nests[nest];
  N parts = number(1);
  auto take = [&](const StreamedEdge<N> &edge, N ofResult, N size) {
    N all = orders.tokensOf(nest, result.result, edge);
    parts = max(parts, select(eq(size, all), number(1), ofResult));
  };
  if (result.isLast) {
    StreamedEdge<N> edge = orders.storeEdge(nest);
    take(edge, edge.parts, orders.blockBehind(nest));
  }
  auto look = [&](int user, const StreamedAccess &access) {
    if (access.producer != nest)
      return;
    StreamedEdge<N> edge = orders.operandEdge(user, access);
    take(edge, edge.otherParts, orders.blockBefore(user, access));
  };
  for (auto [user, info] : llvm::enumerate(program.nests)) {
    for (const StreamedAccess &operand : info.operands)
      look(user, operand);
    if (info.needsOld)
      look(user, info.result);
  }
  return parts;
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

/// Beats become tokens of the nest's lanes, of all ports at a time.
template <typename N>
Flow<N> Composer<N>::load(int nest, const StreamedAccess &access) const {
  const StreamedArrayInfo &array = program.arrays[access.array];
  N lanes = orders.lanesOf(nest, access), beat = number(array.beat),
    all = orders.tokensOf(nest, access, orders.operandEdge(nest, access));
  N period = floorDiv(max(lanes, beat), gcd(lanes, beat));
  N first =
      select(eq(lanes, beat), number(0), period) + loadDelay(target.rules);
  return {first, first + max(all, beatsOf(access.array)) - 1};
}

/// As tokens come into the SLR of the nest.
template <typename N>
Flow<N> Composer<N>::producedFor(int nest, const StreamedAccess &access) const {
  if (access.isThere)
    return {number(0), number(0)};
  Flow<N> flow =
      access.producer < 0 ? load(nest, access) : results[access.producer];
  if (!program.isSplit())
    return flow;
  N way = crossing(nest, access);
  return {flow.first + way, flow.last + way};
}

/// Parts of an operand that the nest has to take so that its first result
/// leaves: of all iterations that begin before that, in whole blocks. Those who
/// use these results have room for as many in their FIFOs.
template <typename N>
N Composer<N>::beforeResults(int nest, const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  Pace<N> pace = paceOf(nest, access);
  if (info.task)
    return pace.all;
  N ii = info.givenInterval == 0 ? number(1) : interval(nest),
    inTile = iterationsOfTile(nest), parts = pace.edge.parts, steps = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (access.has(loop))
      parts =
          parts * (info.loops[loop].reduces ? point.nests[nest].tiles[loop]
                                            : point.nests[nest].steps[loop]);
  for (unsigned loop : info.parallel())
    steps = steps * point.nests[nest].steps[loop];
  N begun = inTile - steps + floorDiv(depthOf(nest), ii) + 1,
    taken = ceilDiv(parts * begun, inTile);
  return min(pace.all, select(eq(pace.size, 0), taken,
                              ceilDiv(taken, max(pace.size, 1)) * pace.size));
}

/// In which a nest takes all tokens of an operand, at its own rate.
template <typename N>
N Composer<N>::timeOfUses(int nest, const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::optional<unsigned> row = info.rowsOfSums();
  N tiles = number(1), rounds = number(0);
  for (unsigned loop : info.parallel())
    if (access.has(loop) && loop != row)
      tiles = tiles * point.nests[nest].tiles[loop];
  if (!row)
    return tiles * iterationsOfTile(nest) * interval(nest);
  const RowsOfSums<N> &of = rowsOf(nest);
  for (const auto &group : of.groups)
    rounds = rounds + group.ofNew;
  if (!access.has(*row)) // in the first row, or in all of them
    rounds = select(of.isLater, rounds, of.groups.front().ofNew);
  return tiles * rounds * roundTime(nest);
}

/// When other nests have taken so many parts of all that is spread to them and
/// this one, where they do not collect it in a buffer first.
template <typename N>
N Composer<N>::takenByOthers(int nest, const StreamedAccess &access,
                             const Flow<N> &flow, N parts) const {
  N latest = number(0), ofAll = paceOf(nest, access).all;
  if (access.isThere || program.inTurn)
    return latest;
  for (auto [user, info] : llvm::enumerate(program.nests))
    for (const StreamedAccess &operand : info.operands) {
      if (int(user) == nest || operand.array != access.array ||
          operand.producer != access.producer)
        continue;
      // The last ones wait in two halves of a block and in FIFOs; those that
      // are used in later rows come at the end of these.
      Pace<N> pace = paceOf(user, operand);
      N last = pace.size * 2 + pace.edge.parts * usualDepth,
        all = timeOfUses(user, operand),
        start = flow.first +
                ceilDiv((flow.last - flow.first) * pace.size, pace.all);
      if (int(user) < nest) {
        start = max(start, starts[user]);
      } else if (program.dependsOn(user, nest)) {
        last = max(last, beforeResults(nest, access));
        start = start + iterationsOfTile(nest) * interval(nest);
      }
      N more = ceilDiv(parts * pace.all, ofAll) - last,
        taken = start + floorDiv(all * more, pace.all) + pace.size;
      latest =
          max(latest, select(max(le(more, 0), orders.holdsAll(user, operand)),
                             number(0), taken));
    }
  return latest;
}

template <typename N>
Flow<N> Composer<N>::flowOf(int nest, const StreamedAccess &access) const {
  Flow<N> flow = producedFor(nest, access);
  N all = paceOf(nest, access).all;
  return {flow.first, max(flow.last, takenByOthers(nest, access, flow, all))};
}

/// The next iteration on the same sums waits for the additions of this one.
template <typename N> N Composer<N>::interval(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (info.givenInterval)
    return number(*info.givenInterval);
  N lanes = number(1), sums = number(1), rounds = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop) {
    if (info.loops[loop].reduces) {
      lanes = lanes * point.nests[nest].lanes[loop];
      rounds = rounds * point.nests[nest].tiles[loop];
    } else {
      sums = sums * point.nests[nest].steps[loop];
    }
  }
  if (info.terms > 0)
    lanes = number(1);
  N delay = lanes * latencyOf(nest, &StreamedLatencies::carried) +
            target.rules.depth.parallel;
  return select(le(rounds, 1), number(1), ceilDiv(delay, sums));
}

/// Iterations of a tile.
template <typename N> N Composer<N>::iterationsOfTile(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N product = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    product =
        product * (info.loops[loop].reduces ? point.nests[nest].tiles[loop]
                                            : point.nests[nest].steps[loop]);
  return product;
}

/// In which so many boxes come: their parts one by one, on average as fast as
/// they are loaded or produced, unless all are there.
template <typename N>
N Composer<N>::boxTime(int nest, const StreamedAccess &access, N boxes) const {
  Arrival<N> arrival = arrivalOf(nest, access);
  Pace<N> pace = paceOf(nest, access);
  N last = arrival.last + max(starts[nest] - arrival.waits, 0),
    share = floorDiv((last - starts[nest]) * boxes * pace.edge.parts,
                     max(pace.all - 1, 1));
  return select(eq(pace.size, pace.all), boxes,
                max(boxes * pace.edge.parts, share));
}

/// In which so many boxes of an operand come for the first tile. The first one
/// is there, and what came into FIFOs until the others were; the last one is
/// used after it has come.
template <typename N>
N Composer<N>::comesFirst(int nest, const StreamedAccess &access,
                          N inTile) const {
  const StreamedNestInfo &info = program.nests[nest];
  N boxes = firstRounds(nest, access);
  for (unsigned loop : info.parallel())
    if (access.has(loop))
      boxes = boxes * point.nests[nest].steps[loop];
  N comes = boxTime(nest, access, boxes);
  Pace<N> pace = paceOf(nest, access);
  N ahead = min(boxesAhead(pace) * pace.edge.parts,
                starts[nest] - arrivalOf(nest, access).box);
  return comes - ahead - floorDiv(comes, boxes) + floorDiv(inTile, boxes);
}

/// Of a tile in the first iteration of the parallel loops in `zeros`, and of no
/// other.
template <typename N>
N Composer<N>::tileTime(int nest, unsigned zeros, N inTile, N perTile) {
  const StreamedNestInfo &info = program.nests[nest];
  bool isFirst = zeros == (1u << info.loops.size()) - 1;
  N time = max(inTile, perTile);
  for (const StreamedAccess &operand : info.operands) {
    if (isFirst) {
      time = max(time, comesFirst(nest, operand, inTile));
      continue;
    }
    bool isNew = true;
    N boxes = number(1);
    for (unsigned loop = 0; loop < info.loops.size(); ++loop) {
      if (!operand.has(loop))
        isNew &= info.loops[loop].reduces || ((zeros >> loop) & 1);
      else
        boxes =
            boxes * (info.loops[loop].reduces ? point.nests[nest].tiles[loop]
                                              : point.nests[nest].steps[loop]);
    }
    if (isNew)
      time = max(time, boxTime(nest, operand, boxes) -
                           comesBefore(nest, operand, inTile));
  }
  return time;
}

/// That FIFOs behind a reorder, or in front of a nest, have room for.
template <typename N> N Composer<N>::boxesAhead(const Pace<N> &pace) const {
  N boxes = ceilDiv(pace.size, pace.edge.parts);
  return select(le(boxes, mostAhead), max(boxes, usualDepth),
                number(usualDepth));
}

/// Later than any cycle.
static constexpr int64_t never = int64_t(1) << 50;

/// When an operand has come.
template <typename N>
Arrival<N> Composer<N>::arrivalOf(int nest,
                                  const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  Flow<N> flow = flowOf(nest, access);
  Pace<N> pace = paceOf(nest, access);
  N again = number(1), size = pace.size;
  int64_t latency = target.rules.dataflow.fifoLatency;
  // The first block has come when its share of all parts has; its boxes pass
  // two more FIFOs. Without one, the parts of a box are collected.
  Flow<N> free = producedFor(nest, access);
  N share = max(ceilDiv((free.last - free.first) * size, pace.all),
                takenByOthers(nest, access, free, size) - free.first),
    deal = select(le(pace.edge.parts, 1), number(0), pace.edge.parts + latency);
  N isOrdered = eq(size, 0);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (!access.has(loop) && !info.loops[loop].reduces)
      again = again * point.nests[nest].tiles[loop];
  N box = flow.first + select(isOrdered, deal, share + 2 * latency),
    rest = select(eq(size, pace.all), ceilDiv(size, pace.edge.parts), size);
  bool isShared = access.producer < 0 && program.arrays[access.array].uses > 1;
  // What leaves a reorder waits in FIFOs; a whole array waits in its buffer.
  // One that goes to several nests has FIFOs so deep that none waits for
  // another.
  N ahead = boxesAhead(pace),
    waits = box + ceilDiv((flow.last - flow.first) * ahead * pace.edge.parts,
                          pace.all);
  return {box, flow.last + select(isOrdered, deal, rest), again,
          isShared ? number(never)
                   : select(eq(size, pace.all), number(never), waits)};
}

/// A figure for how the two loops are cut whose constraint bounds the domain.
template <typename N>
N Composer<N>::byTiles(
    int nest, llvm::function_ref<int64_t(const TwoTilings &)> figure) const {
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedChoice<N> &choice = point.nests[nest];
  unsigned first = info.outside->first, second = info.outside->second,
           firstExtent = info.loops[first].extent,
           secondExtent = info.loops[second].extent;
  auto whereCut = [&](int64_t ofFirst, int64_t ofSecond) {
    N result = number(0);
    for (int64_t x : divisors(ofFirst)) {
      N row = number(0);
      for (int64_t y : divisors(ofSecond))
        if (int64_t value = figure({x, ofFirst / x, y, ofSecond / y}))
          row = select(eq(choice.tiles[second], y), number(value), row);
      result = select(eq(choice.tiles[first], x), row, result);
    }
    return result;
  };
  auto ofExtent = [&](unsigned extent, llvm::function_ref<N(int64_t)> value) {
    llvm::ArrayRef<int64_t> choices = program.extents[extent].choices;
    N result = value(choices.front());
    for (int64_t filled : choices.drop_front())
      result = select(eq(point.extents[extent], filled), value(filled), result);
    return result;
  };
  return ofExtent(firstExtent, [&](int64_t ofFirst) {
    if (firstExtent == secondExtent)
      return whereCut(ofFirst, ofFirst);
    return ofExtent(secondExtent, [&](int64_t ofSecond) {
      return whereCut(ofFirst, ofSecond);
    });
  });
}

/// Tiles of all loops, those of the sums among them, that are left out.
template <typename N> N Composer<N>::leftOut(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (!info.outside)
    return number(0);
  const StreamedChoice<N> &choice = point.nests[nest];
  unsigned first = info.outside->first, second = info.outside->second;
  N left = byTiles(
      nest, [&](const TwoTilings &cut) { return outsideTiles(info, cut); });
  for (auto [other, loop] : llvm::enumerate(info.loops))
    if (other != first && other != second)
      left =
          left * max(choice.tiles[other] - (loop.reduces ? 2 : 1), number(0));
  return left;
}

template <typename N>
const DomainTiles &Composer<N>::domain(int nest, const TwoTilings &cut) const {
  auto [known, isNew] =
      domains.try_emplace({nest, cut.xs, cut.ofX, cut.ys, cut.ofY});
  if (isNew)
    known->second = domainTiles(program.nests[nest], cut);
  return known->second;
}

/// Of the time of an operand's boxes: what has come into FIFOs in the tiles
/// before, which use others. That is so where the innermost loop of tiles does
/// not move the operand, or where it moves in tiles of the domain alone.
template <typename N>
N Composer<N>::comesBefore(int nest, const StreamedAccess &access,
                           N inTile) const {
  const StreamedNestInfo &info = program.nests[nest];
  Pace<N> pace = paceOf(nest, access);
  N boxes = boxesAhead(pace) * pace.edge.parts;
  return orders.byOrder(nest, [&](unsigned order) {
    unsigned inner = info.orders[order].back();
    bool isInner = !access.has(inner);
    if (!info.outside || !info.outside->boundsOperands)
      return isInner ? min(boxes, inTile * (point.nests[nest].tiles[inner] - 1))
                     : number(0);
    unsigned lacked = access.has(info.outside->first);
    auto count = [&](auto figure) {
      return byTiles(nest, [&](const TwoTilings &cut) {
        return figure(domain(nest, cut).fresh[lacked][isInner]);
      });
    };
    N time = number(0);
    for (unsigned group = 0; group < FreshTiles::groups; ++group)
      time = time + min(boxes * count([&](const FreshTiles &tiles) {
                          return tiles.rounds[group];
                        }),
                        inTile * count([&](const FreshTiles &tiles) {
                          return tiles.others[group];
                        }));
    N fresh = count([](const FreshTiles &tiles) { return tiles.tiles; });
    return floorDiv(time, max(fresh, 1));
  });
}

/// What all tiles but the first take, where operands move in tiles of the
/// domain alone: of others the first and the last round of the sums is left.
template <typename N>
N Composer<N>::tilesOfDomain(int nest, N inTile, N perTile, N old) {
  const StreamedNestInfo &info = program.nests[nest];
  N time = number(0);
  for (unsigned newX = 0; newX < 2; ++newX)
    for (unsigned newY = 0; newY < 2; ++newY) {
      N tiles = byTiles(nest, [&](const TwoTilings &cut) {
        return domain(nest, cut).used[newX][newY];
      });
      unsigned zeros =
          newX << info.outside->first | newY << info.outside->second;
      time = time + tiles * tileTime(nest, zeros, inTile, max(perTile, old));
    }
  N left = byTiles(
      nest, [&](const TwoTilings &cut) { return domain(nest, cut).left; });
  N between = orders.byOrder(nest, [&](unsigned order) {
    bool isOther = info.orders[order].front() != info.outside->first;
    return byTiles(nest, [&](const TwoTilings &cut) {
      return domain(nest, cut).between[isOther];
    });
  });
  // Between two tiles of the domain, results of those before wait in FIFOs, and
  // the old values of those to come: so many cycles of them.
  N round = roundTime(nest), groups = left - between, boxes = number(1);
  for (unsigned loop : info.parallel())
    boxes = boxes * point.nests[nest].steps[loop];
  Pace<N> pace = paceOf(nest, info.result);
  N ahead = max(boxesAhead(pace), boxes) * pace.edge.parts,
    behind = max(boxes * 2, number(usualDepth)) * resultParts(nest);
  return time + max(max(roundsLeft(nest) * round,
                        left * perTile + groups * (perTile - behind)),
                    left * old + groups * (old - ahead - round));
}

//===----------------------------------------------------------------------===//
// Constraints between a loop that sums and another one
//===----------------------------------------------------------------------===//

template <typename N>
const SumRows &Composer<N>::sumRowsOf(int nest, const TwoTilings &cut,
                                      bool isInner) const {
  auto [known, isNew] = sumRowsOfCuts.try_emplace(
      {nest, cut.xs, cut.ofX, cut.ys, cut.ofY, isInner});
  if (isNew)
    known->second = sumRows(program.nests[nest], cut, isInner);
  return known->second;
}

template <typename N> const RowsOfSums<N> &Composer<N>::rowsOf(int nest) const {
  auto found = rows.find(nest);
  if (found != rows.end())
    return found->second;
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedOutside &outside = *info.outside;
  unsigned row = *info.rowsOfSums();
  N between = number(1); // tiles of loops that may stand between
  for (unsigned loop : info.parallel())
    if (loop != row)
      between = between * point.nests[nest].tiles[loop];
  // Operands are new in later rows only where these leave out more and more.
  bool mayBeLater = (row == outside.first ? outside.a : outside.b) > 0;
  auto figure = [&](llvm::function_ref<int64_t(const SumRows &)> of) -> N {
    auto where = [&](bool isInner) {
      return byTiles(nest, [&](const TwoTilings &cut) {
        return of(sumRowsOf(nest, cut, isInner));
      });
    };
    if (!mayBeLater)
      return where(true);
    return orders.byOrder(nest, [&](unsigned order) -> N {
      if (info.orders[order].back() == row)
        return where(true);
      return select(le(between, 1), where(true), where(false));
    });
  };
  RowsOfSums<N> result{{},
                       figure([](const SumRows &r) { return r.last; }),
                       figure([](const SumRows &r) { return r.first; }),
                       figure([](const SumRows &r) { return r.isLater; })};
  for (unsigned group = 0; group < SumRows::groups; ++group) {
    auto of = [&](int64_t SumRows::Group::*kind) {
      return figure([&](const SumRows &r) { return r.group[group].*kind; });
    };
    using Group = SumRows::Group;
    result.groups.push_back({of(&Group::rows), of(&Group::next),
                             of(&Group::rounds), of(&Group::ofNew),
                             of(&Group::dropped), of(&Group::fresh)});
  }
  return rows.emplace(nest, std::move(result)).first->second;
}

/// Of a tile, if none is left out.
template <typename N> N Composer<N>::roundsInAll(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N rounds = number(1);
  for (auto [index, loop] : llvm::enumerate(info.loops))
    if (loop.reduces)
      rounds = rounds * point.nests[nest].tiles[index];
  return rounds;
}

/// Of all tiles, that are not left out.
template <typename N> N Composer<N>::allRounds(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N tiles = number(1), later = number(1), all = number(0);
  for (unsigned loop : info.parallel())
    if (loop != *info.rowsOfSums()) {
      tiles = tiles * point.nests[nest].tiles[loop];
      later = later * (point.nests[nest].tiles[loop] - 1);
    }
  for (const auto &group : rowsOf(nest).groups)
    all = all + group.ofNew * (tiles - later) + group.rounds * later;
  return all;
}

/// Of the first tile, those whose tokens of the operand it waits for.
template <typename N>
N Composer<N>::firstRounds(int nest, const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (std::optional<unsigned> row = info.rowsOfSums())
    return access.has(*row) ? rowsOf(nest).first
                            : max(rowsOf(nest).groups.front().fresh, 1);
  N rounds = number(1);
  for (auto [index, loop] : llvm::enumerate(info.loops))
    if (loop.reduces && access.has(index))
      rounds = rounds * point.nests[nest].tiles[index];
  return rounds;
}

/// Cycles of the tiles behind the one in which the last token of an operand
/// comes.
template <typename N>
N Composer<N>::usesOfLast(int nest, const StreamedAccess &access,
                          N again) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::optional<unsigned> row = info.rowsOfSums();
  if (!row)
    return iterationsOfTile(nest) * interval(nest) * (again - 1);
  const RowsOfSums<N> &of = rowsOf(nest);
  N later = number(0), others = number(1);
  for (const auto &group : llvm::drop_begin(of.groups))
    later = later + group.rounds;
  for (unsigned loop : info.parallel())
    if (loop != *row)
      others = others * point.nests[nest].tiles[loop];
  bool hasRow = access.has(*row);
  N rounds = orders.byOrder(nest, [&](unsigned order) -> N {
    bool isInner = info.orders[order].back() == *row;
    if (hasRow)
      return (isInner ? of.groups.front().rounds + later : of.last) *
             (again - 1);
    return isInner ? later : later * others;
  });
  return roundTime(nest) *
         (hasRow ? rounds : select(of.isLater, number(0), rounds));
}

/// In which an operand comes for a group of rows, of which it has the loop. Its
/// tokens come while the row before is computed, behind those of that row which
/// are dropped; where the innermost loop of tiles does not move it, some come
/// into FIFOs while other tiles use what is there.
template <typename N>
N Composer<N>::comesForRows(int nest, const StreamedAccess &access,
                            unsigned group) const {
  const StreamedNestInfo &info = program.nests[nest];
  const auto &rows = rowsOf(nest).groups[group];
  Pace<N> pace = paceOf(nest, access);
  N boxes = boxesAhead(pace) * rows.rows, ahead = boxes * pace.edge.parts,
    steps = number(1), round = roundTime(nest);
  for (unsigned loop : info.parallel())
    if (access.has(loop))
      steps = steps * point.nests[nest].steps[loop];
  N row = steps * roundsInAll(nest),
    dropped = boxTime(nest, access, steps * rows.dropped);
  return orders.byOrder(nest, [&](unsigned order) -> N {
    unsigned inner = info.orders[order].back();
    if (access.has(inner))
      return max(boxTime(nest, access, row * rows.next),
                 rows.ofNew * round + dropped - floorDiv(boxes * round, steps));
    N others = rows.rounds * round * (point.nests[nest].tiles[inner] - 1);
    return boxTime(nest, access, row * rows.rows) -
           min(ahead + dropped, others);
  });
}

/// The same of an operand that lacks this loop, in the rows where it is new.
template <typename N>
N Composer<N>::comesInRows(int nest, const StreamedAccess &access,
                           unsigned group) const {
  const StreamedNestInfo &info = program.nests[nest];
  const RowsOfSums<N> &of = rowsOf(nest);
  N boxes = of.groups[group].fresh, others = number(0);
  for (unsigned loop : info.parallel())
    if (access.has(loop))
      boxes = boxes * point.nests[nest].steps[loop];
  N comes = boxTime(nest, access, boxes);
  if (group > 0)
    return comes;
  for (const auto &later : llvm::drop_begin(of.groups))
    others = others + later.rounds;
  Pace<N> pace = paceOf(nest, access);
  N before = min(boxesAhead(pace) * pace.edge.parts, others * roundTime(nest));
  return orders.byOrder(nest, [&](unsigned order) -> N {
    return access.has(info.orders[order].back()) ? comes : comes - before;
  });
}

/// Of the tiles of a group of rows in the first iteration of the other parallel
/// loops in `zeros`, and of no other.
template <typename N>
N Composer<N>::rowTime(int nest, unsigned zeros, unsigned group,
                       N perTile) const {
  const StreamedNestInfo &info = program.nests[nest];
  const auto &rows = rowsOf(nest).groups[group];
  N time = max((zeros == 0 ? rows.rounds : rows.ofNew) * roundTime(nest),
               rows.rows * perTile);
  for (const StreamedAccess &operand : info.operands) {
    bool isNew = true, hasRow = operand.has(*info.rowsOfSums());
    for (unsigned loop : info.parallel())
      if (hasRow && !operand.has(loop))
        isNew &= (zeros >> loop) & 1;
    if (isNew)
      time = max(time, hasRow ? comesForRows(nest, operand, group)
                              : comesInRows(nest, operand, group));
  }
  return time;
}

/// Cycles behind the first tile in which operands of the second row come.
template <typename N> N Composer<N>::secondRowAfter(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N inFirst = rowsOf(nest).groups.front().ofNew * roundTime(nest),
    first = inFirst, second = number(0);
  for (const StreamedAccess &operand : info.operands)
    if (operand.has(*info.rowsOfSums()))
      second = max(second, comesForRows(nest, operand, 0));
    else
      first = max(first, comesFirst(nest, operand, inFirst));
  return max(second - first, number(0));
}

/// What all tiles but the first take. Where FIFOs have room for all old values,
/// and rows become shorter, these come while longer ones are computed.
template <typename N>
N Composer<N>::tilesOfRows(int nest, N perTile, N old) const {
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedOutside &outside = *info.outside;
  unsigned all = 0; // in the first iteration of all other parallel loops
  N time = number(0), others = number(1);
  for (unsigned loop : info.parallel()) {
    others = others * point.nests[nest].tiles[loop];
    if (loop != *info.rowsOfSums())
      all |= 1u << loop;
  }
  bool areShorter =
      (outside.first == *info.rowsOfSums() ? outside.a : outside.b) < 0;
  bool areHeld = areShorter && program.followsTriangle(info.result.producer);
  N ofTile = areHeld ? perTile : max(perTile, old);
  for (unsigned zeros = 0; zeros <= all; ++zeros) {
    if ((zeros & all) != zeros)
      continue;
    N tiles = number(1), ofRows = number(0);
    for (unsigned loop : info.parallel())
      if ((all >> loop & 1) && !((zeros >> loop) & 1))
        tiles = tiles * (point.nests[nest].tiles[loop] - 1);
    for (unsigned group = zeros == all; group < SumRows::groups; ++group)
      ofRows = ofRows + rowTime(nest, zeros, group, ofTile);
    if (zeros == all)
      ofRows = ofRows + secondRowAfter(nest);
    time = time + tiles * ofRows;
  }
  return areHeld ? max(time, (others - 1) * old) : time;
}

/// Cycles of a round of all sums of a tile.
template <typename N> N Composer<N>::roundTime(int nest) const {
  N time = interval(nest);
  for (unsigned loop : program.nests[nest].parallel())
    time = time * point.nests[nest].steps[loop];
  return time;
}

/// Of tiles that are left out where operands move in tiles of the domain alone:
/// the first and the last round of each.
template <typename N> N Composer<N>::roundsLeft(int nest) const {
  N left = byTiles(
      nest, [&](const TwoTilings &cut) { return domain(nest, cut).left; });
  return left * min(roundsInAll(nest), number(2));
}

/// Cycles of the iterations at least, whatever they wait for: what the points
/// of the domain need, and what the tiles have that are not left out.
template <typename N> N Composer<N>::issueTime(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedChoice<N> &choice = point.nests[nest];
  N ii = interval(nest), inTile = iterationsOfTile(nest) * ii, all = inTile;
  for (unsigned loop : info.parallel())
    all = all * choice.tiles[loop];
  if (!info.outside)
    return all;
  int64_t points = info.outside->points;
  N lanes = number(1), tiles = number(1);
  for (auto [index, loop] : llvm::enumerate(info.loops)) {
    if (index != info.outside->first && index != info.outside->second)
      points *= loop.trip;
    lanes = lanes * choice.lanes[index];
  }
  N ofPoints = max(ceilDiv(number(points), lanes), number(1)) * ii;
  if (info.rowsOfSums())
    return max(ofPoints, allRounds(nest) * roundTime(nest));
  if (!info.outside->boundsOperands)
    return max(ofPoints, all - leftOut(nest) * roundTime(nest));
  for (bool newX : {false, true})
    for (bool newY : {false, true})
      tiles = tiles + byTiles(nest, [&](const TwoTilings &cut) {
                return domain(nest, cut).used[newX][newY];
              });
  return max(ofPoints, tiles * inTile + roundsLeft(nest) * roundTime(nest));
}

/// What all tiles but the first take.
template <typename N>
N Composer<N>::otherTiles(int nest, N inTile, N perTile, N old) {
  const StreamedNestInfo &info = program.nests[nest];
  N time = number(0);
  if (info.rowsOfSums())
    return tilesOfRows(nest, perTile, old);
  if (info.outside && info.outside->boundsOperands)
    return tilesOfDomain(nest, inTile, perTile, old);
  unsigned first = 0; // in the first iteration of all parallel loops
  for (unsigned loop : info.parallel())
    first |= 1u << loop;
  for (unsigned zeros = 0; zeros < first; ++zeros) {
    if ((zeros & first) != zeros)
      continue;
    N tiles = number(1);
    for (unsigned loop : info.parallel())
      if (!((zeros >> loop) & 1))
        tiles = tiles * (point.nests[nest].tiles[loop] - 1);
    N all = tiles * tileTime(nest, zeros, inTile, max(perTile, old));
    if (zeros == 0 && info.outside)
      all = max(tiles * inTile - leftOut(nest) * roundTime(nest),
                tiles * max(perTile, old));
    time = time + all;
  }
  return time;
}

/// Cycles from the operands of an iteration to its results.
template <typename N> N Composer<N>::depthOf(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (info.givenInterval == 0)
    return number(0);
  N chain = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (info.loops[loop].reduces)
      chain = chain * point.nests[nest].lanes[loop];
  N before = info.terms > 0
                 ? ceilLog2(chain * info.terms) *
                       latencyOf(nest, &StreamedLatencies::addition)
                 : (chain - 1) * latencyOf(nest, &StreamedLatencies::carried);
  return before + latencyOf(nest, &StreamedLatencies::depth) +
         target.rules.depth.local;
}

/// Results of another nest come at the end of its tiles: what the last of them
/// brings, and the last block of a reorder, is used after that, in tiles of at
/// least so many cycles.
template <typename N> N Composer<N>::afterBursts(int nest, N tile) const {
  const StreamedNestInfo &info = program.nests[nest];
  N latest = number(0);
  auto look = [&](const StreamedAccess &access) {
    if (access.producer < 0 || access.isThere)
      return;
    const StreamedNestInfo &made = program.nests[access.producer];
    N used = tile, bursts = number(1);
    for (unsigned loop : info.parallel())
      if (access.has(loop))
        used = used * point.nests[nest].tiles[loop];
    for (unsigned loop : made.parallel())
      bursts = bursts * point.nests[access.producer].tiles[loop];
    Pace<N> pace = paceOf(nest, access);
    N after = select(eq(pace.size, pace.all), number(0),
                     max(lastTiles[access.producer] + ceilDiv(used, bursts),
                         results[access.producer].last +
                             floorDiv(used * pace.size, pace.all)));
    latest =
        max(latest, program.isSplit() ? after + crossing(nest, access) : after);
  };
  for (const StreamedAccess &operand : info.operands)
    look(operand);
  if (info.needsOld)
    look(info.result);
  return latest;
}

template <typename N> void Composer<N>::compute(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  N ii = interval(nest), inTile = iterationsOfTile(nest) * ii,
    boxes = number(1), parts = resultParts(nest);
  for (unsigned loop : info.parallel())
    boxes = boxes * point.nests[nest].steps[loop];
  N sums = boxes * ii, perTile = boxes * parts, inFirst = inTile,
    inLast = inTile, usual = inTile;
  if (info.rowsOfSums()) {
    N round = roundTime(nest);
    inFirst = rowsOf(nest).groups.front().ofNew * round;
    inLast = rowsOf(nest).last * round;
    N others = number(1);
    for (unsigned loop : info.parallel())
      others = others * point.nests[nest].tiles[loop];
    usual = floorDiv(allRounds(nest) * round, others);
  }
  N start = number(0), latest = number(0), end = number(0), old = number(0);
  std::vector<Arrival<N>> arrivals;
  for (const StreamedAccess &operand : info.operands) {
    Arrival<N> arrival = arrivalOf(nest, operand);
    start = max(start, arrival.box);
    arrivals.push_back(arrival);
  }
  if (info.needsOld)
    start = max(start, arrivalOf(nest, info.result).box);
  starts[nest] = start;
  // In the first tile all operands are new.
  N firstTime =
      tileTime(nest, (1u << info.loops.size()) - 1, inFirst, number(0));
  if (info.needsOld) { // old values come before the sums go on
    Arrival<N> arrival = arrivalOf(nest, info.result);
    old = boxTime(nest, info.result, boxes);
    end = arrival.box + old + max(firstTime - sums, inFirst - sums);
    latest = arrival.last + (inLast - sums);
  }
  latest = max(latest, afterBursts(nest, max(usual, perTile)));
  // Where one operand is waited for, the producers of others wait as well.
  for (auto [operand, arrival] : llvm::zip_equal(info.operands, arrivals))
    latest =
        max(latest, arrival.last + usesOfLast(nest, operand, arrival.again) +
                        max(start - arrival.waits, 0));
  // Never less than the iterations take by themselves: that says nothing new of
  // a point, but where arrivals are not known it is a bound.
  N issue = issueTime(nest), own = issue - inFirst;
  N firstTile = max(end, start + firstTime);
  end =
      max(firstTile + max(otherTiles(nest, inTile, perTile, old), own), latest);
  // Results leave in the last round of a tile, and their parts one by one.
  N depth = depthOf(nest),
    lastRound = max(end - sums, firstTile + (own - sums));
  N collected =
      select(le(parts, 1), end,
             max(end, lastRound + perTile + target.rules.dataflow.fifoLatency));
  results[nest] = {max(firstTile - sums, start + (inFirst - sums)) + depth,
                   max(collected - ii, firstTile + (own - ii)) + depth};
  lastTiles[nest] = lastRound + depth;
  figures.intervals[nest] = ii;
  figures.least[nest].cycles = issue;
  figures.ends[nest] = end + depth;
}

/// What comes to the buffers of a task, in the order of the task's arrays, what
/// memory holds first.
static std::vector<StreamedAccess> fillings(const StreamedNestInfo &nest) {
  std::vector<StreamedAccess> all = nest.operands, sorted;
  if (nest.needsOld)
    all.push_back(nest.result);
  for (bool isFromMemory : {true, false})
    for (int number : nest.task->numbers)
      for (const StreamedAccess &access : all)
        if (int(access.array) == number &&
            (access.producer < 0) == isFromMemory)
          sorted.push_back(access);
  return sorted;
}

/// When the buffers of a task are filled: arrays that memory holds by one loop
/// nest, as long as that takes no more iterations than one after the other, as
/// hls-stream-nests makes it; the others one after the other.
template <typename N> N Composer<N>::filled(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  const target::DataflowRules &rules = target.rules.dataflow;
  // A loop that copies tokens: its entry, an iteration, the step to the next.
  int64_t around = rules.entry + target.rules.depth.copy + 1;
  auto countOf = [&](const std::vector<N> &trips) {
    N count = number(1);
    for (const N &trip : trips)
      count = count * trip;
    return count;
  };
  // The nest that is still open begins with the first tokens of its arrays, and
  // ends behind the last one.
  N begin = number(0), there = number(0);
  std::vector<N> trips;
  auto closed = [&] {
    return trips.empty()
               ? begin
               : max(begin + countOf(trips), there + rules.fifoLatency) +
                     around;
  };
  for (const StreamedAccess &access : fillings(info)) {
    const std::vector<int64_t> &shape = program.arrays[access.array].shape;
    std::vector<N> own;
    for (int64_t extent : llvm::ArrayRef(shape).drop_back())
      own.push_back(number(extent));
    own.push_back(floorDiv(number(shape.back()), orders.lanesOf(nest, access)));
    Arrival<N> arrival = arrivalOf(nest, access);
    N alone = max(closed(), arrival.box);
    if (access.producer >= 0 || own.size() != trips.size()) {
      begin = alone;
      there = arrival.last;
      trips = own;
      continue;
    }
    std::vector<N> both;
    for (auto [mine, others] : llvm::zip_equal(own, trips))
      both.push_back(max(mine, others));
    N joins = le(countOf(both), countOf(trips) + countOf(own));
    begin = select(joins, max(begin, arrival.box), alone);
    there = select(joins, max(there, arrival.last), arrival.last);
    for (auto [trip, mine, all] : llvm::zip_equal(trips, own, both))
      trip = select(joins, all, mine);
  }
  return closed();
}

/// The buffers are filled, the tasks run, and the result leaves.
template <typename N> void Composer<N>::runTask(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  starts[nest] = number(0);
  N time = filled(nest);
  N tokens = floorDiv(orders.elementsOf(info.result.array),
                      orders.lanesOf(nest, info.result)),
    first = time + point.tasks[nest]->cycles + 1 +
            (target.rules.dataflow.entry + target.rules.depth.parallel),
    last = first + tokens * resultParts(nest) - 1;
  results[nest] = {first, last};
  lastTiles[nest] = figures.ends[nest] = last;
}

/// From the last token of the results to the last beat that is made of them: a
/// regrouping goes on in periods, beats leave at the end of the next one.
template <typename N>
N Composer<N>::regrouping(int nest, const StreamedAccess &access) const {
  N lanes = orders.lanesOf(nest, access),
    beat = number(program.arrays[access.array].beat), common = gcd(lanes, beat),
    tokens = floorDiv(beat, common), beats = floorDiv(lanes, common),
    steps = max(tokens, beats),
    lastIn = orders.tokensOf(nest, access, orders.storeEdge(nest)) - 1,
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

template <typename N> void Composer<N>::store(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedArrayInfo &array = program.arrays[info.result.array];
  N isBeat = eq(orders.lanesOf(nest, info.result), array.beat),
    size = orders.blockBehind(nest);
  size =
      select(orders.hasWholeRows(info.result.array) * isBeat, number(0), size);
  int64_t process =
      target.rules.dataflow.fifoLatency + target.rules.dataflow.entry;
  N end = results[nest].last + size + regrouping(nest, info.result) +
          select(eq(size, 0), number(0), number(process)) +
          select(isBeat, number(0), number(process)) +
          target.rules.transfers.storeOverhead + process;
  figures.cycles = max(figures.cycles, end);
}

template <typename N> StreamedFigures<N> Composer<N>::run() {
  figures.cycles = figures.dsp = figures.bram = figures.uram = figures.lut =
      figures.ff = number(0);
  if (program.isSplit())
    figures.ofNests.assign(
        program.nests.size(),
        {number(0), number(0), number(0), number(0), number(0)});
  Flow<N> none{number(0), number(0)};
  results.assign(program.nests.size(), none);
  starts.assign(program.nests.size(), number(0));
  lastTiles.assign(program.nests.size(), number(0));
  figures.intervals.assign(program.nests.size(), number(1));
  figures.ends.assign(program.nests.size(), number(0));
  figures.least.assign(program.nests.size(), {number(0), number(0), number(0)});
  if (program.inTurn) {
    runInTurn();
  } else {
    for (size_t nest = 0; nest < program.nests.size(); ++nest) {
      program.nests[nest].task ? runTask(nest) : compute(nest);
      if (program.nests[nest].isLast)
        store(nest);
    }
    shareMemory(0, program.nests.size());
  }
  figures.starts = starts;
  countStreamed(program, point, target, number, figures);
  return std::move(figures);
}

/// Of each nest by itself, and the call of the region.
template <typename N> void Composer<N>::runInTurn() {
  N all = number(0);
  for (size_t nest = 0; nest < program.nests.size(); ++nest) {
    figures.cycles = number(0);
    compute(nest);
    store(nest);
    shareMemory(nest, nest + 1);
    all = all + figures.cycles + target.rules.levelOverhead;
  }
  figures.cycles = all;
}

/// All beats that these nests move go through the banks of the memory.
template <typename N> void Composer<N>::shareMemory(size_t first, size_t last) {
  int64_t banks = target.device.memory.banks;
  if (banks < 1)
    return;
  N beats = number(0);
  for (auto [array, info] : llvm::enumerate(program.arrays)) {
    int64_t moves = 0, isLoaded = 0;
    for (size_t nest = first; nest < last; ++nest) {
      const StreamedAccess &result = program.nests[nest].result;
      moves += program.nests[nest].isLast && result.array == array;
      for (const StreamedAccess &access : program.incoming(nest))
        isLoaded |= access.producer < 0 && access.array == array;
    }
    moves += isLoaded;
    if (info.isOffChip && moves > 0)
      beats = beats + beatsOf(array) * point.ports[array] * moves;
  }
  figures.cycles = max(figures.cycles, ceilDiv(beats, banks));
}

template <typename N>
StreamedFigures<N> explore::streamedFigures(const StreamedProgram &program,
                                            const StreamedPoint<N> &point,
                                            const target::Target &target,
                                            const cost::Numbers<N> &number) {
  return Composer<N>(program, point, target, number).run();
}

template StreamedFigures<Int>
explore::streamedFigures(const StreamedProgram &, const StreamedPoint<Int> &,
                         const target::Target &, const cost::Numbers<Int> &);
template StreamedFigures<Expr>
explore::streamedFigures(const StreamedProgram &, const StreamedPoint<Expr> &,
                         const target::Target &, const cost::Numbers<Expr> &);
