//===- RootPropagation.h - What rows leave of the ranges --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_ROOTPROPAGATION_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_ROOTPROPAGATION_H

#include "NLP/BranchAndBound/Propagation.h"
#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// What the rows of some blocks say, whatever the others do: the features of
/// blocks without rows may take any value in their ranges.
class RootPropagation {
public:
  RootPropagation(const Coupling &coupling, ArrayRef<Table> tables);

  /// False: no point has a first objective of at most `most`.
  bool mayBe(int64_t most);
  /// After mayBe(), if that was true: narrows the ranges of features and
  /// interval columns of the coupling that this was made of to the values of
  /// the rows that may belong to such a point.
  void narrow(Coupling &coupling) const;

private:
  Coupling part;
  std::vector<Table> known;
  std::vector<std::vector<uint32_t>> rows;
  std::optional<Propagation> propagation;
  Store store;
};

/// Both in one; false: there is no such point.
bool propagateAtRoot(Coupling &coupling, ArrayRef<Table> tables, int64_t most);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_ROOTPROPAGATION_H
