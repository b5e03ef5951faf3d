//===- Expansion.cpp - Local arrays with a dimension a loop ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/Expansion.h"
#include "Transforms/Distribute/ScalarRenaming.h"
#include "Transforms/Normalize/IterationBox.h"
#include "Transforms/Schedule/LoopInterchange.h"
#include "Transforms/Schedule/StripMining.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OwningOpRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"
#include "talos/Support/Int.h"
#include "talos/Transforms/Names.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos::poly;

namespace talos {
namespace {

SmallVector<memref::AllocOp> allocations(func::FuncOp func) {
  return llvm::to_vector(func.getBody().front().getOps<memref::AllocOp>());
}

bool hasConstantTrip(AffineForOp loop) {
  return loop.hasConstantBounds() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 && loop.getConstantUpperBound() > 0;
}

SmallVector<AffineForOp> enclosingLoops(Operation *op) {
  SmallVector<AffineForOp> loops;
  getAffineForIVs(*op, &loops);
  return loops;
}

/// The number of outer loops that enclose every access to the array, with
/// constant trip counts if `trips` says so.
unsigned commonLoops(const Scop &scop, unsigned array, LoopTrips trips) {
  auto counts = [&](AffineForOp loop) {
    return trips == LoopTrips::Constant ? hasConstantTrip(loop)
                                        : extentOf(loop).has_value();
  };
  std::optional<SmallVector<AffineForOp>> common;
  for (unsigned s = 0, e = scop.statements().size(); s != e; ++s) {
    if (!scop.reads(s, array) && !scop.writes(s, array))
      continue;
    const auto &loops = scop.statements()[s].loops;
    if (!common)
      common = SmallVector<AffineForOp>(
          llvm::to_vector(llvm::make_range(loops.begin(), loops.end())));
    unsigned same = 0;
    while (same < common->size() && same < loops.size() &&
           (*common)[same] == loops[same] && counts((*common)[same]))
      ++same;
    common->resize(same);
  }
  return common ? common->size() : 0;
}

/// The largest number of outer loops by which the array may be expanded: the
/// flow is exact, and nothing is read that was not written, so the expanded
/// element that a read names was written by the very instance it read before.
unsigned legalLoops(const Scop &scop, unsigned array, LoopTrips trips) {
  if (scop.arrays()[array].isArgument || scop.isLiveIn(array))
    return 0;
  return privateLoops(scop, array, trips);
}

SmallVector<Expansion> findExpansions(const Scop &scop, LoopTrips trips) {
  SmallVector<Expansion> result;
  for (auto [i, alloc] : llvm::enumerate(allocations(scop.function())))
    for (auto [a, array] : llvm::enumerate(scop.arrays()))
      if (array.value == alloc.getResult() &&
          llvm::none_of(alloc->getUsers(), hls::isRegionCall))
        if (unsigned loops = legalLoops(scop, a, trips))
          result.push_back({unsigned(i), 0, loops});
  return result;
}

/// The subscripts of `access` behind those of the loops of the expansion.
void expandAccess(Operation *op, AffineMap &map, SmallVector<Value> &operands,
                  const Expansion &expansion, bool dropOwn) {
  SmallVector<AffineExpr> exprs;
  SmallVector<Value> ivs;
  SmallVector<AffineForOp> around = enclosingLoops(op);
  for (AffineForOp loop :
       ArrayRef(around).slice(expansion.first, expansion.loops)) {
    exprs.push_back(getAffineDimExpr(ivs.size(), op->getContext()));
    ivs.push_back(loop.getInductionVar());
  }
  if (!dropOwn)
    llvm::append_range(exprs, map.shiftDims(expansion.loops).getResults());
  map = AffineMap::get(map.getNumDims() + expansion.loops, map.getNumSymbols(),
                       exprs, op->getContext());
  operands.insert(operands.begin(), ivs.begin(), ivs.end());
  canonicalizeMapAndOperands(&map, &operands);
}

void expandUser(Operation *user, Value array, const Expansion &expansion,
                bool dropOwn) {
  OpBuilder builder(user);
  Operation *made = nullptr;
  if (auto load = dyn_cast<AffineLoadOp>(user)) {
    AffineMap map = load.getAffineMap();
    SmallVector<Value> operands(load.getMapOperands());
    expandAccess(user, map, operands, expansion, dropOwn);
    made = AffineLoadOp::create(builder, user->getLoc(), array, map, operands);
    load.getResult().replaceAllUsesWith(made->getResult(0));
  } else if (auto store = dyn_cast<AffineStoreOp>(user)) {
    AffineMap map = store.getAffineMap();
    SmallVector<Value> operands(store.getMapOperands());
    expandAccess(user, map, operands, expansion, dropOwn);
    made = AffineStoreOp::create(builder, user->getLoc(),
                                 store.getValueToStore(), array, map, operands);
  } else {
    made = memref::DeallocOp::create(builder, user->getLoc(), array);
  }
  made->setDiscardableAttrs(user->getDiscardableAttrDictionary());
  user->erase();
}

void expand(memref::AllocOp alloc, const Expansion &expansion) {
  MemRefType type = alloc.getType();
  SmallVector<int64_t> shape;
  SmallVector<AffineForOp> around =
      loopsAround(alloc, expansion.first + expansion.loops);
  for (AffineForOp loop : ArrayRef(around).drop_front(expansion.first))
    shape.push_back(*extentOf(loop));
  bool dropOwn = losesDimension(type);
  if (!dropOwn)
    llvm::append_range(shape, type.getShape());
  OpBuilder builder(alloc);
  auto made = memref::AllocOp::create(
      builder, alloc.getLoc(), MemRefType::get(shape, type.getElementType()));
  made->setDiscardableAttrs(alloc->getDiscardableAttrDictionary());
  made->removeDiscardableAttr(hls::partitionAttrName);
  for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
    expandUser(user, made, expansion, dropOwn);
  alloc.erase();
}

void apply(func::FuncOp func, ArrayRef<Expansion> expansions) {
  SmallVector<memref::AllocOp> allocs = allocations(func);
  for (const Expansion &expansion : expansions)
    if (expansion.loops != 0)
      expand(allocs[expansion.allocation], expansion);
}

/// A directive of an array that is expanded has a dimension too few.
void remarkPartitions(func::FuncOp func, ArrayRef<Expansion> expansions) {
  SmallVector<memref::AllocOp> allocs = allocations(func);
  for (const Expansion &expansion : expansions) {
    memref::AllocOp alloc = allocs[expansion.allocation];
    if (expansion.loops != 0 && alloc->hasAttr(hls::partitionAttrName))
      alloc.emitRemark("the partition of array '")
          << alloc->getAttrOfType<StringAttr>(hls::nameAttrName).getValue()
          << "' is left out: the array gets a dimension more for each of "
          << expansion.loops << " loops, so that its statements come apart";
  }
}

/// Statements that share a loop with one before them, summed over all loops
/// but, if loops are interchanged, those that can be moved inward: 0 if and
/// only if everything is distributed.
unsigned sharing(const Scop &scop, const LoopTree &tree, bool interchanges,
                 unsigned depth = 0) {
  unsigned sum = 0;
  for (const LoopTree &child : tree.children) {
    if (child.isLeaf())
      continue;
    if (!interchanges || !mayMoveInward(scop, child, depth))
      sum += child.statements().size() - 1;
    sum += sharing(scop, child, interchanges, depth + 1);
  }
  return sum;
}

SmallVector<AffineForOp> outermostLoops(func::FuncOp func) {
  return llvm::to_vector(func.getBody().front().getOps<AffineForOp>());
}

/// How expansions are judged: by what is shared in one outermost loop. All
/// accesses to an array that is expanded stand in one, and what is shared there
/// is no matter of others.
class Narrowing {
public:
  Narrowing(func::FuncOp func, MutableArrayRef<Expansion> expansions,
            bool interchanges)
      : func(func), expansions(expansions), interchanges(interchanges) {}

