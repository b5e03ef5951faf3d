//===- Shape.h - Statements and arrays as the cost rules see them ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plain descriptions, without MLIR, of one statement in a loop band and of one
// on-chip array, and `Statement`: a shape that was checked against a target
// (every operator known), which the rules can then price without failing.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_COST_SHAPE_H
#define TALOS_COST_SHAPE_H

#include "talos/Support/CoupledLoops.h"
#include "talos/Support/Int.h"
#include "talos/Target/Target.h"
#include <optional>
#include <string>
#include <vector>

namespace talos::cost {

/// A loop of the band, before strip-mining.
struct LoopShape {
  std::string name;
  int64_t trip = 1;
  bool reduction = false; ///< the written element does not depend on it
  /// Iterations depend on each other other than by the accumulation: they run
  /// in the order of the source, and are unrolled only as far as they are
  /// independent. No reduction.
  bool sequential = false;
  /// Of a reduction loop while which is pipelined a register may hold the sum:
  /// its iterations (in the mean of its runs, rounded up) where it runs within
  /// the bounds that the statement's guard is to it, the trip count without a
  /// guard. 0: no register.
  int64_t registerTrips = 0;
};

/// A loop while it is pipelined: the least number of its iterations after which
/// the reference meets, as far as the tool sees, what the statement wrote; 0 if
/// it never does.
struct Conflict {
  int64_t alone = 0; ///< nothing but the loop is unrolled
  int64_t among = 0; ///< with unrolled copies of other loops
};

/// `coefficient` times the iterator of a loop.
struct SubscriptTerm {
  unsigned loop = 0;
  int64_t coefficient = 1;
};

/// A reference to an array. Dimension d is indexed by loop `loops[d]` of the
/// band (or its negative; plus any constant), or by no loop (-1).
struct ReferenceShape {
  unsigned array = 0; ///< the caller's number of the array
  std::vector<int64_t> extents;
  std::vector<int> loops;
  /// Empty unless the reference reads what an earlier iteration of the band
  /// wrote, and is not the accumulator of a sum. Else, for each sequential
  /// loop, how many flattened iterations lie in between at least when that loop
  /// is the pipelined one, 0 if the value is never awaited. The tool takes the
  /// trip count of the pipelined loop at most. Entries of other loops are not
  /// used: under a pipelined parallel loop it is that trip count, and
  /// iterations around a pipelined reduction do not overlap.
  std::vector<int64_t> distances = {};
  /// References of one array with the same `moving` and the same `loops` differ
  /// by these constants, one a dimension (empty: zeros); others may meet in any
  /// bank.
  unsigned moving = 0;
  std::vector<int64_t> offsets = {};
  /// By dimension: the loops in its subscript. Empty: of each dimension that of
  /// `loops` alone.
  std::vector<std::vector<SubscriptTerm>> terms = {};
  /// A loop that stands in a subscript beside loops around the nest, so that
  /// the banks of its unrolled copies are not known there: they count as one.
  std::optional<unsigned> openLoop = {};
  /// Of `openLoop`: another subscript tells its copies apart.
  bool openApart = false;
  /// Empty unless the statement is a sum, and the reference reads other
  /// elements of the summed array. No value flows there, or `distances` has it;
  /// but the tool cannot know, since the sum keeps it from being told that
  /// iterations are independent. Else by loop: of a reduction loop, where it
  /// carries the sum; of another one, 0 or 1, where its level 1 has one
  /// iteration (with more the tool is told that the sum's distance is the
  /// least).
  std::vector<Conflict> conflicts = {};
  int64_t bits = 0; ///< of an element
};

/// Runs of a nest in all of which its condition leaves the same ranges of its
/// loops: from the first iteration to the one behind the last. What lies in
/// these ranges need not satisfy the condition.
struct RunRanges {
  int64_t runs = 0;
  std::vector<std::pair<int64_t, int64_t>> loops; ///< by loop
};

/// A node of the right-hand side; operands come before their users.
struct NodeShape {
  enum Kind { Operation, Reference, Scalar, Constant };
  Kind kind = Constant;
  std::string op;                 ///< Operation: name in the operator library
  std::vector<unsigned> operands; ///< Operation: positions of nodes
  unsigned reference = 0;         ///< Reference: position in `references`
  /// Operation: the loop of which two neighbouring unrolled iterations need it
  /// once (the value depends on it, its t2 is even); -1: there is none.
  int pairs = -1;
};

/// `references[written] = nodes[root]`.
struct ResultShape {
  unsigned written = 0, root = 0;
};

/// `references[written] = nodes[root]` inside `loops` (outermost first).
struct StatementShape {
  std::string name;
  std::vector<LoopShape> loops;
  std::vector<ReferenceShape> references;
  unsigned written = 0;
  std::vector<NodeShape> nodes;
  unsigned root = 0;
  /// Further results of the same iterations, each in an array of its own; none
  /// of a sum.
  std::vector<ResultShape> joined = {};
  /// The node that reads the written element, when the statement is
  /// `X = X op rest` with `op` = nodes[root]; else -1.
  int accumulator = -1;
  /// The statement stands under a condition (full rectangle run, `if` inside).
  bool guarded = false;
  /// All runs of the nest, where loops around it bound its loops; empty where
  /// every run has the whole box.
  std::vector<RunRanges> ranges = {};
  /// In place of `ranges`, of two parallel loops.
  std::optional<CoupledLoops> coupled = {};
  /// A reduction that is exact in any order: a tree combines the terms of one
  /// iteration, and the old value comes last.
  bool balanced = false;

