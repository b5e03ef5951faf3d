//===- Top.cpp - Calls of the top function, and the design's resources ----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Task/Expression.h"

using namespace talos;
using namespace talos::cost;

namespace {

/// The level at which each call starts. `least` and `most` bound it; where they
/// are equal the level is a plain number.
template <typename N> class Levels {
public:
  Levels(const std::vector<Call<N>> &calls, const std::vector<N> &registers,
         const Numbers<N> &number)
      : number(number) {
    for (unsigned i = 0; i < calls.size(); ++i)
      place(calls, registers, i);
  }

  int64_t count() const { return most.empty() ? 0 : 1 + greatest(most); }

  /// 1 if call i runs at the level.
  N runs(unsigned call, int64_t at) const {
    if (at < least[call] || most[call] < at)
      return number(0);
    return least[call] == most[call] ? number(1) : eq(level[call], at);
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

  /// 1 if the calls may not overlap: they share an array in RAM, or one in
  /// registers that one of them writes.
  N conflict(const Call<N> &a, const Call<N> &b,
             const std::vector<N> &registers) const {
    N result = number(0);
    for (const ArrayUse &x : a.uses)
      for (const ArrayUse &y : b.uses) {
        if (x.array != y.array)
          continue;
        N here = x.written || y.written ? number(1) : 1 - registers[x.array];
        if (Numbers<N>::known(here) == 1)
          return here;
        result = larger(result, here);
      }
    return result;
  }

  void place(const std::vector<Call<N>> &calls, const std::vector<N> &registers,
             unsigned i) {
    int64_t low = 0, high = 0;
    N start = number(0);
    std::vector<std::pair<unsigned, N>> waits;
    for (unsigned j = 0; j < i; ++j) {
      N blocks = conflict(calls[j], calls[i], registers);
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

/// Neighbouring calls of one body, without a shared loop between them.
template <typename N> struct Phase {
  std::optional<unsigned> context;
  std::vector<Call<N>> calls;
};

template <typename N>
std::vector<Phase<N>> phasesOf(const std::vector<Call<N>> &calls) {
  std::vector<Phase<N>> phases;
  for (const Call<N> &call : calls) {
    if (phases.empty() || phases.back().context != call.context)
      phases.push_back({call.context, {}});
    phases.back().calls.push_back(call);
  }
  return phases;
}

template <typename N>
N phaseLatency(const std::vector<Call<N>> &calls,
               const std::vector<N> &registers, const target::ToolRules &rules,
               const Numbers<N> &number) {
  Levels<N> levels(calls, registers, number);
  N total = levels.used() * rules.levelOverhead;
  for (int64_t at = 0; at < levels.count(); ++at) {
    N longest = number(0);
    for (unsigned i = 0; i < calls.size(); ++i) {
      N runs = levels.runs(i, at);
      if (Numbers<N>::known(runs) == 1)
        longest = larger(longest, calls[i].latency);
      else if (Numbers<N>::known(runs) != 0)
        longest = larger(longest, runs * calls[i].latency);
    }
    total = total + longest;
  }
  return total;
}

} // namespace

template <typename N>
N cost::topLatency(const std::vector<Call<N>> &calls,
                   const std::vector<SharedLoopShape> &sharedLoops,
                   const std::vector<N> &registers,
                   const target::ToolRules &rules, const Numbers<N> &number) {
  N total = number(0);
  for (const SharedLoopShape &context : sharedLoops)
    total = total + number(context.entries) * rules.levelOverhead +
            context.iterations;
  for (const Phase<N> &phase : phasesOf(calls)) {
    N once = phaseLatency(phase.calls, registers, rules, number);
    int64_t times = phase.context ? sharedLoops[*phase.context].iterations : 1;
    total = total + once * times;
  }
  return total;
}

namespace {

template <typename N>
N unitsOf(const Call<N> &call, const std::string &name,
          const Numbers<N> &number) {
  for (const OperatorUse<N> &use : call.operators)
    if (use.name == name)
      return use.units;
  return number(0);
}

template <typename N>
N sharedUnits(const std::vector<Call<N>> &calls, const Levels<N> &levels,
              const std::string &name, const Numbers<N> &number) {
  N most = number(0);
  for (int64_t at = 0; at < levels.count(); ++at) {
    N sum = number(0);
    for (unsigned i = 0; i < calls.size(); ++i)
      if (calls[i].sharesOperators)
        sum = sum + levels.runs(i, at) * unitsOf(calls[i], name, number);
    most = larger(most, sum);
  }
  return most;
}

} // namespace

template <typename N>
std::vector<OperatorUse<N>>
cost::designOperators(const std::vector<Call<N>> &calls,
                      const std::vector<N> &registers, Reuse reuse,
                      const Numbers<N> &number) {
  std::vector<Phase<N>> phases = phasesOf(calls);
  std::vector<Levels<N>> levels;
  for (const Phase<N> &phase : phases)
    levels.emplace_back(phase.calls, registers, number);
  std::map<std::string, N> operations;
  for (const Call<N> &call : calls)
    for (const OperatorUse<N> &use : call.operators) {
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
          larger(units, sharedUnits(phases[p].calls, levels[p], name, number));
    for (const Call<N> &call : calls)
      if (!share || !call.sharesOperators)
        units = units + unitsOf(call, name, number);
    result.push_back({name, count, units});
  }
  return result;
}

template <typename N>
DesignResources<N>
cost::designResources(const std::vector<OperatorUse<N>> &operators,
                      const std::vector<TaskCost<N>> &tasks,
                      const std::vector<ArrayCost<N>> &arrays,
                      const target::Target &target, const Numbers<N> &number) {
  DesignResources<N> sum{number(0), number(0), number(0), number(0), number(0)};
  N lut = number(target.rules.lut.base), ff = number(target.rules.ff.base);
  for (const OperatorUse<N> &use : operators) {
    // Statement::create found every operator in this library.
    auto op = std::find_if(target.library.operators.begin(),
                           target.library.operators.end(),
                           [&](const auto &o) { return o.name == use.name; });
    if (op == target.library.operators.end())
      continue;
    sum.dsp = sum.dsp + use.units * op->dsp;
    lut = lut + use.units * (op->lut * 1000);
    ff = ff + use.units * (op->ff * 1000);
  }
  for (const TaskCost<N> &task : tasks) {
    sum.bram = sum.bram + task.bram;
    sum.uram = sum.uram + task.uram;
    lut = lut + task.lutMilli;
    ff = ff + task.ffMilli;
  }
  for (const ArrayCost<N> &array : arrays) {
    sum.bram = sum.bram + array.bram + array.adapterBram;
    sum.uram = sum.uram + array.uram;
    lut = lut + array.lutMilli;
    ff = ff + array.ffMilli;
  }
  sum.lut = ceilDiv(lut, 1000);
  sum.ff = ceilDiv(ff, 1000);
  return sum;
}

#define TALOS_INSTANTIATE(N)                                                   \
  template N cost::topLatency(                                                 \
      const std::vector<Call<N>> &, const std::vector<SharedLoopShape> &,      \
      const std::vector<N> &, const target::ToolRules &, const Numbers<N> &);  \
  template std::vector<OperatorUse<N>> cost::designOperators(                  \
      const std::vector<Call<N>> &, const std::vector<N> &, Reuse,             \
      const Numbers<N> &);                                                     \
  template DesignResources<N> cost::designResources(                           \
      const std::vector<OperatorUse<N>> &, const std::vector<TaskCost<N>> &,   \
      const std::vector<ArrayCost<N>> &, const target::Target &,               \
      const Numbers<N> &);

TALOS_INSTANTIATE(Int)
TALOS_INSTANTIATE(nlp::Expr)
