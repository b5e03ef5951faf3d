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
#include <cmath>

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
    tasks[task.name] = {work.cycles, work.dsp};
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

std::optional<CutProgram::Call> CutForecast::callOf(const analysis::Task &task,
                                                    int64_t first,
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

/// Lists the calls of a program as hls-apply-buffers puts them.
class CutForecast::Builder {
public:
  Builder(const CutForecast &forecast, const analysis::TaskGraph &graph,
          const PortSharing &sharing)
      : forecast(forecast), graph(graph), sharing(sharing) {
    program.dsp = forecast.dsp;
    program.levelOverhead = forecast.levelOverhead;
    for (const analysis::SharedLoop &loop : graph.sharedLoops)
      figures.sharedLoops.push_back({loop.entries, loop.iterations});
  }

  using CallOf = llvm::function_ref<std::optional<CutProgram::Call>(
      const analysis::Task &)>;
  /// None where a task has none.
  std::optional<CutProgram> run(int64_t extent, CallOf callOf) {
    program.extent = extent;
    for (bool isLater : {false, true})
      for (unsigned a = 0; a < graph.arrays.size(); ++a)
        if (graph.arrays[a].liveIn &&
            graph.arrays[a].home == analysis::Home::OffChip &&
            (sharing.count(portOf(a)) != 0) == isLater)
          addTransfer(a, forecast.loads, /*fills=*/true);
    for (const analysis::Task &task : graph.tasks) {
      std::optional<CutProgram::Call> call = callOf(task);
      if (!call)
        return std::nullopt;
      add(*call, usesOf(task), task.context);
    }
    for (unsigned a = 0; a < graph.arrays.size(); ++a)
      if (graph.arrays[a].liveOut)
        addTransfer(a, forecast.stores, /*fills=*/false);
    program.inTurn = levelsWith(0);
    program.sideBySide = levelsWith(1);
    return std::move(program);
  }

private:
  /// The name of the array's port by itself.
  std::string portOf(unsigned a) const {
    auto argument = dyn_cast<BlockArgument>(graph.arrays[a].value);
    func::FuncOp func = graph.func;
    return argument ? hls::portNameOf(func, argument.getArgNumber()) : "";
  }

  void add(CutProgram::Call call, std::vector<cost::ArrayUse> uses,
           std::optional<unsigned> context) {
    program.calls.push_back(call);
    cost::TaskFigures<Int> task{};
    task.uses = std::move(uses);
    task.sharedLoop = context;
    figures.tasks.push_back(std::move(task));
  }

  /// What is moved through one port writes it; ports stand behind the arrays.
  void addTransfer(unsigned a, const llvm::StringMap<int64_t> &cycles,
                   bool fills) {
    const analysis::ArrayInfo &array = graph.arrays[a];
    CutProgram::Call call;
    auto known = cycles.find(array.name);
    if (known != cycles.end()) {
      call.cycles = known->second;
    } else if (auto argument = dyn_cast<BlockArgument>(array.value)) {
      func::FuncOp func = graph.func;
      if (auto block = hls::ArrayBlock::of(func, argument.getArgNumber())) {
        call.cycles = cycles.lookup(block->array);
        call.firsts = block->extent == program.extent && block->start == 0;
        call.seconds = block->extent == program.extent && block->start != 0;
      }
    }
    std::string port = portOf(a);
    if (fills)
      call.port = port;
    if (auto other = sharing.find(port); other != sharing.end())
      port = other->second;
    unsigned place = ports.try_emplace(port, ports.size()).first->second;
    add(call, {{a, fills}, {unsigned(graph.arrays.size()) + place, true}},
        std::nullopt);
  }

  std::vector<cost::TaskLevel> levelsWith(int64_t readSideBySide) {
    figures.readSideBySide.assign(graph.arrays.size() + ports.size(),
                                  Int(readSideBySide));
    return cost::phasedLevels(figures);
  }

  const CutForecast &forecast;
  const analysis::TaskGraph &graph;
  const PortSharing &sharing;
  CutProgram program;
  cost::ProgramFigures<Int> figures;
  std::map<std::string, unsigned> ports;
};

std::optional<CutProgram> CutForecast::program(const analysis::TaskGraph &cut,
                                               int64_t first,
                                               int64_t extent) const {
  PortSharing none;
  return Builder(*this, cut, none).run(extent, [&](const analysis::Task &task) {
    return callOf(task, first, extent);
  });
}

CutProgram CutForecast::programWith(const analysis::TaskGraph &nests,
                                    const PortSharing &sharing) const {
  return *Builder(*this, nests, sharing)
              .run(/*extent=*/1, [&](const analysis::Task &task) {
                return tasks.lookup(task.name);
              });
}

int64_t CutForecast::cyclesWith(const analysis::TaskGraph &nests,
                                const PortSharing &sharing) const {
  return programWith(nests, sharing).cyclesAt(/*first=*/1);
}

PortSharing
CutForecast::promisingSharing(const analysis::TaskGraph &nests) const {
  std::set<std::string> ports;
  func::FuncOp func = nests.func;
  for (const analysis::ArrayInfo &array : nests.arrays)
    if (auto argument = dyn_cast<BlockArgument>(array.value);
        argument && array.liveIn && array.home == analysis::Home::OffChip)
      ports.insert(hls::portNameOf(func, argument.getArgNumber()));
  PortSharing best;
  int64_t least = cyclesWith(nests, best);
  for (PortSharing next = best;; best = next) {
    // To load anything else later shortens no level.
    for (const std::string &late :
         programWith(nests, best).longestLoadsAt(/*first=*/1))
      for (const std::string &other : ports) {
        bool isOwner = llvm::any_of(
            best, [&](const auto &pair) { return pair.second == late; });
        if (late == other || isOwner || best.count(late) || best.count(other))
          continue;
        PortSharing tried = best;
        tried[late] = other;
        int64_t cycles = cyclesWith(nests, tried);
        if (cycles < least) {
          least = cycles;
          next = std::move(tried);
        }
      }
    if (next.size() == best.size())
      return best;
  }
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

std::set<std::string> CutProgram::longestLoadsAt(int64_t first) const {
  std::set<std::string> ports;
  for (const std::vector<cost::TaskLevel> *levels : {&inTurn, &sideBySide})
    for (const cost::TaskLevel &level : *levels) {
      int64_t longest = -1;
      std::string port;
      for (unsigned i : level.tasks) {
        int64_t cycles = cyclesOf(calls[i], first);
        if (cycles >= longest)
          port = cycles > longest ? calls[i].port : "";
        longest = std::max(longest, cycles);
      }
      if (!port.empty())
        ports.insert(port);
    }
  return ports;
}

int64_t CutProgram::cyclesAt(int64_t first) const {
  return std::min(cyclesOf(inTurn, first), cyclesOf(sideBySide, first));
}