  /// All of them, `written` and `root` first.
  std::vector<ResultShape> results() const;
  std::vector<unsigned> roots() const;
  bool isWritten(unsigned reference) const;
};

/// A sequential loop of the top function around several calls, over the whole
/// program: times that it is entered, and that its body runs.
struct SharedLoopShape {
  int64_t entries = 1, iterations = 1;
};

/// A checked shape.
class Statement {
public:
  /// Fails when an operator is missing in the library, or when the shape is
  /// inconsistent (the message says how).
  static llvm::Expected<Statement> create(StatementShape shape,
                                          const target::Target &target);

  const StatementShape &shape() const { return description; }
  /// The statement accumulates over some loop: `X = X op rest`, and a loop of
  /// the band is a reduction.
  bool accumulates() const;
  /// It does so by trees, whatever the tool may reassociate.
  bool isBalanced() const { return description.balanced && accumulates(); }
  bool isReduction(unsigned loop) const {
    return description.loops[loop].reduction;
  }
  /// The accumulating operator; only if accumulates().
  const target::Operator &accumulation() const;
  /// Accumulator::Register is offered for some loop. Then the loops take the
  /// place of a guard.
  bool mayUseRegister() const;
  /// The operator of an Operation node.
  const target::Operator &operatorOf(unsigned node) const;
  /// Loops (bit set by position) whose index the value of a node depends on.
  uint64_t loopsOf(unsigned node) const { return dependsOn[node]; }
  uint64_t loopsOfReference(unsigned reference) const;
  /// Tree reduction may reorder the operator at `node`: a rounded sum or
  /// product.
  bool reassociates(unsigned node) const;
  /// Leaves of the chain of one such operator at `node`, left to right; the
  /// node itself if it is anything else. A value with several users ends the
  /// chain: it is computed once.
  std::vector<unsigned> chainLeaves(unsigned node) const;
  /// The statement reads the array that the reference is to.
  bool readsArrayOf(unsigned reference) const;
  /// The reference is to the element that the statement writes, and all that
  /// becomes of its value are operators like the root, `((X + a) + b) + c`: the
  /// tool forwards such a value from iteration to iteration like a sum.
  bool isChainedSum(unsigned reference) const { return chained[reference]; }
  /// The weakest provenance among its operators.
  target::Provenance provenance() const;
  /// Operations of `executions` of the statement, by operator name.
  std::vector<std::pair<std::string, Int>> operations(Int executions) const;

private:
  bool findChainedSum(unsigned reference) const;

  StatementShape description;
  std::vector<std::optional<target::Operator>> operators; ///< by node
  std::vector<uint64_t> dependsOn;                        ///< by node
  std::vector<unsigned> users; ///< uses as an operand, by node
  std::vector<bool> chained;   ///< isChainedSum, by reference
};

/// A buffer that holds an array, or a tile of it.
struct ArrayShape {
  std::string name;
  std::vector<int64_t> extents; ///< of the buffer; empty for one element
  unsigned elementBits = 32;
  /// Elements of the widest beat on whose multiples rows start (beatOf), and of
  /// the widest one that moves the whole array (widestBeatOf).
  int64_t beat = 1, widestBeat = 1;
  bool loaded = false, stored = false;
  /// It starts with values of its own, which a URAM cannot.
  bool initialized = false;
  /// It is a memory beside the kernel, which takes nothing of the device.
  bool atPort = false;
  /// As many buffers of these extents are swapped, from tile to tile.
  int64_t buffers = 1;
  /// The bank of memory that it lies in, where transfers of other arrays may
  /// want that bank as well.
  std::optional<unsigned> sharedBank = std::nullopt;
};

} // namespace talos::cost

#endif // TALOS_COST_SHAPE_H
