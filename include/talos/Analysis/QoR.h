//===- QoR.h - Cycles and resources of the final IR -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The estimator of quality of results: schedules a function that the apply
// passes have finished, as the HLS tool would. It looks at the code alone, not
// at the design point, and does not use the closed formulas of talos/Cost, so
// that a fault in one of the two shows as a difference. Both share the facts of
// talos/Target: operators, memory steps, and what the tool adds to a loop, a
// transfer, a call.
//
// How: the body of a pipelined loop is executed symbolically over its unrolled
// iterations. That gives the data-flow graph of one iteration (equal values
// computed once, stores forwarded to loads), its critical path, every access
// with its bank, and the recurrences between a store and a later load. Cycles
// are cycles of the target's clock, BRAM is counted in BRAM_18K.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_QOR_H
#define TALOS_ANALYSIS_QOR_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Target/Target.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace talos::analysis {

struct OperatorCount {
  std::string name;       ///< in the operator library
  int64_t operations = 0; ///< in one iteration of the pipelined loop
  int64_t units = 0;      ///< instances after sharing
};

/// A pipelined loop with the loops that the tool flattens into it, or a nest
/// that is not pipelined.
struct LoopQoR {
  mlir::Operation *op = nullptr; ///< the pipelined, or the innermost, loop
  std::string name;              ///< "j0.i1": flattened loops, outermost first
  bool pipelined = false;
  int64_t trips = 1;    ///< flattened trip count
  int64_t outer = 1;    ///< iterations of loops that are not flattened into it
  int64_t ii = 0;       ///< achieved; 0 when not pipelined
  int64_t targetII = 0; ///< 0 when not pipelined
  int64_t depth = 0;    ///< iteration latency
  int64_t latency = 0;  ///< of the loop, once
  std::string reason;   ///< why ii > targetII; else empty
};

struct TransferQoR {
  mlir::Operation *op = nullptr;
  std::string array; ///< the buffer's name
  bool isLoad = false;
  bool inTask = false; ///< inside a nest
  int64_t beats = 0, ii = 0, depth = 0, latency = 0;
  int64_t beatBytes = 0; ///< of a beat of one port
  int64_t setUp = 0;     ///< cycles beside those of the beats behind the first
  int64_t lutMilli = 0, ffMilli = 0; ///< beside those of the buffer's banks
};

struct BufferQoR {
  mlir::Operation *op = nullptr;
  std::string name;
  std::string storage;          ///< registers, lutram, bram, uram
  int64_t banks = 1, words = 1; ///< words of the fullest bank
  int64_t bram = 0, uram = 0;
  int64_t lutMilli = 0, ffMilli = 0; ///< thousandths, transfers included
};

struct TaskQoR {
  hls::TaskOp op;
  std::string name;
  int64_t latency = 0;    ///< of one execution
  int64_t executions = 1; ///< in one run of the function
  bool guarded = false;   ///< has operations under a condition
  /// Not affine, carried through as written: nothing here is known, and 0.
  bool opaque = false;
  std::vector<LoopQoR> loops;
  std::vector<TransferQoR> transfers;
  std::vector<OperatorCount> operators;
  int64_t lutMilli = 0, ffMilli = 0; ///< beyond operators and memories
};

/// A call of the top function, or a shared loop around calls, in the time of
/// one run. What runs several times has one stretch of that time, as long as
/// all of its runs together: iterations of a shared loop are added up.
struct CallQoR {
  enum Kind { Load, Store, Task, Loop };
  mlir::Operation *op = nullptr;
  Kind kind = Task;
  /// Of the buffer, the task, the loop; "scalars": a task that is none, what
  /// the function computes by itself.
  std::string name;
  std::optional<size_t> loop; ///< the innermost one around: in QoR::calls
  unsigned phase = 0;         ///< in QoR::phases; of no loop
  int64_t latency = 0;        ///< of one run; of a loop, one iteration's calls
  int64_t executions = 1;     ///< of a loop: iterations
  int64_t entries = 1;        ///< times that a loop is entered
  /// Of a transfer that shares a bank of memory: from the start of its phase to
  /// the end of all that this bank moves in the phase; else 0.
  int64_t inBank = 0;
  int64_t start = 0, end = 0; ///< cycles from the start of the function
  /// Buffers, and off-chip arrays that a task reads or writes by itself.
  std::vector<std::string> reads, writes;
};
llvm::StringRef stringify(CallQoR::Kind kind);

/// A sequential loop of the top function around tasks.
struct SharedLoopQoR {
  mlir::Operation *op = nullptr;
  std::string name;
  /// Times that the loop is entered, and that its body runs, in one run of the
  /// function; exact.
  int64_t entries = 1, iterations = 1;
  int64_t body = 0; ///< cycles of one iteration, loops inside left out
};

struct QoR {
  std::vector<TaskQoR> tasks; ///< in program order
  std::vector<SharedLoopQoR>
      sharedLoops;                    ///< in program order, outer ones first
  std::vector<TransferQoR> transfers; ///< of the top function
  std::vector<BufferQoR> buffers;
  std::vector<OperatorCount> operators; ///< of the design, after sharing
  /// Names of the calls that run together, phase by phase. Phases of a
  /// sequential loop's body stand where the loop does.
  std::vector<std::vector<std::string>> phases;
  std::vector<CallQoR> calls; ///< in program order, a loop before what it holds
  int64_t latency = 0;
  target::Resources resources;
};

/// Estimates `func`, a function that hls-apply-buffers has finished. A located
/// diagnostic says what cannot be estimated: loops of tasks without constant
/// bounds, loops around tasks that cannot be counted, ops without an operator,
/// code outside of tasks.
///
/// A task that is carried through keeps its place among the others, with 0
/// cycles and no operators: what is summed up is a lower bound then.
///
/// A body's calls run phase by phase. A loop around tasks is a barrier in the
/// body that it stands in; besides its calls it takes a cycle an iteration and
/// the overhead of a phase each time it is entered.
mlir::FailureOr<QoR> estimateQoR(mlir::func::FuncOp func,
                                 const target::Target &target,
                                 bool treeReduction);

/// The same of these ops of a process of kind task, which compute: tasks, and
/// loops that tasks share, in order. What fills and empties buffers is left
/// out.
mlir::FailureOr<QoR> estimateQoR(hls::ProcessOp process,
                                 llvm::ArrayRef<mlir::Operation *> ops,
                                 const target::Target &target,
                                 bool treeReduction);

/// Writes `hls.qor` dictionaries on the function, its tasks, loops, buffers and
/// transfers.
void annotateQoR(mlir::func::FuncOp func, const QoR &qor);

void printQoR(const QoR &qor, llvm::raw_ostream &os);
llvm::json::Value qorToJSON(const QoR &qor);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_QOR_H
