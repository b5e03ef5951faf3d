//===- PassSpace.h - The design space that a pass asks for ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes with the options `spaceOptions` of Passes.td share.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_CORE_PASSSPACE_H
#define TALOS_LIB_EXPLORE_CORE_PASSSPACE_H

#include "mlir/Pass/AnalysisManager.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Explore/Template.h"

namespace talos::explore {

/// The options of a pass, as they were written.
struct SpaceTexts {
  std::string space, dspReuse, pins, tiles = "auto";
  bool fineGrained = false;
  std::string layout = "natural";
  int64_t maxPorts = 1, padding = 25;
  bool noPairs = false;
  std::string slrs, slrShare;
};

/// The space that the template of this name builds of the top function for its
/// `hls.target`, with the pins of the option, of the attribute `hls.pins` and
/// of the directives on loops and arrays. A name that is unknown is an error at
/// the function. Target and dependences are those that the pass manager keeps;
/// a pass that writes attributes alone preserves both.
mlir::FailureOr<std::unique_ptr<Space>> spaceOf(mlir::ModuleOp module,
                                                mlir::AnalysisManager analyses,
                                                const SpaceTexts &texts);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_CORE_PASSSPACE_H
