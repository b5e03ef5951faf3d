//===- NestReasons.cpp - What of a nest no limit explains -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Explain/NestReasons.h"
#include "Explore/Explain/NestProblem.h"
#include "talos/Cost/Intervals.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

std::string explore::grouped(int64_t value) {
  return llvm::formatv("{0:N}", value).str();
}

/// Cycles of the design with these costs of its parts.
static int64_t latencyOf(const DesignSpace &space,
                         const DesignCost<Int> &cost) {
  cost::Numbers<Int> number;
  return space.composition
      ->latency(figuresOf(space, cost, number), space.target.rules, number)
      .value();
}

int64_t explore::shareOf(const DesignSpace &space, const DesignPoint &point,
                         unsigned task) {
  DesignCost<Int> without = point.cost;
  without.tasks[task].latency = 0;
  return point.cost.latency.value() - latencyOf(space, without);
}

Binding explore::bindingOf(BindingKind kind, StringRef name, int64_t cycles,
                           const Twine &text) {
  Binding binding;
  binding.kind = kind;
  binding.name = name.str();
  binding.cycles = cycles;
  binding.text = text.str();
  return binding;
}

namespace {
class Reasons {
public:
  Reasons(const DesignSpace &space, const DesignPoint &point, unsigned t)
      : space(space), point(point), t(t), task(space.tasks[t]),
        cost(point.cost.tasks[t]),
        choice(choiceOfTask(space, t, point.choices, point.cost.arrays, tiles,
                            cost::Numbers<Int>())) {}

  std::vector<Binding> run() {
    int64_t share = shareOf(space, point, t);
    addIntervals();
    addTransfers(share);
    if (task.context)
      add(BindingKind::Context, "", share,
          "runs " + grouped(space.sharedLoops[*task.context].iterations) +
              " times, one after the other: dependences make it share a loop "
              "with other nests");
    if (share == 0)
      add(BindingKind::Overlapped, "", 0,
          "costs nothing: longer calls run at the same time");
    if (trips() == 1 && choice.transfers.empty())
      add(BindingKind::Unrolled, "", cost.latency.value(),
          "has one iteration: the latency of its operators is left, " +
              grouped(cost.latency.value()) + " cycles");
    return std::move(bindings);
  }

private:
  void add(BindingKind kind, StringRef name, int64_t cycles, Twine text) {
    bindings.push_back(bindingOf(kind, name, cycles, text));
  }
  StringRef nameOf(unsigned array) const {
    return space.arrays[array].shape.name;
  }
  int64_t trips() const {
    Int product = 1;
    for (const cost::LoopChoice<Int> &loop : choice.loops)
      product = product * loop.t0 * loop.t1;
    return product.value();
  }
  /// Times that the nest inside of transfers of tiles runs.
  int64_t runsInside() const {
    Int runs = 1;
    for (unsigned l = 0; l < choice.slots.size(); ++l)
      if (choice.slots[l].value() < int64_t(choice.transfers.size()))
        runs = runs * choice.loops[l].t0;
    return runs.value();
  }
  std::string describe(const cost::IntervalTerm &term) const;
  void addIntervals();
  void addTransfers(int64_t share);
  void addTransfer(unsigned array, bool isLoad, int64_t cycles,
                   std::string &text) const;

  const DesignSpace &space;
  const DesignPoint &point;
  unsigned t;
  const TaskSpace &task;
  const cost::TaskCost<Int> &cost;
  std::vector<cost::ArrayCost<Int>> tiles;
  cost::TaskChoice<Int> choice;
  std::vector<Binding> bindings;
};
} // namespace

std::string Reasons::describe(const cost::IntervalTerm &term) const {
  std::string array = "'" + nameOf(term.array).str() + "'";
  switch (term.kind) {
  case cost::IntervalKind::CarriedSum:
    return "each '" + task.only().accumulation().name + "' on " + array +
           " waits for the one before";
  case cost::IntervalKind::FlattenedSum:
    return "the sum in " + array + " takes longer than the " +
           grouped(choice.loops[term.loop].t1.value()) +
           " iterations after which it comes back to an element";
  case cost::IntervalKind::Recurrence:
    return "a value of " + array +
           " that an earlier iteration stores is "
           "awaited";
  case cost::IntervalKind::Registers:
    return array + " lies in registers and is read and written in every "
                   "iteration";
  case cost::IntervalKind::Ports:
    return "a bank of " + array + " serves " +
           std::to_string(space.target.rules.transfers.portsPerBank) +
           " accesses a cycle";
  }
  return "";
}

/// What asks for the whole interval.
void Reasons::addIntervals() {
  int64_t ii = cost.ii.value();
  if (ii < 2)
    return;
  int64_t waits =
      runsInside() * cost.outer.value() * (cost.trips.value() - 1) * (ii - 1);
  for (const cost::IntervalTerm &term : cost::intervalTerms(
           task.only(), choice, space.target.rules, space.treeReduction)) {
    if (term.cycles != ii || waits == 0)
      continue;
    bool isPorts = term.kind == cost::IntervalKind::Ports;
    auto isSame = [&](const Binding &other) {
      return other.name == nameOf(term.array);
    };
    if (llvm::any_of(bindings, isSame))
      continue;
    add(isPorts ? BindingKind::Ports : BindingKind::Recurrence,
        nameOf(term.array), waits,
        "loop '" + task.band[term.loop].name + "' starts an iteration every " +
            std::to_string(ii) + " cycles, because " + describe(term) +
            "; that takes " + grouped(waits) + " of its " +
            grouped(cost.latency.value()) + " cycles");
  }
}

