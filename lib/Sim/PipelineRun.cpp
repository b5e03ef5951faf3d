//===- PipelineRun.cpp - Calls of pipelined loops in time -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipelineRun.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace talos;
using namespace talos::sim;
using llvm::ArrayRef;
using llvm::SmallVector;

//===----------------------------------------------------------------------===//
// World
//===----------------------------------------------------------------------===//

World::World(const Program &program, Observer *observer)
    : program(program), rules(program.network->rules), observer(observer) {
  const Network &network = *program.network;
  for (const Fifo &fifo : network.fifos)
    fifos.emplace_back(fifo.depth, rules.fifoLatency + fifo.crossing);
  for (const Port &port : network.ports)
    ports.insert(ports.end(), 2, PortState(port.beats, port.cycles));
  waiting.assign(2 * fifos.size(), -1);
  fifoFigures.resize(fifos.size());
  processFigures.resize(network.processes.size());
}

int64_t World::readyTime(const PipelineAccess &access) {
  if (!access.isOfFifo())
    return portOf(access).ready();
  const FifoState &fifo = fifos[access.index];
  if (access.kind == Access::Read)
    return fifo.nextArrival();
  return fifo.isFirstUse() ? 0 : fifo.nextFreed() + rules.fifoFree;
}

void World::commit(const PipelineAccess &access, int64_t time) {
  if (!access.isOfFifo())
    return portOf(access).move(time);
  FifoState &fifo = fifos[access.index];
  if (access.kind == Access::Read)
    fifo.pushRead(time);
  else
    fifo.pushWrite(time);
  End end = endOf(access);
  if (observer)
    observer->moved(access.index, end, time);
  int &other = waiter(access.index, end == End::Read ? End::Write : End::Read);
  if (other < 0)
    return;
  woken.push_back(other);
  other = -1;
}

Waiting World::waitingAt(const PipelineAccess &access) const {
  const FifoState &fifo = fifos[access.index];
  End end = endOf(access);
  return {0, access.index, end,
          end == End::Read ? fifo.read() : fifo.written()};
}

void World::stall(unsigned process, const PipelineAccess &access, int64_t from,
                  int64_t to) {
  processFigures[process].stall += to - from;
  if (!access.isOfFifo()) {
    processFigures[process].portStall += to - from;
    return;
  }
  End end = endOf(access);
  FifoFigures &figures = fifoFigures[access.index];
  (end == End::Read ? figures.readStall : figures.writeStall) += to - from;
  if (observer)
    observer->stalled(process, access.index, end, from, to);
}

//===----------------------------------------------------------------------===//
// Stalling pipelines
//===----------------------------------------------------------------------===//

/// Of an access that happens no more.
static constexpr int64_t Never = std::numeric_limits<int64_t>::max();

namespace {
/// The pipeline has a clock of its own, which stands still while an access
/// waits: access s of iteration k happens at tick k interval + s. All accesses
/// of a tick happen together.
class StallingRun : public PipelineRun {
public:
  StallingRun(World &world, const NodeProgram &call, unsigned process,
              unsigned number, ArrayRef<int64_t> loops, int64_t start)
      : world(world), leaf(*call.leaf), process(process), number(number),
        start(start) {
    for (const PipelineAccess &access : call.pipeline.accesses)
      openRun(cursors.emplace_back(call.pipeline, access, loops));
  }
  bool advance() override;
  int64_t end() const override { return start + leaf.latency + delay; }
  Waiting waitsFor(unsigned, End) const override {
    return world.waitingAt(*waitsAt);
  }

private:
  struct Cursor {
    Cursor(const Pipeline &pipeline, const PipelineAccess &access,
           ArrayRef<int64_t> loops)
        : access(&access), runs(pipeline, access, loops) {}
    const PipelineAccess *access;
    Runs runs;
    int64_t tick = 0, runEnd = 0;
  };

