//===- Simulate.cpp - Executes a network token by token -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Simulate.h"
#include "PipelineRun.h"
#include "Verify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::Twine;

Observer::~Observer() = default;

namespace {
/// Starts and ends the nodes of all processes, and runs their pipelines.
class Execution {
public:
  Execution(const Program &program, Observer *observer)
      : program(program), world(program, observer) {}
  Simulation run();

private:
  /// A node that has started and not ended.
  struct Frame {
    const NodeProgram *node;
    int parent;
    unsigned process;
    unsigned position = 0; ///< segment of a level, call of a chain
    int64_t iteration = 0; ///< of the segment's loop
    unsigned pending = 0;  ///< nodes inside that have not ended
    int64_t last = 0;      ///< largest end of nodes inside
    std::unique_ptr<PipelineRun> pipeline;
  };
  /// A node that is to start, or a frame that is to hear of an end.
  struct Event {
    const NodeProgram *node; ///< null: an end
    int frame;               ///< the parent
    unsigned process;
    int64_t time;
  };

  void start(const NodeProgram &node, int parent, unsigned process,
             int64_t time) {
    events.push_back({&node, parent, process, time});
  }
  void finish(int parent, unsigned process, int64_t time) {
    events.push_back({nullptr, parent, process, time});
  }
  int open(const NodeProgram &node, int parent, unsigned process);
  void close(int frame, int64_t time);
  void startNode(const Event &event);
  void startCall(const Event &event);
  void startSegment(int frame, int64_t time);
  void endInside(const Event &event);
  void endOfSegment(int frame);
  void runPipeline(unsigned frame);
  void findCycle(Simulation &result);

  const Program &program;
  World world;
  std::vector<Frame> frames;
  std::vector<int> unused; ///< frames
  std::vector<Event> events;
  std::vector<std::vector<int64_t>> variables; ///< by process
  int64_t calls = 0;
};
} // namespace

int Execution::open(const NodeProgram &node, int parent, unsigned process) {
  int frame = frames.size();
  if (unused.empty()) {
    frames.emplace_back();
  } else {
    frame = unused.back();
    unused.pop_back();
  }
  frames[frame] = Frame{&node, parent, process, 0, 0, 0, 0, nullptr};
  return frame;
}

void Execution::close(int frame, int64_t time) {
  finish(frames[frame].parent, frames[frame].process, time);
  frames[frame].pipeline = nullptr;
  frames[frame].node = nullptr;
  unused.push_back(frame);
}

void Execution::startCall(const Event &event) {
  const NodeProgram &node = *event.node;
  llvm::ArrayRef<int64_t> loops = variables[event.process];
  ++calls;
  if (!node.when.holds(loops))
    return finish(event.frame, event.process, event.time + world.rules.skip);
  if (node.pipeline.accesses.empty())
    return finish(event.frame, event.process, event.time + node.leaf->latency);
  int frame = open(node, event.frame, event.process);
  frames[frame].pipeline =
      createRun(world, node, event.process, frame, loops, event.time);
  world.woken.push_back(frame);
}

/// Starts the nodes of a segment, in each iteration of its loop.
void Execution::startSegment(int frame, int64_t time) {
  Frame &level = frames[frame];
  const NodeProgram::Part &part = level.node->parts[level.position];
  if (part.variable >= 0)
    variables[level.process][part.variable] = level.iteration;
  level.pending = part.nodes.size();
  level.last = time;
  for (const NodeProgram &node : part.nodes)
    start(node, frame, level.process, time);
}

void Execution::startNode(const Event &event) {
  const NodeProgram &node = *event.node;
  if (node.kind == NodeProgram::Call)
    return startCall(event);
  int frame = open(node, event.frame, event.process);
  switch (node.kind) {
  case NodeProgram::Level:
    return startSegment(frame, event.time);
  case NodeProgram::Chain:
    frames[frame].pending = 1;
    return start(node.nodes.front(), frame, event.process, event.time);
  default: // Region
    frames[frame].pending = node.nodes.size();
    for (auto [i, inner] : llvm::enumerate(node.nodes))
      start(inner, frame, event.process,
            event.time + (i == 0 ? 0 : world.rules.side));
  }
}

void Execution::endOfSegment(int frame) {
  Frame &level = frames[frame];
  const NodeProgram::Part &part = level.node->parts[level.position];
  int64_t time = level.last;
  if (part.variable >= 0) {
    time += part.source->bodyCost;
    if (++level.iteration < part.source->trip)
      return startSegment(frame, time);
    level.iteration = 0;
  }
  time += world.rules.segment;
  if (++level.position < level.node->parts.size())
    return startSegment(frame, time);
  close(frame, time);
}

