//===- SingleElements.cpp - Loops over dimensions of one element ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/LocalCopies.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_LOOPSINGLEELEMENTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

/// Local arrays without dimensions get one of one element.
static bool addDimensions(func::FuncOp func) {
  bool any = false;
  for (auto alloc : func.getOps<memref::AllocOp>()) {
    auto isAccess = [](Operation *user) {
      return isa<AffineLoadOp, AffineStoreOp, memref::DeallocOp>(user);
    };
    if (alloc.getType().getRank() != 0 ||
        !llvm::all_of(alloc->getUsers(), isAccess))
      continue;
    alloc.getResult().setType(
        MemRefType::get({1}, alloc.getType().getElementType()));
    AffineMap zero = AffineMap::getConstantMap(0, func.getContext());
    for (Operation *user : alloc->getUsers()) {
      if (auto load = dyn_cast<AffineLoadOp>(user))
        load.setMap(zero);
      else if (auto store = dyn_cast<AffineStoreOp>(user))
        store.setMap(zero);
    }
    any = true;
  }
  return any;
}

/// A number that is computed where no loop is: no argument, no constant.
static bool isComputed(Value value, Block &body) {
  Operation *op = value.getDefiningOp();
  return op && op->getBlock() == &body &&
         !op->hasTrait<OpTrait::ConstantLike>() &&
         isa<IntegerType, FloatType>(value.getType());
}

/// A local array that holds the value.
static Value storeInCell(Value value, Block &body) {
  auto builder = OpBuilder::atBlockBegin(&body);
  auto cell = memref::AllocOp::create(builder, value.getLoc(),
                                      MemRefType::get({1}, value.getType()));
  cell->setAttr(hls::nameAttrName, builder.getStringAttr("scalar"));
  builder.setInsertionPointAfterValue(value);
  nameCopying(AffineStoreOp::create(builder, value.getLoc(), value, cell,
                                    builder.getConstantAffineMap(0),
                                    ValueRange()),
              cell);
  builder.setInsertionPoint(body.getTerminator());
  memref::DeallocOp::create(builder, value.getLoc(), cell);
  return cell;
}

/// What a nest uses of a value that is computed before it, is read from an
/// array of one element.
static bool storeScalars(func::FuncOp func) {
  Block &body = func.getBody().front();
  llvm::MapVector<Value, Value> cells;
  auto readCells = [&](Operation *user) {
    for (OpOperand &operand : user->getOpOperands()) {
      Value value = operand.get();
      if (!isComputed(value, body))
        continue;
      Value &cell = cells[value];
      if (!cell)
        cell = storeInCell(value, body);
      OpBuilder builder(user);
      operand.set(AffineLoadOp::create(builder, value.getLoc(), cell,
                                       builder.getConstantAffineMap(0),
                                       ValueRange()));
    }
  };
  for (Operation &root : llvm::make_early_inc_range(body))
    if (root.getNumRegions() > 0)
      root.walk(readCells);
  return !cells.empty();
}

//===----------------------------------------------------------------------===//
// Statements that no loop surrounds
//===----------------------------------------------------------------------===//

namespace {
/// Makes nests of the statements of a function that stand in no loop.
class LooseStatements {
public:
  explicit LooseStatements(func::FuncOp func) : body(func.getBody().front()) {}
  bool wrapAll();

private:
  bool wrap(AffineStoreOp store);

  Block &body;
  /// Values that an array holds from there on.
  llvm::DenseMap<Value, AffineStoreOp> stored;
};
} // namespace

/// What feeds it moves along: no other statement stores in between what it
/// loads (hls-normalize). What another one has stored is not computed again.
bool LooseStatements::wrap(AffineStoreOp store) {
  llvm::SetVector<Operation *> feeders; // in program order
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *op) {
    return llvm::all_of(op->getResults(), [&](Value value) {
      return isComputed(value, body) && !stored.count(value);
    });
  };
  if (failed(getBackwardSlice(store, &feeders, options)))
    return false;
  if (!llvm::all_of(feeders, [](Operation *feeder) {
        return isa<AffineLoadOp>(feeder) || isPure(feeder);
      }))
    return false;
  OpBuilder builder(store);
  Location loc = store.getLoc();
  auto loop = AffineForOp::create(builder, loc, 0, 1);
  builder.setInsertionPointToStart(loop.getBody());
  IRMapping mapping;
  auto mapStored = [&](Operation *op) {
    for (Value operand : op->getOperands())
      if (auto known = stored.find(operand);
          known != stored.end() && !mapping.contains(operand))
        mapping.map(operand, AffineLoadOp::create(
                                 builder, loc, known->second.getMemRef(),
                                 known->second.getAffineMap(), ValueRange())
                                 .getResult());
  };
  for (Operation *feeder : feeders) {
    mapStored(feeder);
    builder.clone(*feeder, mapping);
  }
  mapStored(store);
  Value value = store.getValueToStore();
  store->moveBefore(loop.getBody()->getTerminator());
  store.getValueMutable().set(mapping.lookupOrDefault(value));
  bool isOnlyStore = llvm::count_if(store.getMemRef().getUsers(),
                                    llvm::IsaPred<AffineStoreOp>) == 1;
  if (isOnlyStore && isComputed(value, body) &&
      store.getMemRef().getDefiningOp<memref::AllocOp>())
    stored.try_emplace(value, store);
  return true;
}

