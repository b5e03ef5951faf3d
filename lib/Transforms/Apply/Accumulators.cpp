//===- Accumulators.cpp - Sums in a local accumulator ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/Accumulators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "talos/Analysis/Accumulation.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {

/// The written element: a memory and a subscript.
struct Element {
  Value memory;
  AffineMap map;
  SmallVector<Value> operands;
};

class Accumulation {
public:
  Accumulation(hls::TaskOp task, const Statement &statement,
               const transforms::LocalSum &sum)
      : task(task), statement(statement), sum(sum), store(statement.store),
        accumulator(statement.accumulator), builder(task.getContext()) {
    target = {store.getMemref(), store.getAffineMap(),
              SmallVector<Value>(store.getMapOperands())};
    affine::canonicalizeMapAndOperands(&target.map, &target.operands);
  }

  void sumInScalar(affine::AffineForOp loops, bool fromZero);
  void boundLoop(affine::AffineForOp loop);
  hls::BufferOp createSums();
  void bringHome(Value sums);
  Element target; ///< where the scalar goes in the end

  affine::AffineForOp outermostReduction() const;
  affine::AffineForOp pipelinedLoop() const;

private:
  hls::BufferOp create(const Twine &name, MemRefType type,
                       hls::PartitionAttr partition);
  SmallVector<Value> createLoops(SmallVectorImpl<AffineExpr> &subscripts);

  hls::TaskOp task;
  const Statement &statement;
  const transforms::LocalSum &sum;
  affine::AffineStoreOp store;
  affine::AffineLoadOp accumulator;
  OpBuilder builder;
};

} // namespace

hls::BufferOp Accumulation::create(const Twine &name, MemRefType type,
                                   hls::PartitionAttr partition) {
  auto buffer = hls::BufferOp::create(
      builder, store.getLoc(), type, builder.getStringAttr(name),
      /*array=*/StringAttr(), partition, /*storage=*/hls::StorageAttr(),
      builder.getI64IntegerAttr(1), /*global=*/FlatSymbolRefAttr(),
      /*port=*/Value());
  buffer->setAttr(hls::accumulatorAttrName, builder.getUnitAttr());
  return buffer;
}

/// The reduction loops are innermost.
affine::AffineForOp Accumulation::outermostReduction() const {
  return llvm::find_if(statement.innerBand,
                       [](const LoopInfo &l) { return l.reduction; })
      ->op;
}

affine::AffineForOp Accumulation::pipelinedLoop() const {
  return llvm::find_if(statement.innerBand,
                       [](const LoopInfo &l) {
                         return affine::AffineForOp(l.op)->hasAttr(
                             hls::pipelineAttrName);
                       })
      ->op;
}

/// The loop runs where the guard holds, and the guard goes.
void Accumulation::boundLoop(affine::AffineForOp loop) {
  affine::AffineIfOp guard = statement.guard;
  if (!guard)
    return;
  const auto *at = llvm::find_if(
      statement.innerBand, [&](const LoopInfo &l) { return l.op == loop; });
  GuardBounds bounds =
      *guardBounds(statement, at - statement.innerBand.begin());
  auto set = [&](AffineMap map, bool isLower) {
    SmallVector<Value> operands = bounds.operands;
    affine::canonicalizeMapAndOperands(&map, &operands);
    isLower ? loop.setLowerBound(operands, map)
            : loop.setUpperBound(operands, map);
  };
  set(bounds.lower, true);
  set(bounds.upper, false);
  Block *then = guard.getThenBlock();
  then->getTerminator()->erase();
  guard->getBlock()->getOperations().splice(guard->getIterator(),
                                            then->getOperations());
  guard.erase();
}

/// The scalar is set before the loops and stored after them.
void Accumulation::sumInScalar(affine::AffineForOp loops, bool fromZero) {
  Location loc = store.getLoc();
  Type element = store.getMemRefType().getElementType();
  Value old = store.getMemref();
  AffineMap scalar = builder.getMultiDimIdentityMap(0);
  builder.setInsertionPoint(loops);
  Value memory = create(sum.array + "_sum", MemRefType::get({}, element), {});
  Value start =
      fromZero ? arith::ConstantOp::create(builder, loc,
                                           builder.getZeroAttr(element))
                     .getResult()
               : affine::AffineLoadOp::create(builder, accumulator.getLoc(),
                                              old, target.map, target.operands)
                     .getResult();
  affine::AffineStoreOp::create(builder, loc, start, memory, scalar,
                                ValueRange());
  auto redirect = [&](auto op) {
    op.getMemrefMutable().assign(memory);
    op.setMap(scalar);
    op.getIndicesMutable().clear();
  };
  redirect(accumulator);
  redirect(store);
  builder.setInsertionPointAfter(loops);
  Value total =
      affine::AffineLoadOp::create(builder, loc, memory, scalar, ValueRange());
  affine::AffineStoreOp::create(builder, loc, total, target.memory, target.map,
                                target.operands);
}

