//===- DesignPoint.h - Between choices and the design attribute -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_DESIGNPOINT_H
#define TALOS_LIB_EXPLORE_SHARED_DESIGNPOINT_H

#include "Explore/Shared/Design.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::explore {

/// Everything that the attribute says about a point.
struct DesignPoint {
  DesignChoices<Int> choices;
  std::vector<std::vector<unsigned>> orders; ///< level-0 order of each task
  DesignCost<Int> cost;
};

/// The partition of a dimension.
hls::PartitionDimAttr dimAttribute(mlir::MLIRContext *context, int64_t factor,
                                   int64_t extent);

/// Reads the partition of a buffer of these extents, whose last dimension may
/// say the elements of a word if `mayPack`; errors are located at the array.
mlir::LogicalResult readFactors(const ArraySpace &array,
                                hls::ArrayPointAttr point,
                                llvm::ArrayRef<int64_t> extents,
                                int64_t maxPartition, std::vector<Int> &factors,
                                bool mayPack = false);

/// No figure of the cost overflows.
bool isValid(const DesignCost<Int> &cost);

/// The figures as plain numbers; all of them must be valid.
target::Amounts amountsOf(const DesignCost<Int> &cost);

/// The attribute of a point; `bound` is the proved lower bound of the cycles.
hls::DesignAttr toAttribute(const DesignSpace &space, const DesignPoint &point,
                            llvm::StringRef status, int64_t bound);

/// Reads the choices of a hand-written attribute and checks that they lie in
/// the space; the costs are not filled in. Errors are located at the statement
/// or the array.
mlir::FailureOr<DesignPoint> fromAttribute(const DesignSpace &space,
                                           hls::DesignAttr design);

/// The same with the costs; marks the arrays in the space that the attribute
/// tiles. A point whose figures overflow, or that exceeds what the space may
/// use, is an error at the function; `advice` says what to do about the latter.
mlir::FailureOr<DesignPoint> evaluatedPoint(DesignSpace &space,
                                            hls::DesignAttr design,
                                            llvm::StringRef advice);

/// Fills in the predicted cycles and resources of a hand-written point. Fails
/// with a located diagnostic if the point is outside of the space, or exceeds
/// the device. Accumulators `local` and `local_add` are evaluated as well.
mlir::FailureOr<hls::DesignAttr> evaluateDesign(const DesignSpace &space,
                                                hls::DesignAttr design);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_DESIGNPOINT_H
