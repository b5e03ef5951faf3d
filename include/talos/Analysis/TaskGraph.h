//===- TaskGraph.h - Tasks, their statements and arrays ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the design space, the verification of a design point and the apply
// passes ask of a function after distribution: its tasks with their statements
// (one affine.store and the pure ops and loads that feed it, or several stores
// that hls-distribute made one statement of), the sequential loops that several
// tasks share, the arrays, and which task awaits which
// through which array. Nothing here edits IR.
//
// Every task has one statement today and shares no band: what code assumes this
// says so by Task::only().
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_TASKGRAPH_H
#define TALOS_ANALYSIS_TASKGRAPH_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include "talos/Poly/Scop.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace talos::analysis {

/// One loop of a band, normalised to `0 to trip step 1`.
struct LoopInfo {
  std::string name; ///< `hls.name`, stable
  mlir::affine::AffineForOp op;
  int64_t trip = 0;
  /// The loop carries the statement's accumulation: the written element does
  /// not depend on it and the statement is `X = X op ...`.
  bool reduction = false;
};

/// One subscript: `loop + offset`, a value that is the same throughout the task
/// (a constant, or an expression of shared loops), or anything else affine.
struct Subscript {
  std::optional<unsigned> loop; ///< as a dimension of Access::map
  int64_t offset = 0;
  bool simple = false; ///< loop + offset, or the same throughout (no loop)
};

struct Access {
  mlir::Operation *op = nullptr; ///< affine.load or affine.store
  unsigned array = 0;            ///< position in TaskGraph::arrays
  /// Dimensions are the loops of the task's band and of the statement's inner
  /// band, outermost first; symbols are the shared loops around the task
  /// (TaskGraph::sharedLoopsOf), outermost first.
  mlir::AffineMap map;
  llvm::SmallVector<Subscript> subscripts; ///< one an array dimension
  bool isWrite = false;
};

struct Statement {
  std::string name; ///< `hls.stmt`: S0, S1, ...
  /// Loops of its own inside the task's band, outermost first; may be empty.
  llvm::SmallVector<LoopInfo> innerBand;
  mlir::affine::AffineStoreOp store;
  /// The stores of further results (`hls.joined`), in program order.
  llvm::SmallVector<mlir::affine::AffineStoreOp> joined;
  /// What the statement stands under: the only op of the innermost loop's body.
  /// Its set is over the loops around it. Null: always run.
  mlir::affine::AffineIfOp guard;
  /// Reads in program order, then the writes, that of `store` first.
  llvm::SmallVector<Access> accesses;
  /// The load of the written element if the statement is `X = X op rest`.
  mlir::affine::AffineLoadOp accumulator;
  llvm::ArrayRef<Access> writes() const {
    return llvm::ArrayRef(accesses).take_back(1 + joined.size());
  }
  const Access &write() const { return writes().front(); }
  /// The write of an array; null if there is none.
  const Access *writeTo(unsigned array) const;
  /// Of its results: `name` first.
  llvm::SmallVector<std::string> resultNames() const;
  /// The outermost op: the first loop of its own, the guard, or the store.
  mlir::Operation *root() const;
};

/// A loop of the top function around several tasks that dependences keep
/// together: it runs sequentially, as written, and its body is a sequence of
/// tasks and further such loops. Its bounds may depend on the loops around it.
struct SharedLoop {
  std::string name; ///< `hls.name`, stable
  mlir::affine::AffineForOp op;
  std::optional<unsigned> parent; ///< position in TaskGraph::sharedLoops
  /// Times that the loop is entered, and that its body runs, in one run of the
  /// program; exact, and `iterations` at least 1.
  int64_t entries = 1, iterations = 1;
};

enum class TaskKind {
  Compute, ///< affine statements
  Load,    ///< fills a buffer from off chip
  Store,   ///< empties a buffer to off chip
  /// A part of the program that is not affine, as a call
  /// (hls-outline-regions): carried through as it is, nothing is decided.
  Opaque,
};
llvm::StringRef stringify(TaskKind kind);

/// What a task does with an array.
struct ArrayUse {
  unsigned array = 0; ///< position in TaskGraph::arrays
  bool reads = false, writes = false;
};

