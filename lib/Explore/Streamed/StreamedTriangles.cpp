//===- StreamedTriangles.cpp - Tiles that a constraint leaves -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a constraint between two loops that do not sum bounds the domain of a
// nest, such as j <= i, its tiles are counted by what is new in them and by
// what has passed before.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"
#include "talos/Support/Divisors.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

/// A figure for how the two loops are cut whose constraint bounds the domain.
template <typename N>
N StreamedComposer<N>::byTiles(
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
template <typename N> N StreamedComposer<N>::leftOut(int nest) const {
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

template <typename N>
const DomainTiles &StreamedComposer<N>::domain(int nest,
                                               const TwoTilings &cut) const {
  auto [known, isNew] =
      domains.try_emplace({nest, cut.xs, cut.ofX, cut.ys, cut.ofY});
  if (isNew)
    known->second = domainTiles(program.nests[nest], cut);
  return known->second;
}

/// 1: a block of an operand that lacks the outer loop comes before the round in
/// which it is new. Of one stream that is spread to two operands of a nest, the
/// other one, which uses a token sooner, has to have room for it.
template <typename N>
N StreamedComposer<N>::mayComeAhead(int nest,
                                    const StreamedAccess &access) const {
  N result = number(1);
  for (const StreamedAccess &other : program.nests[nest].operands) {
    if (!other.isSpreadWith(access) || other.dims == access.dims)
      continue;
    Pace<N> own = paceOf(nest, access), its = paceOf(nest, other);
    result =
        min(result, le(own.size - its.size, boxesAhead(its) * its.edge.parts));
  }
  return result;
}

/// 1: the operand is new in tiles of the domain whose tokens another operand of
/// the same array has had before.
template <typename N>
N StreamedComposer<N>::comesWithOther(int nest,
                                      const StreamedAccess &access) const {
  const StreamedNestInfo &info = program.nests[nest];
  unsigned first = info.outside->first, lacked = access.has(first);
  if (llvm::none_of(info.operands, [&](const StreamedAccess &other) {
        return other.isSpreadWith(access) && other.has(first) != bool(lacked);
      }))
    return number(0);
  return orders.byOrder(nest, [&](unsigned order) {
    bool isOther = info.orders[order].front() != first;
    return byTiles(nest, [&](const TwoTilings &cut) {
      return domain(nest, cut).follows[lacked][isOther];
    });
  });
}

/// What all tiles but the first take, where operands move in tiles of the
/// domain alone: of others the first and the last round of the sums is left.
template <typename N>
N StreamedComposer<N>::tilesOfDomain(int nest, N inTile, N perTile, N old) {
  const StreamedNestInfo &info = program.nests[nest];
  N time = number(0), others = max(perTile, old);
  for (unsigned news : {0, 1}) {
    N tiles = byTiles(nest, [&](const TwoTilings &cut) {
      return domain(nest, cut).used[news][news];
    });
    unsigned zeros = news << info.outside->first | news << info.outside->second;
    time = time + tiles * tileTime(nest, zeros, inTile, others);
  }
  for (unsigned lacked : {0, 1}) // new is what lacks this loop of the two
    for (unsigned group = 0; group < FreshTiles::groups; ++group) {
      unsigned loop = lacked ? info.outside->second : info.outside->first;
      N tiles = orders.byOrder(nest, [&](unsigned order) {
        bool isInner = info.orders[order].back() == loop;
        return byTiles(nest, [&](const TwoTilings &cut) {
          return domain(nest, cut).fresh[lacked][isInner].group[group].alone;
        });
      });
      time = time + tiles * tileTime(nest, 1u << loop, inTile, others, group);
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
  N round = roundTime(nest), groups = left - between, boxes = sumsOfTile(nest);
  Pace<N> pace = paceOf(nest, info.result);
  N ahead = max(boxesAhead(pace), boxes) * pace.edge.parts,
    behind =
        max(boxes * 2, number(usualDepth)) * resultParts(nest, info.result);
  return time + max(max(roundsLeft(nest) * round,
                        left * perTile + groups * (perTile - behind)),
                    left * old + groups * (old - ahead - round));
}

/// Of a tile that is left out: the first and the last one of its sums.
template <typename N> N StreamedComposer<N>::roundsOfLeft(int nest) const {
  return min(roundsInAll(nest), number(2));
}

/// Of all of them, where operands move in tiles of the domain alone.
template <typename N> N StreamedComposer<N>::roundsLeft(int nest) const {
  N left = byTiles(
      nest, [&](const TwoTilings &cut) { return domain(nest, cut).left; });
  return left * roundsOfLeft(nest);
}

/// The end of what is behind the first round of the outer loop, and of its
/// second half, which begin when their old values come: where a triangle's rows
/// become longer, old values may be what the first ones wait for, and
/// iterations what the others take.
template <typename N>
N StreamedComposer<N>::afterRounds(int nest, const Arrival<N> &old) const {
  const StreamedNestInfo &info = program.nests[nest];
  std::vector<unsigned> parallel = info.parallel();
  if (!info.outside || !info.outside->boundsOperands || info.rowsOfSums() ||
      parallel.size() != 2)
    return number(0);
  N inTile = iterationsOfTile(nest) * interval(nest),
    left = roundsOfLeft(nest) * roundTime(nest);
  Pace<N> pace = paceOf(nest, info.result);
  return orders.byOrder(nest, [&](unsigned order) -> N {
    unsigned outer = info.orders[order].front();
    bool isSecond = outer == info.outside->second;
    N rounds = point.nests[nest].tiles[outer],
      behind = partsBehindFirst(info.result, pace);
    auto after = [&](N before, DomainTiles::Late(DomainTiles::*late)[2]) {
      auto count = [&](int64_t DomainTiles::Late::*kind) {
        return byTiles(nest, [&](const TwoTilings &cut) {
          return (domain(nest, cut).*late)[isSecond].*kind;
        });
      };
      N parts = min(ceilDiv(pace.all * before, rounds), behind);
      return old.box + floorDiv((old.last - old.box) * parts, behind) +
             count(&DomainTiles::Late::used) * inTile +
             count(&DomainTiles::Late::left) * left;
    };
    return max(after(number(1), &DomainTiles::behindFirst),
               after(rounds - floorDiv(rounds, 2), &DomainTiles::late));
  });
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
