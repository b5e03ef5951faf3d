//===- Slots.cpp - What the choices of one block decide -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/Slots.h"

using namespace talos;
using namespace talos::nlp;

std::vector<bool> nlp::coneOf(llvm::ArrayRef<Slot> slots, unsigned root) {
  std::vector<bool> needed(slots.size(), false);
  needed[root] = !slots[root].isFixed;
  for (unsigned i = slots.size(); i-- > 0;)
    for (unsigned k = 0; needed[i] && k < operandCount(slots[i].op); ++k)
      needed[slots[i].x[k]] = !slots[slots[i].x[k]].isFixed;
  return needed;
}
