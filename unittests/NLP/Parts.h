//===- Parts.h - A model taken apart, and all its points --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every part of the solver works on the tables of the blocks and on what
// couples them. The truth is told by the model alone: a combination of rows is
// a point, and Model::evaluate() says whether the point is feasible.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_NLP_PARTS_H
#define TALOS_UNITTESTS_NLP_PARTS_H

#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/Presolve/Coupling.h"
#include "RandomModel.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace talos::nlp::test {

/// Combinations of rows that a test looks at.
inline constexpr double MaxCombinations = 1500;

/// A table row of every block.
using RowsOfBlocks = std::vector<uint32_t>;

/// A combination of rows that is feasible.
struct PointOfRows {
  RowsOfBlocks rows;
  std::vector<int64_t> objective;
};

struct Parts {
  explicit Parts(const Model &model)
      : model(model), ranges(computeRanges(model)),
        privates(model.blocks().size()) {
    auto supports = computeSupports(model);
    for (auto [i, c] : llvm::enumerate(model.constraints()))
      if (supports[c.expr].size() > 1)
        coupled.push_back(i);
      else if (supports[c.expr].size() == 1)
        privates[supports[c.expr].front()].push_back(c.expr);
    coupling = buildCoupling(model, ranges, coupled);
    for (BlockId b = 0; b < model.blocks().size(); ++b)
      tables.push_back(list(b));
  }

  Table list(BlockId b, const EnumerationRequest &request = {}) const {
    return enumerateBlock(model, ranges, b, privates[b],
                          coupling.featureNodes(b), request);
  }

  /// Whether every block has rows, and few enough to combine.
  bool isSmall() const {
    double combinations = 1;
    for (const Table &table : tables)
      combinations *= double(table.rows);
    return combinations >= 1 && combinations <= MaxCombinations;
  }

  std::vector<std::vector<uint32_t>> allRows() const {
    std::vector<std::vector<uint32_t>> result;
    for (const Table &table : tables) {
      result.emplace_back(table.rows);
      std::iota(result.back().begin(), result.back().end(), 0);
    }
    return result;
  }

  Assignment pointOf(llvm::ArrayRef<uint32_t> rows) const {
    Assignment point;
    for (const Variable &v : model.variables())
      point.push_back(v.domain.front());
    for (auto [table, row] : llvm::zip(tables, rows))
      for (auto [i, v] : llvm::enumerate(table.variables))
        point[v] = table.choices[row * table.variables.size() + i];
    return point;
  }

  template <typename Visit> void forEachCombination(Visit visit) const {
    RowsOfBlocks rows(tables.size(), 0);
    for (size_t b = 0; b < rows.size();) {
      if (b == 0)
        visit(rows);
      if (++rows[b] < tables[b].rows)
        b = 0;
      else
        rows[b++] = 0;
    }
  }

  /// All feasible combinations.
  std::vector<PointOfRows> points() const {
    std::vector<PointOfRows> result;
    std::vector<NodeId> roots(model.objective());
    size_t objectives = roots.size();
    for (const Constraint &c : model.constraints())
      roots.push_back(c.expr);
    forEachCombination([&](const RowsOfBlocks &rows) {
      std::vector<Int> values = model.evaluate(roots, pointOf(rows));
      for (auto [i, value] : llvm::enumerate(values))
        if (!value.isValid() || (i >= objectives && value.value() == 0))
          return;
      result.push_back({rows, {}});
      for (size_t i = 0; i < objectives; ++i)
        result.back().objective.push_back(values[i].value());
    });
    return result;
  }

  /// Values of all nodes of the coupling at a combination, those that are in no
  /// model included.
  std::vector<Int> valuesAt(llvm::ArrayRef<uint32_t> rows) const {
    std::vector<Int> values;
    for (const CouplingNode &node : coupling.nodes)
      values.push_back(
          node.block >= 0
              ? Int(tables[node.block].features[node.column][rows[node.block]])
          : node.op == Op::Constant ? Int(node.value)
                                    : applyTo(node, values));
    return values;
  }

  const Model &model;
  Ranges ranges;
  std::vector<std::vector<NodeId>> privates; ///< constraints by block
  std::vector<unsigned> coupled; ///< constraints over several blocks
  Coupling coupling;
  std::vector<Table> tables;
};

/// The least objectives, lexicographically; none: no point is feasible.
inline std::optional<std::vector<int64_t>>
optimumOf(llvm::ArrayRef<PointOfRows> points) {
  if (points.empty())
    return std::nullopt;
  return llvm::min_element(points,
                           [](const auto &x, const auto &y) {
                             return x.objective < y.objective;
                           })
      ->objective;
}

/// Calls `visit` with the seed, the parts and the points of random models whose
/// blocks all have rows, until so many were met.
template <typename Visit>
void forEachRandomModel(unsigned models, Visit visit) {
  for (uint32_t seed = 0; models > 0; ++seed) {
    Model m;
    RandomModel build(m, seed);
    Parts parts(m);
    if (!parts.isSmall())
      continue;
    --models;
    visit(seed, parts, parts.points());
    if (testing::Test::HasFatalFailure())
      return;
  }
}

/// `values`[x], for x in 0 .. values.size() - 1.
inline Expr lookUp(Expr x, llvm::ArrayRef<int64_t> values) {
  Expr result = x.getModel()->constant(values.back());
  for (size_t i = values.size() - 1; i-- > 0;)
    result =
        select(eq(x, int64_t(i)), x.getModel()->constant(values[i]), result);
  return result;
}

} // namespace talos::nlp::test

#endif // TALOS_UNITTESTS_NLP_PARTS_H
