//===- Nests.cpp - Generated nests that keep loops of the source ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nests.h"
#include "Ast.h"
#include "SourceTexts.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly {

/// `expr` as a part of one iterator.
static TimePart partOf(AffineExpr expr) {
  TimePart part;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    part.kind = TimePart::Constant;
    part.constant = constant.getValue();
    return part;
  }
  auto by = [&](AffineExprKind kind, int64_t &divisor) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || binary.getKind() != kind)
      return;
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    if (!constant || constant.getValue() <= 0)
      return;
    divisor = constant.getValue();
    expr = binary.getLHS();
  };
  by(AffineExprKind::Mod, part.modulus);
  by(AffineExprKind::FloorDiv, part.divisor);
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    part.kind = TimePart::Loop;
    part.loop = dim.getPosition();
  }
  return part;
}

static bool isNormalized(AffineForOp loop) {
  return loop.hasConstantBounds() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1;
}

static bool runsOnce(AffineForOp loop) {
  return loop.hasConstantBounds() &&
         loop.getConstantUpperBound() > loop.getConstantLowerBound() &&
         loop.getConstantUpperBound() - loop.getConstantLowerBound() <=
             loop.getStepAsInt();
}

/// The iterations of a loop over the part.
static int64_t extentOf(AffineForOp loop, const TimePart &part) {
  return part.modulus ? part.modulus
                      : loop.getConstantUpperBound() / part.divisor;
}

/// The parts give every iteration of the loop once, whatever their order.
static bool coverOnce(AffineForOp loop, SmallVector<TimePart> parts) {
  if (parts.empty())
    return runsOnce(loop);
  if (parts.size() == 1 && parts.front().isWhole())
    return true;
  if (!isNormalized(loop))
    return false;
  llvm::sort(parts, [](const TimePart &a, const TimePart &b) {
    return a.divisor > b.divisor;
  });
  if (parts.front().modulus != 0 || parts.back().divisor != 1 ||
      loop.getConstantUpperBound() % parts.front().divisor != 0)
    return false;
  for (unsigned i = 1; i < parts.size(); ++i)
    if (parts[i].divisor * parts[i].modulus != parts[i - 1].divisor)
      return false;
  return true;
}

/// The loops and conditions around an op of the function, outermost first.
static SmallVector<Operation *> ancestors(Operation *op) {
  SmallVector<Operation *> result;
  for (op = op->getParentOp(); !isa<func::FuncOp>(op); op = op->getParentOp())
    result.push_back(op);
  std::reverse(result.begin(), result.end());
  return result;
}

NestGenerator::NestGenerator(Scop::Impl &scop, const Schedule &schedule,
                             const Times &times, const LoopHooks &hooks)
    : scop(scop), schedule(schedule), times(times), hooks(hooks) {
  size_t length = 0;
  for (AffineMap map : schedule)
    length = std::max<size_t>(length, map.getNumResults());
  TimePart zero;
  zero.kind = TimePart::Constant;
  for (AffineMap map : schedule) {
    parts.emplace_back();
    for (AffineExpr expr : map.getResults())
      parts.back().push_back(partOf(expr));
    parts.back().resize(length, zero);
  }
  for (unsigned s = 0; s < parts.size(); ++s)
    regular.push_back(isRegular(s));
}

