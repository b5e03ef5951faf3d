//===- TableBuilder.h - Collects choices ------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_TABLEBUILDER_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_TABLEBUILDER_H

#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/Evaluate/Program.h"

namespace talos::nlp {

/// Finds the rows of a table that differ, by open addressing over their feature
/// values.
class RowSet {
public:
  explicit RowSet(Table &table) : table(table), slots(1024, Empty) {}

  /// Appends the lanes of `features` that no earlier row equals, and returns
  /// them.
  ArrayRef<unsigned> insert(ArrayRef<const int64_t *> features,
                            unsigned count) {
    std::fill_n(hashes, count, 0);
    for (const int64_t *feature : features)
      for (unsigned l = 0; l < count; ++l) {
        uint64_t h = (hashes[l] ^ uint64_t(feature[l])) * 0x9E3779B97F4A7C15ull;
        hashes[l] = h ^ h >> 29;
      }
    added.clear();
    for (unsigned l = 0; l < count; ++l)
      if (isNew(features, l))
        added.push_back(l);
    for (auto [f, feature] : llvm::enumerate(features))
      for (unsigned l : added)
        table.features[f].push_back(feature[l]);
    table.rows += added.size();
    while (hashOf.size() * 2 > slots.size())
      grow();
    return added;
  }

private:
  static constexpr uint32_t Empty = UINT32_MAX;

  /// Takes a slot for the lane unless a row has the same values.
  bool isNew(ArrayRef<const int64_t *> features, unsigned lane) {
    uint64_t hash = hashes[lane];
    size_t at = hash & (slots.size() - 1);
    for (; slots[at] != Empty; at = (at + 1) & (slots.size() - 1))
      if (hashOf[slots[at]] == hash && isSame(features, lane, slots[at]))
        return false;
    slots[at] = hashOf.size();
    hashOf.push_back(hash);
    return true;
  }

  bool isSame(ArrayRef<const int64_t *> features, unsigned lane,
              uint32_t row) const {
    for (auto [f, feature] : llvm::enumerate(features)) {
      // The last rows are still in lanes.
      int64_t value = row < table.rows ? table.features[f][row]
                                       : feature[added[row - table.rows]];
      if (value != feature[lane])
        return false;
    }
    return true;
  }

  void grow() {
    slots.assign(slots.size() * 2, Empty);
    for (auto [row, hash] : llvm::enumerate(hashOf)) {
      size_t at = hash & (slots.size() - 1);
      while (slots[at] != Empty)
        at = (at + 1) & (slots.size() - 1);
      slots[at] = row;
    }
  }

  Table &table;
  std::vector<uint32_t> slots;
  std::vector<uint64_t> hashOf; ///< by row
  uint64_t hashes[Program::Lanes];
  SmallVector<unsigned, Program::Lanes> added;
};

/// Collects choices of a block, evaluates their features in lanes and merges
/// rows that are equal.
class TableBuilder {
public:
  /// `untested`: constraints that points may violate, and that cannot fail.
  explicit TableBuilder(const EnumerationProblem &problem,
                        ArrayRef<NodeId> untested = {});

  void add(const Assignment &point);
  /// Whether it satisfies what is untested.
  bool isFeasible(const Assignment &point);
  /// To be called once.
  Table finish();

  Table table; ///< the rows so far

private:
  /// Points that are evaluated together.
  struct Batch {
    std::vector<std::vector<int64_t>> values; ///< by variable and lane
    std::vector<const int64_t *> columns;     ///< the same by VarId
    unsigned filled = 0;
  };
  void test();
  void flush();

  Program features, tests;
  unsigned testCount;
  RowSet seen;
  int64_t most;
  Batch untested, feasible;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_TABLEBUILDER_H
