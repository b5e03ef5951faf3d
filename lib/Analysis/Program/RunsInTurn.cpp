//===- RunsInTurn.cpp - Nests on the same operators -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/RunsInTurn.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace talos;

AffineMapAttr analysis::scheduleOfRun(MLIRContext *context, int64_t run,
                                      unsigned loops) {
  SmallVector<AffineExpr> times = {getAffineConstantExpr(run, context)};
  for (unsigned loop = 0; loop < loops; ++loop)
    times.push_back(getAffineDimExpr(loop, context));
  return AffineMapAttr::get(AffineMap::get(loops, 0, times, context));
}

std::optional<int64_t> analysis::runOf(hls::TaskPointAttr task) {
  if (!task.getSchedule())
    return std::nullopt;
  AffineMap map = task.getSchedule().getValue();
  if (map.getNumResults() != map.getNumDims() + 1)
    return std::nullopt;
  auto run = dyn_cast<AffineConstantExpr>(map.getResult(0));
  if (!run || run.getValue() < 0 ||
      task.getSchedule() !=
          scheduleOfRun(task.getContext(), run.getValue(), map.getNumDims()))
    return std::nullopt;
  return run.getValue();
}

bool analysis::runsInTurn(hls::DesignAttr design) {
  return llvm::any_of(design.getTasks(), [](hls::TaskPointAttr task) {
    return runOf(task).has_value();
  });
}
