//===- Registration.cpp - Everything Talos registers ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Registration.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtension.h"
#include "talos/Analysis/Passes.h"
#include "talos/Analysis/TestPasses.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Emit/Emit.h"
#include "talos/Explore/Passes.h"
#include "talos/Explore/Template.h"
#include "talos/Pipelines/Passes.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/ScheduleOps.h"

void talos::registerDialects(mlir::DialectRegistry &registry) {
  registry.insert<hls::HLSDialect>();
  registerScheduleOps(registry);
}

void talos::registerInputDialects(mlir::DialectRegistry &registry) {
  using namespace mlir;
  registry.insert<
      affine::AffineDialect, arith::ArithDialect, cf::ControlFlowDialect,
      func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
      memref::MemRefDialect, scf::SCFDialect, transform::TransformDialect>();
  transform::registerTuneExtension(registry);
  registerDialects(registry);
}

void talos::registerPasses() {
  analysis::registerTalosAnalysisPasses();
  analysis::registerTalosAnalysisTestPasses();
  registerTalosTransformsPasses();
  explore::registerTemplates();
  explore::registerExplorePasses();
  registerTalosPipelinesPasses();
  registerScaleHLSPipelines();
}
