//===- SlrKernels.h - A dataflow region as one kernel an SLR ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The linker places kernels, not functions. So the processes of an SLR are a
// kernel of their own, with the ports that they use; a stream from one SLR to
// another is an AXI stream port of both.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_SLRKERNELS_H
#define TALOS_LIB_EMIT_KERNEL_SLRKERNELS_H

#include "Emit/Kernel/FunctionEmitter.h"
#include "Emit/Kernel/Interface.h"

namespace talos::emit {

struct SlrKernel {
  /// A port of the top function, with the pointers that the kernel uses; of a
  /// scalar none.
  struct Argument {
    unsigned port;
    llvm::SmallVector<Port::Pointer> pointers;
  };
  /// Of the region's streams, one that joins this kernel with another.
  struct Link {
    hls::StreamOp stream;
    std::string name; ///< of the parameter, the same in both kernels
    bool isOutput;
  };
  int64_t slr;
  std::string name; ///< gemm_slr0
  std::vector<Argument> arguments;
  std::vector<Link> links; ///< in the order of the region
  /// Streams and processes of the kernel alone.
  llvm::SmallVector<mlir::Operation *> body;
};

/// In the order in which tokens flow; empty: the top function is the kernel.
mlir::FailureOr<std::vector<SlrKernel>> slrKernelsOf(const Kernel &kernel);

/// Names of all kernels: of the top function, or of those of SLRs.
mlir::FailureOr<llvm::SmallVector<std::string>>
kernelNames(const Kernel &kernel);

/// `extern "C" void gemm_slr0(const float *A, hls::stream<float> &t)`.
std::string signatureOf(FunctionEmitter &e, const Kernel &whole,
                        const SlrKernel &kernel);

/// `gemm_slr0(A, t)`, as the top function calls it with its own arguments.
std::string callOf(const Kernel &whole, const SlrKernel &kernel);

/// Of a link: the AXI streams of its FIFOs, `t` or `t_0`, `t_1`, ...
llvm::SmallVector<std::string> axisPorts(const SlrKernel::Link &link);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_SLRKERNELS_H
