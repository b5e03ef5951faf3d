//===- QoR.cpp - Cycles and resources of the final IR ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/QoR.h"
#include "Analysis/QoR/QoRScalars.h"
#include "Analysis/QoR/QoRTask.h"
#include "Analysis/QoR/QoRTimeline.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/Counting.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/MemoryBanks.h"
#include "talos/Support/Int.h"
#include <map>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {

/// A call of the top function, in program order.
struct Call {
  std::string name;
  int64_t latency = 0;
  /// Of a task: its place in QoR::tasks, and once all are known the task.
  std::optional<size_t> position = std::nullopt;
  const TaskQoR *task = nullptr;
  SmallVector<std::pair<Value, bool>> uses;      ///< memory, written
  unsigned phase = 0;                            ///< of the function
  size_t recorded = 0;                           ///< its place in QoR::calls
  std::optional<size_t> transfer = std::nullopt; ///< in QoR::transfers
  SmallVector<int64_t> banks = {};               ///< of the transfer's ports
  int64_t inBank = 0;                            ///< as CallQoR::inBank
};

/// The calls of one body: the function's, or a sequential loop's.
struct Body {
  SmallVector<unsigned> calls; ///< positions in the list of all calls
  unsigned barrier = 0;        ///< first phase behind the last loop
};

class TopScheduler {
public:
  TopScheduler(func::FuncOp func, const target::Target &target, bool tree)
      : func(func), target(target), tree(tree),
        banks(hls::memoryBanksOf(func, target.device.memory.banks)) {}

  FailureOr<QoR> run();
  /// Of these ops of one process, which compute.
  FailureOr<QoR> run(hls::ProcessOp process, ArrayRef<Operation *> ops);

private:
  using Ops = ArrayRef<Operation *>;
  FailureOr<QoR> run(Ops ops);
  LogicalResult visitBody(Ops ops, int64_t executions, int64_t &cycles);
  LogicalResult visit(Operation &op, int64_t executions);
  LogicalResult visitLoop(affine::AffineForOp loop);
  LogicalResult visitTask(hls::TaskOp task, int64_t executions);
  LogicalResult visitScalars(Operation &first, int64_t executions);
  Value portOf(Value array);
  LogicalResult visitTransfer(const Transfer &transfer, int64_t executions);
  void recordCall(Operation *op, CallQoR::Kind kind, StringRef name,
                  int64_t latency, int64_t executions);
  void recordUses(hls::TaskOp task);
  bool conflict(const Call &a, const Call &b) const;
  void place(Body &body);
  void shareBanks(const Body &body);
  int64_t cyclesOf(const Body &body) const;
  void shareOperators();
  LogicalResult sumUp();
  void addAdapters(int64_t &lutMilli, int64_t &ffMilli);

  func::FuncOp func;
  const target::Target &target;
  bool tree;
  /// By argument, the banks of its ports.
  SmallVector<SmallVector<int64_t>> banks;
  Memories memories;
  llvm::DenseSet<Operation *> scalars; ///< that belong to a call by now
  std::vector<OperatorCount> scalarOperators;
  std::vector<Call> calls;
  Int latency = 0;              ///< of the loops around tasks
  std::optional<size_t> around; ///< the innermost open loop, in QoR::calls
  QoR qor;
};

} // namespace

static SmallVector<Operation *> opsOf(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block.without_terminator())
    ops.push_back(&op);
  return ops;
}

void TopScheduler::recordCall(Operation *op, CallQoR::Kind kind, StringRef name,
                              int64_t latency, int64_t executions) {
  CallQoR call;
  call.op = op;
  call.kind = kind;
  call.name = name.str();
  call.loop = around;
  call.latency = latency;
  call.executions = executions;
  if (kind == CallQoR::Load)
    call.writes = {call.name};
  else if (kind == CallQoR::Store)
    call.reads = {call.name};
  qor.calls.push_back(std::move(call));
}

/// The first array that is moved through the same ports: one of them moves one
/// array at a time.
Value TopScheduler::portOf(Value array) {
  hls::InterfaceAttr port = interfaceOf(array);
  for (BlockArgument other : func.getArguments())
    if (port && !port.getBundle().empty() && isa<MemRefType>(other.getType()))
      if (hls::InterfaceAttr own = interfaceOf(other);
          own && own.getBundle() == port.getBundle())
        return other;
  return array;
}

