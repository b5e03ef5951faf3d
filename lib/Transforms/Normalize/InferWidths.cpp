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
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/Utils/InferIntRangeCommon.h"
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
  using Known = std::optional<ConstantIntRanges>; ///< none: no value yet

  void set(IntegerValueRangeLattice *lattice, const ConstantIntRanges &range) {
    propagateIfChanged(lattice, lattice->join(IntegerValueRange(range)));
  }
  Known rangeOf(Value value, arith::SelectOp at);
  Known rangeOfLimit(Value value, Value subject, const ConstantIntRanges &known,
                     arith::SelectOp at);
  Known rangeGiven(Value value, Value subject, const ConstantIntRanges &known,
                   arith::SelectOp at);
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

/// The values of `known` that may be less, greater, ... than one of `other`;
/// none if there are none.
static std::optional<ConstantIntRanges>
refined(const ConstantIntRanges &known, arith::CmpIPredicate predicate,
        const ConstantIntRanges &other) {
  using P = arith::CmpIPredicate;
  APInt low = known.smin(), high = known.smax();
  bool isStrict = predicate == P::slt || predicate == P::sgt;
  if (predicate == P::slt || predicate == P::sle || predicate == P::eq) {
    if (isStrict && other.smax().isMinSignedValue())
      return std::nullopt;
    APInt most = isStrict ? other.smax() - 1 : other.smax();
    high = most.slt(high) ? most : high;
  }
  if (predicate == P::sgt || predicate == P::sge || predicate == P::eq) {
    if (isStrict && other.smin().isMaxSignedValue())
      return std::nullopt;
    APInt least = isStrict ? other.smin() + 1 : other.smin();
    low = least.sgt(low) ? least : low;
  }
  if (low.sgt(high))
    return std::nullopt;
  return ConstantIntRanges::fromSigned(low, high);
}

RangeAnalysis::Known RangeAnalysis::rangeOf(Value value, arith::SelectOp at) {
  const IntegerValueRange &range =
      getLatticeElementFor(getProgramPointAfter(at), value)->getValue();
  return range.isUninitialized() ? Known() : range.getValue();
}

/// The range of `value`, the maximum or minimum of another value and a
/// constant, where `subject` is in `known`. None: it is no such thing, or has
/// no value.
RangeAnalysis::Known RangeAnalysis::rangeOfLimit(Value value, Value subject,
                                                 const ConstantIntRanges &known,
                                                 arith::SelectOp at) {
  Operation *limit = value.getDefiningOp();
  APInt bound;
  if (!isa_and_nonnull<arith::MaxSIOp, arith::MinSIOp>(limit) ||
      !matchPattern(limit->getOperand(1), m_ConstantInt(&bound)))
    return std::nullopt;
  Known range = rangeGiven(limit->getOperand(0), subject, known, at);
  if (!range)
    return std::nullopt;
  auto inferred =
      isa<arith::MaxSIOp>(limit) ? intrange::inferMaxS : intrange::inferMinS;
  return inferred({*range, ConstantIntRanges::constant(bound)});
}

/// The range of `value` where `subject` is in `known`: that of a clamp, which
/// selects what it compares. None: it has no value there.
RangeAnalysis::Known RangeAnalysis::rangeGiven(Value value, Value subject,
                                               const ConstantIntRanges &known,
                                               arith::SelectOp at) {
  if (value == subject)
    return known;
  if (Known range = rangeOfLimit(value, subject, known, at))
    return range;
  auto choice = value.getDefiningOp<arith::SelectOp>();
  auto compare = choice ? choice.getCondition().getDefiningOp<arith::CmpIOp>()
                        : arith::CmpIOp();
  if (!compare || compare.getLhs() != subject)
    return rangeOf(value, at);
  Known other = rangeOf(compare.getRhs(), at), result;
  if (!other)
    return std::nullopt;
  auto join = [&](arith::CmpIPredicate predicate, Value branch) {
    Known inside = refined(known, predicate, *other);
    Known part = inside ? rangeGiven(branch, subject, *inside, at) : inside;
    if (part)
      result = result ? result->rangeUnion(*part) : *part;
  };
  join(compare.getPredicate(), choice.getTrueValue());
  join(arith::invertPredicate(compare.getPredicate()), choice.getFalseValue());
  return result;
}

LogicalResult RangeAnalysis::visitOperation(
    Operation *op, ArrayRef<const IntegerValueRangeLattice *> operands,
    ArrayRef<IntegerValueRangeLattice *> results) {
  auto choice = dyn_cast<arith::SelectOp>(op);
  auto compare = choice ? choice.getCondition().getDefiningOp<arith::CmpIOp>()
                        : arith::CmpIOp();
  if (compare && isa<IntegerType>(choice.getType()) &&
      compare.getLhs().getType() == choice.getType()) {
    Known subject = rangeOf(compare.getLhs(), choice);
    if (Known range =
            subject ? rangeGiven(choice, compare.getLhs(), *subject, choice)
                    : subject)
      set(results[0], *range);
    return success();
  }
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
      unsigned bits =
          std::max(bitsOf(solver, op.getLhs()), bitsOf(solver, op.getRhs()));
      if (bits <= analysis::narrowFactorBits)
        op->setAttr(hls::factorBitsAttrName,
                    Builder(op).getI64IntegerAttr(bits));
    }
    markAllAnalysesPreserved(); // attributes alone
  }
};
} // namespace
} // namespace talos
