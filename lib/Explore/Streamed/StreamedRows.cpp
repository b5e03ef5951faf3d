//===- StreamedRows.cpp - Cycles of rows of sums --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a constraint stands between a loop that sums and another one, the tiles
// of the other one are rows, of as many rounds as its domain has.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

template <typename N>
const SumRows &StreamedComposer<N>::sumRowsOf(int nest, const TwoTilings &cut,
                                              bool isInner) const {
  auto [known, isNew] = sumRowsOfCuts.try_emplace(
      {nest, cut.xs, cut.ofX, cut.ys, cut.ofY, isInner});
  if (isNew)
    known->second = sumRows(program.nests[nest], cut, isInner);
  return known->second;
}

template <typename N>
const RowsOfSums<N> &StreamedComposer<N>::rowsOf(int nest) const {
  auto found = rows.find(nest);
  if (found != rows.end())
    return found->second;
  const StreamedNestInfo &info = program.nests[nest];
  unsigned row = *info.rowsOfSums();
  N between = number(1); // tiles of loops that may stand between
  for (unsigned loop : info.parallel())
    if (loop != row)
      between = between * point.nests[nest].tiles[loop];
  // Operands are new in later rows only where these leave out more and more.
  bool mayBeLater = info.rowCoefficient() > 0;
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

/// Of all tiles, that are not left out.
template <typename N> N StreamedComposer<N>::allRounds(int nest) const {
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

/// Rounds of all rows of sums behind the first one, in a tile of the other
/// loops.
template <typename N> N StreamedComposer<N>::laterRounds(int nest) const {
  N later = number(0);
  for (const auto &group : llvm::drop_begin(rowsOf(nest).groups))
    later = later + group.ofNew;
  return later;
}

/// Of so many rows of sums, from the last one back, all cycles in a tile of the
/// other loops: behind the first row, these become longer, or shorter, by as
/// much each.
template <typename N> N StreamedComposer<N>::lastRows(int nest, N rows) const {
  const RowsOfSums<N> &of = rowsOf(nest);
  N later = laterRounds(nest),
    others = point.nests[nest].tiles[*program.nests[nest].rowsOfSums()] - 1,
    round = roundTime(nest);
  return rows * of.last * round +
         floorDiv((later - others * of.last) * round * rows * (rows - 1),
                  max(others * (others - 1), 1));
}

/// In which these are computed in all tiles.
template <typename N>
N StreamedComposer<N>::timeOfLastRows(int nest, N rows) const {
  const StreamedNestInfo &info = program.nests[nest];
  N tiles = number(1);
  for (unsigned loop : info.parallel())
    if (loop != *info.rowsOfSums())
      tiles = tiles * point.nests[nest].tiles[loop];
  return min(lastRows(nest, rows) * tiles, allRounds(nest) * roundTime(nest));
}

/// By which so many last rows, the first of which has waited for another nest,
/// wait for memory where rows become shorter: what is left out of a row comes
/// behind what the row before uses, and is dropped. FIFOs have some of both.
template <typename N>
N StreamedComposer<N>::waitsInLastRows(int nest, N rows) const {
  const StreamedNestInfo &info = program.nests[nest];
  N longest = number(0);
  if (info.rowCoefficient() >= 0)
    return longest;
  N round = roundTime(nest);
  for (const StreamedAccess &operand : info.operands) {
    if (operand.producer >= 0 || operand.isThere ||
        !operand.has(*info.rowsOfSums()))
      continue;
    Pace<N> pace = paceOf(nest, operand);
    Flow<N> flow = load(nest, operand);
    N steps = stepsOf(nest, operand),
      ahead = floorDiv(boxesAhead(pace) * round, steps);
    auto waitsIn = [&](N others) {
      N dropped = roundsInAll(nest) * others -
                  floorDiv(lastRows(nest, others), round),
        boxes = dropped * steps - boxesOnTheWay(nest, operand) * others;
      return timeOfParts(flow, max(boxes, number(0)) * pace.edge.parts,
                         pace.all) -
             ahead * others;
    };
    N others = max(rows - 1, number(0));
    longest = max(longest, select(le(tilesWithout(nest, operand), 1),
                                  max(waitsIn(min(others, 1)), waitsIn(others)),
                                  number(0)));
  }
  return longest;
}

/// In which the last rows of sums use so large a part of all that an operand
/// has for them. The old values of a row come before its rounds: of one whose
/// last values are of the part, all of these follow.
template <typename N>
N StreamedComposer<N>::afterPartOfRows(int nest, const StreamedAccess &access,
                                       N part, N all) const {
  const StreamedNestInfo &info = program.nests[nest];
  N parts = part * point.nests[nest].tiles[*info.rowsOfSums()];
  if (access.array != info.result.array)
    return timeOfLastRows(nest, floorDiv(parts, all)) +
           waitsInLastRows(nest, floorDiv(parts, all));
  N rows = ceilDiv(parts, all);
  return timeOfLastRows(nest, rows) + waitsInLastRows(nest, rows) -
         floorDiv((rows * all - parts) * roundTime(nest), all);
}

/// In which all tokens of an operand come for a row of which it has the loop,
/// where nothing but that row uses them; else 0.
template <typename N>
N StreamedComposer<N>::comesForRow(int nest,
                                   const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  if (!access.has(*info.rowsOfSums()))
    return number(0);
  N row = boxTime(nest, access, stepsOf(nest, access) * roundsInAll(nest));
  return orders.byOrder(nest, [&](unsigned order) -> N {
    unsigned inner = info.orders[order].back();
    return access.has(inner)
               ? row
               : select(le(point.nests[nest].tiles[inner], 1), row, number(0));
  });
}

/// In which so many of all tiles behind the first one end: each has more rounds
/// than the one before, or fewer, by as many. Where they become longer, the
/// first ones wait for what comes as fast for each of them.
template <typename N>
N StreamedComposer<N>::timeOfFirstRows(int nest, N tiles, N all) const {
  const StreamedNestInfo &info = program.nests[nest];
  const RowsOfSums<N> &of = rowsOf(nest);
  N later = max(all - 1, number(1)), first = of.groups.front().ofNew,
    behind = allRounds(nest) - first, round = roundTime(nest);
  if (info.rowCoefficient() <= 0)
    return (of.last * tiles + floorDiv((behind - of.last * later) * tiles *
                                           (later * 2 - tiles - 1),
                                       max(later * (later - 1), number(1)))) *
           round;
  N more = max(behind - first * later, number(0)) * round,
    pairs = later * (later + 1), longest = number(0);
  // The first tile may have waited for its own, and for others, already.
  N waited = max(results[nest].first - depthOf(nest) - starts[nest] -
                     (first - 1) * round,
                 number(0));
  for (const StreamedAccess &operand : info.operands) {
    Pace<N> pace = paceOf(nest, operand);
    N lacks = max(comesForRow(nest, operand) - first * round, number(0)),
      rows = min(min(tiles, point.nests[nest].tiles[*info.rowsOfSums()] - 1),
                 floorDiv(lacks * pairs, max(more * 2, number(1))) + 1),
      ahead = min(boxesAhead(pace) * pace.edge.parts,
                  max(starts[nest] - arrivalOf(nest, operand).box, 0));
    longest =
        max(longest, rows * lacks - floorDiv(more * rows * (rows - 1), pairs) -
                         waited - ahead);
  }
  return first * round * tiles + floorDiv(more * tiles * (tiles + 1), pairs) +
         longest;
}

/// In which an operand comes for a group of rows, of which it has the loop. Its
/// tokens come while the row before is computed, behind those of that row which
/// are dropped; where the innermost loop of tiles does not move it, some come
/// into FIFOs while other tiles use what is there. Where rows become shorter,
/// this is what the port and the reorder take: see waitsInShortRows.
template <typename N>
N StreamedComposer<N>::comesForRows(int nest, const StreamedAccess &access,
                                    unsigned group) const {
  const StreamedNestInfo &info = program.nests[nest];
  const auto &rows = rowsOf(nest).groups[group];
  Pace<N> pace = paceOf(nest, access);
  N boxes = boxesAhead(pace) * rows.rows, ahead = boxes * pace.edge.parts,
    steps = stepsOf(nest, access), round = roundTime(nest);
  N row = steps * roundsInAll(nest),
    dropped = boxTime(nest, access, steps * rows.dropped),
    all = boxTime(nest, access, row * rows.rows);
  return orders.byOrder(nest, [&](unsigned order) -> N {
    unsigned inner = info.orders[order].back();
    if (access.has(inner))
      return info.rowCoefficient() < 0
                 ? all
                 : max(boxTime(nest, access, row * rows.next),
                       rows.ofNew * round + dropped -
                           floorDiv(boxes * round, steps));
    N others = rows.rounds * round * (point.nests[nest].tiles[inner] - 1);
    return all - min(ahead + dropped, others);
  });
}

/// The same of an operand that lacks this loop, in the rows where it is new.
template <typename N>
N StreamedComposer<N>::comesInRows(int nest, const StreamedAccess &access,
                                   unsigned group) const {
  const StreamedNestInfo &info = program.nests[nest];
  const RowsOfSums<N> &of = rowsOf(nest);
  N comes =
        boxTime(nest, access, of.groups[group].fresh * stepsOf(nest, access)),
    others = number(0);
  Pace<N> pace = paceOf(nest, access);
  // In later rows they come in the last rounds, which take as long as that, and
  // what follows the first uses of the last ones: a reorder gives boxes as fast
  // as it takes parts, and FIFOs have some of them.
  if (group > 0) {
    const auto &rows = of.groups[group];
    N round = roundTime(nest),
      rest = max(rows.ofNew - rows.fresh, number(0)) * round,
      withNew = min(rows.rows, rows.fresh),
      ahead = boxesAhead(pace) * pace.edge.parts * withNew,
      uses = withNew * restOfRound(nest, access);
    return select(le(rows.fresh, 0), comes,
                  rest + comes + uses - min(ahead, rest));
  }
  for (const auto &later : llvm::drop_begin(of.groups))
    others = others + later.rounds;
  N before = min(boxesAhead(pace) * pace.edge.parts, others * roundTime(nest));
  return orders.byOrder(nest, [&](unsigned order) -> N {
    return access.has(info.orders[order].back()) ? comes : comes - before;
  });
}

/// Of the tiles of a group of rows in the first iteration of the other parallel
/// loops in `zeros`, and of no other.
template <typename N>
N StreamedComposer<N>::rowTime(int nest, unsigned zeros, unsigned group,
                               N perTile) const {
  const StreamedNestInfo &info = program.nests[nest];
  const auto &rows = rowsOf(nest).groups[group];
  N time = max((zeros == 0 ? rows.rounds : rows.ofNew) * roundTime(nest),
               rows.rows * perTile);
  for (const StreamedAccess &operand : info.operands)
    if (!operand.has(*info.rowsOfSums()))
      time = max(time, comesInRows(nest, operand, group));
    else if (info.rowCoefficient() >= 0 && isNewInRows(nest, operand, zeros))
      time = max(time, comesForRows(nest, operand, group));
  return time;
}

/// Whether the tokens of an operand that has the rows' loop are new there.
template <typename N>
bool StreamedComposer<N>::isNewInRows(int nest, const StreamedAccess &access,
                                      unsigned zeros) const {
  return llvm::all_of(program.nests[nest].parallel(), [&](unsigned loop) {
    return access.has(loop) || ((zeros >> loop) & 1);
  });
}

/// By which rows of sums that become shorter are shorter than so many cycles
/// each: all of them, or those behind the first one.
template <typename N>
N StreamedComposer<N>::lackOfRows(int nest, N time, bool withFirst) const {
  const RowsOfSums<N> &of = rowsOf(nest);
  N round = roundTime(nest), later = laterRounds(nest), lacks = number(0),
    rows = point.nests[nest].tiles[*program.nests[nest].rowsOfSums()] - 1,
    pairs = rows * (rows - 1);
  N shorter =
      min(rows, ceilDiv(max(time - of.last * round, number(0)) * pairs,
                        max((later - rows * of.last) * round * 2, number(1))));
  if (withFirst)
    lacks = max(time - of.groups.front().ofNew * round, 0);
  return lacks + shorter * time - lastRows(nest, shorter);
}

/// Where rows become shorter, the last ones wait for operands that take as long
/// in each row; what is in FIFOs by then has come in the first ones, which are
/// longer. `times`: of the groups of rows from `first` on.
template <typename N>
N StreamedComposer<N>::waitsInShortRows(int nest, unsigned zeros,
                                        llvm::ArrayRef<N> times,
                                        unsigned first) const {
  const StreamedNestInfo &info = program.nests[nest];
  N longest = number(0), waited = number(0);
  if (info.rowCoefficient() >= 0)
    return longest;
  const auto &groups = rowsOf(nest).groups;
  for (auto [index, time] : llvm::enumerate(times)) {
    const auto &rows = groups[first + index];
    waited = waited + time -
             (zeros == 0 ? rows.rounds : rows.ofNew) * roundTime(nest);
  }
  for (const StreamedAccess &operand : info.operands) {
    if (!operand.has(*info.rowsOfSums()) || !isNewInRows(nest, operand, zeros))
      continue;
    Pace<N> pace = paceOf(nest, operand);
    N row = boxTime(nest, operand, stepsOf(nest, operand) * roundsInAll(nest)),
      ofGroups = number(0), ofRows = lackOfRows(nest, row, first == 0) - waited,
      ahead =
          (boxesAhead(pace) + boxesOnTheWay(nest, operand)) * pace.edge.parts;
    for (auto [index, time] : llvm::enumerate(times))
      ofGroups =
          ofGroups + max(comesForRows(nest, operand, first + index) - time, 0);
    N lacks = orders.byOrder(nest, [&](unsigned order) -> N {
      return operand.has(info.orders[order].back()) ? ofRows : ofGroups;
    });
    longest = max(longest, lacks - ahead);
  }
  return longest;
}

/// Cycles behind the first tile in which operands of the second row come.
template <typename N> N StreamedComposer<N>::secondRowAfter(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  N inFirst = rowsOf(nest).groups.front().ofNew * roundTime(nest),
    first = inFirst, second = number(0);
  for (const StreamedAccess &operand : info.operands)
    if (operand.has(*info.rowsOfSums()))
      second = max(second, comesForRows(nest, operand, 0));
    else
      first = max(first, comesFirst(nest, operand, number(0)));
  N rows = point.nests[nest].tiles[*info.rowsOfSums()];
  return select(le(rows, 1), number(0), max(second - first, number(0)));
}

/// What all tiles but the first take. Where FIFOs have room for all old values,
/// and rows become shorter, these come while longer ones are computed: the last
/// of them may be what the nest waits for.
template <typename N>
N StreamedComposer<N>::tilesOfRows(int nest, N perTile, N old) const {
  const StreamedNestInfo &info = program.nests[nest];
  unsigned all = 0; // in the first iteration of all other parallel loops
  N time = number(0);
  for (unsigned loop : info.parallel())
    if (loop != *info.rowsOfSums())
      all |= 1u << loop;
  bool areHeld = info.rowCoefficient() < 0 &&
                 program.followsTriangle(info.result.producer);
  N ofTile = areHeld ? perTile : max(perTile, old);
  for (unsigned zeros = 0; zeros <= all; ++zeros) {
    if ((zeros & all) != zeros)
      continue;
    N tiles = number(1), ofRows = number(0);
    std::vector<N> times;
    for (unsigned loop : info.parallel())
      if ((all >> loop & 1) && !((zeros >> loop) & 1))
        tiles = tiles * (point.nests[nest].tiles[loop] - 1);
    for (unsigned group = zeros == all; group < SumRows::groups; ++group) {
      times.push_back(rowTime(nest, zeros, group, ofTile));
      ofRows = ofRows + times.back();
    }
    ofRows = ofRows + waitsInShortRows(nest, zeros, times, zeros == all);
    if (zeros == all)
      ofRows = ofRows + secondRowAfter(nest);
    time = time + tiles * ofRows;
  }
  return time;
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
