//===- Passes.td - The pass that estimates the final IR ----*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_PASSES_TD
#define TALOS_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

def EstimateQoR : Pass<"hls-estimate-qor", "::mlir::ModuleOp"> {
  let summary = "Estimates cycles and resources by scheduling the final IR";
  let description = [{
    Before: hls-apply-buffers has run on the function with `hls.top`, which
    carries `hls.target` (or the module does).

    After: the same code; the function, its tasks, pipelined loops, buffers and
    transfers carry `hls.qor`, a dictionary: `latency` in cycles, achieved `ii`
    with the `reason` where it exceeds its target, `depth` (iteration latency),
    `trips` (flattened) and `outer` (iterations that are not flattened), `beats`,
    `banks`, `words`, `storage`, units by operator, and on the function DSP,
    BRAM_18K, URAM, LUT and FF. Loops around tasks carry `entries`, `iterations`
    (of the whole run) and `latency`, the cycles of one iteration without loops
    inside; tasks under them carry `executions`. What was there before is
    replaced.

    The estimate is independent of the design point and of the closed formulas
    that the explorer's model uses (include/talos/Analysis/QoR.h says how).

    Errors, each located: no function with `hls.top`, no target, an unknown
    target, a loop of a task without constant bounds, a loop around tasks that
    cannot be counted, a subscript that is not linear, an op that no operator library prices, code outside of tasks.

    Shown by test/Analysis/estimate-qor.mlir.
  }];
  let options = [
    Option<"report", "report", "std::string", /*default=*/"\"none\"",
           "Print the estimate to standard output: table, json or none">];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def CheckDeadlock : Pass<"hls-check-deadlock", "::mlir::ModuleOp"> {
  let summary = "Prove that the processes of the top function never deadlock";
  let description = [{
    Before: the function with `hls.top`, which carries `hls.target` (or the
    module does); dataflow regions (hls.dataflow) may stand in it, without
    transfers.

    After: the same code; every region ends at the depths that its streams have,
    whatever the style of its pipelines, and also where the tool schedules a
    write later in the iteration (include/talos/Sim/Liveness.h says how that is
    proved). With `least-depths` a table on standard output has the least depth
    of every FIFO for which the proof holds.

    Errors, each located: a stream that is not deep enough, with the processes
    that wait for each other and the depth that would do; what hls-sim refuses
    (docs/Simulation.md).

    Shown by test/Analysis/check-deadlock.mlir.
  }];
  let options = [
    Option<"leastDepths", "least-depths", "bool", /*default=*/"false",
           "Print the least depth of every FIFO for which the proof holds">];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def PrintDependences : Pass<"hls-print-dependences", "::mlir::ModuleOp"> {
  let summary = "Print the dependence graph of every function";
  let description = [{
    Before: functions in the affine dialect; those with `hls.reference_of` and
    declarations are skipped. After: the program is unchanged. Printed to
    standard output, function by function: the arrays with the statements that write and read them;
    the nests, their statements, loops and reductions, and which nest depends on
    which; and of every dependence between statements its kind, its distance and
    its direction over the loops that both share, and the loop that carries it.
    The dependences are exact: those that others imply through writes in between
    are left out.

    An error where a function is not affine.

    Shown by test/Analysis/print-dependences.mlir.
  }];
  let options = [
    Option<"dot", "dot", "bool", /*default=*/"false",
           "Print the graph for Graphviz instead">];
}

#endif // TALOS_ANALYSIS_PASSES_TD
