//===- Phased.cpp - Tasks that start level by level -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Task/Expression.h"
#include "talos/Cost/Composition.h"
#include <map>

using namespace talos;
using namespace talos::cost;

namespace {

/// The level at which each task starts. `least` and `most` bound it; where they
/// are equal the level is a plain number.
template <typename N> class Levels {
public:
  Levels(const std::vector<TaskFigures<N>> &tasks,
         const std::vector<N> &readSideBySide, const Numbers<N> &number)
      : number(number) {
    for (unsigned i = 0; i < tasks.size(); ++i)
      place(tasks, readSideBySide, i);
  }

  int64_t count() const { return most.empty() ? 0 : 1 + greatest(most); }

  /// 1 if task i runs at the level.
  N runs(unsigned task, int64_t at) const {
    if (at < least[task] || most[task] < at)
      return number(0);
    return least[task] == most[task] ? number(1) : eq(level[task], at);
  }

  /// Levels that are used: they have no gaps.
  N used() const {
    N last = number(-1);
    int64_t certain = least.empty() ? -1 : greatest(least);
    for (unsigned i = 0; i < level.size(); ++i)
      if (most[i] > certain)
        last = Numbers<N>::known(last) == -1 ? level[i] : max(last, level[i]);
    if (Numbers<N>::known(last) == -1)
      return number(certain + 1);
    return max(last, certain) + 1;
  }

private:
  static int64_t greatest(const std::vector<int64_t> &v) {
    return *std::max_element(v.begin(), v.end());
  }

  /// 1 if the tasks may not overlap: they share an array in RAM, or one that
  /// one of them writes.
  N conflict(const TaskFigures<N> &a, const TaskFigures<N> &b,
             const std::vector<N> &readSideBySide) const {
    N result = number(0);
    for (const ArrayUse &x : a.uses)
      for (const ArrayUse &y : b.uses) {
        if (x.array != y.array)
          continue;
        N here =
            x.written || y.written ? number(1) : 1 - readSideBySide[x.array];
        if (Numbers<N>::known(here) == 1)
          return here;
        result = larger(result, here);
      }
    return result;
  }

  void place(const std::vector<TaskFigures<N>> &tasks,
             const std::vector<N> &readSideBySide, unsigned i) {
    int64_t low = 0, high = 0;
    N start = number(0);
    std::vector<std::pair<unsigned, N>> waits;
    for (unsigned j = 0; j < i; ++j) {
      N blocks = conflict(tasks[j], tasks[i], readSideBySide);
      std::optional<int64_t> certain = Numbers<N>::known(blocks);
      if (certain == 0)
        continue;
      if (certain == 1)
        low = std::max(low, least[j] + 1);
      high = std::max(high, most[j] + 1);
      waits.emplace_back(j, blocks);
    }
    if (low == high)
      start = number(low);
    else
      for (auto &[j, blocks] : waits)
        start = larger(start, blocks * (level[j] + 1));
    level.push_back(start);
    least.push_back(low);
    most.push_back(high);
  }

  const Numbers<N> &number;
  std::vector<N> level;
  std::vector<int64_t> least, most;
};

/// Neighbouring tasks of one body, without a shared loop between them.
template <typename N> struct Phase {
  std::optional<unsigned> sharedLoop;
  std::vector<TaskFigures<N>> tasks;
};

template <typename N>
std::vector<Phase<N>> phasesOf(const std::vector<TaskFigures<N>> &tasks) {
  std::vector<Phase<N>> phases;
  for (const TaskFigures<N> &task : tasks) {
    if (phases.empty() || phases.back().sharedLoop != task.sharedLoop)
      phases.push_back({task.sharedLoop, {}});
    phases.back().tasks.push_back(task);
  }
  return phases;
}

/// The longest time that a bank of memory takes for the transfers of a level,
/// of banks that two or more of them want.
template <typename N>
N bankLatency(const std::vector<TaskFigures<N>> &tasks, const Levels<N> &levels,
              int64_t at, target::ByteTime time, const Numbers<N> &number) {
  std::map<unsigned, std::vector<unsigned>> wanting;
  for (unsigned i = 0; i < tasks.size(); ++i)
    if (tasks[i].bank && Numbers<N>::known(levels.runs(i, at)) != 0)
      wanting[*tasks[i].bank].push_back(i);
  N longest = number(0);
  for (const auto &[bank, transfers] : wanting) {
    if (transfers.size() < 2)
      continue;
    N bytes = number(0), setUp = number(0);
    for (unsigned i : transfers) {
      bytes = bytes + levels.runs(i, at) * tasks[i].bytes;
      setUp = larger(setUp, levels.runs(i, at) * tasks[i].setUp);
    }
    longest = larger(longest, ceilDiv(bytes * time.cycles, time.bytes) + setUp);
  }
  return longest;
}

template <typename N>
N phaseLatency(const std::vector<TaskFigures<N>> &tasks,
               const ProgramFigures<N> &program, const target::ToolRules &rules,
               const Numbers<N> &number) {
  Levels<N> levels(tasks, program.readSideBySide, number);
  N total = levels.used() * rules.levelOverhead;
  for (int64_t at = 0; at < levels.count(); ++at) {
    N longest = number(0);
    for (unsigned i = 0; i < tasks.size(); ++i) {
      N runs = levels.runs(i, at);
      if (Numbers<N>::known(runs) == 1)
        longest = larger(longest, tasks[i].latency);
      else if (Numbers<N>::known(runs) != 0)
        longest = larger(longest, runs * tasks[i].latency);
    }
    longest = larger(longest,
                     bankLatency(tasks, levels, at, program.byteTime, number));
    total = total + longest;
  }
  return total;
}

/// Cycles of the top function.
template <typename N>
N programLatency(const ProgramFigures<N> &program,
                 const target::ToolRules &rules, const Numbers<N> &number) {
  N total = number(0);
  for (const SharedLoopShape &loop : program.sharedLoops)
    total =
        total + number(loop.entries) * rules.levelOverhead + loop.iterations;
  for (const Phase<N> &phase : phasesOf(program.tasks)) {
    N once = phaseLatency(phase.tasks, program, rules, number);
    int64_t times = phase.sharedLoop
                        ? program.sharedLoops[*phase.sharedLoop].iterations
                        : 1;
    total = total + once * times;
  }
  return total;
}

template <typename N>
N unitsOf(const TaskFigures<N> &task, const std::string &name,
          const Numbers<N> &number) {
  for (const OperatorUse<N> &use : task.operators)
    if (use.name == name)
      return use.units;
  return number(0);
}

template <typename N>
N sharedUnits(const std::vector<TaskFigures<N>> &tasks, const Levels<N> &levels,
              const std::string &name, const Numbers<N> &number) {
  N most = number(0);
  for (int64_t at = 0; at < levels.count(); ++at) {
    N sum = number(0);
    for (unsigned i = 0; i < tasks.size(); ++i)
      if (tasks[i].sharesOperators)
        sum = sum + levels.runs(i, at) * unitsOf(tasks[i], name, number);
    most = larger(most, sum);
  }
  return most;
}

template <typename N>
std::vector<OperatorUse<N>> programOperators(const ProgramFigures<N> &program,
                                             Reuse reuse,
                                             const Numbers<N> &number) {
  std::vector<Phase<N>> phases = phasesOf(program.tasks);
  std::vector<Levels<N>> levels;
  for (const Phase<N> &phase : phases)
    levels.emplace_back(phase.tasks, program.readSideBySide, number);
  std::map<std::string, N> operations;
  for (const TaskFigures<N> &task : program.tasks)
    for (const OperatorUse<N> &use : task.operators) {
      auto [it, isNew] = operations.try_emplace(use.name, use.operations);
      if (!isNew)
        it->second = it->second + use.operations;
    }
  std::vector<OperatorUse<N>> result;
  for (auto &[name, count] : operations) {
    bool share = reuse == Reuse::Optimistic;
    N units = number(0);
    for (unsigned p = 0; share && p < phases.size(); ++p)
      units =
          larger(units, sharedUnits(phases[p].tasks, levels[p], name, number));
    for (const TaskFigures<N> &task : program.tasks)
      if (!share || !task.sharesOperators)
        units = units + unitsOf(task, name, number);
    result.push_back({name, count, units});
  }
  return result;
}

class Phased : public Composition {
public:
  Int latency(const ProgramFigures<Int> &program,
              const target::ToolRules &rules,
              const Numbers<Int> &number) const override {
    return programLatency(program, rules, number);
  }
  nlp::Expr latency(const ProgramFigures<nlp::Expr> &program,
                    const target::ToolRules &rules,
                    const Numbers<nlp::Expr> &number) const override {
    return programLatency(program, rules, number);
  }
  std::vector<OperatorUse<Int>>
  operators(const ProgramFigures<Int> &program, Reuse reuse,
            const Numbers<Int> &number) const override {
    return programOperators(program, reuse, number);
  }
  std::vector<OperatorUse<nlp::Expr>>
  operators(const ProgramFigures<nlp::Expr> &program, Reuse reuse,
            const Numbers<nlp::Expr> &number) const override {
    return programOperators(program, reuse, number);
  }
};

} // namespace

Composition::~Composition() = default;

const Composition &cost::phased() {
  static const Phased composition;
  return composition;
}

std::vector<TaskLevel> cost::phasedLevels(const ProgramFigures<Int> &program) {
  std::vector<TaskLevel> result;
  const Numbers<Int> number;
  unsigned before = 0;
  for (const Phase<Int> &phase : phasesOf(program.tasks)) {
    Levels<Int> levels(phase.tasks, program.readSideBySide, number);
    for (int64_t at = 0; at < levels.count(); ++at) {
      TaskLevel level;
      if (phase.sharedLoop)
        level.runs = program.sharedLoops[*phase.sharedLoop].iterations;
      for (unsigned i = 0; i < phase.tasks.size(); ++i)
        if (levels.runs(i, at) == Int(1))
          level.tasks.push_back(before + i);
      result.push_back(std::move(level));
    }
    before += phase.tasks.size();
  }
  return result;
}
