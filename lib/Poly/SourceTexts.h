//===- SourceTexts.h - Subscripts and bounds as text ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_SOURCETEXTS_H
#define TALOS_LIB_POLY_SOURCETEXTS_H

#include "ScopImpl.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::poly {

/// Names arrays, parameters and iterators, and writes affine maps with them.
/// What it cannot write is an error at the op that uses it.
class SourceTexts {
public:
  explicit SourceTexts(Scop::Impl &scop) : scop(scop) {}

  /// All parameters are named before any iterator, so that no iterator of one
  /// nest takes the name of a parameter that another one meets first.
  void registerParams(mlir::Operation *op);

  /// Enters a loop, the `ordinal`-th op of the body around it: names its
  /// iterator and writes its bounds.
  mlir::LogicalResult enter(mlir::affine::AffineForOp loop, unsigned ordinal);
  void leave();
  /// The loops that were entered, outermost first.
  const std::vector<LoopFrame> &around() const { return loops; }

  /// The texts of the results of `map` applied to `operands`.
  mlir::FailureOr<Strings> mapTexts(mlir::AffineMap map,
                                    mlir::ValueRange operands,
                                    mlir::Operation *user);
  mlir::FailureOr<AccessText> accessText(mlir::Value memref,
                                         mlir::AffineMap map,
                                         mlir::ValueRange operands,
                                         mlir::Operation *user);
  mlir::FailureOr<unsigned> arrayOf(mlir::Value memref, mlir::Operation *user);
  /// Every element of the array.
  AccessText wholeArray(unsigned array, mlir::MemRefType type) const;

  /// The op loads, or computes from what was loaded.
  bool slicesMemory(mlir::Operation *op);

private:
  bool isParam(mlir::Value value);
  std::string paramText(mlir::Value value);
  mlir::FailureOr<std::string> operandText(mlir::Value operand,
                                           mlir::Operation *user);
  mlir::LogicalResult boundTexts(mlir::affine::AffineForOp loop,
                                 LoopFrame &frame);

  Scop::Impl &scop;
  std::vector<LoopFrame> loops;
  llvm::StringSet<> arrayNames;
  llvm::StringSet<> names; ///< parameters and the iterators now in scope
  llvm::DenseMap<mlir::Operation *, bool> memory; ///< memo of slicesMemory
};

} // namespace talos::poly

#endif // TALOS_LIB_POLY_SOURCETEXTS_H
