//===- BruteForce.cpp - Every design of a small space ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BruteForce.h"
#include "Explore/Shared/Layouts.h"
#include "Explore/Shared/TileChoices.h"
#include "talos/Support/Divisors.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace talos;
using namespace talos::explore;

RandomPin explore::pinLoop(const DesignSpace &space,
                           llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  unsigned t = in(0, space.tasks.size() - 1);
  const TaskSpace &task = space.tasks[t];
  unsigned l = in(0, task.band.size() - 1);
  const LoopSpace &loop = task.band[l];
  int64_t value = loop.factors[in(0, loop.factors.size() - 1)];
  using Choice = cost::LoopChoice<Int>;
  Int Choice::*const fields[] = {&Choice::t0, &Choice::t1, &Choice::t2};
  unsigned level = in(0, 3);
  if (level == 3)
    return {{task.name + ".pipelined", nlp::Pin::Equal, loop.name},
            [=](const DesignChoices<Int> &c) {
              return c.tasks[t].loops[l].pipelined.value() == 1;
            }};
  auto relation = nlp::Pin::Relation(in(0, 2));
  Int Choice::*field = fields[level];
  return {{task.name + "." + loop.name + ".t" + std::to_string(level), relation,
           std::to_string(value)},
          [=](const DesignChoices<Int> &c) {
            int64_t is = (c.tasks[t].loops[l].*field).value();
            return relation == nlp::Pin::Equal    ? is == value
                   : relation == nlp::Pin::AtMost ? is <= value
                                                  : is >= value;
          }};
}

RandomPin
explore::pinPartition(const DesignSpace &space,
                      llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  unsigned a = in(0, space.arrays.size() - 1);
  const ArraySpace &array = space.arrays[a];
  unsigned d = in(0, array.factors.size() - 1);
  int64_t value = array.factors[d][in(0, array.factors[d].size() - 1)];
  return {{array.shape.name + ".partition" + std::to_string(d), nlp::Pin::Equal,
           std::to_string(value)},
          [=](const DesignChoices<Int> &c) {
            return c.factors[a][d].value() == value;
          }};
}

RandomPin explore::pinPacked(const DesignSpace &space,
                             llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  unsigned a = in(0, space.arrays.size() - 1);
  int64_t value = space.arrays[a].mayPack() && in(0, 3) != 0;
  // Arrays that cannot be packed have no such variable.
  std::string name = space.arrays[a].shape.name;
  nlp::Pin pin =
      space.arrays[a].mayPack()
          ? nlp::Pin{name + ".packed", nlp::Pin::Equal, std::to_string(value)}
          : nlp::Pin{space.tasks.front().name + ".t1", nlp::Pin::AtLeast, "1"};
  return {pin, [=](const DesignChoices<Int> &c) {
            return (c.packed[a] ? c.packed[a]->value() : 0) == value;
          }};
}

/// The array itself, or the first block of the array that it is a block of.
static size_t ownerOf(const DesignSpace &space, size_t array) {
  return space.arrays[array].portOwner.value_or(array);
}

/// Of all arrays but one, and of the blocks of one array.
static std::vector<int64_t>
pinOthers(DesignSpace &space, size_t free,
          llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  std::vector<int64_t> beats(space.arrays.size(), 0);
  for (auto [a, array] : llvm::enumerate(space.arrays)) {
    if (ownerOf(space, a) == ownerOf(space, free) || !array.movesWhole())
      continue;
    size_t owner = ownerOf(space, a);
    if (beats[owner] == 0)
      beats[owner] = std::max<int64_t>(
          space.arrays[owner].shape.widestBeat >> in(0, 2), 1);
    beats[a] = beats[owner];
    space.pins.push_back({array.shape.name + ".beat", nlp::Pin::Equal,
                          std::to_string(beats[a])});
  }
  return beats;
}

std::vector<int64_t>
explore::pinBeats(DesignSpace &space,
                  llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  return pinOthers(space, in(0, space.arrays.size() - 1), in);
}

std::vector<int64_t>
explore::pinLayouts(DesignSpace &space,
                    llvm::function_ref<int64_t(int64_t, int64_t)> in) {
  size_t free = in(0, space.arrays.size() - 1);
  space.layouts = {};
  for (auto [a, array] : llvm::enumerate(space.arrays))
    if (ownerOf(space, a) != ownerOf(space, free))
      setLayouts(space, "", array);
  sharePorts(space);
  return pinOthers(space, free, in);
}

