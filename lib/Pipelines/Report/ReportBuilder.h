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

} // namespace talos

#endif // TALOS_LIB_PIPELINES_REPORT_REPORTBUILDER_H
