//===- Passes.h - Passes that edit the program ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contracts stand in the .td files of this directory.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_PASSES_H
#define TALOS_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Pass/Pass.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos {

#define GEN_PASS_DECL
#include "talos/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "talos/Transforms/Passes.h.inc"

} // namespace talos

#endif // TALOS_TRANSFORMS_PASSES_H
