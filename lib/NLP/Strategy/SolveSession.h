//===- SolveSession.h - One solve of a model --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_STRATEGY_SOLVESESSION_H
#define TALOS_LIB_NLP_STRATEGY_SOLVESESSION_H

#include "NLP/BlockEnumeration/BoundFilter.h"
#include "NLP/Strategy/LexicographicOptimizer.h"

namespace talos::nlp {

class LargeBlockEnumeration;

/// One solve of a model under some of its constraints: enumerates the blocks,
/// then optimises over their tables. What it has enumerated serves a second
/// call.
class SolveSession {
public:
  SolveSession(const Model &model, const SolverOptions &options);
  ~SolveSession();

  /// The first part of run(), which is the same whatever the limit of the
  /// objective. False: a limit struck.
  bool prepare(const SolverOptions &wanted);
  bool isPrepared = false; ///< and was not run yet
  /// `most`: see Solver.
  Solution run(const SolverOptions &wanted, std::optional<int64_t> most);

  /// After a limit struck: whether the tables hold all points whose first
  /// objective is at most `most`.
  bool mayResume(int64_t most) const;
  /// Goes on with the tables, for these points. Only if mayResume().
  Solution resume(const SolverOptions &wanted, int64_t most);

  /// Whether these coupling constraints (by number in the model) can hold
  /// together with the private constraints, whatever the objectives are. To be
  /// called after run() found no point although every block has choices.
  /// Optimal: they can. Unknown: the answer takes more than `nodes` nodes.
  Status tryConstraints(ArrayRef<unsigned> some, int64_t nodes);

  /// The number of rows of a block in the last attempt.
  size_t rowsOf(BlockId b) const { return attempt->tables[b].rows; }

  std::vector<unsigned> couplingConstraints;
  /// Constraints, by number in the model, that cannot hold together, if run()
  /// has found any.
  std::vector<unsigned> conflict;
  /// Whether some of them cannot; none: all are needed.
  std::function<bool(ArrayRef<unsigned>)> isRefutedBy;

private:
  /// An optimisation over some or all of the rows.
  struct Attempt {
    Attempt(Coupling coupling, std::vector<Table> tables);

    Coupling coupling;
    std::vector<Table> tables;
    unsigned surrogates = 0;
    /// Its rows hold all points whose first objective is at most this.
    int64_t limit = INT64_MIN;
    bool isNarrowed = false;  ///< holds rows within `limit` only
    bool isHeuristic = false; ///< its bound is none of the model
    std::vector<std::vector<uint32_t>> startingRows;
    std::unique_ptr<LexicographicOptimizer> optimizer;
  };

  std::optional<ObjectiveBound>
  findObjectiveBound(std::optional<int64_t> most) const;
  void start(const SolverOptions &wanted);
  bool begin();
  bool enumerateSmallBlocks();
  void enumerateAll(int64_t most);
  bool isUndetermined();
  void blameBlock(BlockId b);
  bool solveAll(std::vector<Table> some, int64_t limit);
  bool mayGrow();
  bool solveNarrowed(ArrayRef<Table> some, int64_t limit);
  bool solveLargeBlocks();
  Table enumerate(BlockId b, int64_t most, BoundFilter *filter = nullptr) const;
  void findEarlyIncumbent();
  void fallBack();
  void noteLimits();
  void solve(int64_t limit, const Point &known = {});
  void beginAttempt();
  void finish(bool settled);
  void describeTables(ArrayRef<Table> some);
  void describe();
  void note(StringRef what, int64_t count);

  const Model &model;
  std::unique_ptr<Workers> own; ///< unless the options name some
  SolverOptions options;
  Limits limits;
  Ranges ranges;
  std::vector<std::vector<NodeId>> privates;
  /// None while conflicts are to be explained.
  std::optional<ObjectiveBound> objectiveBound;
  Coupling coupling;                ///< as buildCoupling() makes it
  std::vector<Table> tables;        ///< without rows for large blocks
  std::unique_ptr<Attempt> attempt; ///< the last one
  std::unique_ptr<LargeBlockEnumeration> largeBlocks; ///< null: there are none
  /// Whether enumerateSmallBlocks() left the model undecided; none: not called.
  std::optional<bool> isUndecided;
  std::optional<Solution> earlyIncumbent; ///< has a point
  int64_t windowWidth = 0;                ///< see LexicographicOptimizer
  Solution solution;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_STRATEGY_SOLVESESSION_H
