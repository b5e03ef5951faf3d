//===- Listed.cpp - Choices near the optimum ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Listed.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::nlp;

/// How far the first limit is above what is least, of so many parts for each
/// block that is too long, and how fast limits then grow.
static constexpr int64_t MarginDivisor = 2;
static constexpr int64_t MarginGrowth = 2;
/// How many choices are too many.
static constexpr int64_t MostListed = 1 << 21;
/// Beyond this they are as good as none.
static constexpr int64_t MostLimit = INT64_MAX / (4 * MarginGrowth);

Listed::Listed(const Model &model, const Ranges &ranges,
               const Coupling &coupling, llvm::ArrayRef<Table> tables,
               size_t wideFrom, List list, ForEach forEach)
    : known(coupling), model(model), ranges(ranges), tables(tables),
      wideFrom(wideFrom), list(std::move(list)), forEach(std::move(forEach)),
      listed(tables.size()), limitOf(tables.size(), INT64_MIN) {
  computeStarts(known, tables);
  for (BlockId b = 0; b < tables.size(); ++b)
    if (tables[b].isTooLong)
      longBlocks.push_back(b);
}

RowLimit Listed::limitOn(BlockId b) const {
  return limitOn(b, known.objectives.front());
}

RowLimit Listed::limitOn(BlockId b, uint32_t root) const {
  RowLimit result(model, ranges, known, b, root);
  result.wideFrom = wideFrom;
  return result;
}

/// What the block adds to the objective: of the nodes that it alone decides, or
/// that are declared as its own, the one with the widest range.
std::optional<uint32_t> Listed::shareOf(BlockId b) const {
  std::optional<uint32_t> widest;
  llvm::DenseSet<uint32_t> seen;
  std::vector<uint32_t> open{known.objectives.front()};
  auto widthOf = [&](uint32_t n) {
    Interval range = known.nodes[n].start;
    return double(range.hi) - double(range.lo);
  };
  while (!open.empty()) {
    uint32_t n = open.back();
    open.pop_back();
    const CNode &node = known.nodes[n];
    if (!seen.insert(n).second || !llvm::is_contained(node.support, b))
      continue;
    if (node.block == int(b) || node.owner == int(b)) {
      if (!widest || widthOf(n) > widthOf(*widest))
        widest = n;
      continue;
    }
    for (unsigned i = 0; i < operandCount(node.op); ++i)
      open.push_back(node.x[i]);
  }
  return widest;
}

/// Where several blocks are too long, each is listed within what the others
/// leave: the more is known of their least, the fewer choices these are.
void Listed::learnShares() {
  std::vector<std::pair<std::optional<uint32_t>, int64_t>> learnt(
      longBlocks.size(), {std::nullopt, INT64_MAX});
  forEach(longBlocks.size(), [&](size_t i) {
    BlockId b = longBlocks[i];
    auto &[share, least] = learnt[i];
    if (!(share = shareOf(b)))
      return;
    RowLimit within = limitOn(b, *share);
    within.closesIn = true;
    if (list(b, within, MostListed).isComplete())
      least = within.least;
  });
  for (auto [share, least] : learnt)
    if (share && least != INT64_MAX) {
      Interval &range = known.nodes[*share].start;
      range.lo = std::max(range.lo, least);
    }
  computeStarts(known, tables);
}

std::optional<std::vector<Table>> Listed::next() {
  if (limit == INT64_MIN) {
    if (!listNearest())
      return std::nullopt;
  } else {
    if (limit > MostLimit || bound < -MostLimit)
      return std::nullopt;
    limit = bound + std::max<int64_t>(1, limit - bound) * MarginGrowth;
  }
  listWithin();
  std::vector<Table> result;
  for (auto [whole, some] : llvm::zip(tables, listed)) {
    if (!some.isComplete())
      return std::nullopt;
    result.push_back(whole.isTooLong ? some : whole);
  }
  return result;
}

/// Finds the first limit. False: a block has no choice, or that is not known.
bool Listed::listNearest() {
  if (longBlocks.size() > 1)
    learnShares();
  bound = known.nodes[known.objectives.front()].start.lo;
  limit = bound;
  std::vector<RowLimit> nearest;
  for (BlockId b : longBlocks) {
    nearest.push_back(limitOn(b));
    nearest.back().closesIn = true;
    nearest.back().marginDivisor = MarginDivisor * longBlocks.size();
  }
  forEach(longBlocks.size(), [&](size_t i) {
    listed[longBlocks[i]] = list(longBlocks[i], nearest[i], MostListed);
  });
  for (auto [b, within] : llvm::zip(longBlocks, nearest)) {
    limitOf[b] = within.limit;
    if (within.least == INT64_MAX) {
      if (listed[b].isComplete() && !within.refuting.empty())
        emptyBlock = b;
      refuting.assign(within.refuting.begin(), within.refuting.end());
      return false;
    }
    bound = std::max(bound, within.least);
    limit = std::max(limit, within.limit);
  }
  return true;
}

void Listed::listWithin() {
  forEach(longBlocks.size(), [&](size_t i) {
    BlockId b = longBlocks[i];
    if (limitOf[b] == limit)
      return;
    RowLimit within = limitOn(b);
    within.limit = limitOf[b] = limit;
    listed[b] = list(b, within, MostListed);
  });
}

bool Listed::isEmptyUnder(BlockId b, llvm::ArrayRef<unsigned> some) {
  RowLimit within = limitOn(b);
  within.heed(some);
  Table table = list(b, within, /*most=*/0);
  return table.rows == 0 && table.isComplete();
}
