//===- StreamedArrivals.cpp - When operands are at a nest -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens flow at most one a cycle. A nest begins when the first box of every
// operand is there, which is when the block is that a reorder before it
// collects. Where one array goes to several nests, each takes it as fast as all
// others do.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

template <typename N>
const Pace<N> &StreamedComposer<N>::paceOf(int nest,
                                           const StreamedAccess &access) const {
  AccessKey key = keyOf(nest, access);
  auto known = paces.find(key);
  if (known != paces.end())
    return known->second;
  StreamedEdge<N> edge = orders.operandEdge(nest, access);
  N all = orders.tokensOf(nest, access, edge),
    size = orders.blockBefore(nest, access);
  Pace<N> pace{edge, all, size, orders.roomOfRound(nest, access)};
  return paces.emplace(std::move(key), pace).first->second;
}

template <typename N>
const Flow<N> &StreamedComposer<N>::flowOfResult(int nest,
                                                 unsigned array) const {
  for (auto [other, flow] :
       llvm::zip_equal(program.nests[nest].others, others[nest]))
    if (other.array == array)
      return flow;
  return results[nest];
}

template <typename N>
Flow<N> &StreamedComposer<N>::flowOfResult(int nest, unsigned array) {
  return const_cast<Flow<N> &>(std::as_const(*this).flowOfResult(nest, array));
}

/// As one takes them who has each box in so many parts, one by one. Others may
/// take smaller parts: FIFOs hold what these have not taken of the last tile.
template <typename N>
Flow<N> StreamedComposer<N>::resultsFor(int nest, const StreamedResult &result,
                                        N parts) const {
  const Flow<N> &flow = flowOfResult(nest, result.array);
  const StreamedNestInfo &info = program.nests[nest];
  if (info.task)
    return flow;
  N own = parts, collected = flow.last;
  if (info.reduces()) {
    N most = resultParts(nest, result), boxes = sumsOfTile(nest),
      waiting = max(boxes - usualDepth, 0) * max(most - parts, number(0));
    own = select(le(waiting, 0), parts, most);
    collected = max(collected, lastTiles[nest] + boxes * parts + waiting);
  }
  collected =
      max(collected, flow.last + own) + (target.rules.dataflow.fifoLatency - 1);
  return {flow.first, select(le(own, 1), flow.last, collected)};
}

/// Of another nest, as this one takes them.
template <typename N>
Flow<N> StreamedComposer<N>::resultsTaken(int nest,
                                          const StreamedAccess &access) const {
  Pace<N> pace = paceOf(nest, access);
  return resultsFor(access.producer,
                    program.nests[access.producer].resultOf(access.array),
                    takenParts(pace.edge.otherParts, pace.size, pace.all));
}

/// As tokens come into the SLR of the nest.
template <typename N>
Flow<N> StreamedComposer<N>::producedFor(int nest,
                                         const StreamedAccess &access) const {
  if (access.isThere)
    return {number(0), number(0)};
  Flow<N> flow =
      access.producer < 0 ? load(nest, access) : resultsTaken(nest, access);
  if (!program.isSplit())
    return flow;
  N way = crossing(nest, access);
  return {flow.first + way, flow.last + way};
}

/// Parts of an operand that the nest has to take so that its first result
/// leaves: of all iterations that begin before that, in whole blocks. Those who
/// use these results have room for as many in their FIFOs.
template <typename N>
N StreamedComposer<N>::beforeResults(int nest,
                                     const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  Pace<N> pace = paceOf(nest, access);
  if (info.task)
    return pace.all;
  N ii = info.givenInterval == 0 ? number(1) : interval(nest),
    inTile = iterationsOfTile(nest), parts = pace.edge.parts;
  for (unsigned loop = 0; loop < info.loops.size(); ++loop)
    if (access.has(loop))
      parts =
          parts * (info.loops[loop].reduces ? point.nests[nest].tiles[loop]
                                            : point.nests[nest].steps[loop]);
  N begun = inTile - sumsOfTile(nest) + floorDiv(depthOf(nest), ii) + 1,
    taken = ceilDiv(parts * begun, inTile);
  return min(pace.all, select(eq(pace.size, 0), taken,
                              ceilDiv(taken, max(pace.size, 1)) * pace.size));
}

