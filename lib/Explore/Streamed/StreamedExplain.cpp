//===- StreamedExplain.cpp - What limits a network ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedExplain.h"
#include "Explore/Explain/NestReasons.h"
#include "talos/Explore/Explore.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {

/// Of which twice is asked for; a pin is left out instead.
struct StreamedLimit {
  BindingKind kind = BindingKind::Budget;
  std::string name;
  int64_t value = 0;                          ///< what it allows; of a pin 0
  int64_t target::Amounts::*amount = nullptr; ///< null: ports of an array, pins
  unsigned pin = 0;                           ///< its position in the limits
};

/// What the solver says of a network under other limits.
struct Answer {
  hls::DesignAttr design; ///< null: none with fewer cycles is known
  int64_t bound = 0;      ///< proved, of all designs
  bool isOptimal = false;
};

class NetworkExplainer {
public:
  NetworkExplainer(const Space &space, int64_t present,
                   const StreamedLimits &limits, SpaceUnder spaceUnder,
                   const ExplanationOptions &options)
      : space(space), limits(limits), spaceUnder(spaceUnder), options(options),
        present(present), nodes(options.nodeLimit) {}

  FailureOr<std::vector<Binding>> run(bool isOptimal);

private:
  std::vector<StreamedLimit> allLimits() const;
  StreamedLimits without(ArrayRef<StreamedLimit> lifted) const;
  FailureOr<Answer> fastest(ArrayRef<StreamedLimit> lifted) const;
  LogicalResult addChoice();
  LogicalResult addLimit(const StreamedLimit &limit);
  LogicalResult addTogether(std::vector<StreamedLimit> needed);
  int64_t used(const StreamedLimit &limit, hls::DesignAttr by) const;
  std::string describe(const StreamedLimit &limit, int64_t amount) const;
  void add(BindingKind kind, StringRef name, int64_t cycles, Twine text);
  void leaveOpen(const Twine &what, int64_t bound);

  const Space &space;
  const StreamedLimits &limits;
  SpaceUnder spaceUnder;
  const ExplanationOptions &options;
  int64_t present; ///< cycles that a better design has to have fewer of
  int64_t nodes;   ///< of the solution under other limits; 0: any
  std::vector<Binding> bindings;
  std::string undecided;         ///< what the node limit left open
  int64_t leastOpen = INT64_MAX; ///< cycles that these designs need at least
};

} // namespace

static constexpr StringRef portsName = "max-ports";

std::vector<StreamedLimit> NetworkExplainer::allLimits() const {
  const target::Device &device = space.getTarget().device;
  std::vector<StreamedLimit> all;
  for (const target::ResourceField &field : target::resourceFields)
    if (device.total.*field.amount > 0)
      all.push_back({BindingKind::Budget, field.name.str(),
                     limits.usable.*field.amount, field.amount});
  if (limits.usable.ports != target::anyPorts &&
      (device.memory.ports == 0 ||
       2 * limits.usable.ports <= device.memory.ports))
    all.push_back({BindingKind::Budget, "ports", limits.usable.ports,
                   &target::Amounts::ports});
  if (2 * limits.maxPorts <= device.memory.banks)
    all.push_back({BindingKind::Budget, portsName.str(), limits.maxPorts});
  for (auto [number, pin] : llvm::enumerate(limits.pins))
    all.push_back({BindingKind::Pin, pin.text(), 0, nullptr, unsigned(number)});
  return all;
}

StreamedLimits NetworkExplainer::without(ArrayRef<StreamedLimit> lifted) const {
  StreamedLimits other = limits;
  std::vector<bool> dropped(limits.pins.size(), false);
  for (const StreamedLimit &limit : lifted) {
    if (limit.kind == BindingKind::Pin) {
      dropped[limit.pin] = true;
    } else if (limit.amount) {
      other.usable.*limit.amount *= 2;
      for (const target::ResourceField &field : target::resourceFields)
        for (target::Resources &ofSlr : other.slrs.usable)
          if (limit.amount == field.amount)
            ofSlr.*field.amount *= 2;
    } else {
      other.maxPorts *= 2;
    }
  }
  other.pins.clear();
  for (auto [number, pin] : llvm::enumerate(limits.pins))
    if (!dropped[number])
      other.pins.push_back(pin);
  return other;
}

