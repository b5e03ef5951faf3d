//===- Passes.td - The pass that decides ------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_PASSES_TD
#define TALOS_EXPLORE_PASSES_TD

include "mlir/Pass/PassBase.td"

/// What describes the design space, and so the model.
defvar spaceOptions = [
    Option<"target", "target", "std::string", /*default=*/"\"u200\"",
           "Device: a name that --list-targets of hlsc prints, or a path to a "
           "device file that ends in .json">,
    Option<"clockPs", "clock-ps", "int64_t", /*default=*/"4000",
           "Clock period in picoseconds">,
    Option<"tool", "tool", "std::string", /*default=*/"\"2023.2\"",
           "Version of Vitis HLS">,
    Option<"usable", "usable", "int64_t", /*default=*/"0",
           "Percent of each resource that a design may use; 0: the preset of "
           "the device">,
    Option<"limits", "limits", "std::string", /*default=*/"\"\"",
           "Resources of which a design may use no more than this, beside "
           "`usable`: DSP=1368,BRAM_18K=864 (DSP, BRAM_18K, URAM, LUT, FF)">,
    Option<"maxPartition", "max-partition", "int64_t", /*default=*/"0",
           "Banks of one array; 0: the preset of the device">,
    Option<"treeReduction", "tree-reduction", "bool", /*default=*/"false",
           "The tool may reassociate floating-point sums">,
    Option<"space", "space", "std::string", /*default=*/"\"shared\"",
           "Template of the designs. shared: every legal order of the loops, "
           "any loop pipelined; pragmas: only what pragmas do to the nests as "
           "they are (docs/NLP.md)">,
    Option<"fineGrained", "fine-grained", "bool", /*default=*/"false",
           "With space=pragmas: no loop above the pipelined one is unrolled">,
    Option<"pessimisticReuse", "pessimistic-dsp", "bool", /*default=*/"false",
           "Tasks do not share operators">,
    Option<"tiles", "tiles", "std::string", /*default=*/"\"auto\"",
           "Arrays that tasks hold tile by tile: never, auto (only where the "
           "memories are too small otherwise, and as few as fit), search (the "
           "best choice), or a list of arrays in brackets: [A,B]">,
    Option<"pin", "pin", "std::string", /*default=*/"\"\"",
           "Variables that are fixed or bounded: S1.k.t2=4,S1.order=k,j,i,"
           "A.partition0<=8 (docs/Usage.md); those of `hls.pins` hold as well">
];

def Explore : Pass<"hls-explore", "::mlir::ModuleOp"> {
  let summary = "Chooses the design point of the top function";
  let description = [{
    Holds before: the function with `hls.top` is distributed (each statement in
    a perfect rectangular nest of its own). Builds the design space, lowers it
    to a nonlinear program and solves it to proof. Holds after: the function
    carries the design point `hls.design`, the target `hls.target`, and
    `hls.search`, which says how the point was found (its keys: HLS.h of the
    dialect). Nothing else changes.

    What the option `pin` or the attribute `hls.pins` of the function (an array
    of strings) fixes or bounds holds in the design point, and `hls.search`
    lists it under `pins`; or there is no design, and the error names pins that
    cannot hold, none of them superfluous.

    An array that does not fit on chip is tiled: each task that accesses it
    holds a tile, which it transfers below some of its level-0 loops
    (docs/NLP.md). The option `tiles` says for which arrays that is considered.

    A function that has `hls.design` already keeps its choices; only their
    predicted cycles and resources are filled in.

    Errors, each located: no function with `hls.top`, unknown target, a nest
    outside of the space, an array that cannot be tiled, an operator that the library of the target lacks, no
    point within the device (the error names the constraints), limits reached
    before a point was found. Example: test/Explore/explore.mlir.
  }];
  let options = !listconcat(spaceOptions, [
    Option<"nodeLimit", "node-limit", "int64_t", /*default=*/"50000",
           "Nodes of the search; 0: no limit. Where it strikes, the best point "
           "is kept and the status is feasible">,
    Option<"timeLimit", "time-limit", "double", /*default=*/"0",
           "Seconds of the search; 0: no limit; a result cut by it is not "
           "reproducible">,
    Option<"threads", "threads", "unsigned", /*default=*/"0",
           "Threads of the search, 0: one a core; the result does not depend on it">,
    Option<"dumpModel", "dump-model", "std::string", /*default=*/"\"\"",
           "Write the model as text to this file before solving">]);
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def DumpNLP : Pass<"hls-dump-nlp", "::mlir::ModuleOp"> {
  let summary = "Writes the nonlinear program of the top function as text";
  let description = [{
    Holds before: as for hls-explore, whose options it shares; a design point on
    the function is not looked at. Writes the model in the format of
    docs/NLP-format.md, which hls-solve reads. The IR stays as it is.

    Errors, each located: those of hls-explore up to the model, and a file that
    cannot be written. Example: test/Explore/dump-nlp.mlir.
  }];
  let options = !listconcat(spaceOptions, [
    Option<"file", "file", "std::string", /*default=*/"\"-\"",
           "Where to write; -: the standard error stream">]);
}

def Explain : Pass<"hls-explain", "::mlir::ModuleOp"> {
  let summary = "Says of every nest what limits it, and what more would buy";
  let description = [{
    Holds before: as for hls-explore, whose options it shares and must be given
    as that was (tiles are those of the design), and the function has a design
    point. Emits remarks at the nests: of every nest the limits that bind it
    (resources, the maximum partition, pins) with the least that buys anything
    and the most that helps, and what no limit explains: recurrences, ports,
    transfers, shared loops (docs/NLP.md). Holds after: the function has the same
    as `hls.binding` (its keys: Explain.h). Nothing else changes.

    Errors, each located: no function with `hls.top`, no design point, those of
    hls-explore up to the model, a point outside of the space, one with local
    accumulators, and one that does not hold within the limits and pins.
    Example: test/Explore/explain.mlir.
  }];
  let options = !listconcat(spaceOptions, [
    Option<"nodeLimit", "node-limit", "int64_t", /*default=*/"10000",
           "Nodes of each small problem, 0: no limit; what is not decided by "
           "then is said to be so">,
    Option<"threads", "threads", "unsigned", /*default=*/"0",
           "Threads of the search, 0: one a core; the result does not depend on it">]);
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def LowerBound : Pass<"hls-lower-bound", "::mlir::ModuleOp"> {
  let summary = "Prints cycles that no design of the top function can do without";
  let description = [{
    Holds before: as for hls-explore, whose options it shares (pins do not
    matter). Prints to standard output a lower bound of the cycles of every
    design, and, if the function has `hls.design`, of that design, which must lie
    in the space; with the bounds of its tasks and transfers (docs/NLP.md). The
    IR stays as it is.

    Errors, each located: those of hls-explore up to the model, and a design
    point outside of the space. Example: test/Explore/lower-bound.mlir.
  }];
  let options = spaceOptions;
}

#endif // TALOS_EXPLORE_PASSES_TD
