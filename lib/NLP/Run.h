//===- Run.h - One solve of a model -----------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_RUN_H
#define TALOS_LIB_NLP_RUN_H

#include "Search.h"
#include "talos/NLP/Solver.h"

namespace talos::nlp {

/// One solve of a model under some of its constraints: tables, then windows,
/// one objective after the other.
class Run {
public:
  /// `limits` stand for those of the options.
  Run(const Model &model, llvm::ArrayRef<unsigned> active, Limits &limits,
      const SolverOptions &options);

  Solution run();

  /// Once run() has found no point although every block has choices: may these
  /// coupling constraints (by number in the model) hold together with the
  /// private ones? Objectives count for nothing. Optimal: they may. Unknown:
  /// that takes more than `nodes` nodes.
  Status tryConstraints(llvm::ArrayRef<unsigned> some, int64_t nodes);

  /// Choices of a block.
  size_t rowsOf(BlockId b) const { return tables[b].rows; }

  /// A block without any choice, if that is what makes the model infeasible.
  std::optional<BlockId> emptyBlock;
  std::optional<unsigned> falseConstraint;
  std::vector<unsigned> couplingConstraints;

private:
  bool tabulateBlocks();

  void concludeCoupling();

  Solution end(Status status);

  void note(llvm::StringRef what, int64_t count);

  /// Minimises one objective under the optima of those before it. False: a
  /// limit was hit.
  bool minimise(unsigned stage);

  /// Solves all stages at once if the model has the shape for that: Optimal or
  /// Infeasible. Else a better bound and a first solution may come of it.
  Status eliminate();

  /// Looks for a good point after a limit struck: a bounded number of nodes
  /// (and some time to improve it, if it was the clock), in windows that first
  /// grow until they hold a point and then close in on the bound.
  void dive();

  int64_t percentAbove(int64_t percent) const;

  /// Spends the nodes of one window below `top`; nullopt only prepares. False:
  /// there is no point at all.
  bool diveWindow(std::optional<int64_t> top);

  /// A later objective decides among points that tie so far; that is worth some
  /// nodes only.
  bool settleTies(unsigned stage);

  void finish(bool proved, bool settled);

  const Model &model;
  Limits &limits;
  unsigned threads;
  int64_t tieNodeLimit;
  unsigned eliminateFrom;
  Ranges ranges;
  std::vector<std::vector<NodeId>> privates;
  Coupling coupling;
  std::vector<std::vector<uint32_t>> startingRows;
  std::vector<Table> tables;
  std::unique_ptr<Search> search;
  Solution solution;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_RUN_H
