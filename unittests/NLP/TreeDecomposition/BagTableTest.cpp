//===- BagTableTest.cpp - What bags offer, against enumeration ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "TreeDecomposition/Trees.h"
#include <map>
#include <set>

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
using Values = std::vector<int64_t>;
/// Values of the aggregates that no others beat, by rows of the interface.
using Offers = std::map<std::vector<uint32_t>, std::set<Values>>;

std::vector<uint32_t> interfaceOf(const Bag &bag,
                                  llvm::ArrayRef<uint32_t> rows) {
  return {rows.begin() + bag.own, rows.end()};
}

/// Every combination of rows of a bag's blocks.
template <typename Visit>
void forEachBagRow(const Parts &parts, const Bag &bag, Visit visit) {
  std::vector<uint32_t> rows(bag.blocks.size(), 0);
  for (size_t i = 0; i < rows.size();) {
    if (i == 0)
      visit(rows);
    if (++rows[i] < parts.tables[bag.blocks[i]].rows)
      i = 0;
    else
      rows[i++] = 0;
  }
}

bool fit(const Trees &trees, const Bag &bag, llvm::ArrayRef<uint32_t> rows) {
  for (const BinaryTable &pair : trees.propagation->binaryTables()) {
    auto x = llvm::find(bag.blocks, pair.block[0]) - bag.blocks.begin(),
         y = llvm::find(bag.blocks, pair.block[1]) - bag.blocks.begin();
    if (size_t(x) < rows.size() && size_t(y) < rows.size() &&
        !pair.partners[0][pair.group[0][rows[x]]][pair.group[1][rows[y]]])
      return false;
  }
  return true;
}

/// The definition: the values of all rows that fit and hold, less what is
/// beaten.
Offers offersOf(const Trees &trees, const Bag &bag) {
  Offers result;
  const Parts &parts = trees.parts;
  forEachBagRow(parts, bag, [&](const std::vector<uint32_t> &rows) {
    if (!fit(trees, bag, rows))
      return;
    RowsOfBlocks all(parts.tables.size(), 0);
    for (auto [b, row] : llvm::zip(bag.blocks, rows))
      all[b] = row;
    std::vector<Int> at = parts.valuesAt(all);
    for (uint32_t n : bag.constraints)
      if (!at[n].isValid() || at[n].value() == 0)
        return;
    Values values(bag.aggregates.size(), 0);
    for (unsigned t : bag.terms) {
      const SeparableTerm &term = trees.structure->terms[t];
      auto c =
          llvm::find(bag.aggregates, term.aggregate) - bag.aggregates.begin();
      values[c] = trees.structure->join(term.aggregate, values[c],
                                        at[term.node].value());
    }
    result[interfaceOf(bag, rows)].insert(std::move(values));
  });
  for (auto &[rows, offers] : result) {
    std::set<Values> all = offers;
    for (const Values &x : all)
      for (const Values &y : all) {
        bool isBeaten = x != y;
        for (size_t c = 0; c < x.size(); ++c)
          isBeaten &= y[c] <= x[c];
        if (isBeaten)
          offers.erase(x);
      }
  }
  return result;
}

Offers entriesOf(const Bag &bag) {
  Offers result;
  size_t width = bag.aggregates.size(), blocks = bag.blocks.size();
  for (size_t e = 0; e < bag.table.entries; ++e)
    result[interfaceOf(
               bag, llvm::ArrayRef(bag.table.rows).slice(e * blocks, blocks))]
        .insert(Values(bag.table.values.begin() + e * width,
                       bag.table.values.begin() + (e + 1) * width));
  return result;
}

std::vector<uint32_t> rowsAt(const Bag &bag, size_t entry,
                             llvm::ArrayRef<unsigned> places) {
  std::vector<uint32_t> rows;
  for (unsigned i : places)
    rows.push_back(bag.table.rows[entry * bag.blocks.size() + i]);
  return rows;
}
} // namespace

/// A bag without children domains exactly the offers that no other beats. One
/// with children leaves out interfaces for which a child has nothing.
TEST(BagTable, ListsTheParetoFrontOfEveryInterface) {
  unsigned compared = 0;
  size_t offers = 0, withoutChild = 0;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Model m;
    RandomTree build(m, seed, 1 + seed % 5);
    Parts parts(m);
    Trees trees(parts);
    for (const Bag &bag : trees.bags) {
      Offers truth = offersOf(trees, bag), entries = entriesOf(bag);
      size_t listed = 0;
      for (const auto &[rows, values] : entries) {
        listed += values.size();
        ASSERT_EQ(values, truth[rows]) << "seed " << seed;
        offers += values.size();
        truth.erase(rows);
      }
      ASSERT_EQ(bag.table.entries, listed) << "seed " << seed; // each once
      if (bag.children.empty())
        ASSERT_TRUE(truth.empty()) << "seed " << seed;
      withoutChild += truth.size();
      ++compared;
    }
  }
  EXPECT_GT(compared, 500u);
  EXPECT_GT(offers, 3000u);
  EXPECT_GT(withoutChild, 10u);
}

/// A key stands for the rows of a separator, in the bag and in its parent.
TEST(BagTable, KeysAreTheRowsOfSeparators) {
  size_t entries = 0;
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Model m;
    RandomTree build(m, seed, 1 + seed % 8);
    Parts parts(m);
    Trees trees(parts);
    std::vector<std::map<uint32_t, std::vector<uint32_t>>> rowsOf;
    for (const Bag &bag : trees.bags) {
      rowsOf.emplace_back();
      for (size_t e = 0; e < bag.table.entries; ++e) {
        ++entries;
        ASSERT_LT(bag.table.key[e], bag.table.keys);
        std::vector<uint32_t> rows = rowsAt(bag, e, bag.separator);
        ASSERT_EQ(
            rowsOf.back().try_emplace(bag.table.key[e], rows).first->second,
            rows);
        for (auto [i, child] : llvm::enumerate(bag.children))
          ASSERT_EQ(rowsOf[child].at(bag.table.childKey[i][e]),
                    rowsAt(bag, e, bag.childSeparators[i]))
              << "seed " << seed;
      }
      ASSERT_EQ(rowsOf.back().size(), bag.table.keys) << "seed " << seed;
    }
  }
  EXPECT_GT(entries, 3000u);
}
