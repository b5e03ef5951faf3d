//===- HLS.h - The hls dialect ----------------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers, transfers, tasks, directives and the design point. The attributes'
// shapes and units are documented in HLSAttrs.td, the ops in HLSOps.td and
// HLSStreamOps.td.
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
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "talos/Dialect/HLS/HLSDialect.h.inc"
#include "talos/Dialect/HLS/HLSEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "talos/Dialect/HLS/HLSAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "talos/Dialect/HLS/HLSTypes.h.inc"

#define GET_OP_CLASSES
#include "talos/Dialect/HLS/HLSOps.h.inc"

namespace talos::hls {

/// Names of the discardable attributes that the dialect defines (HLSBase.td
/// says what each one means and where it may stand).
inline constexpr llvm::StringLiteral topAttrName = "hls.top";
inline constexpr llvm::StringLiteral nameAttrName = "hls.name";
inline constexpr llvm::StringLiteral statementAttrName = "hls.stmt";
inline constexpr llvm::StringLiteral joinedAttrName = "hls.joined";
inline constexpr llvm::StringLiteral levelAttrName = "hls.level";
inline constexpr llvm::StringLiteral reductionAttrName = "hls.reduction";
inline constexpr llvm::StringLiteral accumulatorAttrName = "hls.accumulator";
inline constexpr llvm::StringLiteral referenceAttrName = "hls.reference_of";
inline constexpr llvm::StringLiteral pipelineAttrName = "hls.pipeline";
inline constexpr llvm::StringLiteral unrollAttrName = "hls.unroll";
inline constexpr llvm::StringLiteral tripCountAttrName = "hls.trip_count";
inline constexpr llvm::StringLiteral independentAttrName = "hls.independent";
inline constexpr llvm::StringLiteral distinctCopiesAttrName =
    "hls.distinct_copies";
inline constexpr llvm::StringLiteral distanceAttrName = "hls.distance";
inline constexpr llvm::StringLiteral distancesAttrName = "hls.distances";
inline constexpr llvm::StringLiteral collapsedAttrName = "hls.collapsed";
inline constexpr llvm::StringLiteral accessAttrName = "hls.access";
inline constexpr llvm::StringLiteral interfaceAttrName = "hls.interface";
inline constexpr llvm::StringLiteral layoutAttrName = "hls.layout";
inline constexpr llvm::StringLiteral boolAttrName = "hls.bool";
inline constexpr llvm::StringLiteral partitionAttrName = "hls.partition";
inline constexpr llvm::StringLiteral storageAttrName = "hls.storage";
inline constexpr llvm::StringLiteral targetAttrName = "hls.target";
inline constexpr llvm::StringLiteral designAttrName = "hls.design";

/// The schedule that a function is to get (#hls.schedule), and what was done
/// with it so far: an array of such schedules, each of the statements and
/// iterators of the program before, and of the steps around them
/// (#hls.schedule_step).
inline constexpr llvm::StringLiteral scheduleAttrName = "hls.schedule";
inline constexpr llvm::StringLiteral scheduledAttrName = "hls.scheduled";

/// Beside `hls.design`: how the point was found (#hls.search).
inline constexpr llvm::StringLiteral searchAttrName = "hls.search";

/// Variables of the design that may not be chosen freely: an array of strings
/// such as "S1.k.t2=4" or "A.partition0<=8".
inline constexpr llvm::StringLiteral pinsAttrName = "hls.pins";

/// Beside `hls.design`: what limits its nests, in program order (hls-explain).
inline constexpr llvm::StringLiteral bindingAttrName = "hls.binding";

/// Written by hls-estimate-qor on functions, tasks, loops, buffers and
/// transfers: a dictionary of what it estimates (its keys: Analysis/Passes.td).
inline constexpr llvm::StringLiteral qorAttrName = "hls.qor";

/// The call of a part of the program that is not affine (hls-outline-regions).
inline bool isRegionCall(mlir::Operation *op) {
  return op->hasAttr(accessAttrName);
}

/// Fails unless each extent of a box of lanes is a power of two.
llvm::LogicalResult
verifyLanes(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
            llvm::ArrayRef<int64_t> lanes);

/// Fails unless this is a number of ports that a block of an array each may
/// have.
mlir::LogicalResult
verifyPortBlocks(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                 int64_t blocks);

/// Elements of a box of lanes.
int64_t lanesIn(llvm::ArrayRef<int64_t> lanes);

/// What a value stands for outside of the tasks and processes around it: a
/// block argument stands for the operand.
mlir::Value originOf(mlir::Value value);

/// The block argument that stands for an operand of a task or a process; null
/// for any other operation.
mlir::Value argumentFor(mlir::OpOperand &operand);

/// `hls.level` of a loop; none where strip-mining did not make it.
inline std::optional<unsigned> levelOf(mlir::Operation *loop) {
  auto level = loop->getAttrOfType<mlir::IntegerAttr>(levelAttrName);
  return level ? std::optional<unsigned>(level.getInt()) : std::nullopt;
}

/// `hls.name` of what strip-mining makes of `loop` at a level.
inline std::string levelLoopName(llvm::StringRef loop, unsigned level) {
  return loop.str() + std::to_string(level);
}

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_HLS_H
