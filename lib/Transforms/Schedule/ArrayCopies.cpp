//===- ArrayCopies.cpp - A second copy of an array for columns ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that reads `A[i][k] + A[k][j]` takes a row and a column of one array:
// whatever the array is partitioned by, unrolled copies of k need banks of both
// dimensions. Columns from an array of their own let each be cut in its one
// dimension. Rows have an array of their own as well if the nest also writes
// the array: its banks then serve what the nest updates alone. A copy holds
// what the nest reads of the array before the outermost loop around, and after
// each iteration of the innermost one takes over what that has written. Where
// that is a line across both dimensions, such as a diagonal, one loop counts
// through it: that of each copy's own dimension, so that its unrolled copies
// write to banks that the nest needs anyway.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/ArrayCopies.h"
#include "Transforms/Schedule/LocalCopies.h"
#include "mlir/Analysis/Presburger/PresburgerRelation.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::presburger;
using namespace talos;

namespace {

/// Elements over the iterators of the loops around and the subscripts.
struct Elements {
  IntegerPolyhedron points;
  bool isExact; ///< or some more
};

/// A load, and the first dimension that it moves along with the loop.
struct Line {
  AffineLoadOp load;
  unsigned dimension;
};

/// Loads of a nest that move along one dimension of an array with a loop that
/// moves others along a later one.
struct Directions {
  SmallVector<Line> columns;
  /// The others, where the nest writes the array.
  SmallVector<Line> rows;
};

/// Loops through elements: `lead` is the dimension whose subscript comes first.
struct Walk {
  SmallVector<LoopBounds> bounds;
  unsigned lead = 0;
};

/// A copy, and the dimension that its readers move along.
struct Target {
  Value copied;
  unsigned dimension;
};

/// The copies of an array for the nests of one block.
class ArrayCopies {
public:
  ArrayCopies(AffineForOp nest, Value array)
      : array(array), around(nest->getParentOfType<AffineForOp>()),
        outermost(nest), first(nest) {
    while (auto loop = outermost->getParentOfType<AffineForOp>()) {
      outermost = loop;
      ++outer;
    }
  }

  void add(const PerfectNest &nest, const Line &line, bool isRow);
  bool isLegal();
  bool write();

private:
  unsigned rank() const { return cast<MemRefType>(array.getType()).getRank(); }
  std::optional<Elements> elementsOf(const PerfectNest &nest,
                                     Operation *access) const;
  std::optional<PerfectNest> nestOf(AffineStoreOp store) const;
  bool mayMeet(Operation *from, Operation *to, unsigned depth) const;
  bool isWrittenBefore(AffineStoreOp store) const;
  bool isReadBefore(AffineStoreOp store) const;
  void clip(IntegerPolyhedron &points, unsigned position) const;
  std::optional<IntegerPolyhedron> heldAtFirst() const;
  std::optional<IntegerPolyhedron> writtenInIteration() const;
  void copy(OpBuilder builder, const Walk &walk, SmallVector<Value> ivs,
            ArrayRef<Value> into) const;
  void copyInto(OpBuilder builder,
                const std::optional<IntegerPolyhedron> &points,
                ArrayRef<Value> ivs, ArrayRef<Target> targets) const;

  Value array;
  AffineForOp around; ///< innermost loop around the nests; none at the top
  AffineForOp outermost, first;
  unsigned outer = 0; ///< loops around
  std::vector<std::pair<AffineLoadOp, Elements>> loads;
  SmallVector<Line> columns, rows; ///< of `loads`
  std::vector<std::pair<AffineStoreOp, Elements>> stores;
  bool isKnown = true;
};

} // namespace

static std::optional<IntegerPolyhedron> domainOf(const PerfectNest &nest) {
  SmallVector<Operation *> all = nest.around();
  unsigned iterators = nest.iterators().size();
  for (AffineForOp loop : nest.loops)
    all.push_back(loop);
  FlatAffineValueConstraints domain;
  if (failed(getIndexSet(all, &domain)) || domain.getNumLocalVars() != 0 ||
      domain.getNumDimVars() != iterators || domain.getNumSymbolVars() != 0)
    return std::nullopt;
  return withoutValues(domain);
}

/// None if it is not known what that is.
std::optional<Elements> ArrayCopies::elementsOf(const PerfectNest &nest,
                                                Operation *access) const {
  auto subscripts = nest.subscripts(access);
  std::optional<IntegerPolyhedron> points = domainOf(nest);
  if (!subscripts || !points)
    return std::nullopt;
  unsigned iterators = points->getNumVars();
  points->insertVar(VarKind::SetDim, outer, rank());
  for (auto [d, subscript] : llvm::enumerate(*subscripts)) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(subscript, iterators, 0, &flat)) ||
        flat.size() != iterators + 1)
      return std::nullopt;
    flat.insert(flat.begin() + outer, rank(), 0);
    flat[outer + d] = -1;
    points->addEquality(flat);
  }
  bool isExact = isUnimodular(*points, outer + rank());
  points->projectOut(outer + rank(), iterators - outer);
  return Elements{std::move(*points), isExact};
}

