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

using hls::BindingKind;

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

/// `hls.binding`: an array with a `#hls.nest_binding` a nest.
mlir::ArrayAttr toAttribute(mlir::MLIRContext *context,
                            llvm::ArrayRef<NestExplanation> nests);

} // namespace talos::explore

#endif // TALOS_EXPLORE_EXPLAIN_H
