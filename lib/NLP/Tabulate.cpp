//===- Tabulate.cpp - The choices of one block ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Tabulate.h"
#include "Checks.h"
#include "RowLimit.h"
#include "RowSet.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <random>

using namespace talos;
using namespace talos::nlp;

/// A variable with no more values may be enumerated first.
static constexpr size_t MaxSwitchValues = 8;
/// A variable in fewer than this part of the constraints takes part in little.
static constexpr size_t RareDivisor = 4;
/// Random choices that tell whether there are too many, and how many more than
/// wanted they have to make likely.
static constexpr unsigned Probes = 32;
static constexpr double ProbeFactor = 16;
/// Values given between two questions whether to go on, and where a limit takes
/// more work for each.
static constexpr int64_t StepsBetween = 16384, LimitedStepsBetween = 256;

/// The variables of a block that matter. Finishes constraints as early as
/// possible: next comes the constraint with the fewest open variables. If
/// `isLimited`, a variable that takes part in little waits for others: it is
/// left to those choices that are within the limit.
static std::vector<VarId> orderOf(const Model &model, BlockId block,
                                  llvm::ArrayRef<NodeId> constraints,
                                  llvm::ArrayRef<NodeId> features,
                                  bool isLimited) {
  std::vector<bool> wanted(model.variables().size(), false), placed(wanted);
  std::vector<VarId> order;
  auto place = [&](VarId v) {
    placed[v] = true;
    order.push_back(v);
  };
  std::vector<std::vector<VarId>> needs;
  for (NodeId c : constraints)
    needs.push_back(variablesOf(model, c));
  for (NodeId id : model.cone(features))
    if (model.nodes()[id].op == Op::Variable)
      wanted[model.nodes()[id].value] = true;
  std::vector<size_t> uses(model.variables().size(), 0);
  for (const std::vector<VarId> &all : needs)
    for (VarId v : all)
      ++uses[v];
  // What has few values and takes part in much comes first: then constraints
  // that it settles are not asked again below.
  for (VarId v : model.blocks()[block].variables)
    if (model.variables()[v].domain.size() <= MaxSwitchValues && uses[v] > 1 &&
        uses[v] * 2 >= needs.size())
      place(v);
  auto mayWait = [&](llvm::ArrayRef<VarId> open) {
    return isLimited && open.size() == 1 &&
           uses[open.front()] * RareDivisor < needs.size();
  };
  for (;;) {
    std::vector<VarId> best;
    for (const std::vector<VarId> &all : needs) {
      std::vector<VarId> open;
      for (VarId v : all)
        if (!placed[v])
          open.push_back(v);
      if (!open.empty() &&
          (best.empty() || std::make_pair(open.size(), mayWait(open)) <
                               std::make_pair(best.size(), mayWait(best))))
        best = open;
    }
    if (best.empty())
      break;
    llvm::for_each(best, place);
  }
  for (VarId v : model.blocks()[block].variables)
    if (wanted[v] && !placed[v])
      place(v);
  return order;
}

namespace {
class Enumerator {
public:
  Enumerator(const Model &model, const Ranges &ranges, BlockId block,
             llvm::ArrayRef<NodeId> constraints,
             llvm::ArrayRef<NodeId> featureNodes, const Listing &listing)
      : model(model), listing(listing), prefix(model),
        order(orderOf(model, block, constraints, featureNodes,
                      listing.within != nullptr)),
        checks(model, ranges, prefix, order, constraints),
        featureTape(model, featureNodes), seen(table) {
    table.variables = order;
    table.features.resize(featureNodes.size());
    batch.resize(order.size());
    columns.resize(model.variables().size(), nullptr);
    for (auto [p, v] : llvm::enumerate(order)) {
      batch[p].assign(Tape::Lanes, 0);
      columns[v] = batch[p].data();
    }
    if (listing.within) {
      listing.within->start(order);
      wide = listing.within->wide;
      first = listing.within->first;
    }
  }

  Table run() {
    if (checks.constantsHold && !seemsTooLong()) {
      descend(0, {});
      flush();
    }
    return std::move(table);
  }

private:
  /// What is left of a partial choice up to the wide variable.
  struct Partial {
    std::vector<uint32_t> digits; ///< from position `first` on
    std::vector<uint32_t> values; ///< of the wide variable
  };

  /// Whether there are by far more choices than wanted, as random ones tell.
  bool seemsTooLong() {
    if (listing.within || listing.most == INT64_MAX)
      return false;
    double wanted = double(listing.most) * ProbeFactor, space = 1, sum = 0;
    for (VarId v : order)
      space *= double(model.variables()[v].domain.size());
    if (space <= wanted)
      return false;
    // One fixed seed: the answer must not differ from run to run.
    // NOLINTNEXTLINE(bugprone-random-generator-seed)
    std::minstd_rand random(1);
    for (unsigned i = 0; i < Probes; ++i)
      sum += probe(random);
    table.isTooLong = sum / Probes > wanted;
    return table.isTooLong;
  }

