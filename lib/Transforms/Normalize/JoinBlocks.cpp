//===- JoinBlocks.cpp - Loops over blocks and in them become one ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `for kk by 8: ... for k = kk to min(kk + 8, N)` is `... for k = 0 to N` where
// dependences allow the order. The design cuts loops itself, and an array that
// other nests address without blocks keeps its shape.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Subscripts.h"
#include "mlir/IR/Diagnostics.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos::poly;

namespace talos {

#define GEN_PASS_DEF_JOINBLOCKS
#include "talos/Transforms/Passes.h.inc"

namespace {

/// `outer` counts blocks, `inner` the iterations of one; together they run
/// from `low` to `high`.
struct Blocks {
  AffineForOp outer, inner;
  int64_t low, high;
};

} // namespace

static bool hasDirective(AffineForOp loop) {
  return loop->hasAttr(hls::pipelineAttrName) ||
         loop->hasAttr(hls::unrollAttrName);
}

/// The end of the last block; none if `inner` does not run over blocks of
/// `outer`'s step.
static std::optional<int64_t> endOf(AffineForOp outer, AffineForOp inner) {
  int64_t size = outer.getStepAsInt(), low = outer.getConstantLowerBound(),
          high = outer.getConstantUpperBound();
  AffineMap lower = inner.getLowerBoundMap(), upper = inner.getUpperBoundMap();
  auto isBlock = [&](AffineMap map, ValueRange operands) {
    return map.getNumInputs() == 1 && operands[0] == outer.getInductionVar();
  };
  if (high <= low || size % inner.getStepAsInt() != 0 ||
      !isBlock(lower, inner.getLowerBoundOperands()) ||
      !isBlock(upper, inner.getUpperBoundOperands()) ||
      lower.getNumResults() != 1 ||
      !isa<AffineDimExpr, AffineSymbolExpr>(lower.getResult(0)) ||
      upper.getNumDims() != lower.getNumDims())
    return std::nullopt;
  AffineExpr start = lower.getResult(0);
  int64_t last = low + (high - low - 1) / size * size, end = last + size;
  bool isWhole = false;
  for (AffineExpr bound : upper.getResults()) {
    AffineExpr length = simplifyAffineExpr(bound - start, upper.getNumDims(),
                                           upper.getNumSymbols());
    if (auto limit = dyn_cast<AffineConstantExpr>(bound))
      end = std::min(end, limit.getValue());
    else if (auto constant = dyn_cast<AffineConstantExpr>(length);
             constant && constant.getValue() == size)
      isWhole = true;
    else
      return std::nullopt;
  }
  return isWhole && end > low ? std::optional(end) : std::nullopt;
}

/// Whatever `outer` does, it does in `inner`.
static bool isAround(AffineForOp outer, AffineForOp inner) {
  WalkResult walked = outer.getBody()->walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult {
        if (op == inner)
          return WalkResult::skip();
        if (isa<AffineYieldOp>(op) || op->isProperAncestor(inner) || isPure(op))
          return WalkResult::advance();
        return WalkResult::interrupt();
      });
  return !walked.wasInterrupted();
}

/// `outer` as the loop over blocks of another one that alone uses its iterator.
static std::optional<Blocks> blocksOf(AffineForOp outer) {
  if (!outer.hasConstantBounds() || outer.getNumResults() != 0 ||
      hasDirective(outer) || outer.getInductionVar().use_empty())
    return std::nullopt;
  auto inner =
      dyn_cast<AffineForOp>(*outer.getInductionVar().getUsers().begin());
  if (!inner || inner.getNumResults() != 0 || hasDirective(inner) ||
      !llvm::all_equal(outer.getInductionVar().getUsers()) ||
      !outer->isProperAncestor(inner) || !isAround(outer, inner))
    return std::nullopt;
  std::optional<int64_t> end = endOf(outer, inner);
  if (!end)
    return std::nullopt;
  return Blocks{outer, inner, outer.getConstantLowerBound(), *end};
}

