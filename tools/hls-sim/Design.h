//===- Design.h - The networks of a design in MLIR --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_SIM_DESIGN_H
#define TALOS_TOOLS_HLS_SIM_DESIGN_H

#include "talos/Sim/Sequence.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace talos::sim {

/// The networks of the dataflow region in an MLIR file, one a run. Diagnostics
/// are printed at their places; then there are none.
std::optional<Sequence> readDesign(std::unique_ptr<llvm::MemoryBuffer> text);

} // namespace talos::sim

#endif // TALOS_TOOLS_HLS_SIM_DESIGN_H
