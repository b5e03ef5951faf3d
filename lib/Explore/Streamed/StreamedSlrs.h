//===- StreamedSlrs.h - Nests on the dies of a device -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every nest of a network stands in an SLR, with the processes that bring its
// operands and store its results. The nests of an SLR are a kernel.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDSLRS_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDSLRS_H

#include "Explore/Streamed/StreamedCost.h"
#include "talos/Explore/Template.h"

namespace talos::explore {

/// What a design may use of each SLR.
struct SlrBudget {
  int64_t count = 1;                     ///< nests may be assigned to so many
  std::vector<target::Resources> usable; ///< by SLR of the device
  bool areAlike = true;                  ///< all have the same
};

/// As the options say; an error at the function where they are wrong, or ask
/// for more SLRs than the device has.
mlir::FailureOr<SlrBudget> slrBudget(mlir::func::FuncOp func,
                                     const target::Target &target,
                                     const SpaceOptions &options);

/// The variable of a nest.
inline std::string slrName(const StreamedNestInfo &nest) {
  return nest.name + ".slr";
}

/// Takes the pins of nests to an SLR, which is then all that the nest may be
/// assigned to. An error for an SLR that the design has not.
mlir::LogicalResult narrowSlrs(mlir::func::FuncOp func,
                               StreamedProgram &program,
                               std::vector<nlp::Pin> &pins);

/// By nest, each assignment whose kernels follow each other; of those that are
/// `isCanonical` alike, one. Empty: more than `most`.
std::vector<std::vector<int64_t>> assignments(const StreamedProgram &program,
                                              bool breaksSymmetry, size_t most);

/// 1 where some order of the SLRs has every nest in the SLR of those whose
/// tokens it takes, or in a later one.
template <typename N>
N kernelsFollow(const StreamedProgram &program, const std::vector<N> &slrs,
                const cost::Numbers<N> &number);

/// 1 where the first SLR is used, and the first nest is in the first half of
/// those up to the last one that is. SLRs stand in a row: reading it the other
/// way round, or beginning elsewhere, changes no figure where all SLRs have the
/// same, so that one such assignment stands for all.
template <typename N> N isCanonical(const std::vector<N> &slrs) {
  N least = slrs.front(), most = slrs.front();
  for (const N &slr : slrs) {
    least = min(least, slr);
    most = max(most, slr);
  }
  return eq(least, 0) * le(slrs.front() * 2, most);
}

/// Of the nests in an SLR.
template <typename N>
StreamedAmounts<N> amountsIn(int64_t slr, const StreamedProgram &program,
                             const StreamedPoint<N> &point,
                             const StreamedFigures<N> &figures,
                             const cost::Numbers<N> &number);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDSLRS_H
