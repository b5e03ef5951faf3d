//===- Listed.cpp - Choices near the optimum ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Listed.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::nlp;

/// How fast limits grow above what is least.
static constexpr int64_t MarginGrowth = 4;
/// How many choices are too many.
static constexpr int64_t MostListed = 1 << 21;
/// Beyond this they are as good as none.
static constexpr int64_t MostLimit = INT64_MAX / (4 * MarginGrowth);

Listed::Listed(const Model &model, const Ranges &ranges,
               const Coupling &coupling, llvm::ArrayRef<Table> tables,
               List list)
    : known(coupling), model(model), ranges(ranges), tables(tables),
      list(std::move(list)), listed(tables.size()),
      limitOf(tables.size(), INT64_MIN) {
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
  bound = known.nodes[known.objectives.front()].start.lo;
  limit = bound;
  for (BlockId b = 0; b < tables.size(); ++b) {
    if (!tables[b].isTooLong)
      continue;
    RowLimit within(model, ranges, known, b);
    within.closesIn = true;
    listed[b] = list(b, within, MostListed);
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
  for (BlockId b = 0; b < tables.size(); ++b) {
    if (!tables[b].isTooLong || limitOf[b] == limit)
      continue;
    RowLimit within(model, ranges, known, b);
    within.limit = limitOf[b] = limit;
    listed[b] = list(b, within, MostListed);
  }
}

bool Listed::isEmptyUnder(BlockId b, llvm::ArrayRef<unsigned> some) {
  RowLimit within(model, ranges, known, b);
  within.heed(some);
  Table table = list(b, within, /*most=*/0);
  return table.rows == 0 && table.isComplete();
}
