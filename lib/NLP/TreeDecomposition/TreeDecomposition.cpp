//===- TreeDecomposition.cpp - Blocks in small bags, as a tree ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/TreeDecomposition.h"
#include <cmath>
#include <set>

using namespace talos;
using namespace talos::nlp;

/// Larger bags offer too many combinations in any case.
static constexpr size_t MaxBlocks = 8;

namespace {
/// A bag as the elimination of one block makes it.
struct Bucket {
  BlockId block;
  std::vector<BlockId> scope; ///< ascending, `block` included
};

class TreeBuilder {
public:
  TreeBuilder(const Coupling &coupling, ArrayRef<BinaryTable> allBinaryTables,
              const Store &store, const SeparableStructure &structure)
      : coupling(coupling), allBinaryTables(allBinaryTables), store(store),
        structure(structure), neighbours(coupling.blocks.size()) {}

  std::optional<std::vector<Bag>> run() {
    for (const SeparableTerm &term : structure.terms)
      connect(coupling.nodes[term.node].support);
    for (uint32_t n : structure.localConstraints)
      connect(coupling.nodes[n].support);
    for (const BinaryTable &binaryTable : allBinaryTables)
      connect({binaryTable.block[0], binaryTable.block[1]});
    if (!eliminate())
      return std::nullopt;
    bucketOf.resize(buckets.size());
    for (auto [i, bucket] : llvm::enumerate(buckets))
      bucketOf[bucket.block] = i;
    merge();
    assign();
    for (Bag &bag : bags)
      arrange(bag);
    return std::move(bags);
  }

private:
  void connect(ArrayRef<BlockId> blocks) {
    for (BlockId a : blocks)
      for (BlockId b : blocks)
        if (a != b)
          neighbours[a].insert(b);
  }

  size_t sizeOf(BlockId b) const { return store.domains[b]->rows.size(); }

  /// Neighbours that the elimination of a block connects, and what it and its
  /// neighbours offer together.
  std::pair<size_t, double> costOf(BlockId b) const {
    size_t apart = 0;
    double rows = std::log2(double(sizeOf(b)));
    for (BlockId a : neighbours[b]) {
      rows += std::log2(double(sizeOf(a)));
      for (BlockId c : neighbours[b])
        apart += a < c && !neighbours[a].count(c);
    }
    return {apart, rows};
  }

  bool eliminate() {
    using Cost = std::pair<size_t, double>;
    std::set<std::pair<Cost, BlockId>> order;
    std::vector<Cost> cost(neighbours.size());
    for (BlockId b = 0; b < neighbours.size(); ++b)
      order.insert({cost[b] = costOf(b), b});
    while (!order.empty()) {
      BlockId b = order.begin()->second;
      order.erase(order.begin());
      std::vector<BlockId> scope(neighbours[b].begin(), neighbours[b].end());
      for (BlockId a : scope)
        neighbours[a].erase(b);
      connect(scope);
      for (BlockId a : scope) {
        order.erase({cost[a], a});
        order.insert({cost[a] = costOf(a), a});
      }
      scope.insert(llvm::lower_bound(scope, b), b);
      if (scope.size() > MaxBlocks)
        return false;
      buckets.push_back({b, std::move(scope)});
    }
    return true;
  }

  /// A bucket whose scope is what remains of another's becomes one with it.
  void merge() {
    bagOf.resize(buckets.size());
    std::vector<std::vector<unsigned>> children(buckets.size());
    std::vector<std::set<BlockId>> left; // by bag: blocks not eliminated
    for (auto [i, bucket] : llvm::enumerate(buckets)) {
      std::set<BlockId> scope(bucket.scope.begin(), bucket.scope.end());
      auto same = llvm::find_if(children[i],
                                [&](unsigned c) { return left[c] == scope; });
      unsigned bag = same != children[i].end() ? *same : bags.size();
      if (bag == bags.size()) {
        bags.emplace_back();
        bags.back().blocks = bucket.scope;
        left.push_back(std::move(scope));
      }
      for (unsigned child : children[i])
        if (child != bag)
          bags[bag].children.push_back(child);
      left[bag].erase(bucket.block);
      bagOf[i] = bag;
      unsigned parent = buckets.size();
      for (BlockId b : left[bag])
        parent = std::min(parent, bucketOf[b]);
      // Parts that nothing connects hang together at the end.
      if (parent == buckets.size() && i + 1 < buckets.size())
        parent = buckets.size() - 1;
      if (parent < buckets.size())
        children[parent].push_back(bag);
    }
    for (auto [c, blocks] : llvm::enumerate(left))
      for (auto [i, b] : llvm::enumerate(bags[c].blocks))
        if (blocks.count(b))
          bags[c].separator.push_back(i);
    sortBags();
  }