/// Of designs with fewer cycles than the present one.
FailureOr<Answer>
NetworkExplainer::fastest(ArrayRef<StreamedLimit> lifted) const {
  FailureOr<std::unique_ptr<Space>> other = spaceUnder(without(lifted));
  if (failed(other))
    return failure();
  nlp::SolverOptions solver;
  solver.nodeLimit = nodes;
  solver.fewerNodesIfLarge = true;
  solver.threads = options.threads;
  solver.explain = false;
  Cutoff cutoff{present - 1, std::nullopt};
  FailureOr<ExploreResult> result =
      explore::explore(**other, solver, firstNodesOfRun,
                       /*memoryLeft=*/{}, /*noPoint=*/nullptr, &cutoff);
  if (succeeded(result))
    return Answer{result->design, result->solution.bound,
                  result->solution.status == nlp::Status::Optimal};
  if (!cutoff.bound) // the solver has said why
    return failure();
  return Answer{{}, *cutoff.bound, *cutoff.bound >= present};
}

void NetworkExplainer::add(BindingKind kind, StringRef name, int64_t cycles,
                           Twine text) {
  bindings.push_back(bindingOf(kind, name, cycles, text));
}

void NetworkExplainer::leaveOpen(const Twine &what, int64_t bound) {
  undecided += (undecided.empty() ? "" : ", ") + what.str();
  leastOpen = std::min(leastOpen, bound);
}

LogicalResult NetworkExplainer::addChoice() {
  FailureOr<Answer> better = fastest({});
  if (failed(better))
    return failure();
  if (better->design) {
    int64_t cycles = better->design.getCycles();
    add(BindingKind::Choice, "", present - cycles,
        "another design within the limits saves " + grouped(present - cycles) +
            " of " + grouped(present) +
            " cycles; what more of a limit buys counts from there");
    present = cycles;
  } else if (!better->isOptimal) {
    leaveOpen("within the limits", better->bound);
    // As little is to be learned of other limits, unless a design is near.
    nodes = nodes > 0 ? std::max<int64_t>(1, nodes / 10) : 0;
  }
  return success();
}

int64_t NetworkExplainer::used(const StreamedLimit &limit,
                               hls::DesignAttr by) const {
  if (limit.kind == BindingKind::Pin)
    return 0;
  if (limit.amount) {
    auto amount = by.getResources().getAs<IntegerAttr>(limit.name);
    return amount ? amount.getInt() : 0;
  }
  int64_t ports = 1;
  for (hls::ArrayPointAttr array : by.getArrays())
    ports = std::max(ports, array.getPortBlocks());
  return ports;
}

/// "twice the LUT (1,042,752 instead of 521,376)".
std::string NetworkExplainer::describe(const StreamedLimit &limit,
                                       int64_t amount) const {
  if (limit.kind == BindingKind::Pin)
    return "without the pin " + limit.name;
  std::string text = "with twice the " +
                     (limit.amount ? limit.name : "ports of an array") + " (" +
                     grouped(2 * limit.value) + " instead of " +
                     grouped(limit.value) + ")";
  return amount > 0 ? text + ", of which it uses " + grouped(amount) + ","
                    : text;
}

