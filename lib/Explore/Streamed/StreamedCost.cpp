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

/// Tiles in which operands are new, in rounds of the outer loop: after so many
/// tiles that use others. Few, more, and many of these are counted apart.
struct FreshTiles {
  static constexpr unsigned groups = 3;
  int64_t tiles = 0, rounds[groups] = {}, others[groups] = {};
  void add(int64_t fresh, int64_t before) {
    tiles += fresh;
    if (fresh == 0 || before == 0)
      return;
    unsigned group = before < 2 ? 0 : before < 4 ? 1 : 2;
    ++rounds[group];
    others[group] += before;
  }
};

/// Tiles but the first one of the box, by what is new in them: operands that
/// lack the first loop, and those that lack the second one.
struct DomainTiles {
  int64_t used[2][2] = {};
  int64_t left = 0; ///< out, but for the first and the last round
  /// Of these, such that others lie between them and a tile of the domain: by
  /// the loop that is the outer one.
  int64_t between[2] = {};
  /// Of operands that lack the loop, which is the outer one or the inner one.
  FreshTiles fresh[2][2];
};

/// How two loops are cut: into so many tiles, of so many iterations.
struct TwoTilings {
  int64_t xs, ofX, ys, ofY;
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
      N tiles = number(1);
      for (unsigned loop : info.parallel())
        if (operand.has(loop))
          tiles = tiles * point.nests[user].tiles[loop];
      // The last ones wait in two halves of a block and in FIFOs.
      Pace<N> pace = paceOf(user, operand);
      N last = pace.size * 2 + pace.edge.parts * usualDepth,
        all = tiles * iterationsOfTile(user) * interval(user),
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

/// Of a tile in the first iteration of the parallel loops in `zeros`, and of no
/// other.
template <typename N>
N Composer<N>::tileTime(int nest, unsigned zeros, N inTile, N perTile) {
  const StreamedNestInfo &info = program.nests[nest];
  bool isFirst = zeros == (1u << info.loops.size()) - 1;
  N time = max(inTile, perTile);
  for (const StreamedAccess &operand : info.operands) {
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
    if (!isNew)
      continue;
    N comes = boxTime(nest, operand, boxes);
    if (!isFirst) {
      time = max(time, comes - comesBefore(nest, operand, inTile));
      continue;
    }
    // The first box is there, and what came into FIFOs until the others were;
    // the last one is used after it has come.
    Pace<N> pace = paceOf(nest, operand);
    N ahead = min(boxesAhead(pace) * pace.edge.parts,
                  starts[nest] - arrivalOf(nest, operand).box);
    time = max(time, comes - ahead - floorDiv(comes, boxes) +
                         floorDiv(inTile, boxes));
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

/// Whether a tile has no point of the domain: x and y go over so many
/// iterations from the tile on.
static bool isOutside(const StreamedOutside &outside, int64_t x, int64_t ofX,
                      int64_t y, int64_t ofY) {
  int64_t most = outside.constant + outside.a * x + outside.b * y +
                 std::max<int64_t>(outside.a, 0) * (ofX - 1) +
                 std::max<int64_t>(outside.b, 0) * (ofY - 1);
  return most < 0;
}

/// Tiles of two loops that are left out.
static int64_t outsideTiles(const StreamedNestInfo &info,
                            const TwoTilings &cut) {
  const StreamedOutside &outside = *info.outside;
  bool xReduces = info.loops[outside.first].reduces,
       yReduces = info.loops[outside.second].reduces;
  int64_t count = 0;
  for (int64_t i = 1; i < cut.xs - xReduces; ++i)
    for (int64_t j = 1; j < cut.ys - yReduces; ++j)
      count += isOutside(outside, i * cut.ofX, cut.ofX, j * cut.ofY, cut.ofY);
  return count;
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

/// Whether operands without the loop are new in tiles of the domain, as the
/// tokens of the box follow each other: in the first tile of the loop, or in
/// later ones of it the later the other loop is.
static bool movesWithDomain(const StreamedOutside &outside, bool lacksFirst,
                            int64_t ofX, int64_t xs, int64_t ofY, int64_t ys) {
  auto isUsed = [&](int64_t lacked, int64_t moving) {
    return !isOutside(outside, (lacksFirst ? lacked : moving) * ofX, ofX,
                      (lacksFirst ? moving : lacked) * ofY, ofY);
  };
  int64_t lacked = lacksFirst ? xs : ys, moving = lacksFirst ? ys : xs,
          a = lacksFirst ? outside.a : outside.b,
          b = lacksFirst ? outside.b : outside.a;
  if (isUsed(0, 0) && isUsed(0, moving - 1))
    return true;
  return a > 0 && b < 0 && !isUsed(-1, 0) && isUsed(lacked - 1, moving - 1);
}

/// In rounds of a loop: `isUsed(outer, inner)`, and whether operands are new
/// that lack the outer loop, and those that lack the inner one.
static void countFresh(int64_t outers, int64_t inners,
                       llvm::function_ref<bool(int64_t, int64_t)> isUsed,
                       llvm::function_ref<bool(int64_t, int64_t)> lacksOuter,
                       llvm::function_ref<bool(int64_t, int64_t)> lacksInner,
                       FreshTiles &ofOuter, FreshTiles &ofInner) {
  int64_t before = 0; // tiles of the round before that use what they have
  for (int64_t outer = 0; outer < outers; ++outer) {
    int64_t used = 0, first = 0, second = 0;
    for (int64_t inner = 0; inner < inners; ++inner) {
      if (!isUsed(outer, inner))
        continue;
      ++used;
      first += lacksOuter(outer, inner);
      second += lacksInner(outer, inner);
    }
    ofOuter.add(first, used - first);
    ofInner.add(second, before);
    before = used - second;
  }
}

/// Where the loops are cut into so many tiles.
static DomainTiles domainTiles(const StreamedNestInfo &info,
                               const TwoTilings &cut) {
  const StreamedOutside &outside = *info.outside;
  int64_t xs = cut.xs, ofX = cut.ofX, ys = cut.ys, ofY = cut.ofY;
  auto isLeft = [&](int64_t x, int64_t y) {
    return x >= 0 && y >= 0 && isOutside(outside, x * ofX, ofX, y * ofY, ofY);
  };
  bool moves = movesWithDomain(outside, true, ofX, xs, ofY, ys) &&
               movesWithDomain(outside, false, ofX, xs, ofY, ys);
  auto isOut = [&](int64_t x, int64_t y) {
    return isLeft(x, y) && (moves || (x > 0 && y > 0));
  };
  auto isNewX = [&](int64_t x, int64_t y) {
    return x == 0 || (moves && isLeft(x - 1, y));
  };
  auto isNewY = [&](int64_t x, int64_t y) {
    return y == 0 || (moves && isLeft(x, y - 1));
  };
  DomainTiles tiles;
  auto isUsed = [&](int64_t x, int64_t y) { return !isOut(x, y); };
  auto turned = [](auto of) {
    return [of](int64_t y, int64_t x) { return of(x, y); };
  };
  countFresh(xs, ys, isUsed, isNewX, isNewY, tiles.fresh[0][0],
             tiles.fresh[1][1]);
  countFresh(ys, xs, turned(isUsed), turned(isNewY), turned(isNewX),
             tiles.fresh[1][0], tiles.fresh[0][1]);
  for (int64_t x = 0; x < xs; ++x)
    for (int64_t y = x == 0; y < ys; ++y) {
      bool newX = isNewX(x, y), newY = isNewY(x, y);
      if (!isOut(x, y)) {
        ++tiles.used[newX][newY];
        continue;
      }
      ++tiles.left;
      tiles.between[0] += isOut(x, y - 1);
      tiles.between[1] += isOut(x - 1, y);
    }
  return tiles;
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
  N rounds = number(1);
  for (auto [index, loop] : llvm::enumerate(program.nests[nest].loops))
    if (loop.reduces)
      rounds = rounds * point.nests[nest].tiles[index];
  N left = byTiles(
      nest, [&](const TwoTilings &cut) { return domain(nest, cut).left; });
  return left * min(rounds, number(2));
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
  N sums = boxes * ii, perTile = boxes * parts;
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
      tileTime(nest, (1u << info.loops.size()) - 1, inTile, number(0));
  if (info.needsOld) { // old values come before the sums go on
    Arrival<N> arrival = arrivalOf(nest, info.result);
    old = boxTime(nest, info.result, boxes);
    end = arrival.box + old + max(firstTime - sums, inTile - sums);
    latest = arrival.last + (inTile - sums);
  }
  latest = max(latest, afterBursts(nest, max(inTile, perTile)));
  // Where one operand is waited for, the producers of others wait as well.
  for (const Arrival<N> &arrival : arrivals)
    latest = max(latest, arrival.last + inTile * (arrival.again - 1) +
                             max(start - arrival.waits, 0));
  // Never less than the iterations take by themselves: that says nothing new of
  // a point, but where arrivals are not known it is a bound.
  N issue = issueTime(nest), own = issue - inTile;
  N firstTile = max(end, start + firstTime);
  end =
      max(firstTile + max(otherTiles(nest, inTile, perTile, old), own), latest);
  // Results leave in the last round of a tile, and their parts one by one.
  N depth = depthOf(nest),
    lastRound = max(end - sums, firstTile + (own - sums));
  N collected =
      select(le(parts, 1), end,
             max(end, lastRound + perTile + target.rules.dataflow.fifoLatency));
  results[nest] = {max(firstTile - sums, start + (inTile - sums)) + depth,
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
