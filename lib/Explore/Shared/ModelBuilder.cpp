//===- ModelBuilder.cpp - Lowers a design space to a nonlinear program ----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/ModelBuilder.h"
#include "Explore/Shared/Layouts.h"
#include "Explore/Shared/Packing.h"
#include "Explore/Shared/PinTargets.h"
#include "Explore/Shared/TaskConstraints.h"
#include "Explore/Shared/TileChoices.h"
#include <map>
#include <numeric>
#include <set>

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

namespace {

class ModelBuilder {
public:
  ModelBuilder(const DesignSpace &space, nlp::Model &model)
      : space(space), model(model), number(model) {}

  ModelVariables run() {
    addAll();
    addBudgets();
    // Among designs of equal latency the smaller one: see docs/CostModel.md.
    const cost::DesignResources<Expr> &r = cost.resources;
    model.setObjective({cost.latency, r.dsp, r.bram, r.uram, r.lut});
    variables.targets = pinTargets(space, variables, model, choices);
    return std::move(variables);
  }
  LoweredTasks runAsPart() {
    addAll();
    return {std::move(variables), std::move(choices), std::move(cost)};
  }

private:
  void addAll() {
    for (const TaskSpace &task : space.tasks)
      addTask(task);
    for (const ArraySpace &array : space.arrays)
      addArray(array);
    for (unsigned t = 0; t < space.tasks.size(); ++t)
      addLinks(t);
    for (unsigned a = 0; a < space.arrays.size(); ++a)
      addPortWidth(a);
    for (unsigned a = 0; a < space.arrays.size(); ++a)
      addBlock(a);
    cost = costOfDesign(space, choices, number);
    for (unsigned a = 0; a < space.arrays.size(); ++a)
      keepUseful(a);
    for (unsigned t = 0; t < space.tasks.size(); ++t)
      fixStall(t);
    for (unsigned t = 0; t < space.tasks.size(); ++t)
      fixPorts(t);
    declareOutputs();
  }
  void addTask(const TaskSpace &task);
  void addTiles(const TaskSpace &task, TaskChoices<Expr> &choice,
                ModelVariables::Task &ids);
  void addTileExtents(const TaskSpace &task, const TaskChoices<Expr> &choice);
  void addRegister(const TaskSpace &task, TaskChoices<Expr> &choice,
                   ModelVariables::Task &ids);
  void addPairs(const TaskSpace &task, TaskChoices<Expr> &choice,
                ModelVariables::Task &ids);
  void addPortWidth(unsigned array);
  void addBlock(unsigned array);
  void addStall(const TaskSpace &task, TaskChoices<Expr> &choice);
  void addPorts(const TaskSpace &task, TaskChoices<Expr> &choice);
  void fixStall(unsigned task);
  void fixPorts(unsigned task);
  void addArray(const ArraySpace &array);
  void addPacking(const ArraySpace &array);
  void addPort(const ArraySpace &array);
  void addCopies(const ArraySpace &array);
  void addLinks(unsigned task);
  void declareOutputs();
  std::optional<int64_t> mostPorts() const;
  void keepUseful(unsigned array);
  void addBudgets();

  nlp::VarId idOf(Expr variable) const {
    return model.nodes()[variable.node()].value;
  }

  const DesignSpace &space;
  nlp::Model &model;
  cost::Numbers<Expr> number;
  ModelVariables variables;
  DesignChoices<Expr> choices;
  DesignCost<Expr> cost;
  std::vector<nlp::BlockId> taskBlocks, arrayBlocks;
  std::optional<Expr> patternOrder; ///< of the task that is being added
  /// Of a task and an array, as addTileExtents makes them.
  std::map<std::pair<unsigned, unsigned>, std::vector<Expr>> tileExtents;
};

} // namespace