LogicalResult NetworkExplainer::addLimit(const StreamedLimit &limit) {
  FailureOr<Answer> answer = fastest(limit);
  if (failed(answer))
    return failure();
  if (!answer->design && !answer->isOptimal) {
    leaveOpen(describe(limit, 0), answer->bound);
    return success();
  }
  if (!answer->design)
    return success();
  int64_t cycles = answer->design.getCycles();
  Binding binding;
  binding.kind = limit.kind;
  binding.name = limit.name;
  binding.limit = limit.value;
  binding.cycles = present - cycles;
  binding.most =
      Gain{used(limit, answer->design), binding.cycles, answer->isOptimal};
  binding.text = describe(limit, binding.most->amount) +
                 " the network would take " + grouped(cycles) +
                 " cycles instead of " + grouped(present);
  if (limit.amount) {
    int64_t device = space.getTarget().device.amounts().*limit.amount;
    if (binding.most->amount > device)
      binding.text += "; the device has " + grouped(device);
  }
  if (!answer->isOptimal)
    binding.text += ", or fewer";
  bindings.push_back(std::move(binding));
  return success();
}

/// All of these save cycles: what of them is needed to save half as many.
LogicalResult NetworkExplainer::addTogether(std::vector<StreamedLimit> needed) {
  FailureOr<Answer> answer = fastest(needed);
  if (failed(answer))
    return failure();
  if (!answer->design)
    return success();
  int64_t alone = 0;
  for (const Binding &binding : bindings)
    if (binding.most)
      alone = std::max(alone, binding.cycles);
  int64_t saves = (present - answer->design.getCycles() + 1) / 2;
  if (alone >= saves)
    return success();
  for (size_t i = 0; i < needed.size();) {
    std::vector<StreamedLimit> fewer = needed;
    fewer.erase(fewer.begin() + i);
    FailureOr<Answer> other = fastest(fewer);
    if (failed(other))
      return failure();
    if (!other->design || other->design.getCycles() > present - saves) {
      ++i;
      continue;
    }
    needed = std::move(fewer);
    answer = std::move(other);
  }
  int64_t cycles = answer->design.getCycles();
  std::string names, texts;
  for (const StreamedLimit &limit : needed) {
    names += (names.empty() ? "" : " + ") + limit.name;
    texts += (texts.empty() ? "" : "; ") +
             describe(limit, used(limit, answer->design));
  }
  add(BindingKind::Together, names, present - cycles,
      "none alone saves as much as these together: " + texts +
          " the network would take " + grouped(cycles) + " cycles instead of " +
          grouped(present));
  return success();
}

FailureOr<std::vector<Binding>> NetworkExplainer::run(bool isOptimal) {
  if (!isOptimal && failed(addChoice()))
    return failure();
  std::vector<StreamedLimit> all = allLimits();
  for (const StreamedLimit &limit : all)
    if (failed(addLimit(limit)))
      return failure();
  if (failed(addTogether(all)))
    return failure();
  if (!undecided.empty())
    add(BindingKind::Undecided, "", 0,
        "not decided within the node limit: whether designs are faster " +
            undecided + "; they take at least " + grouped(leastOpen) +
            " cycles");
  if (bindings.empty())
    add(BindingKind::Structure, "", 0,
        "twice of any limit saves nothing: its nests wait for each other, for "
        "memory, or for their sums");
  return std::move(bindings);
}

FailureOr<std::vector<NestExplanation>>
explore::explainNetwork(const Space &space, const StreamedDesign &design,
                        const StreamedLimits &limits, bool isOptimal,
                        SpaceUnder spaceUnder,
                        const ExplanationOptions &options) {
  int64_t cycles = design.figures.cycles.value();
  FailureOr<std::vector<Binding>> whole =
      NetworkExplainer(space, cycles, limits, spaceUnder, options)
          .run(isOptimal);
  if (failed(whole))
    return failure();
  if (design.program.inTurn)
    whole->push_back(bindingOf(
        BindingKind::Structure, "in_turn", 0,
        "nests run in turn on the same operators, so that their cycles add up; "
        "with the pin in_turn=0 they run side by side"));
  func::FuncOp func = space.getFunc();
  std::vector<NestExplanation> all = {
      {func.getName().str(), func.getLoc(), cycles, cycles, std::move(*whole)}};
  llvm::append_range(all, explainNests(design, space.getTarget()));
  return all;
}
