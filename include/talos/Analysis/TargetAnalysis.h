//===- TargetAnalysis.h - The data behind `hls.target` ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `hls.target` names a device, a clock and a tool; what they are stands in data
// files. Passes ask their analysis manager for this analysis of the module, so
// that one run of a pass manager reads the files once.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_TARGETANALYSIS_H
#define TALOS_ANALYSIS_TARGETANALYSIS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/AnalysisManager.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Target/Target.h"
#include <map>
#include <tuple>

namespace talos::analysis {

class TargetAnalysis {
public:
  explicit TargetAnalysis(mlir::Operation *) {}

  /// target::loadTarget, read once for the same arguments.
  llvm::Expected<const target::Target *>
  load(llvm::StringRef nameOrFile, int64_t clockPs, llvm::StringRef tool);

  /// The target of the function, hls::targetOf. None, and data files that are
  /// missing or wrong, are errors at the function.
  mlir::FailureOr<const target::Target *> of(mlir::func::FuncOp func);

  /// The bits that one array can take of what a design for the function's
  /// target may use, target::Target::largestArrayBits.
  mlir::FailureOr<int64_t> largestArrayBits(mlir::func::FuncOp func);

  /// Passes do not change data files.
  bool isInvalidated(const mlir::AnalysisManager::PreservedAnalyses &) const {
    return false;
  }

private:
  /// Device, clock, tool. References stay valid.
  std::map<std::tuple<std::string, int64_t, std::string>, target::Target>
      loaded;
};

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_TARGETANALYSIS_H