/// Factors of each loop (Sisyphus eq. 1), the pipelined loop (eq. 2-5), the
/// order of the level-0 loops.
void ModelBuilder::addTask(const TaskSpace &task) {
  nlp::BlockId block = model.addBlock(task.name);
  taskBlocks.push_back(block);
  ModelVariables::Task ids;
  TaskChoices<Expr> choice;
  auto named = [&](const LoopSpace &loop, const char *what) {
    return task.name + "." + loop.name + "." + what;
  };
  // Unroll factors first: they prune most of the rest.
  std::vector<Expr> t2;
  for (const LoopSpace &loop : task.band)
    t2.push_back(
        model.addVariable(block, named(loop, "t2"), loop.unrollFactors()));
  TaskConstraints constraints(space, model, task);
  constraints.addBanks(t2);
  std::vector<int64_t> positions(std::max<size_t>(1, task.band.size()));
  std::iota(positions.begin(), positions.end(), task.band.empty() ? 0 : 1);
  Expr pipelined =
      model.addVariable(block, task.name + ".pipelined", positions);
  ids.pipelined = idOf(pipelined);
  // One t1 serves, that of the pipelined loop; t0 is what remains of the trip
  // count.
  std::set<int64_t> trips{1};
  for (const LoopSpace &loop : task.band)
    trips.insert(loop.factors.begin(), loop.factors.end());
  Expr inner =
      model.addVariable(block, task.name + ".t1",
                        std::vector<int64_t>(trips.begin(), trips.end()));
  ids.t1 = idOf(inner);
  for (auto [l, loop] : llvm::enumerate(task.band)) {
    Expr isPipelined = eq(pipelined, int64_t(l) + 1);
    Expr t1 = select(isPipelined, inner, number(1));
    model.addConstraint(named(loop, "trip"),
                        eq(mod(number(loop.trip), t1 * t2[l]), 0));
    ids.t2.push_back(idOf(t2[l]));
    // Where t1 * t2 divides the trip count it is no more than that.
    Expr t0 = max(floorDiv(number(loop.trip), t1 * t2[l]), 1);
    choice.loops.push_back({t0, t1, t2[l], isPipelined});
  }
  choice.trueBounds = true; // where they are possible they cost nothing
  if (task.band.empty())
    model.addConstraint(task.name + ".t1.unused", eq(inner, 1));
  constraints.addSequence(choice.loops);
  if (space.kind == SpaceKind::Pragmas)
    constraints.addPragmaRules(choice);
  addTiles(task, choice, ids);
  addRegister(task, choice, ids);
  addPairs(task, choice, ids);
  addPorts(task, choice);
  if (!pinsSplit(space, task))
    constraints.addCanonicalForm(choice);
  addStall(task, choice);
  std::vector<int64_t> orders(task.orders.size());
  std::iota(orders.begin(), orders.end(), 0);
  Expr order = model.addVariable(block, task.name + ".order", orders);
  ids.order = idOf(order);
  if (patternOrder)
    model.addConstraint(task.name + ".order.pattern", eq(order, *patternOrder));
  else if (task.needsReductionsOutside() && choice.tiles.empty())
    model.addConstraint(task.name + ".order.coupled", eq(order, 0));
  variables.tasks.push_back(std::move(ids));
  choices.tasks.push_back(std::move(choice));
}

