//===- Reorder.h - Sums whose terms may come in any order -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_REORDER_H
#define TALOS_LIB_POLY_REORDER_H

#include "ScopImpl.h"

namespace talos::poly {

/// The statement is a reduction of integers, whose terms may come in any order,
/// and nothing else of it reads the array. Dependences of the statement on
/// itself through that array then constrain no schedule.
bool mayReorder(const Scop::Impl &scop, unsigned statement);

/// It orders the terms of such a sum.
bool isReordered(const Scop::Impl &scop, const DependenceRelation &edge);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_REORDER_H
