//===- StreamedDomain.cpp - Tiles that a nest leaves out ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedDomain.h"

using namespace talos;
using namespace talos::explore;

/// Whether a tile has no point of the domain: x and y go over so many
/// iterations from the tile on.
static bool isOutside(const StreamedOutside &outside, int64_t x, int64_t ofX,
                      int64_t y, int64_t ofY) {
  int64_t most = outside.constant + outside.a * x + outside.b * y +
                 std::max<int64_t>(outside.a, 0) * (ofX - 1) +
                 std::max<int64_t>(outside.b, 0) * (ofY - 1);
  return most < 0;
}

int64_t explore::outsideTiles(const StreamedNestInfo &info,
                              const TwoTilings &cut) {
  const StreamedOutside &outside = *info.outside;
  int64_t count = 0;
  for (int64_t i = 1; i < cut.xs; ++i)
    for (int64_t j = 1; j < cut.ys; ++j)
      count += isOutside(outside, i * cut.ofX, cut.ofX, j * cut.ofY, cut.ofY);
  return count;
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

namespace {
/// Of operands of one kind: where they are new, and what was since they were.
struct FreshCounter {
  explicit FreshCounter(FreshTiles &tiles) : tiles(tiles) {}

  FreshTiles &tiles;
  PassedTiles since;
  /// Of the present round, what has passed before the first of these.
  int64_t fresh = 0, alone = 0;
  PassedTiles before, inRound;

  void pass(int64_t PassedTiles::*what) {
    ++(since.*what);
    if (fresh == 0)
      ++(inRound.*what);
  }
  void leaveOut() { pass(&PassedTiles::left); }
  void use(bool isNew, bool isAlone) {
    if (!isNew) {
      ++tiles.behind;
      return pass(&PassedTiles::used);
    }
    if (fresh == 0)
      before = since;
    ++fresh;
    alone += isAlone;
    tiles.behind = 0;
    since = {};
  }
  void endRound() {
    tiles.add(fresh, alone, before, inRound);
    fresh = alone = 0;
    before = inRound = {};
  }
};
} // namespace

/// In rounds of a loop: `isUsed(outer, inner)`, and whether operands are new
/// that lack the outer loop, and those that lack the inner one.
static void countFresh(int64_t outers, int64_t inners,
                       llvm::function_ref<bool(int64_t, int64_t)> isUsed,
                       llvm::function_ref<bool(int64_t, int64_t)> lacksOuter,
                       llvm::function_ref<bool(int64_t, int64_t)> lacksInner,
                       FreshTiles &ofOuter, FreshTiles &ofInner) {
  FreshCounter first(ofOuter), second(ofInner);
  for (int64_t outer = 0; outer < outers; ++outer) {
    for (int64_t inner = 0; inner < inners; ++inner) {
      if (!isUsed(outer, inner)) {
        first.leaveOut();
        second.leaveOut();
        continue;
      }
      bool isFirst = lacksOuter(outer, inner),
           isSecond = lacksInner(outer, inner);
      first.use(isFirst, !isSecond);
      second.use(isSecond, !isFirst);
    }
    first.endRound();
    second.endRound();
  }
}

DomainTiles explore::domainTiles(const StreamedNestInfo &info,
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
  // A round along the one loop has its tokens at once, the other loop uses them
  // where the two meet, in whole tiles.
  if (moves && outside.a > 0 && outside.b < 0)
    tiles.follows[0][0] = ofX % ofY == 0, tiles.follows[0][1] = 1;
  if (moves && outside.a < 0 && outside.b > 0)
    tiles.follows[1][1] = ofY % ofX == 0, tiles.follows[1][0] = 1;
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
      bool newX = isNewX(x, y), newY = isNewY(x, y), out = isOut(x, y);
      auto count = [&](DomainTiles::Late &tilesOf, bool isLate) {
        if (isLate)
          ++(out ? tilesOf.left : tilesOf.used);
      };
      count(tiles.behindFirst[0], x >= 1);
      count(tiles.behindFirst[1], y >= 1);
      count(tiles.late[0], x >= xs - xs / 2);
      count(tiles.late[1], y >= ys - ys / 2);
      if (!out) {
        ++tiles.used[newX][newY];
        continue;
      }
      ++tiles.left;
      tiles.between[0] += isOut(x, y - 1);
      tiles.between[1] += isOut(x - 1, y);
    }
  return tiles;
}

