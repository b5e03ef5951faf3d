//===- Scop.h - The polyhedral view of one function -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements, domains, accesses and the schedule of a function in the affine
// dialect; its exact dependences; proofs that a new schedule respects them; and
// code generation from a schedule back to the affine dialect. Every isl object
// lives behind this header: schedules cross it as affine maps or isl text.
//
// A statement is one affine.store with the pure ops and the loads that feed it,
// or, joined to it by `hls.joined`, several that write an array each: they are
// its results. Its instances read at the first store: extraction proves that no
// write comes between a load and the store it feeds, and refuses the function
// otherwise. Distinct arguments and allocations are distinct arrays (no
// aliasing).
//
// A call with `hls.access` is a statement too: it may read and write every
// element of the arrays that the attribute names, in every instance. What it
// may write it is taken to read as well, since it may leave elements as they
// were.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_POLY_SCOP_H
#define TALOS_POLY_SCOP_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace talos::poly {

/// One statement. Positions in `Scop::statements()` are in program order.
struct Statement {
  std::string name; ///< `hls.stmt`, else S0, S1, ... in program order
  mlir::affine::AffineStoreOp store; ///< null for a call
  /// The stores of further results, in program order.
  llvm::SmallVector<mlir::affine::AffineStoreOp> joined;
  mlir::Operation *op = nullptr; ///< the store or the call
  /// The surrounding loops, outermost first.
  llvm::SmallVector<mlir::affine::AffineForOp> loops;
  /// What the statement executes: ops in program order, its results last. Ops
  /// in the function's entry block that read no memory are not part of it.
  llvm::SmallVector<mlir::Operation *> ops;
  unsigned array = 0; ///< the array that `store` writes; not of a call

  /// The loads among `ops`, in program order.
  llvm::SmallVector<mlir::affine::AffineLoadOp> loads() const;
};

/// One array: a memref argument, an allocation or a global.
struct Array {
  std::string name; ///< `hls.name`, else a NameLoc, else arg0, buf1, ...
  mlir::Value value;
  bool isArgument = false;
};

enum class DependenceKind { RAW, WAR, WAW };
llvm::StringRef stringify(DependenceKind kind);

/// What is known of `target iterator - source iterator` of one common loop, in
/// units of the iterator (so a multiple of the loop's step). An absent bound
/// means unbounded or dependent on a symbol.
struct Distance {
  std::optional<int64_t> min, max;
  bool isConstant() const { return min && max && *min == *max; }
  /// "3", "=", "<" (positive), "<=", ">", ">=" or "*": the distance where it is
  /// a constant, else the direction from source to target.
  std::string str() const;
  /// '=' (zero), '<' (positive), '>' (negative), "<=", ">=", "*".
  llvm::StringRef direction() const;
};

/// All instances of the dependences between two statements through one array
/// that are carried by the same loop. Exact: only instances that are not
/// implied by others through intermediate writes (value-based RAW; WAR and WAW
/// to the next write), whose transitive closure is every conflicting pair.
struct Dependence {
  DependenceKind kind = DependenceKind::RAW;
  unsigned source = 0, target = 0; ///< positions in Scop::statements()
  unsigned array = 0;              ///< position in Scop::arrays()
  /// One entry a loop common to source and target, outermost first.
  llvm::SmallVector<Distance> distance;
  /// Position of the common loop that carries it; none if loop-independent.
  std::optional<unsigned> carrier;
  /// The accumulation of a recognised reduction: a self dependence on the
  /// written array of `X = X op rest`. It still constrains every schedule.
  bool reduction = false;
};

/// How a loop takes part in a question about two iterations of a statement.
enum class ConflictLoop {
  Counted, ///< flattened with the other counted loops: what lies in between
  Same,    ///< the same iteration of it
  Any      ///< any two iterations of it
};

enum class ReductionKind { Add, Mul, Min, Max };
llvm::StringRef stringify(ReductionKind kind);

