//===- Pareto.h - All designs that no other one beats -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The front of cycles against one or more amounts (resources), by the method of
// epsilon constraints: a program is solved for its least cycles under limits of
// the amounts, then under limits just below what its solution uses, until
// nothing fits. With several amounts each one's limit goes down over the fronts
// of those before it. What is solved, and how, is the caller's.
//
// A solution under some limits also answers tighter ones that it keeps; so does
// a proof that nothing fits. Such programs are not solved again, nor are those
// that a former run solved.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_PARETO_H
#define TALOS_EXPLORE_PARETO_H

#include "talos/NLP/Solver.h"
#include <deque>

namespace talos::explore {

/// What solving under limits found.
struct ParetoSolve {
  std::vector<int64_t> limits; ///< most of each amount
  nlp::Status status = nlp::Status::Unknown;
  /// Where there is a point: its cycles, their proved bound, and its amounts.
  int64_t cycles = 0, bound = 0;
  std::vector<int64_t> amounts;
  /// Another run may find more: time ended this one.
  bool isCut = false;
  size_t id = 0; ///< the caller's own

  bool hasPoint() const {
    return status == nlp::Status::Optimal || status == nlp::Status::Feasible;
  }
};

class ParetoFront {
public:
  /// Solves under limits, one an amount; nullopt ends the search.
  using Solve =
      std::function<std::optional<ParetoSolve>(llvm::ArrayRef<int64_t>)>;

  explicit ParetoFront(Solve solve) : solve(std::move(solve)) {}

  /// What a former run found.
  void add(ParetoSolve known) { solves.push_back(std::move(known)); }

  /// Searches under `most` of each amount.
  void run(llvm::ArrayRef<int64_t> most);

  /// Points that no other one beats or equals, by growing cycles.
  std::vector<const ParetoSolve *> front() const;
  /// Nothing was left out, and every program was solved to the end: the points
  /// are the whole front.
  bool isProved() const { return isComplete && isExact; }
  /// Nothing was left out.
  bool isWhole() const { return isComplete; }

private:
  using Points = std::vector<const ParetoSolve *>;
  const ParetoSolve *known(llvm::ArrayRef<int64_t> limits) const;
  const ParetoSolve *at(llvm::ArrayRef<int64_t> limits);
  Points sweep(size_t amount, std::vector<int64_t> limits);

  Solve solve;
  std::deque<ParetoSolve> solves; ///< points to them stay valid
  bool isComplete = true, isExact = true;
};

} // namespace talos::explore

#endif // TALOS_EXPLORE_PARETO_H
