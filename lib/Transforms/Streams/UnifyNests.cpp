//===- UnifyNests.cpp - One nest of those of several runs -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnifyNests.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/SaveAndRestore.h"
#include <map>

using namespace mlir;
using namespace talos;
using affine::AffineForOp;
using affine::AffineIfOp;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The argument of the process that has these values, by body.
Value NestUnifier::argument(ArrayRef<int64_t> values, int64_t elsewhere,
                            StringRef name) {
  SmallVector<int64_t> ofRuns(runs, elsewhere);
  for (auto [body, value] : llvm::zip_equal(bodies, values))
    ofRuns[body.run] = value;
  Value parameter = parameters.with(ofRuns, merged.getProcessName(), name);
  for (auto [number, input] : llvm::enumerate(merged.getInputs()))
    if (input == parameter)
      return merged.getBody().getArgument(number);
  merged.getInputsMutable().append(parameter);
  return merged.getBody().addArgument(parameter.getType(), merged.getLoc());
}

namespace {
/// A sum of iterators and of quotients and remainders, with factors.
struct Terms {
  int64_t constant = 0;
  std::map<unsigned, int64_t> dims;
  SmallVector<std::pair<AffineBinaryOpExpr, int64_t>> divisions;

  bool add(AffineExpr expr, int64_t factor);
};
} // namespace

bool Terms::add(AffineExpr expr, int64_t factor) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    constant += factor * number.getValue();
    return true;
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    dims[dim.getPosition()] += factor;
    return true;
  }
  auto pair = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!pair)
    return false;
  if (pair.getKind() == AffineExprKind::Add)
    return add(pair.getLHS(), factor) && add(pair.getRHS(), factor);
  auto by = dyn_cast<AffineConstantExpr>(pair.getRHS());
  if (!by)
    return false;
  if (pair.getKind() == AffineExprKind::Mul)
    return add(pair.getLHS(), factor * by.getValue());
  divisions.push_back({pair, factor});
  return true;
}

/// A number of each run: a constant, or a parameter, which is never negative.
AffineExpr NestUnifier::number(ArrayRef<int64_t> values,
                               SmallVectorImpl<Value> &symbols) {
  MLIRContext *context = merged.getContext();
  int64_t least = *llvm::min_element(values), most = *llvm::max_element(values);
  if (least == most)
    return getAffineConstantExpr(least, context);
  // Of numbers below 0 the parameter is taken off, of others it may be a rest.
  int64_t base = least >= 0 || most <= 0 ? 0 : least, sign = most <= 0 ? -1 : 1;
  SmallVector<int64_t> own;
  for (int64_t value : values)
    own.push_back((value - base) * sign);
  Value symbol = argument(own, own.front(), "n");
  auto *at = llvm::find(symbols, symbol);
  unsigned position = at - symbols.begin();
  if (at == symbols.end())
    symbols.push_back(symbol);
  return getAffineSymbolExpr(position, context) * sign + base;
}

/// Null: they differ in more than numbers.
AffineExpr NestUnifier::expressions(ArrayRef<AffineExpr> exprs,
                                    SmallVectorImpl<Value> &symbols) {
  MLIRContext *context = merged.getContext();
  SmallVector<Terms> all(exprs.size());
  std::map<unsigned, SmallVector<int64_t>> dims;
  for (auto [terms, expr] : llvm::zip_equal(all, exprs)) {
    if (!terms.add(expr, 1) ||
        terms.divisions.size() != all.front().divisions.size())
      return {};
    for (auto [dim, factor] : terms.dims)
      dims[dim];
  }
  auto each = [&](llvm::function_ref<int64_t(Terms &)> figure) {
    return llvm::map_to_vector(all, figure);
  };
  AffineExpr sum = getAffineConstantExpr(0, context);
  for (auto &[dim, factors] : dims) {
    factors = each([dim = dim](Terms &terms) { return terms.dims[dim]; });
    sum = sum + getAffineDimExpr(dim, context) * number(factors, symbols);
  }
  for (size_t i = 0; i < all.front().divisions.size(); ++i) {
    AffineExprKind kind = all.front().divisions[i].first.getKind();
    SmallVector<AffineExpr> dividends;
    for (Terms &terms : all) {
      if (terms.divisions[i].first.getKind() != kind)
        return {};
      dividends.push_back(terms.divisions[i].first.getLHS());
    }
    AffineExpr dividend = expressions(dividends, symbols);
    if (!dividend)
      return {};
    // Dividing by a number that is not known takes a divider.
    AffineExpr by = all.front().divisions[i].first.getRHS();
    if (llvm::any_of(all, [&](Terms &terms) {
          return terms.divisions[i].first.getRHS() != by;
        }))
      return {};
    AffineExpr factor = number(
        each([i](Terms &terms) { return terms.divisions[i].second; }), symbols);
    sum = sum + getAffineBinaryOpExpr(kind, dividend, by) * factor;
  }
  return sum +
         number(each([](Terms &terms) { return terms.constant; }), symbols);
}

