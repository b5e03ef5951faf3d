//===- BucketElimination.h - Block after block, with labels -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bucket elimination (Dechter): dynamic programming over a tree decomposition,
// for models of many blocks, each connected with few others. A label stands for
// the choices in a subtree: the values of the aggregates so far. A label is
// dropped if
//
// * another label of the same separator dominates it in every aggregate, or
// * the Lagrangian bound of its completion is above the top of the window.
//
// Windows grow from the bound until one holds a solution, which then is the
// optimum of all objectives in their order.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_BUCKETELIMINATION_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_BUCKETELIMINATION_H

#include "NLP/BranchAndBound/Search.h"
#include "NLP/TreeDecomposition/LagrangianBound.h"
#include "talos/NLP/Solver.h"

namespace talos::nlp {

/// Solves all objectives of a separable model at once.
class BucketElimination {
public:
  /// Null: the model has another shape, or its bags offer too many
  /// combinations.
  static std::unique_ptr<BucketElimination>
  prepare(const Coupling &coupling, ArrayRef<Table> tables,
          const Propagation &propagation, const Store &store, Limits &limits);

  /// Optimal: `rows` and `objectives` hold it. Infeasible: proved. Otherwise a
  /// limit struck, or there are too many labels. Feasible: `rows` hold the best
  /// solution met.
  Status solve();

  /// A proved lower bound of the first objective.
  int64_t bound() const { return lower; }

  size_t bagCount() const { return bags.size(); }

  std::vector<uint32_t> rows; ///< by block
  std::vector<int64_t> objectives;

private:
  /// The labels of one bag.
  struct Labels {
    std::vector<std::vector<uint32_t>> byKey;
    std::vector<int64_t> values;    ///< [label][aggregate]
    std::vector<uint32_t> entry;    ///< by label
    std::vector<uint32_t> children; ///< [label][child]: their labels
  };
  /// A part of the space that is not decided yet.
  struct OpenBox {
    Box box;
    int64_t step; ///< the height of the window last searched; 0: none yet
  };
  enum class Outcome { Found, Nothing, Limit };

  BucketElimination(SeparableStructure structure, std::vector<Bag> bags,
                    size_t blocks, Limits &limits);
  bool work(OpenBox item);
  Outcome window(const Box &box);
  bool extend(unsigned bag, uint32_t entry, ArrayRef<int64_t> values,
              int64_t rest);
  bool choose();
  void recover(uint32_t root);
  void takeRows(ArrayRef<uint32_t> entries);
  void takeIncumbent();

  Limits &limits;
  SeparableStructure structure;
  std::vector<Bag> bags;
  std::unique_ptr<LagrangianBound> lagrangian;
  std::vector<OpenBox> open;
  int64_t lower = 0;
  int64_t top = 0;       ///< of the window
  bool cutByTop = false; ///< a label above the window was dropped
  std::vector<Labels> labels;
  std::vector<uint32_t> chosen; ///< labels, by child; while extending
  int64_t count = 0;            ///< labels made in this window
  int64_t most = 0;             ///< as many as it may make
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_BUCKETELIMINATION_H
