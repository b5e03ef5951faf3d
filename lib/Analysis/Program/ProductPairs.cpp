//===- ProductPairs.cpp - Two narrow products in one multiplier -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/ProductPairs.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

WrittenMemories analysis::writtenMemories(const Statement &statement) {
  WrittenMemories written;
  for (const Access &write : statement.writes())
    written.insert(
        hls::originOf(cast<affine::AffineStoreOp>(write.op).getMemRef()));
  return written;
}

bool analysis::comesFirst(Value value, Block *body,
                          const WrittenMemories &written,
                          llvm::SetVector<Operation *> &ops) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != body || ops.contains(op))
    return true;
  if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    if (written.contains(hls::originOf(load.getMemRef())))
      return false;
  } else if (!isMemoryEffectFree(op)) {
    return false;
  }
  for (Value operand : op->getOperands())
    if (!comesFirst(operand, body, written, ops))
      return false;
  ops.insert(op);
  return true;
}

/// All iterations compute the same value.
static bool stands(Value value, Value inductionVar, Block *body,
                   const WrittenMemories &written) {
  llvm::SetVector<Operation *> ops;
  return comesFirst(value, body, written, ops) && value != inductionVar &&
         llvm::none_of(ops, [&](Operation *op) {
           return llvm::is_contained(op->getOperands(), inductionVar);
         });
}

std::optional<unsigned> analysis::sharedFactor(arith::MulIOp product,
                                               Value inductionVar,
                                               const WrittenMemories &written) {
  if (!isa<IntegerType>(product.getType()) ||
      product.getType().getIntOrFloatBitWidth() < pairedFactorBits ||
      factorBits(product) > pairedFactorBits)
    return std::nullopt;
  Block *body = product->getBlock();
  llvm::SetVector<Operation *> ops;
  bool first = stands(product.getLhs(), inductionVar, body, written);
  bool second = stands(product.getRhs(), inductionVar, body, written);
  if (first == second || !comesFirst(product.getLhs(), body, written, ops) ||
      !comesFirst(product.getRhs(), body, written, ops))
    return std::nullopt;
  return first ? 0 : 1;
}

/// A subscript follows the loop and no other one of the band, and all accesses
/// to the array are to the same element: copies touch different ones.
static bool tellsCopiesApart(const Statement &statement, const Access &write,
                             unsigned loop) {
  auto followsAlone = [&](AffineExpr expr) {
    for (unsigned other = 0; other < statement.innerBand.size(); ++other)
      if (expr.isFunctionOfDim(other) != (other == loop))
        return false;
    return expr.isPureAffine();
  };
  bool isPlain =
      llvm::any_of(llvm::enumerate(write.subscripts), [&](auto entry) {
        auto [d, subscript] = entry;
        return subscript.loop == loop && followsAlone(write.map.getResult(d));
      });
  return isPlain && llvm::all_of(statement.accesses, [&](const Access &access) {
           return access.array != write.array || access.map == write.map;
         });
}

SmallVector<arith::MulIOp> analysis::pairedProducts(const Statement &statement,
                                                    unsigned loop) {
  SmallVector<arith::MulIOp> products;
  if (statement.guard || statement.innerBand[loop].reduction ||
      !llvm::all_of(statement.writes(), [&](const Access &write) {
        return tellsCopiesApart(statement, write, loop);
      }))
    return products;
  WrittenMemories written = writtenMemories(statement);
  affine::AffineForOp op = statement.innerBand[loop].op;
  affine::AffineStoreOp store = statement.store;
  for (auto product : store->getBlock()->getOps<arith::MulIOp>())
    if (sharedFactor(product, op.getInductionVar(), written))
      products.push_back(product);
  return products;
}

llvm::Expected<bool> analysis::pairsSaveDsp(const target::Target &target) {
  auto single = target.lookup(narrowMultiplier);
  auto wide = target.lookup(packedMultiplier);
  if (!single || !wide)
    return llvm::joinErrors(single ? llvm::Error::success()
                                   : single.takeError(),
                            wide ? llvm::Error::success() : wide.takeError());
  return (*wide)->dsp < 2 * (*single)->dsp;
}
