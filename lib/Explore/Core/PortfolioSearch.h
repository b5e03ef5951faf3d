//===- PortfolioSearch.h - Solves the subproblems of a portfolio *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first subproblem is solved to the end. The others come in groups, and a
// group in rounds: in each round some of its candidates are solved at a time,
// every one within a budget. A candidate has several runs, each with a larger
// budget than the run before, that keep what was listed; the first run leaves a
// bound, and often a design that rules out others. Which candidates are solved
// at a time does not depend on the number of threads, so neither does the
// design. The first subproblem of a list is one of its group: each has a share
// of the nodes before one takes more.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_CORE_PORTFOLIOSEARCH_H
#define TALOS_LIB_EXPLORE_CORE_PORTFOLIOSEARCH_H

#include "talos/Explore/Explore.h"
#include "talos/Support/Threads.h"
#include <chrono>
#include <deque>
#include <mutex>

namespace talos::explore {

class PortfolioSearch {
public:
  /// `firstNodes`: of the first run of a candidate.
  PortfolioSearch(const Space &space, const nlp::SolverOptions &options,
                  int64_t firstNodes, std::function<int64_t()> memoryLeft)
      : space(space), portfolio(space.portfolio()), options(options),
        firstNodes(firstNodes), memoryLeft(std::move(memoryLeft)),
        memoryAtStart(this->memoryLeft ? this->memoryLeft() : 0),
        workers(options.threads) {}

  /// Fails without a word where no design was found within the cutoff.
  mlir::FailureOr<ExploreResult> run();
  /// The bottleneck search gives the first design. Otherwise it does only where
  /// limits struck.
  bool beginsAtBottleneck = false;
  /// See Cutoff.
  std::optional<int64_t> mostCycles, boundBeyond;
  /// After run(): Infeasible or Unknown where it says that there is no point.
  std::optional<nlp::Status> noPoint() const { return whyNoPoint; }

private:
  /// A subproblem, and what is known of its designs.
  struct Candidate {
    Subproblem subproblem;
    int64_t bound = 0;     ///< of their cycles, which are never negative
    double log10Space = 0; ///< unreduced
    /// None is better than the best that was known then.
    bool isDecided = false;
    bool isTimeLimited = false;
    unsigned runs = 0;
    bool wasTried = false;  ///< within a guess at least
    bool wasSought = false; ///< looked through for a design
    bool isSpent = false;   ///< another run would find no more
    /// What its program was made for: designs of more cycles are none of it.
    std::optional<int64_t> within;
    bool isNarrowed = false; ///< made for little more than its bound once
    unsigned guesses = 0;    ///< that one is found within it, in vain
    // Kept while it is open, or the best.
    std::unique_ptr<Problem> problem;
    std::unique_ptr<nlp::Solver> solver;
    void forget() {
      solver.reset();
      problem.reset();
    }
  };
  using Candidates = llvm::ArrayRef<Candidate *>;

  /// What a run may take; 0: without limit.
  struct Budget {
    int64_t nodes = 0;
    int64_t diveNodes = 0; ///< as SolverOptions has it
    bool isLast = false;
  };

  struct Solved {
    nlp::Solution solution;
    hls::DesignAttr design; ///< null unless a point was found
  };