static bool keepsSequence(const TaskSpace &task,
                          const std::vector<cost::LoopChoice<Int>> &loops) {
  for (unsigned x = 0; x < task.sequence.size(); ++x)
    for (unsigned y = x + 1; y < task.sequence.size(); ++y)
      if (staysOutside(loops[task.sequence[x]], loops[task.sequence[y]])
              .value() == 0)
        return false;
  return true;
}

std::vector<std::vector<cost::LoopChoice<Int>>>
explore::splitsOf(const TaskSpace &task) {
  using Loops = std::vector<cost::LoopChoice<Int>>;
  std::vector<Loops> result;
  for (unsigned p = 0; p < std::max<size_t>(1, task.band.size()); ++p) {
    std::vector<Loops> partial{{}};
    for (auto [l, loop] : llvm::enumerate(task.band)) {
      std::vector<Loops> next;
      for (const Loops &loops : partial)
        for (int64_t t2 : loop.unrollFactors())
          for (int64_t t1 :
               l == p ? divisors(loop.trip / t2) : std::vector<int64_t>{1}) {
            next.push_back(loops);
            next.back().push_back({loop.trip / (t1 * t2), t1, t2, Int(l == p)});
          }
      partial = std::move(next);
    }
    llvm::copy_if(partial, std::back_inserter(result), [&](const Loops &loops) {
      return keepsSequence(task, loops);
    });
  }
  return result;
}

BruteForce::BruteForce(const DesignSpace &space,
                       const std::vector<RandomPin> &pins)
    : space(space), pins(pins) {
  for (const TaskSpace &task : space.tasks) {
    tasks.push_back(splitsOf(task));
    llvm::erase_if(tasks.back(),
                   [&](const Loops &loops) { return !isPragmas(task, loops); });
  }
  choices.tasks.resize(tasks.size());
  choices.factors.resize(space.arrays.size());
  choices.packed.resize(space.arrays.size());
  choices.ports.resize(space.arrays.size());
  choices.copies.resize(space.arrays.size());
}

std::optional<int64_t> BruteForce::run() {
  chooseTask(0);
  return best;
}

bool BruteForce::isPragmas(const TaskSpace &task, const Loops &loops) const {
  if (space.kind != SpaceKind::Pragmas)
    return true;
  unsigned p = 0;
  while (p < loops.size() && loops[p].pipelined.value() != 1)
    ++p;
  for (unsigned l = 0; l < loops.size(); ++l) {
    bool parallel = !task.band[l].reduction && !task.band[l].sequential;
    if (l > p && loops[l].t2.value() != task.band[l].trip)
      return false;
    if (l < p && loops[l].t2.value() != 1 && (!parallel || space.fineGrained))
      return false;
  }
  return true;
}

void BruteForce::chooseTask(unsigned t) {
  if (t == tasks.size())
    return chooseFactors(0, {});
  for (const Loops &loops : tasks[t]) {
    choices.tasks[t] = {};
    choices.tasks[t].loops = loops;
    choosePairs(t);
  }
}

void BruteForce::choosePairs(unsigned t) {
  const TaskSpace &task = space.tasks[t];
  std::vector<std::optional<Int>> pairs{std::nullopt};
  Loops loops = choices.tasks[t].loops;
  for (const TaskSpace::Paired &paired : task.paired)
    if (loops[paired.loop].t2.value() % 2 == 0)
      pairs.push_back(Int(int64_t(paired.loop) + 1));
  for (std::optional<Int> one : pairs) {
    choices.tasks[t] = {};
    choices.tasks[t].loops = loops;
    choices.tasks[t].pairs = one;
    if (tiledOf(space, task).empty())
      chooseSum(t);
    else
      chooseTiles(t);
  }
}

void BruteForce::chooseSum(unsigned t) {
  chooseTask(t + 1);
  choices.tasks[t].trueBounds = true;
  if (hasTrueBounds(space.tasks[t], choices.tasks[t]))
    chooseTask(t + 1);
  choices.tasks[t].trueBounds = false;
  const cost::StatementShape &shape = space.tasks[t].only().shape();
  if (!choosesRegister(space, space.tasks[t], choices.tasks[t]))
    return;
  bool isCarried = false;
  for (auto [loop, choice] : llvm::zip(shape.loops, choices.tasks[t].loops)) {
    bool holds = choice.pipelined.value() && loop.registerTrips != 0;
    bool isCut = choice.t0.value() * choice.t2.value() != 1;
    if ((holds && shape.guarded && isCut) ||
        (!loop.reduction && choice.t2.value() != 1))
      return;
    isCarried |= holds;
  }
  if (!isCarried)
    return;
  choices.tasks[t].accumulator = cost::Accumulator::Register;
  chooseTask(t + 1);
  choices.tasks[t].accumulator = cost::Accumulator::Direct;
}

