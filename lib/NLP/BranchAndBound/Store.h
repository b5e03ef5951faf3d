//===- Store.h - The rows that each block may still take --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_STORE_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_STORE_H

#include "talos/NLP/Interval.h"
#include <memory>
#include <mutex>

namespace talos::nlp {

/// The groups that the rows of a domain belong to, by number of the block's
/// binary table: computed on demand, by any thread.
class UsedGroups {
public:
  UsedGroups() = default;
  UsedGroups(const UsedGroups &other) {
    std::lock_guard<std::mutex> lock(other.guard);
    groups = other.groups;
  }
  /// `make` fills an empty set.
  const BitVector &get(size_t number, size_t tables,
                       function_ref<void(BitVector &)> make) const {
    std::lock_guard<std::mutex> lock(guard);
    if (groups.empty())
      groups.resize(tables);
    if (groups[number].empty())
      make(groups[number]);
    return groups[number];
  }

private:
  mutable std::mutex guard;
  mutable std::vector<BitVector> groups;
};

/// Rows of one block, ascending, and the ranges of their columns. Immutable
/// once shared.
struct Domain {
  std::vector<uint32_t> rows;
  /// Ranges of the interval columns, by column and position in rows.
  std::vector<std::vector<int64_t>> lo, hi;
  std::vector<Interval> range; ///< by column; only of columns that are needed
  /// How many neighbours had one row when the interval columns were evaluated.
  unsigned known = 0;
  UsedGroups groups;
};
using DomainPtr = std::shared_ptr<const Domain>;

/// The rows that each block may still take.
struct Store {
  std::vector<DomainPtr> domains; ///< by block
  bool isSingle(BlockId b) const { return domains[b]->rows.size() == 1; }
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_STORE_H
