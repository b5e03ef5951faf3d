//===- OperatorImpl.h - How an operator is implemented ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `hls.impl` on an operation binds its operators to an implementation, such as
// adders in LUTs instead of DSPs. Without it the tool chooses.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_OPERATORIMPL_H
#define TALOS_DIALECT_HLS_OPERATORIMPL_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace talos::hls {

/// On an arith.addf, arith.subf or arith.mulf of f32 or f64: a word of bind_op.
inline constexpr llvm::StringLiteral implAttrName = "hls.impl";

/// The word; empty without one.
inline llvm::StringRef implOf(mlir::Operation *op) {
  auto impl = op->getAttrOfType<mlir::StringAttr>(implAttrName);
  return impl ? impl.getValue() : llvm::StringRef();
}

/// Binds what `to` computes in place of `from` as it was.
inline void copyImpl(mlir::Operation *from, mlir::Operation *to) {
  if (mlir::Attribute impl = from->getAttr(implAttrName))
    to->setAttr(implAttrName, impl);
}

/// What bind_op calls the operation, "fadd" ... "dmul"; empty if `hls.impl` may
/// not stand on it.
llvm::StringRef boundOperation(mlir::Operation *op);

/// The implementations of it that the tool has (UG1399, pragma HLS bind_op).
llvm::ArrayRef<llvm::StringLiteral> implsOf(llvm::StringRef operation);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_OPERATORIMPL_H
