//===- PivotCopies.cpp - Old and new values of pivots apart ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of A[i][j] = f(A[i][j], A[i][k], A[k][j]) in a loop over k, the element
// A[i][k] is written by the iteration j = k of the same i and k. Iterations
// before that one read its old value, those behind it the new one. Subscripts
// that are fixed so are pins; a set of pinned loops stands for the iterations
// whose iterators are equal to their pins: with j pinned, the column k. Old and
// new values of these iterations are arrays over the loops that are left. The
// new ones are computed as the statement computes them, from what is pinned in
// more loops: the element A[k][k] first, then the row and the column.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/PivotCopies.h"
#include "Transforms/Normalize/IterationBox.h"
#include "Transforms/Normalize/Statements.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Names.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <set>

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace {

/// Loops of a statement by their numbers, the outermost first.
using LoopSet = std::set<unsigned>;

/// A value of the loops outside.
struct Pin {
  AffineMap map;
  SmallVector<Value> operands;

  bool operator==(const Pin &other) const {
    return map == other.map && operands == other.operands;
  }
};

/// What is known of the iterations whose loops in a set are pinned.
struct Copies {
  Value oldValues, newValues;
};

class PivotUpdate {
public:
  PivotUpdate(AffineStoreOp store, llvm::StringSet<> &names)
      : store(store), block(store->getBlock()), names(names) {}

  /// False if the statement has another form; nothing is changed then.
  bool run();

private:
  bool findLoops();
  bool findPins();
  bool addPinned(AffineLoadOp load);
  bool isInside(const Pin &pin, AffineForOp loop) const;

  void addCopies(const LoopSet &pinned);
  void createArrays(const LoopSet &pinned);
  std::string uniqueName(StringRef suffix);
  SmallVector<Value> createNest(const LoopSet &pinned, OpBuilder &builder);
  SmallVector<Value> elementOf(const LoopSet &pinned,
                               ArrayRef<Value> iterators) const;
  void storeValue(Value value, Value array, const LoopSet &pinned,
                  ArrayRef<Value> iterators, StringRef suffix,
                  OpBuilder &builder);
  Value computeNew(const LoopSet &pinned, ArrayRef<Value> iterators,
                   OpBuilder &builder);
  Value read(AffineLoadOp load, const LoopSet &pinned,
             ArrayRef<Value> iterators, OpBuilder &builder);
  Value isBehind(const LoopSet &fixed, const LoopSet &pinned,
                 ArrayRef<Value> iterators, OpBuilder &builder);

  AffineStoreOp store;
  Block *block;
  llvm::StringSet<> &names;       ///< of statements
  SmallVector<AffineForOp> loops; ///< one a dimension, outermost first
  SmallVector<unsigned> loopOf;   ///< by dimension of the array
  std::map<unsigned, Pin> pins;   ///< by loop
  llvm::MapVector<Operation *, LoopSet> pinnedBy; ///< loads of the array
  std::map<LoopSet, Copies> copies;
};

/// Composed with what computes the operands.
template <typename Access> Pin subscripts(Access access) {
  Pin result{access.getAffineMap(),
             SmallVector<Value>(access.getMapOperands())};
  fullyComposeAffineMapAndOperands(&result.map, &result.operands);
  canonicalizeMapAndOperands(&result.map, &result.operands);
  return result;
}

Value iteratorOf(const Pin &subscripts, AffineExpr expr) {
  auto dim = dyn_cast<AffineDimExpr>(expr);
  return dim ? subscripts.operands[dim.getPosition()] : Value();
}

} // namespace

/// The loops whose iterators are the subscripts stand alone in each other, the
/// statement alone in them.
bool PivotUpdate::findLoops() {
  if (store->hasAttr(hls::joinedAttrName) ||
      !llvm::all_of(block->without_terminator(), [&](Operation &op) {
        return &op == store || isa<AffineLoadOp>(op) ||
               (op.getNumRegions() == 0 && isPure(&op));
      }))
    return false;
  Pin written = subscripts(store);
  unsigned rank = written.map.getNumResults();
  for (Operation *op = block->getParentOp(); loops.size() < rank;
       op = op->getParentOp()) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (!loop || !loop.hasConstantBounds() || loop.getStepAsInt() != 1 ||
        loop.getNumResults() != 0 ||
        (!loops.empty() &&
         !llvm::hasNItems(loop.getBody()->getOperations(), 2)))
      return false;
    loops.insert(loops.begin(), loop);
  }
  for (AffineExpr expr : written.map.getResults()) {
    auto loop = llvm::find_if(loops, [&](AffineForOp candidate) {
      return candidate.getInductionVar() == iteratorOf(written, expr);
    });
    if (loop == loops.end() || llvm::is_contained(loopOf, loop - loops.begin()))
      return false;
    loopOf.push_back(loop - loops.begin());
  }
  return !loops.empty();
}

