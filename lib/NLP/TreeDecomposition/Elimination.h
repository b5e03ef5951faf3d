//===- Elimination.h - Block after block instead of branching ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs of many nests, each connected with few others: dynamic programming
// over a clique tree. A partial choice in a subtree is a label: the values of
// the channels so far. A label that another of the same separator beats in
// every channel is dropped, and so is one that cannot lead below the window's
// top: its completion is bounded by the relaxation of Relaxation.h. Windows
// grow from that bound until one holds a solution, which then is the optimum of
// all objectives in their order.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_ELIMINATION_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_ELIMINATION_H

#include "NLP/BranchAndBound/Search.h"
#include "NLP/TreeDecomposition/Relaxation.h"
#include "talos/NLP/Solver.h"

namespace talos::nlp {

class Elimination {
public:
  /// None: the model has another shape, or its groups offer too much.
  static std::unique_ptr<Elimination> prepare(const Coupling &coupling,
                                              llvm::ArrayRef<Table> tables,
                                              const Propagation &propagation,
                                              const State &state);

  /// Optimal: `rows` and `objectives` hold it. Infeasible: proved. Else a limit
  /// struck, or there are too many labels; bound() is proved. Feasible: `rows`
  /// hold the best solution met.
  Status solve(Limits &limits);

  /// A proved lower bound of the first objective.
  int64_t bound() const { return lower; }

  size_t groups() const { return cliques.size(); }

  std::vector<uint32_t> rows; ///< by block
  std::vector<int64_t> objectives;

private:
  /// The labels of one clique.
  struct Labels {
    std::vector<std::vector<uint32_t>> byKey;
    std::vector<int64_t> values;    ///< [label][channel]
    std::vector<uint32_t> entry;    ///< by label
    std::vector<uint32_t> children; ///< [label][child]: their labels
  };
  struct Task {
    Box box;
    int64_t step; ///< the height of the window last searched; 0: none yet
  };
  enum class Outcome { Found, Nothing, Limit };

  Elimination(Channels channels, std::vector<Clique> cliques, size_t blocks);
  bool work(Task task, Limits &limits);
  Outcome window(const Box &box, Limits &limits);
  bool extend(unsigned clique, uint32_t entry, llvm::ArrayRef<int64_t> values,
              int64_t rest);
  bool choose();
  void recover(uint32_t root);
  void takeRows(llvm::ArrayRef<uint32_t> entries);
  void takeIncumbent();

  Channels channels;
  std::vector<Clique> cliques;
  std::unique_ptr<Relaxation> relaxation;
  std::vector<Task> open;
  int64_t lower = 0;
  int64_t top = 0;       ///< of the window
  bool cutByTop = false; ///< something was left out for the window's top
  std::vector<Labels> labels;
  std::vector<uint32_t> chosen; ///< labels, by child; while extending
  size_t count = 0;             ///< labels made in this window
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_ELIMINATION_H
