//===- PackProcess.h - Tokens to elements and back --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_PACKPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_PACKPROCESS_H

#include "ProcessBuilder.h"

namespace talos {

/// A token of `in` is taken apart, one element an iteration.
void makeUnpackProcess(ProcessBuilder &builder, const llvm::Twine &name,
                       mlir::Value in, mlir::Value out, int64_t elements);

/// Elements that follow each other become a token of `out`.
void makePackProcess(ProcessBuilder &builder, const llvm::Twine &name,
                     mlir::Value in, mlir::Value out, int64_t elements);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_PACKPROCESS_H
