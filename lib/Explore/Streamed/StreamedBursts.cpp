//===- StreamedBursts.cpp - Results that come as tiles end ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that sums gives the results of a tile one after the other when the
// tile ends: a burst. What uses them waits for bursts, not for a rate.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

/// Whether an operand comes as tiles of another nest end.
template <typename N>
bool StreamedComposer<N>::comesInBursts(const StreamedAccess &access) const {
  if (access.producer < 0 || access.isThere)
    return false;
  const StreamedNestInfo &producer = program.nests[access.producer];
  return producer.reduces() && !producer.task;
}

/// Of a tile in which an operand is new: where steps that do not move it stand
/// outside of those that do, a round takes all its boxes in the first of them.
/// What the FIFOs do not have by then is waited for, and the other steps
/// follow. Boxes that one tile of another nest brings come one by one, as fast
/// as the slowest of those takes them that its results go to.
template <typename N>
N StreamedComposer<N>::waitsForBursts(int nest,
                                      const StreamedAccess &access) const {
  N round = roundTime(nest), steps = stepsOf(nest, access),
    comes = boxTime(nest, access, steps), rest = restOfRound(nest, access);
  Pace<N> pace = paceOf(nest, access);
  if (comesInBursts(access)) {
    const StreamedResult &made =
        program.nests[access.producer].resultOf(access.array);
    N parts = steps * pace.edge.parts,
      burst = ceilDiv(parts * resultParts(access.producer, made),
                      pace.edge.otherParts);
    comes = select(le(parts * burstsOf(access), pace.all), min(comes, burst),
                   comes);
  }
  N ahead = min(floorDiv(comes * boxesAhead(pace), steps), rest);
  return firstRounds(nest, access) *
         max(comes - ahead + rest - max(round, comes), number(0));
}

/// Of the first round of all, for an operand that comes in bursts: FIFOs have
/// nothing by then, so that its steps that use boxes for the first time wait
/// for all bursts but the first one.
template <typename N>
N StreamedComposer<N>::waitsForFirstRound(int nest,
                                          const StreamedAccess &access) const {
  N steps = stepsOf(nest, access), comes = boxTime(nest, access, steps);
  Pace<N> pace = paceOf(nest, access);
  N bursts = ceilDiv(steps * pace.edge.parts * burstsOf(access), pace.all);
  return max(comes - ceilDiv(comes, bursts) + restOfRound(nest, access) -
                 roundTime(nest),
             number(0));
}

/// That a nest waits in its first round for bursts of other operands.
template <typename N>
N StreamedComposer<N>::waitsForOthers(int nest,
                                      const StreamedAccess &access) const {
  N wait = number(0);
  if (!program.nests[nest].outside)
    for (const StreamedAccess &other : program.nests[nest].operands)
      if (other.array != access.array && comesInBursts(other))
        wait = max(wait, waitsForFirstRound(nest, other));
  return wait;
}

/// So long after a part of one in so many of what another nest brings has left,
/// if that is what the first iteration of its outermost loop of tiles brings;
/// else 0. These tiles may be slower than all on average, where their own
/// operands come while they are computed. `inRounds`: it is what a round uses,
/// which has something of all tiles of that iteration where it sums over the
/// loop's dimension, in smaller parts maybe.
template <typename N>
N StreamedComposer<N>::afterFirstPart(int nest, const StreamedAccess &access,
                                      N parts, N behind, bool inRounds) const {
  int producer = access.producer;
  const StreamedNestInfo &info = program.nests[producer];
  N isPart = orders.byOrder(producer, [&](unsigned order) -> N {
    const std::vector<unsigned> &loops = info.orders[order];
    if (loops.empty())
      return eq(parts, 1);
    N outer = point.nests[producer].tiles[loops.front()];
    size_t dim =
        llvm::find(info.result.dims, loops.front()) - info.result.dims.begin();
    bool sums = inRounds && program.nests[nest].loops[access.dims[dim]].reduces;
    return sums ? le(outer, parts) : eq(outer, parts);
  });
  return select(isPart, results[producer].first + firstOuter[producer] + behind,
                number(0));
}

