//===- DesignVerifiers.cpp - A design point is consistent in itself -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be said of a design point without its function. Whether it fits the
// function is a question for talos/Analysis/VerifyDesign.h.
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace talos::hls;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult TargetAttr::verify(EmitError emitError, StringAttr device,
                                 StringAttr part, int64_t clockPs,
                                 StringAttr tool, bool, int64_t usable,
                                 StringAttr, int64_t maxPartition, StringAttr,
                                 MemoryKind) {
  if (device.empty() || part.empty() || tool.empty())
    return emitError() << "target needs a device, a part and a tool; the "
                       << (device.empty() ? "device"
                           : part.empty() ? "part"
                                          : "tool")
                       << " is empty";
  if (clockPs < 1)
    return emitError() << "target clock_ps is the clock period in picoseconds "
                          "and must be at least 1, got "
                       << clockPs;
  if (usable < 0 || usable > 100)
    return emitError() << "target usable is a percentage from 0 (the device's "
                          "own) to 100, got "
                       << usable;
  if (maxPartition < 0)
    return emitError() << "target max_partition must be 0 (the device's own) "
                          "or a number of banks, got "
                       << maxPartition;
  return success();
}

LogicalResult LoopPointAttr::verify(EmitError emitError, StringAttr name,
                                    int64_t trip, int64_t padded,
                                    ArrayRef<int64_t> factors) {
  if (name.empty())
    return emitError() << "a loop of a design point needs a name";
  if (trip < 1)
    return emitError() << "loop " << name << ": trip must be at least 1, got "
                       << trip;
  if (padded < trip)
    return emitError() << "loop " << name << ": padded trip count " << padded
                       << " is below the trip count " << trip;
  if (factors.size() != 3)
    return emitError() << "loop " << name
                       << ": factors are the three trip counts of level 0, 1 "
                          "and 2, got "
                       << factors.size() << " numbers";
  talos::Int product = 1;
  for (int64_t factor : factors) {
    if (factor < 1)
      return emitError() << "loop " << name
                         << ": factors must be at least 1, got " << factor;
    product = product * talos::Int(factor);
  }
  if (product != talos::Int(padded))
    return emitError() << "loop " << name << ": the factors " << factors[0]
                       << " x " << factors[1] << " x " << factors[2]
                       << " do not multiply to the padded trip count "
                       << padded;
  return success();
}

/// Reports the first name that is empty or repeated.
static LogicalResult verifyNames(EmitError emitError,
                                 ArrayRef<StringAttr> names,
                                 const Twine &what) {
  llvm::StringSet<> seen;
  for (StringAttr name : names) {
    if (name.empty())
      return emitError() << what << " needs a name";
    if (!seen.insert(name.getValue()).second)
      return emitError() << what << " " << name << " stands twice";
  }
  return success();
}

static LogicalResult verifyOrder(EmitError emitError, StringAttr task,
                                 ArrayRef<StringAttr> loops,
                                 ArrayRef<StringAttr> order) {
  if (failed(verifyNames(emitError, order,
                         "task \"" + task.getValue() + "\": order: loop")))
    return failure();
  for (StringAttr name : order)
    if (!llvm::is_contained(loops, name))
      return emitError() << "task " << task << ": order names " << name
                         << ", which is no loop of the task";
  for (StringAttr name : loops)
    if (!llvm::is_contained(order, name))
      return emitError() << "task " << task << ": order misses loop " << name
                         << "; it names every loop of the task once";
  return success();
}

/// Copies that compute products together come in twos.
static LogicalResult verifyPairs(EmitError emitError, StringAttr task,
                                 ArrayRef<LoopPointAttr> loops,
                                 StringAttr pairs) {
  if (pairs.empty())
    return success();
  for (LoopPointAttr loop : loops)
    if (loop.getName() == pairs) {
      int64_t copies = loop.getFactors()[2];
      if (copies % 2 == 0)
        return success();
      return emitError() << "task " << task << ": pairs names loop " << pairs
                         << ", which has " << copies
                         << " unrolled copies; products are computed in pairs "
                            "where their number is even";
    }
  return emitError() << "task " << task << ": pairs names " << pairs
                     << ", which is no loop of the task";
}

static LogicalResult verifyAdders(EmitError emitError, StringAttr task,
                                  StringAttr adders) {
  ArrayRef<llvm::StringLiteral> known = implsOf("fadd");
  if (adders.empty() || llvm::is_contained(known, adders.getValue()))
    return success();
  return emitError() << "task " << task << ": adders must be one of "
                     << llvm::join(known, ", ") << ", got " << adders;
}

