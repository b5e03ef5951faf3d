//===- EqualNests.cpp - Neighbours that run the same body -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/EqualNests.h"
#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
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

/// Loops that hold nothing but each other, and what the innermost one holds.
struct Nest {
  explicit Nest(AffineForOp root);

  /// The loops run in steps of 1, and their body holds no other region.
  bool isSimple() const;
  Block &body() const { return *AffineForOp(loops.back()).getBody(); }
  SmallVector<Operation *> accesses() const;

  SmallVector<AffineForOp> loops;
};

Nest::Nest(AffineForOp root) : loops({root}) {
  while (true) {
    Block &block = body();
    auto inner = dyn_cast<AffineForOp>(block.front());
    if (!inner || inner->getNextNode() != block.getTerminator())
      return;
    loops.push_back(inner);
  }
}

bool Nest::isSimple() const {
  return llvm::all_of(loops,
                      [](AffineForOp loop) {
                        return loop.getStepAsInt() == 1 &&
                               loop.getNumResults() == 0;
                      }) &&
         llvm::all_of(body(), [](Operation &op) {
           return op.getNumRegions() == 0 && !hls::isRegionCall(&op);
         });
}

SmallVector<Operation *> Nest::accesses() const {
  SmallVector<Operation *> result;
  for (Operation &op : body())
    if (isa<AffineLoadOp, AffineStoreOp>(op))
      result.push_back(&op);
  return result;
}

/// Two nests as one.
class EqualNests {
public:
  EqualNests(const Nest &first, const Nest &second)
      : first(first), second(second),
        outer(enclosing(first.loops.front()).size()) {}

  bool mayJoin();
  void join();

private:
  static SmallVector<Operation *> enclosing(AffineForOp loop);
  bool haveEqualBodies();
  bool areEqual(Value mine, Value other);
  bool areIndependent() const;
  bool findUnion();
  /// The iterations of the nest, behind the iterators of the loops around.
  static std::optional<FlatAffineValueConstraints> domainOf(const Nest &nest);
  std::optional<std::pair<AffineMap, AffineMap>> boundsOf(unsigned depth);

  const Nest &first, &second;
  unsigned outer;               ///< loops around
  DenseMap<Value, Value> equal; ///< of the second nest to those of the first
  SmallVector<std::pair<Value, Value>> arrays; ///< that are to be one
  std::optional<FlatAffineValueConstraints> both;
  SmallVector<std::pair<AffineMap, AffineMap>> bounds; ///< a loop
};

SmallVector<Operation *> EqualNests::enclosing(AffineForOp loop) {
  SmallVector<Operation *> around;
  getEnclosingAffineOps(*loop, &around);
  return around;
}

bool isLocal(Value array) {
  auto alloc = array.getDefiningOp<memref::AllocOp>();
  return alloc && !alloc->hasAttr(hls::partitionAttrName) &&
         llvm::all_of(alloc->getUsers(), [](Operation *user) {
           return isa<AffineLoadOp, AffineStoreOp, memref::DeallocOp>(user);
         });
}

bool EqualNests::areEqual(Value mine, Value other) {
  if (mine == other || equal.lookup(other) == mine)
    return true;
  Attribute left, right;
  if (matchPattern(mine, m_Constant(&left)) &&
      matchPattern(other, m_Constant(&right)))
    return left == right;
  auto type = dyn_cast<MemRefType>(mine.getType());
  auto otherType = dyn_cast<MemRefType>(other.getType());
  if (!type || !otherType || type.getRank() != otherType.getRank() ||
      type.getElementType() != otherType.getElementType() || !isLocal(mine) ||
      !isLocal(other) || equal.count(other) ||
      llvm::is_contained(llvm::make_second_range(arrays), mine))
    return false;
  arrays.push_back({mine, other});
  equal[other] = mine;
  return true;
}

