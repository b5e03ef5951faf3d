//===- EnumerateBlock.h - The choices of a block ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_ENUMERATEBLOCK_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_ENUMERATEBLOCK_H

#include "NLP/Presolve/Table.h"
#include "talos/NLP/Interval.h"
#include <functional>

namespace talos::nlp {

class BoundFilter;

/// Which choices of a block to enumerate.
struct EnumerationRequest {
  /// Asked now and then; false: stop.
  std::function<bool()> keepGoing = [] { return true; };
  /// More choices than this, counted before equal ones are merged, are too
  /// many: stop, or do not start where there seem to be many times more.
  int64_t most = INT64_MAX;
  /// Leave out choices that it excludes; null: leave out none.
  BoundFilter *filter = nullptr;
};

/// What an enumeration is about; as enumerateBlock() has it.
struct EnumerationProblem {
  const Model &model;
  const Ranges &ranges;
  ArrayRef<VarId> order; ///< the variables, as they are given values
  ArrayRef<NodeId> constraints, features;
  const EnumerationRequest &request;
};
/// All choices, depth first.
Table enumerateAll(const EnumerationProblem &problem);
/// Those that the filter admits. Takes many partial choices to the next
/// variable together, a lane each.
Table enumerateBounded(const EnumerationProblem &problem);

/// `constraints`: roots whose variables all belong to `block`; `features`:
/// nodes over variables of the block that are valid everywhere. Of rows with
/// equal features the first is kept: nothing outside the block can tell them
/// apart.
Table enumerateBlock(const Model &model, const Ranges &ranges, BlockId block,
                     ArrayRef<NodeId> constraints, ArrayRef<NodeId> features,
                     const EnumerationRequest &request = {});

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_ENUMERATEBLOCK_H
