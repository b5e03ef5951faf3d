//===- BinaryTables.cpp - Which rows of two blocks fit each other ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/BinaryTables.h"
#include "NLP/Evaluate/Lanes.h"
#include <algorithm>
#include <map>

using namespace talos;
using namespace talos::nlp;

/// Cases of one constraint, and of all constraints between two blocks.
static constexpr size_t MaxConstraintCases = size_t(1) << 18;
static constexpr size_t MaxTableCases = size_t(1) << 27;

namespace {
/// Rows numbered by class; rows that are not in use have no class.
struct Classes {
  std::vector<uint32_t> of;    ///< by table row
  std::vector<uint32_t> first; ///< a row of each class

  explicit Classes(size_t tableRows) : of(tableRows, 0) {}

  /// Tells the classes apart by one more value a row.
  template <typename Value> void refine(ArrayRef<uint32_t> rows, Value value) {
    DenseMap<std::pair<uint32_t, int64_t>, uint32_t> numbers;
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
  std::vector<BitVector> fits; ///< by class of side 0, over side 1
};

class BinaryTableBuilder {
public:
  BinaryTableBuilder(const Coupling &coupling, ArrayRef<Table> tables,
                     ArrayRef<std::vector<uint32_t>> rows)
      : coupling(coupling), tables(tables), rows(rows) {
    for (const CouplingNode &node : coupling.nodes)
      values.push_back(node.range);
  }

  std::vector<BinaryTable> run(std::vector<bool> &isTabulated) {
    std::map<std::pair<BlockId, BlockId>, std::vector<unsigned>> between;
    for (auto [i, c] : llvm::enumerate(coupling.constraints)) {
      const auto &support = coupling.nodes[c.node].support;
      if (support.size() == 2)
        between[{support[0], support[1]}].push_back(i);
    }
    std::vector<BinaryTable> result;
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
      std::optional<BinaryTable> binaryTable = combine(links, blocks);
      if (!binaryTable)
        continue;
      result.push_back(std::move(*binaryTable));
      for (unsigned i : used)
        isTabulated[i] = true;
    }
    return result;
  }

private:
  using Blocks = std::pair<BlockId, BlockId>;

  std::optional<Link> makeLink(uint32_t root, Blocks blocks) {
    std::vector<uint32_t> cone = coneOf(coupling.nodes, root);
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
    if (a.size() * b.size() > MaxConstraintCases)
      return std::nullopt;
    decide(link, cone, root, blocks);
    return link;
  }

  /// Finds which classes of the two sides fit. What depends on one side alone
  /// is evaluated once for each of its classes.
  void decide(Link &link, ArrayRef<uint32_t> cone, uint32_t root,
              Blocks blocks) {
    ArrayRef<uint32_t> xs = link.side[0].first, ys = link.side[1].first;
    std::vector<uint32_t> first, second, both;
    for (uint32_t n : cone) {
      const auto &support = coupling.nodes[n].support;
      bool hasSecond = llvm::is_contained(support, blocks.second);
      bool hasFirst = llvm::is_contained(support, blocks.first);
      (!hasSecond ? first : hasFirst ? both : second).push_back(n);
    }
    std::vector<uint32_t> border; // of `second`, seen by `both`
    for (uint32_t n : second)
      if (llvm::any_of(both, [&](uint32_t user) {
            return llvm::is_contained(coupling.nodes[user].inputs(), n);
          }))
        border.push_back(n);
    std::vector<std::vector<Interval>> columns(border.size());
    for (uint32_t y : ys) {
      evaluate(second, y);
      for (auto [column, n] : llvm::zip(columns, border))
        column.push_back(values[n]);
    }
    Lanes lanes(coupling, border, both, root, scratch);
    link.fits.assign(xs.size(), BitVector(ys.size()));
    for (size_t from = 0; from < ys.size(); from += Lanes::Count) {
      unsigned count = std::min<size_t>(Lanes::Count, ys.size() - from);
      for (auto [i, n] : llvm::enumerate(border))
        lanes.set(n, count, [&, &column = columns[i]](unsigned l) {
          return column[from + l];
        });
      for (auto [fits, x] : llvm::zip(link.fits, xs)) {
        evaluate(first, x);
        lanes.run(count, values);
        lanes.read(root, count, [&, &fits = fits](unsigned l, Interval range) {
          if (range.mayHold())
            fits.set(from + l);
        });
      }
    }
  }

  /// Nodes that depend on one block alone, at a row of it.
  void evaluate(ArrayRef<uint32_t> nodes, uint32_t row) {
    for (uint32_t n : nodes) {
      const CouplingNode &node = coupling.nodes[n];
      if (node.block >= 0)
        values[n] =
            Interval::point(tables[node.block].features[node.column][row]);
      else if (!node.inputs().empty())
        values[n] = applyTo(node, values);
    }
  }

  std::optional<BinaryTable> combine(ArrayRef<Link> links, Blocks blocks) {
    Classes side[2] = {Classes(tables[blocks.first].rows),
                       Classes(tables[blocks.second].rows)};
    for (unsigned s = 0; s < 2; ++s)
      for (const Link &link : links)
        side[s].refine(rows[s ? blocks.second : blocks.first],
                       [&](uint32_t r) { return link.side[s].of[r]; });
    size_t n0 = side[0].first.size(), n1 = side[1].first.size();
    if (n0 * n1 > MaxTableCases)
      return std::nullopt;
    BinaryTable binaryTable;
    binaryTable.block[0] = blocks.first;
    binaryTable.block[1] = blocks.second;
    std::vector<BitVector> fitting(n0, BitVector(n1, true));
    for (const Link &link : links) {
      // What each class of the link allows, over the groups of the other side.
      std::vector<BitVector> wide;
      for (const BitVector &fits : link.fits) {
        wide.emplace_back(n1);
        for (size_t g = 0; g < n1; ++g)
          if (fits[link.side[1].of[side[1].first[g]]])
            wide.back().set(g);
      }
      for (size_t g = 0; g < n0; ++g)
        fitting[g] &= wide[link.side[0].of[side[0].first[g]]];
    }
    binaryTable.partners[1].assign(n1, BitVector(n0));
    for (size_t g = 0; g < n0; ++g)
      for (unsigned other : fitting[g].set_bits())
        binaryTable.partners[1][other].set(g);
    binaryTable.partners[0] = std::move(fitting);
    for (unsigned s = 0; s < 2; ++s)
      binaryTable.group[s] = std::move(side[s].of);
    return binaryTable;
  }

  const Coupling &coupling;
  ArrayRef<Table> tables;
  ArrayRef<std::vector<uint32_t>> rows;
  std::vector<Interval> values; ///< by node
  Lanes::Scratch scratch;
};
} // namespace

std::vector<BinaryTable>
nlp::buildBinaryTables(const Coupling &coupling, ArrayRef<Table> tables,
                       ArrayRef<std::vector<uint32_t>> rows,
                       std::vector<bool> &isTabulated) {
  return BinaryTableBuilder(coupling, tables, rows).run(isTabulated);
}
