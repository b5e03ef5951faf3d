//===- Normalize.cpp - Loops from 0 by 1, one store a statement -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "talos/Support/Int.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

#define GEN_PASS_DEF_NORMALIZE
#include "talos/Transforms/Passes.h.inc"

bool isAffineProgramOp(Operation *op) {
  if (isa<AffineForOp, AffineIfOp, AffineLoadOp, AffineStoreOp, AffineApplyOp,
          AffineMinOp, AffineMaxOp, AffineYieldOp, memref::AllocOp,
          memref::AllocaOp, memref::DeallocOp, memref::GetGlobalOp,
          func::ReturnOp>(op))
    return true;
  return isComputation(op);
}

bool isComputation(Operation *op) {
  return isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) &&
         op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         llvm::none_of(op->getResultTypes(),
                       [](Type type) { return isa<ShapedType>(type); });
}

namespace {

bool isFromC(Location loc) {
  auto place = loc->findInstanceOf<FileLineColLoc>();
  return place && place.getFilename().getValue().ends_with(".c");
}

/// What a reader of the source calls the op.
std::string constructOf(Operation *op) {
  if (!isFromC(op->getLoc()))
    return ("'" + op->getName().getStringRef() + "'").str();
  return llvm::StringSwitch<std::string>(op->getName().getStringRef())
      .Case("scf.for", "this loop")
      .Case("scf.while", "this while loop")
      .Case("scf.if", "this condition")
      .Cases({"memref.load", "memref.store"}, "this access")
      .Default("this (" + op->getName().getStringRef().str() + ")");
}

LogicalResult refuse(Operation *op) {
  InFlightDiagnostic diag = op->emitError() << constructOf(op) << " ";
  if (isa<memref::LoadOp, memref::StoreOp>(op))
    return diag
           << "is not affine: a subscript is not an affine function of the "
              "loop iterators and constants";
  if (op->getName().getDialectNamespace() == "scf")
    return diag << "is not affine; "
                << (isFromC(op->getLoc())
                        ? "use for and if with bounds and conditions that are "
                          "sums of loop variables and constants"
                        : "write affine.for or affine.if with affine bounds "
                          "and conditions");
  if (isFromC(op->getLoc()))
    return diag << "is not supported here: only loops, conditions, arithmetic "
                   "and arrays are";
  return diag << "is not supported in the top function; only affine, arith, "
                 "math and allocations of memref are";
}

/// Loops around one statement; the time of the polyhedral analysis grows with a
/// high power of them.
constexpr unsigned maxLoops = 12;

/// Iterations of nested loops: at 4 ns each they would take 13 days.
constexpr int64_t maxIterations = int64_t(1) << 48;

/// Emitted loops count by int. Where bounds are constant, sets the iterations.
LogicalResult checkBounds(AffineForOp loop, Int &iterations) {
  auto fits = [](AffineMap map) {
    return llvm::all_of(map.getResults(), [](AffineExpr bound) {
      auto constant = dyn_cast<AffineConstantExpr>(bound);
      return !constant || llvm::isInt<32>(constant.getValue());
    });
  };
  if (!fits(loop.getLowerBoundMap()) || !fits(loop.getUpperBoundMap()) ||
      !llvm::isInt<32>(loop.getStepAsInt()))
    return loop.emitError("loop bounds and steps must fit in 32 bits, in which "
                          "emitted loops count; make two loops of it");
  if (!loop.hasConstantBounds())
    return success();
  int64_t span = std::max<int64_t>(0, loop.getConstantUpperBound() -
                                          loop.getConstantLowerBound());
  Int inside = iterations * ceilDiv(Int(span), loop.getStepAsInt());
  if (!inside.isValid() || inside.value() > maxIterations)
    return loop.emitError(
        "the loops here run more than 2^48 times in all; make "
        "their trip counts smaller");
  iterations = inside;
  return success();
}

LogicalResult checkLoops(Block &block, unsigned around, Int iterations) {
  for (Operation &op : block) {
    auto loop = dyn_cast<AffineForOp>(op);
    unsigned inside = around + bool(loop);
    Int times = iterations;
    if (inside > maxLoops)
      return op.emitError("more than ") << maxLoops
                                        << " loops are nested here; make one "
                                           "of several, or take parts out "
                                           "into nests of their own";
    if (loop && failed(checkBounds(loop, times)))
      return failure();
    for (mlir::Region &region : op.getRegions())
      for (Block &inner : region)
        if (failed(checkLoops(inner, inside, times)))
          return failure();
  }
  return success();
}

LogicalResult checkOps(func::FuncOp func) {
  WalkResult walked = func.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult {
        return isAffineProgramOp(op) || hls::isRegionCall(op) ? success()
                                                              : refuse(op);
      });
  return failure(walked.wasInterrupted());
}

