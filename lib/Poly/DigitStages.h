//===- DigitStages.h - Stages between orders of digits ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_DIGITSTAGES_H
#define TALOS_LIB_POLY_DIGITSTAGES_H

#include "talos/Poly/StreamOrder.h"

namespace talos::poly {

/// As stagesBetween, where every subscript counts loops as digits and the loops
/// of both orders can be cut into the same digits; where they cannot, a buffer
/// of the whole array if that has many tokens; none: another form. It takes no
/// time that grows with the sizes beyond that of a block. Tokens of both orders
/// are alike, and subscripts count them.
std::optional<std::vector<OrderStage>>
stagesOfDigits(const StreamOrder &production, const StreamOrder &consumption);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_DIGITSTAGES_H
