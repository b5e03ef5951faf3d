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
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/ProductPairs.h"
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
  void writeOutByTwo(IRMapping &next);
  void pack(const Pair &pair);

  AffineForOp loop, inner;
  std::vector<Pair> pairs;
  analysis::WrittenMemories written;
};

} // namespace

/// The factor as a signed number of 8 bits, then of 64.
static Value wide(OpBuilder &builder, Location loc, Value factor) {
  Value narrow = factor;
  Type eight = builder.getIntegerType(analysis::pairedFactorBits);
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
  analysis::comesFirst(factor, inner.getBody(), written, ahead);
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
    if (std::optional<unsigned> shared =
            analysis::sharedFactor(product, loop.getInductionVar(), written))
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

/// The unrolled loops of the task that have this name in its code, each with
/// the body that holds its copies.
static SmallVector<std::pair<AffineForOp, AffineForOp>>
unrolledLoops(hls::TaskOp task, StringRef name) {
  SmallVector<std::pair<AffineForOp, AffineForOp>> found;
  task.walk([&](AffineForOp inner) {
    for (AffineForOp loop : transforms::unrolledBand(inner))
      if (analysis::sourceName(loop) == name)
        found.emplace_back(loop, inner);
  });
  return found;
}

/// What the design point says of the task.
static LogicalResult packAsDecided(hls::TaskOp task, hls::TaskPointAttr point) {
  int64_t pairs = 0;
  for (auto [loop, inner] : unrolledLoops(task, point.getPairs().str() + "2")) {
    Packer packer(loop, inner);
    if (packer.find())
      pairs += packer.run();
  }
  if (pairs != 0)
    return success();
  return task.emitOpError("the design point wants products of copies of loop ")
         << point.getPairs()
         << " in pairs, but no unrolled loop of that name and an even trip "
            "count has products of 8 bits that share a factor";
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
    llvm::Expected<bool> saves = analysis::pairsSaveDsp(**target);
    if (!saves) {
      func.emitError(llvm::toString(saves.takeError()));
      return signalPassFailure();
    }
    if (auto design = func->getAttrOfType<hls::DesignAttr>(hls::designAttrName))
      packDecided(design, *saves);
    else
      packWherePossible(*saves);
  }

private:
  void packDecided(hls::DesignAttr design, bool saves);
  void packWherePossible(bool saves);
};
} // namespace

static const char *const gainsNothing =
    "two of 8 bits in one multiplier of 27 by 18 bits take as many DSPs of "
    "this family as two multipliers do";

void PackProducts::packDecided(hls::DesignAttr design, bool saves) {
  SmallVector<std::pair<hls::TaskOp, hls::TaskPointAttr>> wanted;
  getOperation().walk([&](hls::TaskOp task) {
    for (hls::TaskPointAttr point : design.getTasks())
      if (point.getName() == task.getTaskNameAttr() &&
          !point.getPairs().empty())
        wanted.emplace_back(task, point);
  });
  if (wanted.empty())
    return markAllAnalysesPreserved();
  if (!saves) {
    getOperation().emitError("the design point wants products in pairs, but ")
        << gainsNothing;
    return signalPassFailure();
  }
  for (auto [task, point] : wanted)
    if (failed(packAsDecided(task, point)))
      return signalPassFailure();
}

/// Without a design point.
void PackProducts::packWherePossible(bool saves) {
  func::FuncOp func = getOperation();
  if (!saves) {
    func.emitRemark("no products are packed: ") << gainsNothing;
    return markAllAnalysesPreserved();
  }
  SmallVector<AffineForOp> loops;
  func.walk([&](AffineForOp loop) { loops.push_back(loop); });
  int64_t pairs = 0;
  for (AffineForOp loop : loops)
    pairs += packAround(loop);
  if (pairs == 0)
    func.emitRemark("no products are packed: no unrolled loop of an even trip "
                    "count has two of 8 bits that share a factor");
  else
    func.emitRemark("pairs of products of 8 bits in one multiplier each: ")
        << pairs;
}