  /// Children before parents.
  void sortBags() {
    std::vector<unsigned> order;
    std::vector<int> parent(bags.size(), -1);
    for (auto [c, bag] : llvm::enumerate(bags))
      for (unsigned child : bag.children)
        parent[child] = c;
    std::vector<unsigned> open;
    for (unsigned c = 0; c < bags.size(); ++c)
      if (parent[c] < 0)
        open.push_back(c);
    while (!open.empty()) {
      unsigned c = open.back();
      open.pop_back();
      order.push_back(c);
      llvm::append_range(open, bags[c].children);
    }
    std::reverse(order.begin(), order.end());
    std::vector<unsigned> place(bags.size());
    for (auto [i, c] : llvm::enumerate(order))
      place[c] = i;
    std::vector<Bag> sorted(bags.size());
    for (auto [c, bag] : llvm::enumerate(bags)) {
      for (unsigned &child : bag.children)
        child = place[child];
      llvm::sort(bag.children);
      sorted[place[c]] = std::move(bag);
    }
    for (unsigned &c : bagOf)
      c = place[c];
    bags = std::move(sorted);
  }

  /// Terms and constraints, each to the bag where the first of its blocks is
  /// eliminated.
  void assign() {
    auto bagOfNode = [&](uint32_t n) -> Bag & {
      unsigned first = buckets.size();
      for (BlockId b : coupling.nodes[n].support)
        first = std::min(first, bucketOf[b]);
      return bags[bagOf[first]];
    };
    for (auto [t, term] : llvm::enumerate(structure.terms))
      bagOfNode(term.node).terms.push_back(t);
    for (uint32_t n : structure.localConstraints)
      bagOfNode(n).constraints.push_back(n);
    for (Bag &bag : bags) {
      for (unsigned t : bag.terms)
        bag.aggregates.push_back(structure.terms[t].aggregate);
      sortUnique(bag.aggregates);
    }
  }

  /// Its own blocks first, those of many rows (which most depends on) before
  /// the others.
  void arrange(Bag &bag) {
    std::vector<BlockId> blocks = bag.blocks, separator;
    std::set<BlockId> interface;
    for (unsigned i : bag.separator)
      separator.push_back(blocks[i]);
    interface.insert(separator.begin(), separator.end());
    std::vector<std::vector<BlockId>> below;
    for (unsigned child : bag.children) {
      below.emplace_back();
      for (unsigned i : bags[child].separator)
        below.back().push_back(bags[child].blocks[i]);
      interface.insert(below.back().begin(), below.back().end());
    }
    bag.own = blocks.size() - interface.size();
    auto rank = [&](BlockId b) {
      return std::tuple(interface.count(b), -int64_t(sizeOf(b)), b);
    };
    llvm::sort(bag.blocks,
               [&](BlockId a, BlockId b) { return rank(a) < rank(b); });
    auto places = [&](ArrayRef<BlockId> wanted) {
      std::vector<unsigned> result;
      for (BlockId b : wanted)
        result.push_back(llvm::find(bag.blocks, b) - bag.blocks.begin());
      return result;
    };
    bag.separator = places(separator);
    for (const std::vector<BlockId> &wanted : below)
      bag.childSeparators.push_back(places(wanted));
  }

  const Coupling &coupling;
  ArrayRef<BinaryTable> allBinaryTables;
  const Store &store;
  const SeparableStructure &structure;
  std::vector<std::set<BlockId>> neighbours;
  std::vector<Bucket> buckets;
  std::vector<unsigned> bucketOf; ///< by block; each is eliminated once
  std::vector<unsigned> bagOf;    ///< by bucket
  std::vector<Bag> bags;
};
} // namespace

std::optional<std::vector<Bag>> nlp::buildTreeDecomposition(
    const Coupling &coupling, ArrayRef<Table> tables,
    ArrayRef<BinaryTable> allBinaryTables, const Store &store,
    const SeparableStructure &structure, Limits &limits) {
  std::optional<std::vector<Bag>> bags =
      TreeBuilder(coupling, allBinaryTables, store, structure).run();
  if (!bags || !buildBagTables(coupling, tables, allBinaryTables, store,
                               structure, *bags, limits))
    return std::nullopt;
  return bags;
}