/// Of a store inside of `around`; none if it stands in no perfect nest there.
std::optional<PerfectNest> ArrayCopies::nestOf(AffineStoreOp store) const {
  AffineForOp root;
  for (Operation *op = store->getParentOp(); op && op != around;
       op = op->getParentOp())
    if (auto loop = dyn_cast<AffineForOp>(op))
      root = loop;
  if (!around || !around->isAncestor(store) || !root)
    return std::nullopt;
  PerfectNest nest(root);
  if (!nest.isSimple() || store->getBlock() != &nest.body())
    return std::nullopt;
  return nest;
}

void ArrayCopies::add(const PerfectNest &nest, const Line &line, bool isRow) {
  std::optional<Elements> elements = elementsOf(nest, line.load);
  (isRow ? rows : columns).push_back(line);
  isKnown &= elements.has_value();
  if (elements)
    loads.emplace_back(line.load, std::move(*elements));
}

/// In loops at `depth` or inside of them; also if that is not known.
bool ArrayCopies::mayMeet(Operation *from, Operation *to,
                          unsigned depth) const {
  MemRefAccess source{from}, target{to};
  unsigned common = getNumCommonSurroundingLoops(*from, *to);
  for (; depth <= common + 1; ++depth)
    if (!noDependence(checkMemrefAccessDependence(source, target, depth)))
      return true;
  return false;
}

/// In the same iteration of the loops around.
bool ArrayCopies::isWrittenBefore(AffineStoreOp store) const {
  return llvm::any_of(
      loads, [&](auto &load) { return mayMeet(store, load.first, outer + 1); });
}

bool ArrayCopies::isReadBefore(AffineStoreOp store) const {
  return llvm::any_of(
      loads, [&](auto &load) { return mayMeet(load.first, store, 1); });
}

/// What is written while the nests run is known, and no iteration of the loops
/// around reads what it has written itself.
bool ArrayCopies::isLegal() {
  outermost->walk([&](Operation *op) {
    auto store = dyn_cast<AffineStoreOp>(op);
    isKnown &= !hls::isRegionCall(op);
    if (!store || store.getMemRef() != array)
      return;
    std::optional<PerfectNest> nest = nestOf(store);
    std::optional<Elements> elements;
    if (nest)
      elements = elementsOf(*nest, store);
    isKnown &= elements && !isWrittenBefore(store);
    if (elements)
      stores.emplace_back(store, std::move(*elements));
  });
  return isKnown;
}

/// The subscripts, from `position` on, are those of the array.
void ArrayCopies::clip(IntegerPolyhedron &points, unsigned position) const {
  for (auto [d, extent] :
       llvm::enumerate(cast<MemRefType>(array.getType()).getShape())) {
    points.addBound(BoundType::LB, position + d, 0);
    points.addBound(BoundType::UB, position + d, extent - 1);
  }
}

/// What is read, but for what is always written first; some more where that is
/// no polyhedron.
std::optional<IntegerPolyhedron> ArrayCopies::heldAtFirst() const {
  PresburgerSpace space = PresburgerSpace::getSetSpace(rank());
  PresburgerSet read = PresburgerSet::getEmpty(space);
  auto wholeRun = [&](const Elements &elements) {
    IntegerPolyhedron points = elements.points;
    points.projectOut(0, outer);
    return points;
  };
  for (auto &[load, elements] : loads)
    read.unionInPlace(PresburgerSet(wholeRun(elements)));
  bool isAfter = llvm::none_of(
      stores, [&](auto &store) { return isReadBefore(store.first); });
  for (auto &[store, elements] : stores)
    if (isAfter && elements.isExact && isUnimodular(elements.points, 0))
      read = read.subtract(PresburgerSet(wholeRun(elements)));
  std::optional<IntegerPolyhedron> all;
  for (const IntegerRelation &piece : read.getAllDisjuncts()) {
    if (piece.isIntegerEmpty() || piece.getNumLocalVars() != 0)
      continue;
    IntegerPolyhedron points = withoutValues(piece);
    all = commonConstraints(all.value_or(points), points); // no equalities
  }
  if (all)
    clip(*all, 0);
  return all;
}

