//===- PadNests.cpp - Loops and arrays are filled up ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop that does not sum computes beyond its trip count lands in
// elements that the source program does not have: such a loop and the
// dimensions that it is the subscript of are made longer, no more. A loop that
// sums would add such elements, so its statement gets a condition.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/SourceExtents.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_PADNESTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using affine::AffineIfOp;

namespace {
class Padder {
public:
  Padder(const TaskGraph &graph, hls::DesignAttr design)
      : graph(graph), design(design) {}
  LogicalResult run(func::FuncOp func);

private:
  LogicalResult look(const Task &task);
  LogicalResult fill(const Access &access, unsigned dim, int64_t extent);
  void guard(const Statement &statement, AffineForOp loop, int64_t trip);
  void enlarge(func::FuncOp func, const ArrayInfo &array,
               ArrayRef<int64_t> shape);

  const TaskGraph &graph;
  hls::DesignAttr design;
  std::vector<SmallVector<int64_t>> shapes; ///< by array; 0: not known yet
  /// By loop: the trip count that it has, and that it gets.
  llvm::MapVector<Operation *, std::pair<int64_t, int64_t>> padded;
  /// Statements and their loops that sum and get longer.
  SmallVector<std::pair<const Statement *, AffineForOp>> sums;
};
} // namespace

LogicalResult Padder::fill(const Access &access, unsigned dim, int64_t extent) {
  int64_t &known = shapes[access.array][dim];
  if (known != 0 && known != extent)
    return access.op->emitError("design point: dimension ")
           << dim << " of array '" << graph.arrays[access.array].name
           << "' is filled up to " << known << " by another loop, here to "
           << extent << "; choose one for both";
  known = extent;
  return success();
}

/// The loops of a task and the dimensions that they are the subscripts of.
LogicalResult Padder::look(const Task &task) {
  hls::TaskPointAttr point = taskPointOf(design, task.name);
  if (!point || task.kind != TaskKind::Compute)
    return success(); // hls-schedule-nests says what is wrong
  if (point.getConcurrency() != hls::Concurrency::Dataflow)
    return success(); // on arrays in buffers, as long as they are
  const Statement &statement = task.only();
  for (auto [number, info] : llvm::enumerate(statement.innerBand)) {
    hls::LoopPointAttr own = loopPointOf(point, info.name);
    auto loop = dyn_cast<AffineForOp>(info.op);
    if (!own || !loop)
      continue;
    if (own.getTrip() != info.trip)
      return loop.emitError("design point: task ")
             << task.name << ": loop '" << info.name << "' has " << info.trip
             << " iterations, not " << own.getTrip();
    padded[loop] = {info.trip, own.getPadded()};
    bool isSubscriptOfResult = false;
    for (const Access &access : statement.accesses)
      for (auto [dim, subscript] : llvm::enumerate(access.subscripts)) {
        if (!subscript.simple || !subscript.loop || *subscript.loop != number)
          continue;
        isSubscriptOfResult |= access.isWrite;
        if (failed(fill(access, dim, own.getPadded())))
          return failure();
      }
    if (!isSubscriptOfResult && own.getPadded() > info.trip)
      sums.push_back({&statement, loop});
  }
  return success();
}

/// The statement stays away from iterations behind the last one.
void Padder::guard(const Statement &statement, AffineForOp loop, int64_t trip) {
  MLIRContext *context = loop.getContext();
  AffineForOp innermost(cast<AffineForOp>(statement.innerBand.back().op));
  AffineIfOp condition;
  Block *body = innermost.getBody();
  if (auto first = dyn_cast<AffineIfOp>(body->front());
      first && first->getNextNode() == body->getTerminator())
    condition = first;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEq;
  SmallVector<Value> operands;
  unsigned dims = 0;
  if (condition) {
    IntegerSet set = condition.getIntegerSet();
    llvm::append_range(constraints, set.getConstraints());
    llvm::append_range(isEq, set.getEqFlags());
    llvm::append_range(operands, condition.getOperands());
    dims = set.getNumDims();
  } else {
    OpBuilder builder = OpBuilder::atBlockBegin(body);
    condition = AffineIfOp::create(builder, loop.getLoc(),
                                   IntegerSet::getEmptySet(0, 0, context),
                                   ValueRange(), /*withElseRegion=*/false);
    Block *inside = condition.getThenBlock();
    inside->getOperations().splice(inside->begin(), body->getOperations(),
                                   std::next(body->begin()),
                                   body->getTerminator()->getIterator());
  }
  unsigned symbols = operands.size() - dims;
  constraints.push_back(getAffineConstantExpr(trip - 1, context) -
                        getAffineDimExpr(dims, context));
  isEq.push_back(false);
  operands.insert(operands.begin() + dims, loop.getInductionVar());
  condition.setConditional(
      IntegerSet::get(dims + 1, symbols, constraints, isEq), operands);
}

void Padder::enlarge(func::FuncOp func, const ArrayInfo &array,
                     ArrayRef<int64_t> shape) {
  Value value = array.value;
  auto type = cast<MemRefType>(value.getType());
  if (type.getShape() == shape)
    return;
  if (auto argument = dyn_cast<BlockArgument>(value))
    func.setArgAttr(
        argument.getArgNumber(), hls::extentsAttrName,
        DenseI64ArrayAttr::get(func.getContext(),
                               llvm::to_vector(hls::sourceExtents(argument))));
  value.setType(MemRefType::Builder(type).setShape(shape));
}

LogicalResult Padder::run(func::FuncOp func) {
  for (const ArrayInfo &array : graph.arrays)
    shapes.emplace_back(array.shape.size(), 0);
  for (const Task &task : graph.tasks)
    if (failed(look(task)))
      return failure();
  for (auto [op, trips] : padded)
    cast<AffineForOp>(op).setConstantUpperBound(trips.second);
  for (auto [statement, loop] : sums)
    guard(*statement, loop, padded[loop].first);
  for (auto [array, shape] : llvm::zip_equal(graph.arrays, shapes)) {
    for (auto [own, filled] : llvm::zip_equal(array.shape, shape))
      filled = filled == 0 ? own : filled;
    enlarge(func, array, shape);
  }
  func.setType(FunctionType::get(func.getContext(),
                                 func.getBody().getArgumentTypes(),
                                 func.getFunctionType().getResults()));
  return success();
}

namespace {
struct PadNests : talos::impl::PadNestsBase<PadNests> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    FailureOr<hls::DesignAttr> design = transforms::designOf(func);
    FailureOr<TaskGraph> graph = buildTaskGraph(func);
    if (failed(design) || failed(graph) ||
        failed(Padder(*graph, *design).run(func)))
      signalPassFailure();
  }
};
} // namespace
