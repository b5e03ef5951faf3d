//===- StreamedTasks.cpp - Which nests are tasks between streams ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedTasks.h"
#include "Explore/Shared/LowerBound.h"
#include "Explore/Streamed/StreamedInTurn.h"
#include "talos/Analysis/RowTiles.h"
#include "talos/Support/Divisors.h"
#include <climits>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

static constexpr StringRef suffix = ".task", tilesSuffix = ".tiles";

nlp::Pin explore::tilesPin(const std::string &nest, int64_t tiles) {
  return {nest + tilesSuffix.str(), nlp::Pin::Equal, std::to_string(tiles)};
}

nlp::Pin explore::taskPin(const std::string &nest, bool isTask) {
  return {nest + suffix.str(), nlp::Pin::Equal, isTask ? "1" : "0"};
}

static bool hasStatement(func::FuncOp func, StringRef name) {
  return func
      .walk([&](Operation *op) {
        auto own = op->getAttrOfType<StringAttr>(hls::statementAttrName);
        return own && own.getValue() == name ? WalkResult::interrupt()
                                             : WalkResult::advance();
      })
      .wasInterrupted();
}

static LogicalResult addTiles(func::FuncOp func, const nlp::Pin &pin,
                              StringRef nest, TaskPins &result) {
  int64_t tiles = 0;
  if (pin.relation != nlp::Pin::Equal ||
      StringRef(pin.value).getAsInteger(10, tiles) || tiles < 1)
    return func.emitError("pin '")
           << pin.text() << "': pin it to the tiles of rows that the task "
           << "computes one after the other; 1: it holds arrays whole";
  if (!result.tiles.emplace(nest.str(), tiles).second &&
      result.tiles[nest.str()] != tiles)
    return func.emitError("pin '") << pin.text() << "' contradicts another";
  return success();
}

FailureOr<TaskPins> explore::readTaskPins(func::FuncOp func,
                                          ArrayRef<nlp::Pin> pins) {
  TaskPins result;
  for (const nlp::Pin &pin : pins) {
    StringRef name = pin.name;
    if (name == inTurnName) {
      bool isInTurn = pin.value == "1";
      if (pin.relation != nlp::Pin::Equal || (!isInTurn && pin.value != "0"))
        return func.emitError("pin '")
               << pin.text() << "': pin it to 1, all nests on the same "
               << "operators, or to 0, side by side";
      if (result.inTurn.value_or(isInTurn) != isInTurn)
        return func.emitError("pin '") << pin.text() << "' contradicts another";
      result.inTurn = isInTurn;
      continue;
    }
    bool saysTiles = name.consume_back(tilesSuffix);
    if (!saysTiles && !name.consume_back(suffix)) {
      result.others.push_back(pin);
      continue;
    }
    if (!hasStatement(func, name))
      return func.emitError("pin '")
             << pin.text() << "': the program has no nest '" << name << "'";
    if (saysTiles) {
      if (failed(addTiles(func, pin, name, result)))
        return failure();
      continue;
    }
    bool isTask = pin.value == "1";
    if (pin.relation != nlp::Pin::Equal || (!isTask && pin.value != "0"))
      return func.emitError("pin '")
             << pin.text() << "': pin it to 1, a task with buffers, or to 0, a "
             << "stream";
    (isTask ? result.tasks : result.streams).insert(name.str());
    if (result.tasks.count(name.str()) && result.streams.count(name.str()))
      return func.emitError("pin '") << pin.text() << "' contradicts another";
  }
  for (const auto &[nest, tiles] : result.tiles)
    if (tiles > 1 && result.streams.count(nest))
      return func.emitError("pin '")
             << tilesPin(nest, tiles).text() << "' contradicts '"
             << taskPin(nest, false).text() << "': a stream has no tiles of "
             << "rows";
  return result;
}

//===----------------------------------------------------------------------===//
// Nests for which a task may pay
//===----------------------------------------------------------------------===//

