//===- NetworkFile.h - A network as a JSON file -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/Simulation.md describes the format.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SIM_NETWORKFILE_H
#define TALOS_SIM_NETWORKFILE_H

#include "talos/Sim/Network.h"
#include "llvm/Support/Error.h"

namespace talos::sim {

/// A number that is used in place of the one in the file.
struct Override {
  std::string name;
  int64_t value = 0;
};

struct NetworkFile {
  Network network;
  /// What the file says that a simulation gives, as a check: cycles, and the
  /// end of each process.
  std::optional<int64_t> referenceCycles;
  std::vector<std::pair<std::string, int64_t>> referenceEnds;
};

/// Reads a network; it is not verified. Places are offsets in the text, from 1.
/// Errors are "<file>:<line>:<column>: error: <message>".
llvm::Expected<NetworkFile> parseNetwork(llvm::StringRef text,
                                         llvm::StringRef fileName,
                                         llvm::ArrayRef<Override> rules = {});

/// The fault of a network of that text.
llvm::Error toError(const Fault &fault, llvm::StringRef text,
                    llvm::StringRef fileName);

/// Sets the depth of a FIFO, or of all of them if the name is '*'.
llvm::Error setDepth(Network &network, const Override &depth);

/// Reads "i0 + 1 < 5", "2*i - j >= 0" or "(i + j) / 4 % 2 == 1".
llvm::Expected<Condition> parseCondition(llvm::StringRef text);

} // namespace talos::sim

#endif // TALOS_SIM_NETWORKFILE_H
