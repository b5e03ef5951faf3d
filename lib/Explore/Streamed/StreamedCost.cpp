//===- StreamedCost.cpp - Cycles of a network -----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One nest after the other, in program order: when it begins, when its results
// leave, and what all of the network takes.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedArea.h"
#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;

/// Cycles of a box of the results, for the one who takes the smallest parts.
template <typename N>
N StreamedComposer<N>::resultParts(int nest,
                                   const StreamedResult &result) const {
  N parts = number(1);
  auto take = [&](const StreamedEdge<N> &edge, N ofResult, N size) {
    N all = orders.tokensOf(nest, result, edge);
    parts = max(parts, takenParts(ofResult, size, all));
  };
  if (result.isLast) {
    StreamedEdge<N> edge = orders.storeEdge(nest, result);
    take(edge, edge.parts, orders.blockBehind(nest, result));
  }
  auto look = [&](int user, const StreamedAccess &access) {
    if (access.producer != nest || access.array != result.array)
      return;
    StreamedEdge<N> edge = orders.operandEdge(user, access);
    take(edge, edge.otherParts, orders.blockBefore(user, access));
  };
  for (size_t user = 0; user < program.nests.size(); ++user)
    for (const StreamedAccess &access : program.incoming(user))
      look(user, access);
  return parts;
}

/// When the first box of each operand is there.
template <typename N> N StreamedComposer<N>::startOf(int nest) const {
  N start = number(0);
  for (const StreamedAccess &access : program.incoming(nest))
    start = max(start, arrivalOf(nest, access).box);
  return start;
}

/// By which the sums of a nest take the last block of old values later than a
/// reorder gives its boxes.
template <typename N>
N StreamedComposer<N>::usesOfLastBlock(int nest, const Pace<N> &pace) const {
  const StreamedAccess &access = program.nests[nest].result;
  N boxes = min(ceilDiv(pace.size, pace.edge.parts), sumsOfTile(nest)),
    leaves = timeOfBlock(access, pace, pace.size);
  return select(eq(pace.size, pace.all), number(0),
                max(boxes * interval(nest) - leaves, number(0)));
}

/// Of a nest whose first and last tile take so long by themselves: 0 where it
/// has none.
template <typename N>
OldValues<N> StreamedComposer<N>::oldValues(int nest, N inFirst,
                                            N inLast) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (!info.result.needsOld)
    return {number(0), number(0), number(0), number(0)};
  N boxes = sumsOfTile(nest), sums = roundTime(nest);
  Arrival<N> arrival = arrivalOf(nest, info.result);
  N inTile = boxTime(nest, info.result, boxes),
    first = firstBoxTime(nest, info.result, boxes);
  if (info.result.producer >= 0 && !info.result.isThere) {
    Pace<N> pace = paceOf(nest, info.result);
    N part = partOfFirstTile(nest), parts = boxes * pace.edge.parts,
      ofBlock = timeOfBlock(info.result, pace, parts),
      ofBurst = max(ofBlock + max(parts - pace.size, 0),
                    timeOfBurst(info.result.producer, part, pace.all)),
      ofBursts = first;
    if (program.growsInRows(info.result.producer)) // sooner than on average
      ofBursts = min(first, max(oldOfFirstTile(nest) - arrival.box, ofBurst));
    first = select( // in one burst, as fast as they are made and taken
        isOfFirstBurst(info.result.producer, part, pace.all),
        min(first, ofBurst), ofBursts);
  }
  N come = arrival.box + first;
  // Later ones wait with their producer for the nest to begin, if FIFOs with
  // room for those of a tile have not room for all.
  Pace<N> pace = paceOf(nest, info.result);
  N waits = arrival.waits +
            timeOfParts(flowOf(nest, info.result),
                        max(boxes - boxesAhead(pace), 0) * pace.edge.parts,
                        pace.all),
    late = select(le(arrival.last, waits), number(0),
                  max(starts[nest] - waits, 0));
  Arrival<N> later{arrival.box + late, arrival.last + late, waits};
  return {inTile, max(come - starts[nest] - sums, 0),
          max(come + afterOldValues(nest, inFirst, sums, first),
              oldOfFirstTile(nest) + (inFirst - sums)),
          max(later.last + usesOfLastBlock(nest, pace) + (inLast - sums),
              afterRounds(nest, later))};
}

