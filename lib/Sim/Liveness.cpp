//===- Liveness.cpp - Proof that a network never deadlocks ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Liveness.h"
#include "Execution.h"
#include "Verify.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace talos;
using namespace talos::sim;
using llvm::ArrayRef;
using llvm::SmallVector;

/// Of an access that happens no more.
static constexpr int64_t Never = std::numeric_limits<int64_t>::max();

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

namespace {
/// How many tokens have certainly been written and read.
class Counters : public Machine {
public:
  explicit Counters(std::vector<int64_t> depths)
      : depths(std::move(depths)), tokens(2 * this->depths.size(), 0),
        waiting(tokens.size(), -1) {}
  std::unique_ptr<PipelineRun> createRun(const NodeProgram &call,
                                         unsigned process, unsigned number,
                                         ArrayRef<int64_t> loops,
                                         int64_t start) override;

  int64_t moved(unsigned fifo, End end) const {
    return tokens[indexOf(fifo, end)];
  }
  /// Whether there is token n, or a place for it.
  bool isReady(unsigned fifo, End end, int64_t n) const {
    return end == End::Read ? n < moved(fifo, End::Write)
                            : n - moved(fifo, End::Read) < depths[fifo];
  }
  void move(unsigned fifo, End end) {
    ++tokens[indexOf(fifo, end)];
    wake(fifo, end == End::Read ? End::Write : End::Read);
  }
  void wait(unsigned fifo, End end, unsigned call) {
    waiting[indexOf(fifo, end)] = call;
  }
  void deepen(unsigned fifo) {
    ++depths[fifo];
    wake(fifo, End::Write);
  }
  int64_t depthOf(unsigned fifo) const { return depths[fifo]; }

private:
  static unsigned indexOf(unsigned fifo, End end) {
    return 2 * fifo + (end == End::Write);
  }
  void wake(unsigned fifo, End end) {
    int &call = waiting[indexOf(fifo, end)];
    if (call >= 0)
      woken.push_back(call);
    call = -1;
  }

  std::vector<int64_t> depths;
  std::vector<int64_t> tokens; ///< by end of FIFO
  std::vector<int> waiting;    ///< calls, by end of FIFO
};

/// The ticks, iteration x interval + stage, at which a call moves the tokens of
/// an end of a FIFO.
class Ticks {
public:
  explicit Ticks(int64_t interval) : interval(interval) {}
  void add(const Pipeline &pipeline, const PipelineAccess &access,
           ArrayRef<int64_t> loops) {
    Cursor cursor{Runs(pipeline, access, loops), access.stage};
    open(cursor);
    cursors.push_back(std::move(cursor));
    select();
  }
  int64_t tick() const { return cursors[first].tick; }
  bool isOver() const { return tick() == Never; }
  void next() {
    Cursor &cursor = cursors[first];
    cursor.tick += interval;
    if (cursor.tick == cursor.runEnd)
      open(cursor);
    select();
  }

private:
  struct Cursor {
    Runs runs;
    int64_t stage;
    int64_t tick = 0, runEnd = 0;
  };
  void open(Cursor &cursor) {
    bool isOpen = cursor.runs.next();
    cursor.tick =
        isOpen ? cursor.runs.begin() * interval + cursor.stage : Never;
    cursor.runEnd = isOpen ? cursor.runs.end() * interval + cursor.stage : 0;
  }
  void select() {
    first = llvm::min_element(cursors,
                              [](const Cursor &a, const Cursor &b) {
                                return a.tick < b.tick;
                              }) -
            cursors.begin();
  }

