//===- NormalizePasses.td - Choosing and normalising the top --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_NORMALIZEPASSES_TD
#define TALOS_TRANSFORMS_NORMALIZEPASSES_TD

include "mlir/Pass/PassBase.td"
include "talos/Support/Options.td"

def Prepare : Pass<"hls-prepare", "::mlir::ModuleOp"> {
  let summary = "Choose the top function, check its interface, name its parts";
  let description = [{
    Before: a module with any number of functions, none of them with `hls.top`
    except perhaps the one that `top` names.

    After: the function that `top` names has `hls.top`; calls in it are inlined
    and linalg ops on memrefs are affine loops (upstream utilities do both, so
    `--convert-linalg-to-affine-loops` need not run before); its arguments,
    loops, allocations and fetched globals have `hls.name`; and a private copy of it,
    `@<top>_reference` with `hls.reference_of`, taken before anything was named,
    is the program that C simulation compares with. Other functions become
    private. Every memref.global that the function uses is fetched once, at its
    start. A constant one becomes a ROM of the design; any other is storage of
    the design, which keeps its elements from run to run (a remark says so of a
    public one).

    A name is `hls.name` if given, else the op's or argument's NameLoc, else
    `arg0`, `i0` (by depth), `buf0`. It is made a C identifier that is no C++
    keyword. Arguments and allocations differ in their names within the
    function, a loop from its enclosing loops.

    An error, located and by name: an unknown top, a declaration, results,
    arguments that are not f32, f64, i8 to i64 or memrefs of these, arrays of
    more than 2^31 - 1 elements, dynamic shapes, layouts that are not the
    identity, memory spaces, values of other types inside the function, a global
    that is not defined here or that is constant and written, recursive and
    indirect calls and calls of declarations, more than 1024 calls, several
    blocks, a taken reference name.

    Shown by test/Transforms/prepare.mlir.
  }];
  let options = [Option<TopOption.member, TopOption.name, TopOption.cppType,
                        TopOption.initial, TopOption.help>];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def JoinBlocks : Pass<"hls-join-blocks", "::mlir::func::FuncOp"> {
  let summary = "Join loops over blocks with the loops in them";
  let description = [{
    Before: a function with `hls.top` (hls-prepare). Functions without it are
    left alone.

    After: a loop `kk = L to U step B`, whose iterator only the bounds of one
    loop inside of it use, `k = kk to kk + B` (also under constant minima), is
    gone, and that loop runs from L to the end of the last block, where it
    stands; a remark says so. All that `kk` does it does in `k`. The order is
    proved legal against the dependences of the whole function; local arrays
    whose elements pass within one iteration of a loop inside are not counted
    there. If all such loops together may not be joined, each is tried after the
    ones before it. Loops with a directive, and functions that are not affine
    throughout, stay as they are.

    Shown by test/Transforms/join-blocks.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
}

def Delinearize : Pass<"hls-delinearize", "::mlir::ModuleOp"> {
  let summary = "One loop a subscript, where arrays allow it";
  let description = [{
    Before: a function with `hls.top` (hls-prepare).

    After: loops with a step run from 0 by 1, and so do loops whose bounds move
    together (`k = kk to kk + 8`, also under a minimum that holds in any case).
    A dimension with subscripts of several loops, all of them
    `stride * q + r` with `0 <= r < stride`, is two dimensions of the extents
    `extent / stride` and `stride`: `A[i * 20 + k]` is `A[i][k]`, and
    `A[kk * 8 + k]` is `A[kk][k]`. The remainder is proved to lie there for every
    iteration; the stride divides the extent. Elements stay in row-major order,
    so the memory behind an argument is the same; only its type changes. The
    reference copy keeps its types. Arrays that anything but affine loads and
    stores uses, or that have a partition of the user's, are left alone.

    Shown by test/Transforms/delinearize.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ForwardStores : Pass<"hls-forward-stores", "::mlir::func::FuncOp"> {
  let summary = "Loads take what a store before them wrote";
  let description = [{
    Before: any function.

    After: a load of what an affine.store or an equal affine.load before it wrote
    or read takes that value, and stores that nothing reads are removed
    (affine-scalrep of MLIR). No affine.if without results has an else region;
    after each that had one stand conditions with its ops, one for each way in
    which the condition can fail first: upstream takes an else region to run
    under the condition itself, and would drop stores that are read there. Loads
    inside of scf.if and scf.while take no value from outside.

    An error: an affine.if that has results and loads or stores in its else
    region. Without them such a region stays.

    Shown by test/Transforms/forward-stores.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def UnrollWindows : Pass<"hls-unroll-windows", "::mlir::func::FuncOp"> {
  let summary = "Write out loops over the taps of a window";
  let description = [{
    Before: a function with `hls.top` (hls-prepare). Functions without it are
    left alone.

    After: an innermost loop of constant length is written out, with a remark, if
    one of its subscripts is a sum with another loop (`in[i + k]`), its
    statements write the same elements in every iteration, and it has no
    inner loop and no directive; so are the loops around it of which the same
    holds then. Conditions (affine.if, scf.if) may stand around its statements;
    in each copy they are those of its iteration. `window-trip` bounds the iterations of such a
    loop, `window-copies` the copies of a statement that all of them make. Sums
    keep their order. What is stored and read again passes as a value
    (upstream's affine scalar replacement), in functions where a loop was written
    out; else regions become conditions of their own first, since upstream takes
    them to run under the condition itself. Elements of constant tables at constant places become constants.

    An error: a negative option.

    Shown by test/Transforms/unroll-windows.mlir.
  }];
  let options = !foreach(o, WindowOptions.options,
                         Option<o.member, o.name, o.cppType, o.initial, o.help>);
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def OutlineRegions : Pass<"hls-outline-regions", "::mlir::ModuleOp"> {
  let summary = "Move what is not affine into functions of its own";
  let description = [{
    Before: a function with `hls.top` (hls-prepare).

    After: whatever in it is not affine (scf, accesses with other subscripts,
    bounds and conditions that are read from memory) stands, with the loops around
    it and what computes with its results, in private functions
    `@<top>_region0`, ...; the top function calls them: a call has a name
    (`hls.stmt`: R0, R1, ...) and says of every array whether the region may read
    or write it (`hls.access`). To all later passes a call is one statement that
    may access every element of these arrays. Neighbouring ops that are not affine
    make one region, with what stands between them other than affine loops. A loop
    is entered if it holds a whole affine loop beside a region. A remark names the
    op and the reason. Arrays that only one region at the top of the function uses
    move into it. Values pass through local arrays of one element where they
    cannot be computed again.

    memref.load and memref.store are raised and conditions on data replaced by
    selects first, as hls-normalize does. What cannot be carried through (ops
    other than those of affine, scf.for, scf.if, scf.while, arith, math and
    memref) is left for hls-normalize to refuse.

    Shown by test/Transforms/outline-regions.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::func::FuncDialect",
                           "::talos::hls::HLSDialect"];
}

def Normalize : Pass<"hls-normalize", "::mlir::func::FuncOp"> {
  let summary = "One affine.store a statement, loops from 0 by 1";
  let description = [{
    Before: a function with `hls.top` (hls-prepare). Functions without it are
    left alone.

    After: loops with constant bounds run from 0 by 1, others by 1 (from where
    they did if they already had step 1); they carry no iter_args; an affine.if
    gives no results and has no else region, which becomes conditions of its own
    after it; every statement is
    one affine.store, named by `hls.stmt`, together with the pure ops and loads
    directly before it that nothing else uses; allocations stand at the start of
    the function and are freed at its end; those that are never read are gone.
    Pure ops of the function's first block that read no memory stay where they
    are and may feed several statements. A statement reads and computes nothing
    twice: equal loads and equal ops of one statement are one.

    memref.load and memref.store become affine where upstream's
    affine-raise-from-memref can raise them. A condition on data (scf.if) around
    statements that may run always becomes a select of the new and the old
    value, and the select of the greater or lesser of two integers their maximum
    or minimum. A local array of one element that is read only where the same block
    stored it before is a value. Values that cross statements (iter_args,
    results of affine.if, an expression used inside a deeper loop) go through a
    new local array of one element; loads, constants, index and i1 values are
    repeated instead where no write comes between, and so is an expression that
    two to four stores of its own block use. Statements are S0, S1, ... in
    program order; unique names that are already there stay.

    An error at the op: everything that is not affine (scf, remaining
    memref.load and memref.store, views, calls), iter_args of a type that cannot
    be stored, more than 12 loops in each other, bounds that do not fit in 32
    bits, more than 2^48 iterations, and a store of a value that takes more than
    4096 ops.

    Shown by test/Transforms/normalize.mlir and extrema.mlir.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def SplitArrays : Pass<"hls-split-arrays", "::mlir::func::FuncOp"> {
  let summary = "Cut arrays and the loops over them into blocks";
  let description = [{
    Before: hls-normalize has run. Functions without `hls.top` are left alone.

    After: each array that `blocks` names (`A.1=272+138`: dimension 1 of A) is
    several arrays, `A_0`, `A_1`, ..., with these extents there; of an argument,
    each is an argument with `hls.block_of`. Loops whose iterator is that
    subscript become one loop a block, in their order (index-set splitting), and
    so does every other array that these loops walk, where each access to it has
    one such loop as a subscript of the same extent. Loops begin where their block
    does: run hls-normalize again. `C@A` gives argument C `hls.port_of = "A"`, or
    each of its blocks: what is moved through one port follows each other, and C
    comes last. `A.copies=2` gives the function another argument behind all others,
    with `hls.copy_of = "A"`; the statements that read A take A and the copies in
    turn. `E.scratch` makes the local array E such an argument, with `hls.scratch`.

    An error: a text that is no cut, an unknown array, extents that do not add up
    to the array's, a subscript there that is not one loop, and a loop with bounds
    that are not constant or with iter_args; for a port, what is no array argument,
    or shares a port already in another way; for copies, an array that is written
    or has fewer readers; for scratch memory, what is no local array, or is accessed
    otherwise than by loads and stores.

    Shown by test/Transforms/split-arrays.mlir.
  }];
  let options = !foreach(o, BlockOptions.options,
                         Option<o.member, o.name, o.cppType, o.initial, o.help>);
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect",
                           "::talos::hls::HLSDialect"];
}

def InferOverwritten : Pass<"hls-infer-overwritten", "::mlir::func::FuncOp"> {
  let summary = "Note arrays that are written whole before they are read";
  let description = [{
    Before: a function with `hls.top` of one statement a nest, guards inside
    (hls-rectangularize). Functions without it are left alone.

    After: an array argument of which the function writes every element, and
    reads none before, has `hls.overwritten`, where no single nest shows it: as
    an array that a loop around several nests fills column by column. Nothing
    else changes. Such an array is stored without being loaded first; what is
    not written whole is loaded, since it is stored whole. Arrays that a region
    may access (hls-outline-regions) are left out: nobody knows what it writes.
    hls-apply-schedule verifies the attribute.

    Shown by test/Transforms/infer-overwritten.mlir.
  }];
}

def InferWidths : Pass<"hls-infer-widths", "::mlir::func::FuncOp"> {
  let summary = "Note products whose factors are narrower than their type";
  let description = [{
    Before: a function with `hls.top` whose ops no later pass replaces
    (hls-rectangularize). Functions without it are left alone.

    After: an arith.muli whose factors fit in 18 bits as signed numbers, where the
    ops that make them do not show it, has `hls.factor_bits`, the bits of the
    wider one. Ranges of values are those of upstream's integer range analysis,
    with the iterators of affine loops, whatever bounds these have, and the
    elements of constant tables. Nothing else changes. Model and estimator give
    such a product the one DSP of a narrow one, and emission shows the tool the
    width by a cast.

    Shown by test/Transforms/infer-widths.mlir.
  }];
}

#endif // TALOS_TRANSFORMS_NORMALIZEPASSES_TD
