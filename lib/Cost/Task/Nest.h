//===- Nest.h - Cost of level-0 loops around transfers ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task that holds tiles transfers them below some of its level-0 loops
// (Sisyphus eq. 10, 11): what is inside of all transfers is costed as a task of
// its own, and these loops are put around it.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_COST_TASK_NEST_H
#define TALOS_LIB_COST_TASK_NEST_H

#include "Cost/Task/Expression.h"
#include "talos/Cost/Cost.h"
#include "talos/Cost/Rules.h"
#include "llvm/ADT/STLExtras.h"

namespace talos::cost {

/// The task's code inside of its transfers: level-0 loops around them stand
/// still there.
template <typename N>
TaskChoice<N> insideTransfers(const TaskChoice<N> &choice,
                              const Numbers<N> &number) {
  TaskChoice<N> inside = choice;
  for (unsigned l = 0; l < choice.slots.size(); ++l)
    inside.loops[l].t0 =
        select(eq(choice.slots[l], int64_t(choice.transfers.size())),
               choice.loops[l].t0, number(1));
  return inside;
}

/// What a nest of transfers takes at least, wherever they stand: known while
/// the slots are open, where the sum of all that they decide tells little.
template <typename N>
N leastOfNest(const StatementShape &shape, const TaskChoice<N> &choice,
              const TaskCost<N> &task, const Numbers<N> &number) {
  N iterations = number(1), around = number(1), trips = number(1);
  for (auto [loop, chosen] : llvm::zip(shape.loops, choice.loops)) {
    iterations = iterations * floorDiv(number(loop.trip), chosen.t2);
    around = around * chosen.t0;
    trips = trips * chosen.t1;
  }
  return max(iterations, around * ((trips - 1) * task.ii + 1));
}

/// Cycles of the loops of the slot, of 3 iterations or more, where the next
/// tiles are loaded and those before are stored beside the nest, a call of
/// `call` cycles: the first load, the second one beside the first nest, the
/// loop, the last nest beside the last store but one, and the last store.
template <typename N>
N overlappedSlot(const TaskChoice<N> &choice, int64_t slot, N call,
                 bool isLeast, const target::ToolRules &r,
                 const Numbers<N> &number) {
  const target::OverlapRules &o = r.transfers.overlap;
  N load = number(0), store = number(0), reload = number(0);
  for (const TileTransfer<N> &transfer : choice.transfers) {
    N here = eq(transfer.slot, slot);
    N &longest = transfer.both ? reload : load;
    longest =
        larger(longest, here * (isLeast ? transfer.leastLoad : transfer.load));
    store =
        larger(store, here * (isLeast ? transfer.leastStore : transfer.store));
  }
  N tiles = number(1), most = number(1);
  for (unsigned l = 0; l < choice.slots.size(); ++l) {
    N trips = select(eq(choice.slots[l], slot), choice.loops[l].t0, number(1));
    tiles = tiles * trips;
    most = max(most, trips);
  }
  // Several loops are one, whose iterator tells where the tile is.
  N place = (1 - le(tiles, most)) * (ceilLog2(tiles) + o.remainder);
  auto ifAny = [&](N cycles) { return le(1, cycles) * (cycles + o.segment); };
  N loads = max(load, reload);
  N iteration =
      max(max(load, store), call) + ifAny(reload) + place + o.iteration;
  return ifAny(loads) + max(loads, call) + max(tiles - 2, 0) * iteration +
         max(store, call) + ifAny(store) + 3 * o.segment;
}

/// Cycles of the nest of transfers around what takes `inner` cycles, slot by
/// slot from inside; as a function of its own `call` cycles.
template <typename N>
N aroundTransfers(const TaskChoice<N> &choice, N inner, N call, bool isLeast,
                  const target::ToolRules &r, const Numbers<N> &number) {
  N last = number(0);
  for (const TileTransfer<N> &transfer : choice.transfers)
    last = larger(last, transfer.slot);
  for (int64_t slot = choice.transfers.size(); slot-- > 0;) {
    N exists = number(0), load = number(0), store = number(0);
    for (const TileTransfer<N> &transfer : choice.transfers) {
      N here = eq(transfer.slot, slot);
      exists = larger(exists, here);
      load =
          larger(load, here * (isLeast ? transfer.leastLoad : transfer.load));
      store = larger(store,
                     here * (isLeast ? transfer.leastStore : transfer.store));
    }
    N iteration = rules::nestIteration(load, inner, store, r.transfers);
    inner = select(exists, iteration, inner);
    for (unsigned l = 0; l < choice.slots.size(); ++l)
      inner = inner *
              select(eq(choice.slots[l], slot), choice.loops[l].t0, number(1));
    if (choice.buffers)
      inner =
          select(le(2, *choice.buffers) * eq(last, slot),
                 overlappedSlot(choice, slot, call, isLeast, r, number), inner);
  }
  return inner + r.loops.outerExit;
}

/// Cycles of the nest of transfers around `task`; `inside` as insideTransfers()
/// makes it. Also that the tool starts an iteration a cycle at most is said: it
/// takes little work to see that a nest is too long for that reason.
template <typename N>
N nestLatency(const StatementShape &shape, const TaskChoice<N> &choice,
              const TaskChoice<N> &inside, const TaskCost<N> &task,
              const target::ToolRules &r, const Numbers<N> &number) {
  // A flattened loop is entered as in a task of its own.
  int64_t exit = r.loops.outerExit;
  N inner = select(le(2, task.outer), task.latency - exit, task.latency + exit);
  N iterations = number(1);
  for (const LoopChoice<N> &loop : inside.loops)
    iterations = iterations * (loop.t0 * loop.t1);
  N latency = aroundTransfers(choice, inner, task.latency, /*isLeast=*/false, r,
                              number);
  N least = aroundTransfers(choice, iterations, iterations, /*isLeast=*/true, r,
                            number);
  return max(max(latency, leastOfNest(shape, choice, task, number)), least);
}

} // namespace talos::cost

#endif // TALOS_LIB_COST_TASK_NEST_H