/// When the first tile ends, which takes so long by itself, behind what its
/// first round, and its last one, need of another nest. A round uses evenly
/// what several bursts bring: its share of the last one when that has come.
template <typename N>
N StreamedComposer<N>::afterFirstParts(int nest, const StreamedAccess &access,
                                       N time) const {
  if (access.producer < 0 || access.isThere ||
      program.nests[access.producer].task || program.nests[nest].rowsOfSums())
    return number(0);
  N tiles = tilesOf(nest, access), rounds = firstRounds(nest, access),
    bursts = ceilDiv(burstsOf(access), tiles),
    way = program.isSplit() ? crossing(nest, access) : number(0),
    inRound = max(ceilDiv(burstsOf(access), rounds * tiles), 1),
    rest = restOfRound(nest, access),
    lastBurst = max(floorDiv(roundTime(nest) - rest, inRound) -
                        roundTime(access.producer),
                    0),
    behindRound = lastBurst + rest + time - ceilDiv(time, rounds),
    behindTile = ceilDiv(rounds, bursts) * roundTime(nest);
  return max(afterFirstPart(nest, access, rounds * tiles, behindRound + way,
                            /*inRounds=*/true),
             afterFirstPart(nest, access, tiles, behindTile + way,
                            /*inRounds=*/false));
}

/// Tiles of all loops that results have; of a nest that sums each tile brings
/// as many results, at its end.
template <typename N> N StreamedComposer<N>::burstsOf(int nest) const {
  return tilesOf(nest, program.nests[nest].result);
}

/// Of what another nest makes.
template <typename N>
N StreamedComposer<N>::burstsOf(const StreamedAccess &access) const {
  return tilesOf(access.producer,
                 program.nests[access.producer].resultOf(access.array));
}

/// When the first result leaves that the last tile makes; of a task the last
/// one of all.
template <typename N>
N StreamedComposer<N>::lastTileOf(const StreamedAccess &access) const {
  return program.nests[access.producer].task
             ? flowOfResult(access.producer, access.array).last
             : lastTiles[access.producer];
}

/// When a nest begins at the latest without holding up the producer of bursts:
/// of the first one for which there is no room as a whole, the last part leaves
/// as soon as the nest has taken what there is no room for.
template <typename N>
N StreamedComposer<N>::latestStart(int nest,
                                   const StreamedAccess &access) const {
  Pace<N> pace = paceOf(nest, access);
  Flow<N> flow = flowOf(nest, access);
  N bursts = burstsOf(access), burst = ceilDiv(pace.all, bursts),
    room = partsAhead(nest, access) + pace.size,
    whole = min(floorDiv(room, burst), bursts - 1),
    lacks = max(min((whole + 1) * burst, pace.all) - room, 0),
    others = max(flow.last - flow.first - burst, 0),
    inRun = comeInRun(access, pace);
  // Where boxes come in a run, the first one of the burst waits.
  N leaves =
      select(inRun, lastTileOf(access), flow.last) -
      floorDiv(others * (bursts - 1 - whole), max(bursts - 1, number(1)));
  if (program.growsInRows(access.producer)) // the first ones come sooner
    leaves =
        min(leaves, burstFor(access.producer, (whole + 1) * burst, pace.all) +
                        select(inRun, number(0), roundTime(access.producer)));
  return leaves - floorDiv(timeOfUses(nest, access) * lacks, pace.all);
}

/// In which memory brings what a nest needs of other operands beside the last
/// of so many bursts of results of another nest, behind what waits in FIFOs. It
/// has come before where tiles use tokens again; what goes to several nests has
/// come in front of a reorder, which lets its parts through one by one. An
/// operand that lacks a parallel loop is taken to be used again.
template <typename N>
N StreamedComposer<N>::besideLastBurst(int nest, const StreamedAccess &access,
                                       N bursts) const {
  const StreamedNestInfo &info = program.nests[nest];
  N longest = number(0);
  for (const StreamedAccess &other : info.operands) {
    bool isUsedOnce = llvm::all_of(
        info.parallel(), [&](unsigned loop) { return other.has(loop); });
    if (other.producer >= 0 || other.isThere || !isUsedOnce)
      continue;
    Pace<N> pace = paceOf(nest, other);
    N ahead = max(boxesAhead(pace), boxesPassing(nest, other)),
      parts =
          max(ceilDiv(pace.all, bursts) - ahead * pace.edge.parts, number(0)),
      time = program.arrays[other.array].uses > 1
                 ? select(le(pace.edge.parts, 1), number(0), parts)
                 : timeOfParts(load(nest, other), parts, pace.all);
    longest =
        max(longest, select(le(usesOfLast(nest, access), 0), time, number(0)));
  }
  return longest;
}