void BruteForce::chooseTiles(unsigned t) {
  const TaskSpace &task = space.tasks[t];
  std::vector<TileSpace> tiles = tiledOf(space, task);
  // Of each tile its beat and, where there is a choice, its layout.
  std::vector<TileVariables<Int>> all{{0, {}, {}}};
  for (const TileSpace &tile : tiles) {
    std::vector<TileVariables<Int>> next;
    const ArraySpace &array = space.arrays[tile.array];
    bool shared = isShared(space, tile.array);
    auto add = [&](std::optional<Int> beat, std::optional<Int> kind) {
      for (TileVariables<Int> some : all) {
        some.beats.push_back(beat);
        some.kinds.push_back(kind);
        next.push_back(std::move(some));
      }
    };
    std::vector<std::optional<Int>> kinds{std::nullopt};
    if (array.layouts.packed)
      kinds = {Int(int64_t(LayoutKind::Natural)),
               Int(int64_t(LayoutKind::Packed))};
    for (std::optional<Int> kind : kinds) {
      if (!shared)
        add(std::nullopt, kind);
      for (int64_t beat = 1; shared && beat <= 16; beat *= 2)
        add(Int(beat), kind);
    }
    all = std::move(next);
  }
  Loops loops = choices.tasks[t].loops;
  std::optional<Int> pairs = choices.tasks[t].pairs;
  for (const TilePattern &pattern : patternsOf(task, tiles))
    for (TileVariables<Int> &variables : all) {
      choices.tasks[t] = {};
      choices.tasks[t].loops = loops;
      choices.tasks[t].pairs = pairs;
      variables.pattern = codeOf(pattern, tiles.size());
      decodeTiles(space, task, variables, choices.tasks[t],
                  cost::Numbers<Int>());
      if (!fitsTiles(t, pattern))
        continue;
      for (int64_t buffers : {1, 2}) {
        choices.tasks[t].buffers = Int(buffers);
        if (buffers == 1 || overlaps(t))
          chooseTask(t + 1);
      }
    }
}

/// Whether the tiles of the last slot may have two buffers: what one iteration
/// of its loops stores, no other one of them loads.
bool BruteForce::overlaps(unsigned t) const {
  const TaskChoices<Int> &task = choices.tasks[t];
  int64_t last = 0, count = 1;
  for (const TileChoices<Int> &tile : task.tiles)
    last = std::max(last, tile.slot.value());
  std::vector<unsigned> running;
  for (unsigned l = 0; l < task.loops.size(); ++l)
    if (task.slots[l].value() == last && task.loops[l].t0.value() > 1) {
      running.push_back(l);
      count *= task.loops[l].t0.value();
    }
  if (count < 3)
    return false;
  // No loop around the transfers moves what is held outside of it.
  for (const cost::ReferenceShape &reference :
       space.tasks[t].only().shape().references) {
    int64_t held = -1;
    for (const TileChoices<Int> &tile : task.tiles)
      if (tile.tile.array == reference.array)
        held = tile.slot.value();
    for (int l : reference.loops)
      if (l >= 0 && task.loops[l].t0.value() > 1 &&
          task.slots[l].value() > held && task.slots[l].value() <= last)
        return false;
  }
  for (const TileChoices<Int> &tile : task.tiles) {
    if (!tile.tile.loaded || !tile.tile.stored || tile.slot.value() != last)
      continue;
    std::vector<Int> extents =
        extentsOf(space.tasks[t], task, tile, cost::Numbers<Int>());
    // Of each pair of neighbours along a loop some dimension is apart.
    for (unsigned l : running) {
      bool isApart = false;
      for (auto [dim, extent] : llvm::zip(tile.tile.dims, extents)) {
        int64_t step = (task.loops[l].t1 * task.loops[l].t2).value();
        bool follows = dim.loops.size() == 1 && dim.loops.front() == l;
        isApart |= follows && step >= extent.value();
      }
      if (!isApart)
        return false;
    }
  }
  return true;
}

