//===- Explainer.cpp - What limits the nests of a design ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Explain/Explainer.h"
#include "Explore/Explain/NestProblem.h"
#include "Explore/Explain/NestReasons.h"
#include "Explore/Shared/Adders.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace {
class NestExplainer {
public:
  NestExplainer(const DesignSpace &space, const DesignPoint &point, unsigned t,
                const nlp::SolverOptions &options)
      : space(space), point(point), t(t), limits(limitsOf(space, t)),
        problem(space, point, t, options),
        result{space.tasks[t].name,
               space.tasks[t].location,
               point.cost.tasks[t].latency.value(),
               shareOf(space, point, t),
               {}} {}

  FailureOr<NestExplanation> run() {
    if (failed(addLimits()))
      return failure();
    llvm::append_range(result.bindings, reasonsOf(space, point, t));
    auto isBeside = [](const Binding &binding) {
      return binding.kind == BindingKind::Transfer ||
             binding.kind == BindingKind::Context;
    };
    if (llvm::all_of(result.bindings, isBeside))
      result.bindings.push_back(structureOf(space, point, t));
    if (result.share != 0)
      llvm::append_range(result.bindings, unrollingReasons(space, point, t));
    return std::move(result);
  }

private:
  LogicalResult addLimits();
  LogicalResult addLimit(const Limit &limit);
  LogicalResult addTogether(int64_t saves);
  void add(Binding binding);
  void addUndecided(const Twine &what);
  std::string splitsOf(const Limit &limit, const NestAnswer &answer) const;
  std::string describe(const Limit &limit, const Binding &binding,
                       const NestAnswer &least) const;
  /// 1: fewer cycles than now; 0: none; no value: not decided.
  std::optional<bool> helps(const NestAnswer &answer) const {
    if (answer.hasPoint() && answer.cycles < cycles)
      return true;
    if (answer.status == nlp::Status::Optimal)
      return false;
    return std::nullopt;
  }

  const DesignSpace &space;
  const DesignPoint &point;
  unsigned t;
  std::vector<Limit> limits;
  NestProblem problem;
  NestExplanation result;
  int64_t cycles = 0; ///< the least within all limits
};
} // namespace

/// A better choice first, then limits by what they cost, then what is open.
static std::pair<int, int64_t> rank(const Binding &binding) {
  int first = binding.kind == BindingKind::Choice      ? 0
              : binding.kind == BindingKind::Undecided ? 2
                                                       : 1;
  return {first, -binding.cycles};
}

void NestExplainer::add(Binding binding) {
  auto place = llvm::upper_bound(
      result.bindings, binding,
      [](const Binding &x, const Binding &y) { return rank(x) < rank(y); });
  result.bindings.insert(place, std::move(binding));
}

void NestExplainer::addUndecided(const Twine &what) {
  Binding binding;
  binding.kind = BindingKind::Undecided;
  binding.text = "not decided within the node limit: " + what.str();
  add(std::move(binding));
}

LogicalResult NestExplainer::addLimits() {
  int64_t present = point.cost.latency.value();
  FailureOr<NestAnswer> now = problem.fastest({});
  if (failed(now))
    return failure();
  if (now->status != nlp::Status::Optimal) {
    addUndecided("whether another choice of this nest is faster");
    return success();
  }
  cycles = now->cycles;
  if (cycles < present) {
    Binding binding;
    binding.kind = BindingKind::Choice;
    binding.cycles = present - cycles;
    binding.text = "another choice of this nest within the limits saves " +
                   grouped(present - cycles) + " of " + grouped(present) +
                   " cycles; what more of a limit buys counts from there";
    add(std::move(binding));
  }
  FailureOr<NestAnswer> free = problem.fastest(limits);
  if (failed(free))
    return failure();
  if (helps(*free) == false)
    return success();
  for (const Limit &limit : limits)
    if (failed(addLimit(limit)))
      return failure();
  if (!helps(*free)) {
    addUndecided("whether more of several limits together would save cycles");
    return success();
  }
  int64_t all = cycles - free->cycles, alone = 0;
  for (const Binding &binding : result.bindings)
    if (binding.kind != BindingKind::Choice)
      alone = std::max(alone, binding.cycles);
  return 2 * alone < all ? addTogether((all + 1) / 2) : success();
}

LogicalResult NestExplainer::addLimit(const Limit &limit) {
  FailureOr<NestAnswer> most = problem.fastest(limit);
  if (failed(most))
    return failure();
  std::optional<bool> help = helps(*most);
  if (!help) {
    addUndecided("whether more " + limit.name + " would save cycles");
    return success();
  }
  if (!*help)
    return success();
  Binding binding;
  binding.kind = limit.kind == Limit::Budget      ? BindingKind::Budget
                 : limit.kind == Limit::Partition ? BindingKind::Partition
                                                  : BindingKind::Pin;
  binding.name = limit.name;
  binding.limit = limit.value;
  binding.cycles = cycles - most->cycles;
  binding.most = Gain{most->amounts.front(), binding.cycles,
                      most->status == nlp::Status::Optimal};
  FailureOr<NestAnswer> least = NestAnswer();
  if (limit.kind != Limit::Pin)
    least = problem.cheapest(limit, cycles - 1);
  if (failed(least))
    return failure();
  if (least->hasPoint())
    binding.least = Gain{least->amounts.front(), cycles - least->cycles,
                         least->status == nlp::Status::Optimal};
  binding.text = limit.kind == Limit::Pin
                     ? "without the pin " + limit.name + " " +
                           grouped(binding.cycles) + " of " + grouped(cycles) +
                           " cycles would be saved"
                     : describe(limit, binding, *least);
  add(std::move(binding));
  return success();
}

