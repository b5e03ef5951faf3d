//===- TaskConstraints.cpp - What one task's choices must satisfy ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/TaskConstraints.h"
#include "Explore/Shared/TileLayouts.h"
#include "Explore/Shared/Tiles.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

void TaskConstraints::addBanks(const std::vector<Expr> &t2) {
  const cost::StatementShape &shape = task.only().shape();
  for (unsigned r = 0; r < shape.references.size(); ++r) {
    Expr banks = number(1);
    for (int loop : shape.references[r].loops)
      if (loop >= 0)
        banks = banks * t2[loop];
    model.addConstraint(task.name + ".banks" + std::to_string(r),
                        le(banks, space.maxPartition));
  }
}

/// Whether the initiation interval depends on how many iterations of a
/// sequential loop stand in level 1.
static bool intervalVaries(const cost::Statement &statement, unsigned loop) {
  return statement.accumulates() ||
         llvm::any_of(statement.shape().references,
                      [&](const cost::ReferenceShape &reference) {
                        return !reference.distances.empty() &&
                               reference.distances[loop] > 1;
                      });
}

void TaskConstraints::addCanonicalForm(const TaskChoices<Expr> &choice) {
  const std::vector<cost::LoopChoice<Expr>> &loops = choice.loops;
  Expr shares = le(2, undelayed(choice).ii);
  auto isAround = [&](unsigned l) {
    return choice.tiles.empty()
               ? number(0)
               : 1 - eq(choice.slots[l], int64_t(choice.tiles.size()));
  };
  for (auto [p, loop] : llvm::enumerate(task.band)) {
    Expr whole = eq(loops[p].t0, 1);
    std::string name = task.name + "." + loop.name + ".canonical";
    if (loop.reduction || loop.sequential) {
      if (loop.sequential && intervalVaries(task.only(), p))
        whole = max(whole, shares);
      model.addConstraint(name,
                          max(max(1 - loops[p].pipelined, isAround(p)), whole));
      continue;
    }
    Expr most = whole, first = shares;
    for (auto [q, other] : llvm::enumerate(task.band)) {
      if (q == p || other.reduction || other.sequential ||
          space.kind == SpaceKind::Pragmas)
        continue;
      Expr around = isAround(q);
      most = most *
             max(around, le(loops[q].t0 + int64_t(q < p ? 1 : 0), loops[p].t1));
      if (q < p)
        first =
            first *
            max(around,
                1 - eq(mod(number(other.trip), loops[p].t1 * loops[q].t2), 0));
    }
    model.addConstraint(
        name, max(max(1 - loops[p].pipelined, isAround(p)), max(most, first)));
  }
}

void TaskConstraints::addPragmaRules(const TaskChoices<Expr> &choice) {
  for (auto [p, pipelined] : llvm::enumerate(task.band))
    for (auto [l, loop] : llvm::enumerate(task.band)) {
      if (l == p)
        continue;
      bool above = l < p;
      bool carries = loop.reduction || loop.sequential;
      if (above && !carries && !space.fineGrained)
        continue;
      model.addConstraint(task.name + "." + loop.name +
                              (above ? ".above." : ".under.") + pipelined.name,
                          max(1 - choice.loops[p].pipelined,
                              eq(choice.loops[l].t2, above ? 1 : loop.trip)));
    }
}

cost::TaskCost<Expr>
TaskConstraints::undelayed(const TaskChoices<Expr> &choices) {
  cost::TaskChoice<Expr> choice;
  choice.loops = choices.loops;
  choice.addressStall = number(0);
  choice.ports = choices.ports;
  choice.slots = choices.slots;
  choice.buffers = choices.buffers;
  for (const TileChoices<Expr> &tile : choices.tiles)
    choice.transfers.push_back(
        {tile.slot, number(0), number(0), number(0), number(0)});
  for (const cost::ReferenceShape &reference : task.only().shape().references)
    choice.references.push_back(
        {std::vector<Expr>(reference.extents.size(), number(1)), number(0)});
  return costOfStatement(space, task, choice, choices.pairs, number);
}

