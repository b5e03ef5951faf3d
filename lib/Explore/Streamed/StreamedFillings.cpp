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
static std::vector<StreamedAccess> fillings(const StreamedNestInfo &nest) {
  std::vector<StreamedAccess> all = nest.operands, sorted;
  if (nest.needsOld)
    all.push_back(nest.result);
  for (bool isFromMemory : {true, false})
    for (int number : nest.task->numbers)
      for (const StreamedAccess &access : all)
        if (int(access.array) == number &&
            (access.producer < 0) == isFromMemory)
          sorted.push_back(access);
  return sorted;
}

/// When the buffers of a task are filled: arrays that memory holds by one loop
/// nest, as long as that takes no more iterations than one after the other, as
/// hls-stream-nests makes it; the others one after the other.
template <typename N> N StreamedComposer<N>::filled(int nest) const {
  const StreamedNestInfo &info = program.nests[nest];
  const target::DataflowRules &rules = target.rules.dataflow;
  // A loop that copies tokens: its entry, an iteration, the step to the next.
  int64_t around = rules.entry + target.rules.depth.copy + 1;
  auto countOf = [&](const std::vector<N> &trips) {
    N count = number(1);
    for (const N &trip : trips)
      count = count * trip;
    return count;
  };
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
  for (const StreamedAccess &access : fillings(info)) {
    const std::vector<int64_t> &shape = program.arrays[access.array].shape;
    std::vector<N> own;
    for (int64_t extent : llvm::ArrayRef(shape).drop_back())
      own.push_back(number(extent));
    own.push_back(floorDiv(number(shape.back()), orders.lanesOf(nest, access)));
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

/// The buffers are filled, the tasks run, and the result leaves.
template <typename N> void StreamedComposer<N>::runTask(int nest) {
  const StreamedNestInfo &info = program.nests[nest];
  starts[nest] = number(0);
  N time = filled(nest);
  N tokens = floorDiv(orders.elementsOf(info.result.array),
                      orders.lanesOf(nest, info.result)),
    first = time + point.tasks[nest]->cycles + 1 +
            (target.rules.dataflow.entry + target.rules.depth.parallel),
    last = first + tokens * resultParts(nest) - 1;
  results[nest] = {first, last};
  lastTiles[nest] = figures.ends[nest] = last;
}

template class explore::StreamedComposer<Int>;
template class explore::StreamedComposer<Expr>;
