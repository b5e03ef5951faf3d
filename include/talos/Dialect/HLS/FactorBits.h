//===- FactorBits.h - Widths of the factors of a product --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_FACTORBITS_H
#define TALOS_DIALECT_HLS_FACTORBITS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace talos::hls {

/// On an arith.muli: bits that hold each of its factors as a signed number.
inline constexpr llvm::StringLiteral factorBitsAttrName = "hls.factor_bits";

inline std::optional<unsigned> factorBitsOf(mlir::Operation *product) {
  auto bits = product->getAttrOfType<mlir::IntegerAttr>(factorBitsAttrName);
  return bits ? std::optional<unsigned>(bits.getInt()) : std::nullopt;
}

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_FACTORBITS_H
