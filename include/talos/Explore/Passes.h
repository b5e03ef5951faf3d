//===- Passes.h - The pass that decides -------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_PASSES_H
#define TALOS_EXPLORE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "talos/Explore/Template.h"

namespace talos::explore {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "talos/Explore/Passes.h.inc"

} // namespace talos::explore

#endif // TALOS_EXPLORE_PASSES_H