/// Cycles between two bursts of an operand, on average.
template <typename N>
N StreamedComposer<N>::betweenBursts(int nest,
                                     const StreamedAccess &access) const {
  Flow<N> flow = flowOf(nest, access);
  N bursts = burstsOf(access),
    burst = ceilDiv(paceOf(nest, access).all, bursts);
  return max(floorDiv(max(flow.last - flow.first - burst, 0),
                      max(bursts - 1, number(1))),
             1);
}

/// Parts of an operand that bursts have brought when the first tile ends, so
/// long behind the start, and that it has not used.
template <typename N>
N StreamedComposer<N>::leftByFirst(int nest, const StreamedAccess &access,
                                   N first) const {
  Pace<N> pace = paceOf(nest, access);
  N since = starts[nest] + first - arrivalOf(nest, access).box,
    bursts = floorDiv(max(since, 0), betweenBursts(nest, access)) + 1;
  return max(min(bursts * ceilDiv(pace.all, burstsOf(access)), pace.all) -
                 boxesOfFirst(nest, access) * pace.edge.parts,
             0);
}

/// In which later tiles would wait for those of them that FIFOs have room for.
template <typename N>
N StreamedComposer<N>::aheadInBursts(int nest, const StreamedAccess &access,
                                     N first) const {
  if (program.growsInRows(access.producer))
    return number(0);
  N boxes = boxesOfFirst(nest, access),
    left = min(leftByFirst(nest, access, first), partsAhead(nest, access));
  return floorDiv(boxTime(nest, access, boxes) * left,
                  max(boxes * paceOf(nest, access).edge.parts, 1));
}

/// For the others there is none, and their nest waits while the first tile,
/// which ends then, waits for the last burst of another operand: the end of
/// what follows its own last one, if it is busy from then on.
template <typename N>
N StreamedComposer<N>::afterHeldBursts(int nest, const StreamedAccess &access,
                                       const StreamedAccess &slow, N firstTile,
                                       N tile) const {
  int producer = access.producer;
  if (program.growsInRows(producer))
    return number(0);
  Pace<N> pace = paceOf(nest, access);
  N bursts = burstsOf(access), burst = ceilDiv(pace.all, bursts),
    others = ceilDiv(burstsOf(slow), tilesOf(nest, slow)),
    used = floorDiv(boxesOfFirst(nest, access) * pace.edge.parts * (others - 1),
                    others),
    room = partsAhead(nest, access) + pace.size + used,
    whole = floorDiv(room, burst), lacks = (whole + 1) * burst - room,
    between = floorDiv(lastTiles[producer] - results[producer].first,
                       max(bursts - 1, number(1))),
    leaves = results[producer].first + between * whole + burst,
    goesOn = firstTile - ceilDiv(tile, others) +
             floorDiv(timeOfUses(nest, access) * lacks, pace.all),
    lastTile = starts[producer] + figures.least[producer].cycles -
               roundTime(producer) + depthOf(producer);
  return select(max(le(others, 1), max(le(bursts, whole), le(goesOn, leaves))),
                number(0),
                afterLastBurst(nest, access, lastTile + goesOn - leaves, tile));
}

/// The end of what follows the last burst of an operand, in tiles of so many
/// cycles, and a block that it pushes out of a reorder: the block before the
/// last one leaves as that one comes, or before that, where boxes come in a
/// run. Steps of a round that use its boxes again follow the last of these, and
/// so do tiles but for the last ones, which usesOfLast has.
template <typename N>
N StreamedComposer<N>::afterLastBurst(int nest, const StreamedAccess &access,
                                      N lastTile, N tile) const {
  Pace<N> pace = paceOf(nest, access);
  N used = tile * tilesOf(nest, access),
    ofBlock = floorDiv(used * usesAgain(nest, access) * pace.size, pace.all),
    ofTiles = ceilDiv(used, burstsOf(access)),
    again = max(ofTiles - tile, 0) * (usesAgain(nest, access) - 1),
    ofBurst = max(ofTiles + again, restOfRound(nest, access)),
    rest =
        select(comeInRun(access, pace),
               max(ofBurst + max(ofBlock - pace.size, 0) + boxesOfBlock(pace),
                   roundTime(access.producer) + ofBlock),
               ofBurst + ofBlock);
  return lastTile + rest + usesOfLast(nest, access);
}

