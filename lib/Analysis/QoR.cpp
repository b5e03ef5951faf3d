//===- QoR.cpp - Cycles and resources of the final IR ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/QoR.h"
#include "QoRTask.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <map>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {

/// A call of the top function, in program order.
struct Call {
  std::string name;
  int64_t latency = 0;
  const TaskQoR *task = nullptr;
  SmallVector<std::pair<Value, bool>> uses; ///< memory, written
  unsigned phase = 0;
};

class TopScheduler {
public:
  TopScheduler(func::FuncOp func, const target::Target &target, bool tree)
      : func(func), target(target), tree(tree) {}

  FailureOr<QoR> run();

private:
  LogicalResult visit(Operation &op);
  LogicalResult visitTask(hls::TaskOp task);
  LogicalResult visitTransfer(Operation *op, Value buffer, Value array,
                              int64_t beat, bool isLoad);
  bool conflict(const Call &a, const Call &b) const;
  void schedule();
  void shareOperators();
  LogicalResult sumUp();
  int64_t adapters();

  func::FuncOp func;
  const target::Target &target;
  bool tree;
  Memories memories;
  std::vector<Call> calls;
  QoR qor;
};

} // namespace

LogicalResult TopScheduler::visitTransfer(Operation *op, Value buffer,
                                          Value array, int64_t beat,
                                          bool isLoad) {
  auto memory = memories.find(buffer);
  if (memory == memories.end())
    return op->emitError("transfer of a memory that is no buffer");
  qor.transfers.push_back(estimateTransfer(op, memory->second, isLoad, beat,
                                           /*inTask=*/false, target.rules));
  const TransferQoR &transfer = qor.transfers.back();
  calls.push_back({(isLoad ? "load " : "store ") + transfer.array,
                   transfer.latency,
                   nullptr,
                   {{buffer, isLoad}, {array, true}}});
  return success();
}

/// The operands that a task writes, by a store or a transfer.
static bool isWritten(Value memory) {
  return llvm::any_of(memory.getUsers(), [&](Operation *user) {
    if (auto store = dyn_cast<affine::AffineStoreOp>(user))
      return store.getMemRef() == memory;
    if (auto store = dyn_cast<hls::TileStoreOp>(user))
      return store.getArray() == memory;
    return false;
  });
}

LogicalResult TopScheduler::visitTask(hls::TaskOp task) {
  Memories inside;
  Call call;
  for (auto [operand, argument] :
       llvm::zip(task.getInputs(), task.getBody().getArguments())) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type)
      continue;
    auto memory = memories.find(operand);
    if (memory != memories.end()) {
      inside[argument] = memory->second;
    } else {
      inside[argument] = Memory::of("off-chip array", type, {});
      inside[argument].onChip = false;
    }
    call.uses.emplace_back(operand, isWritten(argument));
  }
  FailureOr<TaskQoR> estimated =
      estimateTask(task, std::move(inside), target, tree, qor.buffers);
  if (failed(estimated))
    return failure();
  call.name = "task " + estimated->name;
  call.latency = estimated->latency;
  qor.tasks.push_back(std::move(*estimated));
  calls.push_back(std::move(call));
  return success();
}

LogicalResult TopScheduler::visit(Operation &op) {
  if (auto buffer = dyn_cast<hls::BufferOp>(op)) {
    Memory memory = memoryOf(buffer);
    BufferUses uses = usesOf(buffer);
    qor.buffers.push_back(estimateBuffer(buffer, memory, uses.loaded,
                                         uses.stored, uses.beat, target));
    memories[buffer.getResult()] = std::move(memory);
    return success();
  }
  if (auto load = dyn_cast<hls::TileLoadOp>(op))
    return visitTransfer(load, load.getBuffer(), load.getArray(),
                         load.getBeat(), true);
  if (auto store = dyn_cast<hls::TileStoreOp>(op))
    return visitTransfer(store, store.getBuffer(), store.getArray(),
                         store.getBeat(), false);
  if (auto task = dyn_cast<hls::TaskOp>(op))
    return visitTask(task);
  if (op.getNumRegions() == 0 && isMemoryEffectFree(&op))
    return success();
  return op.emitError("'")
         << op.getName()
         << "' outside of tasks cannot be estimated; the estimator reads what "
            "hls-apply-buffers leaves: buffers, transfers and tasks";
}

/// Two calls may not overlap if they share a memory that one of them writes. A
/// RAM's ports belong to one call at a time, so reading conflicts as well.
bool TopScheduler::conflict(const Call &a, const Call &b) const {
  for (auto [memory, written] : a.uses)
    for (auto [other, otherWritten] : b.uses) {
      if (memory != other)
        continue;
      auto it = memories.find(memory);
      bool isRam = it == memories.end() || !it->second.inRegisters();
      if (isRam || written || otherWritten)
        return true;
    }
  return false;
}