namespace {
/// Rows of a constraint whose other loop sums: the tiles of a row are rounds.
class RowCounter {
public:
  RowCounter(const StreamedNestInfo &info, const TwoTilings &cut, bool isInner);
  SumRows run();

private:
  bool isUsed(int64_t row, int64_t round) const;
  int64_t dropped(int64_t row) const;
  int64_t kept(int64_t row) const;
  int64_t fresh(int64_t row) const;
  bool findMoves(const StreamedNestInfo &info, bool isInner);
  void add(SumRows::Group &group, int64_t row) const;

  const StreamedOutside &outside;
  const TwoTilings &cut;
  bool sumsFirst; ///< the first loop of the constraint is the one that sums
  int64_t rows, rounds;
  SumRows result;
};
} // namespace

RowCounter::RowCounter(const StreamedNestInfo &info, const TwoTilings &cut,
                       bool isInner)
    : outside(*info.outside), cut(cut),
      sumsFirst(info.loops[outside.first].reduces),
      rows(sumsFirst ? cut.ys : cut.xs), rounds(sumsFirst ? cut.xs : cut.ys) {
  result.moves = findMoves(info, isInner);
}

bool RowCounter::isUsed(int64_t row, int64_t round) const {
  int64_t x = sumsFirst ? round : row, y = sumsFirst ? row : round;
  return !isOutside(outside, x * cut.ofX, cut.ofX, y * cut.ofY, cut.ofY);
}

/// From the last one of this row that is used to the first one of the next.
int64_t RowCounter::dropped(int64_t row) const {
  if (!result.moves || row + 1 == rows)
    return 0;
  int64_t count = 0;
  for (int64_t round = rounds; round > 0 && !isUsed(row, round - 1); --round)
    ++count;
  for (int64_t round = 0; round < rounds && !isUsed(row + 1, round); ++round)
    ++count;
  return count;
}

/// The first and the last round are left wherever they are.
int64_t RowCounter::kept(int64_t row) const {
  int64_t count = 0;
  for (int64_t round = 0; round < rounds; ++round)
    count += round == 0 || round == rounds - 1 || isUsed(row, round);
  return count;
}

/// Rounds whose tokens are new, of operands that the rows do not move.
int64_t RowCounter::fresh(int64_t row) const {
  if (!result.moves)
    return row == 0 ? rounds : 0;
  int64_t count = 0;
  for (int64_t round = 0; round < rounds; ++round)
    count += isUsed(row, round) && (row == 0 || !isUsed(row - 1, round));
  return count;
}

/// Tokens of operands that the rows do not move have to be new in the first
/// row, or in later ones the later the round is; loops between would then move
/// others before. Something has to be left out.
bool RowCounter::findMoves(const StreamedNestInfo &info, bool isInner) {
  int64_t left = 0;
  for (int64_t row = 0; row < rows; ++row)
    left += rounds - kept(row);
  if (!info.outside->boundsOperands || left == 0)
    return false;
  int64_t ofRow = sumsFirst ? outside.b : outside.a,
          ofRound = sumsFirst ? outside.a : outside.b;
  if (ofRow <= 0 || rows == 1 || (isUsed(0, 0) && isUsed(0, rounds - 1)))
    return true;
  result.isLater = ofRound < 0 && isInner && !isUsed(-1, 0);
  return result.isLater;
}

void RowCounter::add(SumRows::Group &group, int64_t row) const {
  ++group.rows;
  group.next += row + 1 < rows;
  group.fresh += fresh(row);
  bool isFirst = row == 0 && !result.moves;
  group.rounds += isFirst ? rounds : kept(row);
  group.ofNew += result.moves ? kept(row) : rounds;
  group.dropped += dropped(row);
}

SumRows RowCounter::run() {
  add(result.group[0], 0);
  for (int64_t row = 1; row < rows; ++row)
    add(result.group[1 + kept(row) * (SumRows::groups - 1) / (rounds + 1)],
        row);
  result.last = rows == 1 ? result.group[0].rounds : kept(rows - 1);
  result.first = rounds;
  while (result.moves && result.first > 1 && !isUsed(0, result.first - 1))
    --result.first;
  return result;
}

SumRows explore::sumRows(const StreamedNestInfo &info, const TwoTilings &cut,
                         bool isInner) {
  return RowCounter(info, cut, isInner).run();
}
