//===- CliqueTree.cpp - Blocks in small groups, as a tree -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/CliqueTree.h"
#include "NLP/TreeDecomposition/Entries.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <map>
#include <set>

using namespace talos;
using namespace talos::nlp;

/// Larger groups offer too many combinations in any case.
static constexpr size_t MaxBlocks = 8;

namespace {
/// A group as the elimination of one block makes it.
struct Bucket {
  BlockId block;
  std::vector<BlockId> scope; ///< ascending, `block` included
};

class TreeBuilder {
public:
  TreeBuilder(const Coupling &coupling, llvm::ArrayRef<Pair> pairs,
              const State &state, const Channels &channels)
      : coupling(coupling), pairs(pairs), state(state), channels(channels),
        neighbours(coupling.blocks.size()) {}

  std::optional<std::vector<Clique>> run() {
    for (const Term &term : channels.terms)
      connect(coupling.nodes[term.node].support);
    for (uint32_t n : channels.localConstraints)
      connect(coupling.nodes[n].support);
    for (const Pair &pair : pairs)
      connect({pair.block[0], pair.block[1]});
    if (!eliminate())
      return std::nullopt;
    bucketOf.resize(buckets.size());
    for (auto [i, bucket] : llvm::enumerate(buckets))
      bucketOf[bucket.block] = i;
    merge();
    assign();
    for (Clique &clique : cliques)
      arrange(clique);
    return std::move(cliques);
  }

private:
  void connect(llvm::ArrayRef<BlockId> blocks) {
    for (BlockId a : blocks)
      for (BlockId b : blocks)
        if (a != b)
          neighbours[a].insert(b);
  }

  size_t sizeOf(BlockId b) const { return state.lists[b]->rows.size(); }

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
    cliqueOf.resize(buckets.size());
    std::vector<std::vector<unsigned>> children(buckets.size());
    std::vector<std::set<BlockId>> left; // by clique: blocks not eliminated
    for (auto [i, bucket] : llvm::enumerate(buckets)) {
      std::set<BlockId> scope(bucket.scope.begin(), bucket.scope.end());
      auto same = llvm::find_if(children[i],
                                [&](unsigned c) { return left[c] == scope; });
      unsigned clique = same != children[i].end() ? *same : cliques.size();
      if (clique == cliques.size()) {
        cliques.emplace_back();
        cliques.back().blocks = bucket.scope;
        left.push_back(std::move(scope));
      }
      for (unsigned child : children[i])
        if (child != clique)
          cliques[clique].children.push_back(child);
      left[clique].erase(bucket.block);
      cliqueOf[i] = clique;
      unsigned parent = buckets.size();
      for (BlockId b : left[clique])
        parent = std::min(parent, bucketOf[b]);
      // Parts that nothing connects hang together at the end.
      if (parent == buckets.size() && i + 1 < buckets.size())
        parent = buckets.size() - 1;
      if (parent < buckets.size())
        children[parent].push_back(clique);
    }
    for (auto [c, blocks] : llvm::enumerate(left))
      for (auto [i, b] : llvm::enumerate(cliques[c].blocks))
        if (blocks.count(b))
          cliques[c].separator.push_back(i);
    sortCliques();
  }

  /// Children before parents.
  void sortCliques() {
    std::vector<unsigned> order;
    std::vector<int> parent(cliques.size(), -1);
    for (auto [c, clique] : llvm::enumerate(cliques))
      for (unsigned child : clique.children)
        parent[child] = c;
    std::vector<unsigned> open;
    for (unsigned c = 0; c < cliques.size(); ++c)
      if (parent[c] < 0)
        open.push_back(c);
    while (!open.empty()) {
      unsigned c = open.back();
      open.pop_back();
      order.push_back(c);
      llvm::append_range(open, cliques[c].children);
    }
    std::reverse(order.begin(), order.end());
    std::vector<unsigned> place(cliques.size());
    for (auto [i, c] : llvm::enumerate(order))
      place[c] = i;
    std::vector<Clique> sorted(cliques.size());
    for (auto [c, clique] : llvm::enumerate(cliques)) {
      for (unsigned &child : clique.children)
        child = place[child];
      llvm::sort(clique.children);
      sorted[place[c]] = std::move(clique);
    }
    for (unsigned &c : cliqueOf)
      c = place[c];
    cliques = std::move(sorted);
  }

  /// Terms and constraints, each to the clique where the first of its blocks is
  /// eliminated.
  void assign() {
    auto cliqueOfNode = [&](uint32_t n) -> Clique & {
      unsigned first = buckets.size();
      for (BlockId b : coupling.nodes[n].support)
        first = std::min(first, bucketOf[b]);
      return cliques[cliqueOf[first]];
    };
    for (auto [t, term] : llvm::enumerate(channels.terms))
      cliqueOfNode(term.node).terms.push_back(t);
    for (uint32_t n : channels.localConstraints)
      cliqueOfNode(n).constraints.push_back(n);
    for (Clique &clique : cliques) {
      for (unsigned t : clique.terms)
        clique.channels.push_back(channels.terms[t].channel);
      llvm::sort(clique.channels);
      clique.channels.erase(
          std::unique(clique.channels.begin(), clique.channels.end()),
          clique.channels.end());
    }
  }

  /// Its own blocks first, those of many rows (which most depends on) before
  /// the others.
  void arrange(Clique &clique) {
    std::vector<BlockId> blocks = clique.blocks, separator;
    std::set<BlockId> interface;
    for (unsigned i : clique.separator)
      separator.push_back(blocks[i]);
    interface.insert(separator.begin(), separator.end());
    std::vector<std::vector<BlockId>> below;
    for (unsigned child : clique.children) {
      below.emplace_back();
      for (unsigned i : cliques[child].separator)
        below.back().push_back(cliques[child].blocks[i]);
      interface.insert(below.back().begin(), below.back().end());
    }
    clique.own = blocks.size() - interface.size();
    auto rank = [&](BlockId b) {
      return std::tuple(interface.count(b), -int64_t(sizeOf(b)), b);
    };
    llvm::sort(clique.blocks,
               [&](BlockId a, BlockId b) { return rank(a) < rank(b); });
    auto places = [&](llvm::ArrayRef<BlockId> wanted) {
      std::vector<unsigned> result;
      for (BlockId b : wanted)
        result.push_back(llvm::find(clique.blocks, b) - clique.blocks.begin());
      return result;
    };
    clique.separator = places(separator);
    for (const std::vector<BlockId> &wanted : below)
      clique.childSeparators.push_back(places(wanted));
  }

  const Coupling &coupling;
  llvm::ArrayRef<Pair> pairs;
  const State &state;
  const Channels &channels;
  std::vector<std::set<BlockId>> neighbours;
  std::vector<Bucket> buckets;
  std::vector<unsigned> bucketOf; ///< by block; each is eliminated once
  std::vector<unsigned> cliqueOf; ///< by bucket
  std::vector<Clique> cliques;
};
} // namespace

std::optional<std::vector<Clique>>
nlp::buildCliqueTree(const Coupling &coupling, llvm::ArrayRef<Table> tables,
                     llvm::ArrayRef<Pair> pairs, const State &state,
                     const Channels &channels) {
  std::optional<std::vector<Clique>> cliques =
      TreeBuilder(coupling, pairs, state, channels).run();
  if (!cliques ||
      !listEntries(coupling, tables, pairs, state, channels, *cliques))
    return std::nullopt;
  return cliques;
}
