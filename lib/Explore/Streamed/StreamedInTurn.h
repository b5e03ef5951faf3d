//===- StreamedInTurn.h - Nests on the same operators -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nests of one shape may run one after the other on one array of operators
// (hls-share-network): each is a network by itself, with its own trip counts,
// and what one passes on to another is in memory.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDINTURN_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDINTURN_H

#include "Explore/Streamed/StreamedAlternatives.h"
#include "talos/Analysis/RunsInTurn.h"

namespace talos::explore {

using analysis::inTurnName;

/// `in_turn=1`: all nests run in turn; `in_turn=0`: side by side.
nlp::Pin inTurnPin(bool isInTurn);

/// What the lanes of a loop are called in each nest.
std::vector<std::string> lanesNames(const StreamedProgram &program,
                                    unsigned loop);

/// The program with its nests in turn; none where they cannot share operators,
/// for the reason that `why` has then.
std::optional<StreamedProgram> programInTurn(mlir::func::FuncOp func,
                                             const StreamedProgram &program,
                                             std::string &why);

/// Programs of `program`, whose nests run in turn: common lanes, with extents
/// that are filled up so that they fit all nests, and adders; most promising
/// first, and not all. What `pins` says of is left open. The choices of extents
/// become those.
std::vector<BoundedPins> alternativesInTurn(StreamedProgram &program,
                                            const target::Target &target,
                                            const target::Resources &usable,
                                            int64_t maxPorts,
                                            llvm::ArrayRef<nlp::Pin> pins);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDINTURN_H
