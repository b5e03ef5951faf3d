//===- StreamedFillings.cpp - Cycles of a nest that is a task -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers of a task are filled before it runs.
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedComposer.h"

using namespace talos;
using namespace talos::explore;
using nlp::Expr;

/// What comes to the buffers of a task, in the order of the task's arrays, what
/// memory holds first.
static std::vector<StreamedAccess> fillings(const StreamedProgram &program,
                                            int nest) {
  std::vector<StreamedAccess> all = program.incoming(nest), sorted;
  for (bool isFromMemory : {true, false})
    for (int number : program.nests[nest].task->numbers)
      for (const StreamedAccess &access : all)
        if (int(access.array) == number &&
            (access.producer < 0) == isFromMemory)
          sorted.push_back(access);
  return sorted;
}

/// Of the loops that move the array row by row, a token in an iteration.
template <typename N>
std::vector<N>
StreamedComposer<N>::tripsOf(int nest, const StreamedAccess &access) const {
  std::vector<N> trips;
  for (int64_t extent : program.arrays[access.array].shape)
    trips.push_back(number(extent));
  trips.back() = floorDiv(trips.back(), orders.lanesOf(nest, access));
  return trips;
}

template <typename N>
N StreamedComposer<N>::countOf(const std::vector<N> &trips) const {
  N count = number(1);
  for (const N &trip : trips)
    count = count * trip;
  return count;
}

/// When the buffers of whole arrays are filled: arrays that memory holds by one
/// loop nest, as long as that takes no more iterations than one after the
/// other, as hls-stream-nests makes it; the others one after the other.
template <typename N> N StreamedComposer<N>::filled(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  const target::DataflowRules &rules = target.rules.dataflow;
  // A loop that copies tokens: its entry, an iteration, the step to the next.
  int64_t around = rules.entry + target.rules.depth.copy + 1;
  // The nest that is still open begins with the first tokens of its arrays, and
  // ends behind the last one.
  N begin = number(0), there = number(0);
  std::vector<N> trips;
  auto closed = [&] {
    return trips.empty()
               ? begin
               : max(begin + countOf(trips), there + rules.fifoLatency) +
                     around;
  };
  for (const StreamedAccess &access : fillings(program, nest)) {
    if (info.task->comesInTiles(access.array))
      continue;
    std::vector<N> own = tripsOf(nest, access);
    Arrival<N> arrival = arrivalOf(nest, access);
    N alone = max(closed(), arrival.box);
    if (access.producer >= 0 || own.size() != trips.size()) {
      begin = alone;
      there = arrival.last;
      trips = own;
      continue;
    }
    std::vector<N> both;
    for (auto [mine, others] : llvm::zip_equal(own, trips))
      both.push_back(max(mine, others));
    N joins = le(countOf(both), countOf(trips) + countOf(own));
    begin = select(joins, max(begin, arrival.box), alone);
    there = select(joins, max(there, arrival.last), arrival.last);
    for (auto [trip, mine, all] : llvm::zip_equal(trips, own, both))
      trip = select(joins, all, mine);
  }
  return closed();
}

/// In an iteration the next tile comes and the result of the one before leaves,
/// while the task is at work. That takes as long as the longest of these,
/// unless the next tile comes later; its first and its last one tell how late.
template <typename N> void StreamedComposer<N>::runTiles(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  const StreamedTask &task = *info.task;
  const target::DataflowRules &rules = target.rules.dataflow;
  const target::OverlapRules &overlap = target.rules.transfers.overlap;
  // A loop that copies tokens takes so many cycles more than these.
  int64_t around = target.rules.depth.copy;
  N whole = filled(nest), fill = number(0), first = whole, second = number(0),
    last = number(0);
  for (const StreamedAccess &access : fillings(program, nest)) {
    if (!task.comesInTiles(access.array))
      continue;
    N tokens = floorDiv(orders.elementsOf(access.array),
                        orders.lanesOf(nest, access) * task.tiles);
    Arrival<N> arrival = arrivalOf(nest, access);
    auto there = [&](int64_t tiles) { // the last token of so many
      return arrival.box +
             floorDiv((arrival.last - arrival.box) * tiles, task.tiles) +
             (rules.fifoLatency + around);
    };
    fill = max(fill, tokens + around);
    first = max(first, max(whole + tokens + around, there(1)));
    second = max(second, there(2));
    last = max(last, there(task.tiles));
  }
  std::vector<N> drains; // each by a call of its own
  N compute = point.tasks[nest]->cycles, drain = number(0);
  for (const StreamedResult &result : info.results()) {
    N tokens =
        floorDiv(orders.elementsOf(result.array) * resultParts(nest, result),
                 orders.lanesOf(nest, result) * task.tiles);
    drains.push_back(tokens + around);
    drain = max(drain, drains.back());
  }
  int64_t body = overlap.iteration + (task.copies > 2 ? overlap.third : 0);
  N loop = max(first + overlap.segment + max(fill, compute), second) +
           overlap.segment, // it begins
      period = max(max(fill, compute), drain) + body,
    behind = loop + period * (task.tiles - 2),
    end = max(behind, last + body) + (max(compute, drain) + drain) +
          3 * overlap.segment;
  for (auto [result, own] : llvm::zip_equal(info.results(), drains))
    flowOfResult(nest, result.array) = {loop + (rules.entry + around),
                                        end - (drain - own)};
  // The last tile comes in the last iteration.
  tileFills[nest] = {max(first - fill, number(0)),
                     max(loop + period * (task.tiles - 3) + fill, last)};
  figures.ends[nest] = end;
}

/// Results as they leave the buffers of whole arrays: those of one shape by one
/// loop nest, as hls-stream-nests makes it.
template <typename N>
std::vector<std::vector<StreamedResult>>
StreamedComposer<N>::drained(int nest) const {
  std::vector<std::vector<StreamedResult>> groups;
  for (const StreamedResult &result : program.nests[nest].results()) {
    auto shapeOf = [&](unsigned array) { return program.arrays[array].shape; };
    auto same = llvm::find_if(groups, [&](const auto &group) {
      return shapeOf(group.front().array) == shapeOf(result.array);
    });
    if (same == groups.end())
      groups.push_back({result});
    else
      same->push_back(result);
  }
  return groups;
}

/// The buffers are filled, the tasks run, and the results leave.
template <typename N> void StreamedComposer<N>::runTask(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  starts[nest] = number(0);
  if (info.task->isTiled())
    return runTiles(nest);
  int64_t entry = target.rules.dataflow.entry + target.rules.depth.parallel;
  N begin = filled(nest) + point.tasks[nest]->cycles + 1, last = begin;
  for (const std::vector<StreamedResult> &group : drained(nest)) {
    // Rows take as long as that of most tokens does.
    std::vector<N> rows, trips;
    N longest = number(0);
    for (const StreamedResult &result : group) {
      trips = tripsOf(nest, result);
      rows.push_back(trips.back() * resultParts(nest, result));
      longest = max(longest, rows.back());
    }
    trips.back() = longest;
    N first = begin + entry;
    last = first + countOf(trips) - 1;
    for (auto [result, row] : llvm::zip_equal(group, rows))
      flowOfResult(nest, result.array) = {first, last - longest + row};
    begin = last + 1;
  }
  figures.ends[nest] = last;
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