/// A buffer for the sums of the whole nest. Its banks have two ports, so that
/// half of an even unroll factor serves one dimension.
hls::BufferOp Accumulation::createSums() {
  MLIRContext *context = builder.getContext();
  auto type = cast<MemRefType>(store.getMemref().getType());
  SmallVector<int64_t> banks(type.getRank(), 1);
  for (auto [dim, expr] : llvm::enumerate(statement.write().map.getResults()))
    for (auto [position, loop] : llvm::enumerate(statement.innerBand))
      if (affine::AffineForOp(loop.op)->hasAttr(hls::unrollAttrName) &&
          expr.isFunctionOfDim(position))
        banks[dim] = loop.trip;
  for (int64_t &factor : llvm::reverse(banks))
    if (factor % 2 == 0) {
      factor /= 2;
      break;
    }
  SmallVector<hls::PartitionDimAttr> dims;
  for (int64_t factor : banks)
    dims.push_back(hls::PartitionDimAttr::get(
        context,
        factor == 1 ? hls::PartitionKind::None : hls::PartitionKind::Cyclic,
        factor));
  bool isPartitioned =
      llvm::any_of(banks, [](int64_t factor) { return factor > 1; });
  builder.setInsertionPointToStart(&task.getBody().front());
  auto shape = MemRefType::get(type.getShape(), type.getElementType());
  return create(sum.array + "_sums", shape,
                isPartitioned ? hls::PartitionAttr::get(context, dims)
                              : hls::PartitionAttr());
}

/// Loops over the elements that the nest writes, the innermost pipelined.
SmallVector<Value>
Accumulation::createLoops(SmallVectorImpl<AffineExpr> &subscripts) {
  SmallVector<int64_t> trips;
  for (const LoopInfo &loop : statement.innerBand)
    trips.push_back(loop.trip);
  llvm::SmallBitVector none(trips.size());
  SmallVector<Value> ivs;
  affine::AffineForOp loop;
  for (AffineExpr expr : statement.write().map.getResults()) {
    auto [least, greatest] =
        rangeOf(*linearForm(expr, trips.size()), trips, none);
    subscripts.push_back(builder.getAffineConstantExpr(least));
    if (least == greatest)
      continue;
    loop = affine::AffineForOp::create(builder, store.getLoc(), 0,
                                       greatest - least + 1);
    const LoopInfo *source =
        llvm::find_if(statement.innerBand, [&](const LoopInfo &l) {
          return expr.isFunctionOfDim(&l - statement.innerBand.begin());
        });
    StringRef name = StringRef(source->name).drop_back(); // the level's digit
    loop->setAttr(hls::nameAttrName,
                  builder.getStringAttr(name + (sum.adds ? "_add" : "_copy")));
    subscripts.back() =
        subscripts.back() + builder.getAffineDimExpr(ivs.size());
    ivs.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  if (loop)
    loop->setAttr(hls::pipelineAttrName,
                  hls::PipelineAttr::get(builder.getContext(), 0));
  return ivs;
}

/// Adds the sums to the array, or copies those that started from it.
void Accumulation::bringHome(Value sums) {
  Location loc = store.getLoc();
  builder.setInsertionPoint(task.getBody().front().getTerminator());
  SmallVector<AffineExpr> subscripts;
  SmallVector<Value> ivs = createLoops(subscripts);
  AffineMap map =
      AffineMap::get(ivs.size(), 0, subscripts, builder.getContext());
  Value value = affine::AffineLoadOp::create(builder, loc, sums, map, ivs);
  if (sum.adds) {
    Value old =
        affine::AffineLoadOp::create(builder, loc, target.memory, map, ivs);
    auto all = arith::AddFOp::create(builder, loc, old, value);
    if (Operation *added = store.getValueToStore().getDefiningOp())
      hls::copyImpl(added, all);
    value = all;
  }
  affine::AffineStoreOp::create(builder, loc, value, target.memory, map, ivs);
}

void transforms::accumulateLocally(hls::TaskOp task, const Statement &statement,
                                   hls::Accumulator kind, const LocalSum &sum) {
  Accumulation accumulation(task, statement, sum);
  if (kind == hls::Accumulator::Register) {
    affine::AffineForOp loop = accumulation.pipelinedLoop();
    accumulation.boundLoop(loop);
    return accumulation.sumInScalar(loop, /*fromZero=*/false);
  }
  affine::AffineForOp reductions = accumulation.outermostReduction();
  if (kind == hls::Accumulator::Local)
    return accumulation.sumInScalar(reductions, sum.fromZero);
  Value array = accumulation.target.memory;
  Value sums = accumulation.createSums();
  accumulation.target.memory = sums;
  accumulation.sumInScalar(reductions, sum.adds);
  accumulation.target.memory = array;
  accumulation.bringHome(sums);
}