/// Where the task transfers the tiles that it holds, and their banks and beats.
void ModelBuilder::addTiles(const TaskSpace &task, TaskChoices<Expr> &choice,
                            ModelVariables::Task &ids) {
  patternOrder.reset();
  std::vector<TileSpace> tiles = tiledOf(space, task);
  if (tiles.empty())
    return;
  nlp::BlockId block = taskBlocks.back();
  std::vector<int64_t> codes;
  for (const TilePattern &pattern : patternsOf(task, tiles))
    codes.push_back(codeOf(pattern, tiles.size()));
  llvm::sort(codes);
  Expr pattern = model.addVariable(block, task.name + ".tiles", codes);
  ids.pattern = idOf(pattern);
  TileVariables<Expr> variables{pattern, {}, {}};
  for (const TileSpace &tile : tiles) {
    const cost::ArrayShape &shape = space.arrays[tile.array].shape;
    const ArraySpace &array = space.arrays[tile.array];
    std::string name = task.name + "." + shape.name;
    variables.beats.emplace_back();
    ids.beats.emplace_back();
    variables.kinds.emplace_back();
    ids.layouts.emplace_back();
    if (offersTileLayout(array)) {
      variables.kinds.back() =
          model.addVariable(block, name + ".layout", tileLayoutsOf(array));
      ids.layouts.back() = idOf(*variables.kinds.back());
    }
    if (!isShared(space, tile.array))
      continue;
    variables.beats.back() = model.addVariable(
        block, name + ".beat", powersUpTo(widestTileBeat(space, array)));
    ids.beats.back() = idOf(*variables.beats.back());
  }
  patternOrder = decodeTiles(space, task, variables, choice, number);
  if (space.kind != SpaceKind::Pragmas) {
    choice.buffers = model.addVariable(block, task.name + ".buffers", {1, 2});
    ids.buffers = idOf(*choice.buffers);
    model.addConstraint(
        task.name + ".buffers.fits",
        max(le(*choice.buffers, 1), mayOverlap(task, choice, number)));
  }
  addTileExtents(task, choice);
  llvm::append_range(this->variables.banks,
                     TaskConstraints(space, model, task).fitTiles(choice));
}

/// Of tiles in memory that several tasks move: their extents, which must be the
/// same. Variables of the task, so that its other choices stay its own; 0: the
/// array lies as in C.
void ModelBuilder::addTileExtents(const TaskSpace &task,
                                  const TaskChoices<Expr> &choice) {
  for (const TileChoices<Expr> &tile : choice.tiles) {
    if (!tile.packed || !isShared(space, tile.tile.array))
      continue;
    std::vector<Expr> extents = extentsOf(task, choice, tile, number);
    std::vector<Expr> &own =
        tileExtents[{unsigned(variables.tasks.size()), tile.tile.array}];
    for (auto [d, dim] : llvm::enumerate(tile.tile.dims)) {
      std::vector<int64_t> domain = possibleExtents(task, dim);
      domain.push_back(0);
      std::string name = task.name + "." +
                         space.arrays[tile.tile.array].shape.name + ".tile" +
                         std::to_string(d);
      own.push_back(model.addDependent(taskBlocks.back(), name, domain));
      model.addConstraint(name + ".fits",
                          eq(own.back(), *tile.packed * extents[d]));
    }
  }
}

/// Whether a register holds the sum.
void ModelBuilder::addRegister(const TaskSpace &task, TaskChoices<Expr> &choice,
                               ModelVariables::Task &ids) {
  if (!choosesRegister(space, task, choice))
    return;
  constexpr int64_t direct = int64_t(cost::Accumulator::Direct);
  constexpr int64_t inRegister = int64_t(cost::Accumulator::Register);
  Expr accumulator = model.addVariable(
      taskBlocks.back(), task.name + ".accumulator", {direct, inRegister});
  ids.accumulator = idOf(accumulator);
  choice.inRegister = eq(accumulator, inRegister);
  TaskConstraints(space, model, task).addRegister(choice);
}

/// Which loop's copies compute products in pairs: an even number of copies.
void ModelBuilder::addPairs(const TaskSpace &task, TaskChoices<Expr> &choice,
                            ModelVariables::Task &ids) {
  if (task.paired.empty())
    return;
  std::vector<int64_t> positions = {0};
  for (const TaskSpace::Paired &paired : task.paired)
    positions.push_back(int64_t(paired.loop) + 1);
  Expr pairs =
      model.addVariable(taskBlocks.back(), task.name + ".pairs", positions);
  ids.pairs = idOf(pairs);
  choice.pairs = pairs;
  for (const TaskSpace::Paired &paired : task.paired)
    model.addConstraint(task.name + "." + task.band[paired.loop].name +
                            ".pairs",
                        max(1 - eq(pairs, int64_t(paired.loop) + 1),
                            eq(mod(choice.loops[paired.loop].t2, 2), 0)));
}