  void openRun(Cursor &cursor) {
    if (!cursor.runs.next()) {
      cursor.tick = Never;
      return;
    }
    int64_t stage = cursor.access->stage;
    cursor.tick = cursor.runs.begin() * leaf.interval + stage;
    cursor.runEnd = cursor.runs.end() * leaf.interval + stage;
  }
  /// The access that makes the tick wait, and until when; null: it need not.
  const PipelineAccess *latestOf(int64_t tick, int64_t &time);

  World &world;
  const Leaf &leaf;
  unsigned process, number;
  int64_t start;
  int64_t delay = 0; ///< cycles for which the clock stood still
  SmallVector<Cursor, 4> cursors;
  const PipelineAccess *waitsAt = nullptr; ///< nothing is known of it yet
};
} // namespace

const PipelineAccess *StallingRun::latestOf(int64_t tick, int64_t &time) {
  const PipelineAccess *latest = nullptr;
  for (const Cursor &cursor : cursors) {
    if (cursor.tick != tick)
      continue;
    if (!world.isKnown(*cursor.access)) {
      waitsAt = cursor.access;
      return nullptr;
    }
    int64_t ready = world.readyTime(*cursor.access);
    if (ready <= time)
      continue;
    time = ready;
    latest = cursor.access;
  }
  return latest;
}

bool StallingRun::advance() {
  waitsAt = nullptr;
  while (true) {
    int64_t tick = Never;
    for (const Cursor &cursor : cursors)
      tick = std::min(tick, cursor.tick);
    if (tick == Never)
      return true;
    int64_t nominal = start + leaf.entry + tick + delay, time = nominal;
    const PipelineAccess *latest = latestOf(tick, time);
    if (waitsAt) {
      world.waiter(waitsAt->index, World::endOf(*waitsAt)) = number;
      return false;
    }
    if (latest) {
      world.stall(process, *latest, nominal, time);
      delay += time - nominal;
    }
    for (Cursor &cursor : cursors) {
      if (cursor.tick != tick)
        continue;
      world.commit(*cursor.access, time);
      cursor.tick += leaf.interval;
      if (cursor.tick == cursor.runEnd)
        openRun(cursor);
    }
  }
}

//===----------------------------------------------------------------------===//
// Flushable pipelines
//===----------------------------------------------------------------------===//

namespace {
/// An iteration goes from stage to stage as soon as the stage before it is
/// empty. Between two stages with accesses, d apart, there is room for d
/// iterations: iteration k leaves the first one at the earliest when iteration
/// k - d leaves the second one.
class FlushableRun : public PipelineRun {
public:
  FlushableRun(World &world, const NodeProgram &call, unsigned process,
               unsigned number, ArrayRef<int64_t> loops, int64_t start);
  bool advance() override;
  int64_t end() const override;
  Waiting waitsFor(unsigned, End) const override {
    return world.waitingAt(*llvm::find_if(stops, [](const Stop &stop) {
                              return stop.waitsAt != nullptr;
                            })->waitsAt);
  }

private:
  struct Mover {
    const PipelineAccess *access;
    Runs runs;
    bool isOver = false;
  };
  /// A stage with accesses.
  struct Stop {
    int64_t stage;
    int64_t iteration = 0; ///< the next one
    SmallVector<Mover, 2> movers;
    std::vector<int64_t> times; ///< of the last iterations; a power of two
    const PipelineAccess *waitsAt = nullptr;

    int64_t at(int64_t k) const { return times[k & (times.size() - 1)]; }
  };

  bool step(unsigned number);
  bool moves(Mover &mover, int64_t iteration);
  void reserve();

  World &world;
  const Leaf &leaf;
  unsigned process, number;
  int64_t start, iterations;
  SmallVector<Stop, 4> stops;
};
} // namespace

