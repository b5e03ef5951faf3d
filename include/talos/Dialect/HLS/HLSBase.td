//===- HLSBase.td - The hls dialect and its enumerations ---*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_HLSBASE_TD
#define TALOS_DIALECT_HLS_HLSBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def HLS_Dialect : Dialect {
  let name = "hls";
  let summary = "Tasks, buffers, transfers and directives of an HLS design";
  let description = [{
    The nouns that an HLS tool knows and MLIR does not: on-chip buffers with
    their partition, transfers between off-chip arrays and buffers, tasks, and
    the directives pipeline, unroll, partition, interface. The attribute
    `#hls.design` on a function holds a design point: what the explorer decides
    and the apply passes carry out.

    Discardable attributes with a fixed meaning: `hls.top` (unit, on the top
    function), `hls.name` (string, on function arguments, loops and
    allocations: the user's name), `hls.stmt` (string, on an affine.store or the
    call of a region: the statement's stable name), `hls.joined` (string, on an
    affine.store: it is a further result of the statement of that name, whose
    store stands before it in the same loop), `hls.access` (array of
    `#hls.access`, on the call of a function that holds a part of the program
    that is not affine: what the part may do with each operand), `hls.level` (0, 1 or 2, on a strip-mined loop),
    `hls.reduction` (unit, on a loop that carries a reduction),
    `hls.impl` (string, on an arith.addf, arith.subf or arith.mulf: how its
    operators are implemented, a word of bind_op such as `fabric`),
    `hls.factor_bits` (i64, on an arith.muli: bits that hold each factor as a
    signed number),
    `hls.copy` (unit, on a store: it brings what the store before it writes to a
    copy of that buffer),
    `hls.accumulator` (unit, on an allocation: the task's statement accumulates
    there instead of in the array),
    `hls.reference_of` (symbol, on the private copy of the source function
    that C simulation compares with), `hls.pipeline`, `hls.unroll` (on loops),
    `hls.interface` (on arguments of the top function), `hls.layout` (string, on
    arrays among them: how memory has to hold the array, "natural", "padded" or
    "packed"; without it the options say what may be chosen), `hls.tiles` (array
    of i64, there: the extents of tiles, one after the other, in which memory
    holds the array; the box of a beat, `lanes` of its interface, is a part of a
    tile, which is filled up to whole boxes), `hls.extents` (array of i64, there:
    the extents that the array has in the source program, where memory holds a
    larger one whose other elements mean nothing), `hls.copy_of` (string, on
    arguments behind all others: the read-only array that memory holds there
    once more), `hls.scratch` (unit, on arguments behind all others: an array
    that is local in the source program), `hls.bool` (unit, on arguments of i8 elements: a `bool` of the
    source, so each is 0 or 1), `hls.overwritten` (unit, on array arguments: the
    function writes every element, and reads none before), `hls.initial` (a
    number, on the only affine.store of a nest: what all elements of its array
    are before the nest, though no statement sets them), `hls.partition`,
    `hls.storage` (on allocations and on arguments of internal functions),
    `hls.independent` (array of strings, on a pipelined loop: names of buffers
    of which no iteration of the nest reads what an earlier one stores, though
    the subscripts alone do not show it), `hls.distance` (i64, beside it: but for
    a running sum, which so many iterations of the flattened loop lie apart at
    least), `hls.distinct_copies` (array of strings, on a pipelined loop: names
    of buffers of which no two copies of a statement that unrolling puts into one
    iteration access the same element if one of them writes it, though the
    subscripts alone do not show it),
    `hls.distances` (dictionary, on the pipelined loop of a process: for each
    local buffer by its name the fewest iterations of the flattened nest, an i64,
    from a store to a load of what it stored; 0: no iteration loads what an
    earlier one stored),
    `hls.collapsed` (i64, on a pipelined loop: so many loops, it and those around
    it, are emitted as one loop, since the tool flattens none whose bounds vary),
    `hls.shared` (on a loop: it and the loops around it run as written, as those
    around several nests do, though one statement stands in them),
    `hls.target`, `hls.design`, `hls.search`, `hls.binding` (array of
    `#hls.nest_binding`) and `hls.pins` (array of strings: variables of the
    design that are fixed or bounded) on the top function, `hls.qor`
    (what hls-estimate-qor found, on the ops it looks at). Any other `hls.`
    attribute, or one in another place, is an error.
  }];
  let cppNamespace = "::talos::hls";
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
}