/// In which a nest takes all tokens of an operand, at its own rate.
template <typename N>
N StreamedComposer<N>::timeOfUses(int nest,
                                  const StreamedAccess &access) const {
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

/// When memory has brought the first block of each operand.
template <typename N> N StreamedComposer<N>::firstBlocks(int nest) const {
  N latest = number(0);
  for (const StreamedAccess &operand : program.nests[nest].operands) {
    if (operand.producer >= 0 || operand.isThere)
      continue;
    Flow<N> flow = load(nest, operand);
    Pace<N> pace = paceOf(nest, operand);
    latest = max(latest, flow.first + timeOfParts(flow, pace.size, pace.all));
  }
  return latest;
}

/// In which memory brings what a nest needs of other operands, behind the first
/// blocks of these, while it takes all tokens of an operand.
template <typename N>
N StreamedComposer<N>::timeOfOthers(int nest,
                                    const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  N longest = number(0);
  for (const StreamedAccess &other : info.operands) {
    if (other.producer >= 0 || other.isThere || other.array == access.array)
      continue;
    Flow<N> flow = load(nest, other);
    Pace<N> pace = paceOf(nest, other);
    N passes = orders.byOrder(nest, [&](unsigned order) {
      N uses = pace.all;
      for (unsigned loop : info.parallel())
        if (!access.has(loop))
          uses = uses * select(orders.moves(nest, other, loop, order),
                               point.nests[nest].tiles[loop], number(1));
      return uses;
    });
    longest =
        max(longest, floorDiv((flow.last - flow.first) * (pace.all - pace.size),
                              passes));
  }
  return longest;
}

/// When rows of sums that become longer have taken so many parts of an operand
/// that they all use: the new ones in a row behind those of the rows before; 0:
/// other nests.
template <typename N>
N StreamedComposer<N>::takenInRows(int nest, const StreamedAccess &access,
                                   N parts, N start) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::optional<unsigned> row = info.rowsOfSums();
  if (!row || info.rowCoefficient() <= 0 || access.has(*row))
    return number(0);
  const RowsOfSums<N> &of = rowsOf(nest);
  N all = paceOf(nest, access).all, rows = point.nests[nest].tiles[*row],
    fresh = number(0);
  for (const auto &group : of.groups)
    fresh = fresh + group.fresh;
  // Each row has as many new rounds, behind as many for every row before it,
  // and perhaps one that only gives the results.
  N before = floorDiv(parts * rows, all),
    more = max(of.groups.front().ofNew - of.groups.front().fresh, number(0)),
    rounds = floorDiv(fresh * before * (before + 3), rows * 2) + more * before +
             floorDiv(fresh * (parts * rows - before * all), rows * all),
    issued = min(rounds, allRounds(nest)) * roundTime(nest);
  return select(of.isLater, start + issued, number(0));
}

/// When so many parts have come into a reorder of a nest that begins with its
/// tiles at `start` and takes all of them in so much time; 0: at any time. A
/// block comes as the one before leaves, one tile after the other.
template <typename N>
N StreamedComposer<N>::afterBlockBefore(int nest, const StreamedAccess &access,
                                        N parts, N start, N time) const {
  Pace<N> pace = paceOf(nest, access);
  N ofTile = stepsOf(nest, access) * pace.edge.parts,
    waiting = pace.size + boxesAhead(pace) * pace.edge.parts + usualDepth,
    taken = max(parts - max(waiting, ofTile), number(0));
  return select(max(eq(pace.size, 0), le(taken, 0)), number(0),
                start + floorDiv(time * taken, pace.all));
}

