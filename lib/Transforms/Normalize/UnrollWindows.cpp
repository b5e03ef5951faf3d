//===- UnrollWindows.cpp - Loops over the taps of a window, written out ---===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the taps of a filter shares a subscript with the loop over the
// samples, as in `in[i + k]`, so that no choice of banks lets either of them be
// unrolled. Where the taps are written out, the subscript is one loop and a
// constant.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

#define GEN_PASS_DEF_UNROLLWINDOWS
#include "talos/Transforms/Passes.h.inc"

namespace {

/// The arrays of a function are distinct memories.
struct DistinctArrays {
  AliasResult alias(Value a, Value b) {
    return a == b ? AliasResult::MustAlias : AliasResult::NoAlias;
  }
  ModRefResult getModRef(Operation *, Value) {
    return ModRefResult::getModAndRef();
  }
};

/// `iterator` occurs in the subscripts; if `shared`, in one with another
/// iterator.
template <typename OpTy>
bool dependsOn(OpTy access, Value iterator, bool shared) {
  AffineMap map = access.getAffineMap();
  SmallVector<Value> operands(access.getMapOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  return llvm::any_of(map.getResults(), [&](AffineExpr subscript) {
    bool own = false, other = false;
    for (auto [index, operand] : llvm::enumerate(operands)) {
      bool occurs =
          index < map.getNumDims()
              ? subscript.isFunctionOfDim(index)
              : subscript.isFunctionOfSymbol(index - map.getNumDims());
      if (!occurs || !isAffineForInductionVar(operand))
        continue;
      (operand == iterator ? own : other) = true;
    }
    return own && (other || !shared);
  });
}

class WindowUnroller {
public:
  WindowUnroller(func::FuncOp func, int64_t maxTrip, int64_t maxCopies)
      : func(func), maxTrip(maxTrip), maxCopies(maxCopies) {}

  /// Whether any loop was written out.
  bool run();

private:
  bool isWindow(AffineForOp loop) const;
  bool unroll(AffineForOp loop);

  func::FuncOp func;
  int64_t maxTrip, maxCopies;
  /// Of a loop: the copies that inner ones have made of its statements.
  DenseMap<Operation *, int64_t> copies;
};

} // namespace

/// A loop of plain statements, under conditions or not, that all write the same
/// elements in every iteration, and read some with a subscript that it shares.
bool WindowUnroller::isWindow(AffineForOp loop) const {
  if (loop->hasAttr(hls::pipelineAttrName) ||
      loop->hasAttr(hls::unrollAttrName))
    return false; // the user's own choice
  bool isShared = false;
  WalkResult walked = loop.getBody()->walk([&](Operation *op) {
    bool known = isPure(op) || isa<AffineIfOp, scf::IfOp>(op);
    if (auto load = dyn_cast<AffineLoadOp>(op)) {
      isShared |= dependsOn(load, loop.getInductionVar(), /*shared=*/true);
      known = true;
    } else if (auto store = dyn_cast<AffineStoreOp>(op)) {
      known = !dependsOn(store, loop.getInductionVar(), /*shared=*/false);
    }
    return known ? WalkResult::advance() : WalkResult::interrupt();
  });
  return isShared && !walked.wasInterrupted();
}

bool WindowUnroller::unroll(AffineForOp loop) {
  std::optional<uint64_t> trip = getConstantTripCount(loop);
  int64_t inner = copies.count(loop) ? copies.lookup(loop) : 1;
  if (!trip || *trip == 0 || int64_t(*trip) > maxTrip ||
      int64_t(*trip) > maxCopies / inner || !isWindow(loop))
    return false;
  int64_t all = inner * *trip;
  Operation *parent = loop->getParentOfType<AffineForOp>();
  int64_t &around = copies.try_emplace(parent, 1).first->second;
  around = std::max(around, all);
  emitRemark(loop.getLoc())
      << "loop is written out, " << *trip
      << " iterations: its subscripts are those of a window that moves with "
         "another loop";
  Block *block = loop->getBlock();
  (void)loopUnrollFull(loop);
  transforms::composeSubscripts(block);
  return true;
}

bool WindowUnroller::run() {
  SmallVector<AffineForOp> loops; // inner ones first
  func.walk([&](AffineForOp loop) { loops.push_back(loop); });
  bool changed = false;
  for (AffineForOp loop : loops)
    changed |= unroll(loop);
  return changed;
}

/// Elements of tables of constants at constant places become constants.
static void foldTables(func::FuncOp func) {
  func.walk([](AffineLoadOp load) {
    auto fetched = load.getMemRef().getDefiningOp<memref::GetGlobalOp>();
    AffineMap map = load.getAffineMap();
    SmallVector<Value> operands(load.getMapOperands());
    fullyComposeAffineMapAndOperands(&map, &operands);
    map = simplifyAffineMap(map);
    if (!fetched || !map.isConstant())
      return;
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        fetched, fetched.getNameAttr());
    auto values = dyn_cast_or_null<DenseElementsAttr>(
        global ? global.getInitialValueAttr() : Attribute());
    if (!values || !global.getConstant())
      return;
    SmallVector<uint64_t> place;
    for (auto [at, extent] : llvm::zip_equal(map.getConstantResults(),
                                             values.getType().getShape())) {
      if (at < 0 || at >= extent)
        return; // outside of the array: left as it is
      place.push_back(at);
    }
    OpBuilder builder(load);
    auto value = cast<TypedAttr>(values.getValues<Attribute>()[place]);
    load.getResult().replaceAllUsesWith(
        arith::ConstantOp::create(builder, load.getLoc(), value));
    load.erase();
  });
}

namespace {
struct UnrollWindowsPass : impl::UnrollWindowsBase<UnrollWindowsPass> {
  using UnrollWindowsBase::UnrollWindowsBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    if (windowTrip < 0 || windowCopies < 0) {
      func.emitError("window-trip and window-copies must not be negative");
      return signalPassFailure();
    }
    if (WindowUnroller(func, windowTrip, windowCopies).run())
      passOnValues();
    foldTables(func);
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(func.getBody().front())))
      if (isa<memref::GetGlobalOp>(op) && op.use_empty())
        op.erase();
  }

private:
  /// The sum of a window passes from tap to tap as a value, where it can.
  void passOnValues() {
    auto &aliases = getAnalysis<AliasAnalysis>();
    aliases.addAnalysisImplementation(DistinctArrays());
    forwardStores(getOperation(), aliases);
  }
};
} // namespace
} // namespace talos
