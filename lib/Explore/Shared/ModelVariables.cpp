//===- ModelVariables.cpp - Reads a solution back -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/ModelBuilder.h"
#include "Explore/Shared/TileChoices.h"

using namespace talos;
using namespace talos::explore;

DesignChoices<Int> explore::choicesOf(const DesignSpace &space,
                                      const ModelVariables &variables,
                                      const nlp::Assignment &point) {
  DesignChoices<Int> choices;
  cost::Numbers<Int> number;
  for (auto [t, task] : llvm::enumerate(variables.tasks)) {
    TaskChoices<Int> choice;
    for (unsigned l = 0; l < task.t2.size(); ++l) {
      bool pipelined = point[task.pipelined] == int64_t(l) + 1;
      int64_t t1 = pipelined ? point[task.t1] : 1;
      int64_t t2 = point[task.t2[l]];
      int64_t trip = space.tasks[t].loops[l].trip;
      choice.loops.push_back({trip / (t1 * t2), t1, t2, pipelined});
    }
    if (task.pattern) {
      TileVariables<Int> tiles{point[*task.pattern], {}};
      for (std::optional<nlp::VarId> beat : task.beats) {
        tiles.beats.emplace_back();
        if (beat)
          tiles.beats.back() = point[*beat];
      }
      decodeTiles(space, space.tasks[t], tiles, choice, number);
    }
    choices.tasks.push_back(std::move(choice));
  }
  for (const std::vector<nlp::VarId> &array : variables.factors) {
    choices.factors.emplace_back();
    for (nlp::VarId factor : array)
      choices.factors.back().push_back(point[factor]);
  }
  return choices;
}
