//===- ApplyPasses.td - Carrying out a design point --------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_APPLYPASSES_TD
#define TALOS_TRANSFORMS_APPLYPASSES_TD

include "mlir/Pass/PassBase.td"

def ApplySchedule : Pass<"hls-apply-schedule", "::mlir::func::FuncOp"> {
  let summary = "Strip-mine, permute, pipeline and unroll as #hls.design says";
  let description = [{
    Before: the function with `hls.top` carries `hls.design`, an inner
    consistent design point, and is a sequence of perfect rectangular nests with
    one statement each, which may stand under a condition (affine.if) in the
    innermost loop and inside of loops around several nests (hls-distribute,
    hls-rectangularize).

    After: every loop of every nest is three loops `<name>0`, `<name>1`,
    `<name>2` of the trip counts that the point says, level by level: level 0 in
    the point's order, the pipelined loop, level 2 with the parallel loops
    outside and the reduction loops innermost in the source's order. Loops of
    trip count 1 are dropped, except the pipelined one. The loops carry
    `hls.name`, `hls.level`, `hls.reduction` where the source loop carries one,
    `hls.pipeline` on the pipelined loop and a complete `hls.unroll` on those of
    level 2. Where a statement reads other elements of the array that it writes
    and the dependences show that none of them comes from an earlier iteration of
    the nest, the pipelined loop says so (`hls.independent`), since the tool does
    not see it. A running sum may flow if the pipelined loop is flattened under
    its reduction loops: `hls.distance` is then that loop's trip count. So it is
    where values pass between iterations of the nest, but none between those of
    the pipelined loop, if subscripts alone let these meet. Where
    subscripts alone do not show that the unrolled copies of a guarded statement
    access different elements, and isl proves it of the conditions, the pipelined
    loop says that (`hls.distinct_copies`); a sum's copies, which follow each
    other, never say it. Subscripts and conditions are composed. Loops around
    several nests stay as they are.

    The point is first checked against the function (dependences included); one
    that does not fit is an error and leaves the function unchanged, and so is
    one that asks for what this pass does not do: padding, a base schedule,
    coarse-grained unrolling, dataflow tasks and a choice of SLR. A function that
    is neither the top nor private is an error: nothing has prepared it. Private
    ones are left alone.

    Shown by test/Transforms/apply-schedule.mlir and apply-context.mlir.
  }];
  let options = [
    Option<"maxPartition", "max-partition", "int64_t", "1024",
           "Most banks of one array, in banks (Vitis HLS accepts 1024); 0 for no limit">,
    Option<"requestII", "request-ii", "bool", "false",
           "Write the predicted initiation interval (cycles) into the pipeline directive instead of leaving it to the tool">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::talos::hls::HLSDialect"];
}

def MergeBlocks : Pass<"hls-merge-blocks", "::mlir::func::FuncOp"> {
  let summary = "One argument for the blocks of an array";
  let description = [{
    Before: hls-apply-buffers has run on a function whose arguments hls-split-arrays
    may have cut into blocks. Functions without `hls.top` are left alone.

    After: an array has one argument again, with the name and the type that it had
    and the port that its blocks have in common. The transfers of a block are those
    of a box of the array. A function without blocks stays as it is.

    An error: blocks of one array whose ports differ or that are not the whole
    array in its order, and an access to a block other than a transfer.

    Shown by test/Transforms/split-arrays.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::talos::hls::HLSDialect"];
}

def ApplyBuffers : Pass<"hls-apply-buffers", "::mlir::func::FuncOp"> {
  let summary = "Buffers, transfers, tasks and interfaces as #hls.design says";
  let description = [{
    Before: hls-apply-schedule has run.

    After: every nest is an isolated `hls.task` of the task's name, in its place:
    one inside of loops around several nests takes their iterators as operands of
    type index. An array with
    one point for all tasks is a whole buffer at the top of the function: loaded
    there if the function reads an element that it has not written, or leaves one
    unwritten; stored at the end if it is written. All loads come first, then the
    tasks in program order, then the stores. An array with a point for each task
    is an operand of the task, and below the first `transfer` level-0 loops a
    buffer holds the box that the inner loops touch, loaded if its old value is
    needed and stored if it is written. Under a condition that is the box of what
    they would touch without it, and it is loaded in any case. Loops around several
    nests may move the box. A task with the accumulator `local` sums
    in a scalar (`hls.accumulator`), which starts from the element's old value,
    or from zero where an earlier task stored zeros, and is stored after the
    level-2 reduction loops. With `local_add` it goes to a second buffer of the
    array's shape; loops after the nest then copy that buffer to the array or,
    where the target says that sums may be reassociated, start the sums from zero
    and add it to the array. With `register` the scalar is set before the pipelined
    loop and stored after it, and a condition becomes bounds of that loop. With
    `true_bounds` the loops that are not unrolled run over the tiles alone in
    which the condition may hold, given the iterators of the loops around; several
    such loops that are flattened count as one (`hls.collapsed`). Allocations become buffers without
    transfers. Arguments carry `hls.interface`: arrays an m_axi port of bundle
    `gmem_<name>` and one beat's width in bits, scalars s_axilite.

    A point without an array's entry, a buffer that is declared above the level
    at which it is filled, a tile that is no box of constant extent, a tile that
    only a condition keeps inside the array, a local accumulator under a
    condition, and a function that is neither the top nor private are errors.

    Shown by test/Transforms/apply-buffers.mlir, apply-context.mlir and
    true-bounds.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::talos::hls::HLSDialect"];
}

def InlineRegions : Pass<"hls-inline-regions", "::mlir::ModuleOp"> {
  let summary = "Bring the regions of hls-outline-regions back into their tasks";
  let description = [{
    Before: hls-apply-buffers has run: every call with `hls.access` is the body
    of an hls.task of kind `opaque`.

    After: the bodies of the functions stand in the tasks; calls and functions are
    gone, and so are private functions that nothing calls (regions that never
    run), but for the top function and references.

    Shown by test/Transforms/inline-regions.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def LowerTransfers : Pass<"hls-lower-transfers", "::mlir::func::FuncOp"> {
  let summary = "Turn transfers into tasks of kind load and store";
  let description = [{
    Before: any function; hls-apply-buffers leaves transfers as hls.tile_load and
    hls.tile_store.

    After: every transfer is an `hls.task` of kind `load` or `store`, called like
    the array, with the code that becomes the function `load_X` or `store_X`: a
    pipelined nest over the buffer that moves one beat an iteration
    (hls.beat_read, hls.beat_write; single elements by affine.load and
    affine.store) and an unrolled loop over the elements of a beat. Where rows
    are no whole beats, one loop counts the beats of the whole array. Offsets
    that are not constant are operands of the task. hls-translate prints these
    tasks alone; the estimate, the checks and the lowering to memref know both
    forms.

    A box whose rows do not start and end on beats, unless it is the whole array,
    and an array that is no argument of the function are errors.

    Shown by test/Transforms/lower-transfers.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::talos::hls::HLSDialect"];
}

def AnnotateTripCounts : Pass<"hls-annotate-trip-counts", "::mlir::func::FuncOp"> {
  let summary = "Say how often loops run whose bounds vary";
  let description = [{
    Before: any function.

    After: every affine.for whose bounds are not constants, and depend on loops
    around it alone, carries `hls.trip_count`, counted exactly over one run of
    the function; conditions around the loop are taken to hold. Emission prints
    it as `loop_tripcount`, without which the tool reports no latency. Loops
    that take too long to count (more than 2^22 iterations around them) and
    those that are never reached are left alone.

    Shown by test/Transforms/annotate-trip-counts.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def AnnotateDistances : Pass<"hls-annotate-distances", "::mlir::func::FuncOp"> {
  let summary = "Say how far apart iterations are that a process' state joins";
  let description = [{
    Before: any function; processes (hls.process) may stand in a dataflow region.

    After: the pipelined loop of every process that has local buffers carries
    `hls.distances`: for each buffer the fewest iterations of the flattened nest
    from a store to a load of the same element in a later iteration, 0 where
    there are none. isl proves it over bounds and conditions (1, which the tool
    assumes, where bounds vary). Emission prints it as `dependence`.

    Errors, each located: a distance that stood there and is larger than the
    proved one, or a name of no buffer; a load of an element that no iteration up
    to its own stores; a subscript, a bound or a condition of other values than
    iterators.

    Shown by test/Transforms/annotate-distances.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect"];
}

def CheckApplied : Pass<"hls-check-applied", "::mlir::func::FuncOp"> {
  let summary = "Re-analyse the transformed function against #hls.design";
  let description = [{
    Before: hls-apply-buffers has run (or somebody edited its result by hand).

    After: the same function. It is an error if the code is not what the design
    point promises: the loops of every task with their trip counts, order and
    directives, the statement, the buffers with their shape, partition, storage
    and copies, the transfers and their beats, the ports. Independently of the
    point, every access must lie inside its buffer, every tile inside its array,
    and no buffer may be read before it is written, but for that of a local array
    that nothing writes. A function that is neither the top nor private is an
    error: nothing has prepared it. An access is checked in the iterations in which it runs:
    of the loops and under the conditions around it, in the task and around it,
    exactly.

    Shown by test/Transforms/check-applied.mlir and check-context.mlir.
  }];
}

def BalanceReductions : Pass<"hls-balance-reductions", "::mlir::func::FuncOp"> {
  let summary = "Combine unrolled reductions by trees";
  let description = [{
    Before: hls-apply-buffers has run; nothing needs a target or a design point.

    After: where one iteration of a task combines several terms of a maximum or
    minimum of integers (completely unrolled loops with `hls.reduction`, perfectly
    nested), the terms go to a local buffer of registers, unrolled loops combine
    them in halves, and the old value comes last: the result is the same to the
    last bit. A term whose condition does not hold is the value that changes no
    result, and the element is stored where the condition of some term holds.
    Where `tree_reduction` of `hls.target` is set, floating-point sums of terms
    under a condition are treated likewise, of which the tool makes no tree; their
    stores get `hls.reassociated`.
    Left alone: terms that may read the element, conditions of which
    conditionOfAny does not know that, other operations. There is no error.

    Shown by test/Transforms/balance-reductions.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def PackProducts : Pass<"hls-pack-products", "::mlir::func::FuncOp"> {
  let summary = "Two products of 8 bits that share a factor in one multiplier";
  let description = [{
    Before: hls-lower-transfers has run; the function with `hls.top` has
    `hls.target`.

    After: a completely unrolled loop of an even trip count, in which a product of signed factors of at most 8 bits
    (known as for hls.factor_bits) has one factor that is the same in all copies,
    is written out by two. It has no conditions in it; a loop in it is unrolled
    and alone, and holds both copies, which may meet in no element of what they
    write. Of several such loops around the same products the one with most pairs
    is taken, the inner one first. Two such products are one: `(a 2^18 + b) c`, of 27 by
    18 bits, whose upper part is rounded and whose lower part is extended by its
    sign (AMD WP486). The result is the same to the last bit. Loops that store
    what a factor is loaded from are left alone, and so are all where the
    operator `mul27x18` of the target takes as many DSPs as two of `mul18`.

    Without a target, or with data files that lack an operator: an error (as
    test/Transforms/pack-products-errors.mlir shows).

    With a design point (`hls.design`) only the loops that its tasks name as
    `pairs` are written out, and it is an error where that cannot be. Without
    one, a remark says how many pairs there are in an iteration of the pipelined
    loops, or why there are none. hls-check-applied compares loops as they are
    before, so that it comes first.

    Shown by test/Transforms/pack-products.mlir and pack-products-band.mlir,
    in hlsc by test/Driver/packed-products.test.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def OverlapTiles : Pass<"hls-overlap-tiles", "::mlir::func::FuncOp"> {
  let summary = "Load and store tiles beside the nest on another one";
  let description = [{
    Before: hls-lower-transfers has run, and hls-check-applied if it is to
    compare buffers with the design point. Buffers inside of a task may have
    `copies = 2`: all those that the innermost loop around transfers fills and
    empties.

    After: no buffer has copies. Of such a task the loops around the transfers
    that have nothing else in between are one loop over tiles, each of these
    buffers is two, and the nest inside is a task of its own, `<task>_tile`. In
    one iteration the buffer of the tile before is stored, then filled with the
    next one, while the nest runs on the other buffer (`if (n mod 2 == 0)` swaps
    them). The first load, the first nest with the second load, the last nest
    with the last store but one, and the last store stand before and after the
    loop. Results are the same to the last bit: a tile is stored before any
    tile but the next one is loaded.

    Errors: an array that is loaded and stored, where the next iteration may
    load what this one stores; buffers of one loop of which some have copies;
    three copies; fewer than 3 iterations; bounds that vary.

    Shown by test/Transforms/overlap-tiles.mlir, executed against the source by
    test/Transforms/execute-overlaps.test; errors by
    test/Transforms/overlap-tiles-errors.mlir.
  }];
  let dependentDialects = ["::talos::hls::HLSDialect",
                           "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def CsimTree : Pass<"hls-csim-tree", "::mlir::func::FuncOp"> {
  let summary = "Evaluate unrolled float sums as balanced trees";
  let description = [{
    Before: hls-apply-buffers has run. For the C simulation of a design that is
    synthesised with reassociation of sums (`tree_reduction` of the target).

    After: in every task the level-2 loops that carry a floating-point sum are
    completely unrolled and the addends, with the accumulator as one of them, are
    added in a balanced binary tree. Equal to the source up to reassociation.
    Tasks without such loops, and sums under a condition, which the tool does not
    reassociate, are left alone.

    Shown by test/Transforms/csim-tree.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def LowerToMemRef : Pass<"hls-lower-to-memref", "::mlir::func::FuncOp"> {
  let summary = "Lower tasks, buffers and transfers to affine and memref";
  let description = [{
    Before: any function with ops of the hls dialect.

    After: none is left, nor any of its attributes: tasks are inlined, buffers
    are allocated and freed in their block, transfers are copy loops. What the
    design does can then be run with upstream lowerings. `copies`, partitions and
    other directives have no functional meaning and vanish.

    Shown by test/Transforms/lower-to-memref.mlir and by the executed tests.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

#endif // TALOS_TRANSFORMS_APPLYPASSES_TD
