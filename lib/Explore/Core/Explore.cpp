//===- Explore.cpp - Evaluates a design point, describes a search ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Explore.h"
#include "Explore/Shared/DesignPoint.h"
#include "mlir/IR/Builders.h"
#include "talos/Explore/LowerBound.h"
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

FailureOr<hls::DesignAttr> explore::evaluateDesign(const DesignSpace &whole,
                                                   hls::DesignAttr design) {
  DesignSpace space = whole;
  FailureOr<DesignPoint> point = evaluatedPoint(
      space, design, "choose a smaller point or allow more of the device");
  if (failed(point))
    return failure();
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