/// Repeated `X = X op rest` where rest reads X's element in no instance. `X -
/// rest` is an Add. `loops` are the positions in Statement::loops that carry
/// it, at least one.
struct Reduction {
  unsigned statement = 0;
  ReductionKind kind = ReductionKind::Add;
  mlir::affine::AffineLoadOp accumulator; ///< the load of X
  mlir::Operation *combiner = nullptr;    ///< the op that consumes it
  llvm::SmallVector<unsigned> loops;
};

/// The statement order and loop sharing of a program: a node with children is
/// the root (no loop) or, below it, one loop shared by its statements; a leaf
/// is a statement, alone with the loops that its ancestors do not share.
struct LoopTree {
  std::vector<LoopTree> children;
  std::string statement; ///< set on a leaf

  bool isLeaf() const { return children.empty(); }
  /// Names of the statements below, in order.
  std::vector<std::string> statements() const;
};

/// Strip-mining of all loops of one statement into three levels, and the order
/// of the loops of each level. A loop with base value lb and step s runs over
/// iterations n = (i - lb) / s; n = n0 * t1 * t2 + n1 * t2 + n2. The loops run
/// in the order level 0, level 1, level 2. An empty order is the original one.
struct StripMine {
  /// {t0, t1, t2} of every loop, outermost first; empty: {trip, 1, 1} for all.
  std::vector<std::array<int64_t, 3>> factors;
  /// A permutation of 0..loops-1 for each level, outermost first.
  std::array<std::vector<unsigned>, 3> order;
};

/// The time of the instances of every statement, in the order of
/// Scop::statements(). The dims of a map are the statement's iterators,
/// outermost first; there are no symbols. Times are compared lexicographically,
/// and a shorter one is padded with zeros. A loop that runs once need not
/// occur.
using Schedule = std::vector<mlir::AffineMap>;

/// A generated loop of one iteration, at which a directive is to stand: a part
/// of the statement's loop, in steps of `stride`.
struct SingleLoop {
  unsigned loop = 0; ///< position in Statement::loops
  int64_t stride = 1;
};

/// What the caller of Scop::generate does with the generated loops. A loop is
/// given by a statement in it, of those the first one of the program, and by
/// the position of its time in the statement's map.
struct LoopHooks {
  /// Edits the attributes of a loop, whose body is not generated yet. The loops
  /// of the source still exist.
  std::function<void(mlir::affine::AffineForOp, unsigned statement,
                     unsigned position)>
      annotate;
  /// Makes a loop of one iteration where the time is 0.
  std::function<std::optional<SingleLoop>(unsigned statement,
                                          unsigned position)>
      keepsSingle;
  /// Of loops that isl makes: a time is one loop for all of its statements,
  /// each of which stands in it once, under conditions, and the iterator is the
  /// time unless that starts at a constant. Otherwise isl cuts loops where
  /// conditions change, and all loops start at 0.
  bool wholeLoops = false;
};

struct ScheduleCandidate; // ScheduleCandidates.h
struct CandidateOptions;

/// A dependence that a schedule breaks.
struct Violation {
  DependenceKind kind = DependenceKind::RAW;
  std::string source, target, array; ///< names
  /// One broken pair of instances: "S0[0, 3] -> S1[0, 2]"; empty if unknown.
  std::string example;
  /// "RAW dependence from S0 to S1 through A (S0[0, 3] -> S1[0, 2])"
  std::string str() const;
};

/// The answer to "is this schedule legal?".
struct Legality {
  enum Status {
    Legal,    ///< every dependence has a strictly positive distance
    Illegal,  ///< `violations` is not empty
    Malformed ///< not a schedule of this function; `message` says why
  };
  Status status = Legal;
  std::string message;
  llvm::SmallVector<Violation> violations;

  explicit operator bool() const { return status == Legal; }
  /// One line for a diagnostic; empty when legal.
  std::string str() const;
};

