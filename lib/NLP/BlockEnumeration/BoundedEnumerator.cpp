//===- BoundedEnumerator.cpp - Choices within a bound ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/BoundFilter.h"
#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/BlockEnumeration/PrivateConstraints.h"
#include "NLP/BlockEnumeration/TableBuilder.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

static std::vector<uint32_t> both(ArrayRef<uint32_t> x, ArrayRef<uint32_t> y) {
  std::vector<uint32_t> result;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(),
                        std::back_inserter(result));
  return result;
}

namespace {
/// Enumerates the choices of a block that a BoundFilter admits. Takes many
/// partial choices to the next variable together, a lane each.
class BoundedEnumerator {
public:
  /// `problem`, which has a filter, must outlive this.
  explicit BoundedEnumerator(const EnumerationProblem &problem)
      : request(problem.request), filter(*request.filter),
        prefix(problem.model, problem.order), order(problem.order),
        privates(problem.model, problem.ranges, prefix, problem.constraints),
        rows(problem), positions(order.size()) {
    filter.start(order);
  }

  /// To be called once.
  Table run() {
    if (privates.constantsHold && order.empty())
      rows.add(prefix.point);
    else if (privates.constantsHold) {
      positions.front().push_back({{}, privates.settled()});
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
    return prefix.domain(p).size() >= filter.wideFrom;
  }

  void load(unsigned p, const Partial &partial) {
    for (auto [q, index] : llvm::enumerate(partial.digits))
      prefix.set(q, index);
    for (unsigned q = p; q < order.size(); ++q)
      prefix.unset(q);
    privates.settle(partial.settled);
  }

  /// Gives the variable at position p values, for all partial choices there.
  void descend(unsigned p) {
    std::vector<std::vector<uint32_t>> left;
    if (filter.wide == p)
      left = filter.filterValueClasses();
    std::vector<Lane> lanes;
    for (unsigned number : filter.partials(p)) {
      if (!filter.isWithin(p, number))
        continue;
      load(p, positions[p][number]);
      std::vector<uint32_t> values = privates.allowed(p, /*all=*/!hasMany(p));
      if (filter.wide == p)
        values = both(values, left[number]);
      for (uint32_t index : values) {
        lanes.push_back({number, index});
        if (lanes.size() == BoundFilter::MaxLanes)
          choose(p, lanes);
        if (!rows.table.isComplete())
          return;
      }
    }
    choose(p, lanes);
    goOn(p + 1);
    positions[p].clear();
    filter.clear(p);
  }

  /// The partial choices that wait at position p.
  void goOn(unsigned p) {
    if (p < order.size() && !positions[p].empty() && rows.table.isComplete())
      descend(p);
  }

  /// Makes those of the lanes that may be partial choices at the next position.
  void choose(unsigned p, std::vector<Lane> &lanes) {
    if (!request.keepGoing())
      rows.table.aborted = true;
    if (lanes.empty() || !rows.table.isComplete())
      return;
    filter.restrict(p, lanes);
    std::vector<unsigned> kept;
    for (auto [i, lane] : llvm::enumerate(lanes)) {
      load(p, positions[p][lane.partial]);
      if (!mayBe(p, lane.index))
        continue;
      if (p + 1 < order.size()) {
        kept.push_back(i);
        positions[p + 1].push_back(
            {{prefix.digit.begin(), prefix.digit.begin() + p + 1},
             privates.settled()});
      } else if (rows.table.isComplete() && filter.complete(i)) {
        rows.add(prefix.point);
      }
    }
    lanes.clear();
    if (p + 1 == order.size())
      return;
    filter.passOn(p, kept);
    if (positions[p + 1].size() >= filter.enough(p + 1))
      goOn(p + 1);
  }

  /// Whether the private constraints allow the value for what is loaded.
  bool mayBe(unsigned p, uint32_t index) {
    if (hasMany(p) && !privates.holds(p, index))
      return false;
    prefix.set(p, index);
    return privates.mayGoOn(p);
  }

  const EnumerationRequest &request;
  BoundFilter &filter;
  PartialAssignment prefix;
  ArrayRef<VarId> order;
  PrivateConstraints privates;
  TableBuilder rows;
  std::vector<std::vector<Partial>> positions; ///< partial choices, by position
};
} // namespace

Table nlp::enumerateBounded(const EnumerationProblem &problem) {
  return BoundedEnumerator(problem).run();
}
