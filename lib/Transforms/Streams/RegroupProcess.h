//===- RegroupProcess.h - Tokens of other lanes -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_REGROUPPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_REGROUPPROCESS_H

#include "ProcessBuilder.h"

namespace talos {

/// Makes tokens of the lanes of `out` from tokens of those of `in`; their
/// elements, so many, follow each other alike. On one side a token moves in
/// every iteration. As often as elements are repeated they begin with a token
/// on both sides.
void makeRegroupProcess(ProcessBuilder &builder, const llvm::Twine &name,
                        mlir::Value in, mlir::Value out, int64_t elements,
                        int64_t repetitions = 1);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_REGROUPPROCESS_H
