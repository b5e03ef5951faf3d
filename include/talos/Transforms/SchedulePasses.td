//===- SchedulePasses.td - Schedules by the user -----------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_SCHEDULEPASSES_TD
#define TALOS_TRANSFORMS_SCHEDULEPASSES_TD

include "mlir/Pass/PassBase.td"
include "talos/Support/Options.td"

def RunSchedule : Pass<"hls-run-schedule", "::mlir::ModuleOp"> {
  let summary = "Run a script of the transform dialect on the top function";
  let description = [{
    Before: a module with a function that has `hls.top`, in the state that the
    script is for: in hls-pipeline behind hls-distribute.

    After: the sequence `@__transform_main` of the file has been applied to the
    module, and the function has the schedule that its `transform.hls` ops ask
    for, as hls-generate-schedule carries it out. Without a file nothing is done.

    An error at the script: what MLIR's interpreter refuses, and every edit that
    is not possible or not legal (include/talos/Transforms/ScheduleOps.td).

    Shown by test/Transforms/run-schedule.mlir; executed by
    test/Driver/schedule.test.
  }];
  let options = !foreach(o, ScriptOptions.options,
                         Option<o.member, o.name, o.cppType, o.initial, o.help>);
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::transform::TransformDialect",
                           "::talos::hls::HLSDialect"];
}

def GenerateSchedule : Pass<"hls-generate-schedule", "::mlir::func::FuncOp"> {
  let summary = "Carry out the schedule in hls.schedule";
  let description = [{
    Before: a function of affine loops with `hls.schedule`, which names all of
    its statements. Functions without it are left alone.

    After: the instances of every statement run in the order of the schedule,
    which is proved legal first. Loops have the names and directives that the
    schedule gives them. The schedule is the last one in `hls.scheduled`.

    An error at the function: a schedule for other statements, one that breaks a
    dependence (which is named with a pair of instances), or one that needs code
    that is not affine.

    Shown by test/Transforms/schedule-ops.mlir and schedule-errors.mlir;
    executed by test/Driver/schedule.test.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::talos::hls::HLSDialect"];
}

def PrintSchedule : Pass<"hls-print-schedule", "::mlir::ModuleOp"> {
  let summary = "Print the schedule of the top function as a script";
  let description = [{
    Prints, to standard output, a script for hls-run-schedule: the schedules that
    the function got, from a script or hls-reschedule, with the steps around them
    (`hls.scheduled`), or else the schedule that it has, and, where it has a
    design point (`hls.design`), a pin for every decision about its tasks and the
    banks of its arrays. Run on the program that the schedule was for, it gives
    the same schedule and the same design.

    The program is not changed.

    Shown by test/Transforms/print-schedule.mlir and schedule-steps.mlir;
    executed by test/Driver/schedule.test.
  }];
  let dependentDialects = ["::mlir::transform::TransformDialect",
                           "::talos::hls::HLSDialect"];
}

#endif // TALOS_TRANSFORMS_SCHEDULEPASSES_TD