  /// Leaves of the expansions what lets as much be distributed as all of them
  /// do: by the fewest loops, outer ones first to go.
  LogicalResult run();

private:
  FailureOr<unsigned> sharingIn(size_t nest, bool isExpanded);
  LogicalResult edit(Expansion &edited, size_t nest, unsigned best,
                     function_ref<bool(Expansion &)> step);
  LogicalResult run(size_t nest, ArrayRef<Expansion *> members);

  func::FuncOp func;
  MutableArrayRef<Expansion> expansions;
  bool interchanges;
};

FailureOr<unsigned> Narrowing::sharingIn(size_t nest, bool isExpanded) {
  OwningOpRef<func::FuncOp> copy(func.clone());
  if (isExpanded)
    apply(*copy, expansions);
  for (auto [i, loop] : llvm::enumerate(outermostLoops(*copy)))
    if (i != nest)
      loop.erase();
  auto scop = Scop::build(*copy);
  if (failed(scop))
    return failure();
  return sharing(**scop, (*scop)->maximalDistribution(), interchanges);
}

/// Edits an expansion by `step` as long as no more than `best` is shared.
LogicalResult Narrowing::edit(Expansion &edited, size_t nest, unsigned best,
                              function_ref<bool(Expansion &)> step) {
  for (Expansion before = edited; step(edited); before = edited) {
    FailureOr<unsigned> now = sharingIn(nest, /*isExpanded=*/true);
    if (failed(now))
      return failure();
    if (*now == best)
      continue;
    edited = before;
    return success();
  }
  return success();
}

LogicalResult Narrowing::run(size_t nest, ArrayRef<Expansion *> members) {
  FailureOr<unsigned> before = sharingIn(nest, /*isExpanded=*/false);
  FailureOr<unsigned> best = sharingIn(nest, /*isExpanded=*/true);
  if (failed(before) || failed(best))
    return failure();
  for (Expansion *expansion : members) {
    if (*best >= *before)
      expansion->loops = 0;
    auto dropInner = [](Expansion &edited) {
      return edited.loops != 0 && edited.loops-- != 0;
    };
    auto dropOuter = [](Expansion &edited) {
      return edited.loops > 1 && ++edited.first && --edited.loops;
    };
    if (failed(edit(*expansion, nest, *best, dropInner)) ||
        failed(edit(*expansion, nest, *best, dropOuter)))
      return failure();
  }
  return success();
}

LogicalResult Narrowing::run() {
  SmallVector<memref::AllocOp> allocs = allocations(func);
  for (auto [nest, loop] : llvm::enumerate(outermostLoops(func))) {
    SmallVector<Expansion *> members;
    for (Expansion &expansion : expansions)
      if (loopsAround(allocs[expansion.allocation], 1).front() == loop)
        members.push_back(&expansion);
    if (!members.empty() && failed(run(nest, members)))
      return failure();
  }
  return success();
}

} // namespace

std::optional<int64_t> extentOf(AffineForOp loop) {
  if (hasConstantTrip(loop))
    return loop.getConstantUpperBound();
  SmallVector<Operation *> around;
  for (AffineForOp outer : enclosingLoops(loop))
    around.push_back(outer);
  around.push_back(loop);
  IterationBox box(around);
  if (loop.getStepAsInt() != 1 || box.isEmpty() ||
      !box.isBounded(loop.getInductionVar()))
    return std::nullopt;
  auto [least, greatest] = box.range(loop.getInductionVar());
  return least < 0 ? std::nullopt : std::optional<int64_t>(greatest + 1);
}

unsigned privateLoops(const Scop &scop, unsigned array, LoopTrips trips) {
  unsigned loops = commonLoops(scop, array, trips);
  for (const Dependence &dependence : scop.dependences()) {
    if (dependence.array != array || dependence.kind != DependenceKind::RAW)
      continue;
    unsigned zero = 0;
    for (const Distance &distance : dependence.distance) {
      if (!distance.isConstant() || *distance.min != 0)
        break;
      ++zero;
    }
    loops = std::min(loops, zero);
  }
  return loops;
}

FailureOr<std::unique_ptr<Scop>>
expandLocalArrays(func::FuncOp func, const ExpansionOptions &options) {
  auto scop = Scop::build(func);
  if (failed(scop) || allocations(func).empty())
    return scop;
  if (sharing(**scop, (*scop)->maximalDistribution(), options.interchanges) ==
      0)
    return scop;
  if (splitScalars(**scop) && failed(scop = Scop::build(func)))
    return failure();
  SmallVector<Expansion> expansions =
      findExpansions(**scop, LoopTrips::Constant);
  if (failed(Narrowing(func, expansions, options.interchanges).run()))
    return failure();
  if (options.mostBits != 0) {
    if (failed(cutIntoStrips(**scop, allocations(func), expansions,
                             options.mostBits)))
      return failure();
    nameAll(func);
  }
  remarkPartitions(func, expansions);
  apply(func, expansions);
  return Scop::build(func);
}

/// Bits of the array once it is expanded; invalid if they are too many.
static Int bitsOf(memref::AllocOp alloc, const Expansion &expansion) {
  Int bits(alloc.getType().getElementTypeBitWidth());
  for (int64_t extent : alloc.getType().getShape())
    bits = bits * Int(extent);
  for (AffineForOp loop : loopsAround(alloc, expansion.loops))
    bits = bits * Int(*extentOf(loop));
  return bits;
}

FailureOr<bool> expandWholly(func::FuncOp func, int64_t mostBits) {
  auto scop = Scop::build(func);
  if (failed(scop))
    return failure();
  if (splitScalars(**scop) && failed(scop = Scop::build(func)))
    return failure();
  SmallVector<Expansion> expansions = findExpansions(**scop, LoopTrips::Any);
  SmallVector<memref::AllocOp> allocs = allocations(func);
  llvm::erase_if(expansions, [&](const Expansion &expansion) {
    Int bits = bitsOf(allocs[expansion.allocation], expansion);
    return !bits.isValid() || (mostBits != 0 && bits.value() > mostBits);
  });
  apply(func, expansions);
  return !expansions.empty();
}

} // namespace talos