/// The polyhedral description of one function. Holds pointers into its IR: it
/// is stale once the function's loops are edited.
class Scop {
public:
  /// Extracts `func`. Everything that is not affine gets a located error that
  /// names the op and the reason.
  static mlir::FailureOr<std::unique_ptr<Scop>> build(mlir::func::FuncOp func);
  ~Scop();

  mlir::func::FuncOp function() const;
  llvm::ArrayRef<Statement> statements() const;
  llvm::ArrayRef<Array> arrays() const;
  /// Position of the statement of that name.
  std::optional<unsigned> findStatement(llvm::StringRef name) const;

  // Relations as isl text, for diagnostics and tests.
  std::string domainText(unsigned statement) const;
  std::string readsText(unsigned statement) const;
  std::string writesText(unsigned statement) const;
  /// `{ S0[i, j] -> [0, i, 0, j, 0]; ... }`.
  std::string text(const Schedule &schedule) const;
  std::string dependencesText(DependenceKind kind) const;

  /// Exact number of instances; none if it depends on a symbol, is unbounded,
  /// or is too expensive to count.
  std::optional<int64_t> countInstances(unsigned statement) const;

  // Dependences.
  /// Sorted by source, target, array, kind, carrier (loop-independent last).
  llvm::ArrayRef<Dependence> dependences() const;
  /// Iterations of the counted loops, at least 1, from a store of the statement
  /// to a load in another iteration that meets it in an element, at least: as a
  /// tool sees it, which looks at subscripts and constant trip counts, and
  /// knows neither conditions nor the values of loops around. None if they
  /// never meet. `loops`: of the nest, the loops from the outermost one that no
  /// other statement stands in; their bounds are constant. The loops around
  /// have one value, whichever, in both iterations.
  std::optional<int64_t>
  conflictDistance(unsigned statement, mlir::affine::AffineLoadOp load,
                   llvm::ArrayRef<ConflictLoop> loops) const;
  /// Whether a store and the load meet, seen likewise, in iterations that the
  /// counted loops tell apart, whichever comes first.
  bool conflictsAcross(unsigned statement, mlir::affine::AffineLoadOp load,
                       llvm::ArrayRef<ConflictLoop> loops) const;
  /// Whether, over the statement's own instances, no load but `accumulator`
  /// reads the element that the statement writes in any iteration that differs
  /// in the loops `varied` alone. `varied`: of the nest as for
  /// conflictDistance; the written element does not depend on them.
  bool ownsElement(unsigned statement, mlir::affine::AffineLoadOp accumulator,
                   llvm::ArrayRef<bool> varied) const;
  /// Whether two instances of the statement that an unrolled nest executes in
  /// one iteration meet in an element that one of them writes; also if isl
  /// cannot tell. `copies`: how many neighbouring iterations of each of the
  /// nest's loops, as for conflictDistance, are one. `conditions`: over the
  /// statement's own instances; else as a tool sees it.
  bool copiesMeet(unsigned statement, llvm::ArrayRef<int64_t> copies,
                  bool conditions) const;
  /// Whether the written element lies in its array in all iterations of the
  /// loops, whatever the conditions.
  bool staysInside(unsigned statement) const;
  /// The reduction that the statement is, or null.
  const Reduction *reduction(unsigned statement) const;

  // Arrays.
  /// Some element may be read before the function writes it.
  bool isLiveIn(unsigned array) const;
  /// Every element of the array (static shape) is certainly written by the
  /// function.
  bool isFullyWritten(unsigned array) const;
  /// What the function writes of the array, it writes in the last iteration of
  /// the `loops` outermost loops, which are normalised and around every write
  /// of it.
  bool lastIterationWritesAll(unsigned array, unsigned loops) const;
  /// Every element of the array that the program stores follows from the value
  /// that the same element has at first, perhaps among others: a result is made
  /// of what its statement reads in all iterations that store it. So processes
  /// that pass values on in streams store an element after they have loaded it.
  bool storesFollowLoads(unsigned array) const;
  /// The statement reads (writes) the array.
  bool reads(unsigned statement, unsigned array) const;
  bool writes(unsigned statement, unsigned array) const;