/// Whether each of the tiles that the task moves is one of those that memory
/// holds: no other one of these begins inside of it.
static bool holdsTiles(const ArraySpace &array, const TaskChoices<Int> &task,
                       const TileChoices<Int> &tile,
                       const std::vector<Int> &extents) {
  int64_t beat = tile.beat.value(), held = 1, elements = 1;
  for (auto [d, dim] : llvm::enumerate(tile.tile.dims)) {
    int64_t extent = extents[d].value(), whole = array.shape.extents[d];
    std::vector<int64_t> starts{dim.least};
    if (dim.contextStride != 0)
      starts.push_back(dim.least + dim.contextStride);
    for (unsigned l : dim.loops) {
      if (task.slots[l].value() > tile.slot.value())
        continue;
      const cost::LoopChoice<Int> &loop = task.loops[l];
      size_t count = starts.size();
      for (int64_t step = 1; step < loop.t0.value(); ++step)
        for (size_t i = 0; i < count; ++i)
          starts.push_back(starts[i] +
                           step * loop.t1.value() * loop.t2.value());
    }
    for (int64_t start : starts)
      if (start % extent != 0)
        return false;
    bool isRow = d + 1 == tile.tile.dims.size();
    held *= (whole + extent - 1) / extent *
            (isRow ? (extent + beat - 1) / beat * beat : extent);
    elements *= whole;
    if (!isRow)
      continue;
    int64_t widest = 1;
    for (int64_t width = 2; width <= 16 && width / 2 < extent; width *= 2)
      if ((extent + width - 1) / width * width * 100 <=
          extent * (100 + array.layouts.paddingPercent))
        widest = width;
    if (tile.factors[d].value() > extent || beat != widest)
      return false;
  }
  return beat > 1 &&
         held <= elements + elements * array.layouts.paddingPercent / 100;
}

/// Whether memory can hold the array so that the tile's beats are parts of it.
static bool fitsBeat(const DesignSpace &space, const TaskChoices<Int> &task,
                     const TileChoices<Int> &tile,
                     const std::vector<Int> &extents) {
  if (tile.packed && tile.packed->value() == 1)
    return holdsTiles(space.arrays[tile.tile.array], task, tile, extents);
  int64_t widest =
      widestBeat(space, task, tile, extents, cost::Numbers<Int>()).value();
  return widest % tile.beat.value() == 0;
}

bool BruteForce::isHeldAlike(unsigned before, const TileChoices<Int> &other,
                             const TileChoices<Int> &tile,
                             const std::vector<Int> &extents) const {
  if (other.beat.value() != tile.beat.value())
    return false;
  if (!tile.packed)
    return true;
  if (tile.packed->value() != other.packed->value())
    return false;
  std::vector<Int> others = extentsOf(
      space.tasks[before], choices.tasks[before], other, cost::Numbers<Int>());
  return tile.packed->value() == 0 ||
         llvm::equal(others, extents,
                     [](Int a, Int b) { return a.value() == b.value(); });
}

bool BruteForce::fitsTiles(unsigned t, const TilePattern &pattern) const {
  const TaskChoices<Int> &task = choices.tasks[t];
  for (unsigned slot = 0; slot < task.tiles.size(); ++slot) {
    Int iterations = 1;
    for (auto [l, loop] : llvm::enumerate(task.loops))
      if (pattern.loops[l] == slot)
        iterations = iterations * loop.t0;
    if (llvm::is_contained(pattern.loops, slot) && iterations.value() == 1)
      return false;
  }
  for (const TileChoices<Int> &tile : task.tiles) {
    std::vector<Int> extents =
        extentsOf(space.tasks[t], task, tile, cost::Numbers<Int>());
    if (!fitsBeat(space, task, tile, extents))
      return false;
    Int banks = 1;
    for (auto [dim, factor, extent] :
         llvm::zip(tile.tile.dims, tile.factors, extents)) {
      if (factor.value() > extent.value()) {
        EXPECT_GT(dim.unrolled.size(), 1u);
        return false;
      }
      banks = banks * factor;
    }
    if (banks.value() > space.maxPartition)
      return false;
    for (unsigned before = 0; before < t; ++before)
      for (const TileChoices<Int> &other : choices.tasks[before].tiles)
        if (other.tile.array == tile.tile.array &&
            !isHeldAlike(before, other, tile, extents))
          return false;
  }
  return true;
}

