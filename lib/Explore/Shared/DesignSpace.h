//===- DesignSpace.h - What may be chosen for a program ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The design space of a distributed function, the template of Sisyphus
// (sections 3 and 4): every loop is strip-mined into three, level 0 runs
// sequentially in a legal order, at most one level-1 loop is pipelined, level 2
// is unrolled; every array is cached whole in a buffer that is partitioned
// cyclically, but for those that are tiled: of these each task holds a tile,
// which it transfers below some of its level-0 loops. Which arrays are tiled is
// fixed in a space. It is finite: factors are divisors of the trip count,
// partition factors any number up to the extent.
//
// Nests run inside the shared loops of the program, which stay as they are.
// Loops that carry a recurrence are not unrolled and keep their order; a guard
// keeps a statement from sharing operators. So every point of the space is
// legal: loops outside of TaskSpace::sequence have distance 0 in every
// dependence of the statement on itself, and the others run in source order.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_DESIGNSPACE_H
#define TALOS_LIB_EXPLORE_SHARED_DESIGNSPACE_H

#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Placement.h"
#include "talos/Explore/Template.h"

namespace talos::explore {

struct LoopSpace {
  std::string name;
  int64_t trip = 1;
  bool reduction = false;
  std::vector<int64_t> factors; ///< divisors of the trip count, ascending
  /// Unrolling is modelled: every subscript that uses the loop is `loop + c`,
  /// or another one of the same access is, the only one to its array; and the
  /// loop is not sequential.
  bool mayUnroll = true;
  /// Iterations depend on each other, and not by the reduction alone.
  bool sequential = false;
  /// Of a sequential loop: what it carries spans so many iterations at least,
  /// so that as many are independent of each other (NLP-DSE eq. 8).
  int64_t distance = 1;
  /// Of a loop with open banks: it is unrolled by more than that, or not.
  int64_t openSpan = 0;

  /// Unroll factors of the space, ascending.
  std::vector<int64_t> unrollFactors() const;
};

/// A subscript that follows one loop: the partition factor of the dimension
/// must be a multiple of the loop's unroll factor (Sisyphus eq. 13, 14).
struct Link {
  unsigned loop = 0;
  unsigned array = 0, dimension = 0;
  /// Greatest common divisor of the constants in these subscripts (0: none):
  /// the copies of an unroll factor that divides it start at a multiple of it.
  int64_t alignment = 0;
};

/// A dimension of an array in a statement: all references have a sum of these
/// loops and a constant there, from `least` on; `span` is how much the
/// constants differ. Where they have not, there are no loops, and `span` + 1 is
/// all that they reach.
struct TileDim {
  std::vector<unsigned> loops;
  int64_t span = 0, least = 0;
  /// The loops of each subscript: the dimension has banks for all of them.
  std::vector<std::vector<unsigned>> unrolled;
  /// Shared loops move the tile by multiples of it; 0: they do not.
  int64_t contextStride = 0;
};

/// An array that a task may hold as a tile of its own.
struct TileSpace {
  unsigned array = 0;
  std::vector<TileDim> dims;
  /// Loops that move the references apart: none stands around the transfers.
  std::vector<unsigned> held;
  bool loaded = false, stored = false;
  /// The innermost loop around the transfers, where a pin fixes it.
  std::optional<unsigned> transferLoop = std::nullopt;
};

struct TaskSpace {
  std::string name; ///< of its statement
  /// The results of its statement: `name` first.
  std::vector<std::string> results;
  /// The loops that are strip-mined, outermost first: those of the statement.
  std::vector<LoopSpace> band;
  std::vector<cost::Statement> statements;
  /// Legal orders of the level-0 loops, each a permutation of loop positions,
  /// outermost first; the order of the source comes first, unless reductions
  /// must be outermost. They cost the same: of very deep nests only the first
  /// ones are listed.
  std::vector<std::vector<unsigned>> orders;
  /// Loops whose relative order must be kept at every depth: reductions and
  /// sequential loops, outermost first. Sums are not reassociated.
  std::vector<unsigned> sequence;
  std::vector<Link> links;
  std::vector<cost::ArrayUse> uses;
  mlir::Location location;
  /// analysis::startsFromZero, analysis::isFloatSum
  bool startsFromZero = false, isFloatSum = false;
  /// The innermost shared loop around the task (position in
  /// DesignSpace::sharedLoops); none at the top.
  std::optional<unsigned> context;
  /// Executions of the statement in one run of the program, what its guard
  /// excludes left out: exact. None: too many to count.
  std::optional<int64_t> instances;
  /// Groups of scalars that it awaits, positions in DesignSpace::scalars.
  std::vector<unsigned> scalars = {};
  /// Of the arrays that the task accesses those that may be tiled, by array.
  std::vector<TileSpace> tiles = {};
  /// The space has the choice whether a register holds the sum: it would be
  /// the slower one elsewhere.
  bool offersRegister = false;
  /// The statement where two neighbouring copies of a loop compute their
  /// products together: a choice for each of these loops.
  struct Paired {
    unsigned loop = 0;
    cost::Statement statement;
  };
  std::vector<Paired> paired = {};
  /// The statement with another implementation of its adders (Adders.h).
  struct Variant {
    std::string adders;
    cost::Statement statement;
    std::vector<Paired> paired; ///< as TaskSpace::paired
    /// No report has the figures of one of its adders.
    bool isAssumed = false;
  };
  std::vector<Variant> variants = {}; ///< the library's own first
  std::string adders = {}; ///< of `statements` and `paired`; empty: its own
  bool pinsAdders = false; ///< the user says which