/// But for operands. Accesses are equal if their subscripts are, whatever the
/// extents of the arrays.
bool areEqualOps(Operation *mine, Operation *other) {
  auto areEqualMaps = [&](auto access) {
    auto same = dyn_cast<decltype(access)>(other);
    return same && access.getAffineMap() == same.getAffineMap();
  };
  if (auto load = dyn_cast<AffineLoadOp>(mine))
    return areEqualMaps(load);
  if (auto store = dyn_cast<AffineStoreOp>(mine))
    return areEqualMaps(store);
  auto flags = OperationEquivalence::IgnoreLocations |
               OperationEquivalence::IgnoreDiscardableAttrs;
  return OperationEquivalence::isEquivalentTo(
      mine, other, OperationEquivalence::ignoreValueEquivalence, nullptr,
      flags);
}

bool EqualNests::haveEqualBodies() {
  if (first.loops.size() != second.loops.size())
    return false;
  for (auto [mine, other] : llvm::zip_equal(first.loops, second.loops))
    equal[AffineForOp(other).getInductionVar()] =
        AffineForOp(mine).getInductionVar();
  auto mine = first.body().begin(), end = first.body().end();
  auto other = second.body().begin(), otherEnd = second.body().end();
  for (; mine != end && other != otherEnd; ++mine, ++other) {
    if (!areEqualOps(&*mine, &*other) ||
        !llvm::all_of_zip(
            mine->getOperands(), other->getOperands(),
            [&](Value left, Value right) { return areEqual(left, right); }))
      return false;
    for (auto [left, right] :
         llvm::zip_equal(mine->getResults(), other->getResults()))
      equal[right] = left;
  }
  return mine == end && other == otherEnd;
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

std::optional<FlatAffineValueConstraints>
EqualNests::domainOf(const Nest &nest) {
  SmallVector<Operation *> around = enclosing(nest.loops.front());
  if (!llvm::all_of(around, llvm::IsaPred<AffineForOp>))
    return std::nullopt;
  for (AffineForOp loop : nest.loops)
    around.push_back(loop);
  FlatAffineValueConstraints domain;
  if (failed(getIndexSet(around, &domain)) || domain.getNumLocalVars() != 0 ||
      domain.getNumDimVars() != around.size() || domain.getNumSymbolVars() != 0)
    return std::nullopt;
  return domain;
}

/// The constraint, as coefficients, holds throughout the domain.
bool holds(const IntegerRelation &domain, ArrayRef<DynamicAPInt> row) {
  SmallVector<DynamicAPInt> negated;
  for (const DynamicAPInt &coefficient : row)
    negated.push_back(-coefficient);
  negated.back() -= 1;
  IntegerRelation rest = domain;
  rest.addInequality(negated);
  return rest.isIntegerEmpty();
}

/// Adds the constraints of `from` that hold in `in` as well.
void addShared(const IntegerRelation &from, const IntegerRelation &in,
               IntegerRelation &to) {
  auto add = [&](ArrayRef<DynamicAPInt> row) {
    if (holds(in, row))
      to.addInequality(row);
  };
  for (unsigned i = 0; i < from.getNumInequalities(); ++i)
    add(from.getInequality(i));
  for (unsigned i = 0; i < from.getNumEqualities(); ++i) {
    auto row = llvm::to_vector(from.getEquality(i));
    add(row);
    for (DynamicAPInt &coefficient : row)
      coefficient = -coefficient;
    add(row);
  }
}

/// Of the loop at `depth` of the nest, over the loops around it; none if they
/// are no affine expressions with integer coefficients.
std::optional<std::pair<AffineMap, AffineMap>>
EqualNests::boundsOf(unsigned depth) {
  unsigned position = outer + depth;
  IntegerRelation loop = *both;
  loop.projectOut(position + 1, loop.getNumVars() - position - 1);
  loop.removeRedundantInequalities();
  MLIRContext *context = AffineForOp(first.loops.front()).getContext();
  SmallVector<AffineExpr> lower, upper;
  for (unsigned i = 0; i < loop.getNumInequalities(); ++i) {
    auto row = llvm::to_vector(
        llvm::map_range(loop.getInequality(i), [](const DynamicAPInt &value) {
          return int64_t(value);
        }));
    if (row[position] == 0)
      continue;
    if (row[position] != 1 && row[position] != -1)
      return std::nullopt;
    // iterator >= -rest, or iterator < rest + 1
    int64_t sign = -row[position];
    AffineExpr rest = getAffineConstantExpr(sign * row.back(), context);
    for (unsigned d = 0; d < position; ++d)
      rest = rest + getAffineDimExpr(d, context) * (sign * row[d]);
    if (sign < 0)
      lower.push_back(rest);
    else
      upper.push_back(rest + 1);
  }
  if (lower.empty() || upper.empty())
    return std::nullopt;
  return std::make_pair(AffineMap::get(position, 0, lower, context),
                        AffineMap::get(position, 0, upper, context));
}

/// The union is convex if it is all that satisfies the constraints that both
/// have.
bool EqualNests::findUnion() {
  std::optional<FlatAffineValueConstraints> mine = domainOf(first),
                                            other = domainOf(second);
  if (!mine || !other)
    return false;
  both = FlatAffineValueConstraints(*mine);
  both->removeInequalityRange(0, both->getNumInequalities());
  both->removeEqualityRange(0, both->getNumEqualities());
  addShared(*mine, *other, *both);
  addShared(*other, *mine, *both);
  auto set = [](const IntegerRelation &domain) {
    IntegerPolyhedron points(PresburgerSpace::getSetSpace(domain.getNumVars()));
    for (unsigned i = 0; i < domain.getNumInequalities(); ++i)
      points.addInequality(domain.getInequality(i));
    for (unsigned i = 0; i < domain.getNumEqualities(); ++i)
      points.addEquality(domain.getEquality(i));
    return PresburgerSet(points);
  };
  if (!set(*both).subtract(set(*mine)).subtract(set(*other)).isIntegerEmpty())
    return false;
  for (unsigned depth = 0; depth < first.loops.size(); ++depth) {
    auto found = boundsOf(depth);
    if (!found)
      return false;
    bounds.push_back(*found);
  }
  return true;
}

bool EqualNests::mayJoin() {
  return first.isSimple() && second.isSimple() && haveEqualBodies() &&
         findUnion() && areIndependent();
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
  SmallVector<Value> ivs;
  for (Operation *op : enclosing(first.loops.front()))
    ivs.push_back(cast<AffineForOp>(op).getInductionVar());
  OpBuilder builder(first.loops.front());
  for (auto [source, limits] : llvm::zip_equal(first.loops, bounds)) {
    AffineForOp loop = source;
    auto [lower, upper] = limits;
    SmallVector<Value> lowerOperands(ivs), upperOperands(ivs);
    canonicalizeMapAndOperands(&lower, &lowerOperands);
    canonicalizeMapAndOperands(&upper, &upperOperands);
    auto made = AffineForOp::create(builder, loop.getLoc(), lowerOperands,
                                    lower, upperOperands, upper);
    made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    loop.getInductionVar().replaceAllUsesWith(made.getInductionVar());
    ivs.push_back(made.getInductionVar());
    builder.setInsertionPoint(made.getBody()->getTerminator());
  }
  Block *body = builder.getInsertionBlock();
  Block &from = first.body();
  body->getOperations().splice(body->getTerminator()->getIterator(),
                               from.getOperations(), from.begin(),
                               from.getTerminator()->getIterator());
  AffineForOp(first.loops.front()).erase();
  AffineForOp(second.loops.front()).erase();
}

/// The first pair that becomes one; false if there is none.
bool joinOne(func::FuncOp func) {
  WalkResult result = func.walk([](AffineForOp loop) {
    auto next = dyn_cast_or_null<AffineForOp>(loop->getNextNode());
    if (!next)
      return WalkResult::advance();
    Nest first(loop), second(next);
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
