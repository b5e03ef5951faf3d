//===- LargeBlockEnumeration.cpp - Growing bounds of the objective --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/LargeBlockEnumeration.h"
#include "NLP/BlockEnumeration/RootPropagation.h"
#include <cmath>

using namespace talos::nlp;

/// How far the first limit is above what is least, of so many parts for each
/// block that is too long, and how fast limits then grow. Where all shares are
/// known it is one part for each: nearer limits were never enough, and cost
/// what the enumeration within them took.
static constexpr int64_t MarginDivisor = 2;
static constexpr int64_t MarginGrowth = 2;
/// A higher limit that lists no more than a part of the rows more costs a round
/// and tells little: the next one grows faster by the same factor again.
static constexpr size_t FewMoreRowsDivisor = 4;
/// So that limits cannot overflow.
static constexpr int64_t MostGrowth = 1 << 10;
/// The same where a block is enumerated by what it adds to the objective.
static constexpr int64_t ShareMarginDivisor = 2;
/// The first step above a bound that is known, and how often that is tried.
static constexpr int64_t FirstStepDivisor = 8;
static constexpr unsigned MostSteps = 12;
/// How many choices are too many.
static constexpr int64_t MaxChoices = 1 << 21;
/// Lanes: a block that took no more near its least share is small enough to be
/// enumerated before others.
static constexpr int64_t LittleWork = 150000;
/// Beyond this they are as good as none.
static constexpr int64_t MaxLimit = INT64_MAX / (4 * MostGrowth);

LargeBlockEnumeration::LargeBlockEnumeration(
    const Model &model, const Ranges &ranges, const Coupling &coupling,
    ArrayRef<Table> tables, size_t wideFrom, Enumerate enumerate,
    Workers &workers)
    : known(coupling), model(model), ranges(ranges), tables(tables),
      wideFrom(wideFrom), enumerate(std::move(enumerate)), workers(workers),
      enumerated(tables.size()), shares(tables.size()),
      limitOf(tables.size(), INT64_MIN), growth(MarginGrowth) {
  computeNodeRanges(known, tables);
  for (BlockId b = 0; b < tables.size(); ++b)
    if (tables[b].isTooLarge)
      largeBlocks.push_back(b);
  llvm::sort(largeBlocks, [&](BlockId x, BlockId y) {
    return std::make_pair(log10SizeOf(x), x) <
           std::make_pair(log10SizeOf(y), y);
  });
}

/// Of all choices.
double LargeBlockEnumeration::log10SizeOf(BlockId b) const {
  double sum = 0;
  for (VarId v : model.blocks()[b].variables)
    sum += std::log10(double(model.variables()[v].domain.size()));
  return sum;
}

BoundFilter LargeBlockEnumeration::filterOf(BlockId b,
                                            const Coupling &coupling) const {
  BoundFilter result = filterOf(b, coupling, coupling.objectives.front());
  if (objectiveBound)
    result.startAt(*objectiveBound);
  return result;
}

BoundFilter LargeBlockEnumeration::filterOf(BlockId b, const Coupling &coupling,
                                            uint32_t root) const {
  BoundFilter result(model, ranges, coupling, b, root);
  result.wideFrom = wideFrom;
  return result;
}

/// What the block adds to the objective: of the nodes that it alone decides, or
/// that are declared as its own, the one with the widest range.
std::optional<uint32_t> LargeBlockEnumeration::shareOf(BlockId b) const {
  std::optional<uint32_t> widest;
  DenseSet<uint32_t> seen;
  std::vector<uint32_t> open{known.objectives.front()};
  auto widthOf = [&](uint32_t n) {
    Interval range = known.nodes[n].range;
    return double(range.hi) - double(range.lo);
  };
  while (!open.empty()) {
    uint32_t n = open.back();
    open.pop_back();
    const CouplingNode &node = known.nodes[n];
    if (!seen.insert(n).second || !llvm::is_contained(node.support, b))
      continue;
    if (node.block == int(b) || node.owner == int(b)) {
      if (!widest || widthOf(n) > widthOf(*widest))
        widest = n;
      continue;
    }
    llvm::append_range(open, node.inputs());
  }
  return widest;
}