LogicalResult TopScheduler::visitTransfer(const Transfer &transfer,
                                          int64_t executions) {
  auto memory = memories.find(transfer.buffer);
  if (memory == memories.end())
    return transfer.op->emitError("transfer of a memory that is no buffer");
  FailureOr<TransferQoR> estimated =
      estimateTransfer(transfer, memory->second, /*inTask=*/false, target);
  if (failed(estimated))
    return failure();
  calls.push_back(
      {(transfer.isLoad ? "load " : "store ") + estimated->array,
       estimated->latency,
       /*position=*/std::nullopt,
       /*task=*/nullptr,
       {{transfer.buffer, transfer.isLoad}, {portOf(transfer.array), true}}});
  for (Value copy : transfer.copies)
    calls.back().uses.push_back({copy, true});
  recordCall(transfer.op, transfer.isLoad ? CallQoR::Load : CallQoR::Store,
             estimated->array, estimated->latency, executions);
  calls.back().recorded = qor.calls.size() - 1;
  calls.back().transfer = qor.transfers.size();
  if (auto argument = dyn_cast<BlockArgument>(hls::originOf(transfer.array)))
    calls.back().banks = banks[argument.getArgNumber()];
  qor.transfers.push_back(std::move(*estimated));
  return success();
}

/// The operands that a task writes, by a store or a transfer.
static bool isWritten(Value memory) {
  return llvm::any_of(memory.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (std::optional<Transfer> transfer = transferOf(user))
      return transfer->writes(memory);
    if (Value argument = hls::argumentFor(use))
      return isWritten(argument);
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    return effects && effects.getEffectOnValue<MemoryEffects::Write>(memory);
  });
}

static bool isRead(Value memory) {
  return llvm::any_of(memory.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (std::optional<Transfer> transfer = transferOf(user))
      return !transfer->writes(memory);
    if (Value argument = hls::argumentFor(use))
      return isRead(argument);
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    return !effects || effects.getEffectOnValue<MemoryEffects::Read>(memory);
  });
}

/// The memories of the task that was recorded last, by name.
void TopScheduler::recordUses(hls::TaskOp task) {
  CallQoR &call = qor.calls.back();
  for (auto [operand, argument] :
       llvm::zip(task.getInputs(), task.getBody().getArguments())) {
    if (!isa<MemRefType>(operand.getType()))
      continue;
    auto memory = memories.find(operand);
    auto outer = dyn_cast<BlockArgument>(operand);
    std::string name = memory != memories.end() ? memory->second.name
                       : outer ? sourceName(func, outer.getArgNumber())
                               : std::string();
    if (name.empty())
      continue;
    if (task.isOpaque() || isRead(argument))
      call.reads.push_back(name);
    if (task.isOpaque() || isWritten(argument))
      call.writes.push_back(name);
  }
}

/// What the top function computes itself is a call as well: tasks wait for the
/// values.
LogicalResult TopScheduler::visitScalars(Operation &first, int64_t executions) {
  FailureOr<ScalarsQoR> estimated = estimateScalars(first, target);
  if (failed(estimated))
    return failure();
  Call call;
  call.name = "scalars";
  call.latency = estimated->latency;
  for (Operation *op : estimated->ops) {
    scalars.insert(op);
    for (Value result : op->getResults())
      call.uses.emplace_back(result, true);
    for (Value operand : op->getOperands())
      call.uses.emplace_back(operand, false);
  }
  llvm::append_range(scalarOperators, estimated->operators);
  recordCall(&first, CallQoR::Task, call.name, call.latency, executions);
  calls.push_back(std::move(call));
  return success();
}

