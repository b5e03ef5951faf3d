//===- Batch.h - Programs compiled and compared together --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_FUZZ_BATCH_H
#define TALOS_TOOLS_HLS_FUZZ_BATCH_H

#include "Variants.h"
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace talos::fuzz {

struct FuzzOptions {
  uint64_t firstSeed = 1;
  bool partly = false;    ///< programs that are affine in part
  unsigned schedules = 0; ///< random scripts a program, in place of other ways
  bool streamed = false;  ///< contractions, as networks of processes alone
  unsigned programs = 300;
  std::string target = "u200";
  std::string directory;         ///< where programs and builds are written
  unsigned timeoutSeconds = 300; ///< of one C++ build, and of one simulation
};

/// What came of some programs; the arrays are by Kind.
/// Of a network: what the model says, and what hls-sim does.
struct NetworkCycles {
  std::string name;
  int64_t model = 0, simulated = 0;
};

struct Tally {
  std::array<unsigned, std::size(kinds)>
      equal{}; ///< compiled, and agree with gcc
  std::array<unsigned, std::size(kinds)>
      refused{};      ///< refused as they may or must be
  unsigned apart = 0; ///< of these, model and estimator differ
  std::vector<NetworkCycles> cycles;
  std::vector<std::string> failures; ///< one line each, with the seed
};

/// Compiles programs `first` to `first + count` - 1 in a process of their own,
/// so that a crash ends one program and is a failure like any other; then
/// builds all of them with two compilers' runs and compares each.
Tally runBatch(const FuzzOptions &options, unsigned first, unsigned count);

} // namespace talos::fuzz

#endif // TALOS_TOOLS_HLS_FUZZ_BATCH_H
