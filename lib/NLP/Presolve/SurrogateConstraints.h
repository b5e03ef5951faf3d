//===- SurrogateConstraints.h - Budgets added up ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_PRESOLVE_SURROGATECONSTRAINTS_H
#define TALOS_LIB_NLP_PRESOLVE_SURROGATECONSTRAINTS_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// Adds surrogate constraints (Glover), each of which follows from two budgets:
/// with sum f <= F and sum g <= G, also sum (p f + q g) <= p F + q G holds, and
/// p f + q g is a column of its own in each block. Where every row of a block
/// takes one of two resources, the least f and the least g of the block are 0,
/// but the least p f + q g is not. Considers budgets `sum <= constant` that
/// share two or more blocks, and takes the weights p, q with which the sum of
/// the least values comes nearest to the limit (the Lagrangian dual), if it
/// comes clearly nearer than with either budget alone. Appends columns to
/// `tables`; to be called before describeCoupling(). Returns the number of
/// added constraints.
unsigned addSurrogateConstraints(Coupling &coupling,
                                 std::vector<Table> &tables);

/// Two budgets, by number, that cannot hold together whatever the blocks
/// without rows do; none if no surrogate constraint shows such a pair.
std::optional<std::pair<unsigned, unsigned>>
findContradiction(const Coupling &coupling, ArrayRef<Table> tables);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_PRESOLVE_SURROGATECONSTRAINTS_H
