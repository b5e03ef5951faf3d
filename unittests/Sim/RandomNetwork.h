//===- RandomNetwork.h - Small networks -------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_SIM_RANDOMNETWORK_H
#define TALOS_UNITTESTS_SIM_RANDOMNETWORK_H

#include "talos/Sim/Network.h"

namespace talos::sim {

struct RandomOptions {
  bool withLevels = true; ///< processes of several calls
  bool withFlushable = true;
};

/// A network of a few processes with FIFOs between some of them. Predicates are
/// of many kinds; as many tokens are written as are read. It may deadlock.
Network randomNetwork(unsigned seed, const RandomOptions &options = {});

} // namespace talos::sim

#endif // TALOS_UNITTESTS_SIM_RANDOMNETWORK_H
