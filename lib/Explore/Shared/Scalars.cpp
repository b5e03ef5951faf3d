//===- Scalars.cpp - What the top function computes by itself -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Scalars.h"
#include "mlir/Transforms/RegionUtils.h"
#include "talos/Analysis/OperatorNames.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

class ScalarFinder {
public:
  ScalarFinder(const analysis::TaskGraph &graph, DesignSpace &space)
      : graph(graph), space(space) {}

  LogicalResult run() {
    for (const analysis::Task &task : graph.tasks)
      findRoots(task);
    auto result = space.func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (const analysis::Task &task : graph.tasks)
        if (task.root() == op) {
          ++tasksBefore;
          computeBefore += task.kind == analysis::TaskKind::Compute;
          return WalkResult::skip();
        }
      return live.contains(op) && failed(add(op)) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    await();
    return success();
  }

private:
  /// Operations outside of the task that it takes values from. What feeds a
  /// store without loops goes into its task.
  void findRoots(const analysis::Task &task) {
    Operation *root = task.root();
    llvm::SetVector<Value> values;
    if (task.kind != analysis::TaskKind::Compute ||
        isa<affine::AffineStoreOp>(root))
      return;
    values.insert_range(root->getOperands());
    getUsedValuesDefinedAbove(root->getRegions(), values);
    llvm::SetVector<Operation *> &found =
        feeders.emplace_back(&task, Set()).second;
    for (Value value : values)
      collect(value, found);
    live.insert_range(found);
  }

  void collect(Value value, llvm::SetVector<Operation *> &found) {
    Operation *op = value.getDefiningOp();
    if (!op || analysis::operatorName(op).empty() || !found.insert(op))
      return;
    for (Value operand : op->getOperands())
      collect(operand, found);
  }

  std::optional<unsigned> contextOf(Operation *op) const {
    for (auto [c, loop] : llvm::enumerate(graph.sharedLoops))
      if (op->getParentOp() == loop.op)
        return unsigned(c);
    return std::nullopt;
  }

  /// To the operations that stand between the same calls.
  LogicalResult add(Operation *op) {
    std::string name = analysis::operatorName(op);
    llvm::Expected<const target::Operator *> found = space.target.lookup(name);
    if (!found)
      return op->emitError(llvm::toString(found.takeError()));
    std::optional<unsigned> context = contextOf(op);
    if (space.scalars.empty() || lastTask != tasksBefore ||
        space.scalars.back().context != context) {
      space.scalars.push_back({context, computeBefore, 0, {}, {}});
      lastTask = tasksBefore;
    }
    ScalarSpace &group = space.scalars.back();
    unsigned number = space.scalars.size() - 1;
    int64_t start = 0;
    for (Value operand : op->getOperands()) {
      auto known = place.find(operand.getDefiningOp());
      if (known == place.end())
        continue;
      if (known->second.first == number)
        start = std::max(start, known->second.second);
      else if (!llvm::is_contained(group.awaits, known->second.first))
        group.awaits.push_back(known->second.first);
    }
    int64_t end = start + (*found)->latency;
    place[op] = {number, end};
    group.latency = std::max(group.latency, end);
    auto use = llvm::find_if(group.operators,
                             [&](auto &each) { return each.first == name; });
    if (use == group.operators.end())
      group.operators.emplace_back(name, 1);
    else
      ++use->second;
    return success();
  }

  /// The groups that each task takes values from.
  void await() {
    for (auto &[task, ops] : feeders)
      for (TaskSpace &own : space.tasks) {
        if (own.name != task->name)
          continue;
        for (Operation *op : ops)
          if (unsigned group = place.lookup(op).first;
              !llvm::is_contained(own.scalars, group))
            own.scalars.push_back(group);
      }
  }

  using Set = llvm::SetVector<Operation *>;
  const analysis::TaskGraph &graph;
  DesignSpace &space;
  std::vector<std::pair<const analysis::Task *, Set>> feeders;
  Set live;
  /// Of an operation: its group, and the cycle of that in which it ends.
  llvm::DenseMap<Operation *, std::pair<unsigned, int64_t>> place;
  unsigned tasksBefore = 0, computeBefore = 0, lastTask = 0;
};

} // namespace

LogicalResult explore::addScalars(const analysis::TaskGraph &graph,
                                  DesignSpace &space) {
  return ScalarFinder(graph, space).run();
}