LogicalResult TopScheduler::visitTask(hls::TaskOp task, int64_t executions) {
  Memories inside;
  Call call;
  for (auto [operand, argument] :
       llvm::zip(task.getInputs(), task.getBody().getArguments())) {
    auto type = dyn_cast<MemRefType>(operand.getType());
    if (!type) {
      call.uses.emplace_back(operand, false);
      continue;
    }
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
  call.position = qor.tasks.size();
  estimated->executions = executions;
  recordCall(task, CallQoR::Task, estimated->name, estimated->latency,
             executions);
  recordUses(task);
  qor.tasks.push_back(std::move(*estimated));
  calls.push_back(std::move(call));
  return success();
}

/// A loop around tasks. Its cost is over the whole run, so that of a loop
/// inside of it is not multiplied by its iterations.
LogicalResult TopScheduler::visitLoop(affine::AffineForOp loop) {
  FailureOr<LoopCount> count = countIterations(loop);
  if (failed(count))
    return failure();
  SharedLoopQoR context;
  context.op = loop;
  context.name = sourceName(loop);
  context.entries = count->entries;
  context.iterations = count->iterations;
  size_t position = qor.sharedLoops.size();
  qor.sharedLoops.push_back(context);
  size_t recorded = qor.calls.size();
  recordCall(loop, CallQoR::Loop, context.name, /*latency=*/0,
             context.iterations);
  qor.calls[recorded].entries = context.entries;
  std::optional<size_t> outside = std::exchange(around, recorded);
  int64_t cycles = 0;
  if (failed(visitBody(opsOf(*loop.getBody()), context.iterations, cycles)))
    return failure();
  qor.sharedLoops[position].body = cycles;
  qor.calls[recorded].latency = cycles;
  around = outside;
  latency = latency + Int(context.entries) * Int(target.rules.levelOverhead) +
            Int(context.iterations) * Int(cycles + 1);
  return success();
}

/// Schedules the calls of a body; loops inside of it count for themselves.
LogicalResult TopScheduler::visitBody(Ops ops, int64_t executions,
                                      int64_t &cycles) {
  Body body;
  body.barrier = qor.phases.size();
  for (Operation *op : ops) {
    size_t before = calls.size();
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (loop && loop.walk([](hls::TaskOp) { return WalkResult::interrupt(); })
                    .wasInterrupted()) {
      if (failed(visitLoop(loop)))
        return failure();
      body.barrier = qor.phases.size();
      continue;
    }
    if (failed(visit(*op, executions)))
      return failure();
    if (calls.size() == before)
      continue;
    body.calls.push_back(before);
    place(body);
  }
  shareBanks(body);
  cycles = cyclesOf(body);
  return success();
}

LogicalResult TopScheduler::visit(Operation &op, int64_t executions) {
  if (auto buffer = dyn_cast<hls::BufferOp>(op)) {
    Memory memory = memoryOf(buffer);
    BufferUses uses = usesOf(buffer);
    qor.buffers.push_back(
        estimateBuffer(buffer, memory, uses.loaded, uses.stored, target));
    memories[buffer.getResult()] = std::move(memory);
    return success();
  }
  if (std::optional<Transfer> transfer = transferOf(&op))
    return visitTransfer(*transfer, executions);
  if (auto task = dyn_cast<hls::TaskOp>(op))
    return visitTask(task, executions);
  if (op.getNumRegions() == 0 && isMemoryEffectFree(&op))
    return feedsTask(op) && !scalars.contains(&op)
               ? visitScalars(op, executions)
               : success();
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
      bool isRam = isa<MemRefType>(memory.getType()) &&
                   (it == memories.end() || !it->second.inRegisters());
      if (isRam || written || otherWritten)
        return true;
    }
  return false;
}

/// The last call of the body starts in the first phase behind the last loop and
/// all earlier calls that conflict.
void TopScheduler::place(Body &body) {
  Call &call = calls[body.calls.back()];
  call.phase = body.barrier;
  for (unsigned other : ArrayRef(body.calls).drop_back())
    if (conflict(call, calls[other]))
      call.phase = std::max(call.phase, calls[other].phase + 1);
  if (call.phase >= qor.phases.size())
    qor.phases.emplace_back();
  qor.phases[call.phase].push_back(call.name);
  qor.calls.back().phase = call.phase;
}

/// Transfers of one phase that want the same bank of memory end when it has
/// moved the bytes of all of them.
void TopScheduler::shareBanks(const Body &body) {
  std::map<std::pair<unsigned, int64_t>, SmallVector<Call *>> wanting;
  for (unsigned call : body.calls)
    for (int64_t bank : calls[call].banks)
      wanting[{calls[call].phase, bank}].push_back(&calls[call]);
  for (auto &[place, sharing] : wanting) {
    if (sharing.size() < 2)
      continue;
    int64_t bytes = 0, setUp = 0;
    for (Call *call : sharing) {
      const TransferQoR &transfer = qor.transfers[*call->transfer];
      bytes += (transfer.beats - 1) * transfer.beatBytes;
      setUp = std::max(setUp, transfer.setUp);
    }
    int64_t end = memoryCycles(bytes, target.byteTime()) + setUp;
    for (Call *call : sharing) {
      call->inBank = std::max(call->inBank, end);
      qor.calls[call->recorded].inBank = call->inBank;
    }
  }
}

