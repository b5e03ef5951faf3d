//===- BottleneckSearch.cpp - Raises the slowest nest step by step --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/BottleneckSearch.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Support/Divisors.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// Expressions in the programs of all steps, which take the longer the more
/// they have: a search takes a second or two at most.
static constexpr size_t MostExpressions = 500'000;
/// Nodes of the solver for a step.
static constexpr int64_t StepNodes = 500;
/// Next larger factors of a loop that a step may take.
static constexpr size_t FactorsOfStep = 2;
/// Times as many banks as before that a dimension may have after a step.
static constexpr int64_t MostGrowth = 4;

/// What the user pinned stays.
std::vector<nlp::Pin> BottleneckSearch::pinsOf(const Choice &choice,
                                               StringRef raised) const {
  std::vector<nlp::Pin> pins = space.getPins().vec();
  llvm::StringSet<> given;
  for (const nlp::Pin &pin : pins)
    given.insert(pin.name);
  auto add = [&](const Twine &name, std::string value) {
    if (!given.contains(name.str()))
      pins.push_back({name.str(), nlp::Pin::Equal, std::move(value)});
  };
  for (hls::TaskPointAttr task : choice.design.getTasks()) {
    StringRef name = task.getName().getValue();
    const llvm::StringMap<int64_t> &factors = choice.factors.find(name)->second;
    for (hls::LoopPointAttr loop : task.getLoops()) {
      StringRef own = loop.getName().getValue();
      add(name + "." + own + ".t2", std::to_string(factors.lookup(own)));
      if (name != raised)
        add(name + "." + own + ".t1", std::to_string(loop.getFactors()[1]));
    }
    if (!task.getPipelined().empty())
      add(name + ".pipelined", task.getPipelined().str());
    if (task.getOrder().size() < 2)
      continue;
    auto names = llvm::map_range(
        task.getOrder(), [](StringAttr loop) { return loop.getValue(); });
    add(name + ".order", llvm::join(names, ","));
  }
  for (hls::ArrayPointAttr array : choice.design.getArrays()) {
    if (!array.getTask().empty())
      continue;
    for (auto [d, dim] : llvm::enumerate(array.getPartition().getDims())) {
      std::string name =
          (array.getArray().getValue() + ".partition" + Twine(d)).str();
      if (dim.getKind() == hls::PartitionKind::Complete || given.contains(name))
        continue;
      int64_t now = std::max<int64_t>(1, dim.getFactor());
      pins.push_back({name, nlp::Pin::AtLeast, std::to_string(now)});
      pins.push_back(
          {name, nlp::Pin::AtMost, std::to_string(now * MostGrowth)});
    }
  }
  return pins;
}

bool BottleneckSearch::isWithinLimits() const {
  return expressions < MostExpressions && nodes < mostNodes && !isOver();
}

std::optional<BottleneckSearch::Found>
BottleneckSearch::solve(const Problem &problem, std::optional<int64_t> most) {
  expressions += problem.model.nodes().size();
  nlp::SolverOptions own = options;
  own.explain = false;
  own.progress = {}; // its bound holds for a step alone
  own.nodeLimit = own.diveNodes = StepNodes;
  own.tieNodeLimit = 0;
  own.eliminateFrom = nlp::SolverOptions::Never;
  Found found{nlp::Solver(problem.model).run(own, most), {}};
  nodes += found.solution.nodes;
  if (found.solution.point.empty() ||
      !problem.model.violations(found.solution.point).empty())
    return std::nullopt;
  FailureOr<hls::DesignAttr> design = problem.designOf(found.solution);
  if (failed(design))
    return std::nullopt;
  found.design = *design;
  return found;
}

/// Pins that no design has are no error here.
std::optional<BottleneckSearch::Found>
BottleneckSearch::solve(const Choice &choice, StringRef raised, int64_t most) {
  ScopedDiagnosticHandler quiet(space.getFunc()->getContext(),
                                [](Diagnostic &) { return success(); });
  FailureOr<std::unique_ptr<Problem>> problem =
      space.lower(pinsOf(choice, raised));
  return succeeded(problem) ? solve(**problem, most) : std::nullopt;
}

/// The best of the steps that unroll one loop of the task further; false if
/// none makes the design faster, nor the task in a design as fast.
bool BottleneckSearch::raise(StringRef task, Choice &choice, Found &best) {
  auto cyclesOf = [&](const Found &found) {
    return std::make_pair(
        found.cycles(), analysis::taskPointOf(found.design, task).getCycles());
  };
  hls::TaskPointAttr point = analysis::taskPointOf(best.design, task);
  std::optional<Found> better;
  StringRef raised;
  int64_t factor = 0;
  for (hls::LoopPointAttr loop : point.getLoops()) {
    StringRef name = loop.getName().getValue();
    int64_t now = choice.factors[task][name];
    std::vector<int64_t> larger = divisors(loop.getTrip());
    llvm::erase_if(larger, [&](int64_t other) { return other <= now; });
    larger.resize(std::min(larger.size(), FactorsOfStep));
    for (int64_t next : larger) {
      if (!isWithinLimits())
        break;
      choice.factors[task][name] = next;
      const Found &least = better ? *better : best;
      auto found = solve(choice, task, least.cycles());
      if (found && cyclesOf(*found) < cyclesOf(least)) {
        better = std::move(found);
        raised = name;
        factor = next;
      }
    }
    choice.factors[task][name] = now;
  }
  if (!better)
    return false;
  choice.factors[task][raised] = factor;
  choice.design = better->design;
  best = std::move(*better);
  return true;
}

std::optional<BottleneckSearch::Found>
BottleneckSearch::run(const Problem &rolled) {
  std::optional<Found> best = solve(rolled, std::nullopt);
  if (!best)
    return std::nullopt;
  Choice choice{best->design, {}};
  for (hls::TaskPointAttr task : best->design.getTasks())
    for (hls::LoopPointAttr loop : task.getLoops())
      choice.factors[task.getName().getValue()][loop.getName().getValue()] =
          loop.getFactors().back();
  SmallVector<StringRef> open;
  for (hls::TaskPointAttr task : best->design.getTasks())
    if (!task.getLoops().empty())
      open.push_back(task.getName().getValue());
  while (!open.empty() && isWithinLimits()) {
    auto slowest = llvm::max_element(open, [&](StringRef x, StringRef y) {
      return analysis::taskPointOf(best->design, x).getCycles() <
             analysis::taskPointOf(best->design, y).getCycles();
    });
    if (!raise(*slowest, choice, *best))
      open.erase(slowest);
  }
  return best;
}