namespace {
/// Of a nest that streams: how many lanes each loop may have.
class MostLanes {
public:
  MostLanes(const StreamedProgram &program, const StreamedNestInfo &nest,
            const target::Target &target);
  /// That its iterations take at least, whatever the resources are: one begins
  /// a cycle at most, and additions on one sum follow each other.
  Int cycles() const;
  /// Cycles that a task needs at least for the tokens that come and go: what
  /// memory holds comes at a time, the rest one array after the other.
  Int tokens() const;

private:
  int64_t lanes(int64_t extent, unsigned loop) const;
  int64_t least(unsigned loop) const;
  int64_t most(unsigned loop) const;
  std::vector<std::pair<int64_t, int64_t>> cuts(unsigned loop) const;
  Int cyclesWith(ArrayRef<std::pair<int64_t, int64_t>> chosen,
                 int64_t carried) const;
  std::optional<Int> leastOfAllCuts() const;

  static constexpr size_t mostCuts = 100'000;
  const StreamedProgram &program;
  const StreamedNestInfo &nest;
  int64_t parallelDepth;
  std::vector<int64_t> limits; ///< by loop
};
} // namespace

/// A token lies along a row; where rows have no lanes, other dimensions have
/// none.
MostLanes::MostLanes(const StreamedProgram &program,
                     const StreamedNestInfo &nest, const target::Target &target)
    : program(program), nest(nest), parallelDepth(target.rules.depth.parallel) {
  for (auto [number, loop] : llvm::enumerate(nest.loops))
    limits.push_back(nest.reduces() || nest.result.has(number) ? INT64_MAX : 1);
  for (const StreamedAccess &access : nest.accesses()) {
    int64_t &limit = limits[access.dims.back()];
    limit = std::min(limit, tokenBits / program.arrays[access.array].bits);
  }
  for (bool isChanged = true; std::exchange(isChanged, false);)
    for (const StreamedAccess &access : nest.accesses()) {
      if (most(access.dims.back()) > 1)
        continue;
      for (unsigned loop : access.dims)
        isChanged |= std::exchange(limits[loop], 1) != 1;
    }
}

int64_t MostLanes::lanes(int64_t extent, unsigned loop) const {
  int64_t found = 1;
  for (int64_t divisor : divisors(extent))
    if (divisor <= limits[loop])
      found = std::max(found, divisor);
  return found;
}

/// Iterations of the loop, filled up as is best.
int64_t MostLanes::least(unsigned loop) const {
  int64_t found = INT64_MAX;
  for (int64_t extent : program.extents[nest.loops[loop].extent].choices)
    found = std::min(found, extent / lanes(extent, loop));
  return found;
}

int64_t MostLanes::most(unsigned loop) const {
  int64_t found = 1;
  for (int64_t extent : program.extents[nest.loops[loop].extent].choices)
    found = std::max(found, lanes(extent, loop));
  return found;
}

/// How a loop may be cut: its tiles and steps together, and its lanes.
std::vector<std::pair<int64_t, int64_t>> MostLanes::cuts(unsigned loop) const {
  std::vector<std::pair<int64_t, int64_t>> all;
  for (int64_t extent : program.extents[nest.loops[loop].extent].choices)
    for (int64_t divisor : divisors(extent))
      if (divisor <= limits[loop])
        all.push_back({extent / divisor, divisor});
  return all;
}

/// With these cuts, where all sums take turns: as `interval` of StreamedCost.
Int MostLanes::cyclesWith(ArrayRef<std::pair<int64_t, int64_t>> chosen,
                          int64_t carried) const {
  Int rounds = 1, sums = 1, lanes = 1;
  for (auto [loop, cut] : llvm::zip_equal(nest.loops, chosen)) {
    Int &product = loop.reduces ? rounds : sums;
    product = product * cut.first;
    if (loop.reduces && nest.terms == 0)
      lanes = lanes * cut.second;
  }
  Int interval = rounds.value() <= 1
                     ? Int(1)
                     : ceilDiv(lanes * carried + parallelDepth, sums);
  return rounds * sums * interval;
}

