//===- TestPasses.h - Passes that show the analyses -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes of TestPasses.td, which print what Poly and Analysis know.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_TESTPASSES_H
#define TALOS_ANALYSIS_TESTPASSES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace talos::analysis {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "talos/Analysis/TestPasses.h.inc"

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_TESTPASSES_H