/// What stands in a body in the place of a value of the first one.
Value NestUnifier::counterpart(unsigned number, Value value) const {
  auto found = known[number].find(value);
  return found == known[number].end() ? Value() : found->second;
}

bool NestUnifier::maps(const Ops &ops, ArrayRef<AffineMap> maps,
                       ArrayRef<ValueRange> operands, AffineMap &map,
                       SmallVectorImpl<Value> &all) {
  MLIRContext *context = merged.getContext();
  SmallVector<SmallVector<AffineExpr>> results; // by body
  for (auto [number, own] : llvm::enumerate(maps)) {
    if (own.getNumResults() != maps.front().getNumResults())
      return differ(ops, "subscripts or conditions are not as many");
    SmallVector<AffineExpr> inputs;
    for (Value operand : operands[number]) {
      Value made = counterpart(number, operand);
      if (!made)
        return differ(ops, "a value that not all have");
      auto *at = llvm::find(all, made);
      inputs.push_back(getAffineDimExpr(at - all.begin(), context));
      if (at == all.end())
        all.push_back(made);
    }
    ArrayRef<AffineExpr> given(inputs);
    results.emplace_back();
    for (AffineExpr expr : own.getResults())
      results.back().push_back(
          expr.replaceDimsAndSymbols(given.take_front(own.getNumDims()),
                                     given.drop_front(own.getNumDims())));
  }
  SmallVector<AffineExpr> unified;
  SmallVector<Value> symbols;
  for (unsigned result = 0; result < maps.front().getNumResults(); ++result) {
    AffineExpr expr = expressions(
        llvm::map_to_vector(results, [&](auto &own) { return own[result]; }),
        symbols);
    if (!expr)
      return differ(ops, "expressions differ in more than factors and terms");
    unified.push_back(expr);
  }
  map = AffineMap::get(all.size(), symbols.size(), unified, context);
  llvm::append_range(all, symbols);
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

bool NestUnifier::differ(const Ops &ops, const Twine &why) {
  *mismatch = {ops.front(), ops.back(), why.str()};
  return false;
}

void NestUnifier::record(const Ops &ops, Operation *made) {
  for (auto [number, op] : llvm::enumerate(ops))
    for (auto [own, result] :
         llvm::zip_equal(op->getResults(), made->getResults()))
      known[number][own] = result;
}

/// Attributes that say where numbers are, or follow from them, may differ.
static NamedAttrList form(Operation *op) {
  NamedAttrList attributes(op->getAttrDictionary());
  for (StringRef name :
       {StringRef(hls::distancesAttrName), StringRef(hls::tripCountAttrName),
        StringRef(hls::nameAttrName), StringRef("operandSegmentSizes")})
    attributes.erase(name);
  if (isa<AffineForOp>(op)) {
    attributes.erase("lowerBoundMap");
    attributes.erase("upperBoundMap");
  }
  if (isa<AffineIfOp>(op))
    attributes.erase("condition");
  if (isa<hls::BufferOp>(op))
    attributes.erase("buffer_name");
  if (isa<affine::AffineLoadOp, affine::AffineStoreOp, affine::AffineApplyOp,
          hls::BeatReadOp, hls::BeatWriteOp>(op))
    attributes.erase("map");
  return attributes;
}

bool NestUnifier::haveSameForm(const Ops &ops) {
  Operation *first = ops.front();
  DictionaryAttr wanted = form(first).getDictionary(first->getContext());
  for (Operation *op : ops) {
    if (op->getName() != first->getName())
      return differ({first, op}, "'" + op->getName().getStringRef() +
                                     "' stands in the place of '" +
                                     first->getName().getStringRef() + "'");
    if (form(op).getDictionary(op->getContext()) != wanted)
      return differ({first, op}, "attributes differ");
  }
  return true;
}

bool NestUnifier::correspond(const Ops &ops, unsigned operand) {
  Value made = counterpart(0, ops.front()->getOperand(operand));
  for (auto [number, op] : llvm::enumerate(ops))
    if (!made || counterpart(number, op->getOperand(operand)) != made)
      return differ({ops.front(), op}, "operands differ");
  return true;
}

bool NestUnifier::loop(const Ops &ops, OpBuilder &builder) {
  auto first = cast<AffineForOp>(ops.front());
  SmallVector<int64_t> ends;
  for (Operation *op : ops) {
    auto own = cast<AffineForOp>(op);
    if (!own.hasConstantBounds() || own.getConstantLowerBound() != 0 ||
        own.getStepAsInt() != first.getStepAsInt())
      return differ({first, op}, "bounds are no constants from 0, or steps "
                                 "differ");
    ends.push_back(own.getConstantUpperBound());
  }
  bool isUnrolled = first->hasAttr(hls::unrollAttrName),
       isPipelined = first->hasAttr(hls::pipelineAttrName);
  bool isOutermost = !isNested;
  bool same = llvm::all_equal(ends) && (isAlone || !isOutermost);
  if (isUnrolled && !same)
    return differ(ops, "unrolled loops differ, which are operators");
  auto made =
      AffineForOp::create(builder, first.getLoc(), 0, 0, first.getStepAsInt());
  if (same) {
    made.setConstantUpperBound(ends.front());
  } else {
    auto name = first->getAttrOfType<StringAttr>(hls::nameAttrName);
    Value end = argument(ends, isOutermost ? 0 : ends.front(),
                         name ? name.getValue() : "trips");
    made.setUpperBound(end, builder.getSymbolIdentityMap());
  }
  for (NamedAttribute attribute : form(first))
    if (attribute.getName().getValue().starts_with("hls."))
      made->setAttr(attribute.getName(), attribute.getValue());
  if (Attribute name = first->getAttr(hls::nameAttrName))
    made->setAttr(hls::nameAttrName, name);
  for (auto [number, op] : llvm::enumerate(ops))
    known[number][cast<AffineForOp>(op).getInductionVar()] =
        made.getInductionVar();
  llvm::SaveAndRestore<bool> around(isNested, true),
      wholly(varies, varies || !same);
  SmallVector<Block *> inside = llvm::map_to_vector(
      ops, [](Operation *op) { return cast<AffineForOp>(op).getBody(); });
  OpBuilder own(made.getBody()->getTerminator());
  if (!blocks(inside, own))
    return false;
  int64_t depth = 0;
  for (Operation *at = made; isa<AffineForOp>(at); at = at->getParentOp())
    ++depth;
  if (isPipelined && varies && depth > 1) // the tool flattens constants alone
    made->setAttr(hls::collapsedAttrName, builder.getI64IntegerAttr(depth));
  return true;
}

bool NestUnifier::condition(const Ops &ops, OpBuilder &builder) {
  SmallVector<AffineMap> sets;
  SmallVector<ValueRange> operands;
  auto first = cast<AffineIfOp>(ops.front());
  for (Operation *op : ops) {
    auto own = cast<AffineIfOp>(op);
    IntegerSet set = own.getIntegerSet();
    if (set.getEqFlags() != first.getIntegerSet().getEqFlags() ||
        own.hasElse() != first.hasElse() || own->getNumResults() > 0)
      return differ({first, op}, "conditions are of another form");
    sets.push_back(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                  set.getConstraints(), set.getContext()));
    operands.push_back(own.getOperands());
  }
  AffineMap map;
  SmallVector<Value> all;
  if (!maps(ops, sets, operands, map, all))
    return false;
  auto made = AffineIfOp::create(
      builder, first.getLoc(),
      IntegerSet::get(map.getNumDims(), map.getNumSymbols(), map.getResults(),
                      first.getIntegerSet().getEqFlags()),
      all, first.hasElse());
  for (bool isElse : {false, true}) {
    if (isElse && !first.hasElse())
      continue;
    SmallVector<Block *> inside = llvm::map_to_vector(ops, [&](Operation *op) {
      auto own = cast<AffineIfOp>(op);
      return isElse ? own.getElseBlock() : own.getThenBlock();
    });
    Block *body = isElse ? made.getElseBlock() : made.getThenBlock();
    OpBuilder own(body->getTerminator());
    if (!blocks(inside, own))
      return false;
  }
  return true;
}

