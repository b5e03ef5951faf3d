//===- TableBuilder.h - Collects choices ------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_TABLEBUILDER_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_TABLEBUILDER_H

#include "NLP/BlockEnumeration/RowSet.h"

namespace talos::nlp {

/// Collects choices of a block, evaluates their features in lanes and merges
/// rows that are equal.
class TableBuilder {
public:
  /// More choices than `most` are too many.
  TableBuilder(const Model &model, llvm::ArrayRef<VarId> variables,
               llvm::ArrayRef<NodeId> features, int64_t most);

  void add(const Assignment &point);
  /// To be called once.
  Table finish();

  Table table; ///< the rows so far

private:
  void flush();

  Program program;
  RowSet seen;
  int64_t most;
  std::vector<std::vector<int64_t>> batch; ///< by variable and lane
  std::vector<const int64_t *> columns;    ///< the same by VarId
  unsigned filled = 0;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_TABLEBUILDER_H
