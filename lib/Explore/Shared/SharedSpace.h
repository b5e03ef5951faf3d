//===- SharedSpace.h - The space of the shared template, for the passes *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_SHAREDSPACE_H
#define TALOS_LIB_EXPLORE_SHARED_SHAREDSPACE_H

#include "Explore/Shared/TilingPortfolio.h"

namespace talos::explore {

/// Designs whose tasks share the buffers of arrays, or hold tiles of them.
class SharedSpace : public Space {
public:
  /// Builds the space and reads the option `tiles`, both with located errors.
  static mlir::FailureOr<std::unique_ptr<Space>>
  build(mlir::func::FuncOp func, const target::Target &target,
        const SpaceOptions &options, SpaceKind kind);

  /// `tiled`: arrays that tasks hold tile by tile, beside those that `tiling`
  /// adds.
  explicit SharedSpace(DesignSpace space, Tiling tiling = Tiling::Never,
                       llvm::ArrayRef<unsigned> tiled = {});

  mlir::FailureOr<std::unique_ptr<Problem>>
  lower(llvm::ArrayRef<nlp::Pin> pins) const override;
  std::unique_ptr<Portfolio> portfolio() const override;
  mlir::FailureOr<hls::DesignAttr>
  evaluate(hls::DesignAttr design) const override;
  mlir::FailureOr<CycleBounds>
  lowerBounds(hls::DesignAttr design) const override;
  mlir::LogicalResult printBounds(hls::DesignAttr design,
                                  llvm::raw_ostream &os) const override;
  mlir::FailureOr<std::vector<NestExplanation>>
  explain(hls::DesignAttr design,
          const ExplanationOptions &options) const override;
  SpaceSummary summary() const override;

private:
  DesignSpace whole; ///< no array is marked as tiled: a given design says which
  DesignSpace space; ///< arrays are marked that the option lists
  Tiling tiling;
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_SHAREDSPACE_H