/// The dimension is divided into banks.
static bool isCut(hls::BufferOp buffer, size_t dim) {
  hls::PartitionAttr partition = buffer.getPartitionAttr();
  return partition && dim < partition.getDims().size() &&
         partition.getDims()[dim].getKind() != hls::PartitionKind::None;
}

/// A buffer of a body that runs instead, which may serve this one as well.
hls::BufferOp NestUnifier::unclaimed(hls::BufferOp own) {
  auto type = cast<MemRefType>(own.getType());
  for (auto other : merged.getBody().getOps<hls::BufferOp>()) {
    auto known = cast<MemRefType>(other.getType());
    if (claimed.contains(other) ||
        roles.lookup(other) != own.getBufferNameAttr() ||
        other.getPartitionAttr() != own.getPartitionAttr() ||
        other.getStorageAttr() != own.getStorageAttr() ||
        known.getElementType() != type.getElementType() ||
        known.getRank() != type.getRank())
      continue;
    bool sameBanks = true;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sameBanks &=
          !isCut(own, dim) || known.getDimSize(dim) == type.getDimSize(dim);
    if (sameBanks)
      return other;
  }
  return {};
}

/// Under a name that no other buffer of the process has.
hls::BufferOp NestUnifier::cloneBuffer(hls::BufferOp own, OpBuilder &builder) {
  StringAttr name = own.getBufferNameAttr();
  auto isTaken = [&](const std::string &text) {
    return llvm::any_of(
        merged.getBody().getOps<hls::BufferOp>(),
        [&](hls::BufferOp other) { return other.getBufferName() == text; });
  };
  std::string unique = name.str();
  for (unsigned number = 1; isTaken(unique); ++number)
    unique = name.str() + "_" + std::to_string(number);
  auto made = cast<hls::BufferOp>(builder.clone(*own));
  made.setBufferName(unique);
  roles[made] = name;
  return made;
}

