//===- PackProducts.cpp - Two products of 8 bits in one multiplier --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (a 2^18 + b) c = a c 2^18 + b c for signed a, b and c of 8 bits (AMD WP486).
// The first factor has 27 bits. b c lies within -2^14 ... 2^14, so that its
// sign is bit 17, and a c is the word rounded to a multiple of 2^18.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/UnrolledBand.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/FactorBits.h"
#include "talos/Support/Int.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace talos {
#define GEN_PASS_DEF_PACKPRODUCTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using affine::AffineForOp;
using affine::AffineLoadOp;

static constexpr unsigned narrowBits = 8;  ///< of each factor
static constexpr unsigned upperShift = 18; ///< where the upper product starts
static constexpr unsigned packedBits = 27; ///< of two factors in one word

namespace {

/// Two products of neighbouring copies that share a factor.
struct Pair {
  arith::MulIOp lower, upper;
  unsigned shared = 0; ///< operand number of the common factor
};

/// A loop whose copies are paired in the body of the innermost one of its band,
/// which is the loop itself or stands in it.
class Packer {
public:
  Packer(AffineForOp loop, AffineForOp inner) : loop(loop), inner(inner) {}

  /// Finds the products that two copies can compute together.
  bool find();
  unsigned found() const { return pairs.size(); }
  /// Writes the loop out by two. Pairs of one iteration of the pipelined loop.
  int64_t run();

private:
  bool comesFirst(Value value, llvm::SetVector<Operation *> &ops);
  bool stands(Value value);
  std::optional<unsigned> sharedFactor(arith::MulIOp product);
  void writeOutByTwo(IRMapping &next);
  void pack(const Pair &pair);

  AffineForOp loop, inner;
  std::vector<Pair> pairs;
  llvm::SmallPtrSet<Value, 4> written; ///< memories, as the function has them
};

} // namespace

/// What computes the value in the body, which may all stand at its start:
/// pure ops and loads of memories that the loop does not write. Operands first.
bool Packer::comesFirst(Value value, llvm::SetVector<Operation *> &ops) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getParentOp() != inner || ops.contains(op))
    return true;
  if (auto load = dyn_cast<AffineLoadOp>(op)) {
    if (written.contains(hls::originOf(load.getMemRef())))
      return false;
  } else if (!isMemoryEffectFree(op)) {
    return false;
  }
  for (Value operand : op->getOperands())
    if (!comesFirst(operand, ops))
      return false;
  ops.insert(op);
  return true;
}

/// All copies compute the same value.
bool Packer::stands(Value value) {
  llvm::SetVector<Operation *> ops;
  if (!comesFirst(value, ops))
    return false;
  return value != loop.getInductionVar() &&
         llvm::none_of(ops, [&](Operation *op) {
           return llvm::is_contained(op->getOperands(), loop.getInductionVar());
         });
}

std::optional<unsigned> Packer::sharedFactor(arith::MulIOp product) {
  if (!isa<IntegerType>(product.getType()) ||
      product.getType().getIntOrFloatBitWidth() < narrowBits ||
      analysis::factorBits(product) > narrowBits)
    return std::nullopt;
  llvm::SetVector<Operation *> ops;
  bool first = stands(product.getLhs()), second = stands(product.getRhs());
  if (first == second || !comesFirst(product.getLhs(), ops) ||
      !comesFirst(product.getRhs(), ops))
    return std::nullopt;
  return first ? 0 : 1;
}

/// The factor as a signed number of 8 bits, then of 64.
static Value wide(OpBuilder &builder, Location loc, Value factor) {
  Value narrow = factor;
  Type eight = builder.getIntegerType(narrowBits);
  if (auto ext = factor.getDefiningOp<arith::ExtSIOp>();
      ext && ext.getIn().getType() == eight)
    narrow = ext.getIn();
  else if (factor.getType() != eight)
    narrow = arith::TruncIOp::create(builder, loc, eight, factor);
  return arith::ExtSIOp::create(builder, loc, builder.getI64Type(), narrow);
}

static Value resized(OpBuilder &builder, Location loc, Value word, Type type) {
  return type.getIntOrFloatBitWidth() < 64
             ? arith::TruncIOp::create(builder, loc, type, word).getResult()
             : word;
}