FlushableRun::FlushableRun(World &world, const NodeProgram &call,
                           unsigned process, unsigned number,
                           ArrayRef<int64_t> loops, int64_t start)
    : world(world), leaf(*call.leaf), process(process), number(number),
      start(start), iterations(call.pipeline.iterations) {
  for (const PipelineAccess &access : call.pipeline.accesses) {
    if (stops.empty() || stops.back().stage != access.stage)
      stops.emplace_back().stage = access.stage;
    Mover mover{&access, Runs(call.pipeline, access, loops)};
    mover.isOver = !mover.runs.next();
    stops.back().movers.push_back(std::move(mover));
  }
  reserve();
}

/// A stage is asked for iterations that are as far back as the next, or the
/// last, stage is away.
void FlushableRun::reserve() {
  int64_t before = 0;
  for (auto [i, stop] : llvm::enumerate(stops)) {
    int64_t after =
        i + 1 < stops.size() ? stops[i + 1].stage - stop.stage : int64_t(0);
    int64_t most = std::min(std::max(before, after) + 2, iterations);
    stop.times.resize(llvm::PowerOf2Ceil(most));
    before = after;
  }
}

bool FlushableRun::moves(Mover &mover, int64_t iteration) {
  while (!mover.isOver && mover.runs.end() <= iteration)
    mover.isOver = !mover.runs.next();
  return !mover.isOver && mover.runs.begin() <= iteration;
}

/// Moves the next iteration through a stage; false: it is not known when.
bool FlushableRun::step(unsigned index) {
  Stop &stop = stops[index];
  int64_t k = stop.iteration;
  if (k == iterations)
    return false;
  int64_t nominal = start + leaf.entry + stop.stage;
  if (k > 0)
    nominal = stop.at(k - 1) + leaf.interval;
  if (index > 0) {
    const Stop &before = stops[index - 1];
    if (before.iteration <= k)
      return false;
    nominal = std::max(nominal, before.at(k) + stop.stage - before.stage);
  }
  if (index + 1 < stops.size()) {
    const Stop &after = stops[index + 1];
    int64_t blocking = k - (after.stage - stop.stage);
    if (blocking >= after.iteration)
      return false;
    if (blocking >= 0)
      nominal = std::max(nominal, after.at(blocking));
  }
  int64_t time = nominal;
  const PipelineAccess *latest = nullptr;
  stop.waitsAt = nullptr;
  for (Mover &mover : stop.movers) {
    if (!moves(mover, k))
      continue;
    if (!world.isKnown(*mover.access)) {
      stop.waitsAt = mover.access;
      world.waiter(mover.access->index, World::endOf(*mover.access)) = number;
      return false;
    }
    int64_t ready = world.readyTime(*mover.access);
    if (ready > time) {
      time = ready;
      latest = mover.access;
    }
  }
  if (latest)
    world.stall(process, *latest, nominal, time);
  for (Mover &mover : stop.movers)
    if (moves(mover, k))
      world.commit(*mover.access, time);
  stop.times[k & (stop.times.size() - 1)] = time;
  ++stop.iteration;
  return true;
}

bool FlushableRun::advance() {
  bool isMoving = true;
  while (isMoving) {
    isMoving = false;
    for (unsigned i = stops.size(); i-- > 0;)
      while (step(i))
        isMoving = true;
  }
  return llvm::all_of(
      stops, [&](const Stop &stop) { return stop.iteration == iterations; });
}

int64_t FlushableRun::end() const {
  const Stop &last = stops.back();
  int64_t nominal = leaf.entry + (iterations - 1) * leaf.interval + last.stage;
  return last.at(iterations - 1) + leaf.latency - nominal;
}

std::unique_ptr<PipelineRun> World::createRun(const NodeProgram &call,
                                              unsigned process, unsigned number,
                                              ArrayRef<int64_t> loops,
                                              int64_t start) {
  iterations += call.pipeline.iterations;
  if (call.leaf->style == Style::Stalling)
    return std::make_unique<StallingRun>(*this, call, process, number, loops,
                                         start);
  return std::make_unique<FlushableRun>(*this, call, process, number, loops,
                                        start);
}