bool NestGenerator::isRegular(unsigned statement) const {
  const auto &loops = scop.statements[statement].loops;
  std::vector<SmallVector<TimePart>> byLoop(loops.size());
  for (const TimePart &part : parts[statement]) {
    if (part.kind == TimePart::Other)
      return false;
    if (part.kind == TimePart::Loop)
      byLoop[part.loop].push_back(part);
  }
  for (auto [loop, loopParts] : llvm::zip_equal(loops, byLoop))
    if (!coverOnce(loop, loopParts))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// From the source to the generated loops
//===----------------------------------------------------------------------===//

bool NestGenerator::isComplete(Operation *loop, const Scope &scope) const {
  auto it = scope.extents.find(loop);
  if (it == scope.extents.end())
    return false;
  auto op = cast<AffineForOp>(loop);
  return it->second == 0 || it->second == op.getConstantUpperBound();
}

/// The loops whose iterators the bounds use have run.
bool NestGenerator::hasBounds(AffineForOp loop, const Scope &scope) const {
  SmallVector<Value> operands(loop.getOperands());
  AffineMap map =
      AffineMap::getMultiDimIdentityMap(operands.size(), loop.getContext());
  fullyComposeAffineMapAndOperands(&map, &operands);
  return llvm::all_of(operands, [&](Value operand) {
    AffineForOp owner = getForInductionVarOwner(operand);
    return !owner || isComplete(owner, scope);
  });
}

void NestGenerator::translate(AffineMap &map, SmallVectorImpl<Value> &operands,
                              const Scope &scope) const {
  bool copied = true;
  SmallVector<Value> direct;
  auto valueOf = [&](Value operand) -> AffineExpr {
    AffineForOp owner = getForInductionVarOwner(operand);
    return owner ? scope.values.lookup(owner) : AffineExpr();
  };
  for (Value operand : operands) {
    AffineExpr value = valueOf(operand);
    copied &= value ? isa<AffineDimExpr>(value)
                    : !operand.getDefiningOp<AffineApplyOp>();
    if (auto dim = dyn_cast_or_null<AffineDimExpr>(value))
      operand = scope.ivs[dim.getPosition()];
    direct.push_back(operand);
  }
  if (copied) {
    operands = std::move(direct);
    return;
  }
  fullyComposeAffineMapAndOperands(&map, &operands);
  SmallVector<Value> all;
  auto dimOf = [&](Value value) {
    unsigned position = llvm::find(all, value) - all.begin();
    if (position == all.size())
      all.push_back(value);
    return getAffineDimExpr(position, map.getContext());
  };
  // Iterators that are copies come before those that are sums of parts.
  for (Value operand : operands) {
    AffineExpr value = valueOf(operand);
    if (auto dim = dyn_cast_or_null<AffineDimExpr>(value))
      dimOf(scope.ivs[dim.getPosition()]);
    else if (!value)
      dimOf(operand);
  }
  SmallVector<AffineExpr> exprs;
  for (Value operand : operands) {
    AffineExpr value = valueOf(operand);
    if (!value) {
      exprs.push_back(dimOf(operand));
      continue;
    }
    SmallVector<AffineExpr> dims;
    for (unsigned d = 0; d < scope.ivs.size(); ++d)
      dims.push_back(value.isFunctionOfDim(d)
                         ? dimOf(scope.ivs[d])
                         : getAffineConstantExpr(0, map.getContext()));
    exprs.push_back(value.replaceDims(dims));
  }
  map = map.replaceDimsAndSymbols(ArrayRef(exprs).take_front(map.getNumDims()),
                                  ArrayRef(exprs).drop_front(map.getNumDims()),
                                  all.size(), 0);
  operands = std::move(all);
  canonicalizeMapAndOperands(&map, &operands);
  map = simplifyAffineMap(map);
}

AffineForOp NestGenerator::copyLoop(AffineForOp loop, Scope &scope) const {
  SmallVector<Value> lowerOperands(loop.getLowerBoundOperands()),
      upperOperands(loop.getUpperBoundOperands());
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  translate(lower, lowerOperands, scope);
  translate(upper, upperOperands, scope);
  auto copy =
      AffineForOp::create(scope.builder, loop.getLoc(), lowerOperands, lower,
                          upperOperands, upper, loop.getStepAsInt());
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  addPart(loop, /*stride=*/1, /*extent=*/0, scope);
  return copy;
}

/// Parts of one loop have its name with a number.
AffineForOp NestGenerator::partLoop(AffineForOp loop, const TimePart &part,
                                    Scope &scope) const {
  int64_t extent = extentOf(loop, part);
  auto made = AffineForOp::create(scope.builder, loop.getLoc(), 0, extent);
  if (auto name = loop->getAttrOfType<StringAttr>(hls::nameAttrName)) {
    made->setAttr(
        hls::nameAttrName,
        scope.builder.getStringAttr(name.getValue() + "_" +
                                    Twine(llvm::count(scope.partNames, name))));
    scope.partNames.push_back(name.str());
  }
  addPart(loop, part.divisor, extent, scope);
  return made;
}

/// The next loop runs over a part of `loop` in steps of `stride`.
void NestGenerator::addPart(AffineForOp loop, int64_t stride, int64_t extent,
                            Scope &scope) {
  AffineExpr value =
      getAffineDimExpr(scope.ivs.size(), loop.getContext()) * stride;
  AffineExpr &sum = scope.values[loop];
  sum = sum ? sum + value : value;
  scope.extents.try_emplace(loop, 1).first->second *= extent;
}

/// Copies the condition without its body and moves the builder into the branch
/// that holds `inside`.
void NestGenerator::copyCondition(AffineIfOp condition, Operation *inside,
                                  Scope &scope) const {
  IntegerSet set = condition.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  SmallVector<Value> operands(condition.getOperands());
  translate(map, operands, scope);
  bool inElse = condition.getElseRegion().isAncestor(inside->getParentRegion());
  auto copy =
      AffineIfOp::create(scope.builder, condition.getLoc(),
                         IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                                         map.getResults(), set.getEqFlags()),
                         operands, /*withElseRegion=*/inElse);
  copy->setDiscardableAttrs(condition->getDiscardableAttrDictionary());
  Block *block = inElse ? copy.getElseBlock() : copy.getThenBlock();
  scope.builder.setInsertionPoint(block->getTerminator());
  scope.conditions.insert(condition);
}

