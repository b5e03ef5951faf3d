//===- StreamedProgram.h - Nests that streams join --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the template `streamed` must know of a program: every nest accesses each
// array by some of its loops, one a dimension, and sums over the loops that the
// written element does not depend on.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDPROGRAM_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDPROGRAM_H

#include "Explore/Shared/DesignSpace.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Analysis/NestFunction.h"
#include "talos/Target/Target.h"
#include <optional>
#include <set>

namespace talos::explore {

/// Bits of a token at most.
constexpr int64_t tokenBits = 512;

/// Loops and dimensions of arrays that are as long as each other, since one is
/// a subscript of the other. All of them may be filled up together.
struct StreamedExtent {
  /// `<nest>.<loop>.trip`, of each of the loops; the first one is the name of
  /// the variable.
  std::vector<std::string> names;
  int64_t trip = 1;
  int64_t most = 1;             ///< that it may be filled up to
  std::vector<int64_t> choices; ///< those that are tried; trip first
};

struct StreamedArrayInfo {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<unsigned> extents; ///< by dimension
  int64_t bits = 32;             ///< of an element
  bool isOffChip = false;
  bool isAsInC = false; ///< in memory, whatever the other arrays are
  /// The one that it is a copy of in memory, by number.
  std::optional<unsigned> copyOf = std::nullopt;
  unsigned uses = 0;      ///< nests that read what memory holds at first
  int64_t widestBeat = 1; ///< elements that a port moves at once at most
  /// A design or a pin says how many (StreamedBeats.h).
  bool hasOwnBeat = false;
  /// The nest that uses it may take it from memory again in each iteration of
  /// its outermost loop of tiles (StreamedAgain.h).
  bool mayComeAgain = false;
  std::vector<int64_t> again = {0}; ///< of 0, 1: whether it does; ascending
  bool isEverAgain() const { return again.back() > 0; }
  Int elements() const; ///< as in the program
};

struct StreamedAccess {
  unsigned array = 0;
  std::vector<unsigned> dims; ///< the loop of each dimension
  int producer = -1;          ///< the nest that stores it; -1: memory
  /// What an explanation asks: as if all tokens came before anything begins.
  bool isThere = false;
  bool has(unsigned loop) const;
  /// The same values of the same array: one stream is spread to both.
  bool isSpreadWith(const StreamedAccess &other) const {
    return array == other.array && producer == other.producer;
  }
};

/// An array that a nest stores.
struct StreamedResult : StreamedAccess {
  bool needsOld = false; ///< `producer` has the old values
  bool readsOld = false; ///< ... which the nest reads, or only passes on
  bool isLast = false;   ///< it goes to memory
};

struct StreamedLoop {
  std::string name;
  int64_t trip = 1;
  bool reduces = false;
  bool replaces = false; ///< its last iteration alone counts
  unsigned extent = 0;
};

struct StreamedOperation {
  std::vector<target::Operator> ops; ///< by StreamedNestInfo::adders
  std::vector<unsigned> loops;       ///< that its value depends on
};

/// Cycles through operators.
struct StreamedLatencies {
  /// Of the additions that sum lanes in balanced trees; 0: no tree.
  int64_t addition = 0;
  int64_t carried = 0; ///< from the old value to the new one
  int64_t depth = 0;   ///< of the longest path
};

/// Outside of the domain, a x + b y + constant is negative, of the iterators of
/// two loops.
struct StreamedOutside {
  unsigned first = 0, second = 0;
  int64_t a = 0, b = 0, constant = 0;
  int64_t points = 0; ///< of the two loops in the domain
  /// It alone bounds the domain, and each operand has the loops that sum and,
  /// if neither of these two does, one of them: operands move in tiles of the
  /// domain alone.
  bool boundsOperands = false;
};

/// What fits no stream, as a program of its own that the shared template
/// designs: arrays come to its buffers and leave them as streams, row by row.
struct StreamedTask {
  analysis::NestFunction function;
  DesignSpace space; ///< arrays are called as in the model: `S1.A`
  std::vector<std::string> arrays; ///< what the program calls them
  std::vector<int> numbers;        ///< in StreamedProgram::arrays; -1: its own
  int64_t rows =
      0; ///< that tiles may be cut from (analysis::RowTiles); 0: none
  int64_t tiles = 1;       ///< that it computes one after the other
  int64_t copies = 1;      ///< of the buffers of a tile
  std::vector<bool> moves; ///< by array: its buffer is of a tile

  bool isTiled() const { return tiles > 1; }
  /// Whether the array, a number of StreamedProgram::arrays, comes tile by
  /// tile.
  bool comesInTiles(unsigned array) const;
};

/// One process. Of a task each dimension of an array that it takes or gives has
/// a loop, which nothing else moves with.
struct StreamedNestInfo {
  std::string name;
  std::shared_ptr<const StreamedTask> task = nullptr; ///< null: loops
  std::vector<StreamedLoop> loops;
  std::vector<StreamedAccess> operands; ///< of arrays that it does not store
  StreamedResult result;
  std::vector<StreamedResult> others = {}; ///< that a task stores beside it
  bool isGuarded = false;                  ///< it runs under a condition
  bool isFilled = false; ///< the old value is a constant (hls.initial)
  /// Of several workers (hls.worker): its number, and the first nest that is a
  /// worker of the same statement; all of these have the same choices.
  std::optional<int64_t> worker = std::nullopt;
  std::optional<unsigned> firstWorker = std::nullopt;
  /// Tiles that are left out, but for the first ones of all loops that do not
  /// sum, and for the first and last ones of the one loop that does.
  std::optional<StreamedOutside> outside = std::nullopt;
  /// How its adders may be implemented: words of bind_op; empty, the first one,
  /// leaves it to the tool.
  std::vector<std::string> adders = {""};
  std::vector<StreamedLatencies> latencies = {{}}; ///< by `adders`
  std::vector<StreamedOperation> operations;
  /// Sums of lanes are balanced trees, which the old value is added to, of so
  /// many terms in an iteration of the lanes; 0: in the order of the program.
  int64_t terms = 0;

