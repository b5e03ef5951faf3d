//===- RootPropagation.h - What rows leave of the ranges --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_ROOTPROPAGATION_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_ROOTPROPAGATION_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// Narrows the ranges of features and interval columns: to the values of the
/// rows that may belong to a point whose first objective is at most `most`.
/// Features of blocks without rows may take any value in their ranges. False:
/// there is no such point.
bool propagateAtRoot(Coupling &coupling, ArrayRef<Table> tables, int64_t most);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_ROOTPROPAGATION_H
