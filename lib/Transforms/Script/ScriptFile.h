//===- ScriptFile.h - The file of a script ----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCRIPT_SCRIPTFILE_H
#define TALOS_LIB_TRANSFORMS_SCRIPT_SCRIPTFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace talos {

/// Null if the file is no script, which hls-run-schedule says.
mlir::OwningOpRef<mlir::ModuleOp> readScript(llvm::StringRef file,
                                             mlir::MLIRContext *context);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCRIPT_SCRIPTFILE_H
