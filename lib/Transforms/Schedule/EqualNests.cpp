//===- EqualNests.cpp - Neighbours that run the same body -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/EqualNests.h"
#include "Transforms/Schedule/PerfectNest.h"
#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::presburger;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_JOINEQUALNESTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

namespace {

/// Two nests as one. The part has as many loops as the whole or fewer, and runs
/// its body for values of the whole's iterators that depend on its own: the
/// diagonal j = i of a square, for example.
class EqualNests {
public:
  EqualNests(const PerfectNest &first, const PerfectNest &second)
      : first(first), second(second),
        whole(first.loops.size() < second.loops.size() ? second : first),
        part(&whole == &first ? second : first), outer(first.around().size()),
        image(whole.loops.size()) {}

  bool mayJoin();
  void join();

private:
  bool haveEqualBodies();
  bool areEqualAccesses(Operation *mine, Operation *other);
  bool areEqual(Value mine, Value other);
  bool areEqualResults(Value mine, Value other);
  bool areEqualArrays(Value mine, Value other);
  bool findImage();
  bool findAnchors();
  std::optional<IntegerPolyhedron> imageOfPart() const;
  bool findUnion();
  bool areIndependent() const;

  const PerfectNest &first, &second;
  const PerfectNest &whole, &part;
  unsigned outer; ///< loops around
  /// Values of the whole and of the part that are known to be equal.
  DenseSet<std::pair<Value, Value>> equal;
  SmallVector<std::pair<Value, Value>> arrays; ///< that are to be one
  /// Subscripts in the whole and in the part that are to be equal.
  SmallVector<std::pair<AffineExpr, AffineExpr>> subscripts;
  /// Of the whole's loops: the iterator, over the iterators around and those of
  /// the part.
  SmallVector<AffineExpr> image;
  /// Of the part's loops: the loop of the whole that runs as it does, and what
  /// that one's iterator is more.
  SmallVector<std::pair<unsigned, int64_t>> anchors;
  std::optional<IntegerPolyhedron> both;
  SmallVector<LoopBounds> bounds; ///< a loop
};

bool isLocal(Value array) {
  auto alloc = array.getDefiningOp<memref::AllocOp>();
  return alloc && !alloc->hasAttr(hls::partitionAttrName) &&
         llvm::all_of(alloc->getUsers(), [](Operation *user) {
           return isa<AffineLoadOp, AffineStoreOp, memref::DeallocOp>(user);
         });
}

bool EqualNests::areEqual(Value mine, Value other) {
  if (mine == other || equal.contains({mine, other}))
    return true;
  bool same = areEqualResults(mine, other);
  if (same)
    equal.insert({mine, other});
  return same;
}

/// Local arrays may be made equal.
bool EqualNests::areEqualArrays(Value mine, Value other) {
  auto type = cast<MemRefType>(mine.getType());
  auto otherType = cast<MemRefType>(other.getType());
  if (mine == other || llvm::is_contained(arrays, std::pair(mine, other)))
    return true;
  if (type.getRank() != otherType.getRank() ||
      type.getElementType() != otherType.getElementType() || !isLocal(mine) ||
      !isLocal(other) ||
      llvm::is_contained(llvm::make_first_range(arrays), mine) ||
      llvm::is_contained(llvm::make_second_range(arrays), other))
    return false;
  arrays.push_back({mine, other});
  return true;
}

bool EqualNests::areEqualAccesses(Operation *mine, Operation *other) {
  auto left = whole.subscripts(mine), right = part.subscripts(other);
  if (!left || !right || left->size() != right->size() ||
      !areEqualArrays(MemRefAccess(mine).memref, MemRefAccess(other).memref))
    return false;
  for (auto [l, r] : llvm::zip_equal(*left, *right))
    subscripts.push_back({l, r});
  return true;
}

bool EqualNests::areEqualResults(Value mine, Value other) {
  SmallVector<Value> left = whole.iterators(), right = part.iterators();
  auto l = llvm::find(left, mine), r = llvm::find(right, other);
  if (l != left.end() && r != right.end()) {
    MLIRContext *context = mine.getContext();
    subscripts.push_back({getAffineDimExpr(l - left.begin(), context),
                          getAffineDimExpr(r - right.begin(), context)});
    return true;
  }
  Operation *from = mine.getDefiningOp(), *to = other.getDefiningOp();
  if (!from || !to || from->getName() != to->getName())
    return false;
  if (isa<AffineLoadOp>(from))
    return from->getBlock() == &whole.body() &&
           to->getBlock() == &part.body() && areEqualAccesses(from, to);
  auto flags = OperationEquivalence::IgnoreLocations |
               OperationEquivalence::IgnoreDiscardableAttrs;
  return isPure(from) &&
         OperationEquivalence::isEquivalentTo(
             from, to, OperationEquivalence::ignoreValueEquivalence, nullptr,
             flags) &&
         cast<OpResult>(mine).getResultNumber() ==
             cast<OpResult>(other).getResultNumber() &&
         llvm::all_of_zip(
             from->getOperands(), to->getOperands(),
             [&](Value left, Value right) { return areEqual(left, right); });
}

/// Every store of one has one of the other; what they store is compared as
/// expressions, since equal operands may be one value in the part.
bool EqualNests::haveEqualBodies() {
  auto stores = [](const PerfectNest &nest) {
    SmallVector<AffineStoreOp> result;
    for (Operation *op : nest.accesses())
      if (auto store = dyn_cast<AffineStoreOp>(op))
        result.push_back(store);
    return result;
  };
  auto isKnown = [](Operation &op) {
    return isPure(&op) || isa<AffineLoadOp, AffineStoreOp, AffineYieldOp>(op);
  };
  SmallVector<AffineStoreOp> mine = stores(whole), other = stores(part);
  return mine.size() == other.size() && !mine.empty() &&
         llvm::all_of(whole.body(), isKnown) &&
         llvm::all_of(part.body(), isKnown) &&
         llvm::all_of_zip(
             mine, other, [&](AffineStoreOp left, AffineStoreOp right) {
               return areEqualAccesses(left, right) &&
                      areEqual(left.getValueToStore(), right.getValueToStore());
             });
}

/// Subscripts that are an iterator of the whole name it; all others must agree.
bool EqualNests::findImage() {
  for (auto [mine, other] : subscripts)
    if (auto dim = dyn_cast<AffineDimExpr>(mine);
        dim && dim.getPosition() >= outer && !image[dim.getPosition() - outer])
      image[dim.getPosition() - outer] = other;
  if (llvm::any_of(image, [](AffineExpr expr) { return !expr; }))
    return false;
  MLIRContext *context = whole.root().getContext();
  SmallVector<AffineExpr> values;
  for (unsigned d = 0; d < outer; ++d)
    values.push_back(getAffineDimExpr(d, context));
  llvm::append_range(values, image);
  return llvm::all_of(
      subscripts, [&, total = outer + part.loops.size()](const auto &pair) {
        return simplifyAffineExpr(pair.first.replaceDims(values) - pair.second,
                                  total, 0) == 0;
      });
}

/// The loops of the part must come in the order of the whole's, and what hangs
/// on them behind them: the part's iterations keep their order then.
bool EqualNests::findAnchors() {
  for (unsigned l = 0; l < part.loops.size(); ++l) {
    unsigned from = l == 0 ? 0 : anchors.back().first + 1;
    for (unsigned w = from; w < image.size() && anchors.size() == l; ++w) {
      AffineExpr rest = simplifyAffineExpr(
          image[w] - getAffineDimExpr(outer + l, image[w].getContext()),
          outer + part.loops.size(), 0);
      if (auto shift = dyn_cast<AffineConstantExpr>(rest))
        anchors.push_back({w, shift.getValue()});
    }
    if (anchors.size() == l)
      return false;
    for (unsigned w = 0; w < anchors.back().first; ++w)
      if (image[w].isFunctionOfDim(outer + l))
        return false;
  }
  return true;
}

/// The part's iterations as values of the whole's iterators.
std::optional<IntegerPolyhedron> EqualNests::imageOfPart() const {
  std::optional<FlatAffineValueConstraints> domain = part.domain();
  if (!domain)
    return std::nullopt;
  unsigned variables = outer + image.size();
  IntegerPolyhedron result(PresburgerSpace::getSetSpace(variables));
  // A row over the iterators around, those of the part, and 1.
  auto moved = [&](auto row) {
    SmallVector<DynamicAPInt> out(variables + 1, DynamicAPInt(0));
    for (unsigned d = 0; d < outer; ++d)
      out[d] = row[d];
    out.back() = row[outer + anchors.size()];
    for (auto [l, anchor] : llvm::enumerate(anchors)) {
      out[outer + anchor.first] += row[outer + l];
      out.back() -= row[outer + l] * anchor.second;
    }
    return out;
  };
  for (unsigned i = 0; i < domain->getNumInequalities(); ++i)
    result.addInequality(moved(domain->getInequality(i)));
  for (unsigned i = 0; i < domain->getNumEqualities(); ++i)
    result.addEquality(moved(domain->getEquality(i)));
  for (auto [w, expr] : llvm::enumerate(image)) {
    SmallVector<int64_t> flat;
    if (failed(
            getFlattenedAffineExpr(expr, outer + anchors.size(), 0, &flat)) ||
        flat.size() != outer + anchors.size() + 1)
      return std::nullopt;
    SmallVector<DynamicAPInt> row(llvm::map_range(
        flat, [](int64_t factor) { return DynamicAPInt(factor); }));
    SmallVector<DynamicAPInt> equality = moved(row);
    equality[outer + w] -= 1;
    result.addEquality(equality);
  }
  return result;
}

/// Whether an element may be the target of both accesses; also if that is not
/// known.
bool mayMeet(Operation *left, Operation *right) {
  IntegerRelation mine(PresburgerSpace::getRelationSpace()),
      other(PresburgerSpace::getRelationSpace());
  if (failed(MemRefAccess(left).getAccessRelation(mine)) ||
      failed(MemRefAccess(right).getAccessRelation(other)))
    return true;
  PresburgerSet elements(mine.getRangeSet());
  return !elements.intersect(PresburgerSet(other.getRangeSet()))
              .isIntegerEmpty();
}

bool EqualNests::areIndependent() const {
  for (auto [mine, other] : arrays)
    for (Operation *left : mine.getUsers())
      for (Operation *right : other.getUsers())
        if (!isa<memref::DeallocOp>(left) && !isa<memref::DeallocOp>(right) &&
            mayMeet(left, right))
          return false;
  for (Operation *left : first.accesses())
    for (Operation *right : second.accesses()) {
      MemRefAccess from(left), to(right);
      if (from.memref != to.memref || (!from.isStore() && !to.isStore()))
        continue;
      // Of one iteration of the loops that both stand in.
      unsigned depth = getNumCommonSurroundingLoops(*left, *right) + 1;
      if (!noDependence(checkMemrefAccessDependence(from, to, depth)))
        return false;
    }
  return true;
}

/// The union is convex if it is all that satisfies the constraints that both
/// have.
bool EqualNests::findUnion() {
  std::optional<FlatAffineValueConstraints> domain = whole.domain();
  std::optional<IntegerPolyhedron> other = imageOfPart();
  if (!domain || !other)
    return false;
  IntegerPolyhedron mine = withoutValues(*domain);
  both = commonConstraints(mine, *other);
  if (!PresburgerSet(*both)
           .subtract(PresburgerSet(mine))
           .subtract(PresburgerSet(*other))
           .isIntegerEmpty())
    return false;
  for (unsigned depth = 0; depth < whole.loops.size(); ++depth) {
    auto found = loopBounds(*both, outer + depth, whole.root().getContext());
    if (!found)
      return false;
    bounds.push_back(*found);
  }
  return true;
}

bool EqualNests::mayJoin() {
  return first.isSimple() && second.isSimple() && haveEqualBodies() &&
         findImage() && findAnchors() && findUnion() && areIndependent();
}

/// One array with room for both.
void joinArrays(Value mine, Value other) {
  auto type = cast<MemRefType>(mine.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [extent, more] :
       llvm::zip_equal(shape, cast<MemRefType>(other.getType()).getShape()))
    extent = std::max(extent, more);
  auto alloc = mine.getDefiningOp<memref::AllocOp>();
  auto second = other.getDefiningOp<memref::AllocOp>();
  OpBuilder builder(alloc->isBeforeInBlock(second) ? alloc : second);
  auto made = memref::AllocOp::create(
      builder, alloc.getLoc(), MemRefType::get(shape, type.getElementType()));
  made->setDiscardableAttrs(alloc->getDiscardableAttrDictionary());
  for (Operation *user : llvm::make_early_inc_range(other.getUsers()))
    if (isa<memref::DeallocOp>(user))
      user->erase();
  alloc.replaceAllUsesWith(made.getResult());
  second.replaceAllUsesWith(made.getResult());
  alloc.erase();
  second.erase();
}

void EqualNests::join() {
  for (auto [mine, other] : arrays)
    joinArrays(mine, other);
  SmallVector<Value> ivs = whole.iterators();
  ivs.truncate(outer);
  OpBuilder builder(first.root());
  for (auto [source, limits] : llvm::zip_equal(whole.loops, bounds)) {
    AffineForOp loop = source, made = makeLoop(builder, limits, ivs, loop);
    loop.getInductionVar().replaceAllUsesWith(made.getInductionVar());
    ivs.push_back(made.getInductionVar());
    builder.setInsertionPoint(made.getBody()->getTerminator());
  }
  Block *body = builder.getInsertionBlock();
  Block &from = whole.body();
  body->getOperations().splice(body->getTerminator()->getIterator(),
                               from.getOperations(), from.begin(),
                               from.getTerminator()->getIterator());
  first.root().erase();
  second.root().erase();
}

/// The first pair that becomes one; false if there is none.
bool joinOne(func::FuncOp func) {
  WalkResult result = func.walk([](AffineForOp loop) {
    auto next = dyn_cast_or_null<AffineForOp>(loop->getNextNode());
    if (!next)
      return WalkResult::advance();
    PerfectNest first(loop), second(next);
    EqualNests pair(first, second);
    if (!pair.mayJoin())
      return WalkResult::advance();
    pair.join();
    return WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

struct JoinEqualNestsPass
    : talos::impl::JoinEqualNestsBase<JoinEqualNestsPass> {
  void runOnOperation() override {
    if (getOperation()->hasAttr(hls::topAttrName))
      joinEqualNests(getOperation());
  }
};

} // namespace

bool talos::joinEqualNests(func::FuncOp func) {
  bool any = false;
  while (joinOne(func))
    any = true;
  return any;
}