//===----------------------------------------------------------------------===//
// One position after the other
//===----------------------------------------------------------------------===//

LogicalResult NestGenerator::run(OpBuilder builder) {
  std::vector<unsigned> all(parts.size());
  for (unsigned s = 0; s < all.size(); ++s)
    all[s] = s;
  if (all.empty())
    return success();
  return emit(all, /*position=*/0, Scope(builder));
}

LogicalResult NestGenerator::emit(Members members, unsigned position,
                                  Scope scope) {
  if (position == parts[members.front()].size()) {
    for (unsigned member : members)
      if (failed(regular[member] ? (emitStatement(member, scope), success())
                                 : emitByIsl(member, position, scope)))
        return failure();
    return success();
  }
  bool isConstant = llvm::all_of(members, [&](unsigned member) {
    return parts[member][position].kind == TimePart::Constant;
  });
  if (isConstant)
    return emitInOrder(members, position, scope);
  return mayLoop(members, position, scope)
             ? emitLoop(members, position, scope)
             : emitByIsl(members, position, scope);
}

LogicalResult NestGenerator::emitInOrder(Members members, unsigned position,
                                         const Scope &scope) {
  std::map<int64_t, SmallVector<unsigned>> byTime;
  for (unsigned member : members)
    byTime[parts[member][position].constant].push_back(member);
  for (auto &[time, group] : byTime) {
    Scope inner = scope;
    std::optional<SingleLoop> single;
    if (time == 0 && hooks.keepsSingle)
      single = hooks.keepsSingle(group.front(), position);
    if (single) {
      Location loc = scop.statements[group.front()].op->getLoc();
      auto loop = AffineForOp::create(inner.builder, loc, 0, 1);
      if (hooks.annotate)
        hooks.annotate(loop, group.front(), position);
      AffineForOp source = scop.statements[group.front()].loops[single->loop];
      addPart(source, single->stride, /*extent=*/1, inner);
      inner.ivs.push_back(loop.getInductionVar());
      inner.builder.setInsertionPointToStart(loop.getBody());
    }
    if (failed(emit(group, position + 1, inner)))
      return failure();
  }
  return success();
}

/// All members stand in one loop of the source, and it can be copied, or cut
/// into parts for all of them.
bool NestGenerator::mayLoop(Members members, unsigned position,
                            const Scope &scope) const {
  const TimePart &part = parts[members.front()][position];
  if (part.kind != TimePart::Loop)
    return false;
  AffineForOp loop = scop.statements[members.front()].loops[part.loop];
  for (unsigned member : members) {
    const TimePart &other = parts[member][position];
    const auto &loops = scop.statements[member].loops;
    if (other.kind != TimePart::Loop || loops[other.loop] != loop ||
        other.divisor != part.divisor || other.modulus != part.modulus ||
        (!part.isWhole() && !regular[member]))
      return false;
  }
  // A loop of one iteration may stand for a part of it already.
  bool isOpen = !scope.extents.count(loop) || regular[members.front()];
  return !part.isWhole() || (isOpen && hasBounds(loop, scope));
}

LogicalResult NestGenerator::emitLoop(Members members, unsigned position,
                                      Scope scope) {
  unsigned first = members.front();
  const TimePart &part = parts[first][position];
  AffineForOp loop = scop.statements[first].loops[part.loop];
  AffineForOp made;
  if (part.isWhole()) {
    for (Operation *op : ancestors(loop)) {
      if (isa<AffineForOp>(op) && !isComplete(op, scope))
        break; // the condition may use its iterator
      if (auto condition = dyn_cast<AffineIfOp>(op);
          condition && !scope.conditions.contains(op))
        copyCondition(condition, loop, scope);
    }
    made = copyLoop(loop, scope);
  } else {
    made = partLoop(loop, part, scope);
  }
  if (hooks.annotate)
    hooks.annotate(made, first, position);
  scope.times.push_back(
      {position, getAffineDimExpr(scope.ivs.size(), loop.getContext())});
  scope.ivs.push_back(made.getInductionVar());
  scope.builder.setInsertionPoint(made.getBody()->getTerminator());
  return emit(members, position + 1, scope);
}

