//===- TrueBounds.cpp - Iterations within what loops around leave ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Task/TrueBounds.h"
#include "talos/Support/Divisors.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::cost;

/// Tiles of `tile` iterations that hold the range, from multiples on.
static int64_t tilesOf(std::pair<int64_t, int64_t> range, int64_t tile) {
  auto [first, end] = range;
  return end <= first ? 0 : (end + tile - 1) / tile - first / tile;
}

/// Some run has less than the whole box of the loop.
static bool varies(const StatementShape &shape, unsigned loop) {
  std::pair<int64_t, int64_t> box(0, shape.loops[loop].trip);
  return llvm::any_of(shape.ranges, [&](const RunRanges &group) {
    return group.loops[loop] != box;
  });
}

static bool isCoupled(const StatementShape &shape, unsigned loop) {
  return shape.coupled &&
         (loop == shape.coupled->outer || loop == shape.coupled->inner);
}

int64_t cost::countRuns(const StatementShape &shape) {
  int64_t runs = shape.coupled ? 1 : 0;
  for (const RunRanges &group : shape.ranges)
    runs += group.runs;
  return runs;
}

bool cost::fitsTable(const StatementShape &shape) {
  size_t leaves = 1;
  for (unsigned l = 0; l < shape.loops.size(); ++l)
    if (varies(shape, l) || isCoupled(shape, l))
      leaves *= divisors(shape.loops[l].trip).size();
  return leaves <= mostTableLeaves;
}

namespace {

/// The sum over all runs of the tiles of the loops whose ranges vary.
template <typename N> class TileCount {
public:
  TileCount(const StatementShape &shape, const TaskChoice<N> &choice,
            std::vector<unsigned> loops, const Numbers<N> &number)
      : shape(shape), choice(choice), loops(std::move(loops)), number(number) {}

  N run() const {
    std::vector<Int> runs;
    for (const RunRanges &group : shape.ranges)
      runs.push_back(group.runs);
    return from(0, runs);
  }

private:
  /// `counts`: by group, over the loops before `at`.
  N from(unsigned at, const std::vector<Int> &counts) const {
    if (at == loops.size()) {
      Int sum = 0;
      for (Int count : counts)
        sum = sum + count;
      return number(sum.isValid() ? sum.value() : INT64_MAX);
    }
    unsigned loop = loops[at];
    auto withTile = [&](int64_t tile) {
      // A single tile has no loop that a run without iterations could skip.
      if (tile == shape.loops[loop].trip)
        return from(at + 1, counts);
      std::vector<Int> next;
      for (auto [count, group] : llvm::zip(counts, shape.ranges))
        next.push_back(count * tilesOf(group.loops[loop], tile));
      return from(at + 1, next);
    };
    const N &tile = choice.loops[loop].t2;
    if (std::optional<int64_t> known = Numbers<N>::known(tile))
      return withTile(*known);
    N result = number(0);
    for (int64_t divisor : divisors(shape.loops[loop].trip))
      result = result + eq(tile, divisor) * withTile(divisor);
    return result;
  }

  const StatementShape &shape;
  const TaskChoice<N> &choice;
  std::vector<unsigned> loops;
  const Numbers<N> &number;
};

} // namespace

/// What a table adds up says little while the factors are open: no tile holds
/// more iterations than it has.
template <typename N>
static N leastTiles(const StatementShape &shape, const TaskChoice<N> &choice,
                    const std::vector<unsigned> &loops,
                    const Numbers<N> &number) {
  Int points = 0;
  for (const RunRanges &group : shape.ranges) {
    Int inRun = group.runs;
    for (unsigned l : loops)
      inRun = inRun * tilesOf(group.loops[l], 1);
    points = points + inRun;
  }
  N tile = number(1);
  for (unsigned l : loops)
    tile = tile * choice.loops[l].t2;
  return ceilDiv(number(points.isValid() ? points.value() : 0), tile);
}

namespace {
enum class Counted { Pairs, Between };
} // namespace

/// Of the coupled loops; all pairs of their tiles where they keep their box.
template <typename N>
static N coupledTiles(const StatementShape &shape, const TaskChoice<N> &choice,
                      Counted counted, const Numbers<N> &number) {
  const CoupledLoops &coupled = *shape.coupled;
  const N &outer = choice.loops[coupled.outer].t2;
  const N &inner = choice.loops[coupled.inner].t2;
  std::optional<int64_t> o = Numbers<N>::known(outer);
  std::optional<int64_t> i = Numbers<N>::known(inner);
  int64_t outerTrip = shape.loops[coupled.outer].trip;
  auto tiles = [&](int64_t outerTile, int64_t innerTile) {
    std::optional<CoupledLoops::Tiles> own =
        coupled.tiles(outerTile, innerTile);
    if (!own)
      return (outerTrip / outerTile) * (coupled.innerTrip / innerTile);
    return counted == Counted::Pairs ? own->pairs : own->between;
  };
  if (o && i)
    return number(tiles(*o, *i));
  N result = number(0);
  for (int64_t outerTile : divisors(outerTrip)) {
    N row = number(0);
    for (int64_t innerTile : divisors(coupled.innerTrip))
      row = row + eq(inner, innerTile) * tiles(outerTile, innerTile);
    result = result + eq(outer, outerTile) * row;
  }
  if (counted == Counted::Between)
    return max(result, number(1));
  int64_t points = 0;
  for (auto [first, end] : coupled.ranges)
    points += end - first;
  return max(result, ceilDiv(number(points), outer * inner));
}

