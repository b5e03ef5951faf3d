//===- QoRScalars.cpp - What the top function computes by itself ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRScalars.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Analysis/Transfers.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

bool analysis::feedsTask(Operation &op) {
  return !operatorName(&op).empty() &&
         llvm::any_of(op.getUsers(), [](Operation *user) {
           auto task = dyn_cast<hls::TaskOp>(user);
           return task ? !task.isOpaque() && !task.isTransfer()
                       : feedsTask(*user);
         });
}

static bool isCallOrLoop(Operation &op) {
  return op.getNumRegions() != 0 || transferOf(&op);
}

FailureOr<ScalarsQoR> analysis::estimateScalars(Operation &first,
                                                const target::Target &target) {
  ScalarsQoR scalars;
  llvm::DenseMap<Operation *, int64_t> ends;
  for (Operation *op = &first; op && !isCallOrLoop(*op);
       op = op->getNextNode()) {
    if (!feedsTask(*op))
      continue;
    std::string name = operatorName(op);
    llvm::Expected<const target::Operator *> found = target.lookup(name);
    if (!found)
      return op->emitError(llvm::toString(found.takeError()));
    int64_t start = 0;
    for (Value operand : op->getOperands())
      start = std::max(start, ends.lookup(operand.getDefiningOp()));
    ends[op] = start + (*found)->latency;
    scalars.ops.push_back(op);
    scalars.latency = std::max(scalars.latency, ends[op]);
    auto use = llvm::find_if(scalars.operators,
                             [&](auto &each) { return each.name == name; });
    if (use == scalars.operators.end())
      use = scalars.operators.insert(use, {name, 0, 0});
    ++use->operations;
    ++use->units;
  }
  return scalars;
}