class HLS_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::talos::hls";
}

def HLS_PartitionKind : HLS_Enum<"PartitionKind", "array partition kind", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"Cyclic", 1, "cyclic">,
  I32EnumAttrCase<"Block", 2, "block">,
  I32EnumAttrCase<"Complete", 3, "complete">,
  I32EnumAttrCase<"Reshape", 4, "reshape">]>; // words of several elements

def HLS_InterfaceMode : HLS_Enum<"InterfaceMode", "kernel port kind", [
  I32EnumAttrCase<"MAxi", 0, "m_axi">,
  I32EnumAttrCase<"SAxiLite", 1, "s_axilite">,
  I32EnumAttrCase<"ApMemory", 2, "ap_memory">]>;

def HLS_MemoryKind : HLS_Enum<"MemoryKind", "where the arrays of the top function are", [
  I32EnumAttrCase<"Axi", 0, "m_axi">,    // behind AXI ports, loaded and stored
  I32EnumAttrCase<"Ports", 1, "ports">]>; // memories at ports of the kernel

def HLS_ScheduleStep : HLS_Enum<"ScheduleStep", "what prepares or follows a schedule", [
  I32EnumAttrCase<"Separate", 0, "separate">, // joined statements are apart
  I32EnumAttrCase<"Expand", 1, "expand">,     // arrays without false dependences
  I32EnumAttrCase<"SplitDomains", 2, "split_domains">, // statements in parts
  I32EnumAttrCase<"SkewLayouts", 3, "skew_layouts">,   // arrays as loops run
  I32EnumAttrCase<"Join", 4, "join">,   // distributed once more, and joined
  I32EnumAttrCase<"Widen", 5, "widen">, // loops over whole dimensions
  I32EnumAttrCase<"CopyPivots", 6, "copy_pivots">, // old and new values
  I32EnumAttrCase<"JoinEqualNests", 7, "join_equal_nests">, // over one box
  I32EnumAttrCase<"StoreOld", 8, "store_old">]>; // beyond conditions

def HLS_StorageKind : HLS_Enum<"StorageKind", "memory resource of a buffer", [
  I32EnumAttrCase<"Auto", 0, "auto">,
  I32EnumAttrCase<"Registers", 1, "registers">,
  I32EnumAttrCase<"LUTRAM", 2, "lutram">,
  I32EnumAttrCase<"BRAM", 3, "bram">,
  I32EnumAttrCase<"URAM", 4, "uram">]>;

def HLS_AccessKind : HLS_Enum<"AccessKind", "what a region may do with an operand", [
  I32EnumAttrCase<"Value", 0, "value">,
  I32EnumAttrCase<"Read", 1, "read">,
  I32EnumAttrCase<"Write", 2, "write">,
  I32EnumAttrCase<"ReadWrite", 3, "readwrite">]>;

def HLS_SearchStatus : HLS_Enum<"SearchStatus", "what is known of a design point", [
  I32EnumAttrCase<"Manual", 0, "manual">,
  I32EnumAttrCase<"Feasible", 1, "feasible">,
  I32EnumAttrCase<"Optimal", 2, "optimal">]>;

