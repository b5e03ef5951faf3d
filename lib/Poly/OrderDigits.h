//===- OrderDigits.h - Orders as numbers of several digits ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_ORDERDIGITS_H
#define TALOS_LIB_POLY_ORDERDIGITS_H

#include "talos/Poly/StreamOrder.h"

namespace talos::poly {

/// The consumer's iterators to the number of the token in the order of
/// production, as one expression; null if it is not known.
mlir::AffineMap numberAsExpression(const StreamOrder &production,
                                   const StreamOrder &consumption);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_ORDERDIGITS_H
