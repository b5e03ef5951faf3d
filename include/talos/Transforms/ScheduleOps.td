//===- ScheduleOps.td - Ops of scripts that schedule -------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An extension of MLIR's transform dialect. The target of an op is a function
// of affine loops, or a module: then its function with `hls.top`, or the only
// one that it has. Loops are given as "S0.k": the loop k of statement S0, by
// the names of the schedule so far. An op edits `hls.schedule` of the function
// and proves the result legal, or fails at the op and changes nothing. What is
// done to a loop is done to all statements in it. transform.hls.generate, or
// the pass hls-generate-schedule, makes the code of all edits together.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_SCHEDULEOPS_TD
#define TALOS_TRANSFORMS_SCHEDULEOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "talos/Dialect/HLS/HLSAttrs.td"

class HLS_ScheduleOp<string name>
    : Op<Transform_Dialect, "hls." # name,
         [DeclareOpInterfaceMethods<TransformOpInterface>,
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let cppNamespace = "::talos::script";
  let results = (outs);
}

def HLS_InterchangeOp : HLS_ScheduleOp<"interchange"> {
  let summary = "Interchange two loops of a statement";
  let description = [{
    The design keeps the order of the statement's loops.

    ```mlir
    transform.hls.interchange "S0.i", "S0.k" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$first, StrAttr:$second,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = "$first `,` $second `in` $target attr-dict `:` type($target)";
}

def HLS_SplitOp : HLS_ScheduleOp<"split"> {
  let summary = "Split a loop into one over blocks and one in a block";
  let description = [{
    Where the size does not divide the trip count the last block is smaller.

    ```mlir
    transform.hls.split "S0.k" by 8 into "k0", "k1" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$loop,
                       Optional<TransformParamTypeInterface>:$number_param,
                       OptionalAttr<I64Attr>:$number, StrAttr:$outer,
                       StrAttr:$inner, TransformHandleTypeInterface:$target);
  let assemblyFormat = [{$loop `by`
    custom<Number>($number_param, type($number_param), $number) `into` $outer `,` $inner
    `in` $target attr-dict `:` type($target)}];
  let hasVerifier = 1;
}

def HLS_TileOp : HLS_ScheduleOp<"tile"> {
  let summary = "Split two loops, and move both over blocks outside";
  let description = [{
    The second loop stands directly in the first one. The names are those of
    the loops over blocks, then of the loops in a block. The design keeps the
    order of the statement's loops.

    ```mlir
    transform.hls.tile "S0.i", "S0.j" by 4, 8 into "i0", "j0", "i1", "j1"
      in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$outer, StrAttr:$inner, I64Attr:$outer_size,
                       I64Attr:$inner_size, StrAttr:$name0, StrAttr:$name1,
                       StrAttr:$name2, StrAttr:$name3,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = [{$outer `,` $inner `by` $outer_size `,` $inner_size `into`
    $name0 `,` $name1 `,` $name2 `,` $name3
    `in` $target attr-dict `:` type($target)}];
}

def HLS_SkewOp : HLS_ScheduleOp<"skew"> {
  let summary = "Add a multiple of one loop's time to the time of another one";
  let description = [{
    ```mlir
    transform.hls.skew "S0.i" by 2 of "S0.t" in %f : !transform.any_op
    ```
    makes a loop over `2 t + i` of i.
  }];
  let arguments = (ins StrAttr:$loop,
                       Optional<TransformParamTypeInterface>:$number_param,
                       OptionalAttr<I64Attr>:$number, StrAttr:$by,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = [{$loop `by`
    custom<Number>($number_param, type($number_param), $number) `of` $by `in` $target
    attr-dict `:` type($target)}];
  let hasVerifier = 1;
}

def HLS_ShiftOp : HLS_ScheduleOp<"shift"> {
  let summary = "Move the iterations of one statement in a loop";
  let description = [{
    ```mlir
    transform.hls.shift "S1.i" by 1 in %f : !transform.any_op
    ```
    runs the iteration i of S1 with the iteration i + 1 of statements that share
    the loop.
  }];
  let arguments = (ins StrAttr:$loop,
                       Optional<TransformParamTypeInterface>:$number_param,
                       OptionalAttr<I64Attr>:$number,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = [{$loop `by`
    custom<Number>($number_param, type($number_param), $number) `in` $target attr-dict `:`
    type($target)}];
  let hasVerifier = 1;
}

def HLS_FuseOp : HLS_ScheduleOp<"fuse"> {
  let summary = "Run the statements of a second loop in the first one";
  let description = [{
    Both stand in as many loops; all of these are shared then, and have the names
    of the first statement; an inner loop of the second one that had such a name
    takes the name that is free then. In an iteration the statements of the
    second loop run behind those of the first one.

    ```mlir
    transform.hls.fuse "S0.i", "S1.i" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$first, StrAttr:$second,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = "$first `,` $second `in` $target attr-dict `:` type($target)";
}

def HLS_AfterOp : HLS_ScheduleOp<"after"> {
  let summary = "Run a statement directly behind another one";
  let description = [{
    In the body of the loop `at` of the other statement, which both share then,
    or of the function.

    ```mlir
    transform.hls.after "S1", "S0" at "S0.i" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$statement, StrAttr:$before,
                       OptionalAttr<StrAttr>:$loop,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = [{$statement `,` $before (`at` $loop^)? `in` $target
    attr-dict `:` type($target)}];
}

def HLS_DistributeOp : HLS_ScheduleOp<"distribute"> {
  let summary = "Give what stands in the body of a loop a loop each";
  let description = [{
    ```mlir
    transform.hls.distribute "S0.i" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$loop, TransformHandleTypeInterface:$target);
  let assemblyFormat = "$loop `in` $target attr-dict `:` type($target)";
}

def HLS_UnrollOp : HLS_ScheduleOp<"unroll"> {
  let summary = "Unroll a loop in the design, by a factor or completely";
  let description = [{
    As `#pragma HLS unroll`: the design has it, and the rest is solved for.

    ```mlir
    transform.hls.unroll "S0.k" by 4 in %f : !transform.any_op
    transform.hls.unroll "S0.j" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$loop,
                       Optional<TransformParamTypeInterface>:$number_param,
                       OptionalAttr<I64Attr>:$number,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = [{$loop custom<OptionalNumber>($number_param,
    type($number_param), $number) `in` $target attr-dict `:` type($target)}];
  let hasVerifier = 1;
}

def HLS_PipelineOp : HLS_ScheduleOp<"pipeline"> {
  let summary = "Pipeline a loop in the design";
  let description = [{
    As `#pragma HLS pipeline`: the loops inside of it are unrolled completely.

    ```mlir
    transform.hls.pipeline "S0.j" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$loop, TransformHandleTypeInterface:$target);
  let assemblyFormat = "$loop `in` $target attr-dict `:` type($target)";
}

def HLS_PartitionOp : HLS_ScheduleOp<"partition"> {
  let summary = "Partition a dimension of an array in the design";
  let description = [{
    Into so many cyclic banks, or completely. Dimensions count from 0.

    ```mlir
    transform.hls.partition "A" dim 1 by 4 in %f : !transform.any_op
    transform.hls.partition "s" dim 0 in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$array, I64Attr:$dim,
                       Optional<TransformParamTypeInterface>:$number_param,
                       OptionalAttr<I64Attr>:$number,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = [{$array `dim` $dim custom<OptionalNumber>($number_param,
    type($number_param), $number) `in` $target attr-dict `:` type($target)}];
  let hasVerifier = 1;
}

def HLS_PinOp : HLS_ScheduleOp<"pin"> {
  let summary = "Fix or bound a variable of the design";
  let description = [{
    Any variable that `--pin` knows, by the names of the schedule.

    ```mlir
    transform.hls.pin "S1.order=k,i,j" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$pin, TransformHandleTypeInterface:$target);
  let assemblyFormat = "$pin `in` $target attr-dict `:` type($target)";
}

def HLS_ReuseOp : HLS_ScheduleOp<"reuse"> {
  let summary = "Hold what an iteration of a loop uses of an array in a buffer";
  let description = [{
    The task of the statement gets a tile of the array, which is filled in each
    iteration of the loop and serves all iterations of the loops inside. Tasks
    that share the array have tiles of their own. As the pin
    `S0.A.transfer=i`, for arrays that are off chip.

    ```mlir
    transform.hls.reuse "A" at "S0.i" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$array, StrAttr:$loop,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = "$array `at` $loop `in` $target attr-dict `:` type($target)";
}

def HLS_StreamOp : HLS_ScheduleOp<"stream"> {
  let summary = "Join two nests by a stream";
  let description = [{
    What the first statement stores comes to the second one through a FIFO. It
    is recorded in `hls.streamed_edges` and carried out by hls-stream-nests,
    which makes a process of every nest of the function: `hlsc` chooses the space
    `streamed` for such a script.

    ```mlir
    transform.hls.stream "S0", "S1" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$producer, StrAttr:$consumer,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = "$producer `,` $consumer `in` $target attr-dict `:` type($target)";
}

def HLS_SetScheduleOp : HLS_ScheduleOp<"schedule"> {
  let summary = "Set the whole schedule";
  let description = [{
    As hls-print-schedule prints it.

    ```mlir
    transform.hls.schedule #hls.schedule<[<statement = "S0",
      time = affine_map<(d0, d1) -> (0, d1, 0, d0, 0)>,
      loops = [<name = "j">, <name = "i">]>]> in %f : !transform.any_op
    ```
  }];
  let arguments = (ins HLS_ScheduleAttr:$schedule,
                       TransformHandleTypeInterface:$target);
  let assemblyFormat = "$schedule `in` $target attr-dict `:` type($target)";
}

class HLS_StepOp<string name, string step> : HLS_ScheduleOp<name> {
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = "`in` $target attr-dict `:` type($target)";
  let extraClassDeclaration = [{
    static ::talos::hls::ScheduleStep step() {
      return ::talos::hls::ScheduleStep::}] # step # [{;
    }
  }];
}

def HLS_SeparateOp : HLS_StepOp<"separate", "Separate"> {
  let summary = "Statements that would be joined are apart";
  let description = [{
    As hls-distribute with `separate` makes them, behind a schedule. Before one
    the script asks for a program that has been distributed so.

    ```mlir
    transform.hls.separate in %f : !transform.any_op
    ```
  }];
}

def HLS_JoinOp : HLS_StepOp<"join", "Join"> {
  let summary = "Distribute once more, and join statements of one body";
  let description = [{
    As hls-distribute does, behind a schedule.

    ```mlir
    transform.hls.join in %f : !transform.any_op
    ```
  }];
}

def HLS_ExpandOp : HLS_StepOp<"expand", "Expand"> {
  let summary = "Expand arrays that iterations of outer loops use again";
  let description = [{
    Local arrays, and arguments that serve the iterations one after the other,
    get an element for each of these iterations. Of an argument the last ones are
    copied out.

    ```mlir
    transform.hls.expand in %f : !transform.any_op
    ```
  }];
}

def HLS_SplitDomainsOp : HLS_StepOp<"split_domains", "SplitDomains"> {
  let summary = "Cut statements along the planes where dependences change";
  let description = [{
    Index-set splitting: a statement that reads elements of the array that it
    writes in the row or the column of that element comes apart before, on and
    behind it. The parts are S0, S0_2, ...

    ```mlir
    transform.hls.split_domains in %f : !transform.any_op
    ```
  }];
}

def HLS_CopyPivotsOp : HLS_StepOp<"copy_pivots", "CopyPivots"> {
  let summary = "Keep old and new values of rows and columns apart";
  let description = [{
    Of an array whose row or column k a statement reads and writes in the
    iteration k of an outer loop.

    ```mlir
    transform.hls.copy_pivots in %f : !transform.any_op
    ```
  }];
}

def HLS_JoinEqualNestsOp : HLS_StepOp<"join_equal_nests", "JoinEqualNests"> {
  let summary = "Make one nest of neighbours with the same body";
  let description = [{
    That run over parts of one box, as index-set splitting and schedules leave
    them.

    ```mlir
    transform.hls.join_equal_nests in %f : !transform.any_op
    ```
  }];
}

def HLS_SkewLayoutsOp : HLS_StepOp<"skew_layouts", "SkewLayouts"> {
  let summary = "Lay arrays out as skewed loops run";
  let description = [{
    Arrays are copied into local ones whose dimensions follow the loops, so that
    banks can follow them.

    ```mlir
    transform.hls.skew_layouts in %f : !transform.any_op
    ```
  }];
}

def HLS_WidenOp : HLS_StepOp<"widen", "Widen"> {
  let summary = "Run loops over most of a dimension over all of it";
  let description = [{
    Under a condition: hls-rectangularize, which comes last, does it.

    ```mlir
    transform.hls.widen in %f : !transform.any_op
    ```
  }];
}

def HLS_StoreOldOp : HLS_StepOp<"store_old", "StoreOld"> {
  let summary = "Store old values where conditions do not hold";
  let description = [{
    The statement computes in all of its box: hls-rectangularize, which comes
    last, does it.

    ```mlir
    transform.hls.store_old in %f : !transform.any_op
    ```
  }];
}

def HLS_PassOp : HLS_ScheduleOp<"pass"> {
  let summary = "Run a pass that follows a schedule";
  let description = [{
    A pass of functions by its name, such as hls-copy-operands.

    ```mlir
    transform.hls.pass "hls-copy-operands" in %f : !transform.any_op
    ```
  }];
  let arguments = (ins StrAttr:$pass, TransformHandleTypeInterface:$target);
  let assemblyFormat = "$pass `in` $target attr-dict `:` type($target)";
}

def HLS_GenerateOp : HLS_ScheduleOp<"generate"> {
  let summary = "Make the code of all edits so far";
  let description = [{
    As the pass hls-generate-schedule does. Handles of loops and of what is in them are
    of no use afterwards.

    ```mlir
    transform.hls.generate %f : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let assemblyFormat = "$target attr-dict `:` type($target)";
}

#endif // TALOS_TRANSFORMS_SCHEDULEOPS_TD
