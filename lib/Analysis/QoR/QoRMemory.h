//===- QoRMemory.h - Banks of a buffer and its transfers --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the scheduler asks of a memory: how many banks, in which bank an element
// lies, how many accesses a cycle a bank serves, and what memory and transfers
// cost.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORMEMORY_H
#define TALOS_LIB_ANALYSIS_QOR_QORMEMORY_H

#include "mlir/IR/BuiltinTypes.h"
#include "talos/Analysis/QoR.h"
#include "talos/Analysis/Transfers.h"
#include "llvm/ADT/DenseMap.h"

namespace talos::analysis {

struct Memory {
  std::string name;
  llvm::SmallVector<int64_t> extents, factors; ///< one a dimension
  llvm::SmallVector<bool> isBlock; ///< contiguous banks, not interleaved
  llvm::SmallVector<bool> isWord;  ///< the factor's elements are one word
  int64_t elementBits = 32, copies = 1, ports = 2;
  hls::StorageKind storage = hls::StorageKind::Auto;
  bool onChip = true;         ///< false: an off-chip array
  bool isLocal = false;       ///< registers that live within one iteration
  bool isInitialized = false; ///< no URAM can hold it
  bool isPort = false;        ///< beside the kernel

  int64_t banks() const;
  int64_t words() const;                ///< of the fullest bank
  int64_t rowWords(unsigned dim) const; ///< positions of a dimension in a bank
  int64_t wordElements() const;         ///< elements side by side in a word
  bool inRegisters() const {
    return onChip && words() <= 1 && wordElements() == 1;
  }
  /// Bank coordinate of position `at` in dimension `dim`; `at` may lie outside
  /// of the array by a constant that moves with the loops.
  int64_t bankOf(unsigned dim, int64_t at) const;

  static Memory of(llvm::StringRef name, mlir::MemRefType type,
                   hls::PartitionAttr partition);
};

using Memories = llvm::DenseMap<mlir::Value, Memory>;

/// Memory blocks of a buffer; the linear LUT and FF rules of transfers too.
BufferQoR estimateBuffer(hls::BufferOp op, const Memory &memory, bool loaded,
                         bool stored, const target::Target &target);

/// A transfer of a whole buffer, one burst loop. A transfer whose code has a
/// loop without constant bounds is an error at the loop.
mlir::FailureOr<TransferQoR> estimateTransfer(const Transfer &transfer,
                                              const Memory &memory, bool inTask,
                                              const target::Target &target);

/// Cycles that a bank of memory takes for so many bytes.
int64_t memoryCycles(int64_t bytes, target::ByteTime time);

/// Shared with the address delays of statements.
bool isPowerOfTwo(int64_t value);
/// More digits in signed-digit form than adders do at once.
bool needsMultiplier(int64_t stride, const target::ToolRules &rules);
/// Bits that hold 0 .. n-1.
int64_t bitsOf(int64_t n);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORMEMORY_H
