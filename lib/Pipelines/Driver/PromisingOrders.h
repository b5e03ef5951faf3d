//===- PromisingOrders.h - Orders that promise fewer cycles --- -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_PROMISINGORDERS_H
#define TALOS_LIB_PIPELINES_DRIVER_PROMISINGORDERS_H

#include "Pipelines/Driver/ProgramAttempts.h"
#include "talos/Transforms/Reschedule.h"

namespace talos {

/// Orders of the statements of a program, those first that promise the fewest
/// cycles (transforms::promisingSchedules).
class PromisingOrders {
public:
  /// Of a normalised program (buildNormalization); none where it cannot be
  /// distributed.
  PromisingOrders(ProgramAttempts &attempts,
                  mlir::OwningOpRef<mlir::ModuleOp> normal,
                  const PipelineOptions &options);

  size_t size() const { return schedules.size(); }
  /// Leaves the first ones of those that promise at most a quarter more cycles
  /// than the first.
  void keepBest();
  /// The program in that order, for buildNests; null where it is not legal.
  mlir::OwningOpRef<mlir::ModuleOp> ordered(size_t order);

private:
  ProgramAttempts &attempts;
  PipelineOptions options;
  mlir::OwningOpRef<mlir::ModuleOp> single; ///< one statement a nest
  std::vector<transforms::PromisingSchedule> schedules;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_PROMISINGORDERS_H
