//===- ProcessSchedule.cpp - One iteration of a process -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the body of the pipelined loop over its unrolled iterations. A value
// has the time at which it is there, and for each buffer the longest path of
// operators from a load of it. Elements are told apart by their subscripts as
// affine expressions of the iterators that run.
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRTask.h"
#include "Analysis/Streams/Predicates.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/Network.h"
#include "talos/Analysis/OperatorNames.h"
#include "talos/Poly/CarriedState.h"
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using affine::AffineIfOp;

namespace {

/// When a value is there, in cycles, and the longest paths of operators to it
/// from loads of buffers.
struct Timed {
  int64_t time = 0;
  std::map<unsigned, int64_t> paths; ///< by memory
  bool computes = false;             ///< an operator is on its way

  void join(const Timed &other) {
    time = std::max(time, other.time);
    computes |= other.computes;
    for (auto [memory, path] : other.paths)
      paths[memory] = std::max(paths[memory], path);
  }
  void operate(int64_t latency) {
    time += latency;
    computes = true;
    for (auto &[memory, path] : paths)
      path += latency;
  }
};

using ElementKey = std::pair<unsigned, std::vector<const void *>>;

struct Stored {
  Timed value;
  SmallVector<Guard> guards;
};

/// Uses of one thing in an iteration; branches of a condition exclude each
/// other.
using Uses = std::map<std::pair<const void *, int64_t>, int64_t>;

class Scheduler {
public:
  Scheduler(AffineForOp pipelined, const target::Target &target);
  FailureOr<ProcessSchedule> run();

private:
  LogicalResult block(Block &body, Uses &uses);
  LogicalResult operation(Operation &op, Uses &uses);
  LogicalResult loop(AffineForOp loop, Uses &uses);
  LogicalResult condition(AffineIfOp op, Uses &uses);
  LogicalResult compute(Operation &op);
  LogicalResult load(Operation *op, Value memory, AffineMap map,
                     ValueRange operands, Uses &uses);
  LogicalResult store(Operation *op, Value memory, AffineMap map,
                      ValueRange operands, Value value, Uses &uses);
  LogicalResult readToken(hls::StreamReadOp op, Uses &uses);
  LogicalResult writeToken(hls::StreamWriteOp op, Uses &uses);
  LogicalResult access(Operation *op, sim::Access::Kind kind, Value of,
                       int64_t number, int64_t stage, Uses &uses);
  LogicalResult fifo(Operation *op, hls::StreamType type, AffineMap map,
                     ValueRange operands, int64_t &number);

  unsigned memoryNumber(Value memory) {
    return memories.try_emplace(memory, memories.size()).first->second;
  }
  ElementKey keyOf(Value memory, AffineMap map, ValueRange operands);
  void touchBank(Value memory, const ElementKey &key, bool stores);
  void forget(Value memory);
  Timed whole(Value token) const;
  Timed &valueOf(Value value) { return values[value]; }
  bool isRam(Value memory) const {
    auto known = buffers.find(memory);
    return known != buffers.end() && !known->second.inRegisters();
  }
  bool isPort(Value memory) const {
    return isa<BlockArgument>(hls::originOf(memory));
  }
  void raise(int64_t interval, const Twine &reason);
  LogicalResult waitForState();
  LogicalResult checkUses(const Uses &uses);
  void mergeBranches();
  void waitForBanks();
  void finish();

  hls::ProcessOp process;
  const target::Target &target;
  const target::DepthRules &rules;
  AffineForOp pipelined;
  SmallVector<AffineForOp> loops; ///< flattened, outermost first
  std::vector<std::string> names; ///< of their counters
  llvm::MapVector<Value, Memory> buffers;
  llvm::DenseMap<Value, unsigned> memories;
  llvm::DenseMap<Value, Timed> values;
  std::map<ElementKey, Stored> stored;
  std::map<std::pair<unsigned, std::vector<const void *>>,
           std::set<std::pair<ElementKey, bool>>>
      banks;
  std::map<unsigned, std::pair<int64_t, bool>> delays; ///< load to store
  Constants unrolled;
  SmallVector<Guard> guards;
  SmallVector<Value> running;
  int64_t end = 0; ///< of the last store or write
  bool computes = false, usesRam = false;
  ProcessSchedule result;
};

} // namespace

