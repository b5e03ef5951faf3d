//===- Packing.cpp - Several elements in a word of a URAM -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Packing.h"
#include "Explore/Shared/Tiles.h"

using namespace talos;
using namespace talos::explore;

/// An array that takes less than this part of what all may hold is not packed.
static constexpr int64_t leastShare = 16;

/// Whether the array fits in the URAMs that may be used, no bit of them unused.
static bool mayFit(const DesignSpace &space, const ArraySpace &array) {
  const target::MemoryRules &rules = space.target.rules.memories;
  Int bits = Int(elementsOf(array)) * int64_t(array.shape.elementBits);
  Int most = Int(space.usable.uram) * rules.uramWords * rules.uramBits;
  return bits.isValid() && most.isValid() && bits.value() <= most.value();
}

static bool isPinned(const DesignSpace &space, const ArraySpace &array) {
  return llvm::any_of(space.pins, [&](const nlp::Pin &pin) {
    return pin.name == array.shape.name + ".packed";
  });
}

/// Words of which the tool does not know the bank are not counted.
static bool hasOpenBanks(const DesignSpace &space, unsigned array) {
  return llvm::any_of(space.tasks, [&](const TaskSpace &task) {
    return llvm::any_of(task.only().shape().references,
                        [&](const cost::ReferenceShape &reference) {
                          return reference.array == array && reference.openLoop;
                        });
  });
}

void explore::offerPacking(DesignSpace &space) {
  Int words = 0;
  for (const ArraySpace &array : space.arrays)
    words = words + elementsOf(array);
  int64_t capacity = space.usable.uram * space.target.rules.memories.uramWords;
  bool isTight = !words.isValid() || words.value() > capacity / 2;
  for (auto [a, array] : llvm::enumerate(space.arrays)) {
    if (hasOpenBanks(space, a))
      continue;
    bool isLarge = elementsOf(array) > capacity / leastShare;
    if (isPinned(space, array) || (isTight && isLarge && mayFit(space, array)))
      array.wordElements = cost::packedElements(array.shape, space.target);
  }
}

void explore::offerPacking(DesignSpace &space,
                           const DesignChoices<Int> &choices) {
  for (auto [a, packed] : llvm::enumerate(choices.packed)) {
    ArraySpace &array = space.arrays[a];
    if (!hasOpenBanks(space, a) && packed && packed->value() == 1)
      array.wordElements = cost::packedElements(array.shape, space.target);
  }
}

bool explore::isAligned(const Link &link, int64_t unroll) {
  return link.alignment % unroll == 0;
}

bool explore::isLast(const DesignSpace &space, const Link &link) {
  return link.dimension + 1 == space.arrays[link.array].shape.extents.size();
}