  /// As its products are computed; `pairs`: as TaskChoices::pairs.
  const cost::Statement &statementWith(std::optional<Int> pairs) const {
    for (const Paired &one : paired)
      if (pairs && *pairs == Int(int64_t(one.loop) + 1))
        return one.statement;
    return only();
  }

  /// The statements that designs may have: with every implementation of adders
  /// that no pin excludes, and with products in pairs. Valid as long as the
  /// task.
  std::vector<const cost::Statement *> possibleStatements() const;

  /// Its coupled loops may run as one with the others, of which reductions are
  /// the outermost then.
  bool needsReductionsOutside() const {
    const cost::StatementShape &shape = only().shape();
    return shape.coupled &&
           std::any_of(shape.loops.begin(), shape.loops.end(),
                       [](const cost::LoopShape &l) { return l.reduction; });
  }

  /// The statement of a task of one statement, whose loops are the band. Marks
  /// code that does not know several statements yet.
  const cost::Statement &only() const {
    assert(statements.size() == 1);
    return statements.front();
  }
};

/// A part of the program that is not affine. It has no variables and its cycles
/// count as 0; it runs after and before the tasks that touch its arrays.
struct RegionSpace {
  std::vector<cost::ArrayUse> uses;
  std::optional<unsigned> context; ///< as TaskSpace::context
  unsigned tasksBefore = 0;
};

/// Operations on scalars that the top function computes by itself, between two
/// calls. Tasks await what they take from them.
struct ScalarSpace {
  std::optional<unsigned> context; ///< as TaskSpace::context
  unsigned tasksBefore = 0;
  int64_t latency = 0;          ///< of the longest path through them
  std::vector<unsigned> awaits; ///< groups before, of which it takes values
  std::vector<std::pair<std::string, int64_t>> operators; ///< name, operations
};

struct ArraySpace {
  cost::ArrayShape shape;
  mlir::Location location;
  /// Partition factors of each dimension: all up to the extent and to the
  /// maximum partition.
  std::vector<std::vector<int64_t>> factors;
  /// Elements that a word of a URAM may have where the last dimension is packed
  /// instead of split into banks; empty: the space packs it never.
  std::vector<int64_t> wordElements = {};
  /// How memory may hold the array where a port moves it whole.
  LayoutOptions layouts = {};
  bool isFixed = false; ///< the program says which layout
  /// What the template offers: a tile if the array lives off chip and every
  /// task that accesses it may hold one; never a stream.
  std::vector<hls::PlacementKind> placements = {hls::PlacementKind::Shared};
  /// Of this space, for every task that accesses the array.
  hls::PlacementKind placement = hls::PlacementKind::Shared;

