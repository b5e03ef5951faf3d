//===- Pareto.cpp - All designs that no other one beats -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Pareto.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::explore;
using llvm::ArrayRef;

static bool areWithin(ArrayRef<int64_t> small, ArrayRef<int64_t> large) {
  return llvm::all_of(llvm::zip_equal(small, large), [](auto pair) {
    return std::get<0>(pair) <= std::get<1>(pair);
  });
}

/// Cycles first, then the first amounts.
static std::vector<int64_t> figures(const ParetoSolve &point, size_t amounts) {
  std::vector<int64_t> all{point.cycles};
  all.insert(all.end(), point.amounts.begin(), point.amounts.begin() + amounts);
  return all;
}

/// Those that no other one beats in cycles and the first amounts, one of each.
static std::vector<const ParetoSolve *>
unbeaten(std::vector<const ParetoSolve *> points, size_t amounts) {
  // None is beaten by one that comes behind it.
  llvm::sort(points, [&](const ParetoSolve *x, const ParetoSolve *y) {
    auto keyOf = [&](const ParetoSolve &point) {
      return std::make_tuple(figures(point, amounts), point.amounts, point.id);
    };
    return keyOf(*x) < keyOf(*y);
  });
  std::vector<const ParetoSolve *> kept;
  for (const ParetoSolve *point : points)
    if (llvm::none_of(kept, [&](const ParetoSolve *other) {
          return areWithin(figures(*other, amounts), figures(*point, amounts));
        }))
      kept.push_back(point);
  return kept;
}

/// What answers these limits without solving; null: nothing does.
const ParetoSolve *ParetoFront::known(ArrayRef<int64_t> limits) const {
  for (const ParetoSolve &one : solves) {
    bool isLooser = areWithin(limits, one.limits);
    if (one.limits == limits.vec() ||
        (isLooser && one.status == nlp::Status::Infeasible) ||
        (isLooser && one.status == nlp::Status::Optimal &&
         areWithin(one.amounts, limits)))
      return &one;
  }
  return nullptr;
}

/// The point under these limits; null: there is none, or the search ends.
const ParetoSolve *ParetoFront::at(ArrayRef<int64_t> limits) {
  const ParetoSolve *found = known(limits);
  if (!found) {
    std::optional<ParetoSolve> solved = solve(limits);
    if (!solved) {
      isComplete = false;
      return nullptr;
    }
    solves.push_back(std::move(*solved));
    found = &solves.back();
  }
  isExact &= found->status == nlp::Status::Optimal ||
             found->status == nlp::Status::Infeasible;
  isComplete &= found->status != nlp::Status::Unknown && !found->isCut;
  return found->hasPoint() ? found : nullptr;
}

/// All points on the way of the limit of `amount`, and of those before it, from
/// `limits` down.
ParetoFront::Points ParetoFront::sweep(size_t amount,
                                       std::vector<int64_t> limits) {
  Points all;
  while (isComplete && limits[amount] >= 0) {
    Points some;
    if (amount > 0)
      some = sweep(amount - 1, limits);
    else if (const ParetoSolve *point = at(limits))
      some = {point};
    if (some.empty())
      break;
    all.insert(all.end(), some.begin(), some.end());
    // A point of the front that uses less than all of these do is on the front
    // of the first amounts under these limits too, so that it is found.
    int64_t most = 0;
    for (const ParetoSolve *point : unbeaten(some, amount))
      most = std::max(most, point->amounts[amount]);
    limits[amount] = most - 1;
  }
  return all;
}

void ParetoFront::run(ArrayRef<int64_t> most) {
  sweep(most.size() - 1, most.vec());
}

std::vector<const ParetoSolve *> ParetoFront::front() const {
  Points points;
  size_t amounts = 0;
  for (const ParetoSolve &one : solves)
    if (one.hasPoint()) {
      points.push_back(&one);
      amounts = one.amounts.size();
    }
  return unbeaten(std::move(points), amounts);
}
