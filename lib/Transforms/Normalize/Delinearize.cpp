//===- Delinearize.cpp - One loop a subscript, where arrays allow it ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocked loops become rectangles, and a dimension that is addressed by
// `stride * q + r` with `0 <= r < stride` becomes two. Both are proved over the
// domain of every access. Elements keep their place in row-major order.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Delinearize.h"
#include "Transforms/Normalize/IterationBox.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace mlir;
using namespace mlir::affine;

namespace talos {

#define GEN_PASS_DEF_DELINEARIZE
#include "talos/Transforms/Passes.h.inc"

namespace {

/// The affine loops and conditions around `op`, outermost first.
SmallVector<Operation *> opsAround(Operation *op) {
  SmallVector<Operation *> around;
  for (op = op->getParentOp(); !isa<func::FuncOp>(op); op = op->getParentOp())
    if (auto condition = dyn_cast<AffineIfOp>(op);
        isa<AffineForOp>(op) || (condition && !condition.hasElse()))
      around.push_back(op);
  std::reverse(around.begin(), around.end());
  return around;
}

//===----------------------------------------------------------------------===//
// Loops of constant length
//===----------------------------------------------------------------------===//

/// Leaves out upper bounds that another one implies: of `min(kk + 8, 64)` the
/// 64, where kk is at most 56.
void dropImpliedBounds(AffineForOp loop) {
  AffineMap map = loop.getUpperBoundMap();
  if (map.getNumResults() < 2)
    return;
  IterationBox box(opsAround(loop));
  SmallVector<Value> operands(loop.getUpperBoundOperands());
  SmallVector<AffineExpr> kept(map.getResults());
  for (unsigned i = 0; i < kept.size() && kept.size() > 1;) {
    bool implied =
        llvm::any_of(llvm::seq<unsigned>(0, kept.size()), [&](unsigned k) {
          return k != i && box.implies(AffineMap::get(map.getNumDims(),
                                                      map.getNumSymbols(),
                                                      kept[i] - kept[k]),
                                       operands);
        });
    if (implied)
      kept.erase(kept.begin() + i);
    else
      ++i;
  }
  loop.setUpperBound(operands,
                     AffineMap::get(map.getNumDims(), map.getNumSymbols(), kept,
                                    loop.getContext()));
}

/// What is added to the lower bound of a loop to give the upper one, if that is
/// a constant.
std::optional<int64_t> lengthOf(AffineForOp loop) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  if (lower.getNumResults() != 1 || upper.getNumResults() != 1)
    return std::nullopt;
  AffineValueMap difference;
  AffineValueMap::difference(
      AffineValueMap(upper, loop.getUpperBoundOperands()),
      AffineValueMap(lower, loop.getLowerBoundOperands()), &difference);
  auto constant = dyn_cast<AffineConstantExpr>(difference.getResult(0));
  return constant ? std::optional(constant.getValue()) : std::nullopt;
}

/// Loops with a step, or whose bounds move together with a loop around them,
/// run from 0 by 1.
bool shiftLoop(AffineForOp loop) {
  dropImpliedBounds(loop);
  std::optional<int64_t> length = lengthOf(loop);
  int64_t step = loop.getStepAsInt();
  if (!length || (step == 1 && loop.hasConstantLowerBound()))
    return false;
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  AffineMap lower = loop.getLowerBoundMap();
  SmallVector<Value> operands{loop.getInductionVar()};
  llvm::append_range(operands, loop.getLowerBoundOperands());
  AffineExpr start = lower.getResult(0).shiftDims(lower.getNumDims(), 1);
  auto value = AffineApplyOp::create(
      builder, loop.getLoc(),
      AffineMap::get(lower.getNumDims() + 1, lower.getNumSymbols(),
                     start + builder.getAffineDimExpr(0) * step),
      operands);
  loop.getInductionVar().replaceAllUsesExcept(value, value);
  loop.setConstantLowerBound(0);
  loop.setConstantUpperBound(
      std::max<int64_t>(0, llvm::divideCeilSigned(*length, step)));
  loop.setStep(1);
  return true;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// `constant + sum of coefficient * operand`.
struct Sum {
  SmallVector<int64_t> coefficients; ///< one a dimension or symbol
  int64_t constant = 0;
  unsigned terms() const {
    return llvm::count_if(coefficients, [](int64_t c) { return c != 0; });
  }
};

std::optional<Sum> sumOf(AffineExpr expr, AffineMap map) {
  SmallVector<int64_t> flat;
  unsigned inputs = map.getNumInputs();
  if (failed(getFlattenedAffineExpr(expr, map.getNumDims(), map.getNumSymbols(),
                                    &flat)) ||
      flat.size() != inputs + 1)
    return std::nullopt; // it has quotients or remainders
  return Sum{SmallVector<int64_t>(flat.begin(), flat.end() - 1), flat.back()};
}

AffineExpr toExpr(const Sum &sum, AffineMap map) {
  MLIRContext *context = map.getContext();
  AffineExpr expr = getAffineConstantExpr(sum.constant, context);
  for (auto [i, c] : llvm::enumerate(sum.coefficients))
    expr =
        expr + c * (i < map.getNumDims()
                        ? getAffineDimExpr(i, context)
                        : getAffineSymbolExpr(i - map.getNumDims(), context));
  return expr;
}

class ArraySplitter {
public:
  explicit ArraySplitter(Value array) : array(array) {}
  /// Splits dimensions until no stride is left.
  void run();

private:
  struct Access {
    Operation *op;
    AffineMap map;
    SmallVector<Value> operands;
  };
  using Parts = std::pair<AffineExpr, AffineExpr>; ///< quotient, remainder

  bool collect();
  std::set<int64_t, std::greater<>> stridesOf(unsigned dim) const;
  std::optional<Parts> divide(const Access &access, unsigned dim,
                              int64_t stride) const;
  bool split(unsigned dim, int64_t stride);
  bool splitAny();
  void retype();

  Value array;
  SmallVector<int64_t> shape;
  std::vector<Access> accesses;
};

} // namespace

/// Fails if anything but affine accesses and a free uses the array, or if its
/// shape is given by a directive.
bool ArraySplitter::collect() {
  auto type = cast<MemRefType>(array.getType());
  Operation *def = array.getDefiningOp();
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      (def && def->hasAttr(hls::partitionAttrName)))
    return false;
  shape.assign(type.getShape().begin(), type.getShape().end());
  for (Operation *user : array.getUsers()) {
    if (isa<memref::DeallocOp>(user))
      continue;
    Access access{user, {}, {}};
    if (auto load = dyn_cast<AffineLoadOp>(user)) {
      access.map = load.getAffineMap();
      access.operands.assign(load.getMapOperands().begin(),
                             load.getMapOperands().end());
    } else if (auto store = dyn_cast<AffineStoreOp>(user)) {
      access.map = store.getAffineMap();
      access.operands.assign(store.getMapOperands().begin(),
                             store.getMapOperands().end());
    } else {
      return false;
    }
    fullyComposeAffineMapAndOperands(&access.map, &access.operands);
    canonicalizeMapAndOperands(&access.map, &access.operands);
    accesses.push_back(std::move(access));
  }
  return !accesses.empty();
}

