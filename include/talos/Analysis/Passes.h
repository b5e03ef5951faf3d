//===- Passes.h - Passes over analyses --------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of Passes.td.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_PASSES_H
#define TALOS_ANALYSIS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::analysis {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "talos/Analysis/Passes.h.inc"

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_PASSES_H
