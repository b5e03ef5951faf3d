//===- Distribute.cpp - stub -===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/Transforms/Passes.h"
namespace talos {
#define GEN_PASS_DEF_DISTRIBUTE
#include "talos/Transforms/Passes.h.inc"
namespace {
struct DistributePass : impl::DistributeBase<DistributePass> {
  using Base::Base;
  void runOnOperation() override {}
};
} // namespace
} // namespace talos
