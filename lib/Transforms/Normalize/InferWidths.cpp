//===- InferWidths.cpp - Bits of factors from the ranges of values --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's range analysis, which is told besides what affine loops and tables
// of constants say of their values.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/IterationBox.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Dialect/HLS/FactorBits.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::affine;
using dataflow::IntegerValueRangeLattice;

namespace talos {

#define GEN_PASS_DEF_INFERWIDTHS
#include "talos/Transforms/Passes.h.inc"

namespace {

class RangeAnalysis : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;

  LogicalResult
  visitOperation(Operation *op,
                 ArrayRef<const IntegerValueRangeLattice *> operands,
                 ArrayRef<IntegerValueRangeLattice *> results) override;
  void
  visitNonControlFlowArguments(Operation *op, const RegionSuccessor &successor,
                               ArrayRef<IntegerValueRangeLattice *> arguments,
                               unsigned firstIndex) override;

private:
  void set(IntegerValueRangeLattice *lattice, const ConstantIntRanges &range) {
    propagateIfChanged(lattice, lattice->join(IntegerValueRange(range)));
  }
};

} // namespace

/// The integers of a table of constants; null if `load` reads none.
static DenseIntElementsAttr tableOf(AffineLoadOp load) {
  Operation *def = load.getMemRef().getDefiningOp();
  SymbolRefAttr name;
  if (auto fetched = dyn_cast_or_null<memref::GetGlobalOp>(def))
    name = fetched.getNameAttr();
  if (!name)
    return {};
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      load, cast<SymbolRefAttr>(name));
  return global && global.getConstant()
             ? dyn_cast_or_null<DenseIntElementsAttr>(
                   global.getInitialValueAttr())
             : DenseIntElementsAttr();
}

LogicalResult RangeAnalysis::visitOperation(
    Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
    ArrayRef<IntegerValueRangeLattice *> results) {
  auto load = dyn_cast<AffineLoadOp>(op);
  DenseIntElementsAttr table = load ? tableOf(load) : DenseIntElementsAttr();
  if (!table || table.empty())
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  APInt low = *table.begin(), high = low;
  for (const APInt &value : table) {
    low = value.slt(low) ? value : low;
    high = value.sgt(high) ? value : high;
  }
  set(results[0], ConstantIntRanges::fromSigned(low, high));
  return success();
}

/// Upstream knows loops with constant bounds; a box holds the others as well.
void RangeAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<IntegerValueRangeLattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<AffineForOp>(op);
  IntegerValueRangeLattice *lattice = nullptr;
  for (IntegerValueRangeLattice *one : arguments)
    if (loop && one->getAnchor() == loop.getInductionVar())
      lattice = one;
  if (lattice && !loop.hasConstantBounds()) {
    SmallVector<Operation *> around;
    for (Operation *at = op; !isa<func::FuncOp>(at); at = at->getParentOp())
      if (isa<AffineForOp>(at))
        around.push_back(at);
    std::reverse(around.begin(), around.end());
    IterationBox box(around);
    if (box.isBounded(loop.getInductionVar())) {
      auto [low, high] = box.range(loop.getInductionVar());
      constexpr unsigned bits = IndexType::kInternalStorageBitWidth;
      return set(lattice, ConstantIntRanges::fromSigned(
                              APInt(bits, low, true), APInt(bits, high, true)));
    }
  }
  IntegerRangeAnalysis::visitNonControlFlowArguments(op, successor, arguments,
                                                     firstIndex);
}

/// Bits of a signed number that holds every value of the lattice.
static unsigned bitsOf(const DataFlowSolver &solver, Value value) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  const auto *lattice = solver.lookupState<IntegerValueRangeLattice>(value);
  if (!lattice || lattice->getValue().isUninitialized())
    return width;
  const ConstantIntRanges &range = lattice->getValue().getValue();
  return std::max(range.smin().getSignificantBits(),
                  range.smax().getSignificantBits());
}

namespace {
struct InferWidthsPass : impl::InferWidthsBase<InferWidthsPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    SmallVector<arith::MulIOp> wide;
    func.walk([&](arith::MulIOp op) {
      if (isa<IntegerType>(op.getType()) &&
          analysis::factorBits(op) > analysis::narrowFactorBits)
        wide.push_back(op);
    });
    if (wide.empty())
      return markAllAnalysesPreserved();
    DataFlowSolver solver;
    dataflow::loadBaselineAnalyses(solver);
    solver.load<RangeAnalysis>();
    if (failed(solver.initializeAndRun(func)))
      return signalPassFailure();
    for (arith::MulIOp op : wide) {
      unsigned bits = std::max(bitsOf(solver, op.getLhs()),
                               bitsOf(solver, op.getRhs()));
      if (bits <= analysis::narrowFactorBits)
        op->setAttr(hls::factorBitsAttrName,
                    Builder(op).getI64IntegerAttr(bits));
    }
    markAllAnalysesPreserved(); // attributes alone
  }
};
} // namespace
} // namespace talos
