//===- CSim.h - C simulation without the vendor's tool ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emitted kernel and testbench, compiled by g++ as C++14 with the project's
// own functional headers, against the source program: C as gcc compiles it, or
// the function with `hls.reference_of`, lowered by upstream MLIR to LLVM IR and
// compiled by clang. No code of the compiler's own lies on the reference's
// side. Both sides use -ffp-contract=off.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_CSIM_H
#define TALOS_PIPELINES_CSIM_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace talos {

enum class CSimStatus {
  NotRun,
  Passed,
  Mismatch,    ///< kernel and source program disagree
  ToolMissing, ///< a compiler or objcopy is not installed
  ToolFailed,  ///< one of them failed, or the simulation crashed
};
llvm::StringRef toString(CSimStatus status);

/// A set of inputs with which one build was compared.
struct CSimInputSet {
  std::string name;     ///< what the values are, for people
  int64_t elements = 0; ///< compared, of all arrays
  int64_t silent = 0;   ///< NaN or infinite on both sides: they show nothing
};

/// One build of the kernel and its comparison.
struct CSimRun {
  std::string name;  ///< "bit-exact", "sums added later" or "balanced trees"
  std::string limit; ///< allowed relative error, "0" for bit-exact
  CSimStatus status = CSimStatus::NotRun;
  double largestError = 0;          ///< max|a-b| / max|b| over the arrays
  std::string output;               ///< what the testbench printed
  std::string message;              ///< why it did not pass
  std::vector<CSimInputSet> inputs; ///< in order
  std::vector<std::string> remarks; ///< of the testbench
  double seconds = 0;
};

struct CSimInput {
  std::string top;        ///< names the files
  std::string kernel;     ///< text of <top>.cpp
  std::string treeKernel; ///< the same with sums as balanced trees, or empty
  std::string header, testbench;
  /// Text of <top>_dataflow.cpp, which runs the processes of the kernel side by
  /// side; empty: the kernel is no network of processes.
  std::string processes;
  std::string referenceIR; ///< from lowerReference; empty: referenceC is it
  /// C text that defines `<sourceTop>_reference`, and gcc's arguments for it.
  /// `sourceTop` is the function's name in C, which C++ may not allow.
  std::string sourceTop;
  std::string referenceC;
  std::vector<std::string> referenceArgs;
  bool referenceIsCxx = false;  ///< referenceC is C++, compiled by g++
  bool ownInit = false;         ///< referenceC also defines `<sourceTop>_init`
  std::string initUnused;       ///< why the source's `init_array` is not used
  bool doublePrecision = false; ///< all arrays are double
  /// The kernel itself forms sums apart from their array (local_add).
  bool reassociates = false;
  std::string keepDirectory;     ///< build here and keep it; empty: temporary
  unsigned timeoutSeconds = 600; ///< of each compiler and simulation
  unsigned memoryMegabytes = 0;  ///< of the same; 0: no limit
};

/// Lowers the function with `hls.reference_of` by upstream passes alone to the
/// text of an LLVM IR module that defines its symbol with C linkage and one
/// pointer an array. The diagnostic of a failure is at the function.
mlir::FailureOr<std::string> lowerReference(mlir::ModuleOp module);

/// The program that compiles emitted kernels and testbenches.
inline constexpr llvm::StringLiteral kernelCompiler = "g++";

/// Its arguments before those that name files: C++14 without contracted
/// operations, every warning an error but those that emitted code may have, and
/// `csim`, the directory of the functional headers, to include from.
std::vector<std::string> kernelArguments(llvm::StringRef csim);

/// Builds and runs; one result a build, in order, until one does not pass.
std::vector<CSimRun> simulate(const CSimInput &input);

} // namespace talos

#endif // TALOS_PIPELINES_CSIM_H