def HLS_BindingKind : HLS_Enum<"BindingKind", "what keeps a nest from being faster", [
  /// The design is not the best one: the nest could be chosen better.
  I32EnumAttrCase<"Choice", 0, "choice">,
  /// A resource of the device, or what the option `limit` left of it.
  I32EnumAttrCase<"Budget", 1, "budget">,
  I32EnumAttrCase<"Partition", 2, "partition">, // the maximum partition
  I32EnumAttrCase<"Pin", 3, "pin">,             // what the user fixed
  I32EnumAttrCase<"Together", 4, "together">,   // several of these, none alone
  /// Values that are awaited: a sum, another dependence.
  I32EnumAttrCase<"Recurrence", 5, "recurrence">,
  I32EnumAttrCase<"Ports", 6, "ports">, // accesses to the banks of an array
  /// Loads and stores of its arrays take longer than it does.
  I32EnumAttrCase<"Transfer", 7, "transfer">,
  I32EnumAttrCase<"Context", 8, "context">, // loops that it has to share
  I32EnumAttrCase<"Overlapped", 9, "overlapped">, // longer calls run meanwhile
  /// One iteration: operators' latency is left.
  I32EnumAttrCase<"Unrolled", 10, "unrolled">,
  /// Loops that dependences or subscripts keep from being unrolled.
  I32EnumAttrCase<"Structure", 11, "structure">,
  I32EnumAttrCase<"Undecided", 12, "undecided">]>; // the node limit struck

def HLS_Accumulator : HLS_Enum<"Accumulator", "where a reduction accumulates", [
  I32EnumAttrCase<"Direct", 0, "direct">,
  I32EnumAttrCase<"Local", 1, "local">,
  I32EnumAttrCase<"LocalAdd", 2, "local_add">,
  I32EnumAttrCase<"Register", 3, "register">]>;

def HLS_Concurrency : HLS_Enum<"Concurrency", "how a task starts", [
  I32EnumAttrCase<"Sequential", 0, "sequential">,
  I32EnumAttrCase<"Dataflow", 1, "dataflow">]>;

def HLS_TaskKind : HLS_Enum<"TaskKind", "what a task does", [
  I32EnumAttrCase<"Compute", 0, "compute">,
  I32EnumAttrCase<"Load", 1, "load">,
  I32EnumAttrCase<"Store", 2, "store">,
  I32EnumAttrCase<"Opaque", 3, "opaque">,
  I32EnumAttrCase<"Fill", 4, "fill">,
  I32EnumAttrCase<"Drain", 5, "drain">]>;

/// Information for readers and reports: what a process may do follows from its
/// body alone. Of the kind `task` it has another form (hls.process).
def HLS_ProcessKind : HLS_Enum<"ProcessKind", "what a process does", [
  I32EnumAttrCase<"Load", 0, "load">,       // beats of a port into a stream
  I32EnumAttrCase<"Spread", 1, "spread">,   // one stream to several
  I32EnumAttrCase<"Unpack", 2, "unpack">,   // beats to tokens of other lanes
  I32EnumAttrCase<"Pack", 3, "pack">,       // tokens to beats
  I32EnumAttrCase<"Hold", 4, "hold">,       // repeats a sequence that it has seen
  I32EnumAttrCase<"Reorder", 5, "reorder">, // a block in another order
  I32EnumAttrCase<"Compute", 6, "compute">, // operations on elements
  I32EnumAttrCase<"Merge", 7, "merge">,     // partial results to one
  I32EnumAttrCase<"Drain", 8, "drain">,     // results with what is done to them last
  I32EnumAttrCase<"Store", 9, "store">,     // a stream into beats of a port
  I32EnumAttrCase<"Task", 10, "task">]>;    // tasks on whole arrays in buffers

def HLS_PipelineStyle : HLS_Enum<"PipelineStyle", "what a pipeline does while it waits", [
  I32EnumAttrCase<"Auto", 0, "auto">, // the tool's choice
  I32EnumAttrCase<"Stalling", 1, "stp">, // every stage stops
  I32EnumAttrCase<"FreeRunning", 2, "frp">, // stages go on, outputs are buffered
  I32EnumAttrCase<"Flushable", 3, "flp">]>; // stages go on, and empty

class HLS_Op<string opMnemonic, list<Trait> traits = []>
    : Op<HLS_Dialect, opMnemonic, traits>;

#endif // TALOS_DIALECT_HLS_HLSBASE_TD
