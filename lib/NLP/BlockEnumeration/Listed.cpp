//===- Listed.cpp - Choices near the optimum ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/Listed.h"
#include "NLP/BlockEnumeration/Remaining.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace talos;
using namespace talos::nlp;

/// How far the first limit is above what is least, of so many parts for each
/// block that is too long, and how fast limits then grow. Where all shares are
/// known it is one part for each: nearer limits were never enough, and cost
/// what listing within them took.
static constexpr int64_t MarginDivisor = 2;
static constexpr int64_t MarginGrowth = 2;
/// The same where a block is listed by what it adds to the objective.
static constexpr int64_t ShareMarginDivisor = 2;
/// How many choices are too many.
static constexpr int64_t MostListed = 1 << 21;
/// Of a block that takes no more work near its least, more are soon listed.
static constexpr int64_t LittleWork = 150000;
/// Beyond this they are as good as none.
static constexpr int64_t MostLimit = INT64_MAX / (4 * MarginGrowth);

Listed::Listed(const Model &model, const Ranges &ranges,
               const Coupling &coupling, llvm::ArrayRef<Table> tables,
               size_t wideFrom, List list, Workers &workers)
    : known(coupling), model(model), ranges(ranges), tables(tables),
      wideFrom(wideFrom), list(std::move(list)), workers(workers),
      listed(tables.size()), shares(tables.size()),
      limitOf(tables.size(), INT64_MIN) {
  computeStarts(known, tables);
  for (BlockId b = 0; b < tables.size(); ++b)
    if (tables[b].isTooLong)
      longBlocks.push_back(b);
  llvm::sort(longBlocks, [&](BlockId x, BlockId y) {
    return std::make_pair(log10SizeOf(x), x) <
           std::make_pair(log10SizeOf(y), y);
  });
}

/// Of all choices.
double Listed::log10SizeOf(BlockId b) const {
  double sum = 0;
  for (VarId v : model.blocks()[b].variables)
    sum += std::log10(double(model.variables()[v].domain.size()));
  return sum;
}

RowLimit Listed::limitOn(BlockId b, const Coupling &coupling) const {
  RowLimit result = limitOn(b, coupling, coupling.objectives.front());
  if (cap)
    result.startAt(*cap);
  return result;
}