/// The coefficients by which a dimension may be split, the greatest first; none
/// if every subscript is one loop at most.
std::set<int64_t, std::greater<>> ArraySplitter::stridesOf(unsigned dim) const {
  std::set<int64_t, std::greater<>> strides;
  bool isSum = false;
  for (const Access &access : accesses) {
    std::optional<Sum> sum = sumOf(access.map.getResult(dim), access.map);
    if (!sum)
      return {};
    isSum |= sum->terms() > 1;
    for (int64_t c : sum->coefficients)
      if (std::abs(c) > 1 && std::abs(c) < shape[dim] && shape[dim] % c == 0)
        strides.insert(std::abs(c));
  }
  return isSum ? strides : std::set<int64_t, std::greater<>>();
}

/// The subscript as `stride * quotient + remainder`, with the remainder proved
/// to lie in `0 ... stride - 1` wherever the access runs.
std::optional<ArraySplitter::Parts>
ArraySplitter::divide(const Access &access, unsigned dim,
                      int64_t stride) const {
  Sum sum = *sumOf(access.map.getResult(dim), access.map);
  Sum quotient = sum, rest = sum;
  for (auto [q, r] : llvm::zip(quotient.coefficients, rest.coefficients)) {
    bool whole = q % stride == 0;
    q = whole ? q / stride : 0;
    r = whole ? 0 : r;
  }
  quotient.constant = llvm::divideFloorSigned(sum.constant, stride);
  rest.constant = llvm::mod(sum.constant, stride);
  AffineMap map = access.map;
  IterationBox box(opsAround(access.op));
  auto isAtLeastZero = [&](AffineExpr expr) {
    return box.implies(
        AffineMap::get(map.getNumDims(), map.getNumSymbols(), expr),
        access.operands);
  };
  // `k - 1` and `k + stride - 1` differ by one row.
  for (int64_t row = 0; row < 2; ++row) {
    AffineExpr low = toExpr(rest, map);
    if (isAtLeastZero(low) && isAtLeastZero(stride - 1 - low))
      return Parts{toExpr(quotient, map), low};
    rest.constant -= stride;
    quotient.constant += 1;
  }
  return std::nullopt;
}

