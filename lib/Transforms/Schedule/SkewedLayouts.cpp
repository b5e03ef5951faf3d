//===- SkewedLayouts.cpp - Arrays laid out as loops run -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/SkewedLayouts.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using namespace talos::poly;

namespace {

/// Subscript `dim` becomes itself, `factor` times subscript `by`, and what
/// makes the least one 0.
struct Skew {
  unsigned dim = 0, by = 0;
  int64_t factor = 0;

  AffineExpr apply(AffineMap map, MemRefType type) const {
    int64_t least =
        factor < 0 ? factor * (type.getDimSize(by) - 1) : int64_t(0);
    return map.getResult(dim) + map.getResult(by) * factor - least;
  }
  MemRefType apply(MemRefType type) const {
    SmallVector<int64_t> shape(type.getShape());
    shape[dim] += std::abs(factor) * (shape[by] - 1);
    return MemRefType::get(shape, type.getElementType());
  }
};

/// Larger factors make arrays of mostly unused elements.
constexpr int64_t mostFactor = 2;

/// An access with its subscripts over iterators.
struct Access {
  Operation *op;
  AffineMap map;
  SmallVector<Value> operands;
};

class ArrayLayout {
public:
  ArrayLayout(const Scop &scop, unsigned array);

  /// True if the array was replaced.
  bool run();

private:
  unsigned conflicts(const Access &access, const Skew &skew) const;
  unsigned conflicts(const Skew &skew) const;
  Skew best() const;
  void replace(const Skew &skew);
  void copy(OpBuilder builder, const Skew &skew, bool isIn) const;

  const Scop &scop;
  unsigned array;
  Value value;
  MemRefType type;
  std::vector<Access> accesses;
  Value skewed;
};

} // namespace

ArrayLayout::ArrayLayout(const Scop &scop, unsigned array)
    : scop(scop), array(array), value(scop.arrays()[array].value),
      type(dyn_cast<MemRefType>(value.getType())) {
  for (Operation *user : value.getUsers()) {
    Access access{user, {}, {}};
    if (auto load = dyn_cast<AffineLoadOp>(user)) {
      access.map = load.getAffineMap();
      access.operands = SmallVector<Value>(load.getMapOperands());
    } else if (auto store = dyn_cast<AffineStoreOp>(user)) {
      access.map = store.getAffineMap();
      access.operands = SmallVector<Value>(store.getMapOperands());
    } else {
      continue;
    }
    fullyComposeAffineMapAndOperands(&access.map, &access.operands);
    canonicalizeMapAndOperands(&access.map, &access.operands);
    accesses.push_back(std::move(access));
  }
}

/// Iterators beyond the first one of each subscript, and those that two
/// subscripts share.
unsigned ArrayLayout::conflicts(const Access &access, const Skew &skew) const {
  SmallVector<AffineExpr> exprs(access.map.getResults());
  if (skew.factor != 0)
    exprs[skew.dim] =
        simplifyAffineExpr(skew.apply(access.map, type),
                           access.map.getNumDims(), access.map.getNumSymbols());
  unsigned count = 0;
  for (unsigned i = 0; i < access.map.getNumDims(); ++i) {
    unsigned users = llvm::count_if(
        exprs, [&](AffineExpr expr) { return expr.isFunctionOfDim(i); });
    count += users > 1 ? users - 1 : 0;
  }
  for (AffineExpr expr : exprs) {
    unsigned iterators = 0;
    for (unsigned i = 0; i < access.map.getNumDims(); ++i)
      iterators += expr.isFunctionOfDim(i);
    count += iterators > 1 ? iterators - 1 : 0;
  }
  return count;
}

unsigned ArrayLayout::conflicts(const Skew &skew) const {
  unsigned sum = 0;
  for (const Access &access : accesses)
    sum += conflicts(access, skew);
  return sum;
}

Skew ArrayLayout::best() const {
  Skew result;
  unsigned least = conflicts(result);
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    for (unsigned by = 0; by < type.getRank(); ++by)
      for (int64_t factor = -mostFactor; factor <= mostFactor; ++factor) {
        Skew skew{dim, by, factor};
        if (dim == by || factor == 0 || conflicts(skew) >= least)
          continue;
        least = conflicts(skew);
        result = skew;
      }
  return result;
}