void BruteForce::chooseFactors(unsigned a, std::vector<Int> factors) {
  if (a == space.arrays.size())
    return evaluate();
  const ArraySpace &array = space.arrays[a];
  if (array.isTiled())
    return chooseFactors(a + 1, {});
  if (factors.size() < array.factors.size()) {
    for (int64_t factor : array.factors[factors.size()])
      if (fits(a, factors.size(), factor)) {
        std::vector<Int> next(factors);
        next.push_back(factor);
        chooseFactors(a, std::move(next));
      }
    return;
  }
  Int product = 1;
  for (Int factor : factors)
    product = product * factor;
  if (product.value() > space.maxPartition)
    return;
  choices.factors[a] = factors;
  choosePacked(a);
}

void BruteForce::choosePacked(unsigned a) {
  choices.packed[a].reset();
  choosePort(a);
  if (!mayPack(a))
    return;
  choices.packed[a] = 1;
  choosePort(a);
}

/// Boxes of powers of two with so many elements: every way to share them out
/// among the dimensions.
static std::vector<std::vector<Int>> boxesOf(size_t rank, int64_t elements) {
  if (rank == 1)
    return {{elements}};
  std::vector<std::vector<Int>> boxes;
  for (int64_t first = 1; first <= elements; first *= 2)
    for (std::vector<Int> &rest : boxesOf(rank - 1, elements / first)) {
      boxes.push_back({first});
      llvm::append_range(boxes.back(), rest);
    }
  return boxes;
}

/// The box is no run of a row unless it has one element in all other
/// dimensions, and the array fills up no more than it may.
static bool isAllowed(const ArraySpace &array, const std::vector<Int> &box) {
  bool isRun = llvm::all_of(llvm::drop_end(box),
                            [](Int lanes) { return lanes.value() == 1; });
  if (!isRun && !array.layouts.packed)
    return false;
  int64_t elements = 1, held = 1;
  for (auto [extent, lanes] : llvm::zip(array.shape.extents, box)) {
    elements *= extent;
    held *= (extent + lanes.value() - 1) / lanes.value() * lanes.value();
  }
  return held <= elements + elements * array.layouts.paddingPercent / 100;
}

/// Each port has as many rows (of an array of one dimension: beats), but for
/// the last one.
static std::vector<cost::PortChoice<Int>> blocksOf(const ArraySpace &array,
                                                   int64_t beat) {
  std::vector<cost::PortChoice<Int>> result;
  const std::vector<int64_t> &extents = array.shape.extents;
  if (!array.mayBlock())
    return result;
  int64_t rank = extents.size(), elements = 1;
  for (int64_t extent : extents)
    elements *= extent;
  for (int64_t ports = 2; ports <= array.layouts.maxPorts; ports *= 2)
    for (bool padded : {false, true}) {
      if (padded ? !array.layouts.padded : !array.layouts.natural)
        continue;
      int64_t unit = rank == 1 ? beat : 1, each = 1;
      while (each * unit * ports < extents[0])
        ++each;
      int64_t held = each * unit * ports;
      for (int64_t d = 1; d < rank; ++d)
        held *= padded && d + 1 == rank ? (extents[d] + beat - 1) / beat * beat
                                        : extents[d];
      if (each * unit * (ports - 1) >= extents[0] ||
          held > elements + elements * array.layouts.paddingPercent / 100)
        continue;
      cost::PortChoice<Int> port{beat, std::vector<Int>(rank, 1), ports};
      port.lanes.back() = beat;
      port.natural = !padded;
      port.block = 1;
      port.portCounts = {1, ports};
      result.push_back(port);
    }
  return result;
}

/// Beats are powers of two, no wider than the port may be, up to the first one
/// that holds a row, or with boxes of several rows the array.
std::vector<cost::PortChoice<Int>>
BruteForce::portsOf(const ArraySpace &array) const {
  const std::vector<int64_t> &extents = array.shape.extents;
  int64_t needed = extents.empty() ? 1 : extents.back();
  if (array.portOwner) // the widest of all blocks
    needed = array.shape.widestBeat;
  else if (array.layouts.packed)
    needed = std::accumulate(extents.begin(), extents.end(), int64_t(1),
                             std::multiplies<>());
  std::vector<cost::PortChoice<Int>> result;
  for (int64_t beat = 1; beat == 1 || beat / 2 < needed; beat *= 2) {
    if (beat * array.shape.elementBits > space.target.rules.transfers.maxWidth)
      break;
    if (array.layouts.natural)
      result.push_back({beat});
    llvm::append_range(result, blocksOf(array, beat));
    if (!array.layouts.padded && !array.layouts.packed)
      continue;
    for (int64_t ports = 1; ports <= array.layouts.maxPorts; ports *= 2)
      for (const std::vector<Int> &box : boxesOf(extents.size(), beat * ports))
        if (isAllowed(array, box))
          result.push_back({beat, box, ports});
  }
  return result;
}

