//===- Workers.h - How many workers nests have ----------------- -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_WORKERS_H
#define TALOS_LIB_PIPELINES_DRIVER_WORKERS_H

#include "Pipelines/Driver/Compilation.h"

namespace talos {

/// What the options say of workers, in `--workers` alone: takes them from the
/// pins (`S1.workers=3`), or from the design point that is given. An error
/// where both the pins and `--workers` say something, or a pin is no number.
mlir::LogicalResult gatherWorkers(PipelineOptions &options,
                                  mlir::MLIRContext &context);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_WORKERS_H
