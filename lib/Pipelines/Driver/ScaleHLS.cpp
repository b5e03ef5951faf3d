//===- ScaleHLS.cpp - Pipelines by the names of ScaleHLS's passes ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace talos;

static void addPerfectization(OpPassManager &manager) {
  manager.addNestedPass<func::FuncOp>(createNormalize());
  manager.addNestedPass<func::FuncOp>(createDistribute());
}

void talos::registerScaleHLSPipelines() {
  PassPipelineRegistration<>(
      "affine-loop-perfectization",
      "hls-normalize and hls-distribute: a perfect nest for every statement, "
      "where dependences allow it",
      addPerfectization);
  PassPipelineRegistration<>("remove-variable-bound",
                             "affine-loop-perfectization and "
                             "hls-rectangularize: constant bounds, with "
                             "conditions inside",
                             [](OpPassManager &manager) {
                               addPerfectization(manager);
                               manager.addNestedPass<func::FuncOp>(
                                   createRectangularize());
                             });
  PassPipelineRegistration<>(
      "affine-store-forward",
      "hls-forward-stores: loads take what a store before them wrote",
      [](OpPassManager &manager) {
        manager.addNestedPass<func::FuncOp>(createForwardStores());
      });
  PassPipelineRegistration<>(
      "simplify-memref-access",
      "affine-store-forward and cse of MLIR: equal accesses become one",
      [](OpPassManager &manager) {
        manager.addNestedPass<func::FuncOp>(createForwardStores());
        manager.addPass(createCSEPass());
      });
}