/// Each phase takes as long as its longest call.
int64_t TopScheduler::cyclesOf(const Body &body) const {
  std::map<unsigned, int64_t> longest;
  for (unsigned call : body.calls)
    longest[calls[call].phase] = std::max(
        {longest[calls[call].phase], calls[call].latency, calls[call].inBank});
  int64_t cycles = 0;
  for (auto [phase, latency] : longest)
    cycles += latency + target.rules.levelOverhead;
  return cycles;
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
  for (const OperatorCount &use : scalarOperators) {
    own[use.name].first += use.operations;
    own[use.name].second += use.units;
  }
  for (auto &[name, counts] : own) {
    int64_t most = 0;
    for (auto [phase, units] : byPhase[name])
      most = std::max(most, units);
    qor.operators.push_back({name, counts.first, counts.second + most});
  }
}

/// Adds the AXI adapters of the ports that carry transfers, by width. The
/// linear rules of LUT and FF know one adapter an array.
void TopScheduler::addAdapters(int64_t &lutMilli, int64_t &ffMilli) {
  std::set<unsigned> used;
  func.walk([&](Operation *op) {
    std::optional<Transfer> transfer = transferOf(op);
    if (!transfer)
      return;
    auto argument = dyn_cast<BlockArgument>(hls::originOf(transfer->array));
    if (argument && argument.getOwner() == &func.getBody().front())
      used.insert(cast<BlockArgument>(portOf(argument)).getArgNumber());
  });
  const auto &steps = target.rules.memories.adapters;
  const target::ExtraPortRules &extra = target.rules.transfers.extraPort;
  for (unsigned number : used) {
    auto port = func.getArgAttrOfType<hls::InterfaceAttr>(
        number, hls::interfaceAttrName);
    if (!port || steps.empty())
      continue;
    auto type = cast<MemRefType>(func.getArgument(number).getType());
    int64_t ports = port.getPorts(type.getElementTypeBitWidth());
    auto step = llvm::find_if(
        steps, [&](auto &s) { return port.getWidth() <= s.first; });
    qor.resources.bram18k +=
        ports * (step == steps.end() ? steps.back().second : step->second);
    lutMilli += (ports - 1) *
                (1000 * extra.lut + extra.lutMilliPerBit * port.getWidth());
    ffMilli +=
        (ports - 1) * (1000 * extra.ff + extra.ffMilliPerBit * port.getWidth());
  }
}

LogicalResult TopScheduler::sumUp() {
  target::Resources &sum = qor.resources;
  int64_t lut = 0, ff = 0;
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
  for (const TransferQoR &transfer : qor.transfers) {
    lut += transfer.lutMilli;
    ff += transfer.ffMilli;
  }
  for (const BufferQoR &buffer : qor.buffers) {
    sum.bram18k += buffer.bram;
    sum.uram += buffer.uram;
    lut += buffer.lutMilli;
    ff += buffer.ffMilli;
  }
  addAdapters(lut, ff);
  sum.lut = llvm::divideCeil(lut, 1000);
  sum.ff = llvm::divideCeil(ff, 1000);
  return success();
}

FailureOr<QoR> TopScheduler::run() {
  if (!func.getBody().hasOneBlock())
    return func.emitError("the estimator needs a function of one block");
  return run(opsOf(func.getBody().front()));
}

FailureOr<QoR> TopScheduler::run(hls::ProcessOp process,
                                 ArrayRef<Operation *> ops) {
  SmallVector<Operation *> all;
  for (auto buffer : process.getBody().getOps<hls::BufferOp>())
    all.push_back(buffer);
  llvm::append_range(all, ops);
  return run(all);
}

FailureOr<QoR> TopScheduler::run(ArrayRef<Operation *> ops) {
  int64_t cycles = 0;
  if (failed(visitBody(ops, 1, cycles)))
    return failure();
  latency = latency + Int(cycles);
  if (!latency.isValid())
    return func.emitError("the cycles of function '")
           << func.getName() << "' exceed 64 bits";
  qor.latency = latency.value();
  if (qor.tasks.empty())
    return func.emitError("function '")
           << func.getName()
           << "' has no task; run hls-apply-schedule and hls-apply-buffers "
              "first";
  for (Call &call : calls)
    if (call.position)
      call.task = &qor.tasks[*call.position];
  layOutCalls(qor, target.rules.levelOverhead);
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

FailureOr<QoR> analysis::estimateQoR(hls::ProcessOp process,
                                     ArrayRef<Operation *> ops,
                                     const target::Target &target,
                                     bool treeReduction) {
  return TopScheduler(process->getParentOfType<func::FuncOp>(), target,
                      treeReduction)
      .run(process, ops);
}
