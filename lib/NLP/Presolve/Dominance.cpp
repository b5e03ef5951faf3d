//===- Dominance.cpp - Rows that another row dominates --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/Dominance.h"
#include <algorithm>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// A row is compared with no more rows than this: bounds the work, keeps more.
static constexpr size_t MaxCompared = 512;

namespace {
/// Row-major keys: larger numbers are worse; the first `equal` columns are
/// those in which only equal rows compare.
struct Keys {
  size_t width = 0, equal = 0;
  std::vector<int64_t> values;
  const int64_t *row(uint32_t r) const { return values.data() + r * width; }
};

Keys makeKeys(const Coupling &coupling, const Table &table, BlockId b) {
  Keys keys;
  std::vector<std::pair<unsigned, bool>> order; // column, reversed
  for (auto [column, n] : llvm::enumerate(coupling.blocks[b].features)) {
    Direction monotonicity = coupling.nodes[n].monotonicity;
    if (monotonicity == Direction::Unknown)
      order.insert(order.begin() + keys.equal++, {column, false});
    else if (monotonicity != Direction::Independent)
      order.push_back({column, monotonicity == Direction::Nonincreasing});
  }
  keys.width = order.size();
  keys.values.resize(table.rows * keys.width);
  for (auto [k, entry] : llvm::enumerate(order))
    for (size_t r = 0; r < table.rows; ++r) {
      // ~v reverses the order without overflow.
      int64_t v = table.features[entry.first][r];
      keys.values[r * keys.width + k] = entry.second ? ~v : v;
    }
  return keys;
}
} // namespace

std::vector<uint32_t>
nlp::dropDominated(std::vector<uint32_t> items, size_t width, size_t equal,
                   size_t maxCompared,
                   function_ref<const int64_t *(uint32_t)> keyOf) {
  llvm::sort(items, [&](uint32_t x, uint32_t y) {
    const int64_t *a = keyOf(x), *b = keyOf(y);
    auto [i, j] = std::mismatch(a, a + width, b);
    return i == a + width ? x < y : *i < *j;
  });
  // What dominates an item sorts before it, in the same group.
  std::vector<uint32_t> kept, group;
  const int64_t *last = nullptr;
  for (uint32_t item : items) {
    const int64_t *key = keyOf(item);
    if (last && !std::equal(key, key + equal, last))
      group.clear();
    last = key;
    bool isDominated = llvm::any_of(group, [&](uint32_t other) {
      const int64_t *o = keyOf(other);
      for (size_t k = equal; k < width; ++k)
        if (o[k] > key[k])
          return false;
      return true;
    });
    if (isDominated)
      continue;
    if (group.size() < maxCompared)
      group.push_back(item);
    kept.push_back(item);
  }
  return kept;
}

std::vector<uint32_t> nlp::nondominated(const Coupling &coupling,
                                        const Table &table, BlockId b) {
  Keys keys = makeKeys(coupling, table, b);
  std::vector<uint32_t> rows(table.rows);
  std::iota(rows.begin(), rows.end(), 0);
  rows = dropDominated(std::move(rows), keys.width, keys.equal, MaxCompared,
                       [&](uint32_t r) { return keys.row(r); });
  llvm::sort(rows);
  return rows;
}
