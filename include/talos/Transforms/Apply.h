//===- Apply.h - Carrying out a design point --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions behind the passes of ApplyPasses.td, which states what holds
// before and after each. They know statements, loops and arrays by name and no
// solver. All errors are located diagnostics.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_APPLY_H
#define TALOS_TRANSFORMS_APPLY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::analysis {
struct Statement;
} // namespace talos::analysis

namespace talos::poly {
class Scop;
} // namespace talos::poly

namespace talos::transforms {

/// The design point of `func`, which it must have.
mlir::FailureOr<hls::DesignAttr> designOf(mlir::func::FuncOp func);

/// Fails, at `func`, on what the apply passes cannot carry out and names it.
mlir::LogicalResult checkSupported(mlir::func::FuncOp func,
                                   hls::DesignAttr design);

/// Strip-mines the nests of `func`, whose polyhedral view is `scop`, as the
/// point says, and says of their loops what the tool has to know. `requestII`
/// and `maxPartition`: as the pass has them.
mlir::LogicalResult applySchedule(mlir::func::FuncOp func, poly::Scop &scop,
                                  hls::DesignAttr design, bool requestII,
                                  int64_t maxPartition);

/// Wraps the nests of a strip-mined function into tasks with buffers,
/// transfers and interfaces.
mlir::LogicalResult applyBuffers(mlir::func::FuncOp func,
                                 hls::DesignAttr design);

/// Replaces hls.tile_load and hls.tile_store by tasks of kind load and store. A
/// transfer without whole beats is an error there.
mlir::LogicalResult lowerTransfers(mlir::func::FuncOp func);

/// Puts `hls.impl` on the adders of a statement, as its point says.
void bindAdders(const analysis::Statement &statement, hls::TaskPointAttr point);

/// Says of loops whose bounds vary how often they run.
void annotateTripCounts(mlir::func::FuncOp func);

/// Compares the applied code with the design point.
mlir::LogicalResult checkApplied(mlir::func::FuncOp func,
                                 hls::DesignAttr design);

/// Unrolls the level-2 reduction loops of a task whose statement is a
/// floating-point sum and balances its additions. Success without a change if
/// there is none.
mlir::LogicalResult balanceReduction(hls::TaskOp task);

/// The same of a process, with the accumulator added to the balanced sum of all
/// else: so from one iteration to the next there is one addition. A sum with
/// subtractions is left alone. Takes the marks off the loops.
mlir::LogicalResult balanceReduction(hls::ProcessOp process);

/// Removes every op and attribute of the hls dialect from `func`.
mlir::LogicalResult lowerToMemRef(mlir::func::FuncOp func);

} // namespace talos::transforms

#endif // TALOS_TRANSFORMS_APPLY_H
