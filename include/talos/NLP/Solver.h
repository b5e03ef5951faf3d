//===- Solver.h - Exact solvers for block models ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_NLP_SOLVER_H
#define TALOS_NLP_SOLVER_H

#include "talos/NLP/Model.h"
#include <atomic>
#include <climits>
#include <functional>
#include <memory>
#include <optional>

namespace talos {
class Workers;
}

namespace talos::nlp {

enum class Status {
  Optimal,    ///< the first objective is proved over the model's whole space
  Feasible,   ///< a limit was hit; `bound` is proved
  Infeasible, ///< proved; `conflict` names constraints that contradict
  Unknown,    ///< a limit was hit before any feasible point was found
};
StringRef toString(Status status);

struct SolverOptions {
  /// Search nodes; 0: none. Deterministic. What was begun may take a tenth
  /// more, 10,000 at least, and the search for a first point `diveNodes`.
  int64_t nodeLimit = 0;
  /// Models of tens of blocks get fewer, the more expressions they have, as
  /// each node takes longer: a point is improved and a bound proved for some
  /// seconds at most. Deterministic.
  bool fewerNodesIfLarge = false;
  /// Nodes that each later objective may spend on settling ties, beyond
  /// `nodeLimit`; what is not settled by then leaves the status as it is.
  int64_t tieNodeLimit = 2000;
  /// Nodes that the search for a point may take once a limit has struck; 0: as
  /// many as it needs to give up.
  int64_t diveNodes = 0;
  /// Whether that search goes on for a better point where one is known.
  bool improvesPoint = true;
  /// 0: none. A result cut by it is not reproducible.
  double timeLimitSeconds = 0;
  const std::atomic<bool> *canceled = nullptr; ///< true: as if time were over
  /// Bytes by which the process may grow, looked at every few milliseconds (on
  /// Linux alone); 0: none. A result cut by it is not reproducible.
  int64_t memoryLimit = 0;
  /// Models of at least so many blocks are solved by elimination where that is
  /// not too large; others only if branching strikes a limit. Never: none is.
  unsigned eliminateFrom = 20;
  static constexpr unsigned Never = UINT_MAX;
  /// With at least so many blocks, and once a point is known, a window of the
  /// first objective that takes more nodes than `windowNodes` gives way to a
  /// part of it, with twice the nodes; that a few times.
  unsigned narrowWindowsFrom = 32;
  int64_t windowNodes = 1000;
  /// Whether the search tries the rows of all blocks, and drops what fits no
  /// point, before it branches over those of one; and how many choices of the
  /// branches of selects it makes before that, one after the other. Both take
  /// nodes, which pay where blocks have few rows or depend on many selects.
  /// Without choices there are no tries either.
  bool shavesRows = true;
  unsigned mostSplits = UINT_MAX;
  /// Where the blocks have more rows than this together, the search does not
  /// compare all of them before it branches: those of the block with the most
  /// rows, if it has `partedFrom` or more, are tried in a few parts. That pays
  /// where few large blocks share tight budgets. Never: not in parts.
  size_t mostCompared = 2048, partedFrom = Never;
  /// A block whose rows raise the bound of the objective by no more than this
  /// part of what is below its limit, on average, is decided last.
  double leastGain = 0;
  /// Whether a point is hardly to be expected within what is wanted at most, or
  /// below a known one: all that may hold one is refuted at once, unless that
  /// is far above the bound.
  bool expectsNoPoint = false;
  /// Nothing is proved: a point is looked for, and around it a better one.
  bool seeksPoint = false;
  /// Where a block has more choices than this, the first objective is limited,
  /// by more and more until there is a solution within. Never: without.
  unsigned narrowFrom = 4096;
  /// Where more choices of a block than this (equal ones counted) satisfy its
  /// own constraints, those alone are listed that may be within such limits.
  int64_t listFrom = 32768;
  /// A variable of such a block with at least so many values is looked at under
  /// many choices of those before it at once.
  size_t wideFrom = 48;
  /// Where rows of a block are tried one by one and all of them take longer
  /// than this, in microseconds, the threads share them.
  int64_t togetherFrom = 500;
  bool explain = true;  ///< fill in Solution::conflict, which takes solving
  unsigned threads = 0; ///< 0: one a core. The result does not depend on it
  /// Threads that are shared with others; none: its own, so many.
  Workers *workers = nullptr;
  /// Called now and then with (nodes, best primary objective if any, bound).
  std::function<void(int64_t, std::optional<int64_t>, int64_t)> progress;
};

struct Solution {
  Status status = Status::Unknown;
  Assignment point;               ///< empty unless Optimal or Feasible
  std::vector<int64_t> objective; ///< of `point`, lexicographic
  /// Proved lower bound of the first objective.
  int64_t bound = 0;
  int64_t nodes = 0;
  double log10Space = 0;               ///< of the unreduced space
  std::vector<std::string> reductions; ///< what was applied, with counts
  /// Infeasible: constraints that contradict, given the private ones of blocks
  /// (named only when one block alone has no choice); "objective overflows" if
  /// it is invalid wherever the constraints hold.
  std::vector<std::string> conflict;
  bool timeLimited = false, memoryLimited = false;
  bool tiesSettled = false; ///< the later objectives are proved as well
};

/// The built-in exact solver: tabulates each block, then eliminates block after
/// block (many blocks, each connected with few), or branches over rows in
/// growing windows above the proved bound. A point where a constraint or an
/// objective overflows or divides by zero is infeasible. When a limit strikes
/// before a point was found, a short dive beyond the limit looks for one.
Solution solve(const Model &model, const SolverOptions &options = {});

class SolveSession;

/// Solves a model in several goes, each with its own limits. What one has
/// listed and proved serves the next.
class Solver {
public:
  /// The model must outlive this.
  explicit Solver(const Model &model);
  ~Solver();

  /// What the first run() under a limit near the optimum would begin with,
  /// for when there is time before the limit is known.
  void prepare(const SolverOptions &options);

  /// As solve() does. A point with more than `most` of the first objective, if
  /// that is given, counts as none, and no conflict is named then; it must not
  /// grow from one go to the next.
  Solution run(const SolverOptions &options,
               std::optional<int64_t> most = std::nullopt);

private:
  const Model &model;
  std::unique_ptr<SolveSession> session;
};

/// Enumerates the unreduced product of domains: the oracle of the tests.
/// Returns nullopt if the space has more than `maxPoints` points.
std::optional<Solution> enumerate(const Model &model, int64_t maxPoints);

} // namespace talos::nlp

#endif // TALOS_NLP_SOLVER_H