  // Schedules and their legality.
  /// The order of the source: the position of a loop or statement in the body
  /// around it, the loop's iterator, the position in that loop's body, ...
  Schedule sourceSchedule() const;
  /// The source's, with the loops that a statement shares with no other one
  /// strip-mined. After the times of the shared loops and the position in the
  /// innermost one there is one time a loop of level 0, 1 and 2: 0 for a loop
  /// of one iteration. `mines` are in the order of statements(); they must
  /// satisfy checkBand, and one without factors leaves its statement as it is.
  /// Empty if a lower bound is no constant.
  Schedule stripMinedSchedule(llvm::ArrayRef<StripMine> mines) const;
  /// `expanded`: arrays that the caller expands, so that their elements are not
  /// written again; what is legal then breaks no RAW dependence of theirs.
  Legality checkSchedule(const Schedule &schedule,
                         llvm::ArrayRef<unsigned> expanded = {}) const;
  /// An isl union map from every statement's instances to time.
  Legality checkSchedule(llvm::StringRef schedule) const;

  /// The loops of the source as a tree (sharing as written).
  LoopTree originalTree() const;
  /// The legal tree that shares the fewest loops: statements share a loop only
  /// if they lie on a cycle of dependences at its level. Ties keep the order of
  /// the source.
  LoopTree maximalDistribution() const;
  /// The dependences that force the statements below a shared loop of
  /// `maximalDistribution()` together: one cycle, as text for a remark. Empty
  /// if the statements are not on a cycle at the level of `depth` shared loops.
  std::vector<Violation> cycle(llvm::ArrayRef<std::string> statements,
                               unsigned depth = 0) const;
  /// The schedule that a tree means; empty if it names an unknown statement,
  /// misses or repeats one, or shares more loops than a statement has.
  Schedule treeSchedule(const LoopTree &tree) const;
  Legality checkTree(const LoopTree &tree) const;

  /// The number of loops around the statement that others stand in as well.
  unsigned sharedLoops(unsigned statement) const;
  /// The dependences of the statement on itself allow `mine`. Dependences on
  /// other statements are unaffected: the shared loops run as they are.
  /// Malformed for bad factors or orders. The band: the statement's loops that
  /// no other statement stands in.
  Legality checkBand(unsigned statement, const StripMine &mine) const;

  /// Replaces the function's nests by code that runs the instances in the order
  /// of `schedule`, after proving it legal (an error at the function names the
  /// broken dependence). Keeps locations, `hls.stmt`, attributes of ops and of
  /// the loops that still exist. The Scop is stale afterwards.
  ///
  /// A time that is a loop of the source is that loop, with its bounds, and the
  /// conditions around it are copied as they are. Times that together cut a
  /// loop of constant bounds into equal parts are loops from 0 over these
  /// parts. For anything else isl makes loops and conditions.
  mlir::LogicalResult generate(const Schedule &schedule,
                               const LoopHooks &hooks = {},
                               llvm::ArrayRef<unsigned> expanded = {});
  /// Same for an isl union map; isl makes all loops and conditions. Loops come
  /// out as `0 to N step 1` where the lower bound is one affine expression.
  mlir::LogicalResult generate(llvm::StringRef schedule);

  /// Legal schedules that leave much parallel, the most promising one first
  /// (ScheduleCandidates.h).
  std::vector<ScheduleCandidate>
  scheduleCandidates(const CandidateOptions &options) const;

  struct Impl; ///< known to this room only

private:
  explicit Scop(std::unique_ptr<Impl> impl);
  /// With the dependences, which are computed when they are asked for first.
  Impl &analyzed() const;
  std::unique_ptr<Impl> impl;
};

} // namespace talos::poly

#endif // TALOS_POLY_SCOP_H
