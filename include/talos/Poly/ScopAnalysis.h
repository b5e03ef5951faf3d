//===- ScopAnalysis.h - The Scop of a function as an analysis ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What passes ask MLIR's analysis manager for. A pass that leaves loops,
// conditions and accesses of a function as they are, and writes attributes at
// most, preserves the analysis.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_POLY_SCOPANALYSIS_H
#define TALOS_POLY_SCOPANALYSIS_H

#include "talos/Poly/Scop.h"

namespace talos::poly {

class ScopAnalysis {
public:
  /// `op` is a func.func. What is not affine gets the errors of Scop::build.
  explicit ScopAnalysis(mlir::Operation *op) {
    auto built = Scop::build(mlir::cast<mlir::func::FuncOp>(op));
    if (mlir::succeeded(built))
      scop = std::move(*built);
  }

  /// Null if the function is not affine.
  Scop *get() const { return scop.get(); }

private:
  std::unique_ptr<Scop> scop;
};

} // namespace talos::poly

#endif // TALOS_POLY_SCOPANALYSIS_H
