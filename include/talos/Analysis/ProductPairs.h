//===- ProductPairs.h - Two narrow products in one multiplier ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which products two neighbouring copies of an unrolled loop can compute
// together (AMD WP486): one rule for the design space, for a design point and
// for the pass that writes them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_PRODUCTPAIRS_H
#define TALOS_ANALYSIS_PRODUCTPAIRS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Target/Target.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace talos::analysis {

/// Bits of each factor, signed.
constexpr unsigned pairedFactorBits = 8;

/// Memories that a loop body writes, as hls::originOf has them.
using WrittenMemories = llvm::SmallPtrSet<mlir::Value, 4>;

WrittenMemories writtenMemories(const Statement &statement);

/// Appends what computes `value` in `body`, operands first: pure ops and loads
/// of memories that the body does not write, which may all stand at its start.
/// False if there is anything else.
bool comesFirst(mlir::Value value, mlir::Block *body,
                const WrittenMemories &written,
                llvm::SetVector<mlir::Operation *> &ops);

/// The operand number of the factor that is the same in all iterations of the
/// loop with this induction variable, where the other one is not and both have
/// at most pairedFactorBits.
std::optional<unsigned> sharedFactor(mlir::arith::MulIOp product,
                                     mlir::Value inductionVar,
                                     const WrittenMemories &written);

/// The products of a statement that neighbouring copies of the loop at this
/// position of its band can compute in pairs, whatever else is unrolled. Empty
/// of a loop that carries a sum, and where copies may touch the same element
/// of what they write.
llvm::SmallVector<mlir::arith::MulIOp>
pairedProducts(const Statement &statement, unsigned loop);

/// Whether one multiplier of two products takes fewer DSPs than two do: not on
/// a family whose DSPs are narrower. An error if the library lacks either.
llvm::Expected<bool> pairsSaveDsp(const target::Target &target);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_PRODUCTPAIRS_H
