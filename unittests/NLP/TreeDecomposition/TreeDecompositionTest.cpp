//===- TreeDecompositionTest.cpp - Bags of blocks, as a tree --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "Trees.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

static bool holdsAll(const Bag &bag, llvm::ArrayRef<BlockId> blocks) {
  return llvm::all_of(
      blocks, [&](BlockId b) { return llvm::is_contained(bag.blocks, b); });
}

static std::vector<BlockId> at(const Bag &bag,
                               llvm::ArrayRef<unsigned> places) {
  std::vector<BlockId> blocks;
  for (unsigned i : places)
    blocks.push_back(bag.blocks[i]);
  llvm::sort(blocks);
  return blocks;
}

/// The bags of one block are connected, every term, constraint and pair is
/// within a bag, and a separator is what two neighbours share.
static void expectTree(const Trees &trees) {
  const std::vector<Bag> &bags = trees.bags;
  std::vector<int> parent(bags.size(), -1);
  for (unsigned q = 0; q < bags.size(); ++q)
    for (auto [i, child] : llvm::enumerate(bags[q].children)) {
      ASSERT_LT(child, q);
      ASSERT_EQ(parent[child], -1);
      parent[child] = int(q);
      EXPECT_EQ(at(bags[q], bags[q].childSeparators[i]),
                at(bags[child], bags[child].separator));
    }
  EXPECT_EQ(llvm::count(parent, -1), 1); // the last one
  EXPECT_EQ(parent.back(), -1);
  size_t blocks = trees.parts.tables.size();
  for (BlockId b = 0; b < blocks; ++b) {
    unsigned tops = 0, owners = 0;
    for (unsigned q = 0; q < bags.size(); ++q) {
      if (!holdsAll(bags[q], b))
        continue;
      tops += parent[q] < 0 || !holdsAll(bags[parent[q]], b);
      auto place = llvm::find(bags[q].blocks, b) - bags[q].blocks.begin();
      owners += place < bags[q].own;
    }
    EXPECT_EQ(tops, 1u) << "running intersection of block " << b;
    EXPECT_LE(owners, 1u);
  }
  std::vector<unsigned> termBags(trees.structure->terms.size());
  std::vector<uint32_t> constraints;
  for (const Bag &bag : bags) {
    for (unsigned t : bag.terms) {
      ++termBags[t];
      const SeparableTerm &term = trees.structure->terms[t];
      EXPECT_TRUE(holdsAll(bag, trees.parts.coupling.nodes[term.node].support));
      EXPECT_TRUE(llvm::is_contained(bag.aggregates, term.aggregate));
    }
    for (uint32_t n : bag.constraints) {
      constraints.push_back(n);
      EXPECT_TRUE(holdsAll(bag, trees.parts.coupling.nodes[n].support));
    }
  }
  EXPECT_TRUE(llvm::all_of(termBags, [](unsigned bags) { return bags == 1; }));
  std::vector<uint32_t> local(trees.structure->localConstraints);
  llvm::sort(local);
  llvm::sort(constraints);
  EXPECT_EQ(constraints, local);
  for (const BinaryTable &pair : trees.propagation->binaryTables())
    EXPECT_TRUE(llvm::any_of(bags, [&](const Bag &bag) {
      return holdsAll(bag, {pair.block[0], pair.block[1]});
    }));
}

TEST(TreeDecomposition, HasTheRunningIntersectionProperty) {
  unsigned built = 0;
  size_t bags = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Model m;
    RandomTree build(m, seed, 1 + seed % 12);
    Parts parts(m);
    Trees trees(parts);
    if (trees.bags.empty())
      continue;
    expectTree(trees);
    if (HasFailure()) {
      ADD_FAILURE() << "seed " << seed;
      return;
    }
    ++built;
    bags += trees.bags.size();
  }
  EXPECT_GT(built, 200u);
  EXPECT_GT(bags, 1000u);
}

namespace {
using Edges = std::vector<std::pair<unsigned, unsigned>>;

/// Blocks of three values, one constraint for each edge of a graph.
struct GraphModel {
  GraphModel(unsigned blocks, const Edges &edges) {
    Expr sum = m.constant(0);
    std::vector<Expr> x;
    for (unsigned i = 0; i < blocks; ++i) {
      x.push_back(
          m.addVariable(m.addBlock("B" + std::to_string(i)), "x", {0, 1, 2}));
      sum = sum + x.back();
    }
    for (auto [a, b] : edges)
      m.addConstraint("edge " + std::to_string(a) + " " + std::to_string(b),
                      x[a] - x[b]);
    m.setObjective({sum});
  }
  Model m;
};

/// The largest bag less one; none: there is no decomposition.
std::optional<size_t> widthOf(unsigned blocks, const Edges &edges) {
  GraphModel graph(blocks, edges);
  Parts parts(graph.m);
  Trees trees(parts);
  if (trees.bags.empty())
    return std::nullopt;
  expectTree(trees);
  size_t width = 0;
  for (const Bag &bag : trees.bags)
    width = std::max(width, bag.blocks.size() - 1);
  return width;
}

Edges path(unsigned blocks) {
  Edges edges;
  for (unsigned i = 1; i < blocks; ++i)
    edges.push_back({i - 1, i});
  return edges;
}

Edges complete(unsigned blocks) {
  Edges edges;
  for (unsigned i = 0; i < blocks; ++i)
    for (unsigned k = i + 1; k < blocks; ++k)
      edges.push_back({i, k});
  return edges;
}
} // namespace

TEST(TreeDecomposition, HasTheKnownWidthOfGraphs) {
  EXPECT_EQ(widthOf(12, path(12)), 1u);
  Edges cycle = path(9);
  cycle.push_back({0, 8});
  EXPECT_EQ(widthOf(9, cycle), 2u);
  Edges star;
  for (unsigned i = 1; i < 15; ++i)
    star.push_back({0, i});
  EXPECT_EQ(widthOf(15, star), 1u);
  Edges ladder = path(6);
  for (unsigned i = 0; i < 6; ++i) {
    ladder.push_back({i, i + 6});
    if (i > 0)
      ladder.push_back({i + 5, i + 6});
  }
  EXPECT_EQ(widthOf(12, ladder), 2u);
  EXPECT_EQ(widthOf(3, complete(3)), 2u);
  // Parts that nothing connects are one tree all the same.
  EXPECT_EQ(widthOf(5, {{0, 1}, {2, 3}}), 1u);
}

/// More than eight blocks in a bag are too many, whatever their rows.
TEST(TreeDecomposition, RefusesLargeBags) {
  Model m;
  std::vector<Expr> x;
  Expr sum = m.constant(0);
  for (unsigned i = 0; i < 9; ++i) {
    x.push_back(
        m.addVariable(m.addBlock("B" + std::to_string(i)), "x", {0, 1}));
    sum = sum + x.back();
  }
  for (auto [a, b] : complete(9))
    m.addConstraint("edge " + std::to_string(a) + " " + std::to_string(b),
                    le(x[a] + x[b], 1));
  m.setObjective({sum});
  Parts parts(m);
  Trees trees(parts);
  EXPECT_TRUE(trees.structure);
  EXPECT_TRUE(trees.bags.empty());
}
