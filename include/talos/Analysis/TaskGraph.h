//===- TaskGraph.h - Tasks, their statements and arrays ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the design space, the verification of a design point and the apply
// passes ask of a function after distribution: nests, each with one statement
// (one affine.store and the pure ops and loads that feed it), the sequential
// loops that several nests share, and the arrays. Nothing here edits IR.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_TASKGRAPH_H
#define TALOS_ANALYSIS_TASKGRAPH_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/AffineMap.h"
#include <optional>
#include <string>

namespace talos::analysis {

/// One loop of a nest, normalised to `0 to trip step 1`.
struct LoopInfo {
  std::string name; ///< `hls.name`, stable
  mlir::affine::AffineForOp op;
  int64_t trip = 0;
  /// The loop carries the statement's accumulation: the written element does
  /// not depend on it and the statement is `X = X op ...`.
  bool reduction = false;
};

/// One subscript: `loop + offset`, a value that is the same throughout the nest
/// (a constant, or an expression of shared loops), or anything else affine.
struct Subscript {
  std::optional<unsigned> loop; ///< position in Statement::innerBand
  int64_t offset = 0;
  bool simple = false; ///< loop + offset, or the same throughout (no loop)
};

/// A loop of the top function around several nests that dependences keep
/// together: it runs sequentially, as written, and its body is a sequence of
/// nests and further such loops. Its bounds may depend on the loops around it.
struct SharedLoop {
  std::string name; ///< `hls.name`, stable
  mlir::affine::AffineForOp op;
  std::optional<unsigned> parent; ///< position in TaskGraph::sharedLoops
  /// Times that the loop is entered, and that its body runs, in one run of the
  /// program; exact, and `iterations` at least 1.
  int64_t entries = 1, iterations = 1;
};

struct Access {
  mlir::Operation *op = nullptr; ///< affine.load or affine.store
  unsigned array = 0;            ///< position in TaskGraph::arrays
  /// Dimensions are Statement::innerBand, outermost first; symbols are the
  /// shared loops around the statement (TaskGraph::sharedLoopsOf), outermost
  /// first.
  mlir::AffineMap map;
  llvm::SmallVector<Subscript> subscripts; ///< one an array dimension
  bool isWrite = false;
};

struct Statement {
  std::string name; ///< the statement's name (`hls.stmt`): S0, S1, ...
  llvm::SmallVector<LoopInfo> innerBand; ///< outermost first; may be empty
  mlir::affine::AffineStoreOp store;
  /// The innermost shared loop around the nest (position in
  /// TaskGraph::sharedLoops); none at the top of the function.
  std::optional<unsigned> context;
  /// What the statement stands under: the only op of the innermost loop's body.
  /// Its set is over the nest's loops and shared loops. Null: always run.
  mlir::affine::AffineIfOp guard;
  llvm::SmallVector<Access>
      accesses; ///< reads in program order, then the write
  /// The load of the written element if the statement is `X = X op rest`.
  mlir::affine::AffineLoadOp accumulator;
  const Access &write() const { return accesses.back(); }
  /// The outermost op: the first loop, the guard, or the store.
  mlir::Operation *root() const;
};

/// A part of the program that is not affine, as a call (hls-outline-regions).
/// It is carried through as it is; nothing is decided about it.
struct Region {
  /// Of an array, whole: elements that are not written keep their value.
  struct Use {
    unsigned array = 0; ///< position in TaskGraph::arrays
    bool reads = false, writes = false;
  };
  std::string name; ///< `hls.stmt`: R0, R1, ...
  mlir::Operation *call = nullptr;
  std::optional<unsigned> context; ///< as Statement::context
  unsigned statementsBefore = 0;   ///< nests that stand before it
  llvm::SmallVector<Use> uses;     ///< one an array
};

struct ArrayInfo {
  mlir::Value value; ///< a function argument, or the result of an allocation
  std::string name;
  llvm::SmallVector<int64_t> shape;
  unsigned elementBits = 0;
  bool isArgument = false;
  /// Some element may be read before it is written: must be loaded.
  bool liveIn = false;
  /// Written by some nest and visible to the caller: must be stored.
  bool liveOut = false;
};

struct TaskGraph {
  mlir::func::FuncOp func;
  llvm::SmallVector<Statement> statements;   ///< in program order
  llvm::SmallVector<Region> regions;         ///< in program order
  llvm::SmallVector<SharedLoop> sharedLoops; ///< in program order, outer first
  llvm::SmallVector<ArrayInfo> arrays; ///< arguments first, then allocations

  /// The array, whole, is an operand of a region.
  bool isUsedByOpaque(unsigned array) const;

  /// The shared loops around a nest as positions, outermost first.
  llvm::SmallVector<unsigned> sharedLoopsOf(const Statement &statement) const;
};

/// Analyses `func`. Fails with a located diagnostic if the function is not made
/// of perfect rectangular nests with one statement each (hls-distribute and
/// hls-rectangularize make them), over memrefs of static shape and identity
/// layout.
mlir::FailureOr<TaskGraph> buildTaskGraph(mlir::func::FuncOp func);

/// The name of a value, loop or allocation: `hls.name`, else its NameLoc, else
/// the empty string.
std::string sourceName(mlir::Operation *op);
std::string sourceName(mlir::func::FuncOp func, unsigned argument);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_PROGRAM_H