bool ArraySplitter::split(unsigned dim, int64_t stride) {
  SmallVector<Parts> parts;
  for (const Access &access : accesses) {
    std::optional<Parts> found = divide(access, dim, stride);
    if (!found)
      return false;
    parts.push_back(*found);
  }
  for (auto [access, found] : llvm::zip_equal(accesses, parts)) {
    SmallVector<AffineExpr> results(access.map.getResults());
    results[dim] = found.second;
    results.insert(results.begin() + dim, found.first);
    access.map = simplifyAffineMap(
        AffineMap::get(access.map.getNumDims(), access.map.getNumSymbols(),
                       results, access.map.getContext()));
  }
  shape[dim] /= stride;
  shape.insert(shape.begin() + dim + 1, stride);
  return true;
}

bool ArraySplitter::splitAny() {
  for (unsigned dim = 0; dim < shape.size(); ++dim)
    for (int64_t stride : stridesOf(dim))
      if (split(dim, stride))
        return true;
  return false;
}

/// A table in the new shape; the old one may have other users.
static void reshapeGlobal(memref::GetGlobalOp op, MemRefType type) {
  auto module = op->getParentOfType<ModuleOp>();
  auto old = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      op, op.getNameAttr());
  memref::GlobalOp shaped = old.clone();
  shaped.setType(type);
  if (auto values =
          dyn_cast_or_null<DenseElementsAttr>(old.getInitialValueAttr()))
    shaped.setInitialValueAttr(values.reshape(
        RankedTensorType::get(type.getShape(), type.getElementType())));
  SymbolTable(module).insert(shaped, std::next(Block::iterator(old)));
  op.setName(shaped.getSymName());
}

/// Gives the array and its accesses the new shape.
void ArraySplitter::retype() {
  auto type = MemRefType::get(
      shape, cast<MemRefType>(array.getType()).getElementType());
  if (auto fetched = array.getDefiningOp<memref::GetGlobalOp>())
    reshapeGlobal(fetched, type);
  array.setType(type);
  for (Access &access : accesses) {
    OpBuilder builder(access.op);
    Operation *made = nullptr;
    if (auto store = dyn_cast<AffineStoreOp>(access.op)) {
      made = AffineStoreOp::create(builder, store.getLoc(),
                                   store.getValueToStore(), array, access.map,
                                   access.operands);
    } else {
      made = AffineLoadOp::create(builder, access.op->getLoc(), array,
                                  access.map, access.operands);
      access.op->getResult(0).replaceAllUsesWith(made->getResult(0));
    }
    made->setDiscardableAttrs(access.op->getDiscardableAttrDictionary());
    access.op->erase();
  }
}

void ArraySplitter::run() {
  if (!collect())
    return;
  bool changed = false;
  while (splitAny())
    changed = true;
  if (changed)
    retype();
}

void transforms::delinearize(func::FuncOp func, bool withTables) {
  SmallVector<AffineForOp> loops;
  func.walk<WalkOrder::PreOrder>(
      [&](AffineForOp loop) { loops.push_back(loop); });
  transforms::composeBounds(func);
  for (AffineForOp loop : loops) // outer ones first
    if (shiftLoop(loop))
      transforms::composeBounds(func);
  func.walk([](Block *block) { transforms::composeSubscripts(block); });
  SmallVector<Value> arrays;
  for (BlockArgument argument : func.getArguments())
    if (isa<MemRefType>(argument.getType()))
      arrays.push_back(argument);
  func.walk([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op) ||
        (withTables && isa<memref::GetGlobalOp>(op)))
      arrays.push_back(op->getResult(0));
  });
  for (Value array : arrays)
    ArraySplitter(array).run();
  func.setType(FunctionType::get(func.getContext(),
                                 func.getBody().front().getArgumentTypes(),
                                 func.getResultTypes()));
}

namespace {
struct DelinearizePass : impl::DelinearizeBase<DelinearizePass> {
  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (func->hasAttr(hls::topAttrName))
        transforms::delinearize(func, /*withTables=*/true);
  }
};
} // namespace
} // namespace talos
