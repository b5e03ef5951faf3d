//===- Accumulation.cpp - Accumulations and sums in a local accumulator ---===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Accumulation.h"
#include "Analysis/Program/TaskGraphParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/Footprint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

static Operation *combinationOf(const Statement &statement) {
  affine::AffineStoreOp store = statement.store;
  return store.getValueToStore().getDefiningOp();
}

bool analysis::isFloatSum(const Statement &statement) {
  return statement.accumulator &&
         isa<arith::AddFOp, arith::SubFOp>(combinationOf(statement));
}

static bool isSum(const Statement &statement) {
  return isFloatSum(statement) ||
         (statement.accumulator &&
          isa<arith::AddIOp, arith::SubIOp>(combinationOf(statement)));
}

/// Whether the nest stores the constant +0 to every element of the array.
static bool zeroesArray(const TaskGraph &graph, const Statement &statement) {
  affine::AffineStoreOp store = statement.store;
  Value value = store.getValueToStore();
  if (!matchPattern(value, m_PosZeroFloat()) && !matchPattern(value, m_Zero()))
    return false;
  unsigned array = statement.write().array;
  std::optional<Footprint> box = footprintOf(
      statement, array, llvm::SmallBitVector(statement.innerBand.size()));
  ArrayRef<int64_t> shape = graph.arrays[array].shape;
  return box && box->fullyWritten &&
         llvm::all_of(llvm::zip_equal(box->dims, shape), [](auto entry) {
           return std::get<0>(entry).extent == std::get<1>(entry);
         });
}

bool analysis::startsFromZero(const TaskGraph &graph, const Task &task) {
  const Statement &statement = task.only();
  if (!isSum(statement))
    return false;
  unsigned array = statement.write().array;
  const Task *writer = nullptr; // the last one before the task
  for (const Task &earlier : graph.tasks) {
    if (&earlier == &task)
      break;
    if (llvm::any_of(earlier.uses, [&](const ArrayUse &use) {
          return use.array == array && use.writes;
        }))
      writer = &earlier;
  }
  // In the same loop the zeros are stored before every run of the task.
  return writer && writer->kind == TaskKind::Compute &&
         writer->context == task.context && zeroesArray(graph, writer->only());
}

/// Whether each parallel loop is, alone, the subscript of one dimension.
static bool writesByLoops(const Statement &statement) {
  llvm::SmallBitVector used(statement.innerBand.size());
  for (const Subscript &subscript : statement.write().subscripts) {
    if (!subscript.simple)
      return false;
    if (!subscript.loop)
      continue;
    if (used.test(*subscript.loop))
      return false;
    used.set(*subscript.loop);
  }
  for (auto [position, loop] : llvm::enumerate(statement.innerBand))
    if (!loop.reduction && !used.test(position))
      return false;
  return true;
}

LogicalResult
analysis::verifyAccumulator(const Statement &statement, hls::TaskPointAttr task,
                            hls::ArrayPointAttr written,
                            llvm::function_ref<InFlightDiagnostic()> error) {
  hls::Accumulator kind = task.getAccumulator();
  if (kind == hls::Accumulator::Direct)
    return success();
  auto refuse = [&] {
    return error() << "the accumulator '" << hls::stringifyAccumulator(kind)
                   << "' ";
  };
  bool reduces = llvm::any_of(statement.innerBand, [](const LoopInfo &loop) {
    return loop.reduction && loop.trip > 1;
  });
  if (!statement.accumulator || !reduces)
    return refuse() << "needs a reduction 'X = X op rest'; use accumulator = "
                       "direct";
  if (statement.guard)
    return refuse()
           << "needs a statement that always runs, and this one stands "
              "under a condition; use accumulator = direct";
  unsigned array = statement.write().array;
  if (llvm::count_if(statement.accesses,
                     [&](const Access &a) { return a.array == array; }) != 2)
    return refuse() << "needs a statement that reads the written array once, "
                       "as its accumulator; use accumulator = direct";
  if (!writesByLoops(statement))
    return refuse() << "needs a written element whose subscripts are the "
                       "parallel loops, one each; use accumulator = direct";
  for (const LoopInfo &loop : statement.innerBand) {
    ArrayRef<int64_t> factors = loopPointOf(task, loop.name).getFactors();
    bool whole = factors[0] == 1 && factors[1] == 1 &&
                 task.getPipelined().getValue() != loop.name;
    if (loop.reduction && !whole)
      return refuse() << "sums in one iteration of the pipelined loop, so "
                         "reduction loop '"
                      << loop.name
                      << "' must run in level 2 alone (factors 1 x "
                      << "1 x " << loop.trip << ", not pipelined)";
  }
  bool hasElements =
      llvm::any_of(statement.innerBand, [](const LoopInfo &loop) {
        return !loop.reduction && loop.trip > 1;
      });
  if (kind == hls::Accumulator::LocalAdd && !hasElements)
    return refuse() << "needs several written elements; use accumulator = "
                       "local";
  bool usesSharedLoop =
      llvm::any_of(statement.write().map.getResults(), [](AffineExpr expr) {
        return expr.isSymbolicOrConstant() && !isa<AffineConstantExpr>(expr);
      });
  if (kind == hls::Accumulator::LocalAdd && usesSharedLoop)
    return refuse() << "needs written elements whose subscripts are loops of "
                       "the nest alone; use accumulator = local";
  if (kind == hls::Accumulator::LocalAdd && written.getTransfer() != 0)
    return refuse() << "adds after the whole nest, so array "
                    << written.getArray()
                    << " needs a buffer for all of it (transfer = 0)";
  return success();
}

/// Ops that a reduction may use; the written element must be a direct operand.
static bool isAccumulation(Operation *op) {
  return isa_and_nonnull<arith::AddFOp, arith::MulFOp, arith::AddIOp,
                         arith::MulIOp, arith::MaximumFOp, arith::MinimumFOp,
                         arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp,
                         arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op);
}

void analysis::findAccumulation(Statement &statement) {
  const Access &write = statement.write();
  Operation *combine = statement.store.getValueToStore().getDefiningOp();
  // `X - rest` accumulates too: the subtrahends are summed with their sign.
  bool subtracts = isa_and_nonnull<arith::SubFOp, arith::SubIOp>(combine);
  if (!subtracts && !isAccumulation(combine))
    return;
  for (const Access &access : statement.accesses) {
    if (access.isWrite || access.array != write.array ||
        access.map != write.map)
      continue;
    Value loaded = access.op->getResult(0);
    bool direct = loaded == combine->getOperand(0) ||
                  (!subtracts && loaded == combine->getOperand(1));
    // The element must enter exactly once, as the running value.
    if (!direct || !loaded.hasOneUse())
      continue;
    statement.accumulator = cast<affine::AffineLoadOp>(access.op);
    break;
  }
  if (!statement.accumulator)
    return;
  for (auto [position, loop] : llvm::enumerate(statement.innerBand))
    loop.reduction = !write.map.isFunctionOfDim(position);
}
