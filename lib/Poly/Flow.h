//===- Flow.h - The last source before each sink ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_FLOW_H
#define TALOS_LIB_POLY_FLOW_H

#include "isl/isl-noexceptions.h"

namespace talos::poly {

/// For every sink instance and element, the last source instance before it:
/// `{ source -> [sink -> element] }`, and the sink accesses without a source.
struct Flow {
  isl::union_map full, noSource;
};

/// `schedule`: times [text, iterator, text, ..., text] of all instances.
/// `backwards`: the next source after each sink instead.
///
/// A search over schedules analyses the same code again and again, each time in
/// a context of its own, or code that differs in one array. Flows are therefore
/// remembered as text, for each statement that reads (or overwrites) an array,
/// by all threads of the process.
Flow computeFlow(const isl::union_map &sinks, const isl::union_map &sources,
                 const isl::union_map &schedule, unsigned dims,
                 bool backwards = false);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_FLOW_H