/// By an iteration of the loops around, or some more.
std::optional<IntegerPolyhedron> ArrayCopies::writtenInIteration() const {
  std::optional<IntegerPolyhedron> all;
  for (auto &[store, elements] : stores)
    all = commonConstraints(all.value_or(elements.points), elements.points);
  if (all)
    clip(*all, outer);
  return all;
}

/// Of the variables behind the first `outer`, that of `lead` first; none if
/// some have no bounds.
static std::optional<Walk>
walkOf(const std::optional<IntegerPolyhedron> &points, unsigned outer,
       unsigned lead, MLIRContext *context) {
  Walk result{{}, lead};
  if (!points)
    return result;
  IntegerPolyhedron turned = *points;
  if (lead != 0 && turned.getNumVars() > outer)
    turned.swapVar(outer, outer + lead);
  for (unsigned d = outer; d < turned.getNumVars(); ++d) {
    auto own = loopBounds(turned, d, context);
    if (!own)
      return std::nullopt;
    result.bounds.push_back(*own);
  }
  return result;
}

/// That the bounds leave; other bounds then say nothing about it, but about
/// what comes before.
static std::optional<AffineExpr> onlyValue(const LoopBounds &bounds) {
  for (AffineExpr lower : bounds.lower.getResults())
    for (AffineExpr upper : bounds.upper.getResults())
      if (simplifyAffineExpr(upper - lower, bounds.lower.getNumDims(), 0) == 1)
        return lower;
  return std::nullopt;
}

/// One subscript moves with another one, as along a diagonal.
static bool isSlanted(const Walk &walk, unsigned outer) {
  for (auto [d, bounds] : llvm::enumerate(walk.bounds))
    if (std::optional<AffineExpr> value = onlyValue(bounds))
      for (unsigned before = outer; before < outer + d; ++before)
        if (value->isFunctionOfDim(before))
          return true;
  return false;
}

/// Loops over the subscripts that vary, in the iterations `ivs` of the loops
/// around. Nothing without bounds.
void ArrayCopies::copy(OpBuilder builder, const Walk &walk,
                       SmallVector<Value> ivs, ArrayRef<Value> into) const {
  ArrayRef<LoopBounds> bounds = walk.bounds;
  if (bounds.empty())
    return;
  MLIRContext *context = builder.getContext();
  unsigned around = ivs.size();
  SmallVector<AffineExpr> values; // of the variables so far, over `ivs`
  for (unsigned d = 0; d < around; ++d)
    values.push_back(getAffineDimExpr(d, context));
  for (auto [d, limits] : llvm::enumerate(bounds)) {
    auto over = [&](AffineMap map) {
      return map.replaceDimsAndSymbols(values, {}, ivs.size(), 0);
    };
    LoopBounds own{over(limits.lower), over(limits.upper)};
    if (std::optional<AffineExpr> value = onlyValue(own)) {
      values.push_back(*value);
      continue;
    }
    SmallVector<AffineForOp> like = PerfectNest(first).loops;
    AffineForOp loop =
        makeLoop(builder, own, ivs, like[std::min<size_t>(d, like.size() - 1)]);
    values.push_back(getAffineDimExpr(ivs.size(), context));
    ivs.push_back(loop.getInductionVar());
    builder.setInsertionPoint(loop.getBody()->getTerminator());
  }
  std::swap(values[around], values[around + walk.lead]);
  AffineMap map = AffineMap::get(ivs.size(), 0,
                                 ArrayRef(values).drop_front(around), context);
  Location where = loads.front().first->getLoc();
  Value read = AffineLoadOp::create(builder, where, array, map, ivs);
  Attribute statement;
  for (Value to : into) {
    auto store = AffineStoreOp::create(builder, where, read, to, map, ivs);
    nameCopying(store, array);
    if (statement) // with several results
      store->setAttr(hls::joinedAttrName, statement);
    else
      statement = store->getAttr(hls::statementAttrName);
  }
}

/// All copies at once, or one after the other where each has a loop of its own.
void ArrayCopies::copyInto(OpBuilder builder,
                           const std::optional<IntegerPolyhedron> &points,
                           ArrayRef<Value> ivs,
                           ArrayRef<Target> targets) const {
  MLIRContext *context = array.getContext();
  SmallVector<Value> all;
  for (const Target &target : targets)
    all.push_back(target.copied);
  std::optional<Walk> straight = walkOf(points, ivs.size(), 0, context);
  if (!isSlanted(*straight, ivs.size()))
    return copy(builder, *straight, SmallVector<Value>(ivs), all);
  for (const Target &target : targets)
    copy(builder, *walkOf(points, ivs.size(), target.dimension, context),
         SmallVector<Value>(ivs), target.copied);
}