/// When other nests have taken so many parts, `ofAll`, that are spread to them
/// and this one, or to memory (the number behind the last nest), where they do
/// not collect them in a buffer first.
template <typename N>
N StreamedComposer<N>::takenByOthers(int nest, const StreamedAccess &access,
                                     const Flow<N> &flow, N parts,
                                     N ofAll) const {
  N latest = number(0);
  if (access.isThere || program.inTurn)
    return latest;
  for (auto [user, info] : llvm::enumerate(program.nests))
    for (const StreamedAccess &operand : info.operands) {
      if (int(user) == nest || !operand.isSpreadWith(access))
        continue;
      // The last ones wait in two halves of a block and in FIFOs, also in
      // front of where boxes are collected; those that are used in later rows
      // come at the end of these.
      Pace<N> pace = paceOf(user, operand);
      N collected = select(le(pace.edge.otherParts, 1), number(0),
                           pace.edge.otherParts * usualDepth);
      N last = pace.size * 2 + pace.edge.parts * usualDepth + collected,
        uses = max(timeOfUses(user, operand), timeOfOthers(user, operand)),
        all = uses,
        start = max(firstBlocks(user),
                    flow.first + timeOfParts(flow, pace.size, pace.all));
      if (int(user) < nest) {
        start = max(start, starts[user]);
        // One that sums nothing takes them until its end, whatever else it
        // waits for.
        if (!info.reduces() && !info.task)
          all = max(all, figures.ends[user] - depthOf(user) - start);
        // One that sums takes the last ones when the uses of these begin.
        else if (!info.task && !info.outside)
          all = max(all, figures.ends[user] - depthOf(user) -
                             usesOfLast(user, operand) -
                             restOfRound(user, operand) - start);
      } else if (program.dependsOn(user, nest)) {
        last = max(last, beforeResults(nest, access));
        start = start + iterationsOfTile(nest) * interval(nest);
      }
      N own = ceilDiv(parts * pace.all, ofAll), more = own - last,
        taken = start + floorDiv(all * more, pace.all) + pace.size;
      if (int(user) < nest && info.task &&
          info.task->comesInTiles(operand.array)) {
        const Flow<N> &fills = tileFills.at(user);
        taken = fills.first + timeOfParts(fills, more, pace.all) + pace.size;
      } else if (int(user) < nest) {
        taken = max(taken, takenInRows(user, operand, more + pace.size, start));
      }
      N others = select(le(more, 0), number(0), taken);
      if (!info.task && !program.dependsOn(user, nest))
        others = max(others, afterBlockBefore(user, operand, own, start, uses));
      latest = max(latest,
                   select(orders.holdsAll(user, operand), number(0), others));
    }
  return latest;
}

template <typename N>
Flow<N> StreamedComposer<N>::flowOf(int nest,
                                    const StreamedAccess &access) const {
  Flow<N> flow = producedFor(nest, access);
  N all = paceOf(nest, access).all;
  return {flow.first,
          max(flow.last, takenByOthers(nest, access, flow, all, all))};
}

/// That FIFOs behind a reorder, or in front of a nest, have room for.
template <typename N>
N StreamedComposer<N>::boxesAhead(const Pace<N> &pace) const {
  N boxes = ceilDiv(pace.size, pace.edge.parts);
  return max(pace.room, select(le(boxes, mostAhead), max(boxes, usualDepth),
                               number(usualDepth)));
}

