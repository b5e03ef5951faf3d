//===- Options.h - Command line of hls-sim ----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_SIM_OPTIONS_H
#define TALOS_TOOLS_HLS_SIM_OPTIONS_H

#include "talos/Sim/NetworkFile.h"

namespace talos::sim {

/// docs/Simulation.md describes them.
struct Options {
  std::string input, trace, report;
  std::vector<Override> depths, rules;
  bool leastDepths = false;
};

llvm::Expected<Options> parseOptions(int argc, char **argv);

} // namespace talos::sim

#endif // TALOS_TOOLS_HLS_SIM_OPTIONS_H
