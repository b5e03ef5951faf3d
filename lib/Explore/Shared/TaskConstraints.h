//===- TaskConstraints.h - What one task's choices must satisfy -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints of the model that are private to a task: they name no partition
// of an array that several tasks share.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TASKCONSTRAINTS_H
#define TALOS_LIB_EXPLORE_SHARED_TASKCONSTRAINTS_H

#include "Explore/Shared/Design.h"

namespace talos::explore {

class TaskConstraints {
public:
  TaskConstraints(const DesignSpace &space, nlp::Model &model,
                  const TaskSpace &task)
      : space(space), model(model), task(task), number(model) {}

  /// Follows from the links and the maximum partition, but is private to the
  /// task: the elements of an array that one iteration touches lie in as many
  /// banks.
  void addBanks(const std::vector<nlp::Expr> &t2);

  /// Points that differ only in how the flattened iterations are split have the
  /// same cost: the cycles depend on the product of the trip counts outside of
  /// level 2, and on t1 of the pipelined loop only where that makes the
  /// initiation interval exceed 1 (a parallel loop under a reduction). So t0 of
  /// the pipelined loop is 1 and the parallel loop with most iterations is
  /// pipelined, unless another choice gives an initiation interval of 2 or
  /// more, which shares operators; of the loops that can be split by the same
  /// t1 the first one is pipelined (where pragmas alone may choose, the
  /// pipelined loop says what is unrolled, so that only t0 = 1 is asked for). A
  /// pipelined reduction is best with t0 = 1: fewer iterations stand outside,
  /// and its initiation interval does not depend on t1. Nor does that of a
  /// pipelined sequential loop, unless a value is awaited that is more than one
  /// iteration old, or the statement also accumulates; then intervals of 2 or
  /// more are left as for parallel loops. Of loops around the transfers of
  /// tiles the split decides what a tile holds: they are left alone.
  void addCanonicalForm(const TaskChoices<nlp::Expr> &choice);

  /// What pragmas do to a nest as it is: everything under the pipelined loop is
  /// unrolled whole (NLP-DSE eq. 5); above it no loop is that carries a
  /// dependence (theorem 6.16), and with fine-grained parallelism none (eq.
  /// 14).
  void addPragmaRules(const TaskChoices<nlp::Expr> &choice);

  /// The cost of a task where no array is partitioned: no address is delayed,
  /// so that it is the task's alone.
  cost::TaskCost<nlp::Expr> undelayed(const TaskChoices<nlp::Expr> &choices);

  /// Loops of one reduction, and sequential loops, keep their order.
  void addSequence(const std::vector<cost::LoopChoice<nlp::Expr>> &loops);

  /// A register holds the sum of a pipelined reduction loop alone: of one
  /// element, so that no parallel loop is unrolled. Where bounds of the loop
  /// replace a condition it is not cut.
  void addRegister(const TaskChoices<nlp::Expr> &choice);

  /// A beat divides the rows of a tile. Slots that have loops have iterations:
  /// else their transfers would stand in the slot before, which is another
  /// pattern. Returns the banks of each tile.
  std::vector<nlp::Expr> fitTiles(const TaskChoices<nlp::Expr> &choice);

private:
  const DesignSpace &space;
  nlp::Model &model;
  const TaskSpace &task;
  cost::Numbers<nlp::Expr> number;
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TASKCONSTRAINTS_H
