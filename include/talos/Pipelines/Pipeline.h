//===- Pipeline.h - The way of a program as one list of passes --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `hls-pipeline="top=gemm target=u200 clock-ns=4.0"` of hls-opt and the plugin,
// and the same list of passes for tools that run it themselves.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_PIPELINE_H
#define TALOS_PIPELINES_PIPELINE_H

#include "talos/Pipelines/Passes.h"
#include <optional>

namespace talos {

/// Reads "4", "4.0" or "3.333" nanoseconds as picoseconds; nullopt if it is not
/// a positive decimal number of at most three decimals.
std::optional<int64_t> parseClockNs(llvm::StringRef text);

/// The template whose designs are networks of processes, which have a list of
/// passes of their own.
inline constexpr llvm::StringLiteral streamedSpace = "streamed";
/// A value of --space of hlsc: the better of the templates shared and streamed.
inline constexpr llvm::StringLiteral betterSpace = "auto";

/// Adds the passes that `hls-pipeline` runs, with its options.
void buildHLSPipeline(mlir::OpPassManager &manager,
                      const PipelineOptions &options);

/// Its parts, in their order: up to a normalised function; what schedules are
/// of (transforms::reschedule), which a program without a schedule goes past;
/// nests; the decision; and everything from the decision on.
void buildNormalization(mlir::OpPassManager &manager,
                        const PipelineOptions &options);
/// Of a normalised function, blocks of arrays and copies in memory
/// (PipelineOptions::blocks), as buildNormalization has them.
void buildBlocks(mlir::OpPassManager &manager, const PipelineOptions &options);
void buildSingleStatements(mlir::OpPassManager &manager,
                           const PipelineOptions &options);
void buildNests(mlir::OpPassManager &manager, const PipelineOptions &options);
/// Both parts of that: statements in nests of their own, which are the same for
/// all of `widen`, `copyOperands`, `carriers` and `storeOld`; and those
/// options.
void buildStatements(mlir::OpPassManager &manager,
                     const PipelineOptions &options);
void buildVariant(mlir::OpPassManager &manager, const PipelineOptions &options);
/// The end of `buildNests`, on nests that were built without partial sums.
void buildPartialSums(mlir::OpPassManager &manager,
                      const PipelineOptions &options);
/// All of them before the decision.
void buildProgram(mlir::OpPassManager &manager, const PipelineOptions &options);
void buildDecision(mlir::OpPassManager &manager,
                   const PipelineOptions &options);
void buildDesign(mlir::OpPassManager &manager, const PipelineOptions &options);

} // namespace talos

#endif // TALOS_PIPELINES_PIPELINE_H
