//===- DesignFile.h - A design point in a file ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A design point is written as the text of `#hls.design<...>` or as JSON of the
// same structure (docs/Usage.md); the report's "design" is such JSON. A file
// whose first character is '{' is JSON.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_DESIGNFILE_H
#define TALOS_PIPELINES_DESIGNFILE_H

#include "talos/Dialect/HLS/HLS.h"
#include "llvm/Support/JSON.h"

namespace talos {

/// Reads the design point in `path`. Errors name the file and the JSON path or
/// the position in the text, and what is expected there.
mlir::FailureOr<hls::DesignAttr> readDesignFile(llvm::StringRef path,
                                                mlir::Location where);

/// The JSON form of a design point; readDesignFile reads it back unchanged.
llvm::json::Value designToJSON(hls::DesignAttr design);

/// The reverse; an unknown key, a missing one or a wrong type is an error.
mlir::FailureOr<hls::DesignAttr>
designFromJSON(const llvm::json::Value &value, mlir::MLIRContext *context,
               llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace talos

#endif // TALOS_PIPELINES_DESIGNFILE_H
