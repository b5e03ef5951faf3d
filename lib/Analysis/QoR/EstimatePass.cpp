//===- EstimatePass.cpp - The pass that estimates the final IR ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Passes.h"
#include "talos/Analysis/QoR.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;

namespace talos::analysis {
#define GEN_PASS_DEF_ESTIMATEQOR
#include "talos/Analysis/Passes.h.inc"
} // namespace talos::analysis

namespace {
struct EstimateQoR : analysis::impl::EstimateQoRBase<EstimateQoR> {
  using Base::Base;

  void runOnOperation() override {
    if (report != "none" && report != "table" && report != "json") {
      getOperation()->emitError("hls-estimate-qor: report '")
          << report << "' is unknown; use table, json or none";
      return signalPassFailure();
    }
    FailureOr<func::FuncOp> top = hls::topOf(getOperation());
    if (failed(top) || failed(estimate(*top)))
      signalPassFailure();
  }

  LogicalResult estimate(func::FuncOp func) {
    FailureOr<const target::Target *> target =
        getAnalysis<analysis::TargetAnalysis>().of(func);
    if (failed(target))
      return failure();
    FailureOr<analysis::QoR> qor = analysis::estimateQoR(
        func, **target, hls::targetOf(func).getTreeReduction());
    if (failed(qor))
      return failure();
    analysis::annotateQoR(func, *qor);
    if (report == "table")
      analysis::printQoR(*qor, llvm::outs());
    else if (report == "json")
      llvm::outs() << llvm::formatv("{0:2}\n", analysis::qorToJSON(*qor));
    return success();
  }
};
} // namespace