/// The iteration that writes the element is one of the loop's, whatever the
/// loops outside do.
bool PivotUpdate::isInside(const Pin &pin, AffineForOp loop) const {
  IterationBox box(opsAround(loops.front()));
  AffineExpr value = pin.map.getResult(0);
  auto holds = [&](AffineExpr expr) {
    return box.implies(
        AffineMap::get(pin.map.getNumDims(), pin.map.getNumSymbols(), expr),
        pin.operands);
  };
  return holds(value - loop.getConstantLowerBound()) &&
         holds(loop.getConstantUpperBound() - 1 - value);
}

/// The loops that the load's subscripts pin; false if they are anything else
/// than the store's subscripts and values of the loops outside.
bool PivotUpdate::addPinned(AffineLoadOp load) {
  Pin all = subscripts(load);
  LoopSet &pinned = pinnedBy[load];
  for (auto [d, expr] : llvm::enumerate(all.map.getResults())) {
    unsigned l = loopOf[d];
    if (iteratorOf(all, expr) == loops[l].getInductionVar())
      continue;
    Pin pin{all.map.getSubMap({unsigned(d)}), all.operands};
    canonicalizeMapAndOperands(&pin.map, &pin.operands);
    bool isFixed = llvm::none_of(pin.operands, [&](Value operand) {
      return llvm::any_of(loops, [&](AffineForOp loop) {
        return loop.getInductionVar() == operand;
      });
    });
    auto [known, isNew] = pins.try_emplace(l, pin);
    if (!isFixed || !(known->second == pin) ||
        (isNew && !isInside(pin, loops[l])))
      return false;
    pinned.insert(l);
  }
  return true;
}

bool PivotUpdate::findPins() {
  for (auto load : block->getOps<AffineLoadOp>())
    if (load.getMemRef() == store.getMemRef() && !addPinned(load))
      return false;
  return !pins.empty();
}

std::string PivotUpdate::uniqueName(StringRef suffix) {
  auto name = store->getAttrOfType<StringAttr>(hls::statementAttrName);
  std::string own =
      makeUnique((name ? name.getValue() : "S").str() + suffix.str(),
                 [&](StringRef taken) { return names.contains(taken); });
  names.insert(own);
  return own;
}

/// With an element for each iteration of the loops that are not pinned.
void PivotUpdate::createArrays(const LoopSet &pinned) {
  auto func = store->getParentOfType<func::FuncOp>();
  Block &entry = func.getBody().front();
  MemRefType type = store.getMemRefType();
  SmallVector<int64_t> shape;
  for (unsigned d = 0; d < loopOf.size(); ++d)
    if (!pinned.count(loopOf[d]))
      shape.push_back(type.getDimSize(d));
  std::string name = nameOfArray(store.getMemRef());
  auto create = [&](StringRef suffix) -> Value {
    auto builder = OpBuilder::atBlockBegin(&entry);
    auto array = memref::AllocOp::create(
        builder, store.getLoc(), MemRefType::get(shape, type.getElementType()));
    array->setAttr(hls::nameAttrName, builder.getStringAttr(name + suffix));
    builder.setInsertionPoint(entry.getTerminator());
    memref::DeallocOp::create(builder, store.getLoc(), array);
    return array;
  };
  copies[pinned] = {create("_old"), create("_new")};
}

/// Loops over what is not pinned, with the builder inside of them; the
/// iterators of all loops, pinned ones as well.
SmallVector<Value> PivotUpdate::createNest(const LoopSet &pinned,
                                           OpBuilder &builder) {
  SmallVector<Value> iterators;
  for (auto [l, loop] : llvm::enumerate(loops)) {
    Location loc = loop.getLoc();
    if (pinned.count(l)) {
      const Pin &pin = pins.at(l);
      Value iterator = iteratorOf(pin, pin.map.getResult(0));
      iterators.push_back(iterator ? iterator
                                   : Value(AffineApplyOp::create(
                                         builder, loc, pin.map, pin.operands)));
      continue;
    }
    auto copy = AffineForOp::create(builder, loc, loop.getConstantLowerBound(),
                                    loop.getConstantUpperBound());
    copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    iterators.push_back(copy.getInductionVar());
    builder.setInsertionPoint(copy.getBody()->getTerminator());
  }
  return iterators;
}

/// The subscripts in the arrays of a set.
SmallVector<Value> PivotUpdate::elementOf(const LoopSet &pinned,
                                          ArrayRef<Value> iterators) const {
  SmallVector<Value> element;
  for (unsigned l : loopOf)
    if (!pinned.count(l))
      element.push_back(iterators[l]);
  return element;
}

void PivotUpdate::storeValue(Value value, Value array, const LoopSet &pinned,
                             ArrayRef<Value> iterators, StringRef suffix,
                             OpBuilder &builder) {
  auto copy = AffineStoreOp::create(builder, store.getLoc(), value, array,
                                    elementOf(pinned, iterators));
  copy->setAttr(hls::statementAttrName,
                builder.getStringAttr(uniqueName(suffix)));
}

