//===- TestPasses.td - Passes that show the analyses -------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_TESTPASSES_TD
#define TALOS_ANALYSIS_TESTPASSES_TD

include "mlir/Pass/PassBase.td"

def TestDependences : Pass<"hls-test-dependences", "::mlir::func::FuncOp"> {
  let summary = "Show the dependence graph of every function";
  let description = [{
    Before: functions in the affine dialect; those with `hls.reference_of` and
    declarations are skipped. After: the IR is unchanged; remarks say of each array who writes
    and reads it, of each statement its instances and reduction, and of each
    dependence its kind, distance vector and carrier. Fails with the located
    error of the extraction if a function is not affine.
    Tests: test/Analysis/dependences.mlir, dependences-dot.mlir.
  }];
  let options = [
    Option<"dot", "dot", "bool", /*default=*/"false",
           "Print the graph in Graphviz' format on standard output instead">,
  ];
}

def TestTaskGraph : Pass<"hls-test-task-graph", "::mlir::func::FuncOp"> {
  let summary = "Show the task graph of every function";
  let description = [{
    Before: functions after hls-rectangularize; those with `hls.reference_of`
    and declarations are skipped. After: the IR is unchanged; remarks say of
    each array where it lives and whether it is loaded and stored, of each task
    its kind, loops and arrays, and of each edge its kind and the extents that
    each end touches, from a whole run of the task to one iteration; where loops
    around bound the loops of a nest, another one their bounds (dimensions are
    iterators of those around) and the iterations over all runs. Fails with
    the located error of the analysis if a function is not a sequence of tasks.
    Tests: test/Analysis/task-graph.mlir, nest-bounds.mlir,
    task-graph-errors.mlir.
  }];
}

def TestRowTiles : Pass<"hls-test-row-tiles", "::mlir::func::FuncOp"> {
  let summary = "Show which nests go from row to row of their arrays";
  let description = [{
    Before: functions after hls-rectangularize; those with `hls.reference_of`
    and declarations are skipped. After: the IR is unchanged; a remark at each
    outermost loop says over how many rows of which arrays it goes, or that it
    has another form. Fails with the located error of the extraction if a nest
    is no function of its own.
    Tests: test/Analysis/row-tiles.mlir.
  }];
}

def TestScop : Pass<"hls-test-scop", "::mlir::func::FuncOp"> {
  let summary = "Show domains, accesses and schedule of every function";
  let description = [{
    Before: functions in the affine dialect; those with `hls.reference_of` and
    declarations are skipped. After: the IR is unchanged; remarks at the stores give each
    statement's domain, reads, write and number of instances in isl's notation,
    and one at the function the schedule of the source, the loop tree of the
    maximal distribution and the level-0 orders that are legal.
    Tests: test/Poly/scop.mlir, scop-errors.mlir, distribution.mlir.
  }];
}

def TestReschedule : Pass<"hls-test-reschedule", "::mlir::func::FuncOp"> {
  let summary = "Regenerate every function in the order of a schedule";
  let description = [{
    Before: functions in the affine dialect; those with `hls.reference_of` and
    declarations are skipped. After: the nests run the statements' instances in the order of the
    schedule. Fails, with an error that names the broken dependence, if the
    schedule is illegal, and with the reason if it is not a schedule of the
    function. Tests: test/Poly/reschedule.mlir, reschedule-errors.mlir.
  }];
  let options = [
    Option<"schedule", "schedule", "std::string", /*default=*/"\"\"",
           "isl union map from statement instances to time (outer braces may be "
           "left out); empty: the order of the source, with its loops">,
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def TestSchedules : Pass<"hls-test-schedules", "::mlir::func::FuncOp"> {
  let summary = "Show the candidates for the schedule of every function";
  let description = [{
    Before: functions in the affine dialect; those with `hls.reference_of` and
    declarations are skipped. After: the IR is unchanged; one remark a candidate
    at the function, the most promising first, gives its method, its figures and
    its times. Tests: test/Poly/schedules.mlir.
  }];
}

#endif // TALOS_ANALYSIS_TESTPASSES_TD
