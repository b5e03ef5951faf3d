//===- NestProblem.h - One nest chosen anew, all others held ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nonlinear program of a design in which one nest and the partitions of the
// arrays that it accesses are open and all other choices are those of the
// design, with some of its limits lifted: what a limit costs is the difference.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_EXPLAIN_NESTPROBLEM_H
#define TALOS_LIB_EXPLORE_EXPLAIN_NESTPROBLEM_H

#include "Explore/Shared/DesignPoint.h"
#include "talos/NLP/Solver.h"

namespace talos::explore {

/// Something that a user may lift.
struct Limit {
  enum Kind { Budget, Partition, Pin };
  Kind kind = Budget;
  std::string name;  ///< DSP, ..., "max_partition", or the pin's text
  int64_t value = 0; ///< what it allows; of a pin 0
  int64_t target::Amounts::*amount = nullptr; ///< of a budget
  unsigned pin = 0; ///< of a pin: its position in DesignSpace::pins
  std::optional<int64_t> raised = std::nullopt; ///< to this; none: lifted
};

/// Limits on a nest: resources, the maximum partition, pins that are not on
/// other nests. A pin on an array is a limit on every nest.
std::vector<Limit> limitsOf(const DesignSpace &space, unsigned task);

/// What a lifted maximum partition allows, 16 times the present one or the
/// device's preset, whichever is more: the partitions of arrays of several
/// dimensions are too many otherwise.
int64_t liftedPartition(const DesignSpace &space);

struct NestAnswer {
  nlp::Status status = nlp::Status::Unknown;
  int64_t cycles = 0;           ///< of the design, where there is a point
  int64_t bound = 0;            ///< proved, of the first objective
  std::vector<int64_t> amounts; ///< what the point has of each lifted limit
  DesignChoices<Int> choices;   ///< the point

  bool hasPoint() const {
    return status == nlp::Status::Optimal || status == nlp::Status::Feasible;
  }
};

class NestProblem {
public:
  /// `point` is a design of the space, which has its arrays marked as tiled.
  NestProblem(const DesignSpace &space, const DesignPoint &point, unsigned task,
              const nlp::SolverOptions &options);

  /// Whether the model has the point, with its cycles, within limits and pins.
  /// Fails where a pin is wrong by itself.
  mlir::FailureOr<bool> coversPoint() const;

  /// The fewest cycles of the design without these limits, then least of the
  /// first of them. Fails where a pin contradicts the design.
  mlir::FailureOr<NestAnswer> fastest(llvm::ArrayRef<Limit> lifted) const;

  /// The least of a limit that is no pin with which the design has at most
  /// `cycles`, which more than the present amount is needed for, and what it
  /// saves. The status says whether the amount is proved.
  mlir::FailureOr<NestAnswer> cheapest(const Limit &lifted,
                                       int64_t cycles) const;

private:
  DesignSpace spaceWithout(llvm::ArrayRef<Limit> lifted) const;
  void holdArray(unsigned array, std::vector<nlp::Pin> &pins) const;
  void hold(unsigned task, std::vector<nlp::Pin> &pins) const;
  mlir::FailureOr<NestAnswer> solve(llvm::ArrayRef<Limit> lifted,
                                    std::optional<int64_t> cycles) const;

  const DesignSpace &space;
  const DesignPoint &point;
  unsigned task;
  const nlp::SolverOptions &options;
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_EXPLAIN_NESTPROBLEM_H
