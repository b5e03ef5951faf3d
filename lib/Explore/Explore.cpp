//===- Explore.cpp - Chooses a design point and proves it optimal -*- C++
//-*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Explore.h"
#include "DesignPoint.h"
#include "ModelBuilder.h"
#include "mlir/IR/Builders.h"
#include "talos/Explore/LowerBound.h"
#include <chrono>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

static bool isValid(const DesignCost<Int> &cost) {
  const cost::DesignResources<Int> &r = cost.resources;
  return cost.latency.isValid() && r.dsp.isValid() && r.bram.isValid() &&
         r.uram.isValid() && r.lut.isValid() && r.ff.isValid();
}

LogicalResult explore::buildModel(const DesignSpace &space, nlp::Model &model) {
  return applyPins(space, model, lowerToModel(space, model));
}

/// The resources that exceed the device, as "DSP 9000 of 6840"; empty if none.
static std::string overuse(const DesignSpace &space,
                           const cost::DesignResources<Int> &used) {
  const std::tuple<const char *, Int, int64_t> rows[] = {
      {"DSP", used.dsp, space.usable.dsp},
      {"BRAM_18K", used.bram, space.usable.bram18k},
      {"URAM", used.uram, space.usable.uram},
      {"LUT", used.lut, space.usable.lut},
      {"FF", used.ff, space.usable.ff}};
  std::string text;
  for (auto [name, amount, limit] : rows)
    if (amount.value() > limit)
      text += (text.empty() ? "" : ", ") + std::string(name) + " " +
              std::to_string(amount.value()) + " of " + std::to_string(limit);
  return text;
}

/// Of the space's pins, those that exclude every design, none superfluous.
static std::vector<nlp::Pin> pinsAtFault(const DesignSpace &space,
                                         const nlp::SolverOptions &options) {
  DesignSpace part = space;
  return nlp::conflictingPins(space.pins, [&](ArrayRef<nlp::Pin> pins) {
    part.pins.assign(pins.begin(), pins.end());
    nlp::Model model;
    return succeeded(buildModel(part, model)) &&
           nlp::solve(model, options).status == nlp::Status::Infeasible;
  });
}

static LogicalResult reportNoPoint(const DesignSpace &space,
                                   const nlp::SolverOptions &options,
                                   const nlp::Solution &solution) {
  func::FuncOp func = space.func;
  if (solution.status == nlp::Status::Unknown)
    return func.emitError("no design was found within the limits of the search "
                          "(")
           << solution.nodes
           << " nodes); raise the node limit or the time limit";
  std::vector<nlp::Pin> pins = pinsAtFault(space, options);
  if (!pins.empty()) {
    InFlightDiagnostic diag = func.emitError("no design fits what is pinned: ");
    llvm::interleaveComma(pins, diag, [&](const nlp::Pin &pin) {
      diag << "'" << pin.text() << "'";
    });
    diag << " cannot hold with ";
    llvm::interleaveComma(solution.conflict, diag);
    diag << "; drop or change a pin";
    return diag;
  }
  InFlightDiagnostic diag = func.emitError(
      "no design fits: these constraints cannot hold together: ");
  llvm::interleaveComma(solution.conflict, diag);
  diag << "; allow more of the device or a larger maximum partition";
  return diag;
}

FailureOr<ExploreResult> explore::explore(const DesignSpace &space,
                                          const nlp::SolverOptions &options) {
  nlp::Model model;
  ModelVariables variables = lowerToModel(space, model);
  if (failed(applyPins(space, model, variables)))
    return failure();
  ExploreResult result;
  auto start = std::chrono::steady_clock::now();
  result.solution = nlp::solve(model, options);
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  const nlp::Solution &solution = result.solution;
  if (solution.point.empty())
    return reportNoPoint(space, options, solution);

  DesignPoint point;
  point.choices = choicesOf(space, variables, solution.point);
  for (auto [t, task] : llvm::enumerate(variables.tasks))
    point.orders.push_back(space.tasks[t].orders[solution.point[task.order]]);
  cost::Numbers<Int> number;
  point.cost = costOfDesign(space, point.choices, number);
  func::FuncOp func = space.func;
  std::vector<std::string> violated = model.violations(solution.point);
  if (!violated.empty())
    return func.emitError("internal error: the solver's point violates '")
           << violated.front() << "'";
  if (!isValid(point.cost) ||
      point.cost.latency.value() != solution.objective.front())
    return func.emitError("internal error: the model says ")
           << solution.objective.front() << " cycles, the rules "
           << point.cost.latency.value();
  bool optimal = solution.status == nlp::Status::Optimal;
  result.design = toAttribute(space, point, optimal ? "optimal" : "feasible",
                              solution.bound);
  return result;
}