/// Folds what computes iterators into subscripts.
static void composeAccess(Operation *op) {
  auto compose = [](auto access) {
    AffineMap map = access.getAffineMap();
    SmallVector<Value> operands(access.getMapOperands());
    fullyComposeAffineMapAndOperands(&map, &operands);
    canonicalizeMapAndOperands(&map, &operands);
    access.setMap(simplifyAffineMap(map));
    access.getIndicesMutable().assign(operands);
  };
  if (auto load = dyn_cast<AffineLoadOp>(op))
    compose(load);
  else if (auto store = dyn_cast<AffineStoreOp>(op))
    compose(store);
}

void NestGenerator::emitStatement(unsigned statement, Scope scope) {
  const Statement &source = scop.statements[statement];
  IRMapping mapping;
  SmallVector<Operation *> made;
  bool isCopy = true;
  for (AffineForOp loop : source.loops) {
    AffineExpr expr = scope.values.lookup(loop);
    if (!expr) // runs once
      scope.values[loop] = expr = getAffineConstantExpr(
          loop.getConstantLowerBound(), loop.getContext());
    OpFoldResult folded = makeComposedFoldedAffineApply(
        scope.builder, loop.getLoc(), AffineMap::get(scope.ivs.size(), 0, expr),
        getAsOpFoldResult(scope.ivs));
    Value value =
        getValueOrCreateConstantIndexOp(scope.builder, loop.getLoc(), folded);
    if (!isa<AffineDimExpr>(expr)) {
      isCopy = false;
      made.push_back(value.getDefiningOp());
    }
    mapping.map(loop.getInductionVar(), value);
  }
  for (Operation *op : ancestors(source.op))
    if (auto condition = dyn_cast<AffineIfOp>(op);
        condition && !scope.conditions.contains(op))
      copyCondition(condition, source.op, scope);
  for (Operation *op : source.ops)
    made.push_back(scope.builder.clone(*op, mapping));
  if (isCopy)
    return;
  for (Operation *op : made)
    composeAccess(op);
  for (Operation *op : llvm::reverse(made))
    if (op && isOpTriviallyDead(op))
      op->erase();
}

//===----------------------------------------------------------------------===//
// What isl generates
//===----------------------------------------------------------------------===//

/// The name of an outer time as a parameter.
static std::string outerName(unsigned position) {
  return "_outer" + std::to_string(position);
}

/// What the bounds of the loops around say of the outer times.
isl::set NestGenerator::context(unsigned member, const Scope &scope) const {
  const Place &place = scop.data[member].place;
  Strings constraints{"1 = 1"}, names;
  SmallVector<AffineExpr> times;
  for (const LoopFrame &frame : place.loops)
    if (scope.extents.count(frame.op))
      constraints.push_back(frame.constraint);
  for (auto [position, dim] : scope.times) {
    names.push_back(outerName(position));
    times.push_back(schedule[member].getResult(position));
  }
  isl::set box(scop.islContext(),
               scop.withParams(place.tuple(scop.statements[member].name) +
                               " : " + llvm::join(constraints, " and ")));
  isl::map time(scop.islContext(), scop.withParams(scop.timeText(
                                       member, scop.timeMap(member, times))));
  isl::set outer(scop.islContext(), "[" + commaList(names) + "] -> { [" +
                                        commaList(names) + "] }");
  return box.apply(time).intersect(outer).params();
}

LogicalResult NestGenerator::emitByIsl(Members members, unsigned position,
                                       const Scope &scope) {
  OuterLoops outer;
  outer.ivs = scope.ivs;
  Strings dims, names, constraints{"1 = 1"};
  for (unsigned p = 0; p < parts[members.front()].size(); ++p)
    dims.push_back("x" + std::to_string(p));
  for (auto [p, dim] : scope.times) {
    names.push_back(outerName(p));
    outer.values[names.back()] = dim;
    constraints.push_back(dims[p] + " = " + names.back());
  }
  isl::set fixed(scop.islContext(),
                 "[" + commaList(names) + "] -> { [" + commaList(dims) +
                     "] : " + llvm::join(constraints, " and ") + " }");
  Times inner(times.size());
  for (unsigned member : members)
    inner[member] = isl::manage(
        isl_map_project_out(times[member].intersect_range(fixed).release(),
                            isl_dim_out, 0, position));
  outer.context = context(members.front(), scope);
  outer.times = position;
  OpBuilder builder = scope.builder;
  return scop.generateByIsl(inner, outer, hooks, builder);
}

} // namespace talos::poly
