//===- SurrogateConstraints.cpp - Budgets added up ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/SurrogateConstraints.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// Numbers of a surrogate stay below this: nothing overflows.
static constexpr int64_t MaxNumber = int64_t(1) << 56;
/// Weights are multiples of 1 / WeightUnit of the budgets' ratio.
static constexpr int64_t WeightUnit = 64;
static constexpr double MaxWeight = 1 << 16;
/// A sum that leaves more than this part of what either budget leaves says
/// nothing new.
static constexpr double MostSlack = 0.8;

namespace {
/// A constraint as sum of c * node <= limit.
struct Budget {
  std::map<uint32_t, int64_t> terms; ///< node, coefficient
  int64_t limit = 0;
  unsigned number = 0; ///< of the constraint
  bool valid = true;
};

/// Both columns of a block; what its rows leave after dominance in the two.
struct Front {
  BlockId block;
  std::vector<int64_t> f, g;
  std::vector<std::pair<int64_t, int64_t>> least; ///< the lower left hull
};

/// Weights p of f and q of g.
struct Weights {
  int64_t p, q;
};

/// Points that may be least for some weights.
std::vector<std::pair<int64_t, int64_t>>
lowerLeft(const std::vector<int64_t> &f, const std::vector<int64_t> &g) {
  using Both = std::pair<int64_t, int64_t>;
  std::vector<Both> all, kept;
  // More g than the point with least f has is in vain, and more f than that
  // with least g: that leaves few to sort.
  Both leastF{INT64_MAX, INT64_MAX}, leastG = leastF;
  for (size_t r = 0; r < f.size(); ++r) {
    leastF = std::min(leastF, Both(f[r], g[r]));
    leastG = std::min(leastG, Both(g[r], f[r]));
  }
  for (size_t r = 0; r < f.size(); ++r)
    if (g[r] <= leastF.second && f[r] <= leastG.second)
      all.push_back({f[r], g[r]});
  llvm::sort(all);
  for (auto point : all)
    if (kept.empty() || point.second < kept.back().second)
      kept.push_back(point);
  return kept;
}

/// p F + q G less the least sum of p f + q g, in doubles: to compare weights.
double slackOf(ArrayRef<Front> fronts, double p, double q, double F, double G) {
  double sum = 0;
  for (const Front &front : fronts) {
    double least = HUGE_VAL;
    for (auto [f, g] : front.least)
      least = std::min(least, p * f + q * g);
    sum += least;
  }
  double limit = p * F + q * G;
  return limit <= 0 ? 0 : (limit - sum) / limit;
}

/// Those under which least is left; none if each budget alone leaves hardly
/// more.
std::optional<Weights> bestWeights(ArrayRef<Front> fronts, const Budget &x,
                                   const Budget &y) {
  // 0 and 1 alone are the constraints themselves.
  int64_t F = std::max<int64_t>(1, x.limit), G = std::max<int64_t>(1, y.limit);
  int64_t bestP = 0, bestQ = 0;
  double best = HUGE_VAL;
  for (int64_t part = 1; part < WeightUnit; ++part) {
    double p = double(part) / F, q = double(WeightUnit - part) / G;
    double slack = slackOf(fronts, p, q, F, G);
    if (slack < best) {
      best = slack;
      bestP = part;
      bestQ = WeightUnit - part;
    }
  }
  double alone = std::min(slackOf(fronts, 1.0 / F, 0, F, G),
                          slackOf(fronts, 0, 1.0 / G, F, G));
  if (best > MostSlack * alone)
    return std::nullopt;
  // part / F : rest / G, as integers.
  double p = double(bestP) / F, q = double(bestQ) / G;
  double scale = MaxWeight / std::max(p, q);
  Weights weights{std::llround(p * scale), std::llround(q * scale)};
  if (weights.p <= 0 || weights.q <= 0)
    return std::nullopt;
  int64_t divisor = std::gcd(weights.p, weights.q);
  return Weights{weights.p / divisor, weights.q / divisor};
}

/// Reads the budgets of a model, and pairs of them.
class BudgetReader {
public:
  /// `mayFail`: terms may be invalid at some points, which then do not count.
  BudgetReader(const Coupling &coupling, ArrayRef<Table> tables,
               bool mayFail = false)
      : coupling(coupling), tables(tables), mayFail(mayFail) {}

  std::vector<std::pair<Budget, Budget>> pairs() const {
    std::vector<Budget> budgets;
    for (auto [i, c] : llvm::enumerate(coupling.constraints))
      if (std::optional<Budget> budget = budgetOf(c.node)) {
        budgets.push_back(std::move(*budget));
        budgets.back().number = i;
      }
    std::vector<std::pair<Budget, Budget>> result;
    for (size_t x = 0; x < budgets.size(); ++x)
      for (size_t y = x + 1; y < budgets.size(); ++y)
        if (shareBlocks(budgets[x], budgets[y]))
          result.push_back({budgets[x], budgets[y]});
    return result;
  }

