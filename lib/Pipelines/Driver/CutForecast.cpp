//===- CutForecast.cpp - What cuts of arrays may bring --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/CutForecast.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace talos;

//===----------------------------------------------------------------------===//
// The design of the whole program
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> tripsOf(const analysis::Task &task) {
  SmallVector<int64_t> trips;
  for (const analysis::LoopInfo &loop : task.band)
    trips.push_back(loop.trip);
  for (const analysis::Statement &statement : task.statements)
    for (const analysis::LoopInfo &loop : statement.innerBand)
      trips.push_back(loop.trip);
  return trips;
}

/// Where the source has the statement.
static Location placeOf(const analysis::Task &task) {
  return task.statements.empty() ? task.call->getLoc()
                                 : task.statements.front().store->getLoc();
}

static int64_t dspOf(const analysis::TaskQoR &task,
                     const target::Target &target) {
  int64_t dsp = 0;
  for (const analysis::OperatorCount &count : task.operators) {
    llvm::Expected<const target::Operator *> found = target.lookup(count.name);
    if (found)
      dsp += count.units * (*found)->dsp;
    else
      llvm::consumeError(found.takeError());
  }
  return dsp;
}

CutForecast::CutForecast(const analysis::TaskGraph &nests,
                         const analysis::QoR &design,
                         const target::Target &target)
    : dsp(design.resources.dsp), levelOverhead(target.rules.levelOverhead) {
  for (const analysis::Task &task : nests.tasks) {
    Work &work = works[placeOf(task)];
    ++work.statements;
    work.trips = tripsOf(task);
    for (const analysis::TaskQoR &estimate : design.tasks)
      if (estimate.name == task.name) {
        work.cycles = estimate.latency;
        work.dsp = dspOf(estimate, target);
      }
  }
  for (const analysis::CallQoR &call : design.calls) {
    if (call.kind == analysis::CallQoR::Load)
      loads[call.name] = call.latency;
    if (call.kind == analysis::CallQoR::Store)
      stores[call.name] = call.latency;
  }
}

//===----------------------------------------------------------------------===//
// A program with a cut
//===----------------------------------------------------------------------===//

std::optional<CutProgram::Call>
CutForecast::callOf(const analysis::Task &task, int64_t first,
                    int64_t extent) const {
  auto found = works.find(placeOf(task));
  if (found == works.end() || found->second.statements != 1)
    return std::nullopt;
  const Work &work = found->second;
  SmallVector<int64_t> trips = tripsOf(task);
  if (trips.size() != work.trips.size())
    return std::nullopt;
  CutProgram::Call call{work.cycles, work.dsp};
  for (auto [trip, whole] : llvm::zip_equal(trips, work.trips)) {
    call.firsts += whole == extent && trip == first;
    call.seconds += whole == extent && trip == extent - first;
  }
  return call;
}

static std::vector<cost::ArrayUse> usesOf(const analysis::Task &task) {
  std::vector<cost::ArrayUse> uses;
  for (const analysis::ArrayUse &use : task.uses)
    uses.push_back({use.array, use.writes});
  return uses;
}

std::optional<CutProgram> CutForecast::program(const analysis::TaskGraph &cut,
                                               int64_t first,
                                               int64_t extent) const {
  CutProgram program;
  program.extent = extent;
  program.dsp = dsp;
  program.levelOverhead = levelOverhead;
  cost::ProgramFigures<Int> figures;
  for (const analysis::SharedLoop &loop : cut.sharedLoops)
    figures.sharedLoops.push_back({loop.entries, loop.iterations});
  auto add = [&](CutProgram::Call call, std::vector<cost::ArrayUse> uses,
                 std::optional<unsigned> context) {
    program.calls.push_back(call);
    cost::TaskFigures<Int> task{};
    task.uses = std::move(uses);
    task.sharedLoop = context;
    figures.tasks.push_back(std::move(task));
  };
  // Blocks of one array use its port, which stands behind the arrays.
  std::map<std::string, unsigned> ports;
  auto addTransfer = [&](unsigned a, const llvm::StringMap<int64_t> &cycles,
                         bool fills) {
    const analysis::ArrayInfo &array = cut.arrays[a];
    auto argument = dyn_cast<BlockArgument>(array.value);
    std::optional<hls::ArrayBlock> block;
    if (argument)
      block = hls::ArrayBlock::of(cut.func, argument.getArgNumber());
    std::vector<cost::ArrayUse> uses{{a, fills}};
    CutProgram::Call call{cycles.lookup(block ? block->array : array.name)};
    if (block) {
      unsigned port =
          ports.try_emplace(block->array, ports.size()).first->second;
      uses.push_back({unsigned(cut.arrays.size()) + port, true});
      bool isCut = block->extent == extent;
      call.firsts = isCut && block->start == 0;
      call.seconds = isCut && block->start != 0;
    }
    add(call, std::move(uses), std::nullopt);
  };
  for (auto [a, array] : llvm::enumerate(cut.arrays))
    if (array.liveIn && array.home == analysis::Home::OffChip)
      addTransfer(a, loads, /*fills=*/true);
  for (const analysis::Task &task : cut.tasks) {
    std::optional<CutProgram::Call> call = callOf(task, first, extent);
    if (!call)
      return std::nullopt;
    add(*call, usesOf(task), task.context);
  }
  for (auto [a, array] : llvm::enumerate(cut.arrays))
    if (array.liveOut)
      addTransfer(a, stores, /*fills=*/false);
  figures.readSideBySide.assign(cut.arrays.size() + ports.size(), Int(0));
  program.inTurn = cost::phasedLevels(figures);
  figures.readSideBySide.assign(cut.arrays.size() + ports.size(), Int(1));
  program.sideBySide = cost::phasedLevels(figures);
  return program;
}

int64_t CutProgram::cyclesOf(const Call &call, int64_t first) const {
  double part = 1;
  for (unsigned i = 0; i < call.firsts; ++i)
    part *= double(first) / extent;
  for (unsigned i = 0; i < call.seconds; ++i)
    part *= double(extent - first) / extent;
  return std::llround(call.cycles * part);
}

/// Calls that together want more than the operators that there are take longer
/// in proportion.
int64_t CutProgram::cyclesOf(ArrayRef<cost::TaskLevel> levels,
                             int64_t first) const {
  int64_t total = 0;
  for (const cost::TaskLevel &level : levels) {
    int64_t longest = 0, work = 0;
    for (unsigned i : level.tasks) {
      int64_t cycles = cyclesOf(calls[i], first);
      longest = std::max(longest, cycles);
      work += cycles * calls[i].dsp;
    }
    if (dsp > 0)
      longest = std::max(longest, llvm::divideCeilSigned(work, dsp));
    total += level.runs * (longest + levelOverhead);
  }
  return total;
}

int64_t CutProgram::cyclesAt(int64_t first) const {
  return std::min(cyclesOf(inTurn, first), cyclesOf(sideBySide, first));
}
