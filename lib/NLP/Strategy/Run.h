//===- Run.h - One solve of a model -----------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_STRATEGY_RUN_H
#define TALOS_LIB_NLP_STRATEGY_RUN_H

#include "NLP/BlockEnumeration/RowLimit.h"
#include "NLP/Strategy/Stages.h"

namespace talos::nlp {

class Listed;

/// One solve of a model under some of its constraints: tables, then windows,
/// one objective after the other.
class Run {
public:
  /// `limits` stand for those of options.
  Run(const Model &model, llvm::ArrayRef<unsigned> active, Limits &limits,
      Workers &workers);

  ~Run();

  /// Begins with what takes the same whatever the limit of the objective.
  void prepare(const SolverOptions &wanted);
  /// `most`: see Solver.
  Solution run(const SolverOptions &wanted, std::optional<int64_t> most);

  /// After a limit struck, whether what was listed tells all about points with
  /// so much of the first objective.
  bool mayResume(int64_t most) const;
  /// Then: goes on for these points.
  Solution resume(const SolverOptions &wanted, int64_t most);

  /// Once run() has found no point although every block has choices: may these
  /// coupling constraints (by number in the model) hold together with the
  /// private ones? Objectives count for nothing. Optimal: they may. Unknown:
  /// that takes more than `nodes` nodes.
  Status tryConstraints(llvm::ArrayRef<unsigned> some, int64_t nodes);

  /// Choices of a block.
  size_t rowsOf(BlockId b) const { return attempt->tables[b].rows; }

  /// A block without any choice, if that is what makes the model infeasible.
  std::optional<BlockId> emptyBlock;
  std::optional<unsigned> falseConstraint;
  std::vector<unsigned> couplingConstraints;

  /// Coupling constraints, by number in the model, that cannot hold together,
  /// if that is known.
  std::vector<unsigned> conflict;
  /// Coupling constraints, by number in the model, that leave a block without a
  /// choice, if that is what makes the model infeasible.
  std::vector<unsigned> refuting;
  /// Do some of them?
  bool isRefutedBy(llvm::ArrayRef<unsigned> some);

private:
  /// What is solved over some or all of the rows.
  struct Attempt {
    Attempt(Coupling coupling, std::vector<Table> tables);

    Coupling coupling;
    std::vector<Table> tables;
    unsigned surrogates = 0;
    /// Its rows stand for all points with no more of the first objective.
    int64_t limit = INT64_MIN;
    bool isNarrowed = false; ///< to a limit of the first objective
    bool isGuess = false;    ///< its bound holds for some of the choices only
    std::vector<std::vector<uint32_t>> startingRows;
    std::unique_ptr<Stages> stages;
  };

  std::optional<Cap> findCap(std::optional<int64_t> most) const;
  void reportProgress();
  bool begin();
  bool listShort();
  void listAll(int64_t most);
  bool isOpen();
  bool isWhole() const;
  bool solveAll(std::vector<Table> some, int64_t limit);
  bool solveNarrowed(llvm::ArrayRef<Table> some, int64_t limit);
  bool solveListed();
  Table list(BlockId b, int64_t most, RowLimit *within = nullptr) const;
  void guess();
  void fallBack();
  void solve(int64_t limit, const Point &known = {});
  void finish(bool settled);
  void describeTables(llvm::ArrayRef<Table> some);
  void describe();
  void note(llvm::StringRef what, int64_t count);

  const Model &model;
  Limits &limits;
  Workers &workers;
  SolverOptions options;
  Ranges ranges;
  std::vector<std::vector<NodeId>> privates;
  std::optional<Cap> cap;           ///< unless conflicts are to be explained
  Coupling coupling;                ///< as buildCoupling() makes it
  std::vector<Table> tables;        ///< all rows, or none: too many
  std::unique_ptr<Attempt> attempt; ///< the last one
  std::unique_ptr<Listed> listed;   ///< where tables are too long
  std::optional<bool> isUndecided;  ///< by what is listed first
  std::optional<Solution> guessed;  ///< has a point
  Solution solution;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_STRATEGY_RUN_H