/// Where several blocks are too long: lists each near the least that it adds to
/// the objective by itself, which is what the other blocks know of it then.
void LargeBlockEnumeration::learnShares(ArrayRef<BlockId> some) {
  workers.forEach(some.size(), [&](size_t i) {
    BlockId b = some[i];
    Share &share = shares[b];
    if (!(share.node = shareOf(b)))
      return;
    BoundFilter filter = filterOf(b, known, *share.node);
    filter.isTightening = true;
    filter.marginDivisor = ShareMarginDivisor;
    enumerated[b] = enumerate(b, filter, MaxChoices);
    if (enumerated[b].isComplete() && filter.least != INT64_MAX) {
      share.least = filter.least;
      share.limit = filter.limit;
      share.work = filter.work;
    }
  });
  for (const Share &share : shares)
    if (share.least) {
      Interval &range = known.nodes[*share.node].range;
      range.lo = std::max(range.lo, *share.least);
    }
  computeNodeRanges(known, tables);
  bound = known.nodes[known.objectives.front()].range.lo;
}

/// The limit of the first objective within which points need only the choices
/// of the block that learnShares() enumerated.
int64_t LargeBlockEnumeration::reachOf(BlockId b) const {
  const Share &share = shares[b];
  Coupling beyond = known;
  Interval &range = beyond.nodes[*share.node].range;
  if (share.limit >= range.hi)
    return MaxLimit;
  range.lo = share.limit + 1;
  computeNodeRanges(beyond, tables);
  return beyond.nodes[beyond.objectives.front()].range.lo - 1;
}

void LargeBlockEnumeration::prepare() {
  if (largeBlocks.size() < 2 || isPrepared)
    return;
  isPrepared = true;
  // The last block takes longest, and under a bound of the objective the others
  // leave it few choices.
  learnShares(ArrayRef(largeBlocks).drop_back());
}

std::optional<std::vector<Table>> LargeBlockEnumeration::promisingChoices() {
  if (largeBlocks.size() < 2)
    return std::nullopt;
  auto isCapNear = [&] {
    return objectiveBound && isNear(objectiveBound->value);
  };
  if (objectiveBound)
    prepare();
  if (!isCapNear()) {
    ArrayRef<BlockId> open(largeBlocks);
    learnShares(isPrepared ? open.take_back() : open);
    if (!allHaveShares())
      return std::nullopt;
    if (!isCapNear())
      return chosen();
  }
  point = objectiveBound->value; // as good a limit as a point
  return std::nullopt;
}

/// Whether a limit is no more than twice the bound.
bool LargeBlockEnumeration::isNear(int64_t most) const {
  return bound > 0 && most / 2 - bound / 2 <= bound / 2;
}

bool LargeBlockEnumeration::allHaveShares() const {
  return llvm::all_of(largeBlocks, [&](BlockId b) { return hasShare(b); });
}

/// Where shares are known.
void LargeBlockEnumeration::startWith(int64_t first) {
  limit = first;
  for (BlockId b : largeBlocks)
    if (hasShare(b))
      limitOf[b] = reachOf(b);
}

std::optional<std::vector<Table>> LargeBlockEnumeration::next() {
  auto isDone = [&] {
    isExhausted = objectiveBound && (limit >= objectiveBound->value ||
                                     bound > objectiveBound->value);
    return isExhausted;
  };
  if (isDone())
    return std::nullopt;
  if (limit == INT64_MIN) {
    raiseBound();
    if (isDone())
      return std::nullopt;
    if (point && isNear(*point))
      startWith(*point);
    else if (bound > 0 && allHaveShares())
      startWith(bound + bound / int64_t(largeBlocks.size()));
    else if (!enumerateNearest())
      return std::nullopt;
  } else {
    if (limit > MaxLimit || bound < -MaxLimit)
      return std::nullopt;
    limit = bound + std::max<int64_t>(1, limit - bound) * growth;
  }
  if (objectiveBound)
    limit = std::min(limit, objectiveBound->value);
  if (point)
    limit = std::min(limit, *point);
  enumerateWithinLimit();
  chooseGrowth();
  return chosen();
}

void LargeBlockEnumeration::chooseGrowth() {
  size_t rows = 0;
  for (BlockId b : largeBlocks)
    rows += enumerated[b].rows;
  bool hasFewMore = rows >= rowsBefore && rowsBefore > 0 &&
                    rows - rowsBefore <= rowsBefore / FewMoreRowsDivisor;
  growth =
      hasFewMore ? std::min(growth * MarginGrowth, MostGrowth) : MarginGrowth;
  rowsBefore = rows;
}