/// The tasks that hold tiles of an array use its port with one width, and see
/// memory alike.
void ModelBuilder::addPortWidth(unsigned array) {
  std::optional<Expr> first;
  std::optional<unsigned> firstTask;
  for (auto [t, task] : llvm::enumerate(choices.tasks))
    for (const TileChoices<Expr> &tile : task.tiles) {
      if (tile.tile.array != array)
        continue;
      if (!first) {
        first = tile.beat;
        firstTask = t;
        continue;
      }
      std::string name =
          space.tasks[t].name + "." + space.arrays[array].shape.name;
      model.addConstraint(name + ".beat.same", eq(*first, tile.beat));
      if (!tile.packed)
        continue;
      const std::vector<Expr> &others = tileExtents.at({*firstTask, array}),
                              &own = tileExtents.at({unsigned(t), array});
      for (unsigned d = 0; d < own.size(); ++d)
        model.addConstraint(name + ".tile" + std::to_string(d) + ".same",
                            eq(others[d], own[d]));
    }
}

/// A block begins on a beat of its array. What is moved through one port has
/// beats of one width, and blocks of one array the same layout.
void ModelBuilder::addBlock(unsigned array) {
  const ArraySpace &block = space.arrays[array];
  if (!block.portOwner)
    return;
  const ArraySpace &owner = space.arrays[*block.portOwner];
  const cost::PortChoice<Expr> &port = *choices.ports[array];
  const cost::PortChoice<Expr> &first = *choices.ports[*block.portOwner];
  const std::string &name = block.shape.name;
  if (block.block)
    model.addConstraint(name + ".block.start",
                        startsOnBeat(block, port, number));
  if (array == *block.portOwner)
    return;
  Expr same = eq(port.beat * block.shape.elementBits,
                 first.beat * owner.shape.elementBits);
  bool isOneArray =
      block.block && owner.block && block.block->array == owner.block->array;
  if (!isOneArray) {
    model.addConstraint(name + ".port.same", same);
    return;
  }
  for (auto [own, other] : llvm::zip(port.lanes, first.lanes))
    same = same * eq(own, other);
  if (port.natural)
    same = same * eq(*port.natural, *first.natural);
  model.addConstraint(name + ".port.same", same);
}

/// The stall is a variable of the task, fixed by a constraint over its arrays'
/// partitions: each row then has one initiation interval, and its cycles and
/// operators belong together.
void ModelBuilder::addStall(const TaskSpace &task, TaskChoices<Expr> &choice) {
  if (!task.only().accumulates())
    return;
  std::vector<int64_t> stalls(
      1 + cost::longestDelay(task.only(), space.target.rules));
  std::iota(stalls.begin(), stalls.end(), 0);
  choice.addressStall =
      model.addDependent(taskBlocks.back(), task.name + ".stall", stalls);
  model.addConstraint(
      task.name + ".stall.most",
      le(*choice.addressStall, TaskConstraints(space, model, task)
                                   .undelayed(choice)
                                   .mostAddressStall));
}

void ModelBuilder::fixStall(unsigned task) {
  if (!choices.tasks[task].addressStall)
    return;
  Expr difference =
      cost.tasks[task].addressStall - *choices.tasks[task].addressStall;
  model.declareOutput(taskBlocks[task], "stall_difference", difference);
  model.addConstraint(space.tasks[task].name + ".stall.fits",
                      eq(difference, 0));
}

/// What the ports of an array ask of the initiation interval depends on its
/// partition alone, beside the task's unroll factors: a variable for each.
void ModelBuilder::addPorts(const TaskSpace &task, TaskChoices<Expr> &choice) {
  choice.ports.emplace();
  for (unsigned array : cost::crowdedArrays(task.only(), space.target.rules)) {
    std::vector<int64_t> intervals(
        cost::longestPortInterval(task.only(), array, space.target.rules));
    std::iota(intervals.begin(), intervals.end(), 1);
    choice.ports->push_back(model.addDependent(
        taskBlocks.back(),
        task.name + ".ports." + space.arrays[array].shape.name, intervals));
  }
}