static LogicalResult verifyPipelined(EmitError emitError, StringAttr task,
                                     ArrayRef<LoopPointAttr> loops,
                                     StringAttr pipelined,
                                     Concurrency concurrency) {
  auto isPipelined = [&](LoopPointAttr l) { return l.getName() == pipelined; };
  if (!pipelined.empty() && llvm::none_of(loops, isPipelined))
    return emitError() << "task " << task << ": pipelined names " << pipelined
                       << ", which is no loop of the task";
  // All loops of level 1 of a process are flattened into one.
  for (LoopPointAttr loop : loops)
    if (loop.getFactors()[1] > 1 && !isPipelined(loop) &&
        concurrency == Concurrency::Sequential)
      return emitError() << "task " << task << ": loop " << loop.getName()
                         << " has a level-1 trip count of "
                         << loop.getFactors()[1]
                         << ", but only the pipelined loop may have one above "
                            "1; move the factor to level 0 or 2";
  return success();
}

LogicalResult TaskPointAttr::verify(
    EmitError emitError, StringAttr name, ArrayRef<StringAttr> statements,
    AffineMapAttr schedule, ArrayRef<LoopPointAttr> loops,
    ArrayRef<StringAttr> order, StringAttr pipelined, int64_t ii,
    int64_t coarse, Accumulator, Concurrency concurrency, int64_t slr,
    int64_t cycles, bool /*trueBounds*/, StringAttr pairs, StringAttr adders) {
  if (name.empty())
    return emitError() << "a task of a design point needs a name";
  if (statements.empty())
    return emitError() << "task " << name << " has no statement";
  auto names =
      llvm::map_to_vector(loops, [](LoopPointAttr l) { return l.getName(); });
  if (failed(verifyNames(emitError, statements,
                         "task \"" + name.getValue() + "\": statement")) ||
      failed(verifyNames(emitError, names,
                         "task \"" + name.getValue() + "\": loop")) ||
      failed(verifyOrder(emitError, name, names, order)) ||
      failed(verifyPipelined(emitError, name, loops, pipelined, concurrency)) ||
      failed(verifyPairs(emitError, name, loops, pairs)) ||
      failed(verifyAdders(emitError, name, adders)))
    return failure();
  if (schedule && schedule.getValue().getNumDims() != loops.size())
    return emitError() << "task " << name << ": the base schedule has "
                       << schedule.getValue().getNumDims()
                       << " dimensions, the band has " << loops.size();
  std::pair<StringRef, int64_t> atLeastOne[] = {{"ii", ii}, {"coarse", coarse}};
  for (auto [what, value] : atLeastOne)
    if (value < 1)
      return emitError() << "task " << name << ": " << what
                         << " must be at least 1, got " << value;
  std::pair<StringRef, int64_t> notNegative[] = {{"slr", slr},
                                                 {"cycles", cycles}};
  for (auto [what, value] : notNegative)
    if (value < 0)
      return emitError() << "task " << name << ": " << what
                         << " must not be negative, got " << value;
  return success();
}

LogicalResult ArrayPointAttr::verify(EmitError emitError, StringAttr array,
                                     StringAttr task, int64_t define,
                                     int64_t transfer, int64_t copies,
                                     int64_t beat, PartitionAttr partition,
                                     StorageKind, int64_t depth,
                                     ArrayRef<int64_t> lanes,
                                     bool copyPerReader, int64_t portBlocks) {
  if (copyPerReader && !task.empty())
    return emitError() << "array " << array
                       << ": copy_per_reader is of a buffer for all tasks, and "
                          "this one is for task "
                       << task;
  if (array.empty())
    return emitError() << "an array of a design point needs a name";
  if (define < 0 || transfer < define)
    return emitError()
           << "array " << array << ": define = " << define
           << ", transfer = " << transfer
           << ", but 0 <= define <= transfer must hold: a buffer is "
              "declared before it is filled";
  if (task.empty() && transfer != 0)
    return emitError() << "array " << array << ": transfer = " << transfer
                       << " counts the level-0 loops of a task, so it needs a "
                          "task";
  if (depth < 0)
    return emitError() << "array " << array
                       << ": depth is the number of elements that a stream "
                          "holds and must not be negative, got "
                       << depth;
  if (task.empty() && depth != 0)
    return emitError() << "array " << array << ": depth = " << depth
                       << " makes it a stream to a task, so it needs a task";
  if (copies < 1 || copies > 3)
    return emitError() << "array " << array
                       << ": copies must be 1, 2 or 3, got " << copies;
  if (beat < 1)
    return emitError() << "array " << array
                       << ": beat is the number of elements of one bus beat "
                          "and must be at least 1, got "
                       << beat;
  if (failed(verifyPortBlocks(emitError, portBlocks)))
    return failure();
  if (portBlocks > 1 && !task.empty())
    return emitError() << "array " << array
                       << ": port_blocks is of an array that is moved whole, "
                          "and this point is of task "
                       << task;
  if (failed(verifyLanes(emitError, lanes)))
    return failure();
  if (portBlocks > 1 && !lanes.empty() && lanesIn(lanes) != beat)
    return emitError() << "array " << array << ": with port_blocks the "
                       << lanesIn(lanes) << " lanes are a beat, not " << beat
                       << " elements";
  if (!lanes.empty() && lanesIn(lanes) % beat != 0)
    return emitError() << "array " << array << ": the " << lanesIn(lanes)
                       << " lanes are no whole beats of " << beat
                       << " elements";
  if (!lanes.empty() && partition && lanes.size() != partition.getDims().size())
    return emitError() << "array " << array << ": lanes has " << lanes.size()
                       << " entries, partition " << partition.getDims().size();
  return success();
}

