//===- Pairs.cpp - Which rows of two blocks fit each other ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Pairs.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>

using namespace talos;
using namespace talos::nlp;

/// Cases of one constraint, and of all constraints between two blocks.
static constexpr size_t MaxLinkCases = size_t(1) << 18;
static constexpr size_t MaxPairCases = size_t(1) << 27;

namespace {
/// Rows numbered by class; rows that are not in use have no class.
struct Classes {
  std::vector<uint32_t> of;    ///< by table row
  std::vector<uint32_t> first; ///< a row of each class

  explicit Classes(size_t tableRows) : of(tableRows, 0) {}

  /// Tells the classes apart by one more value a row.
  template <typename Value>
  void refine(llvm::ArrayRef<uint32_t> rows, Value value) {
    llvm::DenseMap<std::pair<uint32_t, int64_t>, uint32_t> numbers;
    first.clear();
    for (uint32_t row : rows) {
      auto [it, isNew] =
          numbers.try_emplace({of[row], value(row)}, first.size());
      if (isNew)
        first.push_back(row);
      of[row] = it->second;
    }
  }
};

/// One constraint over two blocks.
struct Link {
  Classes side[2];
  std::vector<llvm::BitVector> fits; ///< by class of side 0, over side 1
};

class PairBuilder {
public:
  PairBuilder(const Coupling &coupling, llvm::ArrayRef<Table> tables,
              llvm::ArrayRef<std::vector<uint32_t>> rows)
      : coupling(coupling), tables(tables), rows(rows),
        values(coupling.nodes.size()) {}

  std::vector<Pair> run(std::vector<bool> &inPair) {
    std::map<std::pair<BlockId, BlockId>, std::vector<unsigned>> between;
    for (auto [i, c] : llvm::enumerate(coupling.constraints)) {
      const auto &support = coupling.nodes[c.node].support;
      if (support.size() == 2)
        between[{support[0], support[1]}].push_back(i);
    }
    std::vector<Pair> result;
    for (const auto &[blocks, constraints] : between) {
      std::vector<Link> links;
      std::vector<unsigned> used;
      for (unsigned i : constraints)
        if (std::optional<Link> link =
                makeLink(coupling.constraints[i].node, blocks)) {
          links.push_back(std::move(*link));
          used.push_back(i);
        }
      if (links.empty())
        continue;
      std::optional<Pair> pair = combine(links, blocks);
      if (!pair)
        continue;
      result.push_back(std::move(*pair));
      for (unsigned i : used)
        inPair[i] = true;
    }
    return result;
  }

private:
  using Blocks = std::pair<BlockId, BlockId>;

  std::optional<Link> makeLink(uint32_t root, Blocks blocks) {
    std::vector<uint32_t> cone = coneOf(coupling, root);
    Link link{{Classes(tables[blocks.first].rows),
               Classes(tables[blocks.second].rows)},
              {}};
    for (unsigned s = 0; s < 2; ++s) {
      BlockId b = s ? blocks.second : blocks.first;
      link.side[s].refine(rows[b], [](uint32_t) { return 0; });
      for (uint32_t n : cone)
        if (coupling.nodes[n].block == int(b)) {
          const std::vector<int64_t> &column =
              tables[b].features[coupling.nodes[n].column];
          link.side[s].refine(rows[b], [&](uint32_t r) { return column[r]; });
        }
    }
    const std::vector<uint32_t> &a = link.side[0].first,
                                &b = link.side[1].first;
    if (a.size() * b.size() > MaxLinkCases)
      return std::nullopt;
    for (uint32_t x : a) {
      link.fits.emplace_back(b.size());
      for (auto [i, y] : llvm::enumerate(b))
        if (holds(cone, root, blocks, x, y))
          link.fits.back().set(i);
    }
    return link;
  }

  bool holds(llvm::ArrayRef<uint32_t> cone, uint32_t root, Blocks blocks,
             uint32_t x, uint32_t y) {
    for (uint32_t n : cone) {
      const CNode &node = coupling.nodes[n];
      if (node.block >= 0)
        values[n] = Interval::point(
            tables[node.block]
                .features[node.column]
                         [node.block == int(blocks.first) ? x : y]);
      else
        values[n] = node.op == Op::Constant
                        ? Interval::point(node.value)
                        : apply(node.op, values[node.x[0]], values[node.x[1]],
                                values[node.x[2]]);
    }
    return values[root].mayHold();
  }

  std::optional<Pair> combine(llvm::ArrayRef<Link> links, Blocks blocks) {
    Classes side[2] = {Classes(tables[blocks.first].rows),
                       Classes(tables[blocks.second].rows)};
    for (unsigned s = 0; s < 2; ++s)
      for (const Link &link : links)
        side[s].refine(rows[s ? blocks.second : blocks.first],
                       [&](uint32_t r) { return link.side[s].of[r]; });
    size_t n0 = side[0].first.size(), n1 = side[1].first.size();
    if (n0 * n1 > MaxPairCases)
      return std::nullopt;
    Pair pair;
    pair.block[0] = blocks.first;
    pair.block[1] = blocks.second;
    pair.partners[0].assign(n0, llvm::BitVector(n1, true));
    pair.partners[1].assign(n1, llvm::BitVector(n0));
    for (const Link &link : links) {
      // What each class of the link allows, over the groups of the other side.
      std::vector<llvm::BitVector> wide;
      for (const llvm::BitVector &fits : link.fits) {
        wide.emplace_back(n1);
        for (size_t g = 0; g < n1; ++g)
          if (fits[link.side[1].of[side[1].first[g]]])
            wide.back().set(g);
      }
      for (size_t g = 0; g < n0; ++g)
        pair.partners[0][g] &= wide[link.side[0].of[side[0].first[g]]];
    }
    for (size_t g = 0; g < n0; ++g)
      for (unsigned other : pair.partners[0][g].set_bits())
        pair.partners[1][other].set(g);
    for (unsigned s = 0; s < 2; ++s)
      pair.group[s] = std::move(side[s].of);
    return pair;
  }

  const Coupling &coupling;
  llvm::ArrayRef<Table> tables;
  llvm::ArrayRef<std::vector<uint32_t>> rows;
  std::vector<Interval> values;
};
} // namespace

std::vector<Pair> nlp::buildPairs(const Coupling &coupling,
                                  llvm::ArrayRef<Table> tables,
                                  llvm::ArrayRef<std::vector<uint32_t>> rows,
                                  std::vector<bool> &inPair) {
  return PairBuilder(coupling, tables, rows).run(inPair);
}
