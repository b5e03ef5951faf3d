//===- ListWithin.h - Choices within a limit --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_LISTWITHIN_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_LISTWITHIN_H

#include "NLP/BlockEnumeration/RowLimit.h"
#include "NLP/Presolve/Tabulate.h"

namespace talos::nlp {

/// What tabulate() returns where `listing` has a limit. `order`: in which the
/// variables are given values.
Table listWithin(const Model &model, const Ranges &ranges,
                 llvm::ArrayRef<VarId> order,
                 llvm::ArrayRef<NodeId> constraints,
                 llvm::ArrayRef<NodeId> features, const Listing &listing);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_LISTWITHIN_H
