//===- Emit.h - HLS C++ and project files -----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a module in the form that the apply passes leave (function `hls.top`
// with hls.buffer, load and store tasks, and hls.task) as Vitis HLS C++ and the
// files around it. Emission decides nothing. Every function returns failure
// after a located diagnostic and then has written nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EMIT_EMIT_H
#define TALOS_EMIT_EMIT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace talos::emit {

/// The C++ name of the top function.
mlir::FailureOr<std::string> topName(mlir::ModuleOp module);

/// File names that the emitted files use for each other: kernel `<stem>.cpp`,
/// header `<stem>.h`, testbench `<stem>_tb.cpp`, golden `<stem>_golden.cpp`,
/// Tcl `run_hls.tcl`, configuration `hls_config.cfg`, linking
/// `connectivity.cfg`. The stem is the C++ name of the top function, without
/// the '_' that keeps `log` apart from the library's; a header of C's library
/// has its name for itself: the files of `time` are `time_kernel.h` and so on.
std::string fileStem(llvm::StringRef top);

/// The kernel: `extern "C"` top, one function a task, load_X/store_X.
mlir::LogicalResult emitKernel(mlir::ModuleOp module, llvm::raw_ostream &os);

/// For C simulation of a kernel that is a dataflow region: the top function
/// with its processes as fibres and its streams of the depths that they have
/// (lib/Emit/csim/talos_dataflow.h). It includes the kernel, `<stem>.cpp`, and
/// takes its place beside testbench and golden.
mlir::LogicalResult emitDataflowSimulation(mlir::ModuleOp module,
                                           llvm::raw_ostream &os);

/// Prototype of the top function; included by the kernel and the testbench.
mlir::LogicalResult emitHeader(mlir::ModuleOp module, llvm::raw_ostream &os);

/// The function with `hls.reference_of` as plain C++ with C linkage. Its
/// parameters are pointers to row-major arrays, so that an object file lowered
/// by upstream MLIR (bare-pointer calling convention) can take its place.
mlir::LogicalResult emitGolden(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Allowed max|a-b| / max|b| of an array where sums are reassociated.
inline constexpr llvm::StringLiteral floatTolerance = "1e-5",
                                     doubleTolerance = "1e-12";

/// Self-checking main: seeded inputs in [0.5, 1.5], kernel against golden.
/// Compares bits, or with -DTALOS_TOLERANCE=t max|a-b| / max|b| <= t an array.
mlir::LogicalResult emitTestbench(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Host program on XRT's native C++ interface: the inputs and the comparison of
/// the testbench, a buffer a port in the memory that the link gave it, times
/// and GB/s. Needs no header of Vitis HLS.
mlir::LogicalResult emitHost(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Script for `vitis_hls -f`: C simulation and synthesis.
mlir::LogicalResult emitTcl(mlir::ModuleOp module, llvm::raw_ostream &os);

/// Configuration for `v++ -c --mode hls --config` and `vitis-run`.
mlir::LogicalResult emitConfig(mlir::ModuleOp module, llvm::raw_ostream &os);

/// The off-chip memories of a platform.
struct MemoryBanks {
  /// Name of the resource in v++'s `sp=` option: DDR, HBM, PLRAM, ...
  std::string memory = "DDR";
  /// Number of banks or pseudo-channels, at least 1.
  int64_t count = 0;
  /// The card's platform, as v++ knows it; empty: not known.
  std::string platform;
};

/// Connectivity file for `v++ -l --config`: one `sp=` line a bundle; bundles
/// take the banks in turn.
mlir::LogicalResult emitConnectivity(mlir::ModuleOp module,
                                     const MemoryBanks &banks,
                                     llvm::raw_ostream &os);

/// GNU Makefile of the project: C simulation with g++, synthesis, link for
/// hardware emulation and for the card, host program, run.
mlir::LogicalResult emitMakefile(mlir::ModuleOp module,
                                 const MemoryBanks &banks,
                                 llvm::raw_ostream &os);

/// Registers --emit-hlscpp, --emit-hls-header, --emit-hls-golden,
/// --emit-hls-testbench, --emit-hls-host, --emit-hls-tcl, --emit-hls-cfg,
/// --emit-hls-connectivity (with --hls-memory, --hls-memory-banks and
/// --hls-platform) and --emit-hls-makefile (with --hls-platform).
void registerTranslations();

} // namespace talos::emit

#endif // TALOS_EMIT_EMIT_H
