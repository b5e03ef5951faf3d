//===- Passes.h - Passes that assemble the others ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_PASSES_H
#define TALOS_PIPELINES_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace talos {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "talos/Pipelines/Passes.h.inc"

} // namespace talos

#endif // TALOS_PIPELINES_PASSES_H