/// Results of another nest come at the end of its tiles: what the last of them
/// brings, and a block of a reorder, is used after that, in tiles of at least
/// so many cycles: of rows of sums in those of the last row.
template <typename N>
N StreamedComposer<N>::afterBursts(int nest, N tile, N ofLastRow) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::optional<unsigned> row = info.rowsOfSums();
  N latest = number(0);
  auto look = [&](const StreamedAccess &access) {
    if (access.producer < 0 || access.isThere)
      return;
    Pace<N> pace = paceOf(nest, access);
    N ofTile = row && access.has(*row) ? ofLastRow : tile,
      bursts = burstsOf(access),
      used = ceilDiv(ofTile * tilesOf(nest, access), bursts),
      lastTile =
          max(lastTileOf(access), resultsTaken(nest, access).last - used) +
          lateFor(nest, access, arrivalOf(nest, access), number(0)),
      after = select(eq(pace.size, pace.all), number(0),
                     afterLastBurst(nest, access, lastTile, ofTile));
    after = max(after, afterPassedBursts(nest, access, tile));
    if (!row)
      after = max(after, lastTileOf(access) + madeInRun(nest, access) +
                             besideLastBurst(nest, access, bursts));
    latest =
        max(latest, program.isSplit() ? after + crossing(nest, access) : after);
  };
  for (const StreamedAccess &access : program.incoming(nest))
    look(access);
  return latest;
}

/// Calls look with each nest that sums whose results this one passes on, which
/// sums nothing.
template <typename N>
void StreamedComposer<N>::forEachSumBehind(
    int nest, llvm::function_ref<void(int sum)> look) const {
  for (const StreamedAccess &access : program.incoming(nest)) {
    if (access.producer < 0 || access.isThere)
      continue;
    const StreamedNestInfo &producer = program.nests[access.producer];
    if (producer.reduces())
      look(access.producer);
    else if (!producer.task)
      forEachSumBehind(access.producer, look);
  }
}

/// What a nest that sums nothing passes on comes in the bursts of others, too:
/// when this one has used the last of them, and the block that it pushes out of
/// a reorder, in tiles of so many cycles.
template <typename N>
N StreamedComposer<N>::afterPassedBursts(int nest, const StreamedAccess &access,
                                         N tile) const {
  const StreamedNestInfo &info = program.nests[nest],
                         &producer = program.nests[access.producer];
  std::optional<unsigned> row = info.rowsOfSums();
  N latest = number(0);
  if (producer.reduces() || producer.task || (info.outside && !row) ||
      (row && !access.has(*row)))
    return latest;
  Pace<N> pace = paceOf(nest, access);
  forEachSumBehind(access.producer, [&](int sum) {
    N bursts = burstsOf(sum), burst = ceilDiv(pace.all, bursts),
      comes = burstFor(access.producer, pace.all - burst + 1, pace.all),
      block = max(pace.size, 1), before = pace.all - burst,
      blocks = ceilDiv(before, block), uses = number(0);
    // The last block that has begun to come before is pushed out: as the burst
    // begins, or after the rest of that block.
    N share = select(eq(pace.size, 0), burst,
                     pace.all - max(blocks - 1, number(0)) * block);
    comes = select(le(comes, 0), comes, comes + blocks * block - before);
    if (row)
      uses = orders.byOrder(nest, [&](unsigned order) -> N {
        N outside = number(1);
        for (unsigned loop : info.orders[order]) {
          if (loop == *row)
            break;
          outside = outside * point.nests[nest].tiles[loop];
        }
        return select(le(outside, 1),
                      afterPartOfRows(nest, access, share, pace.all),
                      number(0));
      });
    else
      uses = floorDiv(tile * tilesOf(nest, access) * usesAgain(nest, access) *
                          share,
                      pace.all);
    latest =
        max(latest,
            select(max(le(min(comes, bursts - 1), 0), eq(pace.size, pace.all)),
                   number(0), comes + uses + usesOfLast(nest, access)));
  });
  return latest;
}

