//===- Passes.td - What a design is for, and the whole way -*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_PIPELINES_PASSES_TD
#define TALOS_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"
include "talos/Support/Options.td"

def AttachTarget : Pass<"hls-attach-target", "::mlir::ModuleOp"> {
  let summary = "Says what the top function is compiled for";
  let description = [{
    Before: a function has `hls.top` (hls-prepare).

    After: the function has `hls.target`, which says device, part, clock, tool,
    whether sums may be reassociated, and how much of the device may be used.
    Later passes (hls-distribute, hls-explore, hls-dump-nlp, hls-explain,
    hls-lower-bound, hls-estimate-qor) read it there. What the function had
    before is replaced. Nothing else changes. The data files of the target are
    read here and kept for the later passes of the same run.

    Errors, each located: no function with `hls.top`, no target, an unknown
    target, a clock that is no period in nanoseconds or that no operator library
    has, an unknown tool, limits that name no resource.

    Shown by test/Driver/attach-target.mlir.
  }];
  let options = !foreach(o, TargetOptions.options,
                         Option<o.member, o.name, o.cppType, o.initial, o.help>);
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def AttachDesign : Pass<"hls-attach-design", "::mlir::ModuleOp"> {
  let summary = "Puts the design point of a file on the top function";
  let description = [{
    Before: a function has `hls.top` (hls-prepare).

    After: the function has the design point of the file as `hls.design`, which
    hls-explore then only evaluates. The file is the text of `#hls.design<...>`,
    or JSON of the same structure (docs/Usage.md), if it begins with a brace.

    Errors, each located (those of the file in the file): no function with
    `hls.top`, a file that cannot be read, text that is no design point, a key
    that is unknown, missing or of another type.

    Shown by test/Driver/design.test.
  }];
  let options = [Option<"file", "file", "std::string", "\"\"",
                        "#hls.design<...> or JSON">];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def Pipeline : Pass<"hls-pipeline", "::mlir::ModuleOp"> {
  let summary = "The whole way from a program to hls tasks";
  let description = [{
    Before: a module with the function that `top` names. Runs hls-prepare,
    hls-attach-target, hls-delinearize, hls-unroll-windows (not with the space
    `pragmas`), hls-outline-regions, hls-normalize, hls-distribute,
    hls-reschedule and hls-distribute again (with a `schedule` above 0),
    hls-run-schedule (with a `script`),
    hls-rectangularize, hls-attach-design (with `design`), hls-explore,
    hls-explain (with `explain`), hls-apply-schedule, hls-apply-buffers,
    hls-inline-regions, hls-check-applied, hls-pack-products and
    hls-overlap-tiles, with these options.

    After: the function is what hls-translate prints.

    Errors: those of the passes.

    Shown by test/Driver/pins.test, executed by the commands of docs/Usage.md.
  }];
  let options = !foreach(o, PipelineOptions.options,
                         Option<o.member, o.name, o.cppType, o.initial, o.help>);
}

#endif // TALOS_PIPELINES_PASSES_TD