void Packer::pack(const Pair &pair) {
  arith::MulIOp lower = pair.lower, upper = pair.upper;
  Location loc = lower.getLoc();
  llvm::SetVector<Operation *> ahead;
  Value factor = upper->getOperand(1 - pair.shared);
  comesFirst(factor, ahead);
  for (Operation *op : ahead)
    if (!op->isBeforeInBlock(lower))
      op->moveBefore(lower);
  OpBuilder builder(lower);
  auto number = [&](int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  constexpr auto exact = arith::IntegerOverflowFlags::nsw;
  Value shift = number(upperShift);
  Value a = wide(builder, loc, factor);
  Value b = wide(builder, loc, lower->getOperand(1 - pair.shared));
  Value c = wide(builder, loc, lower->getOperand(pair.shared));
  Value both = arith::AddIOp::create(
      builder, loc, arith::ShLIOp::create(builder, loc, a, shift, exact), b,
      exact);
  auto word = arith::MulIOp::create(builder, loc, both, c, exact);
  word->setAttr(hls::factorBitsAttrName, builder.getI64IntegerAttr(packedBits));
  Value above = number(64 - upperShift);
  Value low = arith::ShRSIOp::create(
      builder, loc, arith::ShLIOp::create(builder, loc, word, above), above);
  Value rounded = arith::AddIOp::create(
      builder, loc, word, number(int64_t(1) << (upperShift - 1)), exact);
  Value high = arith::ShRSIOp::create(builder, loc, rounded, shift);
  Type type = lower.getType();
  Value lowProduct = resized(builder, loc, low, type);
  Value highProduct = resized(builder, loc, high, type);
  lower.getResult().replaceAllUsesWith(lowProduct);
  upper.getResult().replaceAllUsesWith(highProduct);
  upper.erase();
  lower.erase();
}

bool Packer::find() {
  std::optional<uint64_t> trips = affine::getConstantTripCount(loop);
  if (!trips || *trips < 2 || *trips % 2 != 0 ||
      !transforms::mayRunSideBySide(loop, inner))
    return false;
  for (auto store : inner.getBody()->getOps<affine::AffineStoreOp>())
    written.insert(hls::originOf(store.getMemRef()));
  for (auto product : inner.getBody()->getOps<arith::MulIOp>())
    if (std::optional<unsigned> shared = sharedFactor(product))
      pairs.push_back({product, {}, *shared});
  return !pairs.empty();
}

int64_t Packer::run() {
  IRMapping next;
  writeOutByTwo(next);
  for (Pair &pair : pairs) {
    pair.upper = cast<arith::MulIOp>(next.lookup(pair.lower.getOperation()));
    pack(pair);
  }
  // The factors as they were.
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(*inner.getBody())))
    if (isOpTriviallyDead(&op))
      op.erase();
  Int copies(pairs.size());
  for (auto around = inner; around;
       around = dyn_cast<AffineForOp>(around->getParentOp()))
    copies = copies * Int(transforms::copiesOf(around));
  return copies.isValid() ? copies.value() : 0;
}

/// The body once more, for the next iteration; `next` maps to it.
void Packer::writeOutByTwo(IRMapping &next) {
  OpBuilder builder(inner.getBody()->getTerminator());
  int64_t step = loop.getStepAsInt();
  SmallVector<Operation *> body;
  for (Operation &op : inner.getBody()->without_terminator())
    body.push_back(&op);
  AffineMap following =
      AffineMap::get(1, 0, builder.getAffineDimExpr(0) + step);
  next.map(loop.getInductionVar(),
           affine::AffineApplyOp::create(builder, loop.getLoc(), following,
                                         loop.getInductionVar())
               .getResult());
  for (Operation *op : body)
    builder.clone(*op, next);
  loop.setStep(2 * step);
}

/// The copies of the loop that pair most products; pairs of one iteration of
/// the pipelined loop.
static int64_t packAround(AffineForOp inner) {
  std::optional<Packer> best;
  for (AffineForOp loop : transforms::unrolledBand(inner)) {
    Packer packer(loop, inner);
    if (packer.find() && (!best || packer.found() > best->found()))
      best = std::move(packer);
  }
  return best ? best->run() : 0;
}

namespace {
struct PackProducts : talos::impl::PackProductsBase<PackProducts> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    analysis::TargetAnalysis own(func);
    auto shared = getCachedParentAnalysis<analysis::TargetAnalysis>(
        func->getParentOfType<ModuleOp>());
    auto target = (shared ? shared->get() : own).of(func);
    if (failed(target))
      return signalPassFailure();
    auto single = (*target)->lookup(analysis::narrowMultiplier);
    auto wide = (*target)->lookup(analysis::packedMultiplier);
    if (!single || !wide) {
      llvm::Error missing =
          llvm::joinErrors(single ? llvm::Error::success() : single.takeError(),
                           wide ? llvm::Error::success() : wide.takeError());
      func.emitError(llvm::toString(std::move(missing)));
      return signalPassFailure();
    }
    // A family whose DSP has a narrower multiplier gains nothing.
    if ((*wide)->dsp >= 2 * (*single)->dsp) {
      func.emitRemark("no products are packed: two of 8 bits in one "
                      "multiplier of 27 by 18 bits would take ")
          << (*wide)->dsp << " DSPs of this family, as two multipliers do";
      return markAllAnalysesPreserved();
    }
    SmallVector<AffineForOp> loops;
    func.walk([&](AffineForOp loop) { loops.push_back(loop); });
    int64_t pairs = 0;
    for (AffineForOp loop : loops)
      pairs += packAround(loop);
    if (pairs == 0)
      func.emitRemark("no products are packed: no unrolled loop of an even "
                      "trip count has two of 8 bits that share a factor");
    else
      func.emitRemark("pairs of products of 8 bits in one multiplier each: ")
          << pairs;
  }
};
} // namespace