void ModelBuilder::fixPorts(unsigned task) {
  const std::vector<Expr> &assumed = *choices.tasks[task].ports;
  for (auto [i, array] : llvm::enumerate(
           cost::crowdedArrays(space.tasks[task].only(), space.target.rules)))
    model.addConstraint(space.tasks[task].name + ".ports." +
                            space.arrays[array].shape.name + ".fits",
                        eq(cost.tasks[task].ports[i], assumed[i]));
}

/// Partition factors; their product is limited (Sisyphus eq. 15).
void ModelBuilder::addArray(const ArraySpace &array) {
  nlp::BlockId block = model.addBlock(array.shape.name);
  arrayBlocks.push_back(block);
  variables.factors.emplace_back();
  variables.packed.emplace_back();
  variables.layouts.emplace_back();
  choices.factors.emplace_back();
  variables.copies.emplace_back();
  choices.packed.emplace_back();
  choices.ports.emplace_back();
  choices.copies.emplace_back();
  if (array.isTiled())
    return;
  Expr product = model.constant(1);
  for (auto [d, domain] : llvm::enumerate(array.factors)) {
    Expr factor = model.addVariable(
        block, array.shape.name + ".partition" + std::to_string(d), domain);
    variables.factors.back().push_back(idOf(factor));
    choices.factors.back().push_back(factor);
    product = product * factor;
  }
  variables.banks.push_back(product);
  model.addConstraint(array.shape.name + ".max_partition",
                      le(product, space.maxPartition));
  addPacking(array);
  addPort(array);
  addCopies(array);
}

/// The elements of a beat and, where memory may hold the array otherwise than
/// as in C, its layout and ports.
void ModelBuilder::addPort(const ArraySpace &array) {
  if (!array.movesWhole())
    return;
  LayoutDomains domains = layoutDomains(array);
  nlp::BlockId block = arrayBlocks.back();
  const std::string &name = array.shape.name;
  ModelVariables::Layout ids;
  Expr beat = model.addVariable(block, name + ".beat", domains.beats);
  ids.beat = idOf(beat);
  LayoutVariables<Expr> layout{number(0), beat, number(1), {}, std::nullopt};
  if (!array.isPlain()) {
    layout.kind = model.addVariable(block, name + ".layout", domains.kinds);
    layout.ports = model.addVariable(block, name + ".ports", domains.ports);
    ids.kind = idOf(layout.kind);
    ids.ports = idOf(layout.ports);
    if (!domains.distributions.empty()) {
      layout.distribution = model.addVariable(block, name + ".distribution",
                                              domains.distributions);
      ids.distribution = idOf(*layout.distribution);
    }
    for (auto [d, lanes] : llvm::enumerate(domains.lanes)) {
      layout.lanes.push_back(
          model.addVariable(block, name + ".lanes" + std::to_string(d), lanes));
      ids.lanes.push_back(idOf(layout.lanes.back()));
    }
    model.addConstraint(name + ".layout.fits", isLayout(array, layout, number));
  }
  choices.ports.back() = portOf(array, layout, number);
  variables.layouts.back() = std::move(ids);
}

/// Whether readers that need not wait for each other have a buffer each.
void ModelBuilder::addCopies(const ArraySpace &array) {
  if (!array.offersCopies)
    return;
  Expr copies = model.addVariable(
      arrayBlocks.back(), array.shape.name + ".copies", {1, array.readers});
  variables.copies.back() = idOf(copies);
  choices.copies.back() = copies;
}