  /// A port moves the array between memory and a buffer that holds all of it.
  bool movesWhole() const {
    return hasSharedBuffer() && (shape.loaded || shape.stored);
  }
  /// As analysis::ReaderCopies::count: buffers that let readers of the array,
  /// one of which is its store, run side by side.
  int64_t readers = 1;
  bool offersCopies = false; ///< the space has the choice
  /// The array of the program that it is a block of.
  std::optional<hls::ArrayBlock> block = std::nullopt;
  std::string port = {};      ///< the name that its port has (hls::portNameOf)
  bool usesOtherPort = false; ///< of another array
  /// The first array of several that are moved through one port: blocks of one
  /// array, and arrays that use its port. The port's cost is counted there.
  std::optional<unsigned> portOwner = std::nullopt;

  /// It lies in memory as in C and has one port: its beats alone are chosen.
  bool isPlain() const {
    return !layouts.padded && !layouts.packed && layouts.maxPorts == 1;
  }
  /// Each of its ports may have a block of its first dimension. What is a block
  /// itself has one port, or several that take beats in turn.
  bool mayBlock() const {
    return !block && layouts.maxPorts > 1 &&
           (layouts.natural || layouts.padded);
  }
  bool mayPack() const { return !wordElements.empty(); }
  bool mayTile() const {
    return llvm::is_contained(placements, hls::PlacementKind::Tile);
  }
  bool isTiled() const { return placement == hls::PlacementKind::Tile; }
  bool hasSharedBuffer() const {
    return placement == hls::PlacementKind::Shared;
  }
};

/// Which designs belong to the space.
enum class SpaceKind {
  Shared, ///< Sisyphus': every legal order, any loop pipelined
  /// NLP-DSE's: what pragmas alone do to the nests as they are. The loops keep
  /// their order, those under the pipelined loop are unrolled whole (eq. 5),
  /// and above it no loop that carries a reduction or another dependence is
  /// unrolled (theorem 6.16).
  Pragmas,
};

struct DesignSpace {
  mlir::func::FuncOp func;
  target::Target target;
  target::Amounts usable;     ///< what a design may use
  int64_t maxPartition = 0;   ///< banks of one array (Sisyphus eq. 15)
  bool treeReduction = false; ///< the tool may reassociate sums
  cost::Reuse reuse = cost::Reuse::Optimistic;
  const cost::Composition *composition = &cost::phased(); ///< of the tasks
  std::vector<TaskSpace> tasks;
  std::vector<RegionSpace> regions; ///< in program order
  std::vector<ScalarSpace> scalars; ///< in program order
  std::vector<ArraySpace> arrays;
  std::vector<cost::SharedLoopShape> sharedLoops; ///< as TaskGraph::sharedLoops
  std::vector<nlp::Pin> pins;                     ///< names: docs/Usage.md
  LayoutOptions layouts; ///< of arrays that say nothing of their own
  SpaceKind kind = SpaceKind::Shared;
  bool fineGrained = false;  ///< Pragmas: as SpaceOptions::fineGrained
  bool pairsProducts = true; ///< as SpaceOptions::pairsProducts
};

/// Builds the space of `func`. Fails with a located diagnostic if a nest is
/// outside of the space, or if the library of the target lacks an operator.
mlir::FailureOr<DesignSpace>
buildDesignSpace(mlir::func::FuncOp func, const target::Target &target,
                 const SpaceOptions &options,
                 SpaceKind kind = SpaceKind::Shared);

/// The right-hand side of a nest's statement as the cost rules see it. Values
/// that are neither loaded nor computed by floating-point or integer operators
/// (arguments, loop indices) are scalars. An op without a name in the operator
/// libraries is a located error. `pairs`: the products that neighbouring copies
/// of this loop can share a multiplier for do so.
mlir::FailureOr<cost::StatementShape>
statementShape(const analysis::TaskGraph &graph,
               const analysis::Statement &statement,
               std::optional<unsigned> pairs = std::nullopt);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_DESIGNSPACE_H
