//===- JoinElements.cpp - Nests that pass on single elements are one ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StoringNest.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_JOINELEMENTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// As PerfectNest::loopsOf has it, where each loop is a subscript.
static std::optional<SmallVector<unsigned>> allLoopsOf(const PerfectNest &nest,
                                                       Operation *access) {
  std::optional<SmallVector<unsigned>> loops = nest.loopsOf(access);
  return loops && loops->size() == nest.loops.size() ? loops : std::nullopt;
}

static bool startsAtZero(AffineForOp loop) {
  return loop.hasConstantBounds() && loop.getConstantLowerBound() == 0;
}

/// Nothing between the nests stores what the first one reads.
static bool mayMove(StoringNest &first, Operation *to) {
  llvm::SmallPtrSet<Value, 4> read;
  for (auto load : first.body->getOps<AffineLoadOp>())
    read.insert(load.getMemRef());
  for (Operation *op = first.nest.root()->getNextNode(); op != to;
       op = op->getNextNode())
    if (op->walk([&](Operation *inner) {
            auto store = dyn_cast<AffineStoreOp>(inner);
            bool mayStore = (store && read.contains(store.getMemRef())) ||
                            hls::isRegionCall(inner);
            return mayStore ? WalkResult::interrupt() : WalkResult::advance();
          }).wasInterrupted())
      return false;
  return true;
}

/// Nobody else sees what the first nest stores: the second one stores it again,
/// or it is in a local array of theirs.
static bool isPassedOn(StoringNest &first, StoringNest &second) {
  Value array = first.store.getMemRef();
  if (second.store.getMemRef() == array)
    return !second.condition();
  return array.getDefiningOp<memref::AllocOp>() &&
         onlyOtherAccess(first.nest.root(), array) == second.nest.root();
}

namespace {
/// Where the second nest takes each element of the first one once.
struct Elements {
  SmallVector<AffineLoadOp> loads;
  /// By loop of the first nest: that of the second one.
  llvm::SmallDenseMap<unsigned, unsigned> loops;
};
} // namespace

/// None if it takes others, or not all.
static std::optional<Elements> elementsOf(StoringNest &first,
                                          StoringNest &second) {
  Elements result;
  Value array = first.store.getMemRef();
  for (auto load : second.body->getOps<AffineLoadOp>())
    if (load.getMemRef() == array)
      result.loads.push_back(load);
  auto isOther = [&](Operation *access) {
    return !(MemRefAccess(access) == MemRefAccess(result.loads.front()));
  };
  if (result.loads.empty() || llvm::any_of(result.loads, isOther) ||
      (second.store.getMemRef() == array && isOther(second.store)))
    return std::nullopt;
  auto stored = allLoopsOf(first.nest, first.store),
       taken = allLoopsOf(second.nest, result.loads.front());
  if (!stored || !taken)
    return std::nullopt;
  for (auto [own, other] : llvm::zip_equal(*stored, *taken)) {
    AffineForOp from = first.nest.loops[own], to = second.nest.loops[other];
    if (!startsAtZero(from) || !startsAtZero(to) ||
        from.getConstantUpperBound() != to.getConstantUpperBound())
      return std::nullopt;
    result.loops[own] = other;
  }
  return result;
}

/// What the first nest reads of the array that the second one stores is what
/// that one stores in the same iteration.
static bool readsNoLaterElement(StoringNest &first, StoringNest &second,
                                const Elements &elements) {
  auto stored = allLoopsOf(second.nest, second.store);
  return llvm::all_of(
      first.body->getOps<AffineLoadOp>(), [&](AffineLoadOp load) {
        if (load.getMemRef() != second.store.getMemRef())
          return true;
        auto own = allLoopsOf(first.nest, load);
        return own && stored &&
               llvm::equal(*own, *stored, [&](unsigned from, unsigned to) {
                 return elements.loops.lookup(from) == to;
               });
      });
}

/// The second nest computes what the first one does.
static void join(StoringNest &first, StoringNest &second,
                 const Elements &elements) {
  IRMapping mapping;
  for (auto [own, other] : elements.loops)
    mapping.map(AffineForOp(first.nest.loops[own]).getInductionVar(),
                AffineForOp(second.nest.loops[other]).getInductionVar());
  OpBuilder builder(elements.loads.front());
  for (Operation &op : first.body->without_terminator())
    if (&op != first.store)
      builder.clone(op, mapping);
  Value value = mapping.lookupOrDefault(first.store.getValueToStore());
  for (AffineLoadOp load : elements.loads) {
    load.replaceAllUsesWith(value);
    load.erase();
  }
  first.nest.root()->erase();
}

/// Into the next nest that uses what this one stores.
static bool joinNext(AffineForOp root) {
  StoringNest first(root);
  if (!first.isKnown() || first.condition() || !first.readsOwnElements())
    return false;
  auto other =
      dyn_cast_or_null<AffineForOp>(nextAccess(root, first.store.getMemRef()));
  if (!other || !mayMove(first, other))
    return false;
  StoringNest second(other);
  if (!second.isKnown() || !isPassedOn(first, second))
    return false;
  std::optional<Elements> elements = elementsOf(first, second);
  if (!elements || !readsNoLaterElement(first, second, *elements))
    return false;
  join(first, second, *elements);
  return true;
}

namespace {
struct JoinElementsPass : talos::impl::JoinElementsBase<JoinElementsPass> {
  using JoinElementsBase::JoinElementsBase;

  void runOnOperation() override {
    transforms::changeNests(getOperation(), getArgument(), joinNext);
  }
};
} // namespace
