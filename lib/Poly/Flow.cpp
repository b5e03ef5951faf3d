//===- Flow.cpp - The last source before each sink ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flow.h"
#include "Text.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

namespace talos::poly {

namespace {

/// A flow that any context can read.
struct FlowText {
  std::string full, noSource;
};

/// All flows that were computed, until they are too many.
class FlowMemo {
public:
  std::optional<FlowText> find(llvm::StringRef key) {
    std::lock_guard lock(mutex);
    auto known = flows.find(key);
    return known == flows.end() ? std::nullopt : std::optional(known->second);
  }

  void add(llvm::StringRef key, const FlowText &flow) {
    std::lock_guard lock(mutex);
    bytes += key.size() + flow.full.size() + flow.noSource.size();
    if (bytes > mostBytes) {
      flows.clear();
      bytes = key.size() + flow.full.size() + flow.noSource.size();
    }
    flows[key] = flow;
  }

private:
  static constexpr size_t mostBytes = size_t(64) << 20;

  std::mutex mutex;
  llvm::StringMap<FlowText> flows;
  size_t bytes = 0;
};

} // namespace

/// `{ [t0, t1, ...] -> [f(t0), f(t1), ...] }` over some parameters.
static isl::union_map changeOfTime(
    isl::ctx ctx, unsigned dims, llvm::StringRef params,
    llvm::function_ref<std::string(unsigned, llvm::StringRef)> change) {
  Strings before, after;
  for (unsigned i = 0; i < dims; ++i) {
    before.push_back("t" + std::to_string(i));
    after.push_back(change(i, before.back()));
  }
  return isl::union_map(ctx, "[" + params.str() + "] -> { [" +
                                 commaList(before) + "] -> [" +
                                 commaList(after) + "] }");
}

/// A parameter of no meaning; no name in a source ends like this.
static constexpr const char *shiftName = "shift'";

/// Times with every iterator shifted by a parameter. isl takes a dimension of
/// time that is fixed for a position in the text, and whatever differs there
/// for farther away than what does not: an iterator that a condition fixes (i
/// == 6) is none, and another one may well have run since.
static isl::union_map withShiftedIterators(const isl::union_map &schedule,
                                           unsigned dims) {
  return schedule.apply_range(changeOfTime(
      schedule.ctx(), dims, shiftName, [](unsigned i, llvm::StringRef time) {
        // [text, iterator, text, ...]
        return time.str() + (i % 2 == 1 ? std::string(" + ") + shiftName : "");
      }));
}

static isl::union_map inReverse(const isl::union_map &times, unsigned dims) {
  return times.apply_range(
      changeOfTime(times.ctx(), dims, "", [](unsigned, llvm::StringRef time) {
        return "-" + time.str();
      }));
}

static isl::union_map withoutShift(isl_union_map *map) {
  int at = isl_union_map_find_dim_by_name(map, isl_dim_param, shiftName);
  return isl::manage(
      at < 0 ? map : isl_union_map_project_out(map, isl_dim_param, at, 1));
}

static std::string textOf(const isl::union_map &map) {
  char *text = isl_union_map_to_str(map.get());
  std::string result = text ? text : "";
  free(text);
  return result;
}

static Flow flowByIsl(const isl::union_map &sinks,
                      const isl::union_map &sources,
                      const isl::union_map &times) {
  isl_union_access_info *info = isl_union_access_info_from_sink(sinks.copy());
  info = isl_union_access_info_set_must_source(info, sources.copy());
  info = isl_union_access_info_set_schedule_map(info, times.copy());
  isl::union_flow flow = isl::manage(isl_union_access_info_compute_flow(info));
  return {withoutShift(isl_union_flow_get_full_must_dependence(flow.get())),
          withoutShift(isl_union_flow_get_must_no_source(flow.get()))};
}

/// Of one map of sinks, with all sources of its array and the times of all
/// statements that these are in.
static Flow rememberedFlow(const isl::union_map &sinks,
                           const isl::union_map &sources,
                           const isl::union_map &schedule, unsigned dims,
                           bool backwards) {
  static FlowMemo memo;
  std::string key = (backwards ? "next\n" : "last\n") + textOf(sinks) + "\n" +
                    textOf(sources) + "\n" + textOf(schedule);
  std::optional<FlowText> text = memo.find(key);
  if (!text) {
    isl::union_map times = withShiftedIterators(schedule, dims);
    Flow flow =
        flowByIsl(sinks, sources, backwards ? inReverse(times, dims) : times);
    if (flow.full.is_null() || flow.noSource.is_null())
      return flow;
    text = FlowText{textOf(flow.full), textOf(flow.noSource)};
    memo.add(key, *text);
  }
  // Read back even where it was computed just now: the form of the result does
  // not depend on what ran before.
  return {isl::union_map(sinks.ctx(), text->full),
          isl::union_map(sinks.ctx(), text->noSource)};
}

Flow computeFlow(const isl::union_map &sinks, const isl::union_map &sources,
                 const isl::union_map &schedule, unsigned dims,
                 bool backwards) {
  Flow result{isl::union_map::empty(sinks.ctx()),
              isl::union_map::empty(sinks.ctx())};
  sinks.foreach_map([&](isl::map map) {
    isl::union_map sink(map);
    isl::union_set array =
        isl::manage(isl_union_set_universe(sink.range().release()));
    isl::union_map from = sources.intersect_range(array);
    isl::union_set statements = isl::manage(
        isl_union_set_universe(sink.domain().unite(from.domain()).release()));
    Flow flow = rememberedFlow(
        sink, from, schedule.intersect_domain(statements), dims, backwards);
    result.full = result.full.unite(flow.full);
    result.noSource = result.noSource.unite(flow.noSource);
    return isl::stat::ok();
  });
  return result;
}

} // namespace talos::poly
