//===- StreamedReasons.cpp - What a nest of a network waits for -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Explain/NestReasons.h"
#include "Explore/Streamed/StreamedExplain.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {
class NestReasonsOfNetwork {
public:
  NestReasonsOfNetwork(const StreamedDesign &design,
                       const target::Target &target, unsigned number)
      : design(design), target(target), number(number),
        nest(design.program.nests[number]), choice(design.point.nests[number]),
        cycles(design.figures.cycles.value()),
        interval(design.figures.intervals[number].value()) {}

  /// `pace`: the nest without which the design would lose the most.
  NestExplanation run(bool isPace);
  /// Cycles that the design would lose if the nest took none.
  int64_t share() const;

private:
  int64_t savedBy(llvm::function_ref<void(StreamedProgram &)> change) const;
  int64_t iterations() const;
  void addSums();
  void addWaits();
  void addWait(const StreamedAccess &access, int64_t saved);
  void addPadding();
  void addOwn(bool isPace, int64_t share);
  void add(BindingKind kind, StringRef name, int64_t of, Twine text);

  const StreamedDesign &design;
  const target::Target &target;
  unsigned number;
  const StreamedNestInfo &nest;
  const StreamedChoice<Int> &choice;
  int64_t cycles, interval;
  std::vector<Binding> bindings;
};
} // namespace

/// The same design, by the rules, with something else of the program.
int64_t NestReasonsOfNetwork::savedBy(
    llvm::function_ref<void(StreamedProgram &)> change) const {
  StreamedProgram other = design.program;
  change(other);
  Int less =
      streamedFigures(other, design.point, target, cost::Numbers<Int>()).cycles;
  return less.isValid() ? std::max<int64_t>(0, cycles - less.value()) : 0;
}

int64_t NestReasonsOfNetwork::share() const {
  if (!nest.task)
    return savedBy(
        [&](StreamedProgram &other) { other.nests[number].givenInterval = 0; });
  StreamedPoint<Int> point = design.point;
  point.tasks[number]->cycles = Int(0);
  Int less =
      streamedFigures(design.program, point, target, cost::Numbers<Int>())
          .cycles;
  return std::max<int64_t>(0, cycles - less.value());
}

void NestReasonsOfNetwork::add(BindingKind kind, StringRef name, int64_t of,
                               Twine text) {
  bindings.push_back(bindingOf(kind, name, of, text));
}

/// Of all tiles, those among them that are left out.
int64_t NestReasonsOfNetwork::iterations() const {
  Int product = 1;
  for (size_t loop = 0; loop < nest.loops.size(); ++loop)
    product = product * choice.tiles[loop] * choice.steps[loop];
  return product.value();
}

/// Additions that follow each other, of as many sums as go on side by side.
void NestReasonsOfNetwork::addSums() {
  if (nest.task || interval <= 1)
    return;
  Int chain = 1, sums = 1;
  std::string names;
  for (auto [index, loop] : llvm::enumerate(nest.loops)) {
    if (!loop.reduces) {
      sums = sums * choice.steps[index];
      continue;
    }
    chain = chain * choice.lanes[index];
    names += (names.empty() ? "" : ", ") + loop.name;
  }
  if (nest.terms > 0)
    chain = 1;
  int64_t latency = nest.latencies[choice.adders.value()].carried,
          saved = savedBy([&](StreamedProgram &other) {
            other.nests[number].givenInterval = 1;
          });
  add(BindingKind::Recurrence, names, saved,
      "an iteration begins every " + grouped(interval) +
          " cycles: " + grouped(chain.value()) + " addition(s) of " +
          grouped(latency) + " cycles follow each other on each sum, and " +
          grouped(sums.value()) + " sum(s) take turns; " +
          (saved == 0
               ? "the design would take as long with one a cycle"
               : "with one a cycle the same design would save " +
                     grouped(saved) + " of " + grouped(cycles) + " cycles"));
}

void NestReasonsOfNetwork::addWait(const StreamedAccess &access,
                                   int64_t saved) {
  const StreamedArrayInfo &array = design.program.arrays[access.array];
  std::string from;
  if (access.producer >= 0) {
    from = design.program.nests[access.producer].name;
  } else {
    int64_t ports = design.point.ports[access.array].value(),
            beat = design.point.beats[access.array].value();
    from = "memory (" + grouped(ports) + " port(s) of " + grouped(beat) +
           " elements a cycle)";
  }
  add(BindingKind::Transfer, array.name, saved,
      "waits for '" + array.name + "' from " + from +
          ": if all of it were there from the beginning, the same design would "
          "save " +
          grouped(saved) + " of " + grouped(cycles) + " cycles");
}

