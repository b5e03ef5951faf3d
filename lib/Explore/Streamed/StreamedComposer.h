//===- StreamedComposer.h - Cycles of the nests of a network ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What docs/NLP.md says of the cycles of the space `streamed`. Arrivals of
// operands, tiles, rows of sums, tasks and memory have a file each.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDCOMPOSER_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDCOMPOSER_H

#include "Explore/Streamed/StreamedDomain.h"
#include "Explore/Streamed/StreamedOrders.h"
#include "talos/Cost/Cost.h"
#include <map>

namespace talos::explore {

/// Tokens of an array on their way.
template <typename N> struct Flow {
  N first, last; ///< cycle of the first and last token
};

/// In which so many of all parts come, at the average rate of the flow.
template <typename N> N timeOfParts(const Flow<N> &flow, N parts, N all) {
  return ceilDiv((flow.last - flow.first) * parts, all);
}

/// An operand at its nest.
template <typename N> struct Arrival {
  N box;   ///< cycle in which the first box is there
  N last;  ///< ... of the last token
  N waits; ///< cycle of the first box from which on its producer has to wait
};

/// How boxes of an operand follow each other.
template <typename N> struct Pace {
  StreamedEdge<N> edge;
  N all;  ///< parts
  N size; ///< of a block that is collected first; 0: none
  N room; ///< boxes that FIFOs hold at least
};

/// Old values, which come before the sums of a nest go on.
template <typename N> struct OldValues {
  N inTile;    ///< cycles in which those of a tile come
  N slow;      ///< by which they make the first round longer
  N firstTile; ///< cycle in which it ends as they come
  N latest;    ///< ... in which the last tile does, at least
};

/// SumRows of the cut that a nest has.
template <typename N> struct RowsOfSums {
  struct Group {
    N rows, next, rounds, ofNew, dropped, fresh;
  };
  std::vector<Group> groups;
  N last, first, isLater;
};

template <typename N> class StreamedComposer {
public:
  StreamedComposer(const StreamedProgram &program,
                   const StreamedPoint<N> &point, const target::Target &target,
                   const cost::Numbers<N> &number)
      : program(program), point(point), target(target), number(number),
        orders(program, point, number) {}
  StreamedFigures<N> run();

private:
  /// Of a box, that are taken one by one: where a block of `size` is all of
  /// them, it comes before any goes, and boxes come whole.
  N takenParts(N parts, N size, N all) const {
    return select(eq(size, all), number(1), parts);
  }

  // StreamedCost.cpp
  N startOf(int nest) const;
  N usesOfLastBlock(int nest, const Pace<N> &pace) const;
  OldValues<N> oldValues(int nest, N inFirst, N inLast) const;
  void compute(int nest);
  void runInTurn();
  N resultParts(int nest, const StreamedResult &result) const;

  // StreamedArrivals.cpp
  Flow<N> resultsFor(int nest, const StreamedResult &result, N parts) const;
  Flow<N> resultsTaken(int nest, const StreamedAccess &access) const;
  Flow<N> &flowOfResult(int nest, unsigned array);
  const Flow<N> &flowOfResult(int nest, unsigned array) const;
  const Pace<N> &paceOf(int nest, const StreamedAccess &access) const;
  Flow<N> producedFor(int nest, const StreamedAccess &access) const;
  Flow<N> flowOf(int nest, const StreamedAccess &access) const;
  N timeOfFirstBlock(int nest, const StreamedAccess &access) const;
  N lastOf(int nest, const StreamedAccess &access, const Flow<N> &flow,
           N deal) const;
  Arrival<N> findArrival(int nest, const StreamedAccess &access) const;
  const Arrival<N> &arrivalOf(int nest, const StreamedAccess &access) const;
  N beforeResults(int nest, const StreamedAccess &access) const;
  N timeOfUses(int nest, const StreamedAccess &access) const;
  N firstBlocks(int nest) const;
  N timeOfResults(int nest, const Flow<N> &flow, N part, N all) const;
  bool isSpread(const StreamedAccess &access) const;
  N partsAhead(int nest, const StreamedAccess &access) const;
  N lateFor(int nest, const StreamedAccess &access, const Arrival<N> &arrival,
            N wait) const;
  N latestStart(int nest, const StreamedAccess &access) const;
  N boxesOnTheWay(int nest, const StreamedAccess &access) const;
  N timeOfLoads(int nest, N part, N all) const;
  N timeOfOthers(int nest, const StreamedAccess &access) const;
  N takenByOthers(int nest, const StreamedAccess &access, const Flow<N> &flow,
                  N parts, N ofAll) const;
  N afterBlockBefore(int nest, const StreamedAccess &access, N parts, N start,
                     N time) const;
  N takenInRows(int nest, const StreamedAccess &access, N parts, N start) const;
  N comesLast(int nest, const StreamedAccess &access, N wait) const;
  N boxTime(int nest, const StreamedAccess &access, N boxes) const;
  N firstBoxTime(int nest, const StreamedAccess &access, N boxes) const;
  N boxesAhead(const Pace<N> &pace) const;
  N boxesPassing(int nest, const StreamedAccess &access) const;
  N usesAgain(int nest, const StreamedAccess &access) const;
  N afterLastBlock(int nest, const StreamedAccess &access, N tile) const;
  N crossing(int nest, const StreamedAccess &access) const {
    return orders.boundaries(nest, access) * target.device.slrCrossing;
  }

  // StreamedReorders.cpp
  N movesInRun(const StreamedAccess &access, const Pace<N> &pace) const;
  N leaveInRun(const StreamedAccess &access, const Pace<N> &pace) const;
  N comeInRun(const StreamedAccess &access, const Pace<N> &pace) const;
  /// Boxes of another nest in a block.
  N boxesOfBlock(const Pace<N> &pace) const {
    return ceilDiv(pace.size, max(pace.edge.otherParts, 1));
  }
  N timeOfBlock(const StreamedAccess &access, const Pace<N> &pace,
                N parts) const;
  N partsBehindFirst(const StreamedAccess &access, const Pace<N> &pace) const;
  N madeInRun(int nest, const StreamedAccess &access) const;
  N partBefore(int nest, const StreamedAccess &access, N part, N all) const;

  // StreamedBursts.cpp
  bool comesInBursts(const StreamedAccess &access) const;
  N waitsForBursts(int nest, const StreamedAccess &access) const;
  N waitsForFirstRound(int nest, const StreamedAccess &access) const;
  N waitsForOthers(int nest, const StreamedAccess &access) const;
  N afterFirstPart(int nest, const StreamedAccess &access, N parts, N behind,
                   bool inRounds) const;
  N afterFirstParts(int nest, const StreamedAccess &access, N time) const;
  N burstsOf(int nest) const;
  N burstsOf(const StreamedAccess &access) const;
  void forEachSumBehind(int nest, llvm::function_ref<void(int sum)> look) const;
  N afterPassedBursts(int nest, const StreamedAccess &access, N tile) const;
  N lastTileOf(const StreamedAccess &access) const;
  N besideLastBurst(int nest, const StreamedAccess &access, N bursts) const;
  N betweenBursts(int nest, const StreamedAccess &access) const;
  N leftByFirst(int nest, const StreamedAccess &access, N first) const;
  N aheadInBursts(int nest, const StreamedAccess &access, N first) const;
  N afterHeldBursts(int nest, const StreamedAccess &access,
                    const StreamedAccess &slow, N firstTile, N tile) const;
  N afterLastBurst(int nest, const StreamedAccess &access, N lastTile,
                   N tile) const;
  N afterBursts(int nest, N tile, N ofLastRow) const;
  N burstFor(int nest, N part, N all) const;
  N isOfFirstBurst(int nest, N part, N all) const;
  N timeOfBurst(int nest, N part, N all) const;
  void forEachPartBefore(
      int nest, N part, N all,
      llvm::function_ref<void(const StreamedAccess &access, N part, N all)>
          take) const;
  N partOfFirstTile(int nest) const;
  N oldOfFirstTile(int nest) const;

  // StreamedTiles.cpp
  N interval(int nest) const;
  N depthOf(int nest) const;
  N latencyOf(int nest, int64_t StreamedLatencies::*kind) const {
    const StreamedNestInfo &info = program.nests[nest];
    return byAdders<N>(info, point.nests[nest], number, [&](size_t adders) {
      return info.latencies[adders].*kind;
    });
  }
  N iterationsOfTile(int nest) const;
  N sumsOfTile(int nest) const;
  N stepsOf(int nest, const StreamedAccess &access) const;
  N tilesOf(int nest, const StreamedAccess &access) const;
  N tilesWithout(int nest, const StreamedAccess &access) const;
  N roundTime(int nest) const;
  N roundsInAll(int nest) const;
  N firstRounds(int nest, const StreamedAccess &access) const;
  N boxesOfFirst(int nest, const StreamedAccess &access) const;
  N comesFirst(int nest, const StreamedAccess &access, N wait) const;
  N afterOldValues(int nest, N inTile, N sums, N old) const;
  N comesBefore(int nest, const StreamedAccess &access, N inTile,
                std::optional<unsigned> group) const;
  N restOfRound(int nest, const StreamedAccess &access) const;
  N behindLastBox(int nest, const StreamedAccess &access) const;
  N tileTime(int nest, unsigned zeros, N inTile, N perTile,
             std::optional<unsigned> group = std::nullopt);
  N issueTime(int nest) const;
  N otherTiles(int nest, N inTile, N perTile, N old);
  N aheadOfSecond(int nest, N inTile, N wait) const;
  N aheadOfOthers(int nest, N inTile, N first) const;
  N tilesBehind(int nest, const StreamedAccess &access) const;
  N usesOfLast(int nest, const StreamedAccess &access) const;

  // StreamedTriangles.cpp
  N byTiles(int nest,
            llvm::function_ref<int64_t(const TwoTilings &)> figure) const;
  const DomainTiles &domain(int nest, const TwoTilings &cut) const;
  N leftOut(int nest) const;
  N roundsOfLeft(int nest) const;
  N roundsLeft(int nest) const;
  N mayComeAhead(int nest, const StreamedAccess &access) const;
  N comesWithOther(int nest, const StreamedAccess &access) const;
  N tilesOfDomain(int nest, N inTile, N perTile, N old);
  N afterRounds(int nest, const Arrival<N> &old) const;

  // StreamedRows.cpp
  const SumRows &sumRowsOf(int nest, const TwoTilings &cut, bool isInner) const;
  const RowsOfSums<N> &rowsOf(int nest) const;
  N allRounds(int nest) const;
  N lackOfRows(int nest, N time, bool withFirst) const;
  N laterRounds(int nest) const;
  N lastRows(int nest, N rows) const;
  N timeOfLastRows(int nest, N rows) const;
  N waitsInLastRows(int nest, N rows) const;
  N afterPartOfRows(int nest, const StreamedAccess &access, N part,
                    N all) const;
  N comesForRow(int nest, const StreamedAccess &access) const;
  N timeOfFirstRows(int nest, N tiles, N all) const;
  N comesForRows(int nest, const StreamedAccess &access, unsigned group) const;
  N comesInRows(int nest, const StreamedAccess &access, unsigned group) const;
  N rowTime(int nest, unsigned zeros, unsigned group, N perTile) const;
  bool isNewInRows(int nest, const StreamedAccess &access,
                   unsigned zeros) const;
  N waitsInShortRows(int nest, unsigned zeros, llvm::ArrayRef<N> times,
                     unsigned first) const;
  N secondRowAfter(int nest) const;
  N tilesOfRows(int nest, N perTile, N old) const;

  // StreamedFillings.cpp
  N filled(int nest) const;
  std::vector<N> tripsOf(int nest, const StreamedAccess &access) const;
  N countOf(const std::vector<N> &trips) const;
  std::vector<std::vector<StreamedResult>> drained(int nest) const;
  void runTask(int nest);
  void runTiles(int nest);

  // StreamedMemory.cpp
  N beatsOf(unsigned array) const;
  Flow<N> load(int nest, const StreamedAccess &access) const;
  N regrouping(int nest, const StreamedAccess &access) const;
  N cutIntoBeats(const StreamedAccess &stored) const;
  void store(int nest, const StreamedResult &result);
  void shareMemory(size_t first, size_t last);

  const StreamedProgram &program;
  const StreamedPoint<N> &point;
  const target::Target &target;
  const cost::Numbers<N> &number;
  StreamedOrders<N> orders;
  std::vector<Flow<N>> results;             ///< by nest
  std::vector<std::vector<Flow<N>>> others; ///< ... StreamedNestInfo::others
  std::vector<N> starts;                    ///< ... of its first iteration
  std::map<int, Flow<N>> tileFills;         ///< ... of the tokens of its tiles
  std::vector<N> lastTiles; ///< ... of the first result of its last tile
  /// ... cycles of the tiles behind the first one, as long as the outermost
  /// loop is in its first iteration; 0 where that is not known.
  std::vector<N> firstOuter;
  StreamedFigures<N> figures;
  /// By nest and tiles.
  mutable std::map<std::tuple<int, int64_t, int64_t, int64_t, int64_t>,
                   DomainTiles>
      domains;
  mutable std::map<std::tuple<int, int64_t, int64_t, int64_t, int64_t, bool>,
                   SumRows>
      sumRowsOfCuts;
  mutable std::map<int, RowsOfSums<N>> rows; ///< by nest
  /// By nest and all that an access says.
  using AccessKey = std::tuple<int, unsigned, int, bool, std::vector<unsigned>>;
  static AccessKey keyOf(int nest, const StreamedAccess &access) {
    return {nest, access.array, access.producer, access.isThere, access.dims};
  }
  mutable std::map<AccessKey, Pace<N>> paces;
  mutable std::map<AccessKey, Arrival<N>> arrivals; ///< at the present nest
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDCOMPOSER_H
