//===- LowerBound.h - Cycles that no design can do without ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The latency lower bound of a program (NLP-DSE, section 6, as corrected in
// docs/NLP.md): bounds of its tasks (talos/Cost/LowerBound.h) and transfers,
// summed along the longest chain of calls that wait for each other. What does
// not wait may overlap, transfers with computation as well.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_LOWERBOUND_H
#define TALOS_LIB_EXPLORE_SHARED_LOWERBOUND_H

#include "Explore/Shared/DesignSpace.h"
#include "talos/Cost/LowerBound.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::explore {

struct ProgramBound {
  Int cycles;             ///< of one run of the program
  Int chain;              ///< the longest chain of tasks and transfers
  Int work;               ///< all operations on the usable DSPs, also of tiles
  std::vector<Int> tasks; ///< of one execution of each task
  std::vector<cost::TaskBound> details; ///< of a design: as `tasks`
  std::vector<Int> loads, stores;       ///< by array; 0 where there is none
};

/// For every design of the template within `space.usable` and
/// `space.maxPartition`; the pragma space is a part of it.
ProgramBound boundOfAnyDesign(const DesignSpace &space);

/// Some task of the design has a buffer of its own. The bounds do not hold for
/// such designs, but for `work`: they take every array to be moved once.
bool holdsTiles(hls::DesignAttr design);

/// For one design, at least the bound of any. Fails with a located diagnostic
/// if the point is outside of the space, or if tasks hold tiles.
mlir::FailureOr<ProgramBound> boundOfDesign(const DesignSpace &space,
                                            hls::DesignAttr design);

/// A line for the program, then one a task and a transfer.
void printBound(const DesignSpace &space, const ProgramBound &bound,
                llvm::StringRef what, llvm::raw_ostream &os);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_LOWERBOUND_H
