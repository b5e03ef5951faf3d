//===- MemoryBanks.h - Which bank of memory a port lies in ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_MEMORYBANKS_H
#define TALOS_DIALECT_HLS_MEMORYBANKS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallVector.h"

namespace talos::hls {

/// By argument, the bank of each of its AXI ports (none of a scalar). While
/// there is a bank for each port they follow each other. Arrays that outnumber
/// the banks share them: the largest first, each with the bank that holds
/// least, those that nothing accesses last. Blocks of an array have its bank.
/// Without `hls.interface` an array has one port.
llvm::SmallVector<llvm::SmallVector<int64_t>>
memoryBanksOf(mlir::FunctionOpInterface func, int64_t banks);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_MEMORYBANKS_H