void TaskConstraints::addSequence(
    const std::vector<cost::LoopChoice<Expr>> &loops) {
  for (unsigned x = 0; x < task.sequence.size(); ++x)
    for (unsigned y = x + 1; y < task.sequence.size(); ++y) {
      unsigned a = task.sequence[x], b = task.sequence[y];
      model.addConstraint(task.name + "." + task.band[a].name + "." +
                              task.band[b].name + ".sequence",
                          staysOutside(loops[a], loops[b]));
    }
}

void TaskConstraints::addRegister(const TaskChoices<Expr> &choice) {
  const cost::StatementShape &shape = task.only().shape();
  Expr direct = 1 - *choice.inRegister, carried = number(0);
  for (auto [l, loop] : llvm::enumerate(choice.loops)) {
    std::string name = task.name + "." + task.band[l].name + ".register";
    if (shape.loops[l].registerTrips != 0)
      carried = carried + loop.pipelined;
    bool isCut = shape.guarded && shape.loops[l].registerTrips != 0;
    if (isCut)
      model.addConstraint(
          name, max(max(direct, 1 - loop.pipelined), eq(loop.t0 * loop.t2, 1)));
    else if (!shape.loops[l].reduction)
      model.addConstraint(name, max(direct, eq(loop.t2, 1)));
  }
  model.addConstraint(task.name + ".register", max(direct, carried));
}

std::vector<Expr> TaskConstraints::fitTiles(const TaskChoices<Expr> &choice) {
  std::vector<Expr> allBanks;
  for (const TileChoices<Expr> &tile : choice.tiles) {
    std::string name =
        task.name + "." + space.arrays[tile.tile.array].shape.name;
    Expr banks = number(1);
    for (Expr factor : tile.factors)
      banks = banks * factor;
    allBanks.push_back(banks);
    model.addConstraint(name + ".banks", le(banks, space.maxPartition));
    // Copies in open banks are counted where the array is held whole alone.
    for (const cost::ReferenceShape &reference : task.only().shape().references)
      if (reference.array == tile.tile.array && reference.openLoop)
        model.addConstraint(name + "." + task.band[*reference.openLoop].name +
                                ".open",
                            eq(choice.loops[*reference.openLoop].t2, 1));
    std::vector<Expr> extents = extentsOf(task, choice, tile, number);
    // A common multiple of several unroll factors may be larger.
    for (auto [d, dim] : llvm::enumerate(tile.tile.dims))
      if (dim.unrolled.size() > 1)
        model.addConstraint(name + ".factor" + std::to_string(d),
                            le(tile.factors[d], extents[d]));
    Expr widest = widestBeat(space, choice, tile, extents, number);
    if (!tile.packed) {
      model.addConstraint(name + ".beat.fits", eq(mod(widest, tile.beat), 0));
      continue;
    }
    const ArraySpace &array = space.arrays[tile.tile.array];
    Expr inTiles = beatInTiles(space, array, extents.back(), number);
    bool shared = isShared(space, tile.tile.array);
    if (shared)
      model.addConstraint(name + ".beat.fits",
                          select(*tile.packed, eq(tile.beat, inTiles),
                                 eq(mod(widest, tile.beat), 0)));
    Expr fits = isTileLayout(array, choice, tile, extents, number);
    // Of designs that cost the same, that in C.
    bool mayBeNatural = tileLayoutsOf(array).size() > 1;
    if (!shared && mayBeNatural && !pinsLayout(space, array))
      fits = fits * le(widest + 1, inTiles);
    model.addConstraint(name + ".layout.fits", max(1 - *tile.packed, fits));
  }
  for (unsigned slot = 0; slot < choice.tiles.size(); ++slot) {
    Expr used = number(0), iterations = number(1);
    for (unsigned l = 0; l < task.band.size(); ++l) {
      Expr here = eq(choice.slots[l], int64_t(slot));
      used = max(used, here);
      iterations = iterations * select(here, choice.loops[l].t0, number(1));
    }
    model.addConstraint(task.name + ".slot" + std::to_string(slot) + ".runs",
                        le(used + 1, iterations));
  }
  return allBanks;
}
