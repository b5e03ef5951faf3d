//===- StreamedDomain.h - Tiles that a nest leaves out ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts of the tiles that a constraint between two loops leaves, and of those
// in which tokens of operands are new, as hls-schedule-nests leaves them out.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDDOMAIN_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDDOMAIN_H

#include "Explore/Streamed/StreamedProgram.h"

namespace talos::explore {

/// Tiles that have passed without new operands: with others, and left out.
struct PassedTiles {
  int64_t used = 0, left = 0;
};

/// Tiles in which operands are new, in rounds of the outer loop, and what has
/// passed since they were new before. Where none, few, more, and many have used
/// others is counted apart.
struct FreshTiles {
  static constexpr unsigned groups = 4;
  struct Group {
    int64_t rounds = 0;
    PassedTiles since, inRound; ///< the latter: of the present round
    int64_t alone = 0;          ///< tiles in which no other operands are new
  };
  Group group[groups];
  int64_t tiles = 0;
  int64_t behind = 0; ///< tiles of the domain behind the last of these
  void add(int64_t fresh, int64_t alone, PassedTiles since,
           PassedTiles inRound) {
    tiles += fresh;
    if (fresh == 0)
      return;
    Group &of = group[since.used < 2 ? since.used : since.used < 4 ? 2 : 3];
    auto add = [](PassedTiles &to, PassedTiles more) {
      to.used += more.used;
      to.left += more.left;
    };
    ++of.rounds;
    add(of.since, since);
    add(of.inRound, inRound);
    of.alone += alone;
  }
};

/// Tiles but the first one of the box, by what is new in them: operands that
/// lack the first loop, and those that lack the second one.
struct DomainTiles {
  int64_t used[2][2] = {};
  /// 1: tiles in which operands are new that lack the first loop, or the second
  /// one, need no tokens but those that operands with that loop had before, if
  /// they are of the same array. The one loop is the outer one, or the other.
  int64_t follows[2][2] = {};
  int64_t left = 0; ///< out, but for the first and the last round
  /// Of these, such that others lie between them and a tile of the domain: by
  /// the loop that is the outer one.
  int64_t between[2] = {};
  /// Behind the first round of the outer loop, which is the first or the second
  /// one, and in its second half (of an odd number the shorter one): used, and
  /// left out.
  struct Late {
    int64_t used = 0, left = 0;
  };
  Late behindFirst[2], late[2];
  /// Of operands that lack the loop, which is the outer one or the inner one.
  FreshTiles fresh[2][2];
};

/// How two loops are cut: into so many tiles, of so many iterations.
struct TwoTilings {
  int64_t xs, ofX, ys, ofY;
};

/// Tiles of two loops, none of which sums, that are left out where operands
/// move in the order of the whole box.
int64_t outsideTiles(const StreamedNestInfo &info, const TwoTilings &cut);

/// Where the loops are cut into so many tiles, none of which sums.
DomainTiles domainTiles(const StreamedNestInfo &info, const TwoTilings &cut);

/// Rows of tiles along the loop of a constraint that does not sum; the other
/// one does. The first row is a group of its own, the others are grouped by the
/// rounds of their sums.
struct SumRows {
  static constexpr unsigned groups = 5;
  struct Group {
    int64_t rows = 0;
    int64_t next = 0;   ///< of these, such that another one follows
    int64_t rounds = 0; ///< that are not left out
    /// The same in tiles where operands with both loops are new.
    int64_t ofNew = 0;
    /// Rounds whose tokens of such operands are dropped before the next row.
    int64_t dropped = 0;
    int64_t fresh = 0; ///< rounds in which operands without the loop are new
  };
  Group group[groups];
  int64_t last = 0; ///< rounds of the last row
  /// Rounds of the first row up to the last one with tokens of operands that
  /// have both loops.
  int64_t first = 0;
  /// Operands move in tiles of the domain alone; those without the loop are new
  /// in later rows.
  bool moves = false, isLater = false;
};

/// `isInner`: the rows are those of the loop next to the one that sums.
SumRows sumRows(const StreamedNestInfo &info, const TwoTilings &cut,
                bool isInner);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDDOMAIN_H