  /// Of the blocks with rows; empty: none, or numbers are too large.
  std::vector<Front> fronts(const Budget &x, const Budget &y) const {
    auto a = byBlock(x), b = byBlock(y);
    std::vector<Front> result;
    for (BlockId block = 0; block < tables.size(); ++block) {
      if (tables[block].rows == 0 || (!a.count(block) && !b.count(block)))
        continue;
      auto f = columnOf(block, a[block]), g = columnOf(block, b[block]);
      if (!f || !g)
        return {};
      result.push_back({block, std::move(*f), std::move(*g), {}});
      result.back().least = lowerLeft(result.back().f, result.back().g);
    }
    return result;
  }

private:
  std::optional<Budget> budgetOf(uint32_t root) const {
    const CouplingNode &node = coupling.nodes[root];
    if (node.op != Op::Le || node.block >= 0)
      return std::nullopt;
    const CouplingNode &limit = coupling.nodes[node.operands[1]];
    if (limit.op != Op::Constant)
      return std::nullopt;
    Budget budget;
    budget.limit = limit.value;
    uint32_t sum = node.operands[0];
    const CouplingNode &left = coupling.nodes[sum];
    if (left.block < 0 && left.op == Op::CeilDiv) {
      // ceil(a / b) <= c as a <= b c
      const CouplingNode &by = coupling.nodes[left.operands[1]];
      if (by.op != Op::Constant || by.value <= 0 ||
          __builtin_mul_overflow(budget.limit, by.value, &budget.limit))
        return std::nullopt;
      sum = left.operands[0];
    }
    addTerms(sum, budget);
    if (!budget.valid || budget.limit < 0 || budget.limit > MaxNumber)
      return std::nullopt;
    return budget;
  }

  /// Adds factor * node, as far as it is a sum of nodes times constants.
  void addTerms(uint32_t root, Budget &budget) const {
    std::vector<std::pair<uint32_t, int64_t>> open{{root, 1}};
    while (!open.empty() && budget.valid) {
      auto [n, factor] = open.back();
      open.pop_back();
      const CouplingNode &node = coupling.nodes[n];
      uint32_t a = node.operands[0], b = node.operands[1];
      if (node.block < 0 && node.op == Op::Mul && isConstant(a))
        std::swap(a, b);
      if (node.block < 0 && node.op == Op::Add) {
        open.insert(open.end(), {{b, factor}, {a, factor}});
      } else if (node.op == Op::Constant) {
        budget.valid &=
            !__builtin_mul_overflow(factor, node.value, &factor) &&
            !__builtin_sub_overflow(budget.limit, factor, &budget.limit);
      } else if (node.block < 0 && node.op == Op::Mul && isConstant(b)) {
        int64_t by = coupling.nodes[b].value;
        budget.valid &= by >= 0 && !__builtin_mul_overflow(factor, by, &factor);
        open.push_back({a, factor});
      } else {
        int64_t &sum = budget.terms[n];
        budget.valid &= (mayFail || !node.mayFail) && node.range.lo >= 0 &&
                        !__builtin_add_overflow(sum, factor, &sum);
      }
    }
  }

  bool isConstant(uint32_t n) const {
    return coupling.nodes[n].op == Op::Constant;
  }

  std::map<BlockId, std::vector<std::pair<uint32_t, int64_t>>>
  byBlock(const Budget &budget) const {
    std::map<BlockId, std::vector<std::pair<uint32_t, int64_t>>> result;
    for (auto [n, c] : budget.terms)
      if (coupling.nodes[n].block >= 0)
        result[coupling.nodes[n].block].push_back({n, c});
    return result;
  }

  bool shareBlocks(const Budget &x, const Budget &y) const {
    auto a = byBlock(x), b = byBlock(y);
    return llvm::count_if(a, [&](const auto &e) { return b.count(e.first); }) >=
           2;
  }

  /// The block's part of a budget, by row.
  std::optional<std::vector<int64_t>>
  columnOf(BlockId b, ArrayRef<std::pair<uint32_t, int64_t>> terms) const {
    std::vector<int64_t> sums(tables[b].rows, 0);
    for (auto [n, c] : terms) {
      const std::vector<int64_t> &column =
          tables[b].features[coupling.nodes[n].column];
      for (size_t r = 0; r < sums.size(); ++r) {
        Wide sum = Wide(sums[r]) + Wide(c) * column[r];
        if (column[r] < 0 || sum > MaxNumber)
          return std::nullopt;
        sums[r] = int64_t(sum);
      }
    }
    return sums;
  }

