//===- SourceExtents.h - Arrays that are filled up --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory may hold more than the array of the source program: each dimension
// filled up behind its last element. The host program packs the array's
// elements into that, and leaves what is beside them alone.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_SOURCEEXTENTS_H
#define TALOS_DIALECT_HLS_SOURCEEXTENTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace talos::hls {

/// On an array argument of the top function: the extents (a dense array of i64)
/// that the array has in the source program, no greater than its own.
inline constexpr llvm::StringLiteral extentsAttrName = "hls.extents";

/// These extents, as an attribute of an array of this type.
bool isSourceExtents(mlir::Attribute attribute, mlir::Type type);

/// Of an argument of the top function; its own ones where it is not filled up.
llvm::ArrayRef<int64_t> sourceExtents(mlir::BlockArgument array);
/// The same of an array argument by its number, also of a declaration.
llvm::ArrayRef<int64_t> sourceExtents(mlir::FunctionOpInterface function,
                                      unsigned argument);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_SOURCEEXTENTS_H
