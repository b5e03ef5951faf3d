//===- ParetoRun.h - hlsc --pareto ------------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DSE_PARETORUN_H
#define TALOS_LIB_PIPELINES_DSE_PARETORUN_H

#include "talos/Pipelines/Driver.h"

namespace talos {

/// Finds the front of cycles against the resources of `options.pareto`, prints
/// it to `out`, and writes its design points as files. The record
/// (options.pareto.record) has a line for every program that was solved to an
/// end, and is taken up as that of --dse is.
ExitCode exploreFront(const DriverOptions &options, llvm::raw_ostream &out,
                      llvm::raw_ostream &err);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DSE_PARETORUN_H