  const Coupling &coupling;
  ArrayRef<Table> tables;
  bool mayFail;
};

class SurrogateBuilder {
public:
  SurrogateBuilder(Coupling &coupling, std::vector<Table> &tables)
      : coupling(coupling), tables(tables) {}

  unsigned run() {
    unsigned added = 0;
    BudgetReader reader(coupling, tables);
    for (auto &[x, y] : reader.pairs()) {
      std::vector<Front> fronts = reader.fronts(x, y);
      std::optional<Weights> weights = bestWeights(fronts, x, y);
      added += weights && addWeighted(x, y, fronts, *weights);
    }
    return added;
  }

private:
  /// Any weights will do: the rounding above costs strength, not truth.
  bool addWeighted(const Budget &x, const Budget &y, ArrayRef<Front> fronts,
                   Weights weights) {
    auto [p, q] = weights;
    Wide limit = Wide(p) * x.limit + Wide(q) * y.limit, most = 0;
    for (const Front &front : fronts) {
      Wide largest = 0;
      for (size_t r = 0; r < front.f.size(); ++r)
        largest =
            std::max(largest, Wide(p) * front.f[r] + Wide(q) * front.g[r]);
      most += largest;
    }
    std::map<uint32_t, int64_t> others;
    for (auto [budget, weight] : {std::pair(&x, p), std::pair(&y, q)})
      for (auto [n, c] : budget->terms)
        if (coupling.nodes[n].block < 0) {
          if (coupling.nodes[n].range.hi > MaxNumber)
            return false;
          most += Wide(weight) * c * coupling.nodes[n].range.hi;
          if (most > MaxNumber)
            return false;
          others[n] += weight * c;
        }
    if (limit > MaxNumber || most > MaxNumber)
      return false;
    std::optional<uint32_t> sum;
    auto add = [&](uint32_t term) {
      sum = sum ? appendOperation(Op::Add, *sum, term) : term;
    };
    for (auto [n, c] : others)
      add(appendOperation(Op::Mul, n, appendConstant(c)));
    for (const Front &front : fronts) {
      std::vector<int64_t> values;
      for (size_t r = 0; r < front.f.size(); ++r)
        values.push_back(p * front.f[r] + q * front.g[r]);
      add(appendColumn(front.block, std::move(values)));
    }
    coupling.constraints.push_back(
        {appendOperation(Op::Le, *sum, appendConstant(int64_t(limit))), "",
         std::pair(x.number, y.number)});
    return true;
  }

  uint32_t append(CouplingNode node) {
    node.plain = true;
    coupling.nodes.push_back(std::move(node));
    return coupling.nodes.size() - 1;
  }
  uint32_t appendConstant(int64_t value) {
    return append({{Op::Constant, value}, 0, Interval::point(value)});
  }
  uint32_t appendOperation(Op op, uint32_t a, uint32_t b) {
    const CouplingNode &x = coupling.nodes[a], &y = coupling.nodes[b];
    CouplingNode node{{op, 0, {a, b}}, 0, apply(op, x.range, y.range, {})};
    std::set_union(x.support.begin(), x.support.end(), y.support.begin(),
                   y.support.end(), std::back_inserter(node.support));
    return append(std::move(node));
  }
  uint32_t appendColumn(BlockId b, std::vector<int64_t> values) {
    BlockView &view = coupling.blocks[b];
    auto [least, most] = std::minmax_element(values.begin(), values.end());
    CouplingNode node{{Op::Add}, 0, {*least, *most}};
    node.block = b;
    node.support = {b};
    node.column = view.features.size();
    view.features.push_back(coupling.nodes.size());
    tables[b].features.push_back(std::move(values));
    return append(node);
  }

  Coupling &coupling;
  std::vector<Table> &tables;
};
} // namespace

unsigned nlp::addSurrogateConstraints(Coupling &coupling,
                                      std::vector<Table> &tables) {
  return SurrogateBuilder(coupling, tables).run();
}

std::optional<std::pair<unsigned, unsigned>>
nlp::findContradiction(const Coupling &coupling, ArrayRef<Table> tables) {
  BudgetReader reader(coupling, tables, /*mayFail=*/true);
  for (auto &[x, y] : reader.pairs()) {
    std::vector<Front> fronts = reader.fronts(x, y);
    std::optional<Weights> weights = bestWeights(fronts, x, y);
    if (!weights)
      continue;
    // What other blocks and terms add is not negative.
    Wide least = 0;
    for (const Front &front : fronts) {
      Wide own = Wide(MaxNumber) * MaxNumber;
      for (auto [f, g] : front.least)
        own = std::min(own, Wide(weights->p) * f + Wide(weights->q) * g);
      least += own;
    }
    if (least > Wide(weights->p) * x.limit + Wide(weights->q) * y.limit)
      return std::pair(x.number, y.number);
  }
  return std::nullopt;
}
