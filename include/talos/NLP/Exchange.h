//===- Exchange.h - Models for other solvers, and their answers -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other solvers neither have exact integers of 64 bits nor values that are
// invalid at some points. A written model therefore says for each expression in
// which range it is taken to lie, and for one that may be invalid whether it is
// valid. Answers are evaluated in the model before they are believed.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_NLP_EXCHANGE_H
#define TALOS_NLP_EXCHANGE_H

#include "talos/NLP/Solver.h"
#include "llvm/Support/Error.h"

namespace talos::nlp {

/// What was lost in a written model.
struct WriteResult {
  /// Expressions that were cut off at the range of the target's integers where
  /// that can exclude a feasible point (constraints do not imply the cut): a
  /// point of the written model is one of the model, but its optimum may be
  /// worse and it may be infeasible.
  unsigned clipped = 0;
  /// An objective can exceed the target's integers: such points are left out,
  /// which matters only if there is no other one.
  bool objectiveCut = false;
};

/// Writes MiniZinc 2.6 with integers of 32 bits (Gecode's). Objective number
/// `settled.size()` is minimised, those before it are held at `settled`. The
/// output is one line for a point, which readMiniZinc takes.
WriteResult writeMiniZinc(raw_ostream &os, const Model &model,
                          ArrayRef<int64_t> settled = {});

/// Writes AMPL: binary variables, tables over them, and bilinear terms.
/// Objectives after the first are held back as comments.
WriteResult writeAMPL(raw_ostream &os, const Model &model);

/// What a solver printed.
struct Answer {
  enum Kind { Optimal, Feasible, Infeasible, Unknown };
  Kind kind = Unknown;
  Assignment point;
  int64_t objective = 0; ///< as the solver says it
};

/// Reads what `minizinc` printed for a model of writeMiniZinc. Every line must
/// be one that it may print; output that is cut off, has lines of other kinds,
/// numbers that are no integers of 64 bits or a wrong number of them, is an
/// error. A point without a proof counts only if the time limit is named.
llvm::Expected<Answer> readMiniZinc(StringRef text, size_t variables);

/// Checks a point against the model: domains, constraints, and that objective
/// number `which` is what the solver says.
llvm::Error verify(const Model &model, const Answer &answer, unsigned which);

struct ExternalOptions {
  std::string program = "minizinc";
  std::string solver = "gecode";
  double timeLimitSeconds = 0; ///< of each objective; 0: an hour
};

/// An answer of an external solver. Optimal and Infeasible are its own claims;
/// the point was verified.
struct External {
  enum Failure { None, Missing, Failed, Lied };
  Failure failure = None;
  std::string message; ///< of a failure
  Solution solution;
};

/// Runs `minizinc` on one objective after the other.
External solveMiniZinc(const Model &model, const ExternalOptions &options);

} // namespace talos::nlp

#endif // TALOS_NLP_EXCHANGE_H
