//===- Adders.cpp - How tasks implement their adders ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Adders.h"
#include "talos/Analysis/DesignQueries.h"
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// As analysis::isOpenAdder: the program does not say how it is implemented.
static bool isOpenAdder(const cost::Statement &statement, unsigned node) {
  if (statement.shape().nodes[node].kind != cost::NodeShape::Operation)
    return false;
  const target::Operator &op = statement.operatorOf(node);
  return op.operands == target::Operands::Floating && op.impl.empty() &&
         (op.kind == target::OperatorKind::Add ||
          op.kind == target::OperatorKind::Sub);
}

static std::vector<const target::Operator *>
variantsOf(const target::Target &target, const cost::Statement &statement,
           unsigned node) {
  return isOpenAdder(statement, node)
             ? target.variants(statement.operatorOf(node).name)
             : std::vector<const target::Operator *>();
}

static cost::Statement withAdders(const target::Target &target,
                                  const cost::Statement &statement,
                                  StringRef adders) {
  cost::StatementShape shape = statement.shape();
  for (auto [n, node] : llvm::enumerate(shape.nodes))
    for (const target::Operator *variant : variantsOf(target, statement, n))
      if (variant->impl == adders)
        node.op = variant->name;
  // The statement was checked, and the library has the variants.
  return llvm::cantFail(cost::Statement::create(std::move(shape), target));
}

/// Implementations that the library has of all of them.
static std::vector<std::string> offeredFor(const target::Target &target,
                                           const cost::Statement &statement) {
  std::vector<std::string> names;
  for (unsigned n = 0; n < statement.shape().nodes.size(); ++n)
    if (isOpenAdder(statement, n))
      names.push_back(statement.operatorOf(n).name);
  return target.commonImpls(names);
}

static bool hasAssumed(const cost::Statement &statement, StringRef adders) {
  for (unsigned n = 0; n < statement.shape().nodes.size(); ++n) {
    if (statement.shape().nodes[n].kind != cost::NodeShape::Operation)
      continue;
    const target::Operator &op = statement.operatorOf(n);
    if (op.impl == adders && op.provenance == target::Provenance::Assumed)
      return true;
  }
  return false;
}

void explore::offerAdders(const target::Target &target, TaskSpace &task) {
  task.variants.push_back({"", task.only(), task.paired});
  for (const std::string &adders : offeredFor(target, task.only())) {
    cost::Statement with = ::withAdders(target, task.only(), adders);
    bool isAssumed = hasAssumed(with, adders);
    task.variants.push_back({adders, std::move(with), task.paired, isAssumed});
    for (TaskSpace::Paired &paired : task.variants.back().paired)
      paired.statement = ::withAdders(target, paired.statement, adders);
  }
}

static const TaskSpace::Variant *findVariant(const TaskSpace &task,
                                             StringRef adders) {
  auto found = llvm::find_if(task.variants, [&](const auto &variant) {
    return variant.adders == adders;
  });
  return found == task.variants.end() ? nullptr : &*found;
}

static void take(TaskSpace &task, const TaskSpace::Variant &variant) {
  task.adders = variant.adders;
  task.statements = {variant.statement};
  task.paired = variant.paired;
}

std::vector<std::string> explore::openAdders(const DesignSpace &space) {
  std::set<std::string> all;
  for (const TaskSpace &task : space.tasks)
    for (const TaskSpace::Variant &variant : task.variants)
      if (!task.pinsAdders && !variant.adders.empty() && !variant.isAssumed)
        all.insert(variant.adders);
  return {all.begin(), all.end()};
}

DesignSpace explore::withAdders(DesignSpace space, StringRef adders) {
  for (TaskSpace &task : space.tasks)
    if (const TaskSpace::Variant *variant = findVariant(task, adders);
        variant && !task.pinsAdders)
      take(task, *variant);
  return space;
}

/// "'dsp' 'fabric'"
static std::string offeredBy(const TaskSpace &task) {
  std::string text = "'" + ownAdders.str() + "'";
  for (const TaskSpace::Variant &variant : ArrayRef(task.variants).drop_front())
    text += " '" + variant.adders + "'";
  return text;
}

/// `task`: null for all of those that have a choice.
static LogicalResult pinAdders(DesignSpace &space, TaskSpace *only,
                               const nlp::Pin &pin) {
  auto refuse = [&](const Twine &why) {
    return func::FuncOp(space.func).emitError("pin '")
           << pin.text() << "': " << why;
  };
  if (pin.relation != nlp::Pin::Equal)
    return refuse("an implementation can be fixed, not bounded");
  StringRef adders = pin.value == ownAdders ? StringRef() : pin.value;
  bool isAny = false;
  for (TaskSpace &task : space.tasks) {
    const TaskSpace::Variant *variant = findVariant(task, adders);
    if (only ? only != &task : task.variants.size() < 2)
      continue;
    if (!variant)
      return refuse("task " + task.name + " may have the adders " +
                    offeredBy(task));
    if (task.pinsAdders && task.adders != adders)
      return refuse(
          "another pin says that task " + task.name + " has the adders '" +
          (task.adders.empty() ? ownAdders.str() : task.adders) + "'");
    take(task, *variant);
    task.pinsAdders = isAny = true;
  }
  if (!isAny && !adders.empty())
    return refuse("no task has floating-point additions of which the operator "
                  "library has several implementations");
  return success();
}

LogicalResult explore::pinAdders(DesignSpace &space) {
  std::vector<nlp::Pin> others;
  for (const nlp::Pin &pin : space.pins) {
    StringRef name = pin.name;
    bool isOfTask = name.consume_back(".adders");
    auto task = llvm::find_if(
        space.tasks, [&](const TaskSpace &one) { return one.name == name; });
    isOfTask &= task != space.tasks.end();
    if (!isOfTask && pin.name != "adders") {
      others.push_back(pin);
      continue;
    }
    if (failed(::pinAdders(space, isOfTask ? &*task : nullptr, pin)))
      return failure();
  }
  space.pins = std::move(others);
  return success();
}

/// Of the task in the design; empty: the library's own, or no such task.
static StringRef addersIn(hls::DesignAttr design, const TaskSpace &task) {
  hls::TaskPointAttr point = analysis::taskPointOf(design, task.name);
  return point ? point.getAdders().getValue() : StringRef();
}

LogicalResult explore::setAdders(DesignSpace &space, hls::DesignAttr design) {
  for (TaskSpace &task : space.tasks) {
    StringRef adders = addersIn(design, task);
    const TaskSpace::Variant *variant = findVariant(task, adders);
    if (!variant)
      return emitError(task.location)
             << "design point of task '" << task.name << "': no adders '"
             << adders << "'; the operator library has " << offeredBy(task)
             << " (leave adders out for '" << ownAdders << "')";
    take(task, *variant);
  }
  return success();
}

const TaskSpace *explore::contradicted(const DesignSpace &space,
                                       hls::DesignAttr design) {
  for (const TaskSpace &task : space.tasks)
    if (task.pinsAdders && task.adders != addersIn(design, task))
      return &task;
  return nullptr;
}
