//===- NaiveSimulator.cpp - Cycle by cycle, to compare with ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NaiveSimulator.h"
#include <algorithm>
#include <cmath>

using namespace talos::sim;
using namespace talos::sim::naive;

static bool holds(const Condition &condition, const Values &values) {
  int64_t value = condition.constant;
  for (const Condition::Term &term : condition.terms)
    value += term.coefficient * values.at(term.variable);
  value = int64_t(std::floor(double(value) / double(condition.divisor)));
  if (condition.modulus != 0)
    value =
        ((value % condition.modulus) + condition.modulus) % condition.modulus;
  switch (condition.relation) {
  case Condition::LT:
    return value < condition.bound;
  case Condition::LE:
    return value <= condition.bound;
  case Condition::GT:
    return value > condition.bound;
  case Condition::GE:
    return value >= condition.bound;
  case Condition::EQ:
    return value == condition.bound;
  case Condition::NE:
    return value != condition.bound;
  }
  return false;
}

bool naive::holds(const Predicate &predicate, const Values &values) {
  bool any = predicate.cases.empty();
  for (const std::vector<Condition> &conditions : predicate.cases) {
    bool all = true;
    for (const Condition &condition : conditions)
      all = all && ::holds(condition, values);
    any = any || all;
  }
  return any;
}

int64_t naive::allIterations(const Leaf &leaf) {
  int64_t iterations = 1;
  for (const Counter &counter : leaf.counters)
    iterations *= counter.trip;
  return iterations;
}

Values naive::valuesOf(const Leaf &leaf, int64_t iteration) {
  Values values;
  for (size_t i = leaf.counters.size(); i-- > 0;) {
    values[leaf.counters[i].name] = iteration % leaf.counters[i].trip;
    iteration /= leaf.counters[i].trip;
  }
  return values;
}

namespace {
struct Queue {
  std::vector<int64_t> written, read; ///< times
};

/// A call to come: it starts so many cycles after the end of the one before.
struct Step {
  const Leaf *leaf;
  int64_t after;
};

class NaiveProcess {
public:
  NaiveProcess(const Network &network, const Process &process);

  bool isDone() const { return next == steps.size() && leaf == nullptr; }
  /// Moves on by a cycle; false: everything stands still.
  bool tick(int64_t now, std::vector<Queue> &queues);

  int64_t end = 0, frozen = 0;

private:
  bool isReady(const Access &access, int64_t now,
               const std::vector<Queue> &queues) const;
  bool canMove(int64_t iteration, int64_t stage, int64_t now,
               const std::vector<Queue> &queues) const;
  void move(int64_t iteration, int64_t stage, int64_t now,
            std::vector<Queue> &queues) const;
  bool tickStalling(int64_t now, std::vector<Queue> &queues);
  bool tickFlushable(int64_t now, std::vector<Queue> &queues);
  void finish(int64_t now, int64_t rest);
  size_t fifoOf(const Access &access) const;
  int64_t lastStage() const;

  const Network &network;
  std::vector<Step> steps;
  size_t next = 0;
  const Leaf *leaf = nullptr; ///< of the present call
  int64_t start = 0;          ///< of the next call
  int64_t clock = 0;          ///< of a stalling pipeline
  std::vector<int64_t> slots; ///< of a flushable one: iteration by stage
  std::vector<int64_t> last;  ///< when a stage last moved
  int64_t issued = 0, retired = 0;
};
} // namespace

NaiveProcess::NaiveProcess(const Network &network, const Process &process)
    : network(network), start(network.rules.run) {
  if (process.body.kind == Node::Call) {
    steps.push_back({&network.leaves[process.body.leaf], 0});
    return;
  }
  int64_t after = 0;
  for (const Segment &segment : process.body.segments) {
    for (int64_t i = 0; i < segment.trip; ++i) {
      steps.push_back({&network.leaves[segment.nodes.front().leaf], after});
      after = segment.loop.empty() ? 0 : segment.bodyCost;
    }
    after += network.rules.segment;
  }
  steps.push_back({nullptr, after});
}

size_t NaiveProcess::fifoOf(const Access &access) const {
  size_t i = 0;
  while (network.fifos[i].name != access.of)
    ++i;
  return i;
}

bool NaiveProcess::isReady(const Access &access, int64_t now,
                           const std::vector<Queue> &queues) const {
  size_t i = fifoOf(access);
  const Queue &queue = queues[i];
  if (access.kind == Access::Read) {
    size_t n = queue.read.size();
    return n < queue.written.size() && queue.written[n] +
                                               network.rules.fifoLatency +
                                               network.fifos[i].crossing <=
                                           now;
  }
  int64_t freed = int64_t(queue.written.size()) - network.fifos[i].depth;
  return freed < 0 || (freed < int64_t(queue.read.size()) &&
                       queue.read[freed] + network.rules.fifoFree <= now);
}

bool NaiveProcess::canMove(int64_t iteration, int64_t stage, int64_t now,
                           const std::vector<Queue> &queues) const {
  for (const Access &access : leaf->accesses)
    if (access.stage == stage &&
        holds(access.when, valuesOf(*leaf, iteration)) &&
        !isReady(access, now, queues))
      return false;
  return true;
}

