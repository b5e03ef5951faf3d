//===- BoxSplit.h - Boxes of several boxes ----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens of a box come through FIFOs side by side. Where one side of a transfer
// has larger boxes than the other, each of them is several of the smaller ones,
// which move one after the other there, and together here.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_BOXSPLIT_H
#define TALOS_LIB_TRANSFORMS_STREAMS_BOXSPLIT_H

#include "talos/Poly/StreamOrder.h"

namespace talos {

struct BoxSplit {
  llvm::SmallVector<int64_t> lanes; ///< of the smaller box
  /// Dimensions along which the larger box has several, and how many.
  llvm::SmallVector<unsigned> dims;
  llvm::SmallVector<int64_t> parts;
  bool deals = false; ///< the larger box is that of the consumer
  /// The number of a part, and of a FIFO of the smaller box, to that of a FIFO
  /// of the larger one.
  mlir::AffineMap fifo;

  /// Parts of a box.
  int64_t together() const;
  /// FIFOs of the smaller box.
  int64_t fifos() const;
};

/// None where no side has boxes of whole boxes of the other one.
std::optional<BoxSplit> splitOf(const poly::StreamOrder &production,
                                const poly::StreamOrder &consumption);

/// The order with the parts of its boxes as innermost loops.
poly::StreamOrder inParts(const poly::StreamOrder &order,
                          const BoxSplit &split);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_BOXSPLIT_H