/// Of the largest extents; those of registers are operators' and the same.
bool NestUnifier::buffer(const Ops &ops, OpBuilder &builder) {
  auto first = cast<hls::BufferOp>(ops.front());
  auto type = cast<MemRefType>(first.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (Operation *op : ops) {
    auto own = cast<MemRefType>(op->getResult(0).getType());
    if (own.getRank() != type.getRank() ||
        own.getElementType() != type.getElementType())
      return differ({first, op}, "buffers are of another kind");
    for (auto [dim, extent] : llvm::enumerate(own.getShape())) {
      if (isCut(first, dim) && extent != type.getDimSize(dim))
        return differ({first, op}, "buffers have another number of banks");
      shape[dim] = std::max(shape[dim], extent);
    }
  }
  hls::BufferOp made = isNested ? hls::BufferOp() : unclaimed(first);
  if (made)
    for (auto [extent, other] :
         llvm::zip_equal(shape, cast<MemRefType>(made.getType()).getShape()))
      extent = std::max(extent, other);
  else
    made = cloneBuffer(first, builder);
  if (!isNested)
    claimed.insert(made);
  made.getResult().setType(MemRefType::get(shape, type.getElementType()));
  record(ops, made);
  return true;
}

/// A load, a store, a beat, or an affine.apply: the map is the last of all.
bool NestUnifier::access(const Ops &ops, OpBuilder &builder) {
  SmallVector<AffineMap> all;
  SmallVector<ValueRange> subscripts;
  unsigned fixed = isa<affine::AffineApplyOp>(ops.front()) ? 0
                   : isa<affine::AffineLoadOp, hls::BeatReadOp>(ops.front())
                       ? 1
                       : 2;
  for (Operation *op : ops) {
    all.push_back(cast<AffineMapAttr>(op->getAttr("map")).getValue());
    subscripts.push_back(ValueRange(op->getOperands()).drop_front(fixed));
  }
  for (unsigned operand = 0; operand < fixed; ++operand)
    if (!correspond(ops, operand))
      return false;
  AffineMap map;
  SmallVector<Value> operands, ofMap;
  if (!maps(ops, all, subscripts, map, ofMap))
    return false;
  for (unsigned operand = 0; operand < fixed; ++operand)
    operands.push_back(counterpart(0, ops.front()->getOperand(operand)));
  llvm::append_range(operands, ofMap);
  Operation *made = builder.clone(*ops.front());
  made->setOperands(operands);
  made->setAttr("map", AffineMapAttr::get(map));
  record(ops, made);
  return true;
}

bool NestUnifier::operation(const Ops &ops, OpBuilder &builder) {
  if (!haveSameForm(ops))
    return false;
  Operation *first = ops.front();
  if (isa<AffineForOp>(first))
    return loop(ops, builder);
  if (isa<AffineIfOp>(first))
    return condition(ops, builder);
  if (isa<hls::BufferOp>(first))
    return buffer(ops, builder);
  if (isa<affine::AffineLoadOp, affine::AffineStoreOp, affine::AffineApplyOp,
          hls::BeatReadOp, hls::BeatWriteOp>(first))
    return access(ops, builder);
  if (first->getNumRegions() > 0)
    return differ(ops, "'" + first->getName().getStringRef() +
                           "' is no part of a nest");
  for (Operation *op : ops)
    if (op->getNumOperands() != first->getNumOperands() ||
        op->getResultTypes() != first->getResultTypes())
      return differ({first, op}, "operands are not as many, or types differ");
  SmallVector<Value> operands;
  for (unsigned operand = 0; operand < first->getNumOperands(); ++operand) {
    if (!correspond(ops, operand))
      return false;
    operands.push_back(counterpart(0, first->getOperand(operand)));
  }
  Operation *made = builder.clone(*first);
  made->setOperands(operands);
  record(ops, made);
  return true;
}

/// The condition that all of the block stands under; null: none.
static AffineIfOp guardOf(Block *block) {
  if (!llvm::hasNItems(block->without_terminator(), 1))
    return {};
  auto guard = dyn_cast<AffineIfOp>(block->front());
  return guard && !guard.hasElse() && guard->getNumResults() == 0
             ? guard
             : AffineIfOp();
}

/// The value of a body that became this one.
Value NestUnifier::ownOf(unsigned number, Value made) const {
  for (auto [own, other] : known[number])
    if (other == made)
      return own;
  return {};
}

/// Larger than what a condition may be short of.
static constexpr int64_t always = int64_t(1) << 30;

/// Some bodies have a condition around all that stands in the block, the others
/// none: theirs is the same with a constant with which it always holds.
bool NestUnifier::partlyGuarded(ArrayRef<Block *> blocks, OpBuilder &builder) {
  Ops ops;
  SmallVector<Block *> inside;
  unsigned given = 0;
  for (auto [number, block] : llvm::enumerate(blocks)) {
    AffineIfOp guard = guardOf(block);
    if (guard)
      given = number;
    ops.push_back(guard ? guard.getOperation() : block->getParentOp());
    inside.push_back(guard ? guard.getThenBlock() : block);
  }
  IntegerSet first = guardOf(blocks[given]).getIntegerSet();
  if (llvm::is_contained(first.getEqFlags(), true))
    return differ(ops, "an equation that not all have");
  SmallVector<SmallVector<Value>> values(blocks.size());
  SmallVector<AffineMap> sets;
  for (auto [number, block] : llvm::enumerate(blocks)) {
    AffineIfOp guard = guardOf(block);
    IntegerSet set = guard ? guard.getIntegerSet() : first;
    if (set.getEqFlags() != first.getEqFlags())
      return differ(ops, "conditions are of another form");
    SmallVector<AffineExpr> constraints(set.getConstraints());
    if (guard)
      llvm::append_range(values[number], guard.getOperands());
    else
      for (Value operand : guardOf(blocks[given]).getOperands())
        values[number].push_back(ownOf(number, counterpart(given, operand)));
    for (AffineExpr &constraint : constraints)
      constraint = guard ? constraint : constraint + always;
    sets.push_back(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                  constraints, set.getContext()));
  }
  AffineMap map;
  SmallVector<Value> all;
  SmallVector<ValueRange> operands(values.begin(), values.end());
  if (!maps(ops, sets, operands, map, all))
    return false;
  auto made =
      AffineIfOp::create(builder, ops[given]->getLoc(),
                         IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                                         map.getResults(), first.getEqFlags()),
                         all, /*withElseRegion=*/false);
  OpBuilder own(made.getThenBlock()->getTerminator());
  return this->blocks(inside, own);
}

