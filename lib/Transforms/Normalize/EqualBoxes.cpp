//===- EqualBoxes.cpp - Neighbours that become one nest -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/EqualBoxes.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Shared.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace {

/// A load or store; the subscripts' dimensions are the nest's loops, then
/// values from around it.
struct BoxAccess {
  Value array;
  SmallVector<AffineExpr> subscripts;
  bool isWrite = false;
};

/// Loops `0 to N step 1` around straight-line code.
struct BoxNest {
  SmallVector<AffineForOp> loops;
  SmallVector<BoxAccess> accesses;

  Block *body() const { return AffineForOp(loops.back()).getBody(); }
  bool writes(Value array) const {
    return llvm::any_of(accesses, [&](const BoxAccess &access) {
      return access.isWrite && access.array == array;
    });
  }
};

} // namespace

/// `dims`: loops of a nest, and values from around.
static bool differsByConstant(AffineExpr a, AffineExpr b, unsigned dims) {
  return isa<AffineConstantExpr>(simplifyAffineExpr(a - b, dims, 0));
}

static bool isBox(AffineForOp loop) {
  return loop.hasConstantBounds() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 && loop.getNumIterOperands() == 0 &&
         !loop->hasAttr(hls::sharedAttrName);
}

/// `around`: values from around the nests that are known so far. The subscript
/// is then a loop of the nest and a constant, or a value from around.
static std::optional<BoxAccess> accessOf(Operation *op,
                                         ArrayRef<AffineForOp> loops,
                                         SmallVectorImpl<Value> &around) {
  MemRefAccess raw(op);
  AffineValueMap map;
  raw.getAccessMap(&map);
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned o = 0; o < map.getNumOperands(); ++o) {
    Value operand = map.getOperand(o);
    const auto *loop = llvm::find_if(loops, [&](AffineForOp candidate) {
      return candidate.getInductionVar() == operand;
    });
    unsigned position = loop - loops.begin();
    if (loop == loops.end()) {
      const auto *known = llvm::find(around, operand);
      position += known - around.begin();
      if (known == around.end())
        around.push_back(operand);
    }
    (o < map.getNumDims() ? dims : symbols)
        .push_back(getAffineDimExpr(position, op->getContext()));
  }
  BoxAccess access{raw.memref, {}, isa<AffineStoreOp>(op)};
  for (AffineExpr expr : map.getAffineMap().getResults()) {
    expr = simplifyAffineExpr(expr.replaceDimsAndSymbols(dims, symbols),
                              loops.size() + around.size(), 0);
    access.subscripts.push_back(expr);
    for (unsigned l = 0; l < loops.size(); ++l)
      if (expr.isFunctionOfDim(l) &&
          !differsByConstant(expr, getAffineDimExpr(l, op->getContext()),
                             loops.size() + around.size()))
        return std::nullopt;
  }
  return access;
}

/// None for anything else, and where iterations may meet in an element.
static std::optional<BoxNest> nestOf(AffineForOp root,
                                     SmallVectorImpl<Value> &around) {
  BoxNest nest;
  for (AffineForOp loop = root; loop;) {
    if (!isBox(loop))
      return std::nullopt;
    nest.loops.push_back(loop);
    loop = dyn_cast<AffineForOp>(loop.getBody()->front());
    if (loop && loop->getNextNode() != nest.body()->getTerminator())
      return std::nullopt;
  }
  for (Operation &op : nest.body()->without_terminator()) {
    if (!isa<AffineLoadOp, AffineStoreOp>(op)) {
      if (!isPure(&op) || op.getNumRegions() != 0)
        return std::nullopt;
      continue;
    }
    std::optional<BoxAccess> access = accessOf(&op, nest.loops, around);
    if (!access)
      return std::nullopt;
    nest.accesses.push_back(std::move(*access));
  }
  auto namesAllLoops = [&](const BoxAccess &access) {
    for (unsigned l = 0; l < nest.loops.size(); ++l)
      if (llvm::none_of(access.subscripts, [&](AffineExpr expr) {
            return expr.isFunctionOfDim(l);
          }))
        return false;
    return true;
  };
  bool any = false;
  for (const BoxAccess &access : nest.accesses) {
    if (!access.isWrite)
      continue;
    any = true;
    if (!namesAllLoops(access) ||
        llvm::any_of(nest.accesses, [&](const BoxAccess &other) {
          return other.array == access.array &&
                 other.subscripts != access.subscripts;
        }))
      return std::nullopt;
  }
  return any ? std::optional(std::move(nest)) : std::nullopt;
}

static bool areAlike(const BoxAccess &a, const BoxAccess &b, unsigned dims) {
  return a.array == b.array &&
         llvm::all_of(llvm::zip_equal(a.subscripts, b.subscripts), [&](auto p) {
           return differsByConstant(std::get<0>(p), std::get<1>(p), dims);
         });
}

/// Every access to an array that both access is alike one of the other; there
/// is one.
static bool readAlike(const BoxNest &a, const BoxNest &b, unsigned dims) {
  bool any = false;
  for (const BoxAccess &mine : a.accesses) {
    auto isCommon = [&](const BoxAccess &other) {
      return other.array == mine.array;
    };
    if (llvm::none_of(b.accesses, isCommon))
      continue;
    any = true;
    if (llvm::none_of(b.accesses, [&](const BoxAccess &other) {
          return areAlike(mine, other, dims);
        }))
      return false;
  }
  return any;
}

static bool writesWhatOtherAccesses(const BoxNest &a, const BoxNest &b) {
  return llvm::any_of(b.accesses, [&](const BoxAccess &other) {
    return a.writes(other.array);
  });
}

static bool haveSameTrips(const BoxNest &a, const BoxNest &b) {
  return llvm::equal(a.loops, b.loops, [](AffineForOp mine, AffineForOp other) {
    return mine.getConstantUpperBound() == other.getConstantUpperBound();
  });
}

/// The results of a statement are all stored at its end.
static void join(const BoxNest &first, const BoxNest &second) {
  Block *body = first.body();
  auto stores = llvm::to_vector(body->getOps<AffineStoreOp>());
  Attribute name = stores.front()->getAttr(hls::statementAttrName);
  for (auto [mine, other] : llvm::zip_equal(first.loops, second.loops))
    AffineForOp(other).getInductionVar().replaceAllUsesWith(
        AffineForOp(mine).getInductionVar());
  auto added = llvm::to_vector(second.body()->getOps<AffineStoreOp>());
  Block *from = second.body();
  body->getOperations().splice(body->getTerminator()->getIterator(),
                               from->getOperations(), from->begin(),
                               from->getTerminator()->getIterator());
  for (AffineStoreOp store : stores)
    store->moveBefore(body->getTerminator());
  for (AffineStoreOp store : added) {
    store->moveBefore(body->getTerminator());
    store->setAttr(hls::joinedAttrName, name);
  }
  AffineForOp(second.loops.front()).erase();
}

bool talos::joinWithNext(AffineForOp root) {
  auto next = dyn_cast_or_null<AffineForOp>(root->getNextNode());
  if (!next)
    return false;
  SmallVector<Value> around;
  std::optional<BoxNest> first = nestOf(root, around);
  std::optional<BoxNest> second = nestOf(next, around);
  if (!first || !second || !haveSameTrips(*first, *second) ||
      writesWhatOtherAccesses(*first, *second) ||
      writesWhatOtherAccesses(*second, *first))
    return false;
  unsigned dims = first->loops.size() + around.size();
  if (!readAlike(*first, *second, dims) || !readAlike(*second, *first, dims))
    return false;
  join(*first, *second);
  return true;
}