/// Where a nest before it uses the same array, and this one waits for its
/// results, FIFOs have room for two tiles of that one, or for a block that is
/// collected on the way (hls-size-streams): of parts in front of a reorder, and
/// as many boxes behind it. Not so where all parts have room in front of it.
template <typename N>
N StreamedComposer<N>::boxesPassing(int nest,
                                    const StreamedAccess &access) const {
  Pace<N> pace = paceOf(nest, access);
  N boxes = number(0);
  if (access.isThere || program.inTurn)
    return boxes;
  for (int first = 0; first < nest; ++first)
    for (const StreamedAccess &other : program.nests[first].operands) {
      if (!other.isSpreadWith(access) || program.nests[first].task ||
          !program.dependsOn(nest, first))
        continue;
      N passing = ceilDiv(pace.all, tilesOf(first, other)) * 2;
      program.forEachBetween(
          first, nest, [&](int user, const StreamedAccess &via) {
            Pace<N> own = paceOf(user, via);
            passing = max(passing, ceilDiv(own.size * pace.all, own.all));
          });
      passing = min(passing, pace.all - pace.size);
      boxes = max(boxes, ceilDiv(max(passing, number(0)), pace.edge.parts + 1));
    }
  return select(orders.holdsAll(nest, access), number(0), boxes);
}

/// That FIFOs have room for behind what holds tokens, and what drops those of
/// tiles that are left out.
template <typename N>
N StreamedComposer<N>::boxesOnTheWay(int nest,
                                     const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (info.task || access.array == info.result.array)
    return number(0);
  N boxes =
      select(le(orders.held(nest, access), 0), number(0), number(usualDepth));
  bool isDropped = info.outside && access.has(info.outside->first) &&
                   access.has(info.outside->second);
  return isDropped ? boxes + usualDepth : boxes;
}

/// In which so large a part of all results of a nest leaves, behind the first:
/// of one that sums nothing those of the first iteration of its outermost loop
/// may be slower than the others, where some operand is used again in these.
template <typename N>
N StreamedComposer<N>::timeOfResults(int nest, const Flow<N> &flow, N part,
                                     N all) const {
  const StreamedNestInfo &info = program.nests[nest];
  N even = timeOfParts(flow, part, all);
  if (info.reduces() || info.task || info.outside || info.loops.size() < 2)
    return even;
  N outer = point.nests[nest].tiles[info.orders.front().front()],
    first = ceilDiv(all, outer), slow = firstOuter[nest],
    fast = max(flow.last - flow.first - slow, number(0)),
    behind = slow + floorDiv(fast * max(part - first, number(0)),
                             max(all - first, number(1)));
  return max(even, select(le(part, first), even, behind));
}

/// Later than any cycle.
static constexpr int64_t never = int64_t(1) << 50;

/// In which memory brings a nest that sums nothing so large a part of what it
/// needs for its results; 0 for one that sums.
template <typename N>
N StreamedComposer<N>::timeOfLoads(int nest, N part, N all) const {
  N longest = number(0);
  if (!program.nests[nest].reduces() && !program.nests[nest].task)
    for (const StreamedAccess &access : program.incoming(nest))
      if (access.producer < 0 && !access.isThere)
        longest = max(longest, timeOfParts(load(nest, access), part, all));
  return longest;
}

/// Whether results go to several nests, or to memory, too.
template <typename N>
bool StreamedComposer<N>::isSpread(const StreamedAccess &access) const {
  int uses = program.nests[access.producer].resultOf(access.array).isLast;
  for (size_t user = 0; user < program.nests.size(); ++user)
    for (const StreamedAccess &other : program.incoming(user))
      uses += other.isSpreadWith(access);
  return uses > 1;
}

/// Parts that FIFOs have room for behind the first block.
template <typename N>
N StreamedComposer<N>::partsAhead(int nest,
                                  const StreamedAccess &access) const {
  Pace<N> pace = paceOf(nest, access);
  // What leaves a reorder waits in FIFOs.
  N ahead = (boxesAhead(pace) + boxesOnTheWay(nest, access)) * pace.edge.parts;
  if (access.producer >= 0) { // results of two tiles wait behind their nest
    N tiles = sumsOfTile(access.producer) * 2 * pace.edge.otherParts,
      fifo = max(tiles, pace.edge.otherParts * usualDepth);
    ahead = ahead + (isSpread(access) ? fifo : tiles);
  }
  // ... and FIFOs on both sides of a reorder have what passes an earlier nest.
  return max(ahead, boxesPassing(nest, access) * (pace.edge.parts + 1));
}

