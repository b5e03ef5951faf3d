//===- Cost.h - Cycles and resources of tasks, arrays and designs ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of talos/Cost/Rules.h put together: a task, an array with its
// transfers, the calls of a top function. Everything is a template over N in
// {Int, nlp::Expr}, instantiated in the library for both. Cycles are cycles of
// the target's clock, BRAM is counted in BRAM_18K, LUT and FF in thousandths
// (`lutMilli`) until the design's sum is rounded.
//
// An Int result is invalid (Int::isValid) after overflow. Nothing here fails
// otherwise: shapes were checked when Statement::create made them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_COST_COST_H
#define TALOS_COST_COST_H

#include "talos/Cost/Number.h"
#include "talos/Cost/Shape.h"

namespace talos::cost {

//===----------------------------------------------------------------------===//
// A task: one statement, strip-mined, pipelined, unrolled
//===----------------------------------------------------------------------===//

/// Where a reduction accumulates. The values equal hls::Accumulator.
enum class Accumulator {
  Direct = 0, ///< in the written element
  Local = 1,  ///< in a scalar, then stored: reductions have t0 = t1 = 1
  /// As Local into a local buffer, which a second loop adds to the array. A sum
  /// that started from the old value is copied instead: priced the same, at
  /// most an adder's latency too high.
  LocalAdd = 2,
  /// In a register that the pipelined reduction loop carries, set before it and
  /// stored after it; all parallel loops have t2 = 1. A guard is replaced by
  /// bounds of that loop (LoopShape::registerTrips), which then has t0 = t2 =
  /// 1.
  Register = 3,
};

/// Strip-mining of a loop: trip = t0 * t1 * t2. t1 is 1 unless `pipelined`;
/// level 2 is unrolled.
template <typename N> struct LoopChoice {
  N t0, t1, t2;
  N pipelined; ///< 1: the level-1 loop of this dimension is the pipelined one
};

/// What the statement must know of the buffer behind a reference.
template <typename N> struct ReferenceChoice {
  std::vector<N> factors;      ///< cyclic partition, one a dimension; >= 1
  N registers;                 ///< 1: one word a bank
  std::vector<N> extents = {}; ///< of a tile; empty: of the whole array
  /// 1: the last factor is the number of elements in a word (mayPack), none: 0.
  /// Unrolled copies of one reference then lie in one word.
  std::optional<N> packed = std::nullopt;
};

/// A buffer that the task fills and empties itself, below some level-0 loops.
template <typename N> struct TileTransfer {
  N slot;                  ///< see TaskChoice::slots
  N load, store;           ///< cycles of one transfer; 0 when there is none
  N leastLoad, leastStore; ///< the same, with any banks
  /// Loaded and stored: in an iteration that overlaps others the load waits for
  /// the store, which has the port and the buffer.
  bool both = false;
};

template <typename N> struct TaskChoice {
  std::vector<LoopChoice<N>> loops;           ///< as StatementShape::loops
  std::vector<ReferenceChoice<N>> references; ///< as StatementShape::references
  Accumulator accumulator = Accumulator::Direct;
  /// Where it may (mayHaveTrueBounds) each run of the nest has the iterations
  /// alone that StatementShape::ranges or StatementShape::coupled need, in
  /// whole tiles of t2.
  bool trueBounds = false;
  /// Not Direct: the scalar starts from the element's old value, not from 0.
  bool fromOldValue = false;
  /// Assumed instead of TaskCost::addressStall, which a model then constrains
  /// to be the same: so that cycles and operators agree on the initiation
  /// interval while the partition factors are still open.
  std::optional<N> addressStall;
  /// Assumed instead of TaskCost::ports, likewise; as crowdedArrays.
  std::optional<std::vector<N>> ports;
  /// Transfers inside the task: a transfer of slot s runs once for each
  /// iteration of the level-0 loops of slots 0 to s. A loop's slot is
  /// transfers.size() if it runs inside of all of them. A slot that has loops
  /// has 2 iterations or more, and a transfer. No slots: no transfers.
  std::vector<TileTransfer<N>> transfers = {};
  std::vector<N> slots = {}; ///< by loop
  /// 2: the transfers of the last slot have two buffers, one of which is filled
  /// and emptied beside the nest on the other one; the loops of that slot have
  /// 3 iterations or more. None: 1.
  std::optional<N> buffers = std::nullopt;
};

template <typename N> struct OperatorUse {
  std::string name;
  N operations; ///< in one iteration of the pipelined loop
  N units;      ///< instances after sharing within the initiation interval
};

template <typename N> struct TaskCost {
  N ii;
  N iterationLatency;
  N trips;       ///< flattened trip count of the pipelined loop
  N outer;       ///< iterations of loops that are not flattened into it
  N loopLatency; ///< the pipelined loop
  N latency;     ///< the whole task function
  std::vector<OperatorUse<N>> operators; ///< by name
  /// What address delays add to the initiation interval of a parallel loop
  /// under a reduction, and the most that any partition can add; else 0.
  N addressStall, mostAddressStall;
  /// The initiation interval that each of crowdedArrays needs, because its
  /// banks serve only so many accesses a cycle.
  std::vector<N> ports;
  N bram;              ///< of the local buffer of LocalAdd, else 0
  N uram;              ///< of tiles: the caller adds them
  N lutMilli, ffMilli; ///< beyond operators and memories, thousandths
};

/// 1 where the loops may run over their true ranges: where nothing depends on
/// how many iterations the pipelined loop has, so that no loop is flattened
/// under a reduction, or under a recurrence. No loop has both t0 and t1
/// above 1. With coupled loops all loops run as one, reductions outermost:
/// where that has fewer iterations, the pipelined loop is no reduction, and the
/// terms of a sum are as far apart as its iterations.
template <typename N>
N mayHaveTrueBounds(const Statement &statement, const TaskChoice<N> &choice,
                    const Numbers<N> &number);

/// Cycles that the address of any reference takes at most, whatever the
/// partition.
int64_t longestDelay(const Statement &statement,
                     const target::ToolRules &rules);

/// Arrays with more accesses in the statement than a bank has ports, ascending.
/// The unrolled copies of one access lie in different banks.
std::vector<unsigned> crowdedArrays(const Statement &statement,
                                    const target::ToolRules &rules);

/// The longest initiation interval that an array can ask for by its ports.
int64_t longestPortInterval(const Statement &statement, unsigned array,
                            const target::ToolRules &rules);

/// Cost of a statement's task. At most one loop has `pipelined` = 1; without
/// any, nothing overlaps and every operation has its own unit.
template <typename N>
TaskCost<N> taskCost(const Statement &statement, const TaskChoice<N> &choice,
                     const target::ToolRules &rules, bool treeReduction,
                     const Numbers<N> &number);

/// `first` where the condition is 1, else `second`; both of one statement,
/// whose products may be computed in pairs in one of them.
template <typename N>
TaskCost<N> selectCost(N condition, const TaskCost<N> &first,
                       const TaskCost<N> &second);

//===----------------------------------------------------------------------===//
// An array: memory and transfers
//===----------------------------------------------------------------------===//

/// Elements of a beat: the greatest 2^k with 2^k * elementBits <= the widest
/// port that divides the last extent (of the off-chip row, or of the tile).
int64_t beatOf(const std::vector<int64_t> &extents, unsigned elementBits,
               const target::ToolRules &rules);

/// The same where beats may cross the ends of rows: as wide as the port can be,
/// and not wider than `elements` need.
int64_t widestBeatOf(int64_t elements, unsigned elementBits,
                     const target::ToolRules &rules);

/// BRAM_18K of the AXI adapter of a port of `widthBits`.
int64_t adapterBram(int64_t widthBits, const target::ToolRules &rules);

template <typename N> struct ArrayCost {
  N banks;
  N wordsPerBank;
  N registers; ///< 1: one word a bank, held in registers
  /// 1: as ProgramFigures::readSideBySide.
  N readSideBySide;
  N bram, uram;  ///< of the buffer, its copies included
  N adapterBram; ///< of its port (0 when neither loaded nor stored)
  N lutMilli, ffMilli;
  N loadLatency, storeLatency; ///< of one whole transfer; 0 when there is none
  N leastLoad, leastStore;     ///< the same, with any banks
  /// Where arrays share a bank of memory, else 0: bytes that a transfer moves
  /// behind the first beat, and what it takes beside moving them.
  N bytes, loadSetUp, storeSetUp;
};

/// How ports move an array that has a buffer for all tasks.
template <typename N> struct PortChoice {
  N beat; ///< elements of one beat
  /// Without lanes the array lies in memory as in C and has one port. Else the
  /// ports' beats together hold a box with these extents, one a dimension.
  std::vector<N> lanes = {};
  std::optional<N> ports = std::nullopt;
  /// 1: as in C all the same, the box being a run of a row.
  std::optional<N> natural = std::nullopt;
  /// 1: each port holds a block of the first dimension, and the box is a beat.
  std::optional<N> block = std::nullopt;
  /// What `ports` and then `block` may be, ascending.
  std::vector<int64_t> portCounts = {};
};

/// Cost of a buffer with cyclic `factors`, one a dimension. Factors need not
/// divide extents: the last words of some banks stay unused. Where `packed` is
/// 1, the elements of the last dimension that lie in different banks otherwise
/// are one word of a URAM (array_reshape). Without `port`, there is one, whose
/// beats are as wide as rows start on them. `copies`: buffers that hold the
/// array, one for each reader that may run beside another one.
template <typename N>
ArrayCost<N> arrayCost(const ArrayShape &shape, const std::vector<N> &factors,
                       const target::Target &target, const Numbers<N> &number,
                       const std::optional<N> &packed = std::nullopt,
                       const std::optional<PortChoice<N>> &port = std::nullopt,
                       const std::optional<N> &copies = std::nullopt);

/// Whether several elements of the array may share a word of a URAM: two fit in
/// one, a write can leave the others of a word alone, and nothing has to be
/// there from the start.
bool mayPack(const ArrayShape &shape, const target::Target &target);

/// Numbers of elements that a word of a packed array may have, ascending:
/// powers of two up to the widest word. Empty if it may not be packed.
std::vector<int64_t> packedElements(const ArrayShape &shape,
                                    const target::Target &target);

/// A tile of the array `shape`, in a buffer of a task's own.
template <typename N> struct TileShape {
  std::vector<N> extents; ///< at most the array's
  N beat;                 ///< elements; divides the last extent of both
  bool loaded = false, stored = false;
  std::optional<N> buffers = std::nullopt; ///< that take turns; none: 1
};

/// The same of a tile whose transfers stand inside a nest. Its port is the
/// array's: adapterBram is 0.
template <typename N>
ArrayCost<N> tileCost(const ArrayShape &shape, const TileShape<N> &tile,
                      const std::vector<N> &factors,
                      const target::Target &target, const Numbers<N> &number);

/// adapterBram of a port of `beat` elements, one of the powers of two up to
/// `widestBeat`.
template <typename N>
N portBram(int64_t elementBits, int64_t widestBeat, N beat,
           const target::ToolRules &rules, const Numbers<N> &number);

/// Of a port of the array.
template <typename N>
N portBram(const ArrayShape &shape, N beat, const target::ToolRules &rules,
           const Numbers<N> &number) {
  return portBram(shape.elementBits, std::max(shape.beat, shape.widestBeat),
                  beat, rules, number);
}

//===----------------------------------------------------------------------===//
// Bounds that hold whatever the design
//===----------------------------------------------------------------------===//

/// Cycles of `executions` of the statement as written, nothing overlapped: one
/// iteration's latency each. Invalid on overflow.
Int sourceCycles(const Statement &statement, Int executions,
                 const target::ToolRules &rules);

/// Least cycles for `operations` (whole program, by operator) on the DSPs that
/// `usable` offers: every DSP busy in every cycle. Invalid if an operator is
/// not in the library, or if there are no DSPs for it.
Int dspBound(const std::vector<std::pair<std::string, Int>> &operations,
             const target::Target &target, const target::Resources &usable);

/// Least cycles to move `words` elements of `elementBits` over a port of
/// `portBits`.
Int bandwidthBound(Int words, unsigned elementBits, int64_t portBits);

} // namespace talos::cost

#endif // TALOS_COST_COST_H
