//===- Number.cpp - What the rules need of a number type ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/Number.h"

using namespace talos;

std::optional<Int>
cost::Numbers<Int>::tabulate(Int value,
                             llvm::function_ref<int64_t(int64_t)> f) const {
  return value.isValid() ? Int(f(value.value())) : Int::invalid();
}