/// A transfer, with its beat where that is not the widest.
void Reasons::addTransfer(unsigned a, bool isLoad, int64_t cycles,
                          std::string &text) const {
  const cost::ArrayShape &array = space.arrays[a].shape;
  text += text.empty() ? "" : ", ";
  text += isLoad ? "load" : "store";
  text += " of '" + array.name + "' " + grouped(cycles);
  int64_t widest =
      space.target.rules.transfers.maxWidth / int64_t(array.elementBits);
  const std::optional<cost::PortChoice<Int>> &port = point.choices.ports[a];
  if (port && port->beat.value() < widest && !array.extents.empty())
    text += " at " + std::to_string(port->beat.value()) + " of " +
            std::to_string(widest) + " elements a beat";
}

/// Transfers that weigh more than the nest itself.
void Reasons::addTransfers(int64_t share) {
  DesignCost<Int> without = point.cost;
  std::string text;
  auto arrays = [&](bool load) {
    for (const cost::ArrayUse &use : task.uses) {
      const ArraySpace &array = space.arrays[use.array];
      cost::ArrayCost<Int> &moved = without.arrays[use.array];
      Int &cycles = load ? moved.loadLatency : moved.storeLatency;
      bool isMoved = load ? array.shape.loaded : array.shape.stored;
      if (array.isTiled() || !isMoved)
        continue;
      addTransfer(use.array, load, cycles.value(), text);
      cycles = 0;
    }
  };
  arrays(true);
  arrays(false);
  if (!choice.transfers.empty()) {
    cost::TaskChoice<Int> still = choice;
    for (auto [i, transfer] : llvm::enumerate(still.transfers)) {
      unsigned array = point.choices.tasks[t].tiles[i].tile.array;
      if (transfer.load.value() != 0)
        addTransfer(array, true, transfer.load.value(), text);
      if (transfer.store.value() != 0)
        addTransfer(array, false, transfer.store.value(), text);
      transfer.load = transfer.store = 0;
      transfer.leastLoad = transfer.leastStore = 0;
    }
    without.tasks[t].latency =
        cost::taskCost(task.only(), still, space.target.rules,
                       space.treeReduction, cost::Numbers<Int>())
            .latency;
  }
  int64_t cycles = point.cost.latency.value() - latencyOf(space, without);
  int64_t inside = (cost.latency - without.tasks[t].latency).value();
  if (cycles > std::max<int64_t>(0, share - inside))
    add(BindingKind::Transfer, "", cycles,
        "the design waits " + grouped(cycles) +
            " cycles for transfers of its arrays (" + text + ") and " +
            grouped(std::max<int64_t>(0, share - inside)) + " for the nest");
}

std::vector<Binding> explore::reasonsOf(const DesignSpace &space,
                                        const DesignPoint &point,
                                        unsigned task) {
  return Reasons(space, point, task).run();
}

/// A next unroll factor this many times the present one is out of reach of what
/// a limit that is a little larger buys.
static constexpr int64_t WideGap = 8;

std::vector<Binding> explore::unrollingReasons(const DesignSpace &space,
                                               const DesignPoint &point,
                                               unsigned t) {
  std::vector<Binding> bindings;
  const TaskSpace &task = space.tasks[t];
  for (auto [loop, choice] :
       llvm::zip(task.band, point.choices.tasks[t].loops)) {
    int64_t factor = choice.t2.value();
    auto next = llvm::upper_bound(loop.factors, factor);
    if (next == loop.factors.end() || loop.sequential || loop.reduction)
      continue;
    Binding binding;
    binding.name = loop.name;
    binding.cycles = point.cost.tasks[t].latency.value();
    if (!loop.mayUnroll)
      binding.text = "loop '" + loop.name +
                     "' stands in a subscript beside other loops, or with a "
                     "factor, and is not unrolled: no bank would be known "
                     "before the program runs";
    else if (*next >= WideGap * factor)
      binding.text = "loop '" + loop.name + "' is unrolled by " +
                     grouped(factor) + ", and the next factor is " +
                     grouped(*next) + ": factors divide the trip count " +
                     grouped(loop.trip) +
                     "; another extent of the arrays has "
                     "more of them";
    else
      continue;
    bindings.push_back(std::move(binding));
  }
  return bindings;
}

Binding explore::structureOf(const DesignSpace &space, const DesignPoint &point,
                             unsigned t) {
  Binding binding;
  binding.cycles = point.cost.tasks[t].latency.value();
  std::string ordered, fixed;
  const TaskSpace &task = space.tasks[t];
  for (auto [loop, choice] :
       llvm::zip(task.band, point.choices.tasks[t].loops)) {
    if (choice.t2.value() == loop.trip)
      continue;
    std::string name = (Twine("'") + loop.name + "'").str();
    if (loop.reduction || loop.sequential)
      ordered += (ordered.empty() ? "" : ", ") + name;
    else if (!loop.mayUnroll)
      fixed += (fixed.empty() ? "" : ", ") + name;
  }
  binding.name = ordered.empty() ? fixed : ordered;
  binding.text = "no limit makes it faster, however much of it there were (a "
                 "maximum partition of " +
                 grouped(liftedPartition(space)) + " at most)";
  if (!ordered.empty())
    binding.text += "; iterations of " + ordered +
                    " depend on each other and keep their order";
  if (!fixed.empty())
    binding.text += "; subscripts with " + fixed +
                    " are not loop + constant, so that it is not unrolled";
  return binding;
}
