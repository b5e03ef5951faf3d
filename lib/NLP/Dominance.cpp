//===- Dominance.cpp - Rows that another row beats ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Dominance.h"
#include "llvm/ADT/STLExtras.h"
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
    Wish wish = coupling.nodes[n].wish;
    if (wish == Wish::Same)
      order.insert(order.begin() + keys.equal++, {column, false});
    else if (wish != Wish::None)
      order.push_back({column, wish == Wish::Higher});
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

std::vector<uint32_t> nlp::nondominated(const Coupling &coupling,
                                        const Table &table, BlockId b) {
  Keys keys = makeKeys(coupling, table, b);
  std::vector<uint32_t> sorted(table.rows);
  std::iota(sorted.begin(), sorted.end(), 0);
  llvm::sort(sorted, [&](uint32_t x, uint32_t y) {
    const int64_t *a = keys.row(x), *c = keys.row(y);
    auto [i, j] = std::mismatch(a, a + keys.width, c);
    return i == a + keys.width ? x < y : *i < *j;
  });
  // What beats a row sorts before it, in the same group.
  std::vector<uint32_t> kept, group;
  for (size_t s = 0; s < sorted.size(); ++s) {
    const int64_t *key = keys.row(sorted[s]);
    if (s == 0 || !std::equal(key, key + keys.equal, keys.row(sorted[s - 1])))
      group.clear();
    bool beaten = llvm::any_of(group, [&](uint32_t other) {
      const int64_t *o = keys.row(other);
      for (size_t k = keys.equal; k < keys.width; ++k)
        if (o[k] > key[k])
          return false;
      return true;
    });
    if (beaten)
      continue;
    if (group.size() < MaxCompared)
      group.push_back(sorted[s]);
    kept.push_back(sorted[s]);
  }
  llvm::sort(kept);
  return kept;
}