/// The order of the source without the loops over blocks.
static Schedule joined(const Scop &scop, ArrayRef<Blocks> all) {
  Schedule schedule = scop.sourceSchedule();
  for (auto [statement, times] : llvm::zip_equal(scop.statements(), schedule)) {
    SmallVector<AffineExpr> exprs(times.getResults());
    for (auto [depth, loop] : llvm::enumerate(statement.loops))
      if (llvm::any_of(all, [&, at = AffineForOp(loop)](const Blocks &blocks) {
            return blocks.outer == at;
          }))
        exprs[2 * depth + 1] = getAffineConstantExpr(0, times.getContext());
    times = AffineMap::get(times.getNumDims(), 0, exprs, times.getContext());
  }
  return schedule;
}

/// Loops that all statements with the array stand in.
static SmallVector<AffineForOp> loopsAround(const Scop &scop, unsigned array) {
  std::optional<SmallVector<AffineForOp>> common;
  for (auto [s, statement] : llvm::enumerate(scop.statements())) {
    if (!scop.reads(s, array) && !scop.writes(s, array))
      continue;
    if (!common)
      common = statement.loops;
    size_t depth = 0;
    while (depth < std::min(common->size(), statement.loops.size()) &&
           (*common)[depth] == statement.loops[depth])
      ++depth;
    common->resize(depth);
  }
  return common.value_or(SmallVector<AffineForOp>());
}

/// Local arrays whose elements pass within one iteration of a loop that is not
/// taken apart: iterations may run in any order for them.
static SmallVector<unsigned> passedWithin(const Scop &scop,
                                          ArrayRef<Blocks> all) {
  SmallVector<unsigned> result;
  for (auto [number, array] : llvm::enumerate(scop.arrays())) {
    if (array.isArgument || scop.isLiveIn(number))
      continue;
    SmallVector<AffineForOp> around = loopsAround(scop, number);
    bool keeps = llvm::all_of(all, [&](const Blocks &blocks) {
      return !llvm::is_contained(around, blocks.outer) ||
             llvm::is_contained(around, blocks.inner);
    });
    bool passes = llvm::none_of(
        scop.dependences(), [&, array = unsigned(number)](const auto &d) {
          return d.array == array && d.kind == DependenceKind::RAW &&
                 d.carrier && *d.carrier < around.size();
        });
    if (keeps && passes)
      result.push_back(number);
  }
  return result;
}

static bool isLegal(const Scop &scop, ArrayRef<Blocks> all) {
  return bool(scop.checkSchedule(joined(scop, all), passedWithin(scop, all)));
}

static void join(Blocks blocks) {
  AffineForOp inner = blocks.inner, outer = blocks.outer;
  emitRemark(inner.getLoc())
      << "joined with the loop over its blocks: the design cuts loops itself";
  inner.setConstantLowerBound(blocks.low);
  inner.setConstantUpperBound(blocks.high);
  for (Operation &op :
       llvm::make_early_inc_range(outer.getBody()->without_terminator()))
    op.moveBefore(outer);
  outer.erase();
}

/// Joins what may be joined of the loops that are there; whether any were.
static bool joinSome(func::FuncOp func) {
  std::vector<Blocks> found, chosen;
  func.walk<WalkOrder::PreOrder>([&](AffineForOp loop) {
    if (std::optional<Blocks> blocks = blocksOf(loop))
      found.push_back(*blocks);
  });
  if (found.empty())
    return false;
  FailureOr<std::unique_ptr<Scop>> scop = failure();
  {
    ScopedDiagnosticHandler quiet(func.getContext(),
                                  [](Diagnostic &) { return success(); });
    scop = Scop::build(func);
  }
  if (failed(scop))
    return false; // not affine throughout
  chosen = found;
  if (!isLegal(**scop, chosen)) {
    chosen.clear();
    for (const Blocks &blocks : found) {
      chosen.push_back(blocks);
      if (!isLegal(**scop, chosen))
        chosen.pop_back();
    }
  }
  scop->reset();
  for (const Blocks &blocks : chosen)
    join(blocks);
  return !chosen.empty();
}

namespace {
struct JoinBlocksPass : impl::JoinBlocksBase<JoinBlocksPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    transforms::composeBounds(func);
    func.walk([](Block *block) { transforms::composeSubscripts(block); });
    while (joinSome(func)) // blocks of blocks
      ;
  }
};
} // namespace
} // namespace talos
