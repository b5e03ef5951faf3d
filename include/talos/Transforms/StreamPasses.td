//===- StreamPasses.td - Nests as a network of processes ---*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_STREAMPASSES_TD
#define TALOS_TRANSFORMS_STREAMPASSES_TD

include "mlir/Pass/PassBase.td"

def DeriveProcesses : Pass<"hls-derive-processes", "::mlir::func::FuncOp"> {
  let summary = "Make processes of stream transfers";
  let description = [{
    Before: any function; transfers (hls.stream_load, hls.stream_store,
    hls.stream_pass) may stand in a dataflow region.

    After: none is left. Each is a process of kind load or store and, as its two
    orders need it, a reorder (a block comes in while the one before goes out in
    another order), a hold (tokens come once and are replayed from a circular
    buffer) or a buffer of the whole array, joined by streams of the depth of the
    transfer's stream. isl proves which and how large (Poly/StreamOrder.h). Where
    tokens have other lanes on both sides, they are unpacked to elements before
    and packed behind; tokens of several FIFOs are collected from them in turn,
    or dealt to them. A transfer from stream to stream (hls.stream_pass) without
    any of that makes both streams one. Where a process spreads an array and one
    of the nests behind it collects all of it before it begins, the other nests
    whose results that one uses have streams as deep as there are tokens; so
    have those that use the results of a nest which takes it as its rows go on.
    Tokens that no tile uses (hls.unused) are dropped by a process, one of each
    FIFO a cycle; the others are new where they are used for the first time.

    Errors, each located: an element that is used and never produced, or produced
    and never used, or produced twice; an order that takes isl too long, or whose
    places are no affine expression; uses that are left out (hls.skips) and are
    neither replays nor dropped; first uses in another order than the tokens'.

    Shown by test/Transforms/derive-processes.mlir and test/Emit/derived.test.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect",
                           "::mlir::affine::AffineDialect"];
}

def PadNests : Pass<"hls-pad-nests", "::mlir::func::FuncOp"> {
  let summary = "Fill loops and arrays up to the trip counts of #hls.design";
  let description = [{
    Before: the function with `hls.top` carries `hls.design`, a point of the
    template `streamed`, and is a sequence of perfect rectangular nests with one
    statement each (hls-distribute, hls-rectangularize).

    After: every loop has the `padded` trip count of the point, and every
    dimension of an array that it is the subscript of as many elements. Loops
    that sum have a condition that keeps further iterations from the sum, so
    that it is the same to the last bit; what other loops compute beyond the
    source program's iterations lands in elements that it does not have. An
    argument that is larger now carries `hls.extents`, the shape that it had.
    hls-schedule-nests goes on from there.

    Errors, each located: a trip count that is not the loop's, two loops that
    are subscripts of one dimension and have different padded trip counts.

    Shown by test/Transforms/pad-nests.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect",
                           "::mlir::affine::AffineDialect"];
}

def ScheduleNests : Pass<"hls-schedule-nests", "::mlir::func::FuncOp"> {
  let summary = "Strip-mine nests as #hls.design says, to be streamed";
  let description = [{
    Before: the function with `hls.top` carries `hls.design`, a point of the
    template `streamed`, and is a sequence of perfect rectangular nests with one
    statement each (hls-distribute, hls-rectangularize).

    After: every loop of a nest is three loops `<name>0`, `<name>1`, `<name>2`
    of the trip counts that the point says: tiles in the point's order, then the
    steps in a tile with the pipelined loop innermost, then lanes, which are
    unrolled, reductions innermost. Loops of trip count 1 are dropped, except
    the pipelined one and, with `keep-loops` or where the point runs its tasks in
    turn, tiles and steps: so nests with other trip counts have loops alike
    (hls-share-network). The port of an array is as wide as its `beat`. The order
    is proved legal against the dependences. A nest whose point is sequential is
    a task that moves whole arrays to buffers (test/Driver/task-choice.test);
    with a `depth` in the points of its arrays, tiles of so many elements in a
    loop over tiles, to `copies` of a buffer (test/Driver/tiled-tasks.test);
    arrays whose stores follow from what was loaded say so then
    (hls.stores_follow_loads). An array with `transfer` 1 is loaded again in
    each iteration of its nest's outermost loop (hls.loaded_again;
    test/Driver/streamed-again.test). Tiles without a point of the domain are
    left out (hls.skips), but for the first and the last one of a sum; where one
    constraint between two loops bounds the domain, operands move in the other
    tiles alone (hls.unused), if their tokens are used in their order then.
    hls-stream-nests goes on from there.

    Errors, each located: no design point, a task without one, factors that do
    not make up the iterations of a loop, an order that leaves a loop out, steps
    of a reduction, a pipelined loop that the nest has not, an order that breaks
    a dependence; tiles of a task that are no equal numbers of whole rows, too
    few copies of their buffers, a task that does not go from row to row.

    Shown by test/Transforms/schedule-nests.mlir and tiled-tasks.mlir.
  }];
  let options = [Option<"keepLoops", "keep-loops", "bool", /*default=*/"false",
      "Keep the tiles and the steps of a loop of which there is one">];
  let dependentDialects = ["::talos::hls::HLSDialect",
                           "::mlir::affine::AffineDialect"];
}

def StreamNests : Pass<"hls-stream-nests", "::mlir::func::FuncOp"> {
  let summary = "Make a dataflow region of pipelined nests";
  let description = [{
    Before: a function with `hls.top` of nests that are perfect down to a
    pipelined loop (hls.pipeline; without one the innermost loop becomes it), and
    of local arrays; the loops inside are unrolled (hls.unroll). In an iteration
    a nest accesses one box of each array.
    Other functions are left alone.

    After: a dataflow region (with `in-turn`, or where the design point runs its
    tasks in turn, one for each nest that accumulates, for hls-share-network;
    values between them are in memory). Each nest is a
    process of kind compute in which tokens take the place of arrays: an operand
    comes as a stream in the order of its boxes, a stored array accumulates in
    the process and leaves as a stream when it is complete. Its old value, where the nest uses it, is a stream as
    well; where the nest leaves out tiles (hls.skips), and one that the old
    values follow from does, the stream is as deep as there are tokens. Values go
    from memory, or from the nest that stores them, to all their uses
    (hls.stream_load, hls.stream_pass, hls.stream_store, processes of kind
    spread); hls-derive-processes makes the rest. A task is a process whose
    buffers are filled from streams, what memory holds by one loop nest as far as
    that takes no more iterations than one array after the other; one with a loop
    over tiles fills and empties copies of its buffers beside what it computes. The arithmetic of every nest,
    and its order, stay as they are; but floating-point sums over unrolled loops
    that are marked (hls.level = 2, hls.reduction), as hls-schedule-nests does
    where the target allows reassociation, are balanced trees, to which the
    accumulator is added.

    Errors, each located: another form of nest, bounds that are no constants,
    subscripts that are no box, elements that an array has twice in the order of
    its results, an array that is used from memory while it is stored, a local
    array that is used before it is stored or never, rows that are no whole
    beats of the array's port.

    Shown by test/Transforms/stream-nests.mlir and test/Emit/nests.test.
  }];
  let options = [
    Option<"depth", "depth", "int64_t", /*default=*/"16",
           "Tokens that a stream holds at least">,
    Option<"runInTurn", "in-turn", "bool", /*default=*/"false",
           "A dataflow region for each nest that accumulates, with the nests before it">];
  let dependentDialects = ["::talos::hls::HLSDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def PlaceProcesses : Pass<"hls-place-processes", "::mlir::func::FuncOp"> {
  let summary = "Give the other processes the SLRs of those that have one";
  let description = [{
    Before: any function; dataflow regions may stand in it, without transfers.
    Some processes may have `hls.slr`, the number of an SLR. The function or the
    module then carries `hls.target`.

    After: all processes of such a region have one. A process stands in the SLR
    of those that take its tokens, where these agree; else in that of the one
    whose tokens it takes, or of the first that takes its own. So loads, and
    what makes operands of results, are beside their users, and stores beside
    those whose results they store. Streams that cross boundaries of SLRs are
    deeper by the cycles that their tokens are on the way. Regions in which no
    process has an SLR are unchanged.

    Errors, each located: a transfer, kernels that wait for each other in a
    cycle.

    Shown by test/Transforms/place-processes.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def ShareNetwork : Pass<"hls-share-network", "::mlir::func::FuncOp"> {
  let summary = "Make one network of several that run one after the other";
  let description = [{
    Before: any function. Several dataflow regions may stand in it, without
    transfers: networks, of which each runs when the one before has ended. Their
    processes correspond, in their order, and have streams of the same types.

    After: one dataflow region in an hls.sequence, which runs once for each of
    the networks, on the same operators. Bodies of processes that differ in
    numbers alone (bounds, factors and offsets of subscripts and conditions,
    extents of buffers) have parameters in their place, one number a run;
    buffers have the largest extents, streams the largest depths. Of another
    process that is no compute process, each body that differs in more stands
    beside the others, on the same buffers, and its loops run in its own runs: so
    a load takes beats from another array, and a divisor stays a constant. `hls.distances` and `hls.trip_count` are to be said
    again (hls-annotate-distances, hls-annotate-trip-counts), and depths to be
    proved (hls-check-deadlock). A function with one network is unchanged.

    Errors, each located: networks with other numbers of processes, streams that
    do not correspond, compute processes that differ in more than numbers, a
    process that is a task, stands in an SLR, or leaves out iterations, anything
    else between the networks.

    Shown by test/Transforms/share-network.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect",
                           "::mlir::affine::AffineDialect"];
}

def SizeStreams : Pass<"hls-size-streams", "::mlir::func::FuncOp"> {
  let summary = "Make streams as deep as freedom from deadlock needs";
  let description = [{
    Before: any function; dataflow regions may stand in it, without transfers.
    The function or the module carries `hls.target`.

    After: streams that hls-check-deadlock would refuse are as deep as the proof
    needs; no other stream is changed. Streams that `depths` names have that
    depth.

    Errors, each located: what hls-sim refuses (docs/Simulation.md), a depth that
    is less than the proof needs, a name of no stream, and a text that is no depth.

    Shown by test/Analysis/check-deadlock.mlir.
  }];
  let options = [Option<"depths", "depths", "std::string", "",
      "Depths of streams, as a=16,b=4; the others are as deep as the proof needs">];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def BindTokens : Pass<"hls-bind-tokens", "::mlir::func::FuncOp"> {
  let summary = "Put deep memories of tokens into URAM, a token a word";
  let description = [{
    Before: any function; dataflow regions may stand in it. The function or the
    module then carries `hls.target`.

    After: where the device has URAM, streams and buffers of the processes
    `hold` and `reorder` are bound to it if they are deeper than the memories
    that the tool builds from BRAM first (2,048 words). The lanes of such a
    buffer, its last dimension, lie side by side in a word: a token of 16 `f32`
    takes 8 URAMs of 72 bits, not 16. Streams and buffers that have a storage
    keep it, and shallow ones are the tool's choice.

    Errors: no target, located at the function.

    Shown by test/Transforms/bind-tokens.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

#endif // TALOS_TRANSFORMS_STREAMPASSES_TD
