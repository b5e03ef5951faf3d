//===- NLPBenchmark.cpp - Solve time on models of whole kernels -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One benchmark a kernel: tabulation, search and proof, without building the
// model. Counters: 1 if proved optimal, cycles, proved bound, search nodes.
//
//===----------------------------------------------------------------------===//
#include "KernelModel.h"
#include "talos/NLP/Solver.h"
#include <benchmark/benchmark.h>

using namespace talos;
using namespace talos::nlp;

static void solveKernel(benchmark::State &state, const bench::Kernel &kernel,
                        const bench::ModelOptions &modelOptions) {
  Model model;
  bench::buildModel(model, kernel, modelOptions);
  SolverOptions options;
  options.timeLimitSeconds = 30;
  Solution solution;
  for (auto _ : state)
    solution = solve(model, options);
  state.counters["optimal"] = solution.status == Status::Optimal;
  if (!solution.objective.empty())
    state.counters["cycles"] = solution.objective.front();
  state.counters["bound"] = solution.bound;
  state.counters["nodes"] = solution.nodes;
}

int main(int argc, char **argv) {
  static std::vector<bench::Kernel> kernels = bench::kernels();
  for (const bench::Kernel &kernel : kernels)
    for (bool tree : {false, true}) {
      bench::ModelOptions options;
      options.treeReduction = tree;
      std::string name = kernel.name + (tree ? "/tree" : "");
      benchmark::RegisterBenchmark(name.c_str(), [&kernel, options](
                                                     benchmark::State &state) {
        solveKernel(state, kernel, options);
      })->Unit(benchmark::kMillisecond);
    }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
