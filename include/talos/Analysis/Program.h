//===- Program.h - A distributed program as nests and arrays ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the design space, the verification of a design point and the apply
// passes ask of a function after distribution: a sequence of nests, each with
// one statement (one affine.store and the pure ops and loads that feed it),
// and the arrays they share. Nothing here edits IR.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_PROGRAM_H
#define TALOS_ANALYSIS_PROGRAM_H

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

/// One subscript: `loop + offset`, a constant, or anything else affine.
struct Subscript {
  std::optional<unsigned> loop; ///< position in Nest::loops
  int64_t offset = 0;
  bool simple = false; ///< loop + offset, or a constant (no loop)
};

struct Access {
  mlir::Operation *op = nullptr; ///< affine.load or affine.store
  unsigned array = 0;            ///< position in Program::arrays
  mlir::AffineMap map;           ///< over Nest::loops, outermost first
  llvm::SmallVector<Subscript> subscripts; ///< one an array dimension
  bool isWrite = false;
};

struct Nest {
  std::string name; ///< the statement's name (`hls.stmt`): S0, S1, ...
  llvm::SmallVector<LoopInfo> loops; ///< outermost first; may be empty
  mlir::affine::AffineStoreOp store;
  llvm::SmallVector<Access> accesses; ///< reads in program order, then the write
  /// The load of the written element if the statement is `X = X op rest`.
  mlir::affine::AffineLoadOp accumulator;
  const Access &write() const { return accesses.back(); }
  /// The outermost op: the first loop, or the store.
  mlir::Operation *root() const;
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

struct Program {
  mlir::func::FuncOp func;
  llvm::SmallVector<Nest> nests;       ///< in program order
  llvm::SmallVector<ArrayInfo> arrays; ///< arguments first, then allocations
};

/// Analyses `func`. Fails with a located diagnostic if the function is not a
/// sequence of perfect rectangular nests with one statement each, over memrefs
/// of static shape and identity layout.
mlir::FailureOr<Program> analyzeProgram(mlir::func::FuncOp func);

/// The name of a value, loop or allocation: `hls.name`, else its NameLoc, else
/// the empty string.
std::string sourceName(mlir::Operation *op);
std::string sourceName(mlir::func::FuncOp func, unsigned argument);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_PROGRAM_H
