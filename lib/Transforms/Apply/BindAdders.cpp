//===- BindAdders.cpp - Implementations of adders -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/OperatorNames.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "talos/Transforms/Apply.h"

using namespace mlir;
using namespace talos;

void transforms::bindAdders(const analysis::Statement &statement,
                            hls::TaskPointAttr point) {
  if (point.getAdders().empty())
    return;
  affine::AffineStoreOp store = statement.store;
  store->getBlock()->walk([&](Operation *op) {
    if (analysis::isOpenAdder(op))
      op->setAttr(hls::implAttrName, point.getAdders());
  });
}
