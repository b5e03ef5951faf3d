//===- FactorSums.cpp - Partial sums of few results -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An adder takes a sum again only when its last addition is done. A nest with
// few results so has less to do than its adders could: each result becomes
// several partial sums, which a nest behind adds up (rfactor of Halide).
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Delinearize.h"
#include "Transforms/Schedule/LocalCopies.h"
#include "Transforms/Schedule/PerfectNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Support/Divisors.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_FACTORSUMS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

namespace {

/// A nest that adds a term to an element in each iteration.
class Sum {
public:
  /// Whether the nest is one whose terms may be added in any order.
  static std::optional<Sum> of(AffineForOp root, bool reassociates);
  /// Parts of the innermost loop that sums: the least divisor of its trip count
  /// that gives so many partial sums, or the most that leaves it two
  /// iterations; 1 if there are enough results, or no such divisor.
  int64_t partsFor(int64_t partialSums) const;
  void factor(int64_t parts);

private:
  explicit Sum(AffineForOp root) : nest(root) {}
  bool findUpdate(bool reassociates);
  bool findResults();
  SmallVector<AffineForOp> makeLoops(OpBuilder &builder, ArrayRef<unsigned> of,
                                     int64_t parts);
  void fill(OpBuilder &builder, int64_t parts);
  void addParts(OpBuilder &builder, int64_t parts);
  void sumPartly(OpBuilder &builder, int64_t parts);
  StringAttr nameOf(StringRef suffix);

  PerfectNest nest;
  AffineStoreOp store;
  AffineLoadOp old;
  Operation *addition = nullptr;
  SmallVector<unsigned> results; ///< loops that a subscript of the store is
  unsigned summed = 0;           ///< the innermost of the others
  Value partial;                 ///< results x parts
};

} // namespace

static int64_t tripOf(AffineForOp loop) { return loop.getConstantUpperBound(); }

/// The store is of the element that the load read, and a term.
bool Sum::findUpdate(bool reassociates) {
  for (Operation *access : nest.accesses())
    if (auto found = dyn_cast<AffineStoreOp>(access)) {
      if (store)
        return false;
      store = found;
    }
  if (!store)
    return false;
  addition = store.getValueToStore().getDefiningOp();
  bool isSum = isa_and_present<arith::AddIOp>(addition) ||
               (reassociates && isa_and_present<arith::AddFOp>(addition));
  if (!isSum || !addition->hasOneUse())
    return false;
  for (Operation *access : nest.accesses())
    if (auto load = dyn_cast<AffineLoadOp>(access);
        load && load.getMemRef() == store.getMemRef()) {
      if (old)
        return false;
      old = load;
    }
  return old && old->hasOneUse() &&
         llvm::is_contained(addition->getOperands(), old.getResult()) &&
         old.getAffineMap() == store.getAffineMap() &&
         llvm::equal(old.getMapOperands(), store.getMapOperands());
}

bool Sum::findResults() {
  std::optional<SmallVector<AffineExpr>> subscripts = nest.subscripts(store);
  if (!subscripts)
    return false;
  for (AffineExpr subscript : *subscripts) {
    auto dim = dyn_cast<AffineDimExpr>(subscript);
    if (!dim ? !isa<AffineConstantExpr>(subscript)
             : llvm::is_contained(results, dim.getPosition()))
      return false;
    if (dim)
      results.push_back(dim.getPosition());
  }
  for (unsigned loop = nest.loops.size(); loop-- > 0;)
    if (!llvm::is_contained(results, loop)) {
      summed = loop;
      return true;
    }
  return false;
}

std::optional<Sum> Sum::of(AffineForOp root, bool reassociates) {
  Sum sum(root);
  bool isBox = llvm::all_of(sum.nest.loops, [](AffineForOp loop) {
    return loop.hasConstantBounds() && loop.getConstantLowerBound() == 0 &&
           loop.getConstantUpperBound() > 0;
  });
  if (!isBox || !sum.nest.isSimple() || !sum.nest.around().empty() ||
      !sum.findUpdate(reassociates) || !sum.findResults())
    return std::nullopt;
  return sum;
}

int64_t Sum::partsFor(int64_t partialSums) const {
  int64_t count = 1, best = 1, trip = tripOf(nest.loops[summed]);
  for (unsigned loop : results)
    count = llvm::MulOverflow(count, tripOf(nest.loops[loop]), count)
                ? INT64_MAX
                : count;
  if (count >= partialSums)
    return 1;
  for (int64_t divisor : divisors(trip)) {
    if (divisor == trip)
      break;
    best = divisor;
    if (divisor >= llvm::divideCeilSigned(partialSums, count))
      break;
  }
  return best;
}

StringAttr Sum::nameOf(StringRef suffix) {
  auto own = store->getAttrOfType<StringAttr>(hls::statementAttrName);
  llvm::StringSet<> taken =
      statementNames(store->getParentOfType<func::FuncOp>());
  std::string name = makeUnique(
      ((own ? own.getValue() : "sum") + suffix).str(),
      [&](StringRef candidate) { return taken.contains(candidate); });
  return StringAttr::get(store.getContext(), name);
}