template <typename N> void StreamedComposer<N>::compute(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  N ii = interval(nest), inTile = iterationsOfTile(nest) * ii,
    boxes = sumsOfTile(nest), parts = resultParts(nest, info.result),
    sums = roundTime(nest), perTile = boxes * parts, inFirst = inTile,
    inLast = inTile, usual = inTile;
  if (info.rowsOfSums()) {
    inFirst = rowsOf(nest).groups.front().ofNew * sums;
    inLast = rowsOf(nest).last * sums;
    usual = floorDiv(allRounds(nest) * sums, burstsOf(nest));
  }
  N start = startOf(nest);
  starts[nest] = start;
  // In the first tile all operands are new.
  N firstTime =
      tileTime(nest, (1u << info.loops.size()) - 1, inFirst, number(0));
  OldValues<N> old = oldValues(nest, inFirst, inLast);
  N latest = max(old.latest,
                 afterBursts(nest, max(usual, perTile), max(inLast, perTile)));
  for (const StreamedAccess &operand : info.operands)
    latest = max(latest,
                 max(comesLast(nest, operand,
                               max(old.slow, waitsForOthers(nest, operand))) +
                         usesOfLast(nest, operand),
                     afterLastBlock(nest, operand, max(usual, perTile))));
  // Never less than the iterations take by themselves: that says nothing new of
  // a point, but where arrivals, or how many tiles there are, are not known it
  // is a bound.
  N issue = issueTime(nest), own = issue - inFirst;
  N firstTile = max(old.firstTile, start + firstTime);
  for (const StreamedAccess &operand : info.operands)
    firstTile = max(firstTile, afterFirstParts(nest, operand, firstTime));
  if (!info.outside)
    for (const StreamedAccess &operand : info.operands)
      for (const StreamedAccess &slow : info.operands)
        if (operand.array != slow.array && comesInBursts(operand) &&
            comesInBursts(slow))
          latest = max(latest, afterHeldBursts(nest, operand, slow, firstTile,
                                               max(inTile, perTile)));
  auto issued = [&](N before) {
    return max(firstTile + (own - before), start + (issue - before));
  };
  N others = otherTiles(nest, inTile, perTile, old.inTile);
  if (!info.outside) {
    N ahead = aheadOfOthers(nest, inTile, firstTile - start);
    if (info.result.needsOld)
      ahead = max(ahead, aheadOfSecond(nest, inTile,
                                       old.firstTile - (start + firstTime)));
    others = others - ahead;
  }
  N end = max(max(firstTile + others, issued(number(0))), latest);
  // Results leave in the last round of a tile, one in an interval.
  N depth = depthOf(nest);
  lastTiles[nest] = max(end - sums, issued(sums)) + depth;
  figures.intervals[nest] = ii;
  results[nest] = {max(firstTile - sums, start + (inFirst - sums)) + depth,
                   max(end - ii, issued(ii)) + depth};
  figures.least[nest].cycles = issue;
  figures.ends[nest] = end + depth;
}

template <typename N> StreamedFigures<N> StreamedComposer<N>::run() {
  figures.cycles = figures.dsp = figures.bram = figures.uram = figures.lut =
      figures.ff = number(0);
  if (program.isSplit())
    figures.ofNests.assign(
        program.nests.size(),
        {number(0), number(0), number(0), number(0), number(0)});
  Flow<N> none{number(0), number(0)};
  results.assign(program.nests.size(), none);
  for (const StreamedNestInfo &nest : program.nests)
    others.emplace_back(nest.others.size(), none);
  starts.assign(program.nests.size(), number(0));
  lastTiles.assign(program.nests.size(), number(0));
  firstOuter.assign(program.nests.size(), number(0));
  figures.intervals.assign(program.nests.size(), number(1));
  figures.ends.assign(program.nests.size(), number(0));
  figures.least.assign(program.nests.size(), {number(0), number(0), number(0)});
  if (program.inTurn) {
    runInTurn();
  } else {
    for (size_t nest = 0; nest < program.nests.size(); ++nest) {
      program.nests[nest].task ? runTask(nest) : compute(nest);
      arrivals.clear(); // those of later nests depend on this one
    }
    for (size_t nest = 0; nest < program.nests.size(); ++nest)
      for (const StreamedResult &result : program.nests[nest].results())
        if (result.isLast)
          store(nest, result);
    shareMemory(0, program.nests.size());
  }
  figures.starts = starts;
  countStreamed(program, point, target, number, figures);
  return std::move(figures);
}

/// Of each nest by itself, and the call of the region.
template <typename N> void StreamedComposer<N>::runInTurn() {
  N all = number(0);
  for (size_t nest = 0; nest < program.nests.size(); ++nest) {
    figures.cycles = number(0);
    compute(nest);
    arrivals.clear();
    store(nest, program.nests[nest].result);
    shareMemory(nest, nest + 1);
    all = all + figures.cycles + target.rules.levelOverhead;
  }
  figures.cycles = all;
}

template <typename N>
StreamedFigures<N> explore::streamedFigures(const StreamedProgram &program,
                                            const StreamedPoint<N> &point,
                                            const target::Target &target,
                                            const cost::Numbers<N> &number) {
  return StreamedComposer<N>(program, point, target, number).run();
}

template StreamedFigures<Int>
explore::streamedFigures(const StreamedProgram &, const StreamedPoint<Int> &,
                         const target::Target &, const cost::Numbers<Int> &);

template StreamedFigures<nlp::Expr> explore::streamedFigures(
    const StreamedProgram &, const StreamedPoint<nlp::Expr> &,
    const target::Target &, const cost::Numbers<nlp::Expr> &);
