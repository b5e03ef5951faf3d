//===- ListWithin.cpp - Choices within a limit ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/ListWithin.h"
#include "NLP/Evaluate/Checks.h"
#include "NLP/Presolve/TableBuilder.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

namespace {

/// Gives variables values, those of many partial choices at once, and goes on
/// with as many of them as there are lanes.
class LaneLister {
public:
  LaneLister(const Model &model, const Ranges &ranges,
             llvm::ArrayRef<VarId> order, llvm::ArrayRef<NodeId> constraints,
             llvm::ArrayRef<NodeId> features, const Listing &listing)
      : listing(listing), within(*listing.within), prefix(model, order),
        order(order), checks(model, ranges, prefix, order, constraints),
        rows(model, order, features, listing.most), positions(order.size()) {
    within.start(order);
  }

  Table run() {
    if (checks.constantsHold && order.empty())
      rows.add(prefix.point);
    else if (checks.constantsHold) {
      positions.front().push_back({{}, checks.settled()});
      descend(0);
    }
    return rows.finish();
  }

private:
  /// Values of the variables before a position.
  struct Partial {
    std::vector<uint32_t> digits; ///< domain indices
    Settled settled;              ///< constraints
  };

  bool hasMany(unsigned p) const {
    return prefix.domain(p).size() >= within.wideFrom;
  }

  void load(unsigned p, const Partial &partial) {
    for (auto [q, index] : llvm::enumerate(partial.digits))
      prefix.set(q, index);
    for (unsigned q = p; q < order.size(); ++q)
      prefix.unset(q);
    checks.settle(partial.settled);
  }

  /// Gives the variable at position p values, for all partial choices there.
  void descend(unsigned p) {
    std::vector<std::vector<uint32_t>> left;
    if (within.wide == p)
      left = within.filter();
    std::vector<Lane> lanes;
    for (unsigned number : within.partials(p)) {
      if (!within.isWithin(p, number))
        continue;
      load(p, positions[p][number]);
      std::vector<uint32_t> values = checks.allowed(p, /*all=*/!hasMany(p));
      if (within.wide == p)
        values = both(values, left[number]);
      for (uint32_t index : values) {
        lanes.push_back({number, index});
        if (lanes.size() == RowLimit::MaxLanes)
          choose(p, lanes);
        if (!rows.table.isComplete())
          return;
      }
    }
    choose(p, lanes);
    goOn(p + 1);
    positions[p].clear();
    within.clear(p);
  }

  static std::vector<uint32_t> both(llvm::ArrayRef<uint32_t> x,
                                    llvm::ArrayRef<uint32_t> y) {
    std::vector<uint32_t> result;
    std::set_intersection(x.begin(), x.end(), y.begin(), y.end(),
                          std::back_inserter(result));
    return result;
  }

  /// The partial choices that wait at position p.
  void goOn(unsigned p) {
    if (p < order.size() && !positions[p].empty() && rows.table.isComplete())
      descend(p);
  }

  /// Makes those of the lanes that may be partial choices at the next position.
  void choose(unsigned p, std::vector<Lane> &lanes) {
    if (!listing.keepGoing())
      rows.table.aborted = true;
    if (lanes.empty() || !rows.table.isComplete())
      return;
    within.restrict(p, lanes);
    std::vector<unsigned> kept;
    for (auto [i, lane] : llvm::enumerate(lanes)) {
      load(p, positions[p][lane.partial]);
      if (!mayBe(p, lane.index))
        continue;
      if (p + 1 < order.size()) {
        kept.push_back(i);
        positions[p + 1].push_back(
            {{prefix.digit.begin(), prefix.digit.begin() + p + 1},
             checks.settled()});
      } else if (rows.table.isComplete() && within.complete(i)) {
        rows.add(prefix.point);
      }
    }
    lanes.clear();
    if (p + 1 == order.size())
      return;
    within.passOn(p, kept);
    if (positions[p + 1].size() >= within.enough(p + 1))
      goOn(p + 1);
  }

  /// Whether the private constraints allow the value for what is loaded.
  bool mayBe(unsigned p, uint32_t index) {
    if (hasMany(p) && !checks.holds(p, index))
      return false;
    prefix.set(p, index);
    return checks.mayGoOn(p);
  }

  const Listing &listing;
  RowLimit &within;
  Prefix prefix;
  llvm::ArrayRef<VarId> order;
  Checks checks;
  TableBuilder rows;
  std::vector<std::vector<Partial>> positions;
};

} // namespace

Table nlp::listWithin(const Model &model, const Ranges &ranges,
                      llvm::ArrayRef<VarId> order,
                      llvm::ArrayRef<NodeId> constraints,
                      llvm::ArrayRef<NodeId> features, const Listing &listing) {
  return LaneLister(model, ranges, order, constraints, features, listing).run();
}