/// Each operand alone.
void NestReasonsOfNetwork::addWaits() {
  for (auto [index, operand] : llvm::enumerate(nest.operands)) {
    int64_t saved = savedBy([&, operand = index](StreamedProgram &other) {
      other.nests[number].operands[operand].isThere = true;
    });
    if (saved > 0)
      addWait(operand, saved);
  }
  for (const StreamedResult &result : nest.results()) {
    if (!result.needsOld)
      continue;
    int64_t saved = savedBy([&](StreamedProgram &other) {
      other.nests[number].resultOf(result.array).isThere = true;
    });
    if (saved > 0)
      addWait(result, saved);
  }
}

/// Iterations that the program does not have.
void NestReasonsOfNetwork::addPadding() {
  if (nest.task)
    return;
  Int useful = 1, all = 1;
  std::string loops;
  for (auto [index, loop] : llvm::enumerate(nest.loops)) {
    Int filled =
        choice.tiles[index] * choice.steps[index] * choice.lanes[index];
    useful = useful * loop.trip;
    all = all * filled;
    if (filled.value() != loop.trip)
      loops += (loops.empty() ? "" : ", ") + loop.name + " from " +
               grouped(loop.trip) + " to " + grouped(filled.value());
  }
  if (!loops.empty() && all.isValid()) {
    Int more = floorDiv((all - useful) * iterations() * interval, all);
    add(BindingKind::Structure, "padding", more.value(),
        "fills up " + loops + ": " + grouped(useful.value()) + " of " +
            grouped(all.value()) +
            " iterations are the program's; the others "
            "take " +
            grouped(more.value()) + " cycles of the nest");
  }
  if (!nest.outside || nest.outside->points == 0)
    return;
  Int inside = nest.outside->points;
  for (auto [index, loop] : llvm::enumerate(nest.loops))
    if (index != nest.outside->first && index != nest.outside->second)
      inside = inside * loop.trip;
  add(BindingKind::Structure, "domain", 0,
      "computes in whole tiles: " + grouped(inside.value()) + " of the box's " +
          grouped(useful.value()) +
          " iterations are in the domain, tiles without any are left out");
}

/// What it takes by itself.
void NestReasonsOfNetwork::addOwn(bool isPace, int64_t share) {
  if (share == 0)
    add(BindingKind::Overlapped, "", 0,
        "costs nothing: the network would take as long if it took no time");
  std::string text = isPace ? "sets the pace among the nests: " : "";
  if (nest.task && nest.task->isTiled())
    text += "a task that computes " + grouped(nest.task->tiles) +
            " tiles of rows, each in " +
            grouped(design.point.tasks[number]->cycles.value()) +
            " cycles, beside what fills and empties other tiles";
  else if (nest.task)
    text +=
        "a task with buffers, which are filled, computed on and emptied one "
        "after the other; the computation takes " +
        grouped(design.point.tasks[number]->cycles.value()) + " cycles";
  else
    text += grouped(iterations()) + " iterations, one " +
            (interval == 1 ? std::string("a cycle")
                           : "every " + grouped(interval) + " cycles") +
            (nest.outside ? ", less those of tiles that are left out" : "");
  if (isPace || bindings.empty())
    add(BindingKind::Structure, "", share,
        text + "; if it took no time, the network would save " +
            grouped(share) + " of " + grouped(cycles) + " cycles");
}

NestExplanation NestReasonsOfNetwork::run(bool isPace) {
  addSums();
  addWaits();
  llvm::sort(bindings, [](const Binding &x, const Binding &y) {
    return std::tuple(-x.cycles, x.kind, x.name) <
           std::tuple(-y.cycles, y.kind, y.name);
  });
  addPadding();
  int64_t ownShare = share();
  addOwn(isPace, ownShare);
  Int span = design.figures.ends[number] - design.figures.starts[number];
  return {nest.name, Location(nest.place), span.value(), ownShare,
          std::move(bindings)};
}

std::vector<NestExplanation>
explore::explainNests(const StreamedDesign &design,
                      const target::Target &target) {
  std::vector<NestReasonsOfNetwork> nests;
  std::vector<int64_t> shares;
  for (unsigned number = 0; number < design.program.nests.size(); ++number) {
    nests.emplace_back(design, target, number);
    shares.push_back(nests.back().share());
  }
  size_t pace = llvm::max_element(shares) - shares.begin();
  std::vector<NestExplanation> all;
  for (auto [number, nest] : llvm::enumerate(nests))
    all.push_back(nest.run(number == pace));
  return all;
}