/// Of a nest that sums nothing, with each operand that another nest makes: what
/// part of it comes before so large a part of its own results leaves.
template <typename N>
void StreamedComposer<N>::forEachPartBefore(
    int nest, N part, N all,
    llvm::function_ref<void(const StreamedAccess &access, N part, N all)> take)
    const {
  for (const StreamedAccess &access : program.incoming(nest))
    if (access.producer >= 0 && !access.isThere)
      take(access, partBefore(nest, access, part, all),
           paceOf(nest, access).all);
}

/// When so large a part of all results of a nest may leave, if it takes more
/// than the first tile of one that sums, this nest or one whose results it
/// uses: 0 if not, or of a task.
template <typename N>
N StreamedComposer<N>::burstFor(int nest, N part, N all) const {
  const StreamedNestInfo &info = program.nests[nest];
  N latest = number(0);
  if (info.task)
    return latest;
  if (info.reduces()) {
    N bursts = burstsOf(nest), burst = ceilDiv(part * bursts, all) - 1,
      time = burst * iterationsOfTile(nest) * interval(nest);
    if (info.rowsOfSums())
      time = timeOfFirstRows(nest, burst, bursts);
    return select(le(burst, 0), latest,
                  min(lastTiles[nest], results[nest].first + time));
  }
  forEachPartBefore(
      nest, part, all, [&](const StreamedAccess &access, N before, N ofAll) {
        N burst = burstFor(access.producer, before, ofAll);
        latest = max(latest, select(le(burst, 0), burst,
                                    burst + madeInRun(nest, access)));
      });
  return select(le(latest, 0), latest, latest + depthOf(nest));
}

/// Whether so large a part may leave once each of these nests that sum has had
/// its first tile: of a task that is not known, and what is of memory alone
/// comes at the rate of that.
template <typename N>
N StreamedComposer<N>::isOfFirstBurst(int nest, N part, N all) const {
  const StreamedNestInfo &info = program.nests[nest];
  N isOf = number(1);
  if (info.task)
    return number(0);
  if (info.reduces())
    return le(part * burstsOf(nest), all);
  bool isOfMemory = true;
  forEachPartBefore(
      nest, part, all, [&](const StreamedAccess &access, N before, N ofAll) {
        isOfMemory = false;
        isOf = min(isOf, isOfFirstBurst(access.producer, before, ofAll));
      });
  return isOfMemory ? number(0) : isOf;
}

/// In which so large a part leaves, where it is of the first tiles alone: an
/// iteration of those that sum gives one result in an interval. One that sums
/// nothing may wait for memory, but for what is in FIFOs when it begins.
template <typename N>
N StreamedComposer<N>::timeOfBurst(int nest, N part, N all) const {
  const StreamedNestInfo &info = program.nests[nest];
  N longest = number(0);
  if (info.task)
    return longest;
  if (info.reduces())
    return ceilDiv(roundTime(nest) * part * burstsOf(nest), all);
  forEachPartBefore(
      nest, part, all, [&](const StreamedAccess &access, N before, N ofAll) {
        longest = max(longest, timeOfBurst(access.producer, before, ofAll));
      });
  for (const StreamedAccess &access : info.operands)
    if (access.producer < 0 && !access.isThere) {
      N parts = ceilDiv(part * paceOf(nest, access).all, all),
        ahead = min(partsAhead(nest, access),
                    max(starts[nest] - arrivalOf(nest, access).box, 0));
      longest = max(longest, timeOfParts(load(nest, access), parts,
                                         paceOf(nest, access).all) -
                                 ahead);
    }
  return longest;
}

/// Of the old values, what comes before the first tile has its own.
template <typename N> N StreamedComposer<N>::partOfFirstTile(int nest) const {
  return partBefore(nest, program.nests[nest].result, number(1),
                    burstsOf(nest));
}

/// When the old values of the first tile have come that another tile than the
/// first one of another nest brings: they leave a reorder one by one.
template <typename N> N StreamedComposer<N>::oldOfFirstTile(int nest) const {
  const StreamedAccess &access = program.nests[nest].result;
  if (access.producer < 0 || access.isThere)
    return number(0);
  Pace<N> pace = paceOf(nest, access);
  N burst = burstFor(access.producer, partOfFirstTile(nest), pace.all),
    leave = min(pace.size, ceilDiv(pace.all, burstsOf(nest)));
  return select(le(burst, 0), burst, burst + leave);
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