/// Whether the iteration comes behind that one whose iterators in `fixed` are
/// equal to the pins: the first that differs is greater.
Value PivotUpdate::isBehind(const LoopSet &fixed, const LoopSet &pinned,
                            ArrayRef<Value> iterators, OpBuilder &builder) {
  Location loc = store.getLoc();
  Type type = builder.getI32Type();
  Value result;
  for (auto l = fixed.rbegin(); l != fixed.rend(); ++l) {
    if (pinned.count(*l))
      continue; // equal
    const Pin &pin = pins.at(*l);
    Value place = iteratorOf(pin, pin.map.getResult(0));
    if (!place)
      place = AffineApplyOp::create(builder, loc, pin.map, pin.operands);
    Value left = arith::IndexCastOp::create(builder, loc, type, iterators[*l]),
          right = arith::IndexCastOp::create(builder, loc, type, place);
    Value greater = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sgt, left, right);
    if (!result) {
      result = greater;
      continue;
    }
    Value equal = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        left, right);
    result = arith::OrIOp::create(
        builder, loc, greater,
        arith::AndIOp::create(builder, loc, equal, result));
  }
  return result;
}

/// What `load` reads in an iteration with these loops pinned.
Value PivotUpdate::read(AffineLoadOp load, const LoopSet &pinned,
                        ArrayRef<Value> iterators, OpBuilder &builder) {
  const LoopSet &fixed = pinnedBy.find(load)->second;
  LoopSet both = pinned;
  both.insert(fixed.begin(), fixed.end());
  const Copies &from = copies.at(both);
  auto element = [&](Value array) -> Value {
    return AffineLoadOp::create(builder, load.getLoc(), array,
                                elementOf(both, iterators));
  };
  if (both == pinned) // the element that it writes itself
    return element(from.oldValues);
  Value behind = isBehind(fixed, pinned, iterators, builder);
  Value late = element(from.newValues), early = element(from.oldValues);
  return arith::SelectOp::create(builder, load.getLoc(), behind, late, early);
}

/// What the statement computes in an iteration with these loops pinned.
Value PivotUpdate::computeNew(const LoopSet &pinned, ArrayRef<Value> iterators,
                              OpBuilder &builder) {
  IRMapping mapping;
  for (auto [loop, iterator] : llvm::zip_equal(loops, iterators))
    mapping.map(loop.getInductionVar(), iterator);
  for (Operation &op : block->without_terminator()) {
    auto load = dyn_cast<AffineLoadOp>(op);
    if (load && load.getMemRef() == store.getMemRef())
      mapping.map(load.getResult(), read(load, pinned, iterators, builder));
    else if (&op != store)
      builder.clone(op, mapping);
  }
  return mapping.lookupOrDefault(store.getValueToStore());
}

/// Of what is pinned, after what is pinned besides for it.
void PivotUpdate::addCopies(const LoopSet &pinned) {
  if (copies.count(pinned))
    return;
  for (const auto &[load, fixed] : pinnedBy) {
    LoopSet both = pinned;
    both.insert(fixed.begin(), fixed.end());
    if (both != pinned)
      addCopies(both);
  }
  if (pinned.empty())
    return;
  createArrays(pinned);
  OpBuilder builder(loops.front());
  SmallVector<Value> iterators = createNest(pinned, builder);
  SmallVector<Value> place;
  for (unsigned l : loopOf)
    place.push_back(iterators[l]);
  Value old =
      AffineLoadOp::create(builder, store.getLoc(), store.getMemRef(), place);
  storeValue(old, copies[pinned].oldValues, pinned, iterators, "_old", builder);
  builder.setInsertionPoint(loops.front());
  iterators = createNest(pinned, builder);
  storeValue(computeNew(pinned, iterators, builder), copies[pinned].newValues,
             pinned, iterators, "_new", builder);
  transforms::composeSubscripts(builder.getInsertionBlock());
}

bool PivotUpdate::run() {
  if (!findLoops() || !findPins())
    return false;
  addCopies({});
  SmallVector<Value> iterators;
  for (AffineForOp loop : loops)
    iterators.push_back(loop.getInductionVar());
  for (const auto &[load, fixed] : pinnedBy) {
    if (fixed.empty())
      continue;
    OpBuilder builder(load);
    load->getResult(0).replaceAllUsesWith(
        read(cast<AffineLoadOp>(load), {}, iterators, builder));
    load->erase();
  }
  return true;
}

bool talos::copyPivots(func::FuncOp func) {
  llvm::StringSet<> names = statementNames(func);
  SmallVector<AffineStoreOp> stores;
  func.walk([&](AffineStoreOp store) { stores.push_back(store); });
  bool any = false;
  for (AffineStoreOp store : stores)
    any |= PivotUpdate(store, names).run();
  if (any)
    nameAll(func);
  return any;
}