/// Nested loops like those of the nest, and one over the parts inside of them,
/// whose body is to be filled.
SmallVector<AffineForOp> Sum::makeLoops(OpBuilder &builder,
                                        ArrayRef<unsigned> of, int64_t parts) {
  SmallVector<AffineForOp> loops;
  auto add = [&](AffineForOp source, int64_t trip, StringRef suffix) {
    auto loop = AffineForOp::create(builder, source.getLoc(), 0, trip);
    if (auto name = source->getAttrOfType<StringAttr>(hls::nameAttrName))
      loop->setAttr(hls::nameAttrName,
                    builder.getStringAttr(name.getValue() + suffix));
    builder.setInsertionPointToStart(loop.getBody());
    loops.push_back(loop);
  };
  for (unsigned number : of) {
    add(nest.loops[number],
        tripOf(nest.loops[number]) / (number == summed ? parts : 1), "");
  }
  add(nest.loops[summed], parts, "_part");
  return loops;
}

/// partial[results][part] = 0
void Sum::fill(OpBuilder &builder, int64_t parts) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<AffineForOp> loops = makeLoops(builder, results, parts);
  Type element = store.getMemRefType().getElementType();
  Value zero = arith::ConstantOp::create(builder, store.getLoc(),
                                         builder.getZeroAttr(element));
  SmallVector<Value> at;
  for (AffineForOp loop : loops)
    at.push_back(loop.getInductionVar());
  auto made = AffineStoreOp::create(builder, store.getLoc(), zero, partial, at);
  made->setAttr(hls::statementAttrName, nameOf("_zero"));
}

/// partial[results][part] += term, at summed * parts + part
void Sum::sumPartly(OpBuilder &builder, int64_t parts) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<unsigned> all = llvm::to_vector(
      llvm::seq<unsigned>(0, static_cast<unsigned>(nest.loops.size())));
  SmallVector<AffineForOp> loops = makeLoops(builder, all, parts);
  Value part = loops.back().getInductionVar();
  IRMapping values;
  for (unsigned number : all) {
    Value iterator = loops[number].getInductionVar();
    if (number == summed)
      iterator = AffineApplyOp::create(builder, store.getLoc(),
                                       builder.getAffineDimExpr(0) * parts +
                                           builder.getAffineDimExpr(1),
                                       ValueRange{iterator, part});
    values.map(AffineForOp(nest.loops[number]).getInductionVar(), iterator);
  }
  SmallVector<Value> at;
  for (unsigned loop : results)
    at.push_back(loops[loop].getInductionVar());
  at.push_back(part);
  for (Operation &op : nest.body().without_terminator()) {
    if (&op == old) {
      values.map(
          old.getResult(),
          AffineLoadOp::create(builder, old.getLoc(), partial, at).getResult());
    } else if (&op == store) {
      auto made = AffineStoreOp::create(builder, store.getLoc(),
                                        values.lookup(store.getValueToStore()),
                                        partial, at);
      made->setAttr(hls::statementAttrName, nameOf("_part"));
    } else {
      builder.clone(op, values);
    }
  }
}

/// The element itself += partial[results][part]
void Sum::addParts(OpBuilder &builder, int64_t parts) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<AffineForOp> loops = makeLoops(builder, results, parts);
  IRMapping values;
  SmallVector<Value> at;
  for (auto [number, loop] : llvm::zip(results, loops)) {
    at.push_back(loop.getInductionVar());
    values.map(AffineForOp(nest.loops[number]).getInductionVar(), at.back());
  }
  at.push_back(loops.back().getInductionVar());
  Value term = AffineLoadOp::create(builder, store.getLoc(), partial, at);
  builder.clone(*old, values);
  for (Value operand : addition->getOperands())
    if (operand != old.getResult())
      values.map(operand, term);
  builder.clone(*addition, values);
  builder.clone(*store, values);
}

void Sum::factor(int64_t parts) {
  auto func = store->getParentOfType<func::FuncOp>();
  SmallVector<int64_t> shape;
  for (unsigned loop : results)
    shape.push_back(tripOf(nest.loops[loop]));
  shape.push_back(parts);
  partial = makeCopy(func, store.getMemRef(), shape, "_parts");
  OpBuilder builder(nest.root());
  fill(builder, parts);
  sumPartly(builder, parts);
  addParts(builder, parts);
  nest.root().erase();
}

namespace {
struct FactorSumsPass : talos::impl::FactorSumsBase<FactorSumsPass> {
  using FactorSumsBase::FactorSumsBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    if (partialSums < 1) {
      func.emitError("partial-sums is ")
          << partialSums.getValue() << "; at least one must be asked for";
      return signalPassFailure();
    }
    hls::TargetAttr target = hls::targetOf(func);
    bool any = false;
    SmallVector<AffineForOp> roots(func.getOps<AffineForOp>());
    for (AffineForOp root : roots) {
      std::optional<Sum> sum =
          Sum::of(root, target && target.getTreeReduction());
      int64_t parts = sum ? sum->partsFor(partialSums) : 1;
      if (parts == 1)
        continue;
      sum->factor(parts);
      any = true;
    }
    if (!any) {
      func.emitRemark("no sum has less than ")
          << partialSums.getValue()
          << " results, terms that may be added in another order, and a trip "
             "count with a divisor";
      return;
    }
    nameAll(func);
    transforms::delinearize(func, /*withTables=*/false);
    transforms::recordScheduled(
        func, StringAttr::get(&getContext(), getArgument() + "{partial-sums=" +
                                                 Twine(partialSums) + "}"));
  }
};
} // namespace
