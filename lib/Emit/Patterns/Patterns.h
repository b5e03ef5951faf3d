//===- Patterns.h - From operations to C++ text -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function an operation; each Patterns*.cpp registers those of one dialect.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_PATTERNS_PATTERNS_H
#define TALOS_LIB_EMIT_PATTERNS_PATTERNS_H

#include "Emit/Kernel/FunctionEmitter.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::emit {

using ExpressionPattern = mlir::FailureOr<Expr> (*)(FunctionEmitter &,
                                                    mlir::Operation *);
using StatementPattern = mlir::LogicalResult (*)(FunctionEmitter &,
                                                 mlir::Operation *);

struct Patterns {
  llvm::StringMap<ExpressionPattern> expressions;
  llvm::StringMap<StatementPattern> statements;

  template <typename OpTy,
            mlir::FailureOr<Expr> (*pattern)(FunctionEmitter &, OpTy)>
  void expression() {
    expressions[OpTy::getOperationName()] = [](FunctionEmitter &emitter,
                                               mlir::Operation *op) {
      return pattern(emitter, llvm::cast<OpTy>(op));
    };
  }
  template <typename OpTy,
            mlir::LogicalResult (*pattern)(FunctionEmitter &, OpTy)>
  void statement() {
    statements[OpTy::getOperationName()] = [](FunctionEmitter &emitter,
                                              mlir::Operation *op) {
      return pattern(emitter, llvm::cast<OpTy>(op));
    };
  }
};

void addArithPatterns(Patterns &patterns);
void addMathPatterns(Patterns &patterns);
void addAffinePatterns(Patterns &patterns);
void addScfPatterns(Patterns &patterns);
void addMemRefPatterns(Patterns &patterns);
void addHLSPatterns(Patterns &patterns);
void addBeatPatterns(Patterns &patterns);
void addStreamPatterns(Patterns &patterns);

/// `name(arguments)`: the call of a task's or a process' function.
mlir::FailureOr<std::string> callText(FunctionEmitter &emitter,
                                      mlir::Operation *op,
                                      mlir::ValueRange inputs);

/// The pragmas array_partition and bind_storage of a local array; either
/// attribute may be null.
void memoryPragmas(FunctionEmitter &emitter, llvm::StringRef name,
                   hls::PartitionAttr partition, hls::StorageAttr storage,
                   bool isConstant = false);

/// The patterns of every dialect.
const Patterns &allPatterns();

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_PATTERNS_PATTERNS_H