/// "'A' 16 x 128 ways", the arrays with more banks than the limit.
std::string NestExplainer::splitsOf(const Limit &limit,
                                    const NestAnswer &answer) const {
  std::string text;
  for (auto [array, factors] :
       llvm::zip(space.arrays, answer.choices.factors)) {
    Int banks = 1;
    std::string split;
    for (Int factor : factors) {
      banks = banks * factor;
      split += (split.empty() ? "" : " x ") + grouped(factor.value());
    }
    if (banks.value() > limit.value)
      text += (text.empty() ? " (split '" : ", '") + array.shape.name + "' " +
              split + " ways";
  }
  return text.empty() ? "" : text + ")";
}

std::string NestExplainer::describe(const Limit &limit, const Binding &binding,
                                    const NestAnswer &least) const {
  const Gain &first = binding.least ? *binding.least : *binding.most;
  bool isBudget = limit.kind == Limit::Budget;
  std::string text =
      isBudget
          ? grouped(first.amount - limit.value) + " more " + limit.name + " (" +
                grouped(first.amount) + " in all)"
          : "a maximum partition of " + grouped(first.amount) + " instead of " +
                grouped(limit.value) + splitsOf(limit, least);
  text += " would save " + grouped(first.saves) + " of " + grouped(cycles) +
          " cycles";
  if (!first.proved || !binding.least)
    text += " (less may do)";
  const Gain &last = *binding.most;
  if (last.saves > first.saves)
    text += "; " + grouped(last.amount) + " would save " + grouped(last.saves);
  int64_t device = isBudget ? space.target.device.amounts().*limit.amount : 0;
  if (isBudget && std::max(first.amount, last.amount) > device)
    text += "; the device has " + grouped(device);
  return text;
}

/// No limit alone saves as much: which of them do, none superfluous.
LogicalResult NestExplainer::addTogether(int64_t saves) {
  std::vector<Limit> needed = limits;
  FailureOr<NestAnswer> answer = failure();
  for (size_t i = 0; i < needed.size();) {
    std::vector<Limit> fewer = needed;
    fewer.erase(fewer.begin() + i);
    FailureOr<NestAnswer> without = problem.fastest(fewer);
    if (failed(without))
      return failure();
    if (!without->hasPoint() || without->cycles > cycles - saves) {
      ++i;
      continue;
    }
    needed = std::move(fewer);
    answer = std::move(without);
  }
  if (failed(answer)) // all of them
    answer = problem.fastest(needed);
  if (failed(answer))
    return failure();
  Binding binding;
  binding.kind = BindingKind::Together;
  binding.cycles = cycles - answer->cycles;
  std::string amounts;
  for (auto [limit, amount] : llvm::zip(needed, answer->amounts)) {
    binding.name += (binding.name.empty() ? "" : " + ") + limit.name;
    amounts += amounts.empty() ? "" : ", ";
    amounts += limit.kind == Limit::Pin
                   ? "without the pin " + limit.name
                   : limit.name + " " + grouped(amount) + " instead of " +
                         grouped(limit.value);
  }
  binding.text = "none alone saves as much as these together: " + amounts +
                 " would save " + grouped(binding.cycles) + " of " +
                 grouped(cycles) + " cycles";
  add(std::move(binding));
  return success();
}

/// Some points have figures, but are none of those that hls-explore chooses
/// from: gains over them would be no gains.
static LogicalResult checkCovered(const DesignSpace &space,
                                  const DesignPoint &point,
                                  const nlp::SolverOptions &options) {
  for (auto [task, choices] : llvm::zip(space.tasks, point.choices.tasks))
    if (choices.accumulator != cost::Accumulator::Direct &&
        !(choices.accumulator == cost::Accumulator::Register &&
          choosesRegister(space, task, choices)))
      return emitError(task.location)
             << "design point of task '" << task.name
             << "': what limits local accumulators is not explained; the model "
                "covers sums in the written element";
  if (space.tasks.empty())
    return success();
  FailureOr<bool> covered = NestProblem(space, point, 0, options).coversPoint();
  if (failed(covered))
    return failure();
  func::FuncOp func = space.func;
  if (!*covered)
    return func.emitError(
        "the design point is none of those that the options and pins allow; "
        "explain it with those that it was made with (every nest needs a "
        "pipelined loop, every tile the widest beat)");
  return success();
}

FailureOr<std::vector<NestExplanation>>
explore::explainDesign(const DesignSpace &whole, hls::DesignAttr design,
                       const ExplanationOptions &options) {
  DesignSpace space = whole;
  if (const TaskSpace *task = contradicted(whole, design))
    return emitError(task->location)
           << "design point of task '" << task->name << "': a pin says that "
           << "its adders are '"
           << (task->adders.empty() ? StringRef(ownAdders)
                                    : StringRef(task->adders))
           << "'; explain it with the pins that it was made with";
  FailureOr<DesignPoint> point = evaluatedPoint(
      space, design, "explain it with the limits that it was made with");
  if (failed(point))
    return failure();
  nlp::SolverOptions solver;
  solver.nodeLimit = options.nodeLimit;
  solver.threads = options.threads;
  solver.explain = false;
  if (failed(checkCovered(space, *point, solver)))
    return failure();
  std::vector<NestExplanation> nests;
  for (unsigned t = 0; t < space.tasks.size(); ++t) {
    FailureOr<NestExplanation> nest =
        NestExplainer(space, *point, t, solver).run();
    if (failed(nest))
      return failure();
    nests.push_back(std::move(*nest));
  }
  return nests;
}
