//===- Probing.h - Singleton consistency of rows ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_PROBING_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_PROBING_H

#include "NLP/BranchAndBound/Limits.h"
#include "NLP/BranchAndBound/Propagation.h"
#include "talos/Support/Threads.h"

namespace talos::nlp {

/// Probes rows of a block: leaves the block these rows alone and propagates. A
/// row that propagation refutes is dropped (singleton consistency).
class Probing {
public:
  /// What propagation leaves of a store.
  struct Child {
    int64_t bound; ///< a lower bound of the stage's objective
    Store store;
    /// Largest admitted value of that objective for which this is all that
    /// propagation drops; none: it may drop more.
    std::optional<int64_t> settledFor = std::nullopt;
  };
  /// Positions in a domain, ascending.
  using Positions = std::vector<uint32_t>;

  /// Both must outlive this. Every probe counts as a node. Threads probe
  /// together where all probes of a block take longer than
  /// `limits.togetherFrom` microseconds; the result does not depend on them.
  Probing(Propagation &propagation, Limits &limits)
      : propagation(propagation), limits(limits) {}

  /// The number of the objective whose bound children have.
  unsigned stage = 0;

  /// Each of these rows by itself.
  static std::vector<Positions> oneByOne(ArrayRef<uint32_t> positions);

  /// The store with these rows of b alone, propagated; none: refuted. Counts no
  /// node.
  std::optional<Child> probe(const Store &store, BlockId b,
                             ArrayRef<uint32_t> positions) {
    return probe(propagation, store, b, positions);
  }

  /// Probes each of these sets of rows of b, as far as the limits allow. `take`
  /// sees the number of the set and the child, in ascending order, of sets that
  /// are not refuted. False: a limit was hit before the last set.
  bool probeEach(const Store &store, BlockId b, ArrayRef<Positions> each,
                 function_ref<void(uint32_t, Child)> take);

  /// Drops inconsistent rows of all blocks that binary tables connect with two
  /// or more open blocks. False: a block has no row left.
  bool run(Store &store);

private:
  std::optional<Child> probe(Propagation &with, const Store &store, BlockId b,
                             ArrayRef<uint32_t> positions) const;
  void probeTogether(const Store &store, BlockId b, ArrayRef<Positions> each,
                     MutableArrayRef<std::optional<Child>> probes);
  bool probeBlock(Store &store, BlockId b, bool &dropped);
  Positions keepConsistent(const Store &store, BlockId b,
                           ArrayRef<Positions> each);

  Propagation &propagation;
  Limits &limits;
  std::vector<std::unique_ptr<Propagation>> others; ///< of further threads
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_PROBING_H
