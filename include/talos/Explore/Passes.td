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

include "talos/Support/Options.td"

/// Options of a pass for records of Options.td.
class OptionList<list<PassOption> records> {
  list<Option> options = !foreach(o, records, Option<o.member, o.name, o.cppType,
                                                     o.initial, o.help>);
}

/// What describes the design space, and so the model.
defvar spaceOptions = OptionList<SpaceOptions.options>.options;
defvar tilingOptions = OptionList<TilingOptions.options>.options;
defvar searchOptions = OptionList<SearchOptions.options>.options;
defvar effortOptions = OptionList<EffortOptions.options>.options;

def Explore : Pass<"hls-explore", "::mlir::ModuleOp"> {
  let summary = "Chooses the design point of the top function";
  let description = [{
    Holds before: the function with `hls.top` is distributed (each statement in
    a perfect rectangular nest of its own) and has `hls.target`
    (hls-attach-target). Builds the design space, lowers it to a nonlinear
    program and solves it to proof. Holds after: the function carries the design
    point `hls.design` and `hls.search`, which says how the point was found.
    Nothing else changes.

    What the option `pin` or the attribute `hls.pins` of the function (an array
    of strings) fixes or bounds holds in the design point, and `hls.search`
    lists it under `pins`; or there is no design, and the error names pins that
    cannot hold, none of them superfluous.

    An array that does not fit on chip is tiled: each task that accesses it
    holds a tile, which it transfers below some of its level-0 loops
    (docs/NLP.md). The option `tiles` says for which arrays that is considered.

    A function that has `hls.design` already keeps its choices; only their
    predicted cycles and resources are filled in.

    Errors, each located: no function with `hls.top`, no target, a nest
    outside of the space, an array that cannot be tiled, an operator that the library of the target lacks, no
    point within the device (the error names the constraints), limits reached
    before a point was found. Example: test/Explore/explore.mlir.
  }];
  let options = !listconcat(spaceOptions, tilingOptions, searchOptions,
                            effortOptions, [
    Option<"dumpModel", "dump-model", "std::string", /*default=*/"\"\"",
           "Write the model as text to this file before solving">]);
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def DumpNLP : Pass<"hls-dump-nlp", "::mlir::ModuleOp"> {
  let summary = "Writes the nonlinear program of the top function as text";
  let description = [{
    Holds before: as for hls-explore, whose options of the space it shares; a
    design point on the function is not looked at. Writes the model in the format of
    docs/NLP-format.md, which hls-solve reads. The IR stays as it is.

    Errors, each located: those of hls-explore up to the model, and a file that
    cannot be written. Example: test/Explore/dump-nlp.mlir.
  }];
  let options = !listconcat(spaceOptions, tilingOptions, [
    Option<"file", "file", "std::string", /*default=*/"\"-\"",
           "Where to write; -: the standard error stream">]);
}

def Explain : Pass<"hls-explain", "::mlir::ModuleOp"> {
  let summary = "Says of every nest what limits it, and what more would buy";
  let description = [{
    Holds before: as for hls-explore, whose options of the space it shares and
    must be given as that was, and the function has a design point (which says
    what is tiled). Emits remarks at the nests: of every nest the limits that bind it
    (resources, the maximum partition, pins) with the least that buys anything
    and the most that helps, and what no limit explains: recurrences, ports,
    transfers, shared loops (docs/NLP.md). Of a network it says what twice of
    each limit buys the whole, then what each nest waits for. Holds after: the function has the same
    as `hls.binding` (its keys: Explain.h). Nothing else changes.

    Errors, each located: no function with `hls.top`, no design point, those of
    hls-explore up to the model, a point outside of the space, one with local
    accumulators, and one that does not hold within the limits and pins.
    Example: test/Explore/explain.mlir, test/Driver/network-explain.test.
  }];
  let options = !listconcat(spaceOptions, effortOptions, [
    Option<"nodeLimit", "node-limit", "int64_t", /*default=*/"10000",
           "Nodes of each small problem, 0: no limit; what is not decided by "
           "then is said to be so">]);
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def LowerBound : Pass<"hls-lower-bound", "::mlir::ModuleOp"> {
  let summary = "Prints cycles that no design of the top function can do without";
  let description = [{
    Holds before: as for hls-explore, whose options of the space it shares (pins
    do not matter). Prints to standard output a lower bound of the cycles of every
    design, and, if the function has `hls.design`, of that design, which must lie
    in the space; with the bounds of its tasks and transfers (docs/NLP.md). The
    IR stays as it is.

    Errors, each located: those of hls-explore up to the model, and a design
    point outside of the space. Example: test/Explore/lower-bound.mlir.
  }];
  let options = spaceOptions;
}

#endif // TALOS_EXPLORE_PASSES_TD