/// Whether the last factor is a word's elements instead of banks.
void ModelBuilder::addPacking(const ArraySpace &array) {
  if (!array.mayPack())
    return;
  Expr packed = model.addVariable(arrayBlocks.back(),
                                  array.shape.name + ".packed", {0, 1});
  Expr fits = 1 - packed;
  for (int64_t elements : array.wordElements)
    fits = max(fits, eq(choices.factors.back().back(), elements));
  model.addConstraint(array.shape.name + ".packed.word", fits);
  variables.packed.back() = idOf(packed);
  choices.packed.back() = packed;
}

/// A partition factor is a multiple of every unroll factor on its dimension
/// (Sisyphus eq. 13 and 14, whose divisibility is printed the other way). The
/// unrolled copies of one reference to packed words start at a multiple of
/// their number, so that they lie in one word.
void ModelBuilder::addLinks(unsigned task) {
  for (const Link &link : space.tasks[task].links) {
    if (space.arrays[link.array].isTiled())
      continue;
    const LoopSpace &loop = space.tasks[task].band[link.loop];
    model.addConstraint(space.tasks[task].name + "." + loop.name + ".divides." +
                            space.arrays[link.array].shape.name + ".partition" +
                            std::to_string(link.dimension),
                        eq(mod(choices.factors[link.array][link.dimension],
                               choices.tasks[task].loops[link.loop].t2),
                           0));
    if (const std::optional<Expr> &packed = choices.packed[link.array];
        packed && link.alignment != 0 && isLast(space, link))
      model.addConstraint(
          space.tasks[task].name + "." + loop.name + ".aligned." +
              space.arrays[link.array].shape.name,
          max(1 - *packed, eq(mod(number(link.alignment),
                                  choices.tasks[task].loops[link.loop].t2),
                              0)));
  }
}

void ModelBuilder::declareOutputs() {
  for (unsigned t = 0; t < taskBlocks.size(); ++t) {
    const cost::TaskCost<Expr> &task = cost.tasks[t];
    model.declareOutput(taskBlocks[t], "cycles", task.latency);
    for (const cost::OperatorUse<Expr> &use : task.operators)
      model.declareOutput(taskBlocks[t], use.name, use.units);
    if (!choices.tasks[t].tiles.empty()) {
      model.declareOutput(taskBlocks[t], "bram", task.bram);
      model.declareOutput(taskBlocks[t], "uram", task.uram);
    }
    model.declareOutput(taskBlocks[t], "lut_milli", task.lutMilli);
    model.declareOutput(taskBlocks[t], "ff_milli", task.ffMilli);
  }
  for (unsigned a = 0; a < arrayBlocks.size(); ++a) {
    const cost::ArrayCost<Expr> &array = cost.arrays[a];
    if (space.arrays[a].isTiled())
      continue;
    if (space.arrays[a].shape.loaded)
      model.declareOutput(arrayBlocks[a], "load", array.loadLatency);
    if (space.arrays[a].shape.stored)
      model.declareOutput(arrayBlocks[a], "store", array.storeLatency);
    model.declareOutput(arrayBlocks[a], "registers", array.registers);
    if (choices.copies[a])
      model.declareOutput(arrayBlocks[a], "side_by_side", array.readSideBySide);
    model.declareOutput(arrayBlocks[a], "bram", array.bram);
    model.declareOutput(arrayBlocks[a], "uram", array.uram);
    model.declareOutput(arrayBlocks[a], "lut_milli", array.lutMilli);
    model.declareOutput(arrayBlocks[a], "ff_milli", array.ffMilli);
  }
}

/// Registers are read by all tasks anyway.
void ModelBuilder::keepUseful(unsigned array) {
  if (const std::optional<Expr> &copies = choices.copies[array])
    model.addConstraint(space.arrays[array].shape.name + ".copies.useful",
                        max(le(*copies, 1), 1 - cost.arrays[array].registers));
}

