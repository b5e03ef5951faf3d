//===- ArrayBlock.h - Arguments that are blocks of an array -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between hls-split-arrays and hls-merge-blocks an argument may stand for a
// block of an array of the source program: a run of positions of one dimension.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_ARRAYBLOCK_H
#define TALOS_DIALECT_HLS_ARRAYBLOCK_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <optional>
#include <string>

namespace talos::hls {

/// On an argument: a dictionary of `array` (a name), `dim`, `start` and
/// `extent` (i64), the fields of ArrayBlock.
inline constexpr llvm::StringLiteral blockAttrName = "hls.block_of";

/// On a function whose arrays are cut, share ports or are moved to memory, or
/// did, or whose nests have workers: how, as `A.0=272+118,C@A`, `E.scratch` or
/// `S1.workers=3`.
inline constexpr llvm::StringLiteral blocksAttrName = "hls.blocks";

/// That text; empty where nothing is cut.
mlir::StringAttr blocksOf(mlir::Operation *func);

/// On an argument: the name of another array (a string), whose port it uses as
/// well. Transfers of both follow each other, loads of what has this attribute
/// after all others.
inline constexpr llvm::StringLiteral portOfAttrName = "hls.port_of";

/// On an argument behind all others: the name of a read-only array (a string)
/// that it is a copy of. The source program knows the array alone; the host
/// program fills both.
inline constexpr llvm::StringLiteral copyOfAttrName = "hls.copy_of";

/// On an argument behind all others: a dictionary as that of `hls.block_of`.
/// Memory holds that part of another argument for this one alone. The source
/// program knows the whole; the host program fills its parts, and takes back
/// what the kernel writes, which accesses the whole itself no more then.
inline constexpr llvm::StringLiteral partOfAttrName = "hls.part_of";

/// On an argument behind all others (unit): an array that is local in the
/// source program. The kernel alone stores and loads it; the host program gives
/// it the memory.
inline constexpr llvm::StringLiteral scratchAttrName = "hls.scratch";

/// The source program has no such argument: it is a copy or a part of another
/// one before it, or scratch memory.
bool isAddedArgument(mlir::FunctionOpInterface func, unsigned argument);

/// The array whose name the argument's port has: that of `hls.port_of`, that it
/// is a block of, or itself. Empty where it has no name.
std::string portNameOf(mlir::FunctionOpInterface func, unsigned argument);

struct ArrayBlock {
  std::string array;     ///< that it is a block of
  int64_t dimension = 0; ///< that is cut
  int64_t start = 0;     ///< first position there
  int64_t extent = 0;    ///< of the array in this dimension

  mlir::DictionaryAttr attribute(mlir::MLIRContext *context) const;
  /// None if the attribute is none of blockAttrName.
  static std::optional<ArrayBlock> of(mlir::Attribute attribute);
  /// None of an argument that is no block.
  static std::optional<ArrayBlock> of(mlir::FunctionOpInterface func,
                                      unsigned argument);

  /// Whether a block of this shape lies inside of the array.
  bool holds(llvm::ArrayRef<int64_t> shape) const;
  /// Of the array, where that of the block is this.
  mlir::MemRefType wholeType(mlir::MemRefType block) const;
};

/// Whether the rows [start, start + shape[0]) of an array of `rows` rows that
/// lies in memory as in C begin and end on beats of so many elements, or with
/// the array.
bool startsOnBeats(int64_t start, int64_t rows, llvm::ArrayRef<int64_t> shape,
                   int64_t beat);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_ARRAYBLOCK_H
