//===- Regions.h - Outlining what is not affine -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_NORMALIZE_REGIONS_H
#define TALOS_LIB_TRANSFORMS_NORMALIZE_REGIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

namespace talos {

/// Stores `value` in a new array of one element right after its definition and
/// loads it again for every use that `isFar` selects. Returns the store.
mlir::Operation *spill(mlir::Value value,
                       llvm::function_ref<bool(mlir::OpOperand &)> isFar);

/// A value of the type can be kept in an array.
inline bool isStorable(mlir::Type type) {
  return type.isIntOrFloat() && !type.isInteger(1);
}

/// Moves sequences of ops out of a function into private functions
/// `@<function>_region<n>`, and calls those instead. The call has `hls.stmt`
/// (R0, R1, ...) and `hls.access`.
class Outliner {
public:
  explicit Outliner(mlir::func::FuncOp func);

  /// `region`: neighbouring ops of one block, allocations and frees between
  /// them left out. `cause` is the op that is not affine and why; both go into
  /// a remark.
  mlir::LogicalResult outline(llvm::ArrayRef<mlir::Operation *> region,
                              mlir::Operation *cause, llvm::StringRef reason);

private:
  struct Plan {
    llvm::SetVector<mlir::Operation *> ops;    ///< in program order
    llvm::SetVector<mlir::Value> operands;     ///< of the call
    llvm::SetVector<mlir::Operation *> copied; ///< into the function, in order
    llvm::SetVector<mlir::Operation *> locals; ///< allocations that move along
  };
  void takeAlong(mlir::Operation *user, Plan &plan);
  void takeBetween(mlir::Operation *before, Plan &plan);
  void keepResultsInside(Plan &plan);
  void findLocals(Plan &plan);
  bool canPass(mlir::Value value);
  bool canCopy(mlir::Value value, const Plan &plan);
  void copy(mlir::Value value, Plan &plan);
  mlir::LogicalResult capture(mlir::Value value, Plan &plan);
  mlir::LogicalResult captureAll(Plan &plan);
  mlir::func::FuncOp createFunction(const Plan &plan, mlir::Location loc);
  void replaceByCall(const Plan &plan, mlir::func::FuncOp callee,
                     llvm::StringRef name);

  mlir::func::FuncOp func;
  llvm::StringSet<> taken; ///< names of statements
  unsigned count = 0;
};

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_NORMALIZE_REGIONS_H
