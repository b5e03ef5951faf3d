//===- HLS.h - The hls dialect ----------------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers, transfers, tasks, directives and the design point. The attributes'
// shapes and units are documented in HLSAttrs.td, the ops in HLSOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_HLS_H
#define TALOS_DIALECT_HLS_HLS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "talos/Dialect/HLS/HLSDialect.h.inc"
#include "talos/Dialect/HLS/HLSEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "talos/Dialect/HLS/HLSAttrs.h.inc"

#define GET_OP_CLASSES
#include "talos/Dialect/HLS/HLSOps.h.inc"

namespace talos::hls {

/// Names of the discardable attributes that the dialect defines (HLSBase.td
/// says what each one means and where it may stand).
inline constexpr llvm::StringLiteral topAttrName = "hls.top";
inline constexpr llvm::StringLiteral nameAttrName = "hls.name";
inline constexpr llvm::StringLiteral statementAttrName = "hls.stmt";
inline constexpr llvm::StringLiteral levelAttrName = "hls.level";
inline constexpr llvm::StringLiteral reductionAttrName = "hls.reduction";
inline constexpr llvm::StringLiteral accumulatorAttrName = "hls.accumulator";
inline constexpr llvm::StringLiteral referenceAttrName = "hls.reference_of";
inline constexpr llvm::StringLiteral pipelineAttrName = "hls.pipeline";
inline constexpr llvm::StringLiteral unrollAttrName = "hls.unroll";
inline constexpr llvm::StringLiteral independentAttrName = "hls.independent";
inline constexpr llvm::StringLiteral accessAttrName = "hls.access";
inline constexpr llvm::StringLiteral interfaceAttrName = "hls.interface";
inline constexpr llvm::StringLiteral partitionAttrName = "hls.partition";
inline constexpr llvm::StringLiteral storageAttrName = "hls.storage";
inline constexpr llvm::StringLiteral targetAttrName = "hls.target";
inline constexpr llvm::StringLiteral designAttrName = "hls.design";

/// Beside `hls.design`: how the point was found, a dictionary. Keys: `status`
/// (string: optimal, feasible, manual), `bound` and `nodes` (i64),
/// `log10_space` (f64), `time_limited` (unit, when a time limit cut the search:
/// not reproducible), `reductions` (array of strings), `orders` (dictionary of
/// i64: how many orders of a task's level-0 loops are legal), `source_cycles`,
/// `dsp_bound`, `bandwidth_bound`, `lower_bound`, `design_lower_bound` (i64,
/// cycles: the source program's own; lower bounds from DSPs, from bandwidth, of
/// any design and of this one, the last two only where no task holds tiles),
/// `pins` (array of strings), `tilings` (i64: sets of tiled arrays that were
/// solved, if several), `assumed` (array of strings: operators whose figures
/// are documented or assumed, not measured).
inline constexpr llvm::StringLiteral searchAttrName = "hls.search";

/// Written by hls-estimate-qor on functions, tasks, loops, buffers and
/// transfers: a dictionary of what it estimates (its keys: Analysis/Passes.td).
inline constexpr llvm::StringLiteral qorAttrName = "hls.qor";

/// The call of a part of the program that is not affine (hls-outline-regions).
inline bool isRegionCall(mlir::Operation *op) {
  return op->hasAttr(accessAttrName);
}

/// What a value stands for outside of the tasks around it: the block argument
/// of a task stands for the task's operand.
mlir::Value originOf(mlir::Value value);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_HLS_H