bool LooseStatements::wrapAll() {
  bool any = false;
  SmallVector<AffineStoreOp> stores(body.getOps<AffineStoreOp>());
  for (AffineStoreOp store : stores)
    any |= wrap(store);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
    if (op.use_empty() && op.getNumResults() > 0 &&
        (isPure(&op) || isa<AffineLoadOp>(op)))
      op.erase();
  return any;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Dimensions of one element whose subscript is no iterator.
template <typename OpTy> static SmallVector<unsigned> singleDims(OpTy access) {
  SmallVector<unsigned> dims;
  ArrayRef<int64_t> shape = access.getMemRefType().getShape();
  for (auto [dim, subscript] :
       llvm::enumerate(access.getAffineMap().getResults()))
    if (shape[dim] == 1 && isa<AffineConstantExpr>(subscript))
      dims.push_back(dim);
  return dims;
}

template <typename OpTy>
static void setSubscripts(OpTy access, ArrayRef<AffineForOp> loops) {
  AffineMap map = access.getAffineMap();
  SmallVector<AffineExpr> subscripts(map.getResults());
  SmallVector<Value> operands(access.getMapOperands());
  for (auto [number, dim] : llvm::enumerate(singleDims(access))) {
    AffineForOp loop = loops[number];
    // Behind the dims, before the symbols.
    operands.insert(operands.begin() + map.getNumDims() + number,
                    loop.getInductionVar());
    subscripts[dim] =
        getAffineDimExpr(map.getNumDims() + number, access.getContext());
  }
  size_t added = operands.size() - access.getMapOperands().size();
  access.setMap(AffineMap::get(map.getNumDims() + added, map.getNumSymbols(),
                               subscripts, access.getContext()));
  access.getIndicesMutable().assign(operands);
}

/// Calls `apply` with each load and store of the block.
template <typename Function>
static void forEachAccess(Block &block, const Function &apply) {
  for (Operation &op : block)
    if (auto load = dyn_cast<AffineLoadOp>(op))
      apply(load);
    else if (auto store = dyn_cast<AffineStoreOp>(op))
      apply(store);
}

/// Makes innermost loops of one iteration, one for each such dimension of the
/// array that has most of them.
static bool loopSingleElements(AffineForOp root) {
  PerfectNest nest(root);
  Block *block = nest.singleBody();
  if (!block)
    return false;
  size_t most = 0;
  forEachAccess(*block, [&](auto access) {
    most = std::max(most, singleDims(access).size());
  });
  SmallVector<AffineForOp> loops;
  for (AffineForOp loop : nest.loops)
    if (loops.size() < most && runsOnce(loop) &&
        loop.getConstantLowerBound() == 0 && loop.getInductionVar().use_empty())
      loops.push_back(loop);
  Block *around = &nest.body();
  while (loops.size() < most) {
    loops.push_back(loopInside(*around, root.getLoc(), 1));
    around = loops.back().getBody();
  }
  // The statements of a nest without a condition have moved.
  forEachAccess(*PerfectNest(root).singleBody(),
                [&](auto access) { setSubscripts(access, loops); });
  return most > 0;
}

namespace {
struct LoopSingleElementsPass
    : talos::impl::LoopSingleElementsBase<LoopSingleElementsPass> {
  using LoopSingleElementsBase::LoopSingleElementsBase;

  void runOnOperation() override {
    transforms::changeTop(getOperation(), getArgument(), [](func::FuncOp func) {
      bool any = addDimensions(func);
      any |= storeScalars(func);
      any |= LooseStatements(func).wrapAll();
      for (AffineForOp root : llvm::to_vector(func.getOps<AffineForOp>()))
        any |= loopSingleElements(root);
      return any;
    });
  }
};
} // namespace
