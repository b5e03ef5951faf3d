//===- StreamedDesignPoint.h - Design points of networks --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDDESIGNPOINT_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDDESIGNPOINT_H

#include "Explore/Streamed/StreamedCost.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::explore {

/// A design point, read for the rules.
struct StreamedDesign {
  StreamedProgram program; ///< extents are those of the design
  StreamedPoint<Int> point;
  StreamedFigures<Int> figures;
  std::vector<hls::DesignAttr> ofTasks; ///< by nest; null where it is no task
};

/// False: a figure exceeds 64 bits.
bool isValid(const StreamedFigures<Int> &figures);

/// Of figures that are valid.
target::Amounts amountsOf(const StreamedFigures<Int> &figures);

/// The lanes of the array with this number among the task's own; 1: nobody else
/// has it.
template <typename N>
N lanesAt(const StreamedNestInfo &nest, unsigned array,
          const StreamedChoice<N> &choice, N one) {
  int number = nest.task->numbers[array];
  for (const StreamedAccess &access : nest.accesses())
    if (number >= 0 && access.array == unsigned(number))
      return choice.lanes[access.dims.back()];
  return one;
}

/// What the design attribute says of a network; `ofTasks`: by nest, of those
/// that are tasks with buffers, as of programs of their own.
hls::DesignAttr designPoint(mlir::func::FuncOp func,
                            const StreamedProgram &program,
                            const StreamedPoint<Int> &point,
                            const StreamedFigures<Int> &figures,
                            mlir::ArrayRef<hls::DesignAttr> ofTasks,
                            mlir::StringRef status, int64_t bound);

/// The program with extents as long as the loops of the design point, whose
/// other choices are gone. An error where two of these loops differ.
mlir::FailureOr<StreamedProgram> filledUp(mlir::func::FuncOp func,
                                          const StreamedProgram &program,
                                          hls::DesignAttr design);

/// Of every nest, in program order: its choice, and the cost of its tasks. An
/// error where the design says nothing of a nest that the space covers.
mlir::LogicalResult readNests(mlir::func::FuncOp func, hls::DesignAttr design,
                              StreamedDesign &read);

/// Of every array, behind the nests: its ports, and whether it comes again. An
/// error where it cannot.
mlir::LogicalResult readArrays(mlir::func::FuncOp func, hls::DesignAttr design,
                               StreamedDesign &read);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDDESIGNPOINT_H
