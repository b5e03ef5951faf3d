//===- Transfers.h - load_X and store_X functions ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_TRANSFERS_H
#define TALOS_LIB_EMIT_KERNEL_TRANSFERS_H

#include "Emit/Kernel/Interface.h"

namespace talos::emit {

/// A function that copies a box of an off-chip array from or to a buffer.
struct Transfer {
  mlir::Operation *op; // hls.tile_load or hls.tile_store
  bool isLoad;
  mlir::Value array, buffer;
  mlir::OperandRange offsets;
  int64_t beat;
  const Port *port;

  /// Transfers with one key share a function.
  std::string key() const;
};

/// Checks that the port has the transfer's beat and that the box starts and
/// ends on a beat.
mlir::FailureOr<Transfer> describeTransfer(const Kernel &kernel,
                                           mlir::Operation *op);

/// One pipelined nest over the buffer, one beat an iteration.
void printTransfer(llvm::raw_ostream &os, const Transfer &transfer,
                   llvm::StringRef function);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_TRANSFERS_H
