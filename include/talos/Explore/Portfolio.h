//===- Portfolio.h - The nonlinear programs that make up a space *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A space may be too much for one nonlinear program, or have choices that no
// variable can express. Then it is cut into subproblems: restrictions of the
// space, each a program of its own. `explore` solves them, several at a time,
// and proves the best design over all of them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_PORTFOLIO_H
#define TALOS_EXPLORE_PORTFOLIO_H

#include "mlir/IR/Diagnostics.h"
#include "talos/Explore/Problem.h"

namespace talos::explore {

/// A restriction of a space. Its program is built when its turn comes, and
/// dropped when it can have no better design.
struct Subproblem {
  /// Designs of more cycles than `within` may be left out of the program.
  std::function<mlir::FailureOr<std::unique_ptr<Problem>>(
      std::optional<int64_t> within)>
      lower;
  int64_t bound = 0; ///< cycles that none of its designs can do without
  /// Of a group's subproblems with equal bounds the lowest rank goes on first.
  unsigned rank = 0;
  /// A part with few designs, as Portfolio::simplest; empty: there is none.
  std::function<mlir::FailureOr<std::unique_ptr<Problem>>()> simplest = {};
  /// It has few designs: where another one leaves it open whether there is any,
  /// it is next.
  bool isSmall = false;
};

class Portfolio {
public:
  virtual ~Portfolio();

  /// Solved first, alone and to the end: the restriction that most programs
  /// need no other than.
  virtual mlir::FailureOr<std::unique_ptr<Problem>> first() const = 0;

  /// `first` as one of the subproblems, with its bound.
  virtual Subproblem firstSubproblem() const;

  /// A part of `first` with few designs, to have one where limits strike before
  /// a point was found; null: there is none.
  virtual mlir::FailureOr<std::unique_ptr<Problem>> simplest() const;

  /// Whether the conflict of `first` is sought at once, because nextGroup looks
  /// at it or because nothing follows. Otherwise it is sought in the end, if no
  /// subproblem has a design.
  virtual bool explainsFirst() const { return true; }

  /// Subproblems to solve beside `first` whatever it has, and within its
  /// cutoff, but for those whose bound is more than the best has.
  virtual std::vector<Subproblem> alternatives() const;

  /// Subproblems to solve next, several at a time; empty: there are no more.
  /// `best` has the best point so far, or is what the solver says of `first`.
  virtual std::vector<Subproblem> nextGroup(const nlp::Solution &best);

  /// Whether the subproblems are the same whatever was found: a cutoff holds in
  /// all of them then.
  virtual bool isList() const { return false; }

  /// The designs that were searched, for a status to speak of: "space shared,
  /// every array held whole"; empty: all of the space.
  virtual std::string scope() const { return ""; }

  /// Ends the error that no design fits: what a user may do, after "; ".
  virtual void advise(llvm::ArrayRef<std::string> conflict,
                      mlir::InFlightDiagnostic &diag) const;
};

} // namespace talos::explore

#endif // TALOS_EXPLORE_PORTFOLIO_H