/// A nest over all elements of the array as it was.
void ArrayLayout::copy(OpBuilder builder, const Skew &skew, bool isIn) const {
  Location loc = scop.function().getLoc();
  SmallVector<Value> subscripts;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    auto loop = AffineForOp::create(builder, loc, 0, extent);
    loop->setAttr(hls::nameAttrName,
                  builder.getStringAttr("d" + std::to_string(dim)));
    subscripts.push_back(loop.getInductionVar());
    builder = OpBuilder(loop.getBody()->getTerminator());
  }
  AffineMap plain = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineExpr> exprs(plain.getResults());
  exprs[skew.dim] = skew.apply(plain, type);
  AffineMap moved =
      AffineMap::get(type.getRank(), 0, exprs, builder.getContext());
  Value from = isIn ? value : skewed, to = isIn ? skewed : value;
  Value element = AffineLoadOp::create(builder, loc, from, isIn ? plain : moved,
                                       subscripts);
  auto store = AffineStoreOp::create(builder, loc, element, to,
                                     isIn ? moved : plain, subscripts);
  std::string name = makeUnique(
      toIdentifier(scop.arrays()[array].name, "array") +
          (isIn ? "_in" : "_out"),
      [&](StringRef taken) { return bool(scop.findStatement(taken)); });
  store->setAttr(hls::statementAttrName, builder.getStringAttr(name));
}

void ArrayLayout::replace(const Skew &skew) {
  Block &entry = scop.function().getBody().front();
  auto builder = OpBuilder::atBlockBegin(&entry);
  Location loc = scop.function().getLoc();
  skewed = memref::AllocOp::create(builder, loc, skew.apply(type));
  skewed.getDefiningOp()->setAttr(
      hls::nameAttrName,
      builder.getStringAttr(scop.arrays()[array].name + "_skewed"));
  for (Access &access : accesses) {
    SmallVector<AffineExpr> exprs(access.map.getResults());
    exprs[skew.dim] = skew.apply(access.map, type);
    AffineMap map = simplifyAffineMap(
        AffineMap::get(access.map.getNumDims(), access.map.getNumSymbols(),
                       exprs, access.map.getContext()));
    if (auto load = dyn_cast<AffineLoadOp>(access.op)) {
      load.setMemRef(skewed);
      load.setMap(map);
      load.getIndicesMutable().assign(access.operands);
    } else {
      auto store = cast<AffineStoreOp>(access.op);
      store.setMemRef(skewed);
      store.setMap(map);
      store.getIndicesMutable().assign(access.operands);
    }
  }
  if (scop.isLiveIn(array))
    copy(builder, skew, /*isIn=*/true);
  builder.setInsertionPoint(entry.getTerminator());
  bool isWritten = false;
  for (unsigned s = 0; s < scop.statements().size(); ++s)
    isWritten |= scop.writes(s, array);
  if (isWritten)
    copy(builder, skew, /*isIn=*/false);
  memref::DeallocOp::create(builder, loc, skewed);
}

bool ArrayLayout::run() {
  // What the function does not write it must not copy out.
  bool isKnown = scop.isLiveIn(array) || scop.isFullyWritten(array);
  if (!scop.arrays()[array].isArgument || !isKnown || !type ||
      type.getRank() < 2 || !type.getLayout().isIdentity() ||
      llvm::any_of(value.getUsers(), hls::isRegionCall))
    return false;
  Skew skew = best();
  if (skew.factor == 0)
    return false;
  replace(skew);
  return true;
}

FailureOr<bool> talos::skewLayouts(func::FuncOp func) {
  auto scop = Scop::build(func);
  if (failed(scop))
    return failure();
  bool any = false;
  for (unsigned a = 0; a < (*scop)->arrays().size(); ++a)
    any |= ArrayLayout(**scop, a).run();
  if (any)
    nameAll(func);
  return any;
}
