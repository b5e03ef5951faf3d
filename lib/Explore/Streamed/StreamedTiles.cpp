//===- StreamedTiles.cpp - Cycles of the tiles of a nest ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest goes from tile to tile, in each of which it waits for what is longest:
// its iterations, the tokens of operands that are new, old values, the results
// of the tile before.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

/// The next iteration on the same sums waits for the additions of this one.
template <typename N> N StreamedComposer<N>::interval(int nest) const {
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

/// Cycles from the operands of an iteration to its results.
template <typename N> N StreamedComposer<N>::depthOf(int nest) const {
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

/// Iterations of a tile.
template <typename N> N StreamedComposer<N>::iterationsOfTile(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N product = number(1);
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    product =
        product * (info.loops[loop].reduces ? point.nests[nest].tiles[loop]
                                            : point.nests[nest].steps[loop]);
  return product;
}

/// Sums of a tile that go on side by side.
template <typename N> N StreamedComposer<N>::sumsOfTile(int nest) const {
  N steps = number(1);
  for (unsigned loop : program.nests[nest].parallel())
    steps = steps * point.nests[nest].steps[loop];
  return steps;
}

/// Boxes of an operand that a round of them uses.
template <typename N>
N StreamedComposer<N>::stepsOf(int nest, const StreamedAccess &access) const {
  N steps = number(1);
  for (unsigned loop : program.nests[nest].parallel())
    if (access.has(loop))
      steps = steps * point.nests[nest].steps[loop];
  return steps;
}

/// Tiles of the loops that move an operand.
template <typename N>
N StreamedComposer<N>::tilesOf(int nest, const StreamedAccess &access) const {
  N tiles = number(1);
  for (unsigned loop : program.nests[nest].parallel())
    if (access.has(loop))
      tiles = tiles * point.nests[nest].tiles[loop];
  return tiles;
}

/// ... and of those that do not.
template <typename N>
N StreamedComposer<N>::tilesWithout(int nest,
                                    const StreamedAccess &access) const {
  N tiles = number(1);
  for (unsigned loop : program.nests[nest].parallel())
    if (!access.has(loop))
      tiles = tiles * point.nests[nest].tiles[loop];
  return tiles;
}

/// Cycles of a round of all sums of a tile.
template <typename N> N StreamedComposer<N>::roundTime(int nest) const {
  return sumsOfTile(nest) * interval(nest);
}

/// Of a tile, if none is left out.
template <typename N> N StreamedComposer<N>::roundsInAll(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N rounds = number(1);
  for (auto [index, loop] : llvm::enumerate(info.loops))
    if (loop.reduces)
      rounds = rounds * point.nests[nest].tiles[index];
  return rounds;
}

/// Of the first tile, those whose tokens of the operand it waits for.
template <typename N>
N StreamedComposer<N>::firstRounds(int nest,
                                   const StreamedAccess &access) const {
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

/// Boxes of an operand that come for the first tile.
template <typename N>
N StreamedComposer<N>::boxesOfFirst(int nest,
                                    const StreamedAccess &access) const {
  return firstRounds(nest, access) * stepsOf(nest, access);
}

/// Of a tile, what follows when its last box of an operand is used for the
/// first time: the rest of its uses, and all later rounds, where loops that sum
/// and do not move it stand outside of those that do.
template <typename N>
N StreamedComposer<N>::behindLastBox(int nest,
                                     const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  N round = roundTime(nest), rest = restOfRound(nest, access),
    uses = rest + floorDiv(round - rest, stepsOf(nest, access));
  if (info.rowsOfSums()) // of a first row, rounds that are left out
    return uses +
           max(rowsOf(nest).groups.front().ofNew - firstRounds(nest, access),
               number(0)) *
               round;
  N again = number(1), inside = number(1);
  bool isOutside = true;
  for (auto [index, loop] : llvm::enumerate(info.loops)) {
    if (!loop.reduces)
      continue;
    N trip = point.nests[nest].tiles[index];
    isOutside &= !access.has(index);
    if (isOutside)
      again = again * trip;
    else
      inside = access.has(index) ? number(1) : inside * trip;
  }
  N all = roundsInAll(nest), behind = all - floorDiv(all, again) + inside - 1;
  return behind * round + uses;
}

/// In which they come. The first one is there, and what came into FIFOs until
/// the others were, and while the nest waited; the last one is used after it
/// has come.
template <typename N>
N StreamedComposer<N>::comesFirst(int nest, const StreamedAccess &access,
                                  N wait) const {
  N boxes = boxesOfFirst(nest, access),
    comes = firstBoxTime(nest, access, boxes);
  Pace<N> pace = paceOf(nest, access);
  N ahead =
      min(max(boxesAhead(pace), boxesPassing(nest, access)) * pace.edge.parts,
          starts[nest] - arrivalOf(nest, access).box + wait);
  return comes - ahead - floorDiv(comes, boxes) + behindLastBox(nest, access);
}

/// What the first tile takes behind its first round, which lasts until all old
/// values have come: meanwhile the FIFOs of operands that are faster fill up.
template <typename N>
N StreamedComposer<N>::afterOldValues(int nest, N inTile, N sums, N old) const {
  N time = inTile - sums;
  for (const StreamedAccess &operand : program.nests[nest].operands) {
    N rounds = firstRounds(nest, operand),
      comes = firstBoxTime(nest, operand, boxesOfFirst(nest, operand)),
      round = max(sums, floorDiv(comes, rounds)),
      bursts = waitsForBursts(nest, operand);
    time = max(time, inTile - sums + bursts - floorDiv(bursts, rounds));
    // What holds tokens has more of them behind it, if the nest waits for long.
    Pace<N> pace = paceOf(nest, operand);
    N behind = boxesOnTheWay(nest, operand) * pace.edge.parts,
      late = max(old - round, 0);
    time =
        max(time, comesFirst(nest, operand, late) - round - min(behind, late));
  }
  return time;
}

/// Of a round, what is left when its steps have used all boxes of an operand
/// once: where steps that do not move it stand outside of those that do.
template <typename N>
N StreamedComposer<N>::restOfRound(int nest,
                                   const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  N again = number(1);
  bool isOutside = true;
  auto look = [&](unsigned loop) {
    isOutside &= !access.has(loop);
    if (isOutside)
      again = again * point.nests[nest].steps[loop];
  };
  for (unsigned loop : info.parallel())
    if (loop != info.pipelined())
      look(loop);
  look(info.pipelined());
  N round = roundTime(nest);
  return isOutside ? number(0) : round - floorDiv(round, again);
}

/// Of a tile in the first iteration of the parallel loops in `zeros`, and of no
/// other; in a domain perhaps one of a group of FreshTiles.
template <typename N>
N StreamedComposer<N>::tileTime(int nest, unsigned zeros, N inTile, N perTile,
                                std::optional<unsigned> group) {
  const StreamedNestInfo &info = program.nests[nest];
  bool isFirst = zeros == (1u << info.loops.size()) - 1;
  N time = max(inTile, perTile);
  for (const StreamedAccess &operand : info.operands) {
    unsigned others = 0; // of the loops that it has not
    N boxes = number(1);
    for (unsigned loop = 0; loop < info.loops.size(); ++loop) {
      if (operand.has(loop))
        boxes =
            boxes * (info.loops[loop].reduces ? point.nests[nest].tiles[loop]
                                              : point.nests[nest].steps[loop]);
      else if (!info.loops[loop].reduces && !((zeros >> loop) & 1))
        others |= 1u << loop;
    }
    if (others && !program.arrays[operand.array].isEverAgain())
      continue;
    N isNew = number(1);
    for (unsigned loop : info.parallel())
      if ((others >> loop) & 1)
        isNew = isNew * orders.byOrder(nest, [&](unsigned order) {
          return orders.moves(nest, operand, loop, order);
        });
    N comes = isFirst ? comesFirst(nest, operand, number(0))
                      : boxTime(nest, operand, boxes) -
                            comesBefore(nest, operand, inTile, group);
    if (group)
      comes = select(comesWithOther(nest, operand), number(0), comes);
    N waits = max(inTile, comes) + waitsForBursts(nest, operand);
    if (isFirst && !info.outside && comesInBursts(operand))
      waits = max(waits, inTile + waitsForFirstRound(nest, operand));
    time = max(time, others ? select(isNew, waits, number(0)) : waits);
  }
  return time;
}

/// Of the time of an operand's boxes: what has come into FIFOs in the tiles
/// before, which use others. That is so where the innermost loop of tiles does
/// not move the operand, or where it moves in tiles of the domain alone.
template <typename N>
N StreamedComposer<N>::comesBefore(int nest, const StreamedAccess &access,
                                   N inTile,
                                   std::optional<unsigned> group) const {
  const StreamedNestInfo &info = program.nests[nest];
  Pace<N> pace = paceOf(nest, access);
  N boxes = access.producer >= 0 && !access.isThere
                ? partsAhead(nest, access)
                : boxesAhead(pace) * pace.edge.parts;
  return orders.byOrder(nest, [&](unsigned order) {
    unsigned inner = info.orders[order].back();
    bool isInner = !access.has(inner);
    if (!info.outside || !info.outside->boundsOperands)
      return select(orders.moves(nest, access, inner, order), number(0),
                    min(boxes, inTile * (point.nests[nest].tiles[inner] - 1)));
    unsigned lacked = access.has(info.outside->first);
    auto count = [&](auto figure) {
      return byTiles(nest, [&](const TwoTilings &cut) {
        return figure(domain(nest, cut).fresh[lacked][isInner]);
      });
    };
    N time = number(0), ofLeft = roundsOfLeft(nest) * roundTime(nest),
      isAhead = isInner ? number(1) : mayComeAhead(nest, access);
    for (unsigned number = 0; number < FreshTiles::groups; ++number) {
      if (group && *group != number)
        continue;
      auto passed = [&](PassedTiles FreshTiles::Group::*when) {
        auto ofGroup = [&](int64_t PassedTiles::*what) {
          return count([&](const FreshTiles &tiles) {
            return (tiles.group[number].*when).*what;
          });
        };
        return inTile * ofGroup(&PassedTiles::used) +
               ofLeft * ofGroup(&PassedTiles::left);
      };
      N rounds = count(
          [&](const FreshTiles &tiles) { return tiles.group[number].rounds; });
      time = time + min(boxes * rounds,
                        select(isAhead, passed(&FreshTiles::Group::since),
                               passed(&FreshTiles::Group::inRound)));
    }
    N fresh = count([&](const FreshTiles &tiles) {
      return group ? tiles.group[*group].alone : tiles.tiles;
    });
    return floorDiv(time, max(fresh, 1));
  });
}

/// Cycles of the iterations at least, whatever they wait for: what the points
/// of the domain need, and what the tiles have that are not left out.
template <typename N> N StreamedComposer<N>::issueTime(int nest) const {
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
N StreamedComposer<N>::otherTiles(int nest, N inTile, N perTile, N old) {
  const StreamedNestInfo &info = program.nests[nest];
  N time = number(0);
  if (info.rowsOfSums())
    return tilesOfRows(nest, perTile, old);
  if (info.outside && info.outside->boundsOperands)
    return tilesOfDomain(nest, inTile, perTile, old);
  unsigned first = 0; // in the first iteration of all parallel loops
  for (unsigned loop : info.parallel())
    first |= 1u << loop;
  if (first == 0)
    return time;
  std::vector<N> ofOuter(info.loops.size(), number(0)); // ... of this one
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
    for (unsigned loop : info.parallel())
      if ((zeros >> loop) & 1)
        ofOuter[loop] = ofOuter[loop] + all;
  }
  firstOuter[nest] = orders.byOrder(nest, [&](unsigned order) {
    return ofOuter[info.orders[order].front()];
  });
  return time;
}

/// Cycles of what operands of memory that tiles wait for have in FIFOs when the
/// second tile begins, if the first one has waited so long for old values.
template <typename N>
N StreamedComposer<N>::aheadOfSecond(int nest, N inTile, N wait) const {
  N ahead = max(wait, number(0));
  for (const StreamedAccess &operand : program.nests[nest].operands) {
    Pace<N> pace = paceOf(nest, operand);
    N comes = boxTime(nest, operand, boxesOfFirst(nest, operand)),
      own = operand.producer < 0 && !operand.isThere
                ? boxesAhead(pace) * pace.edge.parts
                : number(0);
    ahead = select(le(comes, inTile), ahead, min(ahead, own));
  }
  return ahead;
}

/// The same where the nest waited for another operand, at the start or in the
/// first tile, which has taken so long: each that later tiles wait for has come
/// into its FIFOs meanwhile, but for what the first tile used.
template <typename N>
N StreamedComposer<N>::aheadOfOthers(int nest, N inTile, N first) const {
  const StreamedNestInfo &info = program.nests[nest];
  N ahead = first;
  for (const StreamedAccess &operand : info.operands) {
    Pace<N> pace = paceOf(nest, operand);
    N boxes = boxesOfFirst(nest, operand), parts = boxes * pace.edge.parts,
      used = max(parts, timeOfParts(flowOf(nest, operand), parts, pace.all)),
      came = starts[nest] + first - arrivalOf(nest, operand).box,
      own = operand.isThere          ? number(0)
            : comesInBursts(operand) ? aheadInBursts(nest, operand, first)
                                     : min(max(came - used, number(0)),
                                           boxesAhead(pace) * pace.edge.parts);
    ahead = select(max(le(boxTime(nest, operand, boxes), inTile),
                       le(tilesOf(nest, operand), 1)),
                   ahead, min(ahead, own));
  }
  return ahead;
}

/// Tiles behind the last one for which an operand is new, those that are left
/// out among them where operands move in the whole box.
template <typename N>
N StreamedComposer<N>::tilesBehind(int nest,
                                   const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  return orders.byOrder(nest, [&](unsigned order) -> N {
    N behind = number(0), inner = number(1);
    if (info.outside && info.outside->boundsOperands) {
      unsigned lacked = access.has(info.outside->first);
      if (lacked && access.has(info.outside->second))
        return behind;
      bool isInner = !access.has(info.orders[order].back());
      return byTiles(nest, [&](const TwoTilings &cut) {
        return domain(nest, cut).fresh[lacked][isInner].behind;
      });
    }
    for (unsigned loop : llvm::reverse(info.orders[order])) {
      behind =
          behind + select(orders.moves(nest, access, loop, order), number(0),
                          (point.nests[nest].tiles[loop] - 1) * inner);
      inner = inner * point.nests[nest].tiles[loop];
    }
    return behind;
  });
}

/// Cycles of the tiles behind the one in which the last token of an operand
/// comes.
template <typename N>
N StreamedComposer<N>::usesOfLast(int nest,
                                  const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::optional<unsigned> row = info.rowsOfSums();
  if (!row) {
    N behind =
        iterationsOfTile(nest) * interval(nest) * tilesBehind(nest, access);
    // Of what comes again FIFOs have a round: the steps of the last one follow.
    if (program.arrays[access.array].isEverAgain())
      behind = behind + select(eq(orders.roomOfRound(nest, access), 0),
                               number(0), restOfRound(nest, access));
    if (!info.outside || info.outside->boundsOperands)
      return behind;
    return max(behind - leftOut(nest) * roundTime(nest), number(0));
  }
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
             (tilesWithout(nest, access) - 1);
    return isInner ? later : later * others;
  });
  return roundTime(nest) *
         (hasRow ? rounds : select(of.isLater, number(0), rounds));
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
