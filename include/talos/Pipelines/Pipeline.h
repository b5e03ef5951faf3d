//===- Pipeline.h - The way of a program as one named pipeline --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `hls-pipeline="top=gemm target=u200 clock-ns=4.0"` of hls-opt and the plugin,
// and the same list of passes for tools that assemble it themselves.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_PIPELINE_H
#define TALOS_PIPELINES_PIPELINE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace talos {

/// What a user may say about a compilation. The defaults stand in
/// docs/Usage.md.
struct PipelineOptions {
  std::string top;        ///< the function to compile
  std::string target;     ///< name of a device, or a path that ends in .json
  std::string pins;       ///< S1.k.t2=4,A.partition0<=8
  std::string designFile; ///< a hand-written design point: nothing is solved
  std::string tool = "2023.2"; ///< version of Vitis
  int64_t clockPs = 4000;      ///< clock period in picoseconds
  int64_t usable = 0;        ///< percent of the device; 0: the device's preset
  std::string limits;        ///< of single resources: DSP=1368,BRAM_18K=864
  int64_t maxPartition = 0;  ///< banks of one array; 0: the device's preset
  int64_t nodeLimit = 50000; ///< nodes of the search; 0: no limit
  double timeLimit = 0;      ///< seconds of the search; 0: no limit
  int64_t threads =
      0; ///< of the search, 0: one a core; the result does not depend on it
  std::string space = "shared"; ///< a template, as of hls-explore
  bool fineGrained = false;     ///< with pragmas, as of hls-explore
  bool treeReduction = false;   ///< the tool may reassociate sums
  std::string tiles = "auto";   ///< as the option of hls-explore
  bool explain = false;         ///< say what limits every nest (hls-explain)
  bool optimisticDsp = true;    ///< operators of one statement share DSPs
};

/// Reads "4", "4.0" or "3.333" nanoseconds as picoseconds; nullopt if it is not
/// a positive decimal number of at most three decimals.
std::optional<int64_t> parseClockNs(llvm::StringRef text);

/// Adds prepare, normalize, distribute, explore (or the design of a file) and
/// apply.
void buildHLSPipeline(mlir::OpPassManager &manager,
                      const PipelineOptions &options);

/// Registers `hls-pipeline` and the passes of this room.
void registerPipelines();

} // namespace talos

#endif // TALOS_PIPELINES_PIPELINE_H
