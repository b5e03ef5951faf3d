//===- Reductions.cpp - Which statements are X = X op rest ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScopImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace talos::poly {

StringRef stringify(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Add:
    return "add";
  case ReductionKind::Mul:
    return "mul";
  case ReductionKind::Min:
    return "min";
  case ReductionKind::Max:
    return "max";
  }
  return "";
}

static std::optional<ReductionKind> combinerKind(Operation *op) {
  if (isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp>(op))
    return ReductionKind::Add;
  if (isa<arith::MulFOp, arith::MulIOp>(op))
    return ReductionKind::Mul;
  if (isa<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp, arith::MinUIOp>(
          op))
    return ReductionKind::Min;
  if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp, arith::MaxUIOp>(
          op))
    return ReductionKind::Max;
  return std::nullopt;
}

namespace {

/// The path from the stored value down through ops of one kind to the load.
struct Chain {
  ReductionKind kind;
  affine::AffineLoadOp load;
  Operation *combiner = nullptr;
};

} // namespace

/// Follows single-use ops of one kind from `value` to the load of X; `isX`
/// recognises it. The subtrahend of a subtraction is not an accumulator, and
/// signed and unsigned (or NaN-ignoring) minima do not mix.
static std::optional<Chain>
findChain(Value value, function_ref<bool(affine::AffineLoadOp)> isX) {
  Operation *op = value.getDefiningOp();
  std::optional<ReductionKind> kind = op ? combinerKind(op) : std::nullopt;
  if (!kind || !op->hasOneUse())
    return std::nullopt;
  bool subtracts = isa<arith::SubFOp, arith::SubIOp>(op);
  for (Value operand : op->getOperands().take_front(subtracts ? 1 : 2)) {
    auto load = operand.getDefiningOp<affine::AffineLoadOp>();
    if (load && load->hasOneUse() && isX(load))
      return Chain{*kind, load, op};
  }
  for (Value operand : op->getOperands().take_front(subtracts ? 1 : 2)) {
    std::optional<Chain> inner = findChain(operand, isX);
    bool sameOp = *kind == ReductionKind::Add ||
                  (inner && inner->combiner->getName() == op->getName());
    if (inner && inner->kind == *kind && sameOp)
      return inner;
  }
  return std::nullopt;
}

void Scop::Impl::recognizeReductions() {
  for (unsigned s = 0; s < statements.size(); ++s) {
    if (!statements[s].store || !statements[s].joined.empty())
      continue;
    auto loadsOfStatement = statements[s].loads();
    const StatementData &d = data[s];
    auto readMap = [&](affine::AffineLoadOp load) -> const isl::map & {
      return d.readMaps[llvm::find(loadsOfStatement, load) -
                        loadsOfStatement.begin()];
    };
    auto isX = [&](affine::AffineLoadOp load) {
      return readMap(load).is_equal(d.writeMaps.front()).is_true();
    };
    std::optional<Chain> chain =
        findChain(statements[s].store.getValueToStore(), isX);
    if (!chain)
      continue;
    bool restReadsX = llvm::any_of(loadsOfStatement, [&](auto load) {
      return load != chain->load &&
             loads.at(load).access.array == d.writes.front().array &&
             !readMap(load).is_disjoint(d.writeMaps.front()).is_true();
    });
    if (!restReadsX)
      reductions.push_back({s, chain->kind, chain->load, chain->combiner, {}});
  }
}

} // namespace talos::poly
