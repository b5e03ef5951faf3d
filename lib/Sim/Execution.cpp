//===- Execution.cpp - Starts and ends the nodes of processes -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::sim;

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
  ++callCount;
  if (!node.when.holds(loops))
    return finish(event.frame, event.process, event.time + rules.skip);
  if (node.pipeline.accesses.empty())
    return finish(event.frame, event.process, event.time + node.leaf->latency);
  int frame = open(node, event.frame, event.process);
  frames[frame].pipeline =
      machine.createRun(node, event.process, frame, loops, event.time);
  machine.woken.push_back(frame);
}

/// Starts the nodes of a segment, in each iteration of its loop.
void Execution::startSegment(int frame, int64_t time) {
  Frame &level = frames[frame];
  const NodeProgram::Part &part = level.node->parts[level.position];
  if (part.variable >= 0)
    variables[level.process][part.variable] = level.iteration;
  level.pending = part.nodes.size();
  level.last = time;
  if (order == SegmentOrder::InTurn)
    return start(part.nodes.front(), frame, level.process, time);
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
            event.time + (i == 0 ? 0 : rules.side));
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
  time += rules.segment;
  if (++level.position < level.node->parts.size())
    return startSegment(frame, time);
  close(frame, time);
}

/// In turn, the end of one node starts the next one.
void Execution::startNextInTurn(int frame, int64_t time) {
  const Frame &level = frames[frame];
  if (order != SegmentOrder::InTurn || level.node->kind != NodeProgram::Level)
    return;
  const std::vector<NodeProgram> &nodes =
      level.node->parts[level.position].nodes;
  start(nodes[nodes.size() - level.pending], frame, level.process, time);
}

void Execution::endInside(const Event &event) {
  if (event.frame < 0) {
    processEnds[event.process] = event.time;
    return;
  }
  Frame &frame = frames[event.frame];
  frame.last = std::max(frame.last, event.time);
  if (--frame.pending > 0)
    return startNextInTurn(event.frame, event.time);
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
    return close(event.frame, frame.last + rules.region);
  }
}

void Execution::runPipeline(unsigned frame) {
  // A flushable pipeline may be woken twice, and be over after the first time.
  PipelineRun *pipeline = frames[frame].pipeline.get();
  if (pipeline && pipeline->advance())
    close(frame, pipeline->end());
}

Execution::Execution(const Program &program, Machine &machine,
                     SegmentOrder order)
    : program(program), rules(program.network->rules), machine(machine),
      order(order), processEnds(program.processes.size(), -1) {
  for (auto [number, process] : llvm::enumerate(program.processes)) {
    variables.emplace_back(process.variables);
    start(process.body, -1, number, rules.run);
  }
}

bool Execution::run() {
  while (!events.empty() || !machine.woken.empty()) {
    if (events.empty()) {
      unsigned frame = machine.woken.back();
      machine.woken.pop_back();
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
  return llvm::all_of(processEnds, [](int64_t end) { return end >= 0; });
}

/// Of several pipelines of the process at the other end, the one that has that
/// end of the FIFO.
unsigned Execution::holderOf(const Waiting &why) const {
  bool isRead = why.end == End::Read;
  const FifoEnds &ends = program.fifos[why.fifo];
  unsigned process = isRead ? ends.writer : ends.reader, best = 0;
  for (auto [number, frame] : llvm::enumerate(frames)) {
    if (!frame.pipeline || frame.process != process)
      continue;
    best = number;
    if (llvm::any_of(
            frame.node->pipeline.accesses, [&](const PipelineAccess &access) {
              return access.index == why.fifo &&
                     access.kind == (isRead ? Access::Write : Access::Read);
            }))
      break;
  }
  return best;
}

/// Walks from pipeline to pipeline until one is asked for the same again.
std::vector<Waiting> Execution::findCycle() const {
  struct Step {
    unsigned frame; ///< asked for an access of that end of the FIFO
    unsigned fifo;
    End end;
    Waiting why;
  };
  std::vector<Step> path;
  auto visited = [&](const Step &next) {
    return llvm::find_if(path, [&](const Step &step) {
      return step.frame == next.frame && step.fifo == next.fifo &&
             step.end == next.end;
    });
  };
  unsigned first =
      llvm::find_if(frames, [](const Frame &f) { return bool(f.pipeline); }) -
      frames.begin();
  const PipelineAccess &access = frames[first].node->pipeline.accesses.front();
  Step next{first,
            access.index,
            access.kind == Access::Write ? End::Write : End::Read,
            {}};
  while (visited(next) == path.end()) {
    next.why = frames[next.frame].pipeline->waitsFor(next.fifo, next.end);
    next.why.process = frames[next.frame].process;
    path.push_back(next);
    next.frame = holderOf(next.why);
    next.fifo = next.why.fifo;
    next.end = next.why.end == End::Read ? End::Write : End::Read;
  }
  std::vector<Waiting> cycle;
  for (auto step = visited(next); step != path.end(); ++step)
    cycle.push_back(step->why);
  std::rotate(cycle.begin(),
              llvm::min_element(cycle,
                                [](const Waiting &a, const Waiting &b) {
                                  return a.process < b.process;
                                }),
              cycle.end());
  return cycle;
}
