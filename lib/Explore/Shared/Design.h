//===- Design.h - The cost of a design, over integers and expressions -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines the rules of room Cost over a design space. The same code builds
// the model (over expressions) and evaluates a point (over integers).
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_DESIGN_H
#define TALOS_LIB_EXPLORE_SHARED_DESIGN_H

#include "Explore/Shared/DesignSpace.h"
#include "Explore/Shared/Tiles.h"

namespace talos::explore {

/// A tile that a task holds.
template <typename N> struct TileChoices {
  TileSpace tile;
  std::vector<N> factors; ///< by dimension
  N beat;                 ///< elements of one beat
  N slot;                 ///< of its transfers, as cost::TileTransfer::slot
  /// 1: memory holds the array tile by tile; none: as in C.
  std::optional<N> packed = std::nullopt;
};

/// The choices of one task; loops as in TaskSpace::band.
template <typename N> struct TaskChoices {
  std::vector<cost::LoopChoice<N>> loops;
  std::vector<TileChoices<N>> tiles; ///< of tiled arrays
  std::vector<N> slots;              ///< as cost::TaskChoice::slots
  std::optional<N> buffers;          ///< as cost::TaskChoice::buffers
  cost::Accumulator accumulator = cost::Accumulator::Direct;
  bool trueBounds = false; ///< as cost::TaskChoice::trueBounds
  /// Of a model: 1 where `accumulator` is Register instead of Direct.
  std::optional<N> inRegister;
  /// Position + 1 of the loop of which two copies compute products together, 0:
  /// each product for itself. None where TaskSpace::paired is empty.
  std::optional<N> pairs;
  std::optional<N> addressStall;       ///< as cost::TaskChoice::addressStall
  std::optional<std::vector<N>> ports; ///< as cost::TaskChoice::ports
};

template <typename N> struct DesignChoices {
  std::vector<TaskChoices<N>> tasks;
  /// By array and dimension; empty if the array is tiled.
  std::vector<std::vector<N>> factors;
  /// By array: as cost::ReferenceChoice::packed.
  std::vector<std::optional<N>> packed;
  /// By array; none of arrays that no port moves whole.
  std::vector<std::optional<cost::PortChoice<N>>> ports;
  /// By array: its buffers, one for each reader that may run beside another
  /// one; none where a design has one anyway.
  std::vector<std::optional<N>> copies;
};

template <typename N> struct DesignCost {
  std::vector<cost::TaskCost<N>> tasks;
  std::vector<cost::ArrayCost<N>> arrays;
  N latency; ///< cycles of the top function
  cost::DesignResources<N> resources;
  N ports; ///< AXI ports of all arrays
};

/// Of two tasks in program order the later one waits if one of them writes what
/// both use.
inline bool waits(const std::vector<cost::ArrayUse> &first,
                  const std::vector<cost::ArrayUse> &second) {
  for (const cost::ArrayUse &a : first)
    for (const cost::ArrayUse &b : second)
      if (a.array == b.array && (a.written || b.written))
        return true;
  return false;
}

/// The model chooses whether a register holds the task's sum: pragmas alone do
/// not make it, and the cost rules do not cover it beside transfers.
template <typename N>
bool choosesRegister(const DesignSpace &space, const TaskSpace &task,
                     const TaskChoices<N> &choices) {
  return task.offersRegister && choices.tiles.empty() &&
         space.kind != SpaceKind::Pragmas;
}

/// 1 if a loop stays outside of a loop further in at every depth: where it has
/// iterations at a deeper level, the other one has none at a level further out.
template <typename N>
N staysOutside(const cost::LoopChoice<N> &outer,
               const cost::LoopChoice<N> &inner) {
  N levels01 = max(eq(outer.t1 * outer.t2, 1), eq(inner.t0, 1));
  N levels12 = max(eq(outer.t2, 1), eq(inner.t1 * inner.t0, 1));
  return levels01 * levels12;
}

/// What the composition asks of the program: loads, tasks, stores.
template <typename N>
cost::ProgramFigures<N> figuresOf(const DesignSpace &space,
                                  const DesignCost<N> &cost,
                                  const cost::Numbers<N> &number) {
  cost::ProgramFigures<N> figures;
  figures.sharedLoops = space.sharedLoops;
  for (const cost::ArrayCost<N> &array : cost.arrays)
    figures.readSideBySide.push_back(array.readSideBySide);
  // Transfers through one port follow each other, as tasks that write one array
  // do: behind the arrays stand those ports.
  unsigned arrays = space.arrays.size();
  figures.readSideBySide.insert(figures.readSideBySide.end(), arrays,
                                number(0));
  // Behind the ports stand the groups of scalars.
  figures.readSideBySide.insert(figures.readSideBySide.end(),
                                space.scalars.size(), number(1));
  auto withScalars = [&](std::vector<cost::ArrayUse> uses,
                         const std::vector<unsigned> &awaited) {
    for (unsigned group : awaited)
      uses.push_back({2 * arrays + group, false});
    return uses;
  };
  auto usesOf = [&](unsigned a, bool fills) {
    std::vector<cost::ArrayUse> uses{{a, fills}};
    if (const std::optional<unsigned> &owner = space.arrays[a].portOwner)
      uses.push_back({arrays + *owner, true});
    return uses;
  };
  figures.byteTime = space.target.byteTime();
  std::vector<cost::TaskFigures<N>> &tasks = figures.tasks;
  auto addLoads = [&](bool ofOtherPorts) {
    for (unsigned a = 0; a < space.arrays.size(); ++a)
      if (space.arrays[a].shape.loaded && space.arrays[a].hasSharedBuffer() &&
          space.arrays[a].usesOtherPort == ofOtherPorts)
        tasks.push_back({cost.arrays[a].loadLatency,
                         usesOf(a, true),
                         {},
                         true,
                         {},
                         space.arrays[a].shape.sharedBank,
                         cost.arrays[a].bytes,
                         cost.arrays[a].loadSetUp});
  };
  addLoads(/*ofOtherPorts=*/false);
  addLoads(/*ofOtherPorts=*/true);
  auto region = space.regions.begin();
  auto scalars = space.scalars.begin();
  for (unsigned t = 0; t <= space.tasks.size(); ++t) {
    for (; scalars != space.scalars.end() && scalars->tasksBefore == t;
         ++scalars) {
      unsigned group = scalars - space.scalars.begin();
      std::vector<cost::OperatorUse<N>> operators;
      for (const auto &[name, operations] : scalars->operators)
        operators.push_back({name, number(operations), number(operations)});
      tasks.push_back(
          {number(scalars->latency),
           withScalars({{2 * arrays + group, true}}, scalars->awaits),
           operators, /*sharesOperators=*/false, scalars->context});
    }
    for (; region != space.regions.end() && region->tasksBefore == t; ++region)
      tasks.push_back({number(0), region->uses, {}, true, region->context});
    if (t < space.tasks.size())
      tasks.push_back({cost.tasks[t].latency,
                       withScalars(space.tasks[t].uses, space.tasks[t].scalars),
                       cost.tasks[t].operators,
                       !space.tasks[t].only().shape().guarded,
                       space.tasks[t].context});
  }
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (space.arrays[a].shape.stored && space.arrays[a].hasSharedBuffer())
      tasks.push_back({cost.arrays[a].storeLatency,
                       usesOf(a, false),
                       {},
                       true,
                       {},
                       space.arrays[a].shape.sharedBank,
                       cost.arrays[a].bytes,
                       cost.arrays[a].storeSetUp});
  return figures;
}

/// Extents of a task's tile: loops around its transfer stand still.
template <typename N>
std::vector<N> extentsOf(const TaskSpace &task, const TaskChoices<N> &choices,
                         const TileChoices<N> &tile,
                         const cost::Numbers<N> &number) {
  std::vector<N> extents;
  for (const TileDim &dim : tile.tile.dims) {
    N extent = number(1 + dim.span);
    for (unsigned l : dim.loops) {
      const cost::LoopChoice<N> &loop = choices.loops[l];
      N around = le(choices.slots[l], tile.slot);
      extent = extent +
               select(around, loop.t1 * loop.t2, number(task.band[l].trip)) - 1;
    }
    extents.push_back(extent);
  }
  return extents;
}

/// The widest beat on which the rows of the tile start and end, in whichever
/// iteration of the loops around its transfer.
template <typename N>
N widestBeat(const DesignSpace &space, const TaskChoices<N> &choices,
             const TileChoices<N> &tile, const std::vector<N> &extents,
             const cost::Numbers<N> &number) {
  const TileDim &row = tile.tile.dims.back();
  N whole = number(space.arrays[tile.tile.array].shape.beat);
  N beat = gcd(extents.back(), whole);
  for (int64_t fixed : {row.least, row.contextStride})
    if (fixed != 0)
      beat = gcd(beat, number(std::abs(fixed)));
  for (unsigned l : row.loops) {
    const cost::LoopChoice<N> &loop = choices.loops[l];
    N around = le(choices.slots[l], tile.slot);
    beat = gcd(beat, select(around, loop.t1 * loop.t2, whole));
  }
  return beat;
}

/// The slot of those transfers that have no others inside.
template <typename N>
N lastSlot(const TaskChoices<N> &choices, const cost::Numbers<N> &number) {
  N last = number(0);
  for (const TileChoices<N> &tile : choices.tiles)
    last = max(last, tile.slot);
  return last;
}

/// Buffers of a tile that take turns; none where the task does not choose.
template <typename N>
std::optional<N> buffersOf(const TaskChoices<N> &choices,
                           const TileChoices<N> &tile,
                           const cost::Numbers<N> &number) {
  if (!choices.buffers)
    return std::nullopt;
  return select(eq(lastSlot(choices, number), tile.slot), *choices.buffers,
                number(1));
}

/// 1 where the tiles of the last slot may have two buffers each: they are 3 or
/// more, and none is loaded that the one before has stored: each loop of the
/// slot moves such a tile by its extent. The nest is a function then, and loops
/// around it are arguments, with which the banks of what is held outside of
/// them, whole or as a tile of a slot before, would not be known.
template <typename N>
N mayOverlap(const TaskSpace &task, const TaskChoices<N> &choices,
             const cost::Numbers<N> &number) {
  N last = lastSlot(choices, number), tiles = number(1), may = number(1);
  for (const cost::ReferenceShape &reference : task.only().shape().references) {
    auto tile = llvm::find_if(choices.tiles, [&](const TileChoices<N> &one) {
      return one.tile.array == reference.array;
    });
    for (int l : reference.loops) {
      if (l < 0)
        continue;
      N isKnown = max(le(choices.loops[l].t0, 1),
                      eq(choices.slots[l], int64_t(choices.tiles.size())));
      if (tile != choices.tiles.end())
        isKnown = max(isKnown, le(choices.slots[l], tile->slot));
      may = may * isKnown;
    }
  }
  for (unsigned l = 0; l < task.band.size(); ++l) {
    N trips =
        select(eq(choices.slots[l], last), choices.loops[l].t0, number(1));
    tiles = tiles * trips;
    for (const TileChoices<N> &tile : choices.tiles)
      if (tile.tile.loaded && tile.tile.stored && !movesAlone(tile.tile, l))
        may = may * max(le(trips, 1), 1 - eq(tile.slot, last));
  }
  return may * le(3, tiles);
}

/// Memory and transfers of the task's tiles, as TaskChoices::tiles; the
/// references to them and the transfers are filled in.
template <typename N>
std::vector<cost::ArrayCost<N>>
addTiles(const DesignSpace &space, const TaskSpace &task,
         const TaskChoices<N> &choices, cost::TaskChoice<N> &choice,
         const cost::Numbers<N> &number) {
  std::vector<cost::ArrayCost<N>> costs;
  choice.slots = choices.slots;
  choice.buffers = choices.buffers;
  for (const TileChoices<N> &tile : choices.tiles) {
    std::vector<N> extents = extentsOf(task, choices, tile, number);
    costs.push_back(
        cost::tileCost(space.arrays[tile.tile.array].shape,
                       {extents, tile.beat, tile.tile.loaded, tile.tile.stored,
                        buffersOf(choices, tile, number)},
                       tile.factors, space.target, number));
    choice.transfers.push_back({tile.slot, costs.back().loadLatency,
                                costs.back().storeLatency,
                                costs.back().leastLoad, costs.back().leastStore,
                                tile.tile.loaded && tile.tile.stored});
    const auto &references = task.only().shape().references;
    for (unsigned r = 0; r < references.size(); ++r)
      if (references[r].array == tile.tile.array)
        choice.references[r] = {tile.factors, costs.back().registers, extents};
  }
  return costs;
}

/// A task as the rules of cost see it; the costs of its tiles are put into
/// `tiles`.
template <typename N>
cost::TaskChoice<N> choiceOfTask(const DesignSpace &space, unsigned task,
                                 const DesignChoices<N> &choices,
                                 const std::vector<cost::ArrayCost<N>> &arrays,
                                 std::vector<cost::ArrayCost<N>> &tiles,
                                 const cost::Numbers<N> &number) {
  cost::TaskChoice<N> choice;
  choice.loops = choices.tasks[task].loops;
  choice.accumulator = choices.tasks[task].accumulator;
  choice.trueBounds = choices.tasks[task].trueBounds;
  choice.addressStall = choices.tasks[task].addressStall;
  choice.ports = choices.tasks[task].ports;
  const TaskSpace &source = space.tasks[task];
  choice.fromOldValue = choice.accumulator == cost::Accumulator::LocalAdd
                            ? !space.treeReduction || !source.isFloatSum
                            : !source.startsFromZero;
  const cost::Statement &statement = source.only();
  for (const cost::ReferenceShape &reference : statement.shape().references)
    choice.references.push_back({choices.factors[reference.array],
                                 arrays[reference.array].registers,
                                 {},
                                 choices.packed[reference.array]});
  tiles = addTiles(space, source, choices.tasks[task], choice, number);
  return choice;
}

/// Whether the loops of the task run over their true ranges.
inline bool hasTrueBounds(const TaskSpace &task,
                          const TaskChoices<Int> &choices) {
  cost::TaskChoice<Int> choice;
  choice.loops = choices.loops;
  choice.accumulator = choices.accumulator;
  cost::Numbers<Int> number;
  return choices.trueBounds && choices.tiles.empty() &&
         cost::mayHaveTrueBounds(task.only(), choice, number).value() == 1;
}

/// A task's statement alone, with its products as they are computed.
template <typename N>
cost::TaskCost<N>
costOfStatement(const DesignSpace &space, const TaskSpace &task,
                const cost::TaskChoice<N> &choice,
                const std::optional<N> &pairs, const cost::Numbers<N> &number) {
  auto price = [&](const cost::Statement &statement) {
    return cost::taskCost(statement, choice, space.target.rules,
                          space.treeReduction, number);
  };
  cost::TaskCost<N> result = price(task.only());
  // A register leaves no loop whose copies could pair.
  if (pairs && choice.accumulator != cost::Accumulator::Register)
    for (const TaskSpace::Paired &paired : task.paired)
      result = cost::selectCost(eq(*pairs, int64_t(paired.loop) + 1),
                                price(paired.statement), result);
  return result;
}

template <typename N>
cost::TaskCost<N> costOfTask(const DesignSpace &space, unsigned task,
                             const DesignChoices<N> &choices,
                             const std::vector<cost::ArrayCost<N>> &arrays,
                             const cost::Numbers<N> &number) {
  std::vector<cost::ArrayCost<N>> tiles;
  cost::TaskChoice<N> choice =
      choiceOfTask(space, task, choices, arrays, tiles, number);
  auto price = [&](cost::Accumulator accumulator) {
    choice.accumulator = accumulator;
    return costOfStatement(space, space.tasks[task], choice,
                           choices.tasks[task].pairs, number);
  };
  cost::TaskCost<N> result = price(choice.accumulator);
  if (const std::optional<N> &chosen = choices.tasks[task].inRegister)
    result =
        cost::selectCost(*chosen, price(cost::Accumulator::Register), result);
  for (const cost::ArrayCost<N> &tile : tiles) {
    result.bram = result.bram + tile.bram;
    result.uram = result.uram + tile.uram;
    result.lutMilli = result.lutMilli + tile.lutMilli;
    result.ffMilli = result.ffMilli + tile.ffMilli;
  }
  return result;
}

/// A tiled array has a port alone; its tasks never overlap.
template <typename N>
cost::ArrayCost<N> costOfPort(const DesignSpace &space, unsigned array,
                              const DesignChoices<N> &choices,
                              const cost::Numbers<N> &number) {
  N none = number(0);
  cost::ArrayCost<N> port{none, none, none, none, none, none, none, none,
                          none, none, none, none, none, none, none, none};
  for (const TaskChoices<N> &task : choices.tasks)
    for (const TileChoices<N> &tile : task.tiles)
      if (tile.tile.array == array)
        port.adapterBram = cost::portBram(space.arrays[array].shape, tile.beat,
                                          space.target.rules, number);
  return port;
}

/// What an array costs beside the tasks. An attribute with a stream is refused
/// before it comes into the space (markTiled). The port of several blocks
/// counts with the first of them.
template <typename N>
cost::ArrayCost<N> costOfArray(const DesignSpace &space, unsigned array,
                               const DesignChoices<N> &choices,
                               const cost::Numbers<N> &number) {
  switch (space.arrays[array].placement) {
  case hls::PlacementKind::Shared: {
    std::optional<cost::PortChoice<N>> port = choices.ports[array];
    const std::optional<unsigned> &owner = space.arrays[array].portOwner;
    bool isCounted = owner && *owner != array;
    if (isCounted)
      port->ports.reset();
    cost::ArrayCost<N> cost = cost::arrayCost(
        space.arrays[array].shape, choices.factors[array], space.target, number,
        choices.packed[array], port, choices.copies[array]);
    if (isCounted)
      cost.adapterBram = number(0);
    return cost;
  }
  case hls::PlacementKind::Tile:
    return costOfPort(space, array, choices, number);
  case hls::PlacementKind::Stream:
    break;
  }
  llvm_unreachable("no template offers streams");
}

/// Of an array that memory holds; one that uses the port of another one has
/// none.
inline bool hasOwnPort(const DesignSpace &space, unsigned number) {
  const ArraySpace &array = space.arrays[number];
  return (array.shape.loaded || array.shape.stored) && !array.shape.atPort &&
         array.portOwner.value_or(number) == number;
}

template <typename N>
N portsOf(const DesignSpace &space, const DesignChoices<N> &choices,
          const cost::Numbers<N> &number) {
  N sum = number(0);
  for (unsigned a = 0; a < space.arrays.size(); ++a) {
    const std::optional<cost::PortChoice<N>> &port = choices.ports[a];
    if (hasOwnPort(space, a))
      sum = sum + (port && port->ports ? *port->ports : number(1));
  }
  return sum;
}

template <typename N>
DesignCost<N> costOfDesign(const DesignSpace &space,
                           const DesignChoices<N> &choices,
                           const cost::Numbers<N> &number) {
  DesignCost<N> result;
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    result.arrays.push_back(costOfArray(space, a, choices, number));
  for (unsigned t = 0; t < space.tasks.size(); ++t)
    result.tasks.push_back(
        costOfTask(space, t, choices, result.arrays, number));
  cost::ProgramFigures<N> figures = figuresOf(space, result, number);
  result.latency =
      space.composition->latency(figures, space.target.rules, number);
  result.resources = cost::designResources(
      space.composition->operators(figures, space.reuse, number), result.tasks,
      result.arrays, space.target, number);
  result.ports = portsOf(space, choices, number);
  return result;
}

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_DESIGN_H
