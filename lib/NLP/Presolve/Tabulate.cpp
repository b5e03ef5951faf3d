//===- Tabulate.cpp - The choices of one block ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/Tabulate.h"
#include "NLP/BlockEnumeration/ListWithin.h"
#include "NLP/Evaluate/Checks.h"
#include "NLP/Presolve/TableBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <random>

using namespace talos;
using namespace talos::nlp;

/// A variable with no more values may be enumerated first.
static constexpr size_t MaxSwitchValues = 8;
/// A variable in this part of the constraints takes part in much, one in fewer
/// than the other part in little.
static constexpr size_t MuchDivisor = 3, RareDivisor = 4;
/// Random choices that tell whether there are too many, and how many more than
/// wanted they have to make likely.
static constexpr unsigned Probes = 32;
static constexpr double ProbeFactor = 4;
/// Values given between two questions whether to go on.
static constexpr int64_t StepsBetween = 16384;

/// The variables of a block that matter. Finishes constraints as early as
/// possible: next comes the constraint with the fewest open variables. If
/// `isLimited`, a variable that takes part in little waits for others: it is
/// left to those choices that are within the limit; then those come first that
/// take the least work.
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
  std::vector<NodeId> cone = model.cone(features);
  for (NodeId id : cone)
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
        uses[v] * MuchDivisor >= needs.size())
      place(v);
  std::map<VarId, size_t> dependent;
  // 0: it does not wait.
  auto waitOf = [&](llvm::ArrayRef<VarId> open) -> size_t {
    VarId v = open.front();
    if (!isLimited || open.size() > 1 || uses[v] * RareDivisor >= needs.size())
      return 0;
    auto [known, isNew] = dependent.try_emplace(v);
    if (isNew)
      known->second = dependentOn(model, cone, v).size() + 1;
    return known->second;
  };
  for (;;) {
    std::vector<VarId> best;
    for (const std::vector<VarId> &all : needs) {
      std::vector<VarId> open;
      for (VarId v : all)
        if (!placed[v])
          open.push_back(v);
      if (!open.empty() &&
          (best.empty() || std::make_pair(open.size(), waitOf(open)) <
                               std::make_pair(best.size(), waitOf(best))))
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
  Enumerator(const Model &model, const Ranges &ranges,
             llvm::ArrayRef<VarId> order, llvm::ArrayRef<NodeId> constraints,
             llvm::ArrayRef<NodeId> features, const Listing &listing)
      : listing(listing), prefix(model, order), order(order),
        checks(model, ranges, prefix, order, constraints),
        rows(model, order, features, listing.most) {}

  Table run() {
    if (checks.constantsHold && !seemsTooLong())
      descend(0);
    return rows.finish();
  }

private:
  /// Whether there are by far more choices than wanted, as random ones tell.
  bool seemsTooLong() {
    if (listing.most == INT64_MAX)
      return false;
    double wanted = double(listing.most) * ProbeFactor, space = 1, sum = 0;
    for (unsigned p = 0; p < order.size(); ++p)
      space *= double(prefix.domain(p).size());
    if (space <= wanted)
      return false;
    // One fixed seed: the answer must not differ from run to run.
    // NOLINTNEXTLINE(bugprone-random-generator-seed)
    std::minstd_rand random(1);
    for (unsigned i = 0; i < Probes; ++i)
      sum += probe(random);
    rows.table.isTooLong = sum / Probes > wanted;
    return rows.table.isTooLong;
  }

  /// Gives all variables a random value of those that may be. What it meets on
  /// the way, multiplied, is an unbiased estimate of how many choices there
  /// are.
  double probe(std::minstd_rand &random) {
    double choices = 1;
    for (unsigned p = 0; p < order.size() && choices > 0; ++p) {
      std::vector<uint32_t> values = checks.allowed(p);
      choices *= double(values.size());
      if (values.empty())
        break;
      prefix.set(p, values[random() % values.size()]);
      if (!checks.mayGoOn(p))
        choices = 0;
    }
    for (unsigned p = 0; p < order.size(); ++p)
      prefix.unset(p);
    return choices;
  }

  /// Gives variables from position p on values.
  void descend(unsigned p) {
    if (p == order.size())
      return rows.add(prefix.point);
    for (uint32_t i : checks.allowed(p)) {
      if (++steps % StepsBetween == 0 && !listing.keepGoing())
        rows.table.aborted = true;
      if (!rows.table.isComplete())
        break;
      prefix.set(p, i);
      if (checks.mayGoOn(p))
        descend(p + 1);
    }
    prefix.unset(p);
  }

  const Listing &listing;
  Prefix prefix;
  llvm::ArrayRef<VarId> order;
  Checks checks;
  TableBuilder rows;
  int64_t steps = 0;
};
} // namespace

Table nlp::tabulate(const Model &model, const Ranges &ranges, BlockId block,
                    llvm::ArrayRef<NodeId> constraints,
                    llvm::ArrayRef<NodeId> features, const Listing &listing) {
  std::vector<VarId> order =
      orderOf(model, block, constraints, features, listing.within != nullptr);
  if (listing.within)
    return listWithin(model, ranges, order, constraints, features, listing);
  return Enumerator(model, ranges, order, constraints, features, listing).run();
}
