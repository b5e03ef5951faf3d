//===- Execution.h - Starts and ends the nodes of processes -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What calls a process makes, and in what order, whether times are known or not
// is the same: a Machine says what a call does.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_SIM_EXECUTION_H
#define TALOS_LIB_SIM_EXECUTION_H

#include "Program.h"
#include "talos/Sim/Simulate.h"
#include <memory>

namespace talos::sim {

/// A call of a pipelined loop with accesses. It runs as far as what it waits
/// for has happened.
class PipelineRun {
public:
  virtual ~PipelineRun() = default;
  /// True: the call is over. False: it waits, and is woken.
  virtual bool advance() = 0;
  /// When the call that is over ends.
  virtual int64_t end() const = 0;
  /// What the next access of that end of a FIFO waits for, in a call that can
  /// not go on. `process` need not be set.
  virtual Waiting waitsFor(unsigned fifo, End end) const = 0;
};

/// Makes calls, and holds what they have in common.
class Machine {
public:
  virtual ~Machine() = default;
  /// `number` is the one to be woken; `loops` are values of the loops around.
  virtual std::unique_ptr<PipelineRun>
  createRun(const NodeProgram &call, unsigned process, unsigned number,
            llvm::ArrayRef<int64_t> loops, int64_t start) = 0;

  std::vector<unsigned> woken; ///< calls
};

/// How the nodes of a segment run.
enum class SegmentOrder {
  SideBySide, ///< as the tool schedules them
  InTurn,     ///< as the C++ is executed
};

class Execution {
public:
  Execution(const Program &program, Machine &machine,
            SegmentOrder order = SegmentOrder::SideBySide);
  /// Goes on as far as possible; false: some processes wait for ever.
  bool run();
  /// Processes that wait for each other, after a run that could not end.
  std::vector<Waiting> findCycle() const;
  /// When processes have ended; -1: not yet.
  llvm::ArrayRef<int64_t> ends() const { return processEnds; }
  int64_t calls() const { return callCount; }

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
  void startNextInTurn(int frame, int64_t time);
  void endOfSegment(int frame);
  void runPipeline(unsigned frame);
  unsigned holderOf(const Waiting &why) const;

  const Program &program;
  const Rules &rules;
  Machine &machine;
  SegmentOrder order;
  std::vector<Frame> frames;
  std::vector<int> unused; ///< frames
  std::vector<Event> events;
  std::vector<std::vector<int64_t>> variables; ///< by process
  std::vector<int64_t> processEnds;
  int64_t callCount = 0;
};

} // namespace talos::sim

#endif // TALOS_LIB_SIM_EXECUTION_H
