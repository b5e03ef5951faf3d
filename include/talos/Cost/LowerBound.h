//===- LowerBound.h - Cycles that no design can do without ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The latency lower bound of NLP-DSE, section 6, for one statement: theorem
// numbers are that paper's, and docs/NLP.md says what was corrected. The rules
// of talos/Cost/Rules.h predict; these functions only leave out. They use
// operator latencies, dependences and counts, and no address, transfer or
// control overhead. Results are cycles; invalid on overflow.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_COST_LOWERBOUND_H
#define TALOS_COST_LOWERBOUND_H

#include "talos/Cost/Cost.h"

namespace talos::cost {

//===----------------------------------------------------------------------===//
// The theorems
//===----------------------------------------------------------------------===//

/// Operations of one kind, and the units that may do them.
struct Work {
  int64_t latency = 1; ///< of one operation
  Int operations;
  Int units; ///< at least 1
};

/// 6.7 and 6.9: the critical path, or the work on pipelined units. A unit takes
/// an operation every cycle, so that the last one of n on R units ends
/// ceil(n / R) - 1 + latency cycles after the first one starts.
Int straightLineBound(Int criticalPath, llvm::ArrayRef<Work> work);

/// 6.12 and 6.20: levels of a tree over the terms of all unrolled reduction
/// loops together, ceil(log2(product)), each of one operation.
Int treeBound(Int terms, int64_t latency);

/// 6.13 and 6.14; `iterations` of all loops that are flattened into this one.
Int pipelinedBound(Int body, Int ii, Int iterations);

//===----------------------------------------------------------------------===//
// A statement
//===----------------------------------------------------------------------===//

/// What the tool may do, beside the choices of the statement.
struct BoundContext {
  const target::Target &target;
  target::Resources usable; ///< DSPs at hand
  int64_t maxPartition = 1; ///< banks of one array
  bool treeReduction = false;
};

struct TaskBound {
  Int criticalPath; ///< of one iteration, operators alone
  Int body;         ///< the same with the work on the DSPs at hand
  Int ii;
  Int iterations; ///< flattened, of the pipelined loop
  Int outer;      ///< iterations around it that are not flattened
  Int latency;    ///< 6.20, for one execution of the task
};

/// For a task with these choices (as taskCost); with `trueBounds` for an
/// average run.
TaskBound taskBound(const Statement &statement,
                    const std::vector<LoopChoice<Int>> &loops,
                    Accumulator accumulator, const BoundContext &context,
                    bool trueBounds = false);

/// For any choices: `points` iterations of the statement in one execution.
Int anyTaskBound(const Statement &statement, Int points,
                 const BoundContext &context);

/// DSP cycles of `instances` iterations in any design: values that unrolled
/// copies may share count once. Operators without DSPs do not count.
Int leastWork(const Statement &statement, Int instances,
              const BoundContext &context);

} // namespace talos::cost

#endif // TALOS_COST_LOWERBOUND_H
