//===- ModelBuilder.h - Lowers a design space to a nonlinear program ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_MODELBUILDER_H
#define TALOS_LIB_EXPLORE_SHARED_MODELBUILDER_H

#include "Explore/Shared/Design.h"
#include "talos/NLP/Pins.h"

namespace talos::explore {

/// The variables of the model, to read a solution back.
struct ModelVariables {
  struct Task {
    std::vector<nlp::VarId> t2; ///< by loop
    nlp::VarId t1;              ///< of the pipelined loop; 1 for the others
    nlp::VarId pipelined;       ///< position of the loop + 1; 0: no loop
    nlp::VarId order;           ///< position in TaskSpace::orders
    /// A cost::Accumulator; only where TaskSpace::offersRegister.
    std::optional<nlp::VarId> accumulator;
    /// As TaskChoices::pairs; only where TaskSpace::paired is not empty.
    std::optional<nlp::VarId> pairs;
    std::optional<nlp::VarId> pattern; ///< as in TileVariables; of tiles
    std::optional<nlp::VarId> buffers; ///< as TaskChoices::buffers
    /// By tile; only of arrays of several tasks.
    std::vector<std::optional<nlp::VarId>> beats;
    /// By tile, a LayoutKind; only where offersTileLayout.
    std::vector<std::optional<nlp::VarId>> layouts;
  };
  std::vector<Task> tasks;
  std::vector<std::vector<nlp::VarId>> factors;  ///< by array and dimension
  std::vector<std::optional<nlp::VarId>> packed; ///< by array
  std::vector<std::optional<nlp::VarId>> copies; ///< by array
  /// How ports move an array; only the beat where it lies as in C in any case.
  struct Layout {
    nlp::VarId beat;
    std::optional<nlp::VarId> kind, ports, distribution;
    std::vector<nlp::VarId> lanes; ///< by dimension but for the last
  };
  std::vector<std::optional<Layout>> layouts; ///< by array
  std::vector<nlp::PinTarget> targets;        ///< what can be pinned
  /// Banks of each array and tile, which the maximum partition limits.
  std::vector<nlp::Expr> banks;
  /// What the design takes of each of target::amountFields.
  std::vector<nlp::Expr> amounts;
};

/// Pins of the space are not applied here; the canonical form is left out where
/// it could exclude a design that is pinned.
ModelVariables lowerToModel(const DesignSpace &space, nlp::Model &model);

/// The tasks and buffers of a space as a part of a larger model: without the
/// objective, budgets, or transfers between buffers and memory.
struct LoweredTasks {
  ModelVariables variables;
  DesignChoices<nlp::Expr> choices;
  DesignCost<nlp::Expr> cost;
};
LoweredTasks lowerTasks(const DesignSpace &space, nlp::Model &model);

/// Applies the space's pins. Errors are at the function.
mlir::LogicalResult applyPins(const DesignSpace &space, nlp::Model &model,
                              const ModelVariables &variables);

/// Both.
mlir::LogicalResult buildModel(const DesignSpace &space, nlp::Model &model);

/// The choices of a point, as integers.
DesignChoices<Int> choicesOf(const DesignSpace &space,
                             const ModelVariables &variables,
                             const nlp::Assignment &point);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_MODELBUILDER_H