/// Composes affine.apply into subscripts and bounds and folds constant bounds,
/// by upstream's patterns; touches no arithmetic on data beyond folding.
LogicalResult canonicalizeAffine(func::FuncOp func) {
  transforms::composeBounds(func);
  MLIRContext *context = func.getContext();
  RewritePatternSet patterns(context);
  AffineForOp::getCanonicalizationPatterns(patterns, context);
  AffineIfOp::getCanonicalizationPatterns(patterns, context);
  AffineApplyOp::getCanonicalizationPatterns(patterns, context);
  AffineMinOp::getCanonicalizationPatterns(patterns, context);
  AffineMaxOp::getCanonicalizationPatterns(patterns, context);
  AffineLoadOp::getCanonicalizationPatterns(patterns, context);
  AffineStoreOp::getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  return applyPatternsGreedily(func, std::move(patterns), config);
}

void normalizeLoops(func::FuncOp func) {
  SmallVector<AffineForOp> loops;
  func.walk([&](AffineForOp loop) { loops.push_back(loop); });
  // Shifting a loop by another loop's iterator would skew its subscripts.
  // A strided loop whose lower bound is a maximum stays as it is; what needs it
  // normalised refuses it by its own message.
  for (AffineForOp loop : loops)
    if (loop.hasConstantLowerBound() || loop.getStepAsInt() != 1)
      (void)normalizeAffineFor(loop);
}

void nameStatements(func::FuncOp func) {
  SmallVector<AffineStoreOp> unnamed;
  llvm::StringSet<> taken;
  func.walk([&](func::CallOp call) {
    if (auto name = call->getAttrOfType<StringAttr>(hls::statementAttrName))
      taken.insert(name.getValue());
  });
  func.walk<WalkOrder::PreOrder>([&](AffineStoreOp store) {
    auto name = store->getAttrOfType<StringAttr>(hls::statementAttrName);
    if (!name || !taken.insert(name.getValue()).second)
      unnamed.push_back(store);
  });
  unsigned next = 0;
  for (AffineStoreOp store : unnamed) {
    std::string name;
    do
      name = "S" + std::to_string(next++);
    while (!taken.insert(name).second);
    store->setAttr(hls::statementAttrName,
                   StringAttr::get(store.getContext(), name));
  }
}

struct NormalizePass : impl::NormalizeBase<NormalizePass> {
  using NormalizeBase::NormalizeBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func->hasAttr(hls::topAttrName) && failed(normalize(func)))
      signalPassFailure();
  }

private:
  LogicalResult normalize(func::FuncOp func) {
    OpPassManager raise(func::FuncOp::getOperationName());
    raise.addPass(createRaiseMemrefToAffine());
    if (failed(runPipeline(raise, func)))
      return failure();
    convertConditions(func);
    if (failed(checkOps(func)) ||
        failed(checkLoops(func.getBody().front(), 0, 1)))
      return failure();
    normalizeLoops(func);
    if (failed(canonicalizeAffine(func)) || failed(demoteRegionResults(func)))
      return failure();
    splitElse(func);
    hoistAllocations(func);
    forwardScalars(func);
    if (failed(isolateStatements(func)))
      return failure();
    hoistAllocations(func); // frees the arrays that the steps before made
    removeDeadArrays(func);
    if (failed(canonicalizeAffine(func)))
      return failure();
    recognizeExtrema(func); // equal loads of a statement are one by now
    nameAll(func);
    nameStatements(func);
    return success();
  }
};

} // namespace
} // namespace talos
