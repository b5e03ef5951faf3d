//===- Variants.h - Ways to compile one program -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_FUZZ_VARIANTS_H
#define TALOS_TOOLS_HLS_FUZZ_VARIANTS_H

#include "Generator.h"
#include "talos/Pipelines/Driver.h"
#include "llvm/Support/JSON.h"

namespace talos::fuzz {

/// How the design of a program comes about.
enum class Kind {
  Solved,    ///< by the solver; must succeed
  Pinned,    ///< by the solver, some variables pinned; may have no design
  Perturbed, ///< a solved point, changed in its order, factors or pipelined
             ///< loop: legal or refused
  Broken,    ///< a point that no program can have: must be refused
  Tiled,     ///< by the solver, with tiles of one or two arrays, which may not
             ///< be there
  LaidOut,   ///< by the solver, with layouts and ports; must succeed
  InBlocks,  ///< by the solver, with an array cut in two, or that uses the port
             ///< of another one; legal or refused
  Moved,     ///< as Tiled, with transfers at other levels: legal or refused
  Scheduled, ///< by the solver, in the order of a script: legal or refused
  Streamed,  ///< by the solver, as a network of processes: legal or refused
};
inline constexpr Kind kinds[] = {Kind::Solved,   Kind::Pinned, Kind::Perturbed,
                                 Kind::Broken,   Kind::Tiled,  Kind::LaidOut,
                                 Kind::InBlocks, Kind::Moved,  Kind::Scheduled,
                                 Kind::Streamed};
llvm::StringRef toString(Kind kind);

/// Pins of up to three variables of the design to random values of their
/// domains; empty if it has none.
std::string randomPins(const llvm::json::Object &design, Random &random);

/// Changes order, pipelined loop and factors of one task so that it still
/// covers every iteration. Where factors change, arrays are partitioned
/// completely.
void perturb(llvm::json::Object &design, Random &random);

/// How memory may hold the arrays, and ports of an array, as options.
void randomLayout(PipelineOptions &options, Random &random);

/// What a network may use: fewer DSPs or AXI ports than the device has, rows
/// that are filled up, its SLRs, tasks between streams; and trees, which add
/// other sums.
void randomLimits(PipelineOptions &options, Random &random);

/// One or two arrays of the design to be tiled, as a pipeline option; empty if
/// it has none.
std::string randomTiles(const llvm::json::Object &design, Random &random);

/// A cut of one dimension of an array in two, as a pipeline option; empty if no
/// port moves an array.
std::string randomBlocks(const llvm::json::Object &report, Random &random);

/// Lets tiles be transferred at other levels; they are partitioned completely
/// and transferred an element a beat.
void moveTransfers(llvm::json::Object &design, Random &random);

/// A script with up to four edits of loops and statements of the design, which
/// may be illegal; empty if it has no loops.
std::string randomSchedule(const llvm::json::Object &design, Random &random);

/// Changes a point so that it is certainly none of the program. False if there
/// is nothing to change.
bool breakDesign(llvm::json::Object &design, Random &random);

} // namespace talos::fuzz

#endif // TALOS_TOOLS_HLS_FUZZ_VARIANTS_H