  int64_t interval;
  SmallVector<Cursor, 1> cursors;
  unsigned first = 0;
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {
class CountedRun : public PipelineRun {
public:
  CountedRun(Counters &counters, const NodeProgram &call, unsigned number,
             ArrayRef<int64_t> loops);
  bool advance() override;
  int64_t end() const override { return 0; }
  Waiting waitsFor(unsigned fifo, End end) const override;

private:
  /// What the call does with one end of a FIFO.
  struct Use {
    unsigned fifo;
    End end;
    /// So many ticks later than said it may happen.
    int64_t late;
    int64_t ready; ///< tokens that are there, or have a place
    Ticks nextUnready, nextMoved;
  };
  void findReady();
  void move(Use &use, int64_t othersUnready);

  Counters &counters;
  unsigned number;
  SmallVector<Use, 4> uses;
};
} // namespace

CountedRun::CountedRun(Counters &counters, const NodeProgram &call,
                       unsigned number, ArrayRef<int64_t> loops)
    : counters(counters), number(number) {
  int64_t lastStage = call.leaf->iterationLatency - 1;
  for (const PipelineAccess &access : call.pipeline.accesses) {
    if (!access.isOfFifo())
      continue;
    End end = access.kind == Access::Write ? End::Write : End::Read;
    auto use = llvm::find_if(uses, [&](const Use &use) {
      return use.fifo == access.index && use.end == end;
    });
    if (use == uses.end()) {
      Ticks ticks(call.leaf->interval);
      uses.push_back({access.index, end, end == End::Write ? lastStage : 0,
                      counters.moved(access.index, end), ticks, ticks});
      use = std::prev(uses.end());
    }
    use->nextUnready.add(call.pipeline, access, loops);
    use->nextMoved.add(call.pipeline, access, loops);
    if (end == End::Write)
      use->late =
          std::max<int64_t>(0, std::min(use->late, lastStage - access.stage));
  }
}

void CountedRun::findReady() {
  for (Use &use : uses) {
    while (!use.nextUnready.isOver() &&
           counters.isReady(use.fifo, use.end, use.ready)) {
      ++use.ready;
      use.nextUnready.next();
    }
    if (!use.nextUnready.isOver())
      counters.wait(use.fifo, use.end, number);
  }
}

/// Nothing else that comes before `othersUnready` waits.
void CountedRun::move(Use &use, int64_t othersUnready) {
  int64_t limit = std::min(use.nextUnready.tick(), othersUnready - use.late);
  while (!use.nextMoved.isOver() && use.nextMoved.tick() < limit) {
    counters.move(use.fifo, use.end);
    use.nextMoved.next();
  }
}

bool CountedRun::advance() {
  findReady();
  // The least of all and, for the use that has it, the least of the others.
  int64_t least = Never, second = Never;
  const Use *first = nullptr;
  for (const Use &use : uses) {
    int64_t tick = use.nextUnready.tick();
    if (!first || tick < least) {
      second = least;
      least = tick;
      first = &use;
    } else {
      second = std::min(second, tick);
    }
  }
  for (Use &use : uses)
    move(use, &use == first ? second : least);
  return llvm::all_of(uses,
                      [](const Use &use) { return use.nextMoved.isOver(); });
}

Waiting CountedRun::waitsFor(unsigned fifo, End end) const {
  const Use *use = llvm::find_if(uses, [&](const Use &use) {
    return use.fifo == fifo && use.end == end && !use.nextMoved.isOver();
  });
  if (use == uses.end())
    use = llvm::find_if(uses,
                        [](const Use &use) { return !use.nextMoved.isOver(); });
  const Use *why = use;
  if (use->nextUnready.tick() > use->nextMoved.tick())
    for (const Use &other : uses)
      if (&other != use &&
          (why == use || other.nextUnready.tick() < why->nextUnready.tick()))
        why = &other;
  return {0, why->fifo, why->end, why->ready};
}

std::unique_ptr<PipelineRun> Counters::createRun(const NodeProgram &call,
                                                 unsigned /*process*/,
                                                 unsigned number,
                                                 ArrayRef<int64_t> loops,
                                                 int64_t /*start*/) {
  return std::make_unique<CountedRun>(*this, call, number, loops);
}

//===----------------------------------------------------------------------===//
// Proof
//===----------------------------------------------------------------------===//

static Program resolve(const Network &network) {
  Program program;
  [[maybe_unused]] std::optional<Fault> fault = compile(network, program);
  assert(!fault && "the network is not verified");
  fault = connect(program);
  assert(!fault && "the network is not verified");
  return program;
}

/// FIFOs that are on no undirected cycle: without one of them its processes are
/// not connected.
static std::vector<bool> bridgesOf(const Program &program) {
  std::vector<bool> result;
  for (unsigned fifo = 0; fifo < program.fifos.size(); ++fifo) {
    llvm::IntEqClasses connected(program.processes.size());
    for (auto [other, ends] : llvm::enumerate(program.fifos))
      if (other != fifo)
        connected.join(ends.writer, ends.reader);
    const FifoEnds &ends = program.fifos[fifo];
    result.push_back(connected.findLeader(ends.writer) !=
                     connected.findLeader(ends.reader));
  }
  return result;
}

namespace {
class Prover {
public:
  explicit Prover(const Network &network)
      : program(resolve(network)), bridges(bridgesOf(program)) {}

