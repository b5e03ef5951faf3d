//===- Explain.h - What limits the nests of a design ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each nest of a design: which limits bind it, and what more of them would
// buy. One nest is chosen anew, with the partitions of its arrays and without
// the limit, while everything else stays as it is; so a claim "n more save c
// cycles" holds for the whole program with a limit raised by n, and n is the
// least that helps this nest alone. Cycles are cycles of the design.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_EXPLAIN_H
#define TALOS_EXPLORE_EXPLAIN_H

#include "talos/Dialect/HLS/HLS.h"
#include <optional>

namespace talos::explore {

/// Beside `hls.design`: what limits its nests (hls-explain), an array of
/// dictionaries: `task`, `place` (strings), `cycles` (i64, of the nest),
/// `share` (i64, cycles that the design would lose without the nest),
/// `binding`, an array of dictionaries: `kind` (string: choice, budget,
/// partition, pin, together, recurrence, ports, transfer, context, overlapped,
/// unrolled, structure, undecided), `name` (string: the limit or the array),
/// `text` (string), `cycles` (i64: what lifting it saves, or what it takes), of
/// budget and partition `limit` (i64); `least` and `most`, dictionaries: with
/// `amount` (i64) in all the design `saves` (i64) cycles, and `proved` (bool)
/// says that no less buys anything, or nothing buys more.
inline constexpr llvm::StringLiteral bindingAttrName = "hls.binding";

enum class BindingKind {
  Choice, ///< the design is not the best one: the nest could be chosen better
  Budget, ///< a resource of the device, or what --limit left of it
  Partition,  ///< the maximum partition
  Pin,        ///< what the user fixed
  Together,   ///< several of these, none of them alone
  Recurrence, ///< values that are awaited: a sum, another dependence
  Ports,      ///< accesses to the banks of an array
  Transfer,   ///< loads and stores of its arrays take longer than it does
  Context,    ///< loops that dependences make it share
  Overlapped, ///< longer calls run at the same time
  Unrolled,   ///< one iteration: operators' latency is left
  Structure,  ///< loops that dependences or subscripts keep from being unrolled
  Undecided,  ///< the node limit struck
};
llvm::StringRef toString(BindingKind kind);

/// A point without the limit.
struct Gain {
  int64_t amount = 0; ///< of the limit, in all; of pins 0
  int64_t saves = 0;  ///< cycles of the design
  bool proved =
      true; ///< no less buys anything (least), nothing buys more (most)
};

struct Binding {
  BindingKind kind = BindingKind::Structure;
  std::string name;   ///< the limit, the array, the loop
  int64_t limit = 0;  ///< Budget, Partition: what is allowed now
  int64_t cycles = 0; ///< what it costs the design, or what it takes
  std::optional<Gain> least, most;
  std::string text; ///< a sentence without the task's name
};

struct NestExplanation {
  std::string task;
  mlir::Location location;
  int64_t cycles = 0; ///< of one run of the nest
  int64_t share = 0;  ///< cycles that the design would lose without it
  /// The most costly limit first; what cannot be lifted comes last.
  std::vector<Binding> bindings;
};

struct ExplanationOptions {
  int64_t nodeLimit = 10000; ///< of each small problem; deterministic
  unsigned threads = 0; ///< 0: one a core; the result does not depend on it
};

/// `hls.binding`: an array with a dictionary a nest.
mlir::ArrayAttr toAttribute(mlir::MLIRContext *context,
                            llvm::ArrayRef<NestExplanation> nests);

} // namespace talos::explore

#endif // TALOS_EXPLORE_EXPLAIN_H
