//===- ReportBinding.h - What limits the nests, in the report ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_REPORT_REPORTBINDING_H
#define TALOS_LIB_PIPELINES_REPORT_REPORTBINDING_H

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/JSON.h"

namespace talos {

/// The attribute `hls.binding` as JSON with the same keys; null for null.
llvm::json::Value bindingToJSON(mlir::ArrayAttr binding);

/// Lines for people; nothing for null.
void printBinding(mlir::ArrayAttr binding, llvm::raw_ostream &os);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_REPORT_REPORTBINDING_H