bool NestUnifier::blocks(ArrayRef<Block *> blocks, OpBuilder &builder) {
  size_t guards =
      llvm::count_if(blocks, [](Block *block) { return bool(guardOf(block)); });
  if (isNested && guards > 0 && guards < blocks.size())
    return partlyGuarded(blocks, builder);
  SmallVector<Ops> inOrder;
  for (auto [number, block] : llvm::enumerate(blocks)) {
    size_t count = 0;
    for (Operation &op : block->without_terminator()) {
      if (number == 0)
        inOrder.emplace_back();
      if (count >= inOrder.size())
        return differ({blocks.front()->getParentOp(), &op},
                      "there is more in one of them");
      inOrder[count++].push_back(&op);
    }
    if (count != inOrder.size())
      return differ({inOrder[count].front(), block->getParentOp()},
                    "there is less in one of them");
  }
  for (const Ops &ops : inOrder)
    if (!operation(ops, builder))
      return false;
  return true;
}

bool NestUnifier::make(ArrayRef<Body> own, bool alone, Mismatch &why) {
  bodies = own;
  isAlone = alone;
  isNested = varies = false;
  claimed.clear();
  mismatch = &why;
  known.clear();
  known.resize(bodies.size());
  SmallVector<Block *> all;
  for (auto [number, body] : llvm::enumerate(bodies)) {
    hls::ProcessOp process = body.process;
    for (auto [argument, made] :
         llvm::zip_equal(process.getBody().getArguments(), body.arguments))
      known[number][argument] = made;
    all.push_back(&process.getBody().front());
  }
  auto builder = OpBuilder::atBlockEnd(&merged.getBody().front());
  return blocks(all, builder);
}

bool NestUnifier::mayUnify(ArrayRef<Body> own, Mismatch &why) {
  size_t inputs = merged.getInputs().size(), before = parameters.size();
  bool isOne = make(own, /*isAlone=*/true, why);
  merged.getBody().front().clear();
  roles.clear();
  while (merged.getInputs().size() > inputs) {
    merged.getBody().eraseArgument(merged.getInputs().size() - 1);
    merged.getInputsMutable().erase(merged.getInputs().size() - 1);
  }
  parameters.truncate(before);
  return isOne;
}

void NestUnifier::unify(ArrayRef<Body> own, bool alone) {
  Mismatch none;
  bool isOne = make(own, alone, none);
  assert(isOne && "bodies that mayUnify refused");
  (void)isOne;
}
