//===- Dse.h - Algorithm 1 of NLP-DSE ---------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DSE_DSE_H
#define TALOS_LIB_PIPELINES_DSE_DSE_H

#include "talos/Pipelines/Driver.h"
#include <atomic>

namespace talos {

/// Solves the spaces of `options.dse` for one limit of the partition and one
/// kind of parallelism after the other, has each design evaluated by the back
/// end that could be better than the best so far, and leaves in
/// `options.pipeline` what gave the best one. Prints a line a candidate to
/// `out`. Once `canceled` is true, no further one is tried.
///
/// The record (options.dse.record) is a file of JSON lines: a header that says
/// what is explored, then one object a candidate, on disk before the next one
/// starts. A record of the same exploration is taken up where it ends; one of
/// another exploration is refused; a last line that is not complete is dropped.
ExitCode exploreDesigns(DriverOptions &options, llvm::raw_ostream &out,
                        llvm::raw_ostream &err,
                        const std::atomic<bool> &canceled);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DSE_DSE_H