template <typename N>
N cost::iterationsBetween(const StatementShape &shape,
                          const TaskChoice<N> &choice,
                          const Numbers<N> &number) {
  N others = coupledTiles(shape, choice, Counted::Between, number);
  for (unsigned l = 0; l < shape.loops.size(); ++l)
    if (!shape.loops[l].reduction && !isCoupled(shape, l))
      others = others * choice.loops[l].t0 * choice.loops[l].t1;
  return others;
}

template <typename N>
N cost::iterationsOfRuns(const StatementShape &shape,
                         const TaskChoice<N> &choice,
                         const std::vector<unsigned> &loops,
                         const Numbers<N> &number) {
  std::vector<unsigned> varying;
  N box = number(1);
  for (unsigned l : loops) {
    if (varies(shape, l))
      varying.push_back(l);
    else if (!isCoupled(shape, l))
      box = box * choice.loops[l].t0 * choice.loops[l].t1;
  }
  if (shape.coupled)
    return coupledTiles(shape, choice, Counted::Pairs, number) * box;
  N tiles = TileCount<N>(shape, choice, varying, number).run();
  if (Numbers<N>::known(tiles))
    return tiles * box;
  return max(tiles, leastTiles(shape, choice, varying, number)) * box;
}

template <typename N>
N cost::mayHaveTrueBounds(const Statement &statement,
                          const TaskChoice<N> &choice,
                          const Numbers<N> &number) {
  const StatementShape &shape = statement.shape();
  if ((shape.ranges.empty() && !shape.coupled) || !choice.transfers.empty() ||
      choice.accumulator != Accumulator::Direct)
    return number(0);
  N may = number(1), carried = number(0), innermost = number(1);
  N around = number(1); // iterations of the loops of a sum
  for (auto [loop, chosen] : llvm::zip(shape.loops, choice.loops)) {
    if (loop.sequential && shape.loops.size() > 1)
      return number(0);
    may = may * (1 - le(2, chosen.t0) * le(2, chosen.t1));
    // However the pipelined loop is split: that alone must not pay.
    innermost =
        innermost * select(chosen.pipelined, chosen.t0 * chosen.t1, number(1));
    if (loop.reduction) {
      carried = carried + chosen.pipelined;
      around = around * chosen.t0 * chosen.t1;
    }
  }
  if (shape.coupled) {
    const LoopChoice<N> &o = choice.loops[shape.coupled->outer];
    const LoopChoice<N> &i = choice.loops[shape.coupled->inner];
    N fewer = le(coupledTiles(shape, choice, Counted::Pairs, number) + 1,
                 o.t0 * o.t1 * i.t0 * i.t1);
    N apart = number(1);
    if (shape.coupled->outerReduces)
      apart = le(innermost, iterationsBetween(shape, choice, number));
    return may * (1 - carried) * fewer * apart;
  }
  // Where one iteration has all terms of a sum, no loop is flattened under it.
  return statement.accumulates() && shape.loops.size() > 1
             ? may * max(carried, le(around, 1))
             : may;
}

template Int cost::iterationsOfRuns(const StatementShape &,
                                    const TaskChoice<Int> &,
                                    const std::vector<unsigned> &,
                                    const Numbers<Int> &);
template nlp::Expr cost::iterationsOfRuns(const StatementShape &,
                                          const TaskChoice<nlp::Expr> &,
                                          const std::vector<unsigned> &,
                                          const Numbers<nlp::Expr> &);
template Int cost::iterationsBetween(const StatementShape &,
                                     const TaskChoice<Int> &,
                                     const Numbers<Int> &);
template nlp::Expr cost::iterationsBetween(const StatementShape &,
                                           const TaskChoice<nlp::Expr> &,
                                           const Numbers<nlp::Expr> &);
template Int cost::mayHaveTrueBounds(const Statement &, const TaskChoice<Int> &,
                                     const Numbers<Int> &);
template nlp::Expr cost::mayHaveTrueBounds(const Statement &,
                                           const TaskChoice<nlp::Expr> &,
                                           const Numbers<nlp::Expr> &);
