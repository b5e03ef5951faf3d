//===- OrderBanks.h - Banks of a block of tokens ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where several tokens of a block come or leave in one cycle, each of them is
// in a bank of its own.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_POLY_ORDERBANKS_H
#define TALOS_POLY_ORDERBANKS_H

#include "mlir/IR/AffineMap.h"
#include "llvm/Support/Error.h"

namespace talos::poly {

/// Bank, and word in it, of a token: of its number within the block, in the
/// order in which tokens come.
struct OrderBanks {
  mlir::AffineMap bank, word;
};

/// Of a block from which the product of `parts` tokens leave at a time: the
/// n-th one that leaves came at place(n), and is in the bank n mod that number.
/// isl proves it. An error says that no digits of the place tell the banks
/// apart.
llvm::Expected<OrderBanks> banksOfLeaving(mlir::AffineMap place, int64_t block,
                                          llvm::ArrayRef<int64_t> parts);

} // namespace talos::poly

#endif // TALOS_POLY_ORDERBANKS_H
