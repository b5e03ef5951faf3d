//===- Narrowing.cpp - The rows that a good point may have ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/Narrowing.h"
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// A limit lies above the least bound by at least this fraction of it: where
/// many points are near it, one of them may well be a solution.
static constexpr int64_t LeastMarginDivisor = 2;
/// How often rows that constraints rule out are replaced by others.
static constexpr unsigned MaxRefutations = 4;

namespace {
bool isOver(const CouplingNode &node, BlockId b) {
  return llvm::is_contained(node.support, b);
}
} // namespace

RowRanges::RowRanges(const Coupling &coupling, ArrayRef<Table> tables)
    : coupling(coupling), tables(tables) {
  for (const CouplingNode &node : coupling.nodes)
    nodeRanges.push_back(node.range);
}

void RowRanges::of(BlockId b, ArrayRef<uint32_t> roots, ArrayRef<uint32_t> rows,
                   function_ref<void(size_t, size_t, Lanes &)> take) {
  std::vector<uint32_t> features, above;
  for (uint32_t n :
       coneOf(coupling.nodes, roots,
              [&](const CouplingNode &node) { return isOver(node, b); }))
    (coupling.nodes[n].block >= 0 ? features : above).push_back(n);
  Lanes lanes(coupling, features, above, roots, scratch);
  for (size_t from = 0; from < rows.size(); from += Lanes::Count) {
    size_t count = std::min<size_t>(Lanes::Count, rows.size() - from);
    for (uint32_t n : features) {
      const std::vector<int64_t> &column =
          tables[b].features[coupling.nodes[n].column];
      lanes.set(n, count, [&](unsigned l) {
        return Interval::point(column[rows[from + l]]);
      });
    }
    lanes.run(count, nodeRanges);
    take(from, count, lanes);
  }
}

namespace {
Table onlyRows(const Table &table, ArrayRef<uint32_t> rows) {
  Table result;
  result.variables = table.variables;
  result.rows = rows.size();
  result.feasible = table.feasible;
  for (const std::vector<int64_t> &column : table.features) {
    result.features.emplace_back();
    result.features.back().reserve(rows.size());
    for (uint32_t row : rows)
      result.features.back().push_back(column[row]);
  }
  size_t width = table.variables.size();
  result.choices.reserve(rows.size() * width);
  for (uint32_t row : rows)
    result.choices.insert(result.choices.end(),
                          table.choices.begin() + row * width,
                          table.choices.begin() + (row + 1) * width);
  return result;
}
} // namespace

static Coupling withRanges(Coupling coupling, ArrayRef<Table> tables) {
  computeNodeRanges(coupling, tables);
  return coupling;
}

Narrowing::Narrowing(const Coupling &raw, ArrayRef<Table> tables)
    : coupling(withRanges(raw, tables)), tables(tables),
      ranges(coupling, tables) {
  uint32_t objective = coupling.objectives.front();
  for (BlockId b = 0; b < tables.size(); ++b) {
    std::vector<uint32_t> rows(tables[b].rows);
    std::iota(rows.begin(), rows.end(), 0);
    bounds.emplace_back(rows.size(), coupling.nodes[objective].range.lo);
    checked.emplace_back(rows.size(), false);
    if (isOver(coupling.nodes[objective], b))
      ranges.of(b, objective, rows,
                [&](size_t from, size_t count, Lanes &lanes) {
                  lanes.read(objective, count, [&](unsigned l, Interval range) {
                    bounds[b][from + l] = range.lo;
                  });
                });
  }
}

/// The bound that so many rows of the block do not exceed.
int64_t Narrowing::ranked(BlockId b, size_t rows) const {
  std::vector<int64_t> sorted(bounds[b]);
  std::nth_element(sorted.begin(), sorted.begin() + rows, sorted.end());
  return sorted[rows];
}

/// Rules out rows within the limit with which some constraint cannot hold.
/// False: there are none.
bool Narrowing::refute(BlockId b, int64_t limit) {
  // Constraints over two blocks relate certain rows: they say little of one.
  std::vector<uint32_t> roots;
  for (const CouplingConstraint &c : coupling.constraints)
    if (coupling.nodes[c.node].support.size() > 2 &&
        isOver(coupling.nodes[c.node], b))
      roots.push_back(c.node);
  std::vector<uint32_t> rows;
  for (uint32_t row = 0; row < bounds[b].size(); ++row)
    if (bounds[b][row] <= limit && !checked[b][row])
      rows.push_back(row);
  bool isAny = false;
  ranges.of(b, roots, rows, [&](size_t from, size_t count, Lanes &lanes) {
    for (uint32_t c : roots)
      lanes.read(c, count, [&](unsigned l, Interval range) {
        if (range.mayHold())
          return;
        bounds[b][rows[from + l]] = INT64_MAX;
        isAny = true;
      });
  });
  for (uint32_t row : rows)
    checked[b][row] = true;
  return isAny;
}

std::optional<int64_t> Narrowing::limitFor(size_t rows) {
  int64_t least = INT64_MIN;
  std::optional<int64_t> limit;
  for (BlockId b = 0; b < bounds.size(); ++b) {
    if (bounds[b].size() > rows) {
      int64_t last = ranked(b, rows);
      for (unsigned i = 0; i < MaxRefutations && refute(b, last); ++i)
        last = ranked(b, rows);
      limit = limit ? std::min(*limit, last) : last;
    }
    least = std::max(least, *llvm::min_element(bounds[b]));
  }
  if (!limit || *limit == INT64_MAX || least == INT64_MAX)
    return std::nullopt;
  int64_t margin = std::max<int64_t>(1, least / LeastMarginDivisor);
  if (least > INT64_MAX - margin)
    return std::nullopt;
  return std::max(*limit, least + margin);
}

std::vector<Table> Narrowing::within(int64_t limit) const {
  std::vector<Table> result;
  for (auto [table, block] : llvm::zip(tables, bounds)) {
    std::vector<uint32_t> rows;
    for (auto [row, bound] : llvm::enumerate(block))
      if (bound <= limit)
        rows.push_back(row);
    result.push_back(onlyRows(table, rows));
  }
  return result;
}