RowLimit Listed::limitOn(BlockId b, const Coupling &coupling,
                         uint32_t root) const {
  RowLimit result(model, ranges, coupling, b, root);
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

/// Where several blocks are too long: lists each near the least that it adds to
/// the objective by itself, which is what the other blocks know of it then.
void Listed::learnShares(llvm::ArrayRef<BlockId> some) {
  workers.forEach(some.size(), [&](size_t i) {
    BlockId b = some[i];
    Share &share = shares[b];
    if (!(share.node = shareOf(b)))
      return;
    RowLimit within = limitOn(b, known, *share.node);
    within.closesIn = true;
    within.marginDivisor = ShareMarginDivisor;
    listed[b] = list(b, within, MostListed);
    if (listed[b].isComplete() && within.least != INT64_MAX) {
      share.least = within.least;
      share.limit = within.limit;
      share.work = within.work;
    }
  });
  for (const Share &share : shares)
    if (share.least) {
      Interval &range = known.nodes[*share.node].start;
      range.lo = std::max(range.lo, *share.least);
    }
  computeStarts(known, tables);
  bound = known.nodes[known.objectives.front()].start.lo;
}

/// Points within it need only the choices that learnShares() listed of the
/// block.
int64_t Listed::reachOf(BlockId b) const {
  const Share &share = shares[b];
  Coupling beyond = known;
  Interval &range = beyond.nodes[*share.node].start;
  if (share.limit >= range.hi)
    return MostLimit;
  range.lo = share.limit + 1;
  computeStarts(beyond, tables);
  return beyond.nodes[beyond.objectives.front()].start.lo - 1;
}

void Listed::prepare() {
  if (longBlocks.size() < 2 || isPrepared)
    return;
  isPrepared = true;
  // The last one takes longest, and what the others leave of it under a cap is
  // little.
  learnShares(llvm::ArrayRef(longBlocks).drop_back());
}

std::optional<std::vector<Table>> Listed::guess() {
  if (longBlocks.size() < 2)
    return std::nullopt;
  auto isCapNear = [&] { return cap && isNear(cap->most); };
  if (cap)
    prepare();
  if (!isCapNear()) {
    llvm::ArrayRef<BlockId> open(longBlocks);
    learnShares(isPrepared ? open.take_back() : open);
    if (!allHaveShares())
      return std::nullopt;
    if (!isCapNear())
      return chosen();
  }
  point = cap->most; // as good a limit as a point
  return std::nullopt;
}

/// Whether a limit is no more than twice the bound.
bool Listed::isNear(int64_t most) const {
  return bound > 0 && most / 2 - bound / 2 <= bound / 2;
}

bool Listed::allHaveShares() const {
  return llvm::all_of(longBlocks, [&](BlockId b) { return hasShare(b); });
}

/// Where shares are known.
void Listed::startWith(int64_t first) {
  limit = first;
  for (BlockId b : longBlocks)
    if (hasShare(b))
      limitOf[b] = reachOf(b);
}

std::optional<std::vector<Table>> Listed::next() {
  isExhausted = cap && (limit >= cap->most || bound > cap->most);
  if (isExhausted)
    return std::nullopt;
  if (limit == INT64_MIN) {
    if (point && isNear(*point))
      startWith(*point);
    else if (bound > 0 && allHaveShares())
      startWith(bound + bound / int64_t(longBlocks.size()));
    else if (!listNearest())
      return std::nullopt;
  } else {
    if (limit > MostLimit || bound < -MostLimit)
      return std::nullopt;
    limit = bound + std::max<int64_t>(1, limit - bound) * MarginGrowth;
  }
  if (cap)
    limit = std::min(limit, cap->most);
  if (point)
    limit = std::min(limit, *point);
  listWithin();
  return chosen();
}

/// The choices listed last, and all of the other blocks; none: too many.
std::optional<std::vector<Table>> Listed::chosen() const {
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
  bound = known.nodes[known.objectives.front()].start.lo;
  limit = bound;
  std::vector<RowLimit> nearest;
  for (BlockId b : longBlocks) {
    nearest.push_back(limitOn(b, known));
    nearest.back().closesIn = true;
    nearest.back().marginDivisor = MarginDivisor * longBlocks.size();
  }
  workers.forEach(longBlocks.size(), [&](size_t i) {
    listed[longBlocks[i]] = list(longBlocks[i], nearest[i], MostListed);
  });
  for (auto [b, within] : llvm::zip(longBlocks, nearest)) {
    limitOf[b] = within.limit;
    if (within.least == INT64_MAX) {
      if (listed[b].isComplete() && (cap || !within.refuting.empty()))
        emptyBlock = b;
      refuting.assign(within.refuting.begin(), within.refuting.end());
      return false;
    }
    bound = std::max(bound, within.least);
    limit = std::max(limit, within.limit);
  }
  return true;
}

/// A block as it is listed within the limit.
void Listed::listOne(BlockId b, const Coupling &narrowed) {
  if (limitOf[b] >= limit)
    return;
  RowLimit within = limitOn(b, narrowed);
  within.limit = limitOf[b] = limit;
  listed[b] = list(b, within, MostListed);
}

/// Blocks that take little first; what their rows leave of the ranges makes the
/// others shorter, one after the other, those of which nothing is known yet
/// before those that are known to have many choices.
void Listed::listWithin() {
  std::vector<BlockId> few, unknown, many;
  for (BlockId b : longBlocks) {
    bool isListed = limitOf[b] >= limit;
    if (!isListed && !hasShare(b))
      unknown.push_back(b);
    else if (isListed || shares[b].work < LittleWork)
      few.push_back(b);
    else
      many.push_back(b);
  }
  workers.forEach(few.size(), [&](size_t i) { listOne(few[i], known); });
  Coupling narrowed = known;
  std::vector<Table> some(tables);
  auto take = [&](BlockId b) {
    some[b] = listed[b];
    return listed[b].isComplete() && listed[b].rows > 0;
  };
  if (!llvm::all_of(few, take))
    return;
  for (BlockId b : llvm::concat<BlockId>(unknown, many)) {
    bool mayBe = narrowToRemaining(narrowed, some, limit);
    if (!mayBe)
      listed[b] = {};
    else
      listOne(b, narrowed);
    if (!mayBe || !take(b))
      return;
  }
}

bool Listed::isEmptyUnder(BlockId b, llvm::ArrayRef<unsigned> some) {
  RowLimit within = limitOn(b, known);
  within.heed(some);
  Table table = list(b, within, /*most=*/0);
  return table.rows == 0 && table.isComplete();
}
