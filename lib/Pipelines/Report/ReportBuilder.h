//===- ReportBuilder.h - Collects what the report says ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_REPORT_REPORTBUILDER_H
#define TALOS_LIB_PIPELINES_REPORT_REPORTBUILDER_H

#include "Pipelines/Driver/Compilation.h"
#include "talos/Pipelines/Report.h"

namespace talos {

/// Everything but C simulation, files and times.
Report buildReport(Compilation &compilation, const DriverOptions &options);

/// Executes the network of the top function.
void addNetwork(Report &report, mlir::ModuleOp module);

/// Why cycles of the model and of the estimator do not describe one design:
/// they are more than 1 % of the model's apart. Empty if they are not, or if
/// the model says nothing (0).
std::string disagreement(int64_t predicted, int64_t estimated);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_REPORT_REPORTBUILDER_H