/// The tables of large blocks enumerated last, and those of the other blocks;
/// none: a block has too many choices.
std::optional<std::vector<Table>> LargeBlockEnumeration::chosen() const {
  std::vector<Table> result;
  for (auto [whole, some] : llvm::zip(tables, enumerated)) {
    if (!some.isComplete())
      return std::nullopt;
    result.push_back(whole.isTooLarge ? some : whole);
  }
  return result;
}

/// What the rows of the other blocks say of the first objective, whatever the
/// large ones do: gallops until a limit is not refuted, and halves.
void LargeBlockEnumeration::raiseBound() {
  bound = std::max(bound, known.nodes[known.objectives.front()].range.lo);
  int64_t last = objectiveBound ? objectiveBound->value : MaxLimit;
  if (bound <= 0)
    return;
  int64_t step = std::max<int64_t>(1, bound / FirstStepDivisor);
  bool isGalloping = true;
  RootPropagation root(known, tables);
  for (unsigned i = 0; i < MostSteps && step > 0 && bound <= last; ++i) {
    int64_t most = last - bound < step ? last : bound + step - 1;
    if (root.mayBe(most))
      isGalloping = false;
    else
      bound = most + 1;
    step = isGalloping ? 2 * step : step / 2;
  }
}

/// Finds the first limit. False: a block has no choice, or that is not known.
bool LargeBlockEnumeration::enumerateNearest() {
  limit = bound;
  std::vector<BoundFilter> nearest;
  for (BlockId b : largeBlocks) {
    nearest.push_back(filterOf(b, known));
    nearest.back().isTightening = true;
    nearest.back().atLeast = bound;
    nearest.back().marginDivisor = MarginDivisor * largeBlocks.size();
  }
  workers.forEach(largeBlocks.size(), [&](size_t i) {
    enumerated[largeBlocks[i]] =
        enumerate(largeBlocks[i], nearest[i], MaxChoices);
  });
  for (auto [b, filter] : llvm::zip(largeBlocks, nearest)) {
    limitOf[b] = filter.limit;
    if (filter.least == INT64_MAX) {
      if (enumerated[b].isComplete() &&
          (objectiveBound || !filter.refuting.empty()))
        emptyBlock = b;
      refuting.assign(filter.refuting.begin(), filter.refuting.end());
      return false;
    }
    bound = std::max(bound, filter.least);
    limit = std::max(limit, filter.limit);
  }
  return true;
}

/// Enumerates a block within the limit, unless its table is known.
void LargeBlockEnumeration::enumerateOne(BlockId b, const Coupling &narrowed) {
  if (limitOf[b] >= limit)
    return;
  BoundFilter filter = filterOf(b, narrowed);
  filter.limit = limitOf[b] = limit;
  enumerated[b] = enumerate(b, filter, MaxChoices);
}

/// Blocks that take little first; what their rows leave of the ranges makes the
/// others shorter, one after the other, those of which nothing is known yet
/// before those that are known to have many choices.
void LargeBlockEnumeration::enumerateWithinLimit() {
  std::vector<BlockId> few, unknown, many;
  for (BlockId b : largeBlocks) {
    bool isListed = limitOf[b] >= limit;
    if (!isListed && !hasShare(b))
      unknown.push_back(b);
    else if (isListed || shares[b].work < LittleWork)
      few.push_back(b);
    else
      many.push_back(b);
  }
  workers.forEach(few.size(), [&](size_t i) { enumerateOne(few[i], known); });
  Coupling narrowed = known;
  std::vector<Table> some(tables);
  auto take = [&](BlockId b) {
    some[b] = enumerated[b];
    return enumerated[b].isComplete() && enumerated[b].rows > 0;
  };
  if (!llvm::all_of(few, take))
    return;
  for (BlockId b : llvm::concat<BlockId>(unknown, many)) {
    bool mayBe = propagateAtRoot(narrowed, some, limit);
    if (!mayBe)
      enumerated[b] = {};
    else
      enumerateOne(b, narrowed);
    if (!mayBe || !take(b))
      return;
  }
}

bool LargeBlockEnumeration::isEmptyUnder(BlockId b, ArrayRef<unsigned> some) {
  BoundFilter filter = filterOf(b, known);
  filter.heed(some);
  Table table = enumerate(b, filter, /*most=*/0);
  return table.rows == 0 && table.isComplete();
}
