//===- Remaining.h - What rows leave of the ranges --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_REMAINING_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_REMAINING_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// Narrows the ranges of features and outputs to what the rows take that may
/// belong to a point with at most `most` of the first objective. Blocks without
/// rows may do whatever their features' ranges admit. False: there is no such
/// point.
bool narrowToRemaining(Coupling &coupling, llvm::ArrayRef<Table> tables,
                       int64_t most);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_REMAINING_H
