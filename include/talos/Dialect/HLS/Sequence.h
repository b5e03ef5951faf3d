//===- Sequence.h - Dataflow regions of a function --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_SEQUENCE_H
#define TALOS_DIALECT_HLS_SEQUENCE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::hls {

/// The dataflow regions at the top of a function, also those that an
/// hls.sequence runs, in order.
llvm::SmallVector<DataflowOp> dataflowsOf(mlir::func::FuncOp func);

/// The sequence that runs the region; null: it runs once.
SequenceOp sequenceOf(DataflowOp dataflow);

/// The name of a parameter of a sequence, a number that is never negative;
/// empty: the value is none.
llvm::StringRef parameterName(mlir::Value value);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_SEQUENCE_H