int64_t ArrayPointAttr::getElementsAtATime() const {
  int64_t box = getLanes().empty() ? getBeat() : lanesIn(getLanes());
  return box * getPortBlocks();
}

static LogicalResult verifyResources(EmitError emitError,
                                     DictionaryAttr resources) {
  static constexpr StringLiteral known[] = {"DSP", "BRAM_18K", "URAM",
                                            "LUT", "FF",       "ports"};
  for (NamedAttribute entry : resources) {
    if (!llvm::is_contained(known, entry.getName().getValue()))
      return emitError() << "unknown resource " << entry.getName()
                         << "; known are DSP, BRAM_18K, URAM, LUT, FF, ports";
    auto count = dyn_cast<IntegerAttr>(entry.getValue());
    if (!count || !count.getType().isSignlessInteger(64) || count.getInt() < 0)
      return emitError() << "resource " << entry.getName()
                         << " must be a count (a non-negative i64), got "
                         << entry.getValue();
  }
  return success();
}

static LogicalResult verifyArrays(EmitError emitError,
                                  ArrayRef<TaskPointAttr> tasks,
                                  ArrayRef<ArrayPointAttr> arrays) {
  for (size_t i = 0; i < arrays.size(); ++i) {
    ArrayPointAttr array = arrays[i];
    for (ArrayPointAttr other : arrays.take_front(i))
      if (other.getArray() == array.getArray() &&
          other.getTask() == array.getTask())
        return emitError() << "array " << array.getArray() << " stands twice"
                           << (array.getTask().empty() ? "" : " for task ")
                           << array.getTask().getValue();
    if (array.getTask().empty())
      continue;
    const auto *task = llvm::find_if(
        tasks, [&](TaskPointAttr t) { return t.getName() == array.getTask(); });
    if (task == tasks.end())
      return emitError() << "array " << array.getArray() << " names task "
                         << array.getTask() << ", which the design lacks";
    if (array.getTransfer() > int64_t(task->getLoops().size()))
      return emitError() << "array " << array.getArray()
                         << ": transfer = " << array.getTransfer()
                         << ", but task " << array.getTask() << " has "
                         << task->getLoops().size() << " level-0 loops";
  }
  return success();
}

LogicalResult SearchAttr::verify(EmitError emitError, SearchStatus status,
                                 StringAttr, std::optional<int64_t>,
                                 std::optional<int64_t>, std::optional<int64_t>,
                                 std::optional<int64_t>, std::optional<int64_t>,
                                 std::optional<int64_t> bottleneck,
                                 int64_t bound, int64_t nodes, int64_t tilings,
                                 FloatAttr, bool timeLimited,
                                 ArrayRef<StringAttr>, DictionaryAttr orders,
                                 ArrayRef<StringAttr>, ArrayRef<StringAttr>) {
  if (bound < 0 || nodes < 0)
    return emitError() << "search bound and nodes must not be negative, got "
                       << bound << " and " << nodes;
  if (bottleneck && *bottleneck < 1)
    return emitError() << "a design takes at least 1 cycle, got bottleneck "
                       << *bottleneck;
  if (tilings < 1)
    return emitError() << "search tilings must be at least 1, got " << tilings;
  if (status == SearchStatus::Optimal && timeLimited)
    return emitError() << "a search that a time limit cut proves no optimum; "
                          "its status must be feasible";
  for (NamedAttribute task : orders)
    if (!isa<IntegerAttr>(task.getValue()))
      return emitError() << "search orders of task " << task.getName()
                         << " must be a number, got " << task.getValue();
  return success();
}

LogicalResult DesignAttr::verify(EmitError emitError,
                                 ArrayRef<TaskPointAttr> tasks,
                                 ArrayRef<ArrayPointAttr> arrays,
                                 StringAttr status, int64_t cycles,
                                 int64_t bound, DictionaryAttr resources,
                                 StringAttr) {
  SmallVector<StringAttr> names, statements;
  for (TaskPointAttr task : tasks) {
    names.push_back(task.getName());
    llvm::append_range(statements, task.getStatements());
  }
  if (failed(verifyNames(emitError, names, "task")) ||
      failed(verifyNames(emitError, statements, "statement")) ||
      failed(verifyArrays(emitError, tasks, arrays)))
    return failure();
  if (!llvm::is_contained({"optimal", "feasible", "manual"}, status.getValue()))
    return emitError() << "status must be \"optimal\", \"feasible\" or "
                          "\"manual\", got "
                       << status;
  if (cycles < 0 || bound < 0)
    return emitError() << "cycles and bound must not be negative, got "
                       << cycles << " and " << bound;
  if (cycles > 0 && bound > cycles)
    return emitError() << "the proved lower bound of " << bound
                       << " cycles exceeds the predicted " << cycles
                       << " cycles";
  return verifyResources(emitError, resources);
}
