//===- KernelModel.h - Models of whole kernels at full size -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_BENCHMARKS_KERNELMODEL_H
#define TALOS_UNITTESTS_BENCHMARKS_KERNELMODEL_H

#include "talos/Cost/Cost.h"
#include <map>

namespace talos::nlp::bench {

struct KernelArray {
  std::string name;
  std::vector<int64_t> extents;
  bool loaded, stored;
};

struct KernelStatement {
  std::string text; ///< "C[i][j] += alpha * A[i][k] * B[k][j]"
  std::vector<std::pair<std::string, int64_t>> loops;
};

struct Kernel {
  std::string name;
  std::vector<KernelArray> arrays;
  std::vector<KernelStatement> statements;
};

/// PolyBench MEDIUM kernels and a few larger nests.
std::vector<Kernel> kernels();
/// `length` products of 200 x 200 matrices, one after the other.
Kernel matrixChain(unsigned length);

struct ModelOptions {
  bool treeReduction = true;
  cost::Reuse reuse = cost::Reuse::Optimistic;
  int64_t memoryPercent = 100; ///< of the device's BRAM and URAM
};

/// The cost rules over every factor, unrolling and partition of the kernel.
void buildModel(Model &model, const Kernel &kernel,
                const ModelOptions &options);

} // namespace talos::nlp::bench

#endif // TALOS_UNITTESTS_BENCHMARKS_KERNELMODEL_H
