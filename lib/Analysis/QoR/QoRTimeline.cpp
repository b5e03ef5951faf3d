//===- QoRTimeline.cpp - When each call runs ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRTimeline.h"
#include <map>

using namespace talos;
using namespace talos::analysis;

llvm::StringRef analysis::stringify(CallQoR::Kind kind) {
  switch (kind) {
  case CallQoR::Load:
    return "load";
  case CallQoR::Store:
    return "store";
  case CallQoR::Task:
    return "task";
  case CallQoR::Loop:
    return "loop";
  }
  llvm_unreachable("unknown kind");
}

namespace {
/// Walks the calls in program order, body by body. The sum of all cycles is
/// known to fit.
class Layout {
public:
  Layout(std::vector<CallQoR> &calls, int64_t overhead)
      : calls(calls), overhead(overhead) {}

  /// The calls of one body from `at` on, `times` runs of it together; returns
  /// the end. `next` moves behind the body.
  int64_t body(std::optional<size_t> loop, int64_t at, int64_t times) {
    std::vector<size_t> open; // calls since the last loop
    while (next < calls.size() && isInside(loop)) {
      size_t current = next++;
      if (calls[current].kind != CallQoR::Loop) {
        open.push_back(current);
        continue;
      }
      at = phases(open, at, times);
      open.clear();
      at = this->loop(current, at);
    }
    return phases(open, at, times);
  }

private:
  /// Whether the next call belongs to the body of `loop`, which it does as long
  /// as it has that loop around it.
  bool isInside(std::optional<size_t> loop) const {
    return calls[next].loop == loop;
  }

  /// Besides its calls a loop takes a cycle an iteration and the overhead of a
  /// phase each time that it is entered.
  int64_t loop(size_t position, int64_t at) {
    calls[position].start = at;
    int64_t times = calls[position].executions;
    at = body(position, at, times) + times + calls[position].entries * overhead;
    calls[position].end = at;
    return at;
  }

  int64_t phases(llvm::ArrayRef<size_t> open, int64_t at, int64_t times) {
    std::map<unsigned, int64_t> longest;
    for (size_t call : open)
      longest[calls[call].phase] =
          std::max({longest[calls[call].phase], calls[call].latency,
                    calls[call].inBank});
    std::map<unsigned, int64_t> starts;
    for (auto [phase, latency] : longest) {
      starts[phase] = at;
      at += times * (latency + overhead);
    }
    for (size_t call : open) {
      calls[call].start = starts[calls[call].phase];
      calls[call].end =
          calls[call].start +
          times * std::max(calls[call].latency, calls[call].inBank);
    }
    return at;
  }

  std::vector<CallQoR> &calls;
  int64_t overhead;
  size_t next = 0;
};
} // namespace

void analysis::layOutCalls(QoR &qor, int64_t phaseOverhead) {
  Layout(qor.calls, phaseOverhead).body(std::nullopt, 0, 1);
}
