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
#include "talos/Explore/Template.h"

namespace talos::explore {

/// On the function: an array of strings such as "S1.k.t2=4" or
/// "A.partition0<=8", variables that may not be chosen freely.
inline constexpr llvm::StringLiteral pinsAttrName = "hls.pins";

/// Pins of the option and of the attribute `hls.pins`.
mlir::FailureOr<std::vector<nlp::Pin>> pinsOf(mlir::func::FuncOp top,
                                              llvm::StringRef option);

/// The space of `top` that the template of this name builds. A name that is
/// unknown is an error at the function.
mlir::FailureOr<std::unique_ptr<Space>> buildSpace(mlir::func::FuncOp top,
                                                   llvm::StringRef name,
                                                   const target::Target &target,
                                                   const SpaceOptions &options);

/// The space of the top function that the options of the pass ask for; it
/// befriends this function.
template <typename Pass>
mlir::FailureOr<std::unique_ptr<Space>> spaceOf(const Pass &pass,
                                                mlir::ModuleOp module) {
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
  options.tiles = pass.tiles;
  options.fineGrained = pass.fineGrained;
  mlir::FailureOr<std::vector<nlp::Pin>> pins = pinsOf(top, pass.pin);
  if (failed(pins))
    return mlir::failure();
  options.pins = std::move(*pins);
  return buildSpace(top, pass.space, *loaded, options);
}

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_CORE_PASSSPACE_H
