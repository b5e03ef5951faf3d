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

#include "talos/Dialect/HLS/Top.h"
#include "talos/Explore/DesignSpace.h"

namespace talos::explore {

/// Pins of the option and of the attribute `hls.pins`.
mlir::FailureOr<std::vector<nlp::Pin>> pinsOf(mlir::func::FuncOp top,
                                              llvm::StringRef option);

/// The design space of the top function that the options of the pass ask for;
/// it befriends this function.
template <typename Pass>
mlir::FailureOr<DesignSpace> spaceOf(const Pass &pass, mlir::ModuleOp module) {
  mlir::FailureOr<mlir::func::FuncOp> found = hls::topOf(module);
  if (failed(found))
    return mlir::failure();
  mlir::func::FuncOp top = *found;
  llvm::Expected<target::Target> loaded =
      target::loadTarget(pass.target, pass.clockPs, pass.tool);
  if (!loaded)
    return top.emitError(llvm::toString(loaded.takeError()));
  SpaceOptions options;
  options.usablePercent = pass.usable;
  options.limits = pass.limits;
  options.maxPartition = pass.maxPartition;
  options.treeReduction = pass.treeReduction;
  if (pass.pessimisticReuse)
    options.reuse = cost::Reuse::Pessimistic;
  if (pass.space != "template" && pass.space != "pragmas")
    return top.emitError("space '")
           << pass.space << "' is unknown; use template or pragmas";
  if (pass.space == "pragmas")
    options.kind = SpaceKind::Pragmas;
  else if (pass.fineGrained)
    return top.emitError("fine-grained needs space=pragmas");
  options.fineGrained = pass.fineGrained;
  mlir::FailureOr<std::vector<nlp::Pin>> pins = pinsOf(top, pass.pin);
  if (failed(pins))
    return mlir::failure();
  options.pins = std::move(*pins);
  return buildDesignSpace(top, *loaded, options);
}

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_CORE_PASSSPACE_H
