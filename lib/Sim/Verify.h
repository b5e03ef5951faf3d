//===- Verify.h - What a network must be ------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_SIM_VERIFY_H
#define TALOS_LIB_SIM_VERIFY_H

#include "Program.h"

namespace talos::sim {

/// Every number is in its range, and the times of a run fit into 64 bits.
std::optional<Fault> verifyNumbers(const Network &network);

/// Fills Program::fifos: each end of a FIFO, and each direction of a port, has
/// one process, whose calls side by side do not share it, and the processes
/// have no cycle.
std::optional<Fault> connect(Program &program);

/// As many tokens are read as are written, and as is said.
std::optional<Fault> verifyTokens(const Program &program);

/// Compiles a network and verifies it.
std::optional<Fault> prepare(const Network &network, Program &program);

} // namespace talos::sim

#endif // TALOS_LIB_SIM_VERIFY_H
