//===- Dominance.h - Rows that another row dominates ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_DOMINANCE_H
#define TALOS_LIB_NLP_PRESOLVE_DOMINANCE_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// The items that no other dominates, in the order of their keys. A key has
/// `width` numbers, less is better; an item dominates another only if their
/// first `equal` numbers are the same. Of items with the same key the first
/// stays. An item is compared with `maxCompared` others at most: that bounds
/// the work, and keeps more items than necessary.
std::vector<uint32_t>
dropDominated(std::vector<uint32_t> items, size_t width, size_t equal,
              size_t maxCompared,
              function_ref<const int64_t *(uint32_t)> keyOf);

/// The rows of block b without those that another row dominates whatever the
/// other blocks do: no worse in every feature with a known monotonicity, and
/// equal in every feature where it is not.
std::vector<uint32_t> nondominated(const Coupling &coupling, const Table &table,
                                   BlockId b);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_DOMINANCE_H