bool ArrayCopies::write() {
  MLIRContext *context = array.getContext();
  SmallVector<Value> ivs = PerfectNest(first).iterators();
  ivs.truncate(outer);
  std::vector<Target> targets;
  std::optional<IntegerPolyhedron> held = heldAtFirst();
  std::optional<IntegerPolyhedron> written = writtenInIteration();
  for (unsigned lead = 0; lead < rank(); ++lead)
    if (!walkOf(held, 0, lead, context) ||
        !walkOf(written, outer, lead, context))
      return false;
  for (ArrayRef<Line> readers : {ArrayRef(rows), ArrayRef(columns)}) {
    if (readers.empty())
      continue;
    Value copied = makeCopy(first->getParentOfType<func::FuncOp>(), array,
                            cast<MemRefType>(array.getType()).getShape());
    for (Line line : readers)
      line.load.getMemrefMutable().assign(copied);
    targets.push_back({copied, readers.front().dimension});
  }
  copyInto(OpBuilder(outermost), held, /*ivs=*/{}, targets);
  if (around)
    copyInto(OpBuilder(around.getBody()->getTerminator()), written, ivs,
             targets);
  return true;
}

/// Dimensions of the array that the loop moves in.
static uint64_t dimensionsOf(ArrayRef<AffineExpr> subscripts, unsigned loop) {
  uint64_t result = 0;
  for (auto [d, subscript] : llvm::enumerate(subscripts))
    if (d < 64 && subscript.isFunctionOfDim(loop))
      result |= uint64_t(1) << d;
  return result;
}

/// By loop, innermost ones first: what is read from a copy for one is no row or
/// column for another.
static Directions directionsOf(const PerfectNest &nest) {
  std::vector<std::pair<AffineLoadOp, SmallVector<AffineExpr>>> stay;
  llvm::SmallDenseSet<Value> written;
  for (Operation *op : nest.accesses()) {
    auto load = dyn_cast<AffineLoadOp>(op);
    if (auto store = dyn_cast<AffineStoreOp>(op))
      written.insert(store.getMemRef());
    else if (auto subscripts = nest.subscripts(op))
      stay.emplace_back(load, *subscripts);
  }
  Directions result;
  auto append = [&](SmallVector<Line> &to, ArrayRef<AffineLoadOp> loads,
                    unsigned loop) {
    for (AffineLoadOp load : loads)
      to.push_back({load, unsigned(llvm::countr_zero(
                              dimensionsOf(*nest.subscripts(load), loop)))});
  };
  unsigned iterators = nest.iterators().size();
  for (unsigned loop = iterators; loop-- > iterators - nest.loops.size();) {
    auto isColumnOf = [&](const auto &one, const auto &other) {
      uint64_t own = dimensionsOf(one.second, loop);
      uint64_t with = dimensionsOf(other.second, loop);
      return AffineLoadOp(one.first).getMemRef() ==
                 AffineLoadOp(other.first).getMemRef() &&
             own != 0 && own < with && (own & with) == 0;
    };
    SmallVector<AffineLoadOp> columns, rows;
    for (auto &one : stay) {
      if (llvm::any_of(stay,
                       [&](auto &other) { return isColumnOf(one, other); }))
        columns.push_back(one.first);
      else if (written.contains(one.first.getMemRef()) &&
               llvm::any_of(
                   stay, [&](auto &other) { return isColumnOf(other, one); }))
        rows.push_back(one.first);
    }
    llvm::erase_if(stay, [&](auto &one) {
      return llvm::is_contained(columns, one.first) ||
             llvm::is_contained(rows, one.first);
    });
    append(result.columns, columns, loop);
    append(result.rows, rows, loop);
  }
  return result;
}

bool talos::copyArraysOfTwoDirections(ArrayRef<AffineForOp> roots) {
  llvm::MapVector<std::pair<Operation *, Value>, ArrayCopies> copies;
  for (AffineForOp root : roots) {
    PerfectNest nest(root);
    Directions directions = directionsOf(nest);
    // At the top, what stands between nests may write.
    Operation *around = root->getParentOfType<AffineForOp>();
    auto add = [&](Line line, bool isRow) {
      Value array = line.load.getMemRef();
      std::pair<Operation *, Value> key(around ? around : root, array);
      auto [it, isNew] = copies.try_emplace(key, ArrayCopies(root, array));
      it->second.add(nest, line, isRow);
    };
    for (const Line &line : directions.columns)
      add(line, /*isRow=*/false);
    for (const Line &line : directions.rows)
      add(line, /*isRow=*/true);
  }
  bool any = false;
  for (auto &[key, copy] : copies)
    any |= copy.isLegal() && copy.write();
  return any;
}
