//===- ExplainPass.cpp - The pass that says what limits a design ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/PassSpace.h"
#include "talos/Explore/Explain.h"
#include "talos/Explore/Passes.h"
#include "talos/Poly/ScopAnalysis.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace talos::explore {
#define GEN_PASS_DEF_EXPLAIN
#include "talos/Explore/Passes.h.inc"
} // namespace talos::explore

namespace {

struct ExplainPass : explore::impl::ExplainBase<ExplainPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run();
};

} // namespace

LogicalResult ExplainPass::run() {
  FailureOr<std::unique_ptr<Space>> space =
      spaceOf(getOperation(), getAnalysisManager(),
              {spaceName, dspReuse, pins, "auto", fineGrained, layout, maxPorts,
               padding, noPairs, slrs, slrShare});
  if (failed(space))
    return failure();
  func::FuncOp top = (*space)->getFunc();
  auto design = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  if (!design)
    return top.emitError(
        "there is no design point to explain: run hls-explore, "
        "or hls-attach-design, before");
  ExplanationOptions options;
  options.nodeLimit = nodeLimit;
  options.threads = threads;
  FailureOr<std::vector<NestExplanation>> nests =
      (*space)->explain(design, options);
  if (failed(nests))
    return failure();
  for (const NestExplanation &nest : *nests)
    for (const Binding &binding : nest.bindings)
      emitRemark(nest.location)
          << nest.task << ": " << hls::stringifyBindingKind(binding.kind)
          << ": " << binding.text;
  top->setAttr(hls::bindingAttrName, toAttribute(&getContext(), *nests));
  markAnalysesPreserved<poly::ScopAnalysis>();
  return success();
}
