//===- InferOverwritten.cpp - Arrays whose old values nobody reads --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Overwritten.h"
#include "talos/Poly/ScopAnalysis.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;

namespace talos {

#define GEN_PASS_DEF_INFEROVERWRITTEN
#include "talos/Transforms/Passes.h.inc"

namespace {
struct InferOverwrittenPass : impl::InferOverwrittenBase<InferOverwrittenPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func->hasAttr(hls::topAttrName) && failed(annotate(func)))
      return signalPassFailure();
    markAllAnalysesPreserved(); // attributes alone
  }

  LogicalResult annotate(func::FuncOp func) {
    FailureOr<analysis::TaskGraph> graph = analysis::buildTaskGraph(func);
    if (failed(graph))
      return failure();
    // Arrays that are not stored must be loaded or are not used.
    SmallVector<BlockArgument> loaded;
    for (auto [index, array] : llvm::enumerate(graph->arrays))
      if (array.liveIn && array.liveOut && !graph->isUsedByOpaque(index))
        loaded.push_back(cast<BlockArgument>(array.value));
    if (loaded.empty())
      return success();
    poly::Scop *scop = getAnalysis<poly::ScopAnalysis>().get();
    if (!scop)
      return failure();
    for (BlockArgument array : loaded)
      if (analysis::isOverwritten(*scop, array))
        func.setArgAttr(array.getArgNumber(), hls::overwrittenAttrName,
                        UnitAttr::get(&getContext()));
    return success();
  }
};
} // namespace
} // namespace talos