void BruteForce::choosePort(unsigned a) {
  const ArraySpace &array = space.arrays[a];
  choices.ports[a].reset();
  if (!array.shape.loaded && !array.shape.stored)
    return chooseCopies(a);
  for (const cost::PortChoice<Int> &port : portsOf(array)) {
    if (!beats.empty() && beats[a] != 0 && beats[a] != port.beat.value())
      continue;
    choices.ports[a] = port;
    chooseCopies(a);
  }
}

void BruteForce::chooseCopies(unsigned a) {
  choices.copies[a].reset();
  chooseFactors(a + 1, {});
  if (!space.arrays[a].offersCopies)
    return;
  choices.copies[a] = space.arrays[a].readers;
  chooseFactors(a + 1, {});
}

/// No more ports than the memory has banks, or than there are arrays.
bool BruteForce::fitsBanks() const {
  int64_t arrays = 0, ports = 0;
  for (auto [a, port] : llvm::enumerate(choices.ports)) {
    if (ownerOf(space, a) != a)
      continue;
    arrays += port.has_value();
    ports += !port ? 0 : port->ports ? port->ports->value() : 1;
  }
  return ports <= std::max(arrays, space.target.device.memory.banks);
}

bool BruteForce::sharePorts() const {
  for (auto [a, array] : llvm::enumerate(space.arrays)) {
    if (!array.portOwner)
      continue;
    const cost::PortChoice<Int> &port = *choices.ports[a];
    const cost::PortChoice<Int> &first = *choices.ports[*array.portOwner];
    auto isSame = [](const Int &one, const Int &other) {
      return one.value() == other.value();
    };
    const ArraySpace &owner = space.arrays[*array.portOwner];
    if (port.beat.value() * array.shape.elementBits !=
        first.beat.value() * owner.shape.elementBits)
      return false;
    bool isOneArray =
        array.block && owner.block && array.block->array == owner.block->array;
    if (isOneArray && !llvm::equal(port.lanes, first.lanes, isSame))
      return false;
    if (!array.block)
      continue;
    // The tests cut the first dimension.
    int64_t at = array.block->start, unit = port.beat.value();
    for (int64_t extent : llvm::drop_begin(array.shape.extents))
      at *= port.lanes.empty() ? extent : 1;
    if (!port.lanes.empty())
      unit = port.lanes.front().value();
    if (at % unit != 0)
      return false;
  }
  return true;
}

/// A word of so many elements exists, and no copies straddle two.
bool BruteForce::mayPack(unsigned array) const {
  Int elements =
      choices.factors[array].empty() ? Int(1) : choices.factors[array].back();
  if (!llvm::is_contained(space.arrays[array].wordElements, elements.value()))
    return false;
  unsigned last = choices.factors[array].size() - 1;
  for (auto [t, task] : llvm::enumerate(space.tasks))
    for (const Link &link : task.links)
      if (link.array == array && link.dimension == last &&
          link.alignment % choices.tasks[t].loops[link.loop].t2.value() != 0)
        return false;
  return true;
}

bool BruteForce::fits(unsigned array, unsigned dimension,
                      int64_t factor) const {
  for (auto [t, task] : llvm::enumerate(space.tasks))
    for (const Link &link : task.links)
      if (link.array == array && link.dimension == dimension &&
          factor % choices.tasks[t].loops[link.loop].t2.value() != 0)
        return false;
  return true;
}

void BruteForce::evaluate() {
  ++points;
  for (const RandomPin &pin : pins)
    if (!pin.holds(choices))
      return;
  if (!fitsBanks() || !sharePorts())
    return;
  cost::Numbers<Int> number;
  DesignCost<Int> cost = costOfDesign(space, choices, number);
  const cost::DesignResources<Int> &r = cost.resources;
  if (r.dsp.value() > space.usable.dsp ||
      r.bram.value() > space.usable.bram18k ||
      r.uram.value() > space.usable.uram || r.lut.value() > space.usable.lut ||
      r.ff.value() > space.usable.ff)
    return;
  if (visit)
    visit(cost);
  if (!best || cost.latency.value() < *best)
    best = cost.latency.value();
}