/// In which the first block comes, behind the first token: its share of all, of
/// rows that become longer less. Larger boxes of a reorder come as they are
/// made.
template <typename N>
N StreamedComposer<N>::timeOfFirstBlock(int nest,
                                        const StreamedAccess &access) const {
  int producer = access.producer;
  Pace<N> pace = paceOf(nest, access);
  Flow<N> free = producedFor(nest, access);
  N early = producer < 0 || access.isThere
                ? timeOfParts(free, pace.size, pace.all)
                : timeOfResults(producer, free, pace.size, pace.all);
  if (program.growsInRows(producer))
    early = max(ceilDiv(early * pace.size, pace.all),
                timeOfLoads(producer, pace.size, pace.all));
  if (comesInBursts(access)) {
    N burst = burstFor(producer, pace.size, pace.all),
      made = select(le(burst, 0), madeInRun(nest, access),
                    burst + roundTime(producer) - results[producer].first);
    early = select(comeInRun(access, pace), min(early, made), early);
  }
  return max(early, takenByOthers(nest, access, free, pace.size, pace.all) -
                        free.first);
}

/// When the last token of an operand has come, of a flow whose parts are dealt
/// into boxes in so many cycles where nothing is reordered.
template <typename N>
N StreamedComposer<N>::lastOf(int nest, const StreamedAccess &access,
                              const Flow<N> &flow, N deal) const {
  Pace<N> pace = paceOf(nest, access);
  N size = pace.size,
    rest = select(max(eq(size, pace.all), leaveInRun(access, pace)),
                  ceilDiv(size, pace.edge.parts), size),
    last = flow.last + select(eq(size, 0), deal, rest);
  if (!comesInBursts(access))
    return last;
  N ofResults =
      flowOfResult(access.producer, access.array).last + crossing(nest, access);
  return select(comeInRun(access, pace),
                max(flow.last + boxesOfBlock(pace), ofResults + size), last);
}

template <typename N>
const Arrival<N> &
StreamedComposer<N>::arrivalOf(int nest, const StreamedAccess &access) const {
  AccessKey key = keyOf(nest, access);
  auto known = arrivals.find(key);
  if (known != arrivals.end())
    return known->second;
  Arrival<N> arrival = findArrival(nest, access);
  return arrivals.emplace(std::move(key), arrival).first->second;
}

/// When an operand has come.
template <typename N>
Arrival<N>
StreamedComposer<N>::findArrival(int nest, const StreamedAccess &access) const {
  Flow<N> flow = flowOf(nest, access);
  Pace<N> pace = paceOf(nest, access);
  N size = pace.size;
  int64_t latency = target.rules.dataflow.fifoLatency;
  // Boxes of the first block pass two more FIFOs. Without one, the parts of a
  // box are collected.
  N deal = select(le(pace.edge.parts, 1), number(0), pace.edge.parts + latency),
    isOrdered = eq(size, 0),
    box = flow.first +
          select(isOrdered, deal, timeOfFirstBlock(nest, access) + 2 * latency);
  // Never less than its share of the time of all, from the beginning on: a
  // bound where the first token is not known, as in compute().
  if (!program.growsInRows(access.producer))
    box = max(box,
              select(isOrdered, number(0),
                     ceilDiv(producedFor(nest, access).last * size, pace.all) +
                         2 * latency));
  // A block leaves a reorder as the next one comes, smaller parts before that.
  if (access.producer >= 0 && !access.isThere)
    box = max(box, select(max(max(isOrdered, eq(size, pace.all)),
                              comeInRun(access, pace)),
                          number(0),
                          burstFor(access.producer, size + 1, pace.all) +
                              2 * latency + crossing(nest, access)));
  bool isShared = access.producer < 0 && program.arrays[access.array].uses > 1;
  // A whole array waits in its buffer. One that goes to several nests has FIFOs
  // so deep that none waits for another.
  N ahead = partsAhead(nest, access),
    full = box + timeOfParts(flow, ahead, pace.all);
  if (program.growsInRows(access.producer)) { // the first rows bring more
    N burst = burstFor(access.producer, min(ahead + size, pace.all), pace.all);
    full = select(le(burst, 0), full, min(full, max(box, burst)));
  }
  N hasRoom = max(le(pace.all, ahead + size), orders.holdsAll(nest, access)),
    waits = select(hasRoom, number(never), full);
  return {box, lastOf(nest, access, flow, deal),
          isShared ? number(never) : waits};
}