/// Ports that the design may have: where arrays may have several, no more in
/// all than the memory has banks, unless the arrays alone outnumber these and
/// share them. None: as many as there are.
std::optional<int64_t> ModelBuilder::mostPorts() const {
  int64_t arrays = 0, most = space.usable.ports;
  bool isChosen = false;
  for (auto [a, array] : llvm::enumerate(space.arrays)) {
    const std::optional<cost::PortChoice<Expr>> &port = choices.ports[a];
    if (!hasOwnPort(space, a))
      continue;
    ++arrays;
    isChosen |= port && port->ports && array.layouts.maxPorts > 1;
  }
  if (isChosen)
    most = std::min(most, std::max(arrays, space.target.device.memory.banks));
  return most == target::anyPorts ? std::nullopt : std::optional<int64_t>(most);
}

void ModelBuilder::addBudgets() {
  const cost::DesignResources<Expr> &r = cost.resources;
  variables.amounts = {r.dsp, r.bram, r.uram, r.lut, r.ff, cost.ports};
  for (auto [field, used] :
       llvm::zip_equal(target::amountFields, variables.amounts)) {
    bool isPorts = field.amount == &target::Amounts::ports;
    std::optional<int64_t> most =
        isPorts ? mostPorts() : space.usable.*field.amount;
    if (most)
      model.addConstraint(field.name, le(used, *most));
  }
}

ModelVariables explore::lowerToModel(const DesignSpace &space,
                                     nlp::Model &model) {
  return ModelBuilder(space, model).run();
}

LoweredTasks explore::lowerTasks(const DesignSpace &space, nlp::Model &model) {
  return ModelBuilder(space, model).runAsPart();
}

static LayoutVariables<Int> valuesOf(const ModelVariables::Layout &layout,
                                     const nlp::Assignment &point) {
  LayoutVariables<Int> values{0, point[layout.beat], 1, {}, std::nullopt};
  if (layout.kind)
    values.kind = point[*layout.kind];
  if (layout.ports)
    values.ports = point[*layout.ports];
  if (layout.distribution)
    values.distribution = point[*layout.distribution];
  for (nlp::VarId lanes : layout.lanes)
    values.lanes.push_back(point[lanes]);
  return values;
}

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
      int64_t trip = space.tasks[t].band[l].trip;
      choice.loops.push_back({trip / (t1 * t2), t1, t2, pipelined});
    }
    choice.trueBounds = true;
    if (task.accumulator)
      choice.accumulator = cost::Accumulator(point[*task.accumulator]);
    if (task.pairs)
      choice.pairs = point[*task.pairs];
    if (task.pattern) {
      TileVariables<Int> tiles{point[*task.pattern], {}, {}};
      for (std::optional<nlp::VarId> beat : task.beats) {
        tiles.beats.emplace_back();
        if (beat)
          tiles.beats.back() = point[*beat];
      }
      for (std::optional<nlp::VarId> layout : task.layouts) {
        tiles.kinds.emplace_back();
        if (layout)
          tiles.kinds.back() = point[*layout];
      }
      decodeTiles(space, space.tasks[t], tiles, choice, number);
      if (task.buffers)
        choice.buffers = point[*task.buffers];
    }
    choices.tasks.push_back(std::move(choice));
  }
  for (const std::vector<nlp::VarId> &array : variables.factors) {
    choices.factors.emplace_back();
    for (nlp::VarId factor : array)
      choices.factors.back().push_back(point[factor]);
  }
  for (std::optional<nlp::VarId> packed : variables.packed) {
    choices.packed.emplace_back();
    if (packed)
      choices.packed.back() = point[*packed];
  }
  for (auto [array, layout] : llvm::zip(space.arrays, variables.layouts)) {
    choices.ports.emplace_back();
    if (!layout)
      continue;
    choices.ports.back() = portOf(array, valuesOf(*layout, point), number);
  }
  for (std::optional<nlp::VarId> copies : variables.copies) {
    choices.copies.emplace_back();
    if (copies)
      choices.copies.back() = point[*copies];
  }
  return choices;
}

mlir::LogicalResult explore::buildModel(const DesignSpace &space,
                                        nlp::Model &model) {
  return applyPins(space, model, lowerToModel(space, model));
}