/// All cuts, if these are not too many; none: they are.
std::optional<Int> MostLanes::leastOfAllCuts() const {
  std::vector<std::vector<std::pair<int64_t, int64_t>>> all;
  size_t count = 1;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    all.push_back(cuts(loop));
    count *= all.back().size();
    if (count > mostCuts)
      return std::nullopt;
  }
  int64_t carried = INT64_MAX;
  for (const StreamedLatencies &latencies : nest.latencies)
    carried = std::min(carried, latencies.carried);
  std::optional<Int> least;
  for (size_t number = 0; number < count; ++number) {
    size_t rest = number;
    std::vector<std::pair<int64_t, int64_t>> chosen;
    for (const auto &own : all) {
      chosen.push_back(own[rest % own.size()]);
      rest /= own.size();
    }
    Int cycles = cyclesWith(chosen, carried);
    least = least ? min(*least, cycles) : cycles;
  }
  return least;
}

Int MostLanes::cycles() const {
  if (std::optional<Int> least = nest.outside ? std::nullopt : leastOfAllCuts())
    return *least;
  Int all = 1, points = nest.outside ? nest.outside->points : 0, unrolled = 1;
  for (auto [number, loop] : llvm::enumerate(nest.loops)) {
    all = all * least(number);
    unrolled = unrolled * most(number);
    if (nest.outside && number != nest.outside->first &&
        number != nest.outside->second)
      points = points * loop.trip;
  }
  return nest.outside ? ceilDiv(points, unrolled) : all;
}

Int MostLanes::tokens() const {
  auto count = [&](const StreamedAccess &access) {
    Int tokens = least(access.dims.back());
    for (unsigned loop : ArrayRef(access.dims).drop_back())
      tokens = tokens * nest.loops[loop].trip;
    return tokens;
  };
  std::vector<StreamedAccess> comes = nest.operands;
  if (nest.result.needsOld)
    comes.push_back(nest.result);
  Int together = 0, inTurn = 0;
  for (const StreamedAccess &access : comes)
    if (access.producer < 0)
      together = max(together, count(access));
    else
      inTurn = inTurn + count(access);
  return together + inTurn + count(nest.result);
}

/// With one nest more as a task; fails silently where it is none.
static FailureOr<StreamedProgram> withTask(func::FuncOp func,
                                           const target::Target &target,
                                           const StreamedAnalysis &analysis,
                                           const std::string &nest) {
  ScopedDiagnosticHandler quiet(func.getContext(),
                                [](Diagnostic &) { return success(); });
  StreamedAnalysis own = analysis;
  own.tasks.insert(nest);
  return analyzeStreamed(func, target, own);
}

/// Whether a task, that does one thing after the other, may take less than the
/// iterations of the nest that streams: bounds of both, by their own rules.
static bool mayPay(const StreamedNestInfo &task, const MostLanes &lanes,
                   const target::Resources &usable) {
  DesignSpace space = task.task->space;
  space.usable = {usable, target::anyPorts};
  Int takes = lanes.tokens() + boundOfAnyDesign(space).cycles,
      streams = lanes.cycles();
  return takes.isValid() &&
         (!streams.isValid() || streams.value() > takes.value());
}

/// More are not tried.
static constexpr size_t mostOpen = 3;

/// In what it is as it stands, a task or a stream.
static bool isPinned(const std::string &nest, const TaskPins &pins) {
  return llvm::any_of(pins.others, [&](const nlp::Pin &pin) {
    return StringRef(pin.name).starts_with(nest + ".");
  });
}

/// Nests that stream, are pinned in nothing, and may be faster as tasks.
static std::vector<std::string>
openNests(func::FuncOp func, const target::Target &target,
          const target::Resources &usable, const StreamedAnalysis &analysis,
          const TaskPins &pins, const StreamedProgram &program) {
  std::vector<std::string> open;
  for (const StreamedNestInfo &nest : program.nests) {
    bool stays = pins.streams.count(nest.name) > 0 || isPinned(nest.name, pins);
    if (nest.task || stays || open.size() == mostOpen)
      continue;
    MostLanes lanes(program, nest, target);
    Int streams = lanes.cycles(), tokens = lanes.tokens();
    if (streams.isValid() && tokens.isValid() &&
        streams.value() <= tokens.value())
      continue; // a task only takes longer
    FailureOr<StreamedProgram> other =
        withTask(func, target, analysis, nest.name);
    if (failed(other))
      continue;
    for (const StreamedNestInfo &own : other->nests)
      if (own.name == nest.name && mayPay(own, lanes, usable))
        open.push_back(nest.name);
  }
  return open;
}