/// The unit of a design: it becomes one hls.task.
struct Task {
  std::string name; ///< of its statement, or of the region: S0, R0, ...
  TaskKind kind = TaskKind::Compute;
  /// Loops that all its statements share, outermost first.
  llvm::SmallVector<LoopInfo> band;
  std::vector<Statement> statements; ///< in program order; not of Opaque
  mlir::Operation *call = nullptr;   ///< of Opaque alone
  /// The innermost shared loop around the task (position in
  /// TaskGraph::sharedLoops); none at the top of the function.
  std::optional<unsigned> context;
  /// One an array. A task that is Opaque uses the array whole, and elements
  /// that it does not write keep their value.
  llvm::SmallVector<ArrayUse> uses;

  /// The statement of a Compute task of one statement without a band. Marks
  /// code that does not know several statements yet.
  const Statement &only() const {
    assert(statements.size() == 1 && band.empty());
    return statements.front();
  }
  Statement &only() {
    return const_cast<Statement &>(std::as_const(*this).only());
  }
  /// The outermost op: the band's first loop, the statement's, or the call.
  mlir::Operation *root() const;
};

/// Where an array lives.
enum class Home {
  OffChip,  ///< an argument of the function: tasks compute on copies of it
  Port,     ///< an argument that is a memory beside the kernel: tasks compute
            ///< in it (#hls.target, memory)
  OnChip,   ///< allocated by the function, or a global that it may write: its
            ///< buffer is the array
  Constant, ///< a constant global: a table that nobody writes
};
llvm::StringRef stringify(Home home);

struct ArrayInfo {
  /// A function argument, or the result of an allocation or of a
  /// memref.get_global.
  mlir::Value value;
  std::string name;
  llvm::SmallVector<int64_t> shape;
  unsigned elementBits = 0;
  Home home = Home::OnChip;
  mlir::FlatSymbolRefAttr global; ///< the memref.global that it is; or null
  /// Off chip, and some element may be read before it is written: must be
  /// loaded.
  bool liveIn = false;
  /// Off chip and written by some task: must be stored.
  bool liveOut = false;
};

enum class EdgeKind { Flow, Anti, Output };
llvm::StringRef stringify(EdgeKind kind);

/// A dependence between two different tasks through an array, whatever
/// statements cause it. A task inside of shared loops may await a later one.
struct TaskEdge {
  unsigned from = 0, to = 0; ///< positions in TaskGraph::tasks
  unsigned array = 0;        ///< position in TaskGraph::arrays
  EdgeKind kind = EdgeKind::Flow;
  bool operator==(const TaskEdge &other) const {
    return std::tie(from, to, array, kind) ==
           std::tie(other.from, other.to, other.array, other.kind);
  }
};

struct TaskGraph {
  mlir::func::FuncOp func;
  std::vector<Task> tasks;                   ///< in program order
  llvm::SmallVector<SharedLoop> sharedLoops; ///< in program order, outer first
  llvm::SmallVector<ArrayInfo> arrays;       ///< arguments come first
  /// Sorted by from, to, array and kind. Set by connectTasks().
  llvm::SmallVector<TaskEdge> edges;

  /// The tasks of a kind, in program order.
  auto tasksOf(TaskKind kind) const {
    return llvm::make_filter_range(
        tasks, [kind](const Task &task) { return task.kind == kind; });
  }
  /// The array, whole, is an operand of a task that is Opaque.
  bool isUsedByOpaque(unsigned array) const;

  /// The shared loops around a task as positions, outermost first.
  llvm::SmallVector<unsigned> sharedLoopsOf(const Task &task) const;
};

/// Analyses `func`. Fails with a located diagnostic if the function is not made
/// of perfect rectangular nests with one statement each (hls-distribute and
/// hls-rectangularize make them), over memrefs of static shape and identity
/// layout. The edges are left out.
mlir::FailureOr<TaskGraph> buildTaskGraph(mlir::func::FuncOp func);

/// Whether the function writes every element of the argument and reads none
/// before (hls.overwritten). No region of it may access the argument.
bool isOverwritten(const poly::Scop &scop, mlir::BlockArgument array);

/// Sets TaskGraph::edges from the dependences of the same function.
void connectTasks(TaskGraph &graph, const poly::Scop &scop);

/// The name of a value, loop or allocation: `hls.name`, else its NameLoc, else
/// the empty string.
std::string sourceName(mlir::Operation *op);
std::string sourceName(mlir::func::FuncOp func, unsigned argument);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_PROGRAM_H