std::string analysis::fifoName(hls::StreamOp stream, int64_t number) {
  std::string name = stream.getStreamName().str();
  return stream.getResult().getType().isArray()
             ? name + "[" + std::to_string(number) + "]"
             : name;
}

SmallVector<AffineForOp> analysis::flattenedLoops(AffineForOp pipelined) {
  SmallVector<AffineForOp> loops;
  for (AffineForOp loop = pipelined; loop;
       loop = dyn_cast<AffineForOp>(loop->getParentOp()))
    loops.insert(loops.begin(), loop);
  return loops;
}

Scheduler::Scheduler(AffineForOp pipelined, const target::Target &target)
    : process(pipelined->getParentOfType<hls::ProcessOp>()), target(target),
      rules(target.rules.depth), pipelined(pipelined),
      loops(flattenedLoops(pipelined)) {
  for (auto [number, loop] : llvm::enumerate(loops)) {
    auto given = loop->getAttrOfType<StringAttr>(hls::nameAttrName);
    names.push_back(given ? given.getValue().str()
                          : "i" + std::to_string(number));
    while (llvm::count(names, names.back()) > 1)
      names.back() += "_";
  }
  for (auto buffer : process.getBody().getOps<hls::BufferOp>())
    buffers.insert({buffer.getResult(), memoryOf(buffer)});
  if (auto task = dyn_cast<hls::TaskOp>(loops.front()->getParentOp()))
    for (BlockArgument argument : task.getBody().getArguments())
      if (auto buffer = hls::originOf(argument).getDefiningOp<hls::BufferOp>())
        buffers.insert({argument, memoryOf(buffer)});
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

ElementKey Scheduler::keyOf(Value memory, AffineMap map, ValueRange operands) {
  ElementKey key{memoryNumber(memory), {}};
  for (AffineExpr expr : expressionsOf(map, operands, unrolled, running))
    key.second.push_back(expr.getAsOpaquePointer());
  return key;
}

/// Elements with equal banks meet in one bank. Others are told apart by
/// constants as a rule; where iterators tell them apart they are taken for
/// different banks.
void Scheduler::touchBank(Value memory, const ElementKey &key, bool stores) {
  auto known = buffers.find(memory);
  if (known == buffers.end() || known->second.inRegisters())
    return;
  std::vector<const void *> bank;
  for (auto [dim, place] : llvm::enumerate(key.second)) {
    int64_t factor = known->second.factors[dim];
    if (factor <= 1)
      continue;
    auto expr = AffineExpr::getFromOpaquePointer(place);
    bool isWhole = factor >= known->second.extents[dim];
    AffineExpr which = isWhole ? expr
                       : known->second.isBlock[dim]
                           ? expr.floorDiv(known->second.rowWords(dim))
                           : expr % factor;
    bank.push_back(
        simplifyAffineExpr(which, running.size(), 0).getAsOpaquePointer());
  }
  banks[{key.first, bank}].insert({key, stores});
}

/// A token or beat that is declared again has no lanes from before.
void Scheduler::forget(Value memory) {
  unsigned number = memoryNumber(memory);
  auto first = stored.lower_bound({number, {}}),
       last = stored.lower_bound({number + 1, {}});
  stored.erase(first, last);
}

/// All lanes of a token.
Timed Scheduler::whole(Value token) const {
  Timed all = values.lookup(token);
  auto number = memories.find(token);
  if (number == memories.end())
    return all;
  for (auto it = stored.lower_bound({number->second, {}}),
            last = stored.lower_bound({number->second + 1, {}});
       it != last; ++it)
    all.join(it->second.value);
  return all;
}

/// Whether what happens under the guards `inner` happens under `outer` alone.
static bool isWithin(ArrayRef<Guard> inner, ArrayRef<Guard> outer) {
  return outer.size() <= inner.size() &&
         std::equal(outer.begin(), outer.end(), inner.begin());
}

LogicalResult Scheduler::load(Operation *op, Value memory, AffineMap map,
                              ValueRange operands, Uses &uses) {
  Timed &value = valueOf(op->getResult(0));
  if (isPort(memory)) {
    value = {target.rules.transfers.loadOverhead - 1, {}, false};
    return access(op, sim::Access::Load, memory, 0, /*stage=*/0, uses);
  }
  ElementKey key = keyOf(memory, map, operands);
  auto last = stored.find(key);
  bool isSure = last != stored.end() && isWithin(guards, last->second.guards);
  Timed fresh = values.lookup(memory); // of a token
  if (buffers.count(memory)) {
    fresh = {};
    fresh.time = isRam(memory) ? rules.parallel - rules.local : 0;
    fresh.paths[key.first] = 0;
  }
  value = isSure ? last->second.value : fresh;
  if (last != stored.end())
    value.join(last->second.value);
  if (!isSure)
    touchBank(memory, key, /*stores=*/false);
  return success();
}

LogicalResult Scheduler::store(Operation *op, Value memory, AffineMap map,
                               ValueRange operands, Value value, Uses &uses) {
  Timed timed = valueOf(value);
  computes |= timed.computes;
  if (isPort(memory)) {
    end = std::max(end, timed.time);
    return access(op, sim::Access::Store, memory, 0, timed.time + 1, uses);
  }
  ElementKey key = keyOf(memory, map, operands);
  auto path = timed.paths.find(key.first);
  if (path != timed.paths.end()) {
    auto &delay = delays[key.first];
    delay = std::max(delay, {path->second, timed.computes});
  }
  if (buffers.count(memory)) {
    usesRam |= isRam(memory);
    end = std::max(end, timed.time);
    touchBank(memory, key, /*stores=*/true);
  }
  auto [last, isNew] = stored.try_emplace(key);
  bool replaces = isNew || isWithin(last->second.guards, guards);
  if (!replaces)
    timed.join(last->second.value);
  // Both branches of a condition store it.
  SmallVector<Guard> sure(guards);
  if (!isNew && !sure.empty() && last->second.guards.size() == sure.size() &&
      isWithin(last->second.guards, ArrayRef(sure).drop_back()) &&
      last->second.guards.back().condition == sure.back().condition &&
      last->second.guards.back().isElse != sure.back().isElse)
    sure.pop_back();
  last->second = {std::move(timed), std::move(sure)};
  return success();
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

LogicalResult Scheduler::access(Operation *op, sim::Access::Kind kind, Value of,
                                int64_t number, int64_t stage, Uses &uses) {
  FailureOr<GuardedPredicate> when =
      predicateOf(guards, unrolled, loops, names);
  if (failed(when))
    return failure();
  if (when->never)
    return success();
  Value origin = hls::originOf(of);
  sim::Access access;
  access.kind = kind;
  access.stage = stage;
  access.when = std::move(when->when);
  if (auto stream = origin.getDefiningOp<hls::StreamOp>()) {
    access.of = fifoName(stream, number);
  } else {
    access.of = portName(cast<BlockArgument>(origin));
    (kind == sim::Access::Load ? result.loads : result.stores) = true;
  }
  ++uses[{of.getAsOpaquePointer(), number}];
  result.accesses.push_back(std::move(access));
  return success();
}

LogicalResult Scheduler::fifo(Operation *op, hls::StreamType type,
                              AffineMap map, ValueRange operands,
                              int64_t &number) {
  number = 0;
  if (!type.isArray())
    return success();
  AffineExpr place = expressionsOf(map, operands, unrolled, running).front();
  auto constant = dyn_cast<AffineConstantExpr>(place);
  if (!constant)
    return op->emitError("the FIFO of an array is not known");
  number = constant.getValue();
  return success();
}

LogicalResult Scheduler::readToken(hls::StreamReadOp op, Uses &uses) {
  int64_t number = 0;
  if (failed(fifo(op, op.getStream().getType(), op.getMap(),
                  op.getMapOperands(), number)))
    return failure();
  forget(op.getToken());
  values[op.getToken()] = {};
  return access(op, sim::Access::Read, op.getStream(), number, /*stage=*/0,
                uses);
}

LogicalResult Scheduler::writeToken(hls::StreamWriteOp op, Uses &uses) {
  int64_t number = 0;
  if (failed(fifo(op, op.getStream().getType(), op.getMap(),
                  op.getMapOperands(), number)))
    return failure();
  Timed token = isa<MemRefType>(op.getToken().getType())
                    ? whole(op.getToken())
                    : valueOf(op.getToken());
  computes |= token.computes;
  end = std::max(end, token.time);
  // A loaded beat is in the FIFO when it is there; other values pass a
  // register.
  int64_t stage =
      std::max<int64_t>(token.time, 0) + (result.loads ? 0 : rules.local - 1);
  return access(op, sim::Access::Write, op.getStream(), number, stage, uses);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

LogicalResult Scheduler::compute(Operation &op) {
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
    return op.emitError("'")
           << op.getName() << "' in a process cannot be estimated";
  if (op.getNumResults() != 1)
    return success();
  Timed timed;
  for (Value operand : op.getOperands())
    if (auto known = values.find(operand); known != values.end())
      timed.join(known->second);
  Type type = op.getResult(0).getType();
  bool isFree = op.hasTrait<OpTrait::ConstantLike>() || type.isIndex() ||
                op.getName().getStringRef().starts_with("arith.index_cast");
  if (!isFree) {
    std::string name = operatorName(&op);
    if (name.empty())
      return op.emitError("operation '")
             << op.getName() << "' on " << type
             << " has no entry in the operator libraries; rewrite it with "
                "supported arithmetic or add an operator";
    llvm::Expected<const target::Operator *> found = target.lookup(name);
    if (!found)
      return op.emitError(llvm::toString(found.takeError()));
    timed.operate((*found)->latency);
  }
  values[op.getResult(0)] = std::move(timed);
  return success();
}

LogicalResult Scheduler::loop(AffineForOp loop, Uses &uses) {
  for (int64_t i = loop.getConstantLowerBound();
       i < loop.getConstantUpperBound(); i += loop.getStepAsInt()) {
    unrolled[loop.getInductionVar()] = i;
    if (failed(block(*loop.getBody(), uses)))
      return failure();
  }
  unrolled.erase(loop.getInductionVar());
  return success();
}

LogicalResult Scheduler::condition(AffineIfOp op, Uses &uses) {
  Uses inThen, inElse;
  guards.push_back({op, false});
  if (failed(block(*op.getThenBlock(), inThen)))
    return failure();
  guards.back().isElse = true;
  if (op.hasElse() && failed(block(*op.getElseBlock(), inElse)))
    return failure();
  guards.pop_back();
  for (auto [what, count] : inElse)
    inThen[what] = std::max(inThen[what], count);
  for (auto [what, count] : inThen)
    uses[what] += count;
  for (auto [number, value] : llvm::enumerate(op.getResults())) {
    Timed timed =
        valueOf(op.getThenBlock()->getTerminator()->getOperand(number));
    timed.join(valueOf(op.getElseBlock()->getTerminator()->getOperand(number)));
    values[value] = std::move(timed);
  }
  return success();
}

LogicalResult Scheduler::operation(Operation &op, Uses &uses) {
  if (auto inner = dyn_cast<AffineForOp>(op))
    return loop(inner, uses);
  if (auto inner = dyn_cast<AffineIfOp>(op))
    return condition(inner, uses);
  if (auto read = dyn_cast<hls::StreamReadOp>(op))
    return readToken(read, uses);
  if (auto write = dyn_cast<hls::StreamWriteOp>(op))
    return writeToken(write, uses);
  if (auto read = dyn_cast<affine::AffineLoadOp>(op))
    return load(read, read.getMemRef(), read.getAffineMap(),
                read.getMapOperands(), uses);
  if (auto write = dyn_cast<affine::AffineStoreOp>(op))
    return store(write, write.getMemRef(), write.getAffineMap(),
                 write.getMapOperands(), write.getValueToStore(), uses);
  if (auto beat = dyn_cast<hls::BeatOp>(op)) {
    forget(beat.getBeat());
    return success();
  }
  if (auto read = dyn_cast<hls::BeatReadOp>(op)) {
    forget(read.getBeat());
    return load(read, read.getArray(), read.getMap(), read.getMapOperands(),
                uses);
  }
  if (auto write = dyn_cast<hls::BeatWriteOp>(op)) {
    Timed beat = whole(write.getBeat());
    values[write.getBeat()].join(beat);
    return store(write, write.getArray(), write.getMap(),
                 write.getMapOperands(), write.getBeat(), uses);
  }
  if (auto buffer = dyn_cast<hls::BufferOp>(op)) { // of one iteration
    buffers.insert({buffer.getResult(), memoryOf(buffer)});
    forget(buffer.getResult());
    return success();
  }
  return compute(op);
}

LogicalResult Scheduler::block(Block &body, Uses &uses) {
  for (Operation &op : body.without_terminator())
    if (failed(operation(op, uses)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Interval and latency
//===----------------------------------------------------------------------===//

void Scheduler::raise(int64_t interval, const Twine &reason) {
  if (interval <= result.interval)
    return;
  result.interval = interval;
  result.reason = reason.str();
}

LogicalResult Scheduler::waitForState() {
  for (auto buffer : process.getBody().getOps<hls::BufferOp>()) {
    auto number = memories.find(buffer.getResult());
    auto delay =
        number == memories.end() ? delays.end() : delays.find(number->second);
    if (delay == delays.end())
      continue;
    FailureOr<poly::CarriedState> state =
        poly::carriedState(pipelined, buffer.getResult());
    if (failed(state))
      return failure();
    if (state->distance == 0)
      continue;
    auto [path, isComputed] = delay->second;
    int64_t cycles = path + (isComputed ? rules.parallel : rules.copy);
    raise(llvm::divideCeil(cycles, state->distance),
          "'" + Twine(buffer.getBufferName()) +
              "': what an iteration stores is loaded " +
              Twine(state->distance) + " later, delay " + Twine(cycles));
  }
  return success();
}

/// An end of a FIFO, and a port, move one token in an iteration.
LogicalResult Scheduler::checkUses(const Uses &uses) {
  for (auto [what, count] : uses)
    if (count > 1)
      return pipelined.emitError("an iteration of process '")
             << process.getProcessName() << "' accesses one stream or port "
             << count
             << " times; it may once, or in both branches of one affine.if";
  return success();
}

/// Accesses in several branches are one in the iterations of all of them.
void Scheduler::mergeBranches() {
  std::vector<sim::Access> merged;
  for (sim::Access &access : result.accesses) {
    auto same = llvm::find_if(merged, [&](const sim::Access &other) {
      return other.kind == access.kind && other.of == access.of;
    });
    if (same == merged.end()) {
      merged.push_back(std::move(access));
      continue;
    }
    same->stage = std::max(same->stage, access.stage);
    llvm::append_range(same->when.cases, access.when.cases);
  }
  result.accesses = std::move(merged);
}

void Scheduler::waitForBanks() {
  for (auto &[buffer, memory] : buffers) {
    auto number = memories.find(buffer);
    for (auto &[bank, accesses] : banks)
      if (number != memories.end() && bank.first == number->second)
        raise(llvm::divideCeil<int64_t>(accesses.size(), memory.ports),
              "'" + Twine(memory.name) + "': " + Twine(accesses.size()) +
                  " accesses to one bank, " + Twine(memory.ports) + " ports");
  }
}

/// What is not computed is copied; a store into a RAM takes a cycle more than
/// one into a register.
void Scheduler::finish() {
  const target::TransferRules &transfers = target.rules.transfers;
  result.depth = computes ? end + (usesRam ? rules.parallel : rules.local)
                          : std::max(rules.copy, end + 1);
  if (result.loads)
    result.depth = std::max(result.depth, transfers.loadOverhead);
  if (result.stores)
    result.depth = end + transfers.storeOverhead;
  for (sim::Access &access : result.accesses)
    access.stage = std::min(access.stage, result.depth - 1);
}

FailureOr<ProcessSchedule> Scheduler::run() {
  auto directive =
      pipelined->getAttrOfType<hls::PipelineAttr>(hls::pipelineAttrName);
  result.interval = std::max<int64_t>(1, directive.getIi());
  // Constants and scalars before the nest are there at time 0.
  Uses uses;
  if (failed(block(*pipelined.getBody(), uses)) || failed(waitForState()))
    return failure();
  if (failed(checkUses(uses)))
    return failure();
  mergeBranches();
  waitForBanks();
  finish();
  result.counters = names;
  return std::move(result);
}

FailureOr<ProcessSchedule>
analysis::schedulePipeline(AffineForOp pipelined,
                           const target::Target &target) {
  return Scheduler(pipelined, target).run();
}
