//===- ScalarCell.h - Local arrays of one element ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_DISTRIBUTE_SCALARCELL_H
#define TALOS_LIB_TRANSFORMS_DISTRIBUTE_SCALARCELL_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace talos {

/// A new array of one element of `type`, allocated at the start of the function
/// that holds `op`. `loc` may carry its name.
inline mlir::Value makeCell(mlir::Operation *op, mlir::Type type,
                            mlir::Location loc) {
  auto func = op->getParentOfType<mlir::func::FuncOp>();
  auto builder = mlir::OpBuilder::atBlockBegin(&func.getBody().front());
  return mlir::memref::AllocOp::create(builder, loc,
                                       mlir::MemRefType::get({1}, type));
}

inline mlir::Value loadCell(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value cell) {
  return mlir::affine::AffineLoadOp::create(
      builder, loc, cell, mlir::AffineMap::getConstantMap(0, cell.getContext()),
      mlir::ValueRange());
}

inline mlir::affine::AffineStoreOp storeCell(mlir::OpBuilder &builder,
                                             mlir::Location loc,
                                             mlir::Value value,
                                             mlir::Value cell) {
  return mlir::affine::AffineStoreOp::create(
      builder, loc, value, cell,
      mlir::AffineMap::getConstantMap(0, cell.getContext()),
      mlir::ValueRange());
}

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_DISTRIBUTE_SCALARCELL_H
