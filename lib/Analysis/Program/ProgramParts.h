//===- ProgramParts.h - Parts of the analysis of a program ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_PROGRAM_PROGRAMPARTS_H
#define TALOS_LIB_ANALYSIS_PROGRAM_PROGRAMPARTS_H

#include "talos/Analysis/Program.h"

namespace talos::analysis {

/// An access of the nest's statement: the map over the nest's loops, with
/// applies and symbols folded in. `arrays`: positions in Program::arrays.
/// Errors are at the op.
mlir::FailureOr<Access>
accessOf(const Program &program, const Nest &nest,
         const llvm::DenseMap<mlir::Value, unsigned> &arrays,
         mlir::Operation *op);

/// Sets Nest::accumulator and LoopInfo::reduction, of a nest with accesses.
void findAccumulation(Nest &nest);

/// Sets ArrayInfo::liveIn and ArrayInfo::liveOut.
void markLiveness(Program &program);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_PROGRAM_PROGRAMPARTS_H
