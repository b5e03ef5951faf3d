//===- Delinearize.h - One loop a subscript ---------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_NORMALIZE_DELINEARIZE_H
#define TALOS_LIB_TRANSFORMS_NORMALIZE_DELINEARIZE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos::transforms {

/// What hls-delinearize does to a function. `withTables`: constant tables of
/// the module get another shape as well, which a pass of functions may not do.
void delinearize(mlir::func::FuncOp func, bool withTables);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_NORMALIZE_DELINEARIZE_H