  mlir::FailureOr<Solved>
  solveFirst(const nlp::SolverOptions &with,
             std::optional<int64_t> most = std::nullopt) const;
  mlir::FailureOr<bool> isBeyondCutoff();
  int64_t leastBeyond() const;
  mlir::LogicalResult learnFirst();
  mlir::LogicalResult solveList();
  mlir::FailureOr<bool> solveGuesses();
  bool isListOfMany() const {
    return portfolio->isList() && !portfolio->explainsFirst();
  }
  Budget budgetInList(const Candidate &candidate) const;
  mlir::LogicalResult solveGroup(std::vector<Subproblem> subproblems);
  std::vector<Candidate *> toSeek(Candidates group) const;
  mlir::LogicalResult seekDesigns(Candidates some);
  std::vector<Candidate *> nextRound(Candidates group) const;
  std::vector<Candidate *> toPrepare(Candidates group, Candidates round) const;
  Budget budgetFor(const Candidate &candidate, bool isAlone) const;
  mlir::LogicalResult solveRound(Candidates round, Candidates next,
                                 bool isAlone);
  mlir::LogicalResult lower(Candidate &candidate) const;
  mlir::LogicalResult lower(Candidate &candidate,
                            std::optional<int64_t> within) const;
  mlir::LogicalResult lowerAll(Candidates round, Candidates next);
  std::vector<size_t> startOrder(Candidates round) const;
  std::vector<Solved> runRound(Candidates round, Candidates next,
                               llvm::ArrayRef<Budget> budgets);
  mlir::LogicalResult addDesign(const Problem &problem, Solved &solved) const;
  int64_t nodesOfFirstPoint() const;
  void leaveOutTables(nlp::SolverOptions &own) const;
  nlp::SolverOptions optionsOfSolution();
  nlp::SolverOptions optionsOfCandidate();
  nlp::SolverOptions optionsFor(const Budget &budget);
  void learn(Candidate &candidate, Solved one);
  bool isOpen(const Candidate &candidate) const;
  std::optional<int64_t> mostOf(const Candidate &candidate) const;
  std::optional<int64_t> guessFor(const Candidate &candidate) const;
  void beginAgain(Candidate &candidate, const nlp::Solution &solution);
  int64_t leastCycles() const { return best.solution.objective.front(); }
  std::optional<int64_t> mostUseful() const;
  mlir::FailureOr<ExploreResult> noneWithinCutoff();
  double secondsSpent() const;
  double secondsLeft() const;
  bool isTimeOver() const;
  bool isToNarrow(const Candidate &candidate) const;
  bool isToRemake(const Candidate &candidate) const;
  void spareMemory();
  bool sharesNodes() const;
  int64_t sharedNodes() const;
  bool mayBeFarBelow(int64_t most) const;
  bool isNearProof() const;
  int64_t nodesLeft() const;
  bool areNodesOver() const;
  mlir::LogicalResult takeSimplest();
  mlir::FailureOr<bool> takeBottleneck();
  mlir::LogicalResult beginAtBottleneck();
  mlir::LogicalResult takeSimplestOf(llvm::ArrayRef<Subproblem> group);
  mlir::LogicalResult trySimple(
      llvm::function_ref<mlir::FailureOr<std::unique_ptr<Problem>>()> lower);
  mlir::FailureOr<std::unique_ptr<Problem>> simplestProblem(
      llvm::function_ref<mlir::FailureOr<std::unique_ptr<Problem>>()> lower);
  mlir::LogicalResult settleTies();
  mlir::LogicalResult explainConflict();
  std::vector<nlp::Pin> pinsAtFault() const;
  mlir::LogicalResult reportNoPoint() const;
  ExploreResult result();

  const Space &space;
  std::unique_ptr<Portfolio> portfolio;
  const nlp::SolverOptions &options;
  int64_t firstNodes;
  std::function<int64_t()> memoryLeft; ///< bytes; empty: any
  int64_t memoryAtStart;
  bool isMemoryScarce = false; ///< little of it was left once
  Workers workers;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  std::mutex reporting; ///< candidates report their progress one at a time
  std::deque<Candidate> candidates; ///< so far; the first subproblem's first
  int64_t nodes = 0;
  bool mayGuess = true; ///< candidates are decided within guesses
  Solved best;
  const Candidate *bestCandidate = nullptr; ///< null: of the bottleneck search
  std::optional<int64_t> bottleneckCycles;
  std::optional<nlp::Status> whyNoPoint;
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_CORE_PORTFOLIOSEARCH_H
