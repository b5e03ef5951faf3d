//===- Surrogates.h - Budgets added up --------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_SURROGATES_H
#define TALOS_LIB_NLP_PRESOLVE_SURROGATES_H

#include "NLP/Presolve/Coupling.h"
#include "NLP/Presolve/Tabulate.h"

namespace talos::nlp {

/// Adds constraints that follow from two others. Where every row of a block
/// takes either of two resources, the least of each alone says little: with
/// sum f <= F and sum g <= G, also sum (p f + q g) <= p F + q G holds, and the
/// least p f + q g of a block is its own column. Takes pairs of constraints
/// `sum <= constant` that share two or more blocks, and the weights p, q with
/// which the least sums come nearest to the limit (the Lagrangian dual), where
/// these come clearly nearer than with either alone.
/// Appends columns to `tables`; called before conclude(). Returns how many
/// constraints were added.
unsigned addSurrogates(Coupling &coupling, std::vector<Table> &tables);

/// Two such constraints that cannot hold together whatever the blocks without
/// rows do, by number; none if these weights show none.
std::optional<std::pair<unsigned, unsigned>>
contradiction(const Coupling &coupling, llvm::ArrayRef<Table> tables);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_SURROGATES_H
