//===- PinTargets.cpp - What of a design can be pinned --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/PinTargets.h"
#include "Explore/Shared/Layouts.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

static std::string orderName(const TaskSpace &task, ArrayRef<unsigned> order) {
  std::string text;
  for (unsigned l : order)
    text += (text.empty() ? "" : ",") + task.band[l].name;
  return text;
}

std::vector<nlp::PinTarget>
explore::pinTargets(const DesignSpace &space, const ModelVariables &variables,
                    nlp::Model &model,
                    const DesignChoices<nlp::Expr> &choices) {
  std::vector<nlp::PinTarget> targets = nlp::variableTargets(model);
  for (auto [t, task] : llvm::enumerate(space.tasks)) {
    nlp::PinTarget &order = targets[variables.tasks[t].order];
    order.numbers = false;
    for (auto [i, positions] : llvm::enumerate(task.orders))
      order.words.push_back({orderName(task, positions), i});
    nlp::PinTarget &pipelined = targets[variables.tasks[t].pipelined];
    pipelined.numbers = false;
    for (auto [l, loop] : llvm::enumerate(task.band))
      pipelined.words.push_back({loop.name, int64_t(l) + 1});
    if (variables.tasks[t].accumulator) {
      nlp::PinTarget &accumulator = targets[*variables.tasks[t].accumulator];
      accumulator.numbers = false;
      for (hls::Accumulator kind :
           {hls::Accumulator::Direct, hls::Accumulator::Register})
        accumulator.words.push_back(
            {stringifyAccumulator(kind).str(), int64_t(kind)});
    }
    if (variables.tasks[t].pairs) {
      nlp::PinTarget &pairs = targets[*variables.tasks[t].pairs];
      pairs.numbers = false;
      pairs.words.push_back({"none", 0});
      for (const TaskSpace::Paired &paired : task.paired)
        pairs.words.push_back(
            {task.band[paired.loop].name, int64_t(paired.loop) + 1});
    }
    for (auto [tile, layout] :
         llvm::zip(choices.tasks[t].tiles, variables.tasks[t].layouts)) {
      if (!layout)
        continue;
      nlp::PinTarget &kind = targets[*layout];
      kind.numbers = false;
      for (LayoutKind one : {LayoutKind::Natural, LayoutKind::Packed})
        kind.words.push_back({stringify(one).str(), int64_t(one)});
      // All tasks see memory alike: the first one stands for the array.
      nlp::PinTarget ofArray = kind;
      ofArray.name = space.arrays[tile.tile.array].shape.name + ".layout";
      if (llvm::none_of(targets, [&](const nlp::PinTarget &other) {
            return other.name == ofArray.name;
          }))
        targets.push_back(std::move(ofArray));
    }
    // Other sets of tiled arrays give the task this variable: a pin of it holds
    // of a task without tiles, or does not, but is no wrong name.
    if (!variables.tasks[t].buffers && !task.tiles.empty())
      targets.push_back({task.name + ".buffers", model.constant(1), {}, true});
    for (auto [loop, choice] : llvm::zip(task.band, choices.tasks[t].loops)) {
      std::string name = task.name + "." + loop.name;
      targets.push_back({name + ".t0", choice.t0, {}, true});
      targets.push_back({name + ".t1", choice.t1, {}, true});
    }
  }
  for (const std::optional<ModelVariables::Layout> &layout :
       variables.layouts) {
    if (!layout || !layout->kind)
      continue;
    nlp::PinTarget &kind = targets[*layout->kind];
    kind.numbers = false;
    for (LayoutKind one :
         {LayoutKind::Natural, LayoutKind::Padded, LayoutKind::Packed})
      kind.words.push_back({stringify(one).str(), int64_t(one)});
    if (!layout->distribution)
      continue;
    nlp::PinTarget &distribution = targets[*layout->distribution];
    distribution.numbers = false;
    for (Distribution one : {Distribution::Cyclic, Distribution::Block})
      distribution.words.push_back({stringify(one).str(), int64_t(one)});
  }
  return targets;
}

bool explore::pinsSplit(const DesignSpace &space, const TaskSpace &task) {
  auto isSplit = [&](StringRef name) {
    if (!name.consume_front(task.name) || !name.consume_front("."))
      return false;
    if (name == "t1" || name == "pipelined" || name == "stall")
      return true;
    return llvm::any_of(task.band, [&](const LoopSpace &loop) {
      return name == loop.name + ".t0" || name == loop.name + ".t1";
    });
  };
  return llvm::any_of(space.pins,
                      [&](const nlp::Pin &pin) { return isSplit(pin.name); });
}

/// Layouts that pins ask for and the attributes of arrays forbid: the model may
/// lack the variable.
static LogicalResult checkLayoutPins(const DesignSpace &space) {
  for (const ArraySpace &array : space.arrays)
    for (const nlp::Pin &pin : space.pins) {
      if (!array.isFixed || pin.name != array.shape.name + ".layout")
        continue;
      std::pair<LayoutKind, bool> allowed[] = {
          {LayoutKind::Natural, array.layouts.natural},
          {LayoutKind::Padded, array.layouts.padded},
          {LayoutKind::Packed, array.layouts.packed}};
      for (auto [kind, isAllowed] : allowed)
        if (!isAllowed && pin.value == stringify(kind))
          return emitError(array.location)
                 << "pin '" << pin.text() << "': hls.layout says otherwise of "
                 << "array '" << array.shape.name
                 << "'; change the attribute, or drop the pin";
    }
  return success();
}

LogicalResult explore::applyPins(const DesignSpace &space, nlp::Model &model,
                                 const ModelVariables &variables) {
  if (failed(checkLayoutPins(space)))
    return failure();
  llvm::Error error = nlp::applyPins(model, space.pins, variables.targets);
  if (!error)
    return success();
  func::FuncOp func = space.func;
  return func.emitError(llvm::toString(std::move(error)));
}