  /// Gives all variables a random value of those that may be. What it meets on
  /// the way, multiplied, is an unbiased estimate of how many choices there
  /// are.
  double probe(std::minstd_rand &random) {
    double choices = 1;
    Prefix start = prefix;
    for (unsigned p = 0; p < order.size() && choices > 0; ++p) {
      std::vector<uint32_t> values = checks.allowed(p);
      choices *= double(values.size());
      if (values.empty())
        break;
      prefix.digit[p] = values[random() % values.size()];
      int64_t value = model.variables()[order[p]].domain[prefix.digit[p]];
      prefix.point[order[p]] = value;
      prefix.box[order[p]] = Interval::point(value);
      if (!checks.mayGoOn(p))
        choices = 0;
    }
    prefix = std::move(start);
    return choices;
  }

  /// Gives variables from position p on values: all, or those of `some`.
  void descend(unsigned p, llvm::ArrayRef<Partial> some) {
    if (p == order.size())
      emit();
    else if (wide && p == first && some.empty())
      descendTogether(p);
    else
      choose(p, some);
  }

  /// Leaves out values of the wide variable under all that may come before it,
  /// then goes on with the others.
  void descendTogether(unsigned p) {
    isCollecting = true;
    choose(p, {});
    isCollecting = false;
    std::vector<Partial> some;
    std::vector<std::vector<uint32_t>> left = listing.within->filter();
    for (auto [digits, values] : llvm::zip(collected, left))
      if (!values.empty())
        some.push_back({std::move(digits), std::move(values)});
    collected.clear();
    if (!some.empty() && table.isComplete())
      choose(p, some);
  }

  std::vector<uint32_t> valuesAt(unsigned p, bool isWide,
                                 llvm::ArrayRef<Partial> some) {
    std::vector<uint32_t> values, both;
    if (some.empty() || p == *wide)
      values = checks.allowed(p, /*all=*/!isWide);
    if (some.empty())
      return values;
    if (p == *wide) {
      llvm::ArrayRef<uint32_t> left = some.front().values;
      std::set_intersection(values.begin(), values.end(), left.begin(),
                            left.end(), std::back_inserter(both));
      return both;
    }
    for (const Partial &partial : some)
      values.push_back(partial.digits[p - first]);
    llvm::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }

  void choose(unsigned p, llvm::ArrayRef<Partial> some) {
    VarId v = order[p];
    llvm::ArrayRef<int64_t> domain = model.variables()[v].domain;
    Interval whole = prefix.box[v];
    // Of many values the limit leaves few that take evaluations of their own.
    bool isWide = listing.within && domain.size() >= listing.within->wideFrom;
    std::vector<uint32_t> values = valuesAt(p, isWide, some);
    bool isLast = isCollecting && p + 1 == *wide;
    if (listing.within && !isLast)
      listing.within->restrict(p, values);
    for (auto [number, i] : llvm::enumerate(values)) {
      int64_t between = listing.within ? LimitedStepsBetween : StepsBetween;
      if (++steps % between == 0 && !listing.keepGoing())
        table.aborted = true;
      if (!table.isComplete())
        break;
      if (isWide && !checks.holds(p, i))
        continue;
      prefix.digit[p] = i;
      if (isLast) {
        listing.within->collect(i);
        collected.emplace_back(prefix.digit.begin() + first,
                               prefix.digit.begin() + *wide);
        continue;
      }
      if (listing.within && !listing.within->choose(p, number))
        continue;
      prefix.point[v] = domain[i];
      prefix.box[v] = Interval::point(domain[i]);
      if (checks.mayGoOn(p))
        descend(p + 1, under(some, p, i));
    }
    prefix.box[v] = whole;
    prefix.point[v] = domain.front();
  }

  /// Those with this value at position p.
  llvm::ArrayRef<Partial> under(llvm::ArrayRef<Partial> some, unsigned p,
                                uint32_t digit) const {
    if (some.empty() || p >= *wide)
      return {};
    auto hasIt = [&](const Partial &partial) {
      return partial.digits[p - first] == digit;
    };
    return some.drop_until(hasIt).take_while(hasIt);
  }

  void emit() {
    table.isTooLong = ++table.feasible > listing.most;
    for (auto [column, v] : llvm::zip(batch, order))
      column[filled] = prefix.point[v];
    if (++filled == Tape::Lanes)
      flush();
  }

  void flush() {
    if (filled == 0)
      return;
    featureTape.runBatch(columns, filled);
    std::vector<const int64_t *> lanes;
    for (size_t f = 0; f < table.features.size(); ++f)
      lanes.push_back(featureTape.rootLanes(f));
    for (unsigned l : seen.insert(lanes, filled))
      for (const std::vector<int64_t> &column : batch)
        table.choices.push_back(column[l]);
    filled = 0;
  }

  const Model &model;
  const Listing &listing;
  Table table;
  Prefix prefix;
  std::vector<VarId> order;
  Checks checks;
  Tape featureTape;
  RowSet seen;
  std::vector<std::vector<int64_t>> batch; ///< by position and lane
  std::vector<const int64_t *> columns;    ///< the same by VarId
  unsigned filled = 0;
  int64_t steps = 0;
  /// Where a variable has many values, and where partial choices begin to
  /// differ for which they are looked at together.
  std::optional<unsigned> wide;
  unsigned first = 0;
  bool isCollecting = false;                    ///< partial choices up to it
  std::vector<std::vector<uint32_t>> collected; ///< digits
};
} // namespace

Table nlp::tabulate(const Model &model, const Ranges &ranges, BlockId block,
                    llvm::ArrayRef<NodeId> constraints,
                    llvm::ArrayRef<NodeId> features, const Listing &listing) {
  return Enumerator(model, ranges, block, constraints, features, listing).run();
}