/// Numbers of tiles that are tried: each half as many again as the one before,
/// or more.
static std::vector<int64_t> tileCounts(int64_t rows) {
  std::vector<int64_t> counts;
  for (int64_t count : divisors(rows))
    if (count >= analysis::leastTiles &&
        (counts.empty() || 2 * count >= 3 * counts.back()))
      counts.push_back(count);
  return counts;
}

/// Sets of tasks of the program that are cut into tiles, each with as many.
static std::vector<std::map<std::string, int64_t>>
cutsOf(const StreamedProgram &program, const TaskPins &pins) {
  std::map<int64_t, std::vector<std::string>> byRows;
  for (const StreamedNestInfo &nest : program.nests)
    if (nest.task && nest.task->rows > 0 && !pins.tiles.count(nest.name) &&
        !isPinned(nest.name, pins))
      byRows[nest.task->rows].push_back(nest.name);
  std::vector<std::map<std::string, int64_t>> cuts;
  for (const auto &[rows, nests] : byRows) {
    std::vector<std::vector<std::string>> sets;
    for (const std::string &nest : nests)
      sets.push_back({nest});
    if (nests.size() > 1)
      sets.push_back(nests);
    for (const std::vector<std::string> &set : sets)
      for (int64_t count : tileCounts(rows)) {
        std::map<std::string, int64_t> &cut = cuts.emplace_back(pins.tiles);
        for (const std::string &nest : set)
          cut[nest] = count;
      }
  }
  return cuts;
}

FailureOr<std::vector<StreamedVariant>>
explore::streamedVariants(func::FuncOp func, const target::Target &target,
                          const target::Resources &usable,
                          const StreamedAnalysis &analysis,
                          const TaskPins &pins) {
  StreamedAnalysis own = analysis;
  own.tasks = pins.tasks;
  own.streams = pins.streams;
  own.tiles = pins.tiles;
  for (const auto &[nest, tiles] : pins.tiles)
    if (tiles > 1)
      own.tasks.insert(nest);
  FailureOr<StreamedProgram> first = analyzeStreamed(func, target, own);
  if (failed(first))
    return failure();
  std::vector<std::string> open =
      openNests(func, target, usable, own, pins, *first);
  std::vector<std::set<std::string>> sets;
  for (const std::string &nest : open)
    sets.push_back({nest});
  if (open.size() > 1)
    sets.emplace_back(open.begin(), open.end());
  std::vector<StreamedVariant> variants;
  variants.push_back({own.tasks, own.tiles, std::move(*first)});
  auto add = [&](const std::set<std::string> &more,
                 const std::map<std::string, int64_t> &tiles) -> LogicalResult {
    StreamedAnalysis with = own;
    with.tasks.insert(more.begin(), more.end());
    with.tiles = tiles;
    FailureOr<StreamedProgram> program = analyzeStreamed(func, target, with);
    if (succeeded(program))
      variants.push_back({with.tasks, tiles, std::move(*program)});
    return program;
  };
  // Of the last variant, with these tasks beside the first one's.
  auto addCuts = [&](const std::set<std::string> &more) -> LogicalResult {
    for (const std::map<std::string, int64_t> &tiles :
         cutsOf(variants.back().program, pins))
      if (failed(add(more, tiles)))
        return failure();
    return success();
  };
  if (failed(addCuts({})))
    return failure();
  for (const std::set<std::string> &more : sets)
    if (failed(add(more, own.tiles)) || failed(addCuts(more)))
      return failure();
  return variants;
}