void Execution::endInside(const Event &event) {
  if (event.frame < 0) {
    world.processFigures[event.process].end = event.time;
    return;
  }
  Frame &frame = frames[event.frame];
  frame.last = std::max(frame.last, event.time);
  if (--frame.pending > 0)
    return;
  switch (frame.node->kind) {
  case NodeProgram::Level:
    return endOfSegment(event.frame);
  case NodeProgram::Chain:
    if (++frame.position == frame.node->nodes.size())
      return close(event.frame, event.time);
    frame.pending = 1;
    return start(frame.node->nodes[frame.position], event.frame, event.process,
                 event.time);
  default: // Region
    return close(event.frame, frame.last + world.rules.region);
  }
}

void Execution::runPipeline(unsigned frame) {
  // A flushable pipeline may be woken twice, and be over after the first time.
  PipelineRun *pipeline = frames[frame].pipeline.get();
  if (pipeline && pipeline->advance())
    close(frame, pipeline->end());
}

/// Walks from pipeline to pipeline until one comes again.
void Execution::findCycle(Simulation &result) {
  std::vector<std::pair<unsigned, Waiting>> path; // frame, why it waits
  auto waitsFor = [&](unsigned frame) {
    llvm::SmallVector<const PipelineAccess *> accesses;
    frames[frame].pipeline->blocked(accesses);
    const PipelineAccess &access = *accesses.front();
    const FifoState &fifo = world.fifos[access.index];
    End end = World::endOf(access);
    return Waiting{frames[frame].process, access.index, end,
                   end == End::Read ? fifo.read() : fifo.written()};
  };
  // Of several pipelines of a process, the one that has that end of the FIFO.
  auto holderOf = [&](const Waiting &why) {
    bool isRead = why.end == End::Read;
    const FifoEnds &ends = program.fifos[why.fifo];
    unsigned process = isRead ? ends.writer : ends.reader, best = 0;
    bool isBest = false;
    for (auto [number, frame] : llvm::enumerate(frames)) {
      if (!frame.pipeline || frame.process != process || isBest)
        continue;
      best = number;
      isBest = llvm::any_of(
          frame.node->pipeline.accesses, [&](const PipelineAccess &access) {
            return access.index == why.fifo &&
                   access.kind == (isRead ? Access::Write : Access::Read);
          });
    }
    return best;
  };
  unsigned frame =
      llvm::find_if(frames, [](const Frame &f) { return bool(f.pipeline); }) -
      frames.begin();
  while (llvm::none_of(path, [&](const auto &p) { return p.first == frame; })) {
    path.emplace_back(frame, waitsFor(frame));
    frame = holderOf(path.back().second);
  }
  auto from =
      llvm::find_if(path, [&](const auto &p) { return p.first == frame; });
  for (; from != path.end(); ++from)
    result.cycle.push_back(from->second);
  std::rotate(result.cycle.begin(),
              llvm::min_element(result.cycle,
                                [](const Waiting &a, const Waiting &b) {
                                  return a.process < b.process;
                                }),
              result.cycle.end());
}

Simulation Execution::run() {
  int64_t begin = world.rules.run;
  for (auto [number, process] : llvm::enumerate(program.processes)) {
    variables.emplace_back(process.variables);
    world.processFigures[number].start = begin;
    world.processFigures[number].end = -1;
    start(process.body, -1, number, begin);
  }
  while (!events.empty() || !world.woken.empty()) {
    if (events.empty()) {
      unsigned frame = world.woken.back();
      world.woken.pop_back();
      runPipeline(frame);
      continue;
    }
    Event event = events.back();
    events.pop_back();
    if (event.node)
      startNode(event);
    else
      endInside(event);
  }
  Simulation result;
  result.iterations = world.iterations;
  result.calls = calls;
  result.processes = std::move(world.processFigures);
  for (auto [fifo, figures] : llvm::zip_equal(world.fifos, world.fifoFigures)) {
    figures.tokens = fifo.read();
    figures.most = fifo.most();
  }
  result.fifos = std::move(world.fifoFigures);
  for (const ProcessFigures &process : result.processes) {
    result.isDeadlock |= process.end < 0;
    result.cycles = std::max(result.cycles, process.end);
  }
  if (result.isDeadlock) {
    result.cycles = 0;
    findCycle(result);
  }
  return result;
}

Simulation sim::simulate(const Network &network, Observer *observer) {
  Program program;
  [[maybe_unused]] std::optional<Fault> fault = compile(network, program);
  assert(!fault && "the network is not verified");
  fault = connect(program);
  assert(!fault && "the network is not verified");
  return Execution(program, observer).run();
}

std::string sim::explain(const Network &network,
                         llvm::ArrayRef<Waiting> cycle) {
  std::vector<std::string> parts;
  for (const Waiting &w : cycle) {
    std::string name = "'" + network.processes[w.process].name + "' waits for ";
    const Fifo &fifo = network.fifos[w.fifo];
    if (w.end == End::Read)
      name += "token " + std::to_string(w.token) + " of '" + fifo.name + "'";
    else
      name += "a place in '" + fifo.name + "' (depth " +
              std::to_string(fifo.depth) + ", full)";
    parts.push_back(std::move(name));
  }
  return llvm::join(parts, ", ");
}