  bool reduces() const;
  /// Where one loop of what bounds the domain sums, the other one.
  std::optional<unsigned> rowsOfSums() const;
  /// Its coefficient in the constraint: rows become longer if it is positive,
  /// shorter if negative; 0 without rows of sums.
  int64_t rowCoefficient() const;
  unsigned pipelined() const { return result.dims.back(); }
  /// What it stores, one an array.
  std::vector<StreamedResult> results() const;
  const StreamedResult &resultOf(unsigned array) const;
  StreamedResult &resultOf(unsigned array) {
    return const_cast<StreamedResult &>(std::as_const(*this).resultOf(array));
  }
  /// Whether memory has the array from it.
  bool storesLast(unsigned array) const;
  /// Its operands, and what it stores.
  std::vector<StreamedAccess> accesses() const;
  std::vector<unsigned> parallel() const;
  /// Orders of the parallel loops' tiles; one alone of a nest that sums
  /// nothing, which goes row by row.
  std::vector<std::vector<unsigned>> orders;
  std::vector<int64_t> slrs = {0}; ///< that it may be assigned to
  mlir::LocationAttr place = {};   ///< of its loops
  /// What an explanation asks: as if an iteration began every so many cycles,
  /// whatever its sums need; 0: as if the nest took no time.
  std::optional<int64_t> givenInterval = std::nullopt;
};

struct StreamedProgram {
  std::vector<StreamedExtent> extents;
  std::vector<StreamedArrayInfo> arrays;
  std::vector<StreamedNestInfo> nests; ///< in program order
  int64_t slrs = 1; ///< that nests are assigned to; 1: one kernel
  /// Each nest is a network, which runs behind those before it on the same
  /// operators.
  bool inTurn = false;
  std::vector<int64_t> lanes = {}; ///< of these, by loop; empty: open
  /// Bits of the widest port that are a choice, ascending; empty: none.
  std::vector<int64_t> portBits = {};
  bool hasWidePorts = false; ///< else they are as wide as tokens

  /// Nests are assigned to SLRs.
  bool isSplit() const { return slrs > 1; }
  bool hasTasks() const {
    return llvm::any_of(nests, [](const StreamedNestInfo &nest) {
      return nest.task != nullptr;
    });
  }
  /// The nest beside which tokens of an operand, or old values, begin: the
  /// producer, or the first nest that uses what memory holds of the array.
  int originOf(int nest, const StreamedAccess &access) const;
  /// Whether a nest uses results of another one, also through others.
  bool dependsOn(int nest, int on) const;
  /// Whether the nest, or one whose results it uses, takes what this access
  /// takes.
  bool takes(int nest, const StreamedAccess &what) const;
  /// Each operand, and its nest, by which results of the one come to the other.
  void forEachBetween(
      int from, int to,
      llvm::function_ref<void(int, const StreamedAccess &)> what) const;
  /// Whether the nest, or one whose results it uses, leaves out what is outside
  /// of its domain; not memory (-1).
  bool followsTriangle(int nest) const;
  /// Whether the nest, or one whose results it uses, has rows of sums that
  /// become longer; not memory (-1).
  bool growsInRows(int nest) const;
  /// Of a nest: its operands, and of what it stores the old values it needs.
  std::vector<StreamedAccess> incoming(int nest) const;

  /// Iterations of the loop whose elements are a token at most.
  int64_t mostInToken(const StreamedNestInfo &nest, unsigned loop) const;

  /// Beats of an array may be smaller than its tokens.
  bool mayBeNarrow(unsigned array) const {
    return !portBits.empty() || arrays[array].hasOwnBeat;
  }

  /// Of an array that is filled up as far as may be.
  int64_t mostElements(unsigned array) const;
};

/// What a program is analyzed for.
struct StreamedAnalysis {
  bool treeReduction = false; ///< floating-point sums may be reassociated
  int64_t paddingPercent = 0; ///< by which an extent may be filled up at most
  /// A nest that fits no stream is a task, unless none fits one.
  bool mayHaveTasks = false;
  std::set<std::string> tasks;   ///< nests that are one, even if they fit one
  std::set<std::string> streams; ///< nests that are none
  std::map<std::string, int64_t> tiles; ///< of tasks; absent: one
};

/// A located diagnostic says what of the function the template does not cover.
mlir::FailureOr<StreamedProgram>
analyzeStreamed(mlir::func::FuncOp func, const target::Target &target,
                const StreamedAnalysis &analysis);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDPROGRAM_H
