//===- DistributePasses.td - Loop distribution -------------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_DISTRIBUTEPASSES_TD
#define TALOS_TRANSFORMS_DISTRIBUTEPASSES_TD

include "mlir/Pass/PassBase.td"
include "talos/Support/Options.td"

def Distribute : Pass<"hls-distribute", "::mlir::func::FuncOp"> {
  let summary = "Give every statement its own perfect loop nest, where legal";
  let description = [{
    Before: a normalised function with `hls.top` (hls-normalize). Functions
    without it are left alone.

    After: statements share a loop only if they lie on a cycle of dependences at
    its level (maximal distribution); every other statement stands in a perfect
    nest of its own. A shared loop that carries no dependence is interchanged
    with the loop inside of it that does, and distributed there, unless that
    one's bounds need it: no parallel loop keeps statements together. The new
    order is proved against the exact dependences before the function is edited,
    and the result is analysed again after it. Loops keep their names, bounds and
    locations.

    Where loops are shared, a local scalar that is used again for something else
    becomes one for each use (reads and writes that values connect, exact flow).
    A local allocation gets enclosing loops as new outer dimensions where this is
    what lets loops be distributed, and only by as many loops as that takes: every
    read must get its value from a write of the same iteration of these loops
    and those around them (exact flow of distance zero, nothing read before it is
    written), and the loops must have constant trip counts. It keeps its name.
    Arguments are never expanded. Where what a nest expands takes more than
    `local-bits`, one of these loops is cut into strips that run around the nest,
    and the array has the elements of one strip; the widest strips that fit and
    divide the trip count are taken, of the outermost loop that may be cut (a
    perfect nest around it, no negative distance). A remark says so, or that
    there is none and the array is left as it is.

    Straight-line statements of one loop body of the source are one statement
    with several results where that is legal and never slower: the stores stand
    at the end of one body, each to an array of its own, and those behind the
    first have its name in `hls.joined`. A loop that carries a dependence among
    them carries one of each on itself, and they access what they have in common
    by the same subscripts but for constants. A loop that dependences make them
    share is theirs if nothing else stands in it. A value that one
    stores and another reads in the same iteration is used as it is, what is
    equal is computed once, and a local array that nothing reads then is left
    out. With `separate` none are joined.

    Where statements stay together, a remark names them, the array and the
    dependences of one cycle.

    Shown by test/Transforms/distribute.mlir, distribute-interchange.mlir and
    distribute-strips.mlir, distribute-join.mlir and joined-errors.mlir; executed
    by test/Driver/distribution.test and joined.test.
  }];
  let options = [Option<"expand", "expand", "bool", "true",
                        "Expand local arrays where they alone forbid distribution">,
                 Option<"localBits", "local-bits", "int64_t", "-1",
                        "Bits that the local arrays that a nest expands may take "
                        "together (0: no limit; -1: half of what one array can "
                        "take on hls.target, no limit without a target)">,
                 Option<"separate", "separate", "bool", "false",
                        "Every result is a task of its own">,
                 Option<"interchange", "interchange", "bool", "true",
                        "Move parallel loops inward where that lets statements be "
                        "distributed">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def Reschedule : Pass<"hls-reschedule", "::mlir::func::FuncOp"> {
  let summary = "Run the statements in the order of another legal schedule";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: the statements run in the order of the schedule that `candidate`
    names, of those that promise fewer cycles than the loops as they are; 0
    leaves these. Sequential loops, which statements share where dependences make
    them, stand outside, the parallel loops of each statement inside. Schedules
    come from isl's schedulers over the exact dependences, with sizes as
    parameters, and each is proved legal. Statements keep their names, loops of
    the source theirs where a time is such a loop. hls-distribute runs again
    after it. For some schedules local arrays and arguments get an element for
    each iteration of outer loops, or old and new values of rows and columns that
    outer loops fix become local arrays, or statements are cut into parts under
    conditions; for skewed ones arrays are copied into local ones whose
    dimensions follow the sequential times (docs/NLP.md, Schedules). Neighbours
    that run the same body become one nest as hls-join-equal-nests makes it.

    A remark says which schedule it is.

    Errors: a candidate that there is none of, a function that is not affine.

    Shown by test/Transforms/reschedule.mlir and reschedule-prepared.mlir.
  }];
  let options = [Option<"candidate", "candidate", "int64_t", "0",
                        "Which schedule, counted from 1; 0: the loops as they "
                        "are">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def JoinEqualNests : Pass<"hls-join-equal-nests", "::mlir::func::FuncOp"> {
  let summary = "Make one nest of two neighbours that run the same body";
  let description = [{
    Before: a function with `hls.top` (hls-prepare) whose loops have step 1.
    Functions without it are left alone.

    After: two perfect nests that stand one behind the other and run the same
    operations are one, named after the first, if

    - the iterations of both together are those of one nest with affine bounds,
      as a triangle and the one beside it make a rectangle, and
    - no iteration of the second nest depends on one of the first in the same
      iteration of the loops around both.

    Local arrays in which the bodies differ become one array of the larger
    extents where no element is used in both (upstream's access relations say
    so). Never fails.

    Shown by test/Transforms/join-equal-nests.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def CopyOperands : Pass<"hls-copy-operands", "::mlir::func::FuncOp"> {
  let summary = "Copy what a nest reads beside the elements that it writes";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: where a perfect nest reads an array that it also writes, at
    subscripts that some of its loops do not change (`A[i][k]` and `A[k][j]` in
    an update of `A[i][j]`), the elements are copied to a local array before the
    nest, once for every iteration of the loops around it. A bank then serves
    one read and one write an iteration. Elements of any array are copied that
    follow one loop of the nest, which tells apart what is written, beside loops
    around (`y[k - i]`): the banks of unrolled copies would not be known before
    the program runs. What the nest writes before it reads it in the same
    iteration of the loops around is not copied. A copy stands behind the last
    writer of its array, since what follows may run beside it.

    Where a loop of a nest moves two loads of an array along different
    dimensions (`A[i][k] + A[k][j]`), what it moves along the earlier one is read
    from a copy of the array, so that each of the two can be partitioned along
    its own. What it moves along the later one is read from another copy if the
    nest writes the array. The copies hold what is read before the outermost loop
    around, but for what is always written first, and take over what each
    iteration of the innermost loop around has written, at its end. They are made
    only if all nests that write the array stand in that loop and no iteration
    reads what it has written before. Never fails.

    Shown by test/Transforms/copy-operands.mlir and copy-arrays-run.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def DropUnusedArrays : Pass<"hls-drop-unused-arrays", "::mlir::func::FuncOp"> {
  let summary = "Drop nests whose results nobody uses";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: nests and statements of the function's body are gone whose results
    nobody uses: nothing behind them reads what they store, which is in local
    arrays, or in arrays that a later nest stores whole first. A process has a
    stream for what it stores, and each stream has a reader. Never fails.

    Shown by test/Transforms/drop-unused-arrays.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::talos::hls::HLSDialect"];
}

def JoinElements : Pass<"hls-join-elements", "::mlir::func::FuncOp"> {
  let summary = "Join nests of which one takes each element of the other once";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: a nest that stores each element in one iteration, under no condition,
    and of which the next nest that sees its array takes each element once, is
    part of that one, which computes the element instead of loading it. Both are
    perfect nests that no loop surrounds, with one store. The first one reads no
    other elements of the array that it stores, and nobody else sees these: the
    second nest stores them again, or they are in a local array of both. So a
    chain of element-wise steps is one process, and so are products and their
    sum. Never fails.

    Shown by test/Transforms/join-elements.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::talos::hls::HLSDialect"];
}

def WidenReads : Pass<"hls-widen-reads", "::mlir::func::FuncOp"> {
  let summary = "Read whole arrays where the last elements of one are used";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: where a perfect nest that no loop surrounds reads the last element
    along a dimension, whatever the iteration (`x[p] = t[49][p]`), a loop over
    the whole dimension stands around it and its iterator is the subscript. Each
    of its iterations stores the same elements, so that the last one counts. A
    stream brings the whole array, in one order. Nests that read an array which
    they store are left alone, and so are elements other than the last ones.
    Never fails.

    Shown by test/Transforms/widen-reads.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::talos::hls::HLSDialect"];
}

def CopyDiagonals : Pass<"hls-copy-diagonals", "::mlir::func::FuncOp"> {
  let summary = "Copy diagonals and rows of arrays before they are read";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: where a nest that no loop surrounds reads elements of an array with
    one iterator in several subscripts (`A[i][i]`), a nest before it passes over
    the whole array and stores these elements in a local array, which is read in
    their place: a stream brings whole arrays, in one order. So it is where a
    perfect nest, also under one condition, reads elements with constant
    subscripts (`A[0][j]`). Arrays that the nest stores are left alone, and so
    are other subscripts (`A[i][i + 1]`). Never fails.

    Shown by test/Transforms/copy-diagonals.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def LoopSingleElements : Pass<"hls-loop-single-elements",
                              "::mlir::func::FuncOp"> {
  let summary = "Loops of one iteration over dimensions of one element";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: every element that a nest uses has an iterator for each subscript, as
    a stream needs them:

    - local arrays without dimensions have one of one element;
    - a value that is computed before a nest, and that is no constant, is stored
      in a local array of one element, from which the nest reads it;
    - a statement in no loop stands in a loop of one iteration, with what feeds
      it; a value that another such statement has stored is read from there;
    - in a perfect nest, also under one condition, loops of one iteration have
      the iterators of dimensions of one element (`s[0]`): innermost ones, but
      for those that are there already.

    Never fails.

    Shown by test/Transforms/loop-single-elements.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def WidenStores : Pass<"hls-widen-stores", "::mlir::func::FuncOp"> {
  let summary = "Pass over whole arrays where a part of one is stored";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute), in which
    nests have an iterator for dimensions of one element
    (hls-loop-single-elements). Functions without `hls.top` are left alone.

    After: a perfect nest that no loop surrounds, under one condition or none,
    and that has one store,

    - has innermost loops over the dimensions in which it stores a constant
      subscript (`A[3][j]`), or an iterator for the second time (`A[i][i]`); it
      stores under the condition that their iterators are what the subscripts
      were, so that a stream brings and takes the whole array;
    - reads what other elements of the array were, each subscript an iterator of
      its own (`A[j][i] = A[i][j]`), from a copy that a nest before it makes,
      unless an iteration may read what an earlier one has stored.

    Never fails.

    Shown by test/Transforms/widen-stores.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def JoinFills : Pass<"hls-join-fills", "::mlir::func::FuncOp"> {
  let summary = "What fills the arrays of a nest alone joins it";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: where a nest is not one perfect nest, and so fits no stream, nests
    before it that read nothing and store a local array that it alone uses stand
    together with it in a loop of one iteration: they are one task between
    streams (hls-stream-nests), which has the array for itself. Never fails.

    Shown by test/Transforms/join-fills.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::talos::hls::HLSDialect"];
}

def FactorSums : Pass<"hls-factor-sums", "::mlir::func::FuncOp"> {
  let summary = "Partial sums of results that are too few";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute) and
    `hls.target` (hls-attach-target). Functions without `hls.top` are left
    alone.

    After: a nest that adds terms to fewer elements than `partial-sums`
    (`for i in 0 to 4, k in 0 to 4096: s[i] += ...`) adds them to a local array
    with more (`parts[i][p] += ...`, of the terms at `k * parts + p`), and a
    nest behind it adds that to the elements. The innermost loop that sums is
    parted by the least divisor of its trip count with which there are as many
    partial sums, or else by its greatest one. Arrays get shapes in which each
    subscript is one loop (hls-delinearize). Sums of integers are parted, and of
    floating point where the target allows another order (`tree-reduction`); so
    they are in nests that no loop surrounds, of loops from 0 to constants,
    without conditions, whose only store is of a sum, the result at iterators or
    constants. A remark says that there are none.

    An error: `partial-sums` below 1.

    Shown by test/Transforms/factor-sums.mlir.
  }];
  let options = [Option<"partialSums", "partial-sums", "int64_t", "128",
                        "Results and parts that a sum has at least">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def FoldFills : Pass<"hls-fold-fills", "::mlir::func::FuncOp"> {
  let summary = "Let nests start with the constant that fills an array before";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute) whose nests
    become processes. Functions without it are left alone.

    After: a nest that stores one constant in every element of an array is gone
    where nothing before it accesses the array, and the next nest that does has
    one store, to this array, and reads of it what it stores in the same
    iteration (`for i, j, k: s[i][j] += ...`). The store of that nest has the
    constant as `hls.initial`: it is what all elements have before the nest, so
    that no process sets them and no stream brings them. Never fails.

    Shown by test/Transforms/fold-fills.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::talos::hls::HLSDialect"];
}

def SplitWorkers : Pass<"hls-split-workers", "::mlir::func::FuncOp"> {
  let summary = "Split nests into workers, each with rows of its own";
  let description = [{
    Before: a distributed, rectangular function with `hls.top`
    (hls-rectangularize). Functions without it are left alone.

    After: of each nest that `workers` names (`S1=3`), or the one with the most
    iterations (`3`), there are so many nests one after the other, the workers,
    with equal blocks of the loop whose iterator is the first subscript of the
    stored array; the last block is filled up (`hls.extents`). Every worker
    stores a part of the array, with `hls.worker` on the store, which is an array
    of its own. Where the array is an argument, so is the part, behind all
    others, with `hls.part_of`, and the argument itself is not accessed any more;
    of what workers only read along that loop, each has its part, too, and what
    other nests read stays whole. All else is read whole by all of them. Other nests that store or read what comes in parts are split
    alike. Each element is computed as before, from the same operands in the
    same order. Blocks are as long as the trip count by the workers, or up to an
    eighth longer where each divisor is then at most twice the one before it.
    `hls.blocks` says what was split.

    It is proved that the loop may be split: all accesses to an array that a
    split nest stores have its iterator as the same subscript, alone, so that
    iterations of different workers never access the same element.

    Errors, each located: a text that names no nest or number; a nest that is
    not of constant loops from 0 around one store; fewer iterations than workers;
    an access to a stored array with another subscript there, or in a nest that is
    split along another loop; another operation that may access it.

    Shown by test/Transforms/split-workers.mlir.
  }];
  let options = !foreach(o, WorkerOptions.options,
                         Option<o.member, o.name, o.cppType, o.initial, o.help>);
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def ShareCarriers : Pass<"hls-share-carriers", "::mlir::func::FuncOp"> {
  let summary = "Let loops that keep the inner ones in order stand around tasks";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: of every nest of one statement in which outer loops carry all that
    orders a loop inside, the fewest such loops have `hls.shared`: they run as
    written, like those that several statements share, and what is inside is a
    nest of its own in each of their iterations. Nothing else changes.

    Shown by test/Transforms/share-carriers.mlir.
  }];
}

def Rectangularize : Pass<"hls-rectangularize", "::mlir::func::FuncOp"> {
  let summary = "Give every statement a rectangular nest, with a guard inside";
  let description = [{
    Before: a distributed function with `hls.top` (hls-distribute). Functions
    without it are left alone.

    After: the loops that a statement does not share with another statement run
    `0 to N step 1` with constant N, over the least box of constants that holds
    the statement's domain whatever the shared loops are. Where the box is
    larger than the domain the statement stands under one innermost affine.if,
    whose set has only what the box and the shared loops do not imply. Loops
    that several statements share, or that have `hls.shared`, keep their bounds;
    conditions around them move into the statements' nests. With `widen`, or where
    the schedule asks for it (`hls.scheduled`), a loop whose iterator is a subscript
    and that leaves out at most a fifth of that dimension of the array runs over
    all of it, under a condition: 200 has more divisors than 199. The instances of
    every statement and their order are what they were, and nests that were
    rectangular are not touched.

    With `store-old`, a statement under a condition that says between which
    constants loops of its own run computes in all of the box, and stores the old
    value where the condition does not hold: the tool may then share its operators
    with other tasks. Loads that lie outside of their arrays there have
    `hls.zero_outside`. Statements that sum up, that write outside or into a local
    array to which nothing was written in front of their loops, and those with an
    operation that must not run everywhere keep their condition. Neighbours in a
    loop that they share then become one nest with several results (`hls.joined`)
    if they run over the same box, neither writes what the other accesses, each
    iteration writes elements of its own, and they access what they have in common
    by the same subscripts but for constants.

    A statement or the call of a region whose domain is empty is left out, with a
    remark.

    An error at the op: a loop of step other than 1, an else region
    (hls-normalize removes both), a nest that is not distributed, a loop without
    constant bounds.

    Shown by test/Transforms/rectangularize.mlir, widen.mlir, store-old.mlir and
    equal-boxes.mlir.
  }];
  let options = [Option<"widen", "widen", "bool", "false",
                        "Loops over most of a dimension run over all of it">,
                 Option<"storeOld", "store-old", "bool", "false",
                        "Conditions on own loops choose between the new value "
                        "and the old one">];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::talos::hls::HLSDialect"];
}

#endif // TALOS_TRANSFORMS_DISTRIBUTEPASSES_TD