/// So long the producer of an operand that arrives so waits where the nest
/// begins late, and waits so long behind its start, for others.
template <typename N>
N StreamedComposer<N>::lateFor(int nest, const StreamedAccess &access,
                               const Arrival<N> &arrival, N wait) const {
  N begins = starts[nest] + wait, late = begins - arrival.waits;
  if (comesInBursts(access))
    late = select(le(number(never), arrival.waits), number(0),
                  begins - latestStart(nest, access));
  return max(late, 0);
}

/// When the last token of an operand has come: where another one is waited for,
/// at the start and so long behind it, its producer waits as well.
template <typename N>
N StreamedComposer<N>::comesLast(int nest, const StreamedAccess &access,
                                 N wait) const {
  Arrival<N> arrival = arrivalOf(nest, access);
  return arrival.last + lateFor(nest, access, arrival, wait);
}

/// In which so many boxes come: their parts one by one, on average as fast as
/// they are loaded or produced, unless all are there.
template <typename N>
N StreamedComposer<N>::boxTime(int nest, const StreamedAccess &access,
                               N boxes) const {
  Pace<N> pace = paceOf(nest, access);
  N share = floorDiv((comesLast(nest, access, number(0)) - starts[nest]) *
                         boxes * pace.edge.parts,
                     max(pace.all - 1, 1));
  return select(eq(pace.size, pace.all), boxes,
                max(boxes * pace.edge.parts, share));
}

/// The same of the first boxes: a block that is collected is there at the
/// start, and each of the others comes as a whole.
template <typename N>
N StreamedComposer<N>::firstBoxTime(int nest, const StreamedAccess &access,
                                    N boxes) const {
  Pace<N> pace = paceOf(nest, access);
  N last = comesLast(nest, access, number(0)), parts = boxes * pace.edge.parts,
    more = max(parts - pace.size, 0),
    others = max(pace.all - max(pace.size, 1), 1),
    ofBlock = timeOfBlock(access, pace, parts),
    behind = max(last - starts[nest] - timeOfBlock(access, pace, pace.size), 0),
    share = ofBlock + floorDiv(behind * more, others);
  return select(eq(pace.size, pace.all), boxes, max(ofBlock + more, share));
}

/// How often tiles use a token before others are new, by loops of tiles that do
/// not move it inside of one that does.
template <typename N>
N StreamedComposer<N>::usesAgain(int nest, const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (info.outside)
    return number(1);
  return orders.byOrder(nest, [&](unsigned order) -> N {
    N uses = number(1);
    bool isInside = false;
    for (unsigned loop : info.orders[order]) {
      if (isInside && !access.has(loop))
        uses = uses * point.nests[nest].tiles[loop];
      isInside |= access.has(loop);
    }
    return uses;
  });
}

/// The last block of an operand of memory leaves a reorder when all of it is
/// there, and is used in tiles of so many cycles from then on: the end of that,
/// if it is not held up; 0 without a block.
template <typename N>
N StreamedComposer<N>::afterLastBlock(int nest, const StreamedAccess &access,
                                      N tile) const {
  if (access.producer >= 0 || access.isThere)
    return number(0);
  Pace<N> pace = paceOf(nest, access);
  N ofBlock = floorDiv(tile * tilesOf(nest, access) * pace.size, pace.all),
    end = arrivalOf(nest, access).last - pace.size + ofBlock +
          usesOfLast(nest, access);
  return select(max(eq(pace.size, 0), eq(pace.size, pace.all)), number(0), end);
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