FailureOr<hls::DesignAttr> explore::evaluateDesign(const DesignSpace &space,
                                                   hls::DesignAttr design) {
  FailureOr<DesignPoint> point = fromAttribute(space, design);
  if (failed(point))
    return failure();
  cost::Numbers<Int> number;
  point->cost = costOfDesign(space, point->choices, number);
  func::FuncOp func = space.func;
  if (!isValid(point->cost))
    return func.emitError("the figures of the design point overflow 64 bits");
  std::string over = overuse(space, point->cost.resources);
  if (!over.empty())
    return func.emitError("the design point exceeds what the device offers: ")
           << over;
  return toAttribute(space, *point, "manual", /*bound=*/0);
}

/// Operations of the whole program, by operator.
static std::map<std::string, Int> countOperations(const DesignSpace &space) {
  std::map<std::string, Int> counts;
  for (const TaskSpace &task : space.tasks) {
    Int instances = task.instances ? Int(*task.instances) : Int::invalid();
    for (auto [name, count] : task.statement.operations())
      counts[name] = counts[name] + instances * count;
  }
  return counts;
}

static Int sourceCyclesOf(const DesignSpace &space) {
  Int cycles = 0;
  for (const TaskSpace &task : space.tasks)
    cycles = cycles + cost::sourceCycles(task.statement,
                                         task.instances ? Int(*task.instances)
                                                        : Int::invalid(),
                                         space.target.rules);
  return cycles;
}

/// Every array has a port of its own: the longest transfer bounds the design.
static Int bandwidthBoundOf(const DesignSpace &space) {
  Int bound = 0;
  for (const ArraySpace &array : space.arrays) {
    if (!array.shape.loaded && !array.shape.stored)
      continue;
    Int words = 1;
    for (int64_t extent : array.shape.extents)
      words = words * extent;
    bound =
        max(bound, cost::bandwidthBound(words, array.shape.elementBits,
                                        space.target.rules.transfers.maxWidth));
  }
  return bound;
}

static SmallVector<Attribute> assumedOperators(const DesignSpace &space) {
  std::set<std::string> names;
  for (const TaskSpace &task : space.tasks)
    for (const auto &[name, count] : task.statement.operations()) {
      llvm::Expected<const target::Operator *> op = space.target.lookup(name);
      if (!op)
        llvm::consumeError(op.takeError());
      else if ((*op)->provenance != target::Provenance::Measured)
        names.insert(name + " (" + target::toString((*op)->provenance).str() +
                     ")");
    }
  SmallVector<Attribute> result;
  for (const std::string &name : names)
    result.push_back(StringAttr::get(space.func->getContext(), name));
  return result;
}

DictionaryAttr explore::describeSearch(const DesignSpace &space,
                                       const nlp::Solution *solution) {
  Builder builder(space.func->getContext());
  NamedAttrList entries;
  std::vector<std::pair<std::string, Int>> operations;
  for (const auto &entry : countOperations(space))
    operations.push_back(entry);
  auto add = [&](StringRef key, Int value) {
    if (value.isValid())
      entries.append(key, builder.getI64IntegerAttr(value.value()));
  };
  add("source_cycles", sourceCyclesOf(space));
  add("dsp_bound", cost::dspBound(operations, space.target, space.usable));
  add("bandwidth_bound", bandwidthBoundOf(space));
  add("lower_bound", boundOfAnyDesign(space).cycles);
  entries.append("assumed", builder.getArrayAttr(assumedOperators(space)));
  StringRef status = "manual";
  if (solution) {
    if (!space.pins.empty()) {
      SmallVector<Attribute> pins;
      for (const nlp::Pin &pin : space.pins)
        pins.push_back(builder.getStringAttr(pin.text()));
      entries.append("pins", builder.getArrayAttr(pins));
    }
    status = solution->status == nlp::Status::Optimal ? "optimal" : "feasible";
    add("bound", solution->bound);
    add("nodes", solution->nodes);
    entries.append("log10_space",
                   builder.getF64FloatAttr(solution->log10Space));
    SmallVector<StringRef> reductions(solution->reductions.begin(),
                                      solution->reductions.end());
    entries.append("reductions", builder.getStrArrayAttr(reductions));
    NamedAttrList orders;
    for (const TaskSpace &task : space.tasks)
      orders.append(task.name, builder.getI64IntegerAttr(task.orders.size()));
    entries.append("orders", orders.getDictionary(builder.getContext()));
    if (solution->timeLimited)
      entries.append("time_limited", builder.getUnitAttr());
  }
  entries.append("status", builder.getStringAttr(status));
  return entries.getDictionary(builder.getContext());
}
