//===- OperatorNames.h - Ops and the operator libraries ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operator of the libraries (lib/Target/data/operators) an op becomes.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_OPERATORNAMES_H
#define TALOS_ANALYSIS_OPERATORNAMES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace talos::analysis {

/// The operator's name, such as "fadd" or "dmul", with the implementation that
/// `hls.impl` asks for ("fadd.fabric"); empty if it has none.
std::string operatorName(mlir::Operation *op);

/// Whether it adds or subtracts floating-point numbers, and `hls.impl` does not
/// say how: what `adders` of a design point binds.
bool isOpenAdder(mlir::Operation *op);

/// A DSP of every family multiplies factors of so many bits (UG479, UG579).
constexpr unsigned narrowFactorBits = 18;
/// The other factor of a DSP48E2 or DSP58 (UG579, AM004).
constexpr unsigned wideFactorBits = 27;
constexpr llvm::StringLiteral narrowMultiplier = "mul18";
constexpr llvm::StringLiteral packedMultiplier = "mul27x18";

/// Bits that hold both factors as signed numbers: `hls.factor_bits`, or what
/// the ops that make them say (an extension, a constant, a mask).
unsigned factorBits(mlir::arith::MulIOp op);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_OPERATORNAMES_H
