//===- ReportPage.h - The report as a page with pictures --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_REPORT_REPORTPAGE_H
#define TALOS_LIB_PIPELINES_REPORT_REPORTPAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace talos {

/// Succeeds if the Python package that makes pages is there, and a Python that
/// can run it. The error says what to install.
llvm::Error findReportPackage();

/// Writes the page of a JSON report to the file `page`, with the exploration of
/// the file `record` if that is not empty. Runs `python3 -m talos report`.
llvm::Error writeReportPage(llvm::StringRef json, llvm::StringRef record,
                            llvm::StringRef page);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_REPORT_REPORTPAGE_H
