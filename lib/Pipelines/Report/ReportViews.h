//===- ReportViews.h - What pictures of a report need -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_REPORT_REPORTVIEWS_H
#define TALOS_LIB_PIPELINES_REPORT_REPORTVIEWS_H

#include "talos/Pipelines/Report.h"

namespace talos {

/// "file:line:column" of the source, or "?".
std::string placeOf(mlir::Location loc);

/// Operations on data of one run of the program that `func` was made of, by
/// operator: counted over the copy of the source that goes with it. Empty where
/// something that is not affine, or a condition, decides how often one runs.
std::vector<std::pair<std::string, int64_t>>
countOperations(mlir::func::FuncOp func);

/// Adds device, operators, operations and lines of the source `text`. The rest
/// of `report` is complete.
void addViews(Report &report, mlir::func::FuncOp top,
              const target::Target &target, llvm::StringRef text);

llvm::json::Value toJSON(const target::Resources &resources);
llvm::json::Value memoryToJSON(const target::Device &device);
llvm::json::Value sourceLinesToJSON(const Report &report);
llvm::json::Value operationsToJSON(const Report &report);
llvm::json::Value libraryToJSON(const Report &report);
llvm::json::Value timelineToJSON(const Report &report);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_REPORT_REPORTVIEWS_H