void NaiveProcess::move(int64_t iteration, int64_t stage, int64_t now,
                        std::vector<Queue> &queues) const {
  for (const Access &access : leaf->accesses) {
    if (access.stage != stage ||
        !holds(access.when, valuesOf(*leaf, iteration)))
      continue;
    Queue &queue = queues[fifoOf(access)];
    (access.kind == Access::Read ? queue.read : queue.written).push_back(now);
  }
}

int64_t NaiveProcess::lastStage() const {
  int64_t stage = 0;
  for (const Access &access : leaf->accesses)
    stage = std::max(stage, access.stage);
  return stage;
}

void NaiveProcess::finish(int64_t now, int64_t rest) {
  start = end = now + rest;
  leaf = nullptr;
}

bool NaiveProcess::tickStalling(int64_t now, std::vector<Queue> &queues) {
  int64_t iterations = allIterations(*leaf);
  // The clock begins with the first issue.
  std::vector<std::pair<int64_t, int64_t>> due; // iteration, stage
  for (int64_t k = 0; k < iterations; ++k) {
    int64_t stage = clock - k * leaf->interval;
    if (stage >= 0 && stage <= lastStage())
      due.emplace_back(k, stage);
  }
  for (auto [k, stage] : due)
    if (!canMove(k, stage, now, queues)) {
      ++frozen;
      return false;
    }
  for (auto [k, stage] : due)
    move(k, stage, now, queues);
  if (clock == (iterations - 1) * leaf->interval + lastStage())
    finish(now, leaf->latency - leaf->entry - clock);
  ++clock;
  return true;
}

bool NaiveProcess::tickFlushable(int64_t now, std::vector<Queue> &queues) {
  int64_t stages = lastStage() + 1, iterations = allIterations(*leaf);
  if (slots[0] < 0 && issued < iterations)
    slots[0] = issued++;
  bool isMoving = false;
  for (int64_t s = stages - 1; s >= 0; --s) {
    int64_t k = slots[s];
    if (k < 0)
      continue;
    bool isTimely = last[s] < 0 || last[s] + leaf->interval <= now;
    bool isFree = s + 1 == stages || slots[s + 1] < 0;
    isMoving |= !isTimely;
    if (!isTimely || !isFree || !canMove(k, s, now, queues))
      continue;
    move(k, s, now, queues);
    isMoving = true;
    last[s] = now;
    slots[s] = -1;
    if (s + 1 < stages)
      slots[s + 1] = k;
    else
      ++retired;
  }
  if (retired == iterations)
    finish(now, leaf->latency - leaf->entry -
                    (iterations - 1) * leaf->interval - lastStage());
  return isMoving;
}

bool NaiveProcess::tick(int64_t now, std::vector<Queue> &queues) {
  if (!leaf) {
    if (next == steps.size())
      return false;
    if (now < start + steps[next].after)
      return true;
    leaf = steps[next].leaf;
    start += steps[next].after;
    ++next;
    if (!leaf) { // behind the last segment
      end = start;
      return true;
    }
    start += leaf->entry;
    clock = issued = retired = 0;
    slots.assign(lastStage() + 1, -1);
    last.assign(lastStage() + 1, -1);
  }
  if (now < start)
    return true;
  return leaf->style == Style::Stalling ? tickStalling(now, queues)
                                        : tickFlushable(now, queues);
}

/// Tokens that are there at once: a token that comes when another goes finds
/// its place empty.
static int64_t mostOf(const Queue &queue) {
  int64_t most = 0;
  for (size_t i = 0; i < queue.written.size(); ++i) {
    int64_t gone = 0;
    for (int64_t time : queue.read)
      gone += time <= queue.written[i];
    most = std::max(most, int64_t(i) + 1 - gone);
  }
  return most;
}

Result naive::simulate(const Network &network) {
  std::vector<Queue> queues(network.fifos.size());
  std::vector<NaiveProcess> processes;
  for (const Process &process : network.processes)
    processes.emplace_back(network, process);
  auto isDone = [](const NaiveProcess &p) { return p.isDone(); };
  Result result;
  // What stands still for longer than a FIFO takes stands still for ever.
  int64_t still = 0;
  int64_t patience = network.rules.fifoLatency + network.rules.fifoFree + 1;
  for (const Fifo &fifo : network.fifos)
    patience += fifo.crossing;
  for (int64_t now = 0;
       !std::all_of(processes.begin(), processes.end(), isDone); ++now) {
    bool isMoving = false;
    for (NaiveProcess &process : processes)
      isMoving |= process.tick(now, queues);
    still = isMoving ? 0 : still + 1;
    if (still > patience) {
      result.isDeadlock = true;
      return result;
    }
  }
  for (const NaiveProcess &process : processes) {
    result.ends.push_back(process.end);
    result.frozen.push_back(process.frozen);
  }
  for (const Queue &queue : queues)
    result.most.push_back(mostOf(queue));
  return result;
}
