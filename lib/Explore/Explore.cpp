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
#include "TilePoint.h"
#include "Tiles.h"
#include "mlir/IR/Builders.h"
#include "talos/Explore/LowerBound.h"
#include <chrono>
#include <cmath>
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
                                   Tiling tiling,
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
  bool mayTile = llvm::any_of(space.arrays, [](const ArraySpace &array) {
    return array.mayTile && !array.tiled;
  });
  if (mayTile && tiling == Tiling::Never)
    diag << ", or let tasks hold arrays tile by tile (option tiles)";
  return diag;
}

/// Solves with the arrays tiled that are marked; without a point the design is
/// null.
static FailureOr<ExploreResult> solve(const DesignSpace &space,
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
    return result;

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
  result.design = toAttribute(space, point, "feasible", solution.bound);
  return result;
}

static void setTiled(DesignSpace &space, ArrayRef<unsigned> tiled) {
  for (ArraySpace &array : space.arrays)
    array.tiled = false;
  for (unsigned array : tiled)
    space.arrays[array].tiled = true;
}

/// What is known of all tilings together, when one more is solved.
static void merge(ExploreResult &all, ExploreResult &&one) {
  bool isFirst = all.tilings == 0;
  auto hasPoint = [](const ExploreResult &r) { return bool(r.design); };
  // Tilings without a design do not bound it; the first one tells why.
  bool isBetter =
      hasPoint(one) && (!hasPoint(all) || one.solution.objective.front() <
                                              all.solution.objective.front());
  bool unknown = all.unknown || one.solution.status == nlp::Status::Unknown;
  int64_t nodes = all.solution.nodes + one.solution.nodes;
  double seconds = all.seconds + one.seconds;
  bool timeLimited = all.solution.timeLimited || one.solution.timeLimited;
  std::optional<int64_t> bound = all.bound;
  if (one.solution.status != nlp::Status::Infeasible)
    bound = std::min(one.solution.bound, bound.value_or(one.solution.bound));
  double space = std::pow(10, one.solution.log10Space);
  if (!isFirst)
    space += std::pow(10, all.solution.log10Space);
  unsigned tilings = all.tilings + 1;
  if (isFirst || isBetter)
    all = std::move(one);
  all.tilings = tilings;
  all.unknown = unknown;
  all.bound = bound;
  all.seconds = seconds;
  all.solution.nodes = nodes;
  all.solution.timeLimited = timeLimited;
  all.solution.log10Space = std::log10(space);
}

/// More arrays that may be tiled than this: not every set of them.
static constexpr size_t mostCombined = 5;

/// Sets of arrays to tile, small ones first: all of them, or, of many arrays,
/// those of one or two and that of all.
static std::vector<std::vector<unsigned>> tilingsOf(const DesignSpace &space) {
  std::vector<unsigned> arrays;
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (space.arrays[a].mayTile)
      arrays.push_back(a);
  std::vector<std::vector<unsigned>> sets;
  auto extend = [&](auto &self, std::vector<unsigned> set, size_t from,
                    size_t size) -> void {
    if (set.size() == size)
      return sets.push_back(set);
    for (size_t i = from; i < arrays.size(); ++i) {
      set.push_back(arrays[i]);
      self(self, set, i + 1, size);
      set.pop_back();
    }
  };
  for (size_t size = 1; size <= arrays.size(); ++size)
    if (size <= 2 || size == arrays.size() || arrays.size() <= mostCombined)
      extend(extend, {}, 0, size);
  return sets;
}

FailureOr<ExploreResult> explore::explore(const DesignSpace &space,
                                          const nlp::SolverOptions &options,
                                          Tiling tiling) {
  ExploreResult result;
  nlp::SolverOptions quick = options;
  quick.explain = false;
  FailureOr<ExploreResult> first = solve(space, quick);
  if (failed(first))
    return failure();
  merge(result, std::move(*first));
  std::vector<std::vector<unsigned>> sets;
  if (tiling == Tiling::Search || (tiling == Tiling::Auto && !result.design))
    sets = tilingsOf(space);
  for (const std::vector<unsigned> &set : sets) {
    // Larger sets are not needed.
    if (tiling == Tiling::Auto && result.design &&
        set.size() > result.tiled.size())
      break;
    DesignSpace part = space;
    setTiled(part, set);
    nlp::SolverOptions rest = options;
    rest.explain = false;
    if (options.timeLimitSeconds > 0)
      rest.timeLimitSeconds =
          std::max(0.001, options.timeLimitSeconds - result.seconds);
    FailureOr<ExploreResult> one = solve(part, rest);
    if (failed(one))
      return failure();
    one->tiled = set;
    merge(result, std::move(*one));
  }
  nlp::Solution &solution = result.solution;
  if (!result.design) {
    nlp::Model model;
    if (solution.status == nlp::Status::Infeasible &&
        succeeded(buildModel(space, model)))
      solution = nlp::solve(model, options); // says what conflicts
    return reportNoPoint(space, options, tiling, solution);
  }
  solution.bound = *result.bound;
  bool optimal =
      !result.unknown && solution.bound >= solution.objective.front();
  solution.status = optimal ? nlp::Status::Optimal : nlp::Status::Feasible;
  result.design = withStatus(result.design, optimal ? "optimal" : "feasible",
                             solution.bound);
  return result;
}

FailureOr<hls::DesignAttr> explore::evaluateDesign(const DesignSpace &whole,
                                                   hls::DesignAttr design) {
  DesignSpace space = whole;
  if (failed(markTiled(space, design)))
    return failure();
  FailureOr<DesignPoint> point = fromAttribute(space, design);
  if (failed(point))
    return failure();
  cost::Numbers<Int> number;
  point->cost = costOfDesign(space, point->choices, number);
  func::FuncOp func = space.func;
  if (!isValid(point->cost))
    return func.emitError("the figures of the design point overflow 64 bits");
  std::string over =
      target::overuse(amountsOf(point->cost.resources), space.usable);
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
                                       const ExploreResult *result) {
  const nlp::Solution *solution = result ? &result->solution : nullptr;
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
    if (result->tilings > 1)
      add("tilings", int64_t(result->tilings));
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
