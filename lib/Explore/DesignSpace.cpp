//===- DesignSpace.cpp - What may be chosen for a program -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/DesignSpace.h"
#include "talos/Analysis/Accumulation.h"
#include "talos/Poly/Scop.h"
#include "talos/Support/Divisors.h"
#include <map>
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class SpaceBuilder {
public:
  SpaceBuilder(func::FuncOp func, const target::Target &target,
               const SpaceOptions &options) {
    const target::Device &device = target.device;
    space.func = func;
    space.target = target;
    space.usable = target::Target::usable(
        device.total,
        options.usablePercent ? options.usablePercent : device.usable);
    space.maxPartition =
        options.maxPartition ? options.maxPartition : device.maxPartition;
    space.treeReduction = options.treeReduction;
    space.reuse = options.reuse;
    space.pins = options.pins;
  }

  FailureOr<DesignSpace> run() {
    FailureOr<analysis::Program> analyzed =
        analysis::analyzeProgram(space.func);
    if (failed(analyzed))
      return failure();
    program = std::move(*analyzed);
    if (program.nests.empty())
      return space.func.emitError("function '")
             << space.func.getName()
             << "' stores nothing: there is no design to explore";
    auto built = poly::Scop::build(space.func);
    if (failed(built))
      return failure();
    scop = std::move(*built);
    for (const analysis::ArrayInfo &array : program.arrays)
      addArray(array);
    for (const analysis::Nest &nest : program.nests)
      if (failed(addTask(nest)))
        return failure();
    return std::move(space);
  }

private:
  void addArray(const analysis::ArrayInfo &array);
  LogicalResult addTask(const analysis::Nest &nest);
  LogicalResult checkSelfDependences(const analysis::Nest &nest);
  void addLinks(const analysis::Nest &nest, TaskSpace &task);
  static void addUses(const analysis::Nest &nest, TaskSpace &task);
  static void addOrders(TaskSpace &task);

  DesignSpace space;
  analysis::Program program;
  std::unique_ptr<poly::Scop> scop;
};

} // namespace

void SpaceBuilder::addArray(const analysis::ArrayInfo &array) {
  ArraySpace result{{}, array.value.getLoc(), {}};
  result.shape.name = array.name;
  result.shape.extents.assign(array.shape.begin(), array.shape.end());
  result.shape.elementBits = array.elementBits;
  result.shape.beat =
      cost::beatOf(result.shape.extents, array.elementBits, space.target.rules);
  result.shape.loaded = array.liveIn;
  result.shape.stored = array.liveOut;
  for (int64_t extent : array.shape) {
    result.factors.emplace_back(std::min(extent, space.maxPartition));
    std::iota(result.factors.back().begin(), result.factors.back().end(), 1);
  }
  space.arrays.push_back(std::move(result));
}

/// The accumulator's load is the only read of the written array.
static bool readsOnce(const analysis::Nest &nest) {
  return llvm::count_if(nest.accesses, [&](const analysis::Access &access) {
           return !access.isWrite && access.array == nest.write().array;
         }) == 1;
}

/// A statement may depend on itself only through its reduction: the rules know
/// no other recurrence.
LogicalResult SpaceBuilder::checkSelfDependences(const analysis::Nest &nest) {
  unsigned statement = *scop->findStatement(nest.name);
  for (const poly::Dependence &dependence : scop->dependences()) {
    if (dependence.source != statement || dependence.target != statement ||
        !dependence.carrier)
      continue;
    analysis::LoopInfo carrier = nest.loops[*dependence.carrier];
    // Poly names the reductions of associative operators; `X = X - rest` is
    // one as well if rest does not read X's array.
    if (dependence.reduction || (nest.accumulator && readsOnce(nest)))
      continue;
    affine::AffineStoreOp store = nest.store;
    InFlightDiagnostic diag =
        store.emitError("statement '")
        << nest.name << "' depends on itself through array '"
        << scop->arrays()[dependence.array].name << "', carried by loop '"
        << carrier.name
        << "', and this is no reduction; such recurrences are not in the "
           "design space";
    diag.attachNote(carrier.op.getLoc()) << "the loop is here";
    return diag;
  }
  return success();
}

void SpaceBuilder::addLinks(const analysis::Nest &nest, TaskSpace &task) {
  std::map<std::tuple<unsigned, unsigned, unsigned>, bool> seen;
  for (const analysis::Access &access : nest.accesses)
    for (auto [dimension, subscript] : llvm::enumerate(access.subscripts)) {
      if (!subscript.simple) {
        for (unsigned l = 0; l < task.loops.size(); ++l)
          if (access.map.getResult(dimension).isFunctionOfDim(l))
            task.loops[l].mayUnroll = false;
        continue;
      }
      if (subscript.loop &&
          seen.insert(
                  {{*subscript.loop, access.array, unsigned(dimension)}, true})
              .second)
        task.links.push_back(
            {*subscript.loop, access.array, unsigned(dimension)});
    }
}

void SpaceBuilder::addUses(const analysis::Nest &nest, TaskSpace &task) {
  std::map<unsigned, bool> uses;
  for (const analysis::Access &access : nest.accesses)
    uses[access.array] |= access.isWrite;
  for (auto [array, written] : uses)
    task.uses.push_back({array, written});
}

/// All orders of the level-0 loops that keep the sequence of the reduction
/// loops. The other loops carry no dependence, so that they may stand anywhere.
void SpaceBuilder::addOrders(TaskSpace &task) {
  std::vector<unsigned> order(task.loops.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    std::vector<unsigned> reductions;
    for (unsigned l : order)
      if (task.loops[l].reduction)
        reductions.push_back(l);
    if (std::is_sorted(reductions.begin(), reductions.end()))
      task.orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
}

/// Above this depth the orders alone are too many to list.
static constexpr unsigned maxDepth = 8;

LogicalResult SpaceBuilder::addTask(const analysis::Nest &nest) {
  affine::AffineStoreOp store = nest.store;
  if (nest.loops.size() > maxDepth)
    return store.emitError("nest of depth ")
           << nest.loops.size() << "; the design space covers depths up to "
           << maxDepth;
  if (failed(checkSelfDependences(nest)))
    return failure();
  FailureOr<cost::StatementShape> shape = statementShape(program, nest);
  if (failed(shape))
    return failure();
  llvm::Expected<cost::Statement> statement =
      cost::Statement::create(std::move(*shape), space.target);
  if (!statement)
    return store.emitError(llvm::toString(statement.takeError()));
  TaskSpace task{nest.name, {}, std::move(*statement), {}, {},
                 {},        {}, store.getLoc(),
                 analysis::startsFromZero(program, nest),
                 analysis::isFloatSum(nest)};
  for (const analysis::LoopInfo &loop : nest.loops) {
    if (loop.reduction)
      task.sequence.push_back(task.loops.size());
    task.loops.push_back(
        {loop.name, loop.trip, loop.reduction, divisors(loop.trip), true});
  }
  addLinks(nest, task);
  addUses(nest, task);
  addOrders(task);
  space.tasks.push_back(std::move(task));
  return success();
}

FailureOr<DesignSpace> explore::buildDesignSpace(func::FuncOp func,
                                                 const target::Target &target,
                                                 const SpaceOptions &options) {
  return SpaceBuilder(func, target, options).run();
}