  /// Where the proof fails, the least deep of the full FIFOs of each cycle gets
  /// a place more (Parks' rule), which adds events and takes none away.
  Liveness prove(ArrayRef<int64_t> depths) const {
    Counters counters(unlimited(depths));
    Execution execution(program, counters, SegmentOrder::InTurn);
    Liveness result;
    result.enough = depths.vec();
    result.isProved = execution.run();
    bool isLive = result.isProved;
    while (!isLive) {
      std::vector<Waiting> cycle = execution.findCycle();
      const Waiting *full = nullptr;
      for (const Waiting &waiting : cycle)
        if (waiting.end == End::Write &&
            (!full || result.enough[waiting.fifo] < result.enough[full->fifo]))
          full = &waiting;
      assert(full && "processes are in a cycle");
      ++result.enough[full->fifo];
      counters.deepen(full->fifo);
      if (result.cycle.empty())
        result.cycle = std::move(cycle);
      isLive = execution.run();
    }
    return result;
  }

  bool isLive(ArrayRef<int64_t> depths) const {
    Counters counters(unlimited(depths));
    return Execution(program, counters, SegmentOrder::InTurn).run();
  }

private:
  std::vector<int64_t> unlimited(ArrayRef<int64_t> depths) const {
    std::vector<int64_t> result = depths.vec();
    for (auto [depth, isBridge] : llvm::zip_equal(result, bridges))
      if (isBridge)
        depth = Never;
    return result;
  }

  Program program;
  std::vector<bool> bridges;
};
} // namespace

Liveness sim::proveLive(const Network &network) {
  std::vector<int64_t> depths;
  for (const Fifo &fifo : network.fifos)
    depths.push_back(fifo.depth);
  return Prover(network).prove(depths);
}

std::vector<int64_t> sim::leastDepths(const Network &network) {
  Prover prover(network);
  std::vector<int64_t> depths =
      prover.prove(std::vector<int64_t>(network.fifos.size(), 1)).enough;
  // Events only grow with a depth, so what holds at one holds at more.
  for (int64_t &depth : depths) {
    int64_t below = 0, live = depth;
    while (live - below > 1) {
      depth = below + (live - below) / 2;
      (prover.isLive(depths) ? live : below) = depth;
    }
    depth = live;
  }
  return depths;
}

std::string sim::explainDepths(const Network &network,
                               const Liveness &liveness) {
  std::vector<std::string> parts;
  for (auto [fifo, enough] : llvm::zip_equal(network.fifos, liveness.enough))
    if (fifo.depth < enough)
      parts.push_back("'" + fifo.name + "' (depth " +
                      std::to_string(fifo.depth) + ") needs " +
                      std::to_string(enough));
  return llvm::join(parts, ", ");
}