/// A call starts in the first phase after all earlier ones that conflict.
void TopScheduler::schedule() {
  std::vector<int64_t> longest;
  for (size_t i = 0; i < calls.size(); ++i) {
    for (size_t j = 0; j < i; ++j)
      if (conflict(calls[i], calls[j]))
        calls[i].phase = std::max(calls[i].phase, calls[j].phase + 1);
    if (calls[i].phase >= longest.size()) {
      longest.push_back(0);
      qor.phases.emplace_back();
    }
    int64_t &latency = longest[calls[i].phase];
    latency = std::max(latency, calls[i].latency);
    qor.phases[calls[i].phase].push_back(calls[i].name);
  }
  for (int64_t latency : longest)
    qor.latency += latency + target.rules.levelOverhead;
}

/// Phases use the same operators one after the other; conditional statements
/// keep their own.
void TopScheduler::shareOperators() {
  std::map<std::string, std::pair<int64_t, int64_t>> own; // operations, units
  std::map<std::string, std::map<unsigned, int64_t>> byPhase;
  for (const Call &call : calls) {
    if (!call.task)
      continue;
    for (const OperatorCount &use : call.task->operators) {
      own[use.name].first += use.operations;
      if (call.task->guarded)
        own[use.name].second += use.units;
      else
        byPhase[use.name][call.phase] += use.units;
    }
  }
  for (auto &[name, counts] : own) {
    int64_t most = 0;
    for (auto [phase, units] : byPhase[name])
      most = std::max(most, units);
    qor.operators.push_back({name, counts.first, counts.second + most});
  }
}

/// AXI adapters of the ports that carry transfers, by width.
int64_t TopScheduler::adapters() {
  llvm::SmallDenseSet<unsigned> used;
  func.walk([&](Operation *op) {
    Value array;
    if (auto load = dyn_cast<hls::TileLoadOp>(op))
      array = load.getArray();
    else if (auto store = dyn_cast<hls::TileStoreOp>(op))
      array = store.getArray();
    else
      return;
    auto argument = dyn_cast<BlockArgument>(array);
    while (argument && argument.getOwner() != &func.getBody().front()) {
      auto task = dyn_cast<hls::TaskOp>(argument.getOwner()->getParentOp());
      argument = task ? dyn_cast<BlockArgument>(
                            task.getInputs()[argument.getArgNumber()])
                      : BlockArgument();
    }
    if (argument)
      used.insert(argument.getArgNumber());
  });
  int64_t sum = 0;
  const auto &steps = target.rules.memories.adapters;
  for (unsigned number : used) {
    auto port = func.getArgAttrOfType<hls::InterfaceAttr>(
        number, hls::interfaceAttrName);
    if (!port || steps.empty())
      continue;
    auto step = llvm::find_if(
        steps, [&](auto &s) { return port.getWidth() <= s.first; });
    sum += step == steps.end() ? steps.back().second : step->second;
  }
  return sum;
}

LogicalResult TopScheduler::sumUp() {
  target::Resources &sum = qor.resources;
  int64_t lut = target.rules.lut.base, ff = target.rules.ff.base;
  for (const OperatorCount &use : qor.operators) {
    auto op = target.lookup(use.name);
    if (!op)
      return func.emitError(llvm::toString(op.takeError()));
    sum.dsp += use.units * (*op)->dsp;
    lut += use.units * (*op)->lut * 1000;
    ff += use.units * (*op)->ff * 1000;
  }
  for (const TaskQoR &task : qor.tasks) {
    lut += task.lutMilli;
    ff += task.ffMilli;
  }
  for (const BufferQoR &buffer : qor.buffers) {
    sum.bram18k += buffer.bram;
    sum.uram += buffer.uram;
    lut += buffer.lutMilli;
    ff += buffer.ffMilli;
  }
  sum.bram18k += adapters();
  sum.lut = llvm::divideCeil(lut, 1000);
  sum.ff = llvm::divideCeil(ff, 1000);
  return success();
}

FailureOr<QoR> TopScheduler::run() {
  if (!func.getBody().hasOneBlock())
    return func.emitError("the estimator needs a function of one block");
  for (Operation &op : func.getBody().front().without_terminator())
    if (failed(visit(op)))
      return failure();
  if (qor.tasks.empty())
    return func.emitError("function '")
           << func.getName()
           << "' has no task; run hls-apply-schedule and hls-apply-buffers "
              "first";
  size_t task = 0;
  for (Call &call : calls)
    if (StringRef(call.name).starts_with("task "))
      call.task = &qor.tasks[task++];
  schedule();
  shareOperators();
  if (failed(sumUp()))
    return failure();
  return std::move(qor);
}

FailureOr<QoR> analysis::estimateQoR(func::FuncOp func,
                                     const target::Target &target,
                                     bool treeReduction) {
  return TopScheduler(func, target, treeReduction).run();
}
