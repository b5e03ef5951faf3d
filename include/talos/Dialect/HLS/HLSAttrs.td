//===- HLSAttrs.td - Directives and the design point -------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_HLSATTRS_TD
#define TALOS_DIALECT_HLS_HLSATTRS_TD

include "talos/Dialect/HLS/HLSBase.td"

// An array parameter printed in brackets, so that it can stand in a struct.
class HLS_Array<string of> : ArrayRefParameter<of> {
  let printer = "::talos::hls::detail::printBracketed($_printer, $_self)";
  let parser = "::talos::hls::detail::parseBracketed<" # of # ">($_parser)";
}
class HLS_OptionalArray<string of> : OptionalArrayRefParameter<of> {
  let printer = "::talos::hls::detail::printBracketed($_printer, $_self)";
  let parser = "::talos::hls::detail::parseBracketed<" # of # ">($_parser)";
}
class HLS_String<string value> : DefaultValuedParameter<"::mlir::StringAttr",
    "::mlir::StringAttr::get($_ctxt, \"" # value # "\")">;

class HLS_Attr<string name, string attrMnemonic> : AttrDef<HLS_Dialect, name> {
  let mnemonic = attrMnemonic;
  let genVerifyDecl = 1;
}

def HLS_PipelineAttr : HLS_Attr<"Pipeline", "pipeline"> {
  let summary = "Pipeline directive of a loop: `#hls.pipeline<ii = 1>`";
  let description = [{`ii` is the target initiation interval in cycles; 0 (the
    default) leaves it to the tool, as `#pragma HLS pipeline` without II.
    `style` says what the stages do while one of them waits for a stream or a
    port: `stp` (all stop), `flp` (the others go on and empty), `frp` (they go
    on, outputs are buffered), `auto` (the tool chooses).}];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$ii,
    DefaultValuedParameter<"PipelineStyle", "PipelineStyle::Auto">:$style);
  let builders = [AttrBuilder<(ins "int64_t":$ii), [{
    return $_get($_ctxt, ii, PipelineStyle::Auto);
  }]>];
  let assemblyFormat = "(`<` struct($ii, $style)^ `>`)?";
}

def HLS_UnrollAttr : HLS_Attr<"Unroll", "unroll"> {
  let summary = "Unroll directive of a loop: `#hls.unroll` or `#hls.unroll<factor = 4>`";
  let description = [{`factor` 0 (the default) unrolls completely.}];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$factor);
  let assemblyFormat = "(`<` struct($factor)^ `>`)?";
}

def HLS_TripCountAttr : HLS_Attr<"TripCount", "trip_count"> {
  let summary = "How often a loop runs: `#hls.trip_count<min = 0, max = 19, avg = 10>`";
  let description = [{Iterations of one entry of a loop whose bounds vary, over
    one run of the function: the fewest, the most, and the average, rounded.}];
  let parameters = (ins "int64_t":$min, "int64_t":$max, "int64_t":$avg);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_PartitionDimAttr : HLS_Attr<"PartitionDim", "dim"> {
  let summary = "Partition of one dimension: `#hls.dim<cyclic, 4>`";
  let description = [{`factor` is the number of banks along the dimension; 1
    for `none`, 0 for `complete` (one bank per element), where it is not
    written. Of `reshape` it is the number of elements that lie side by side in
    one word, at least 2: neighbours, as those of different banks are with
    `cyclic`.}];
  let parameters = (ins "PartitionKind":$kind, "int64_t":$factor);
  let assemblyFormat = "`<` custom<PartitionDim>($kind, $factor) `>`";
}

def HLS_PartitionAttr : HLS_Attr<"Partition", "partition"> {
  let summary = "Partition of a buffer, one entry a dimension";
  let parameters = (ins HLS_Array<"PartitionDimAttr">:$dims);
  let assemblyFormat = "`<` $dims `>`";
  let extraClassDeclaration = [{
    /// Checks the entries against the array's rank and extents; errors stand
    /// at `op`.
    ::llvm::LogicalResult verifyFor(::mlir::Operation *op,
                                    ::mlir::MemRefType type) const;
  }];
}

def HLS_InterfaceAttr : HLS_Attr<"Interface", "interface"> {
  let summary = "Port of the top function's argument";
  let description = [{`width` is the data width in bits of an m_axi port (a
    power of two from 8 to 1024), 0 for s_axilite. `bundle` is empty for
    s_axilite. An ap_memory port has neither: the array is a memory beside the
    kernel, with a port for each of its banks.

    Without `lanes` the array lies in memory as in C. With `lanes`, the extents
    of a box, it lies box by box, in row-major order of the boxes and of the
    elements in each; boxes that reach beyond the array are filled up. `lanes`
    has powers of two. A box is one beat, or one beat of each of several ports:
    port k of n, whose bundle ends in `_k`, holds the k-th n-th of every box.

    With `port_blocks` = n each of n ports holds a block of the array instead:
    whole boxes of the first dimension, as many for each port but for the last
    one, and in the block all as above, a box being one beat. With `in_turn`
    the ports take positions of the first dimension in turn: port k has those
    whose remainder by n is k.}];
  let parameters = (ins EnumParameter<HLS_InterfaceMode>:$mode,
                        HLS_String<"">:$bundle,
                        DefaultValuedParameter<"int64_t", "0">:$width,
                        HLS_OptionalArray<"int64_t">:$lanes,
                        DefaultValuedParameter<"int64_t", "1">:$port_blocks,
                        DefaultValuedParameter<"bool", "false">:$in_turn);
  let assemblyFormat = [{`<` $mode
    (`,` struct($bundle, $width, $lanes, $port_blocks, $in_turn)^)? `>`}];
  let builders = [AttrBuilder<(ins "InterfaceMode":$mode,
      "::mlir::StringAttr":$bundle, "int64_t":$width,
      "::llvm::ArrayRef<int64_t>":$lanes, "int64_t":$port_blocks), [{
    return $_get($_ctxt, mode, bundle, width, lanes, port_blocks, false);
  }]>];
  let extraClassDeclaration = [{
    /// AXI ports of an array with elements of so many bits.
    int64_t getPorts(int64_t elementBits) const;
  }];
}

def HLS_StorageAttr : HLS_Attr<"Storage", "storage"> {
  let summary = "Memory resource of a buffer and its ports (1 or 2)";
  let parameters = (ins EnumParameter<HLS_StorageKind>:$kind,
                        DefaultValuedParameter<"int64_t", "2">:$ports);
  let assemblyFormat = "`<` $kind (`,` struct($ports)^)? `>`";
}

def HLS_AccessAttr : HLS_Attr<"Access", "access"> {
  let summary = "What a region may do with an operand: `#hls.access<readwrite>`";
  let description = [{A scalar is a `value`. Of an array the region may `read`
    or `write` any element, all of them or none; `readwrite` is both.}];
  let parameters = (ins EnumParameter<HLS_AccessKind>:$kind);
  let assemblyFormat = "`<` $kind `>`";
  let genVerifyDecl = 0;
  let extraClassDeclaration = [{
    bool reads() const {
      return getKind() == AccessKind::Read || getKind() == AccessKind::ReadWrite;
    }
    bool writes() const {
      return getKind() == AccessKind::Write || getKind() == AccessKind::ReadWrite;
    }
  }];
}

def HLS_TargetAttr : HLS_Attr<"Target", "target"> {
  let summary = "What the design is for: device, part, clock, tool, budget";
  let description = [{`clock_ps` is the clock period in picoseconds.
    `tree_reduction` says that the tool may reassociate floating-point sums
    (Vitis: -unsafe_math_optimizations). `usable` is the percentage of each
    resource of the device that a design may use, `limits` lowers single ones further
    (`"DSP=1368,URAM=0"`), `max_partition` is the largest number of banks of one
    array; 0, the empty string and 0 stand for what the device's file says: its
    preset `buildable` is a share of what the platform leaves.
    `file` is the file that describes the device, empty for a device of the
    installation. `memory` says where the arrays of the top function are.}];
  let parameters = (ins "::mlir::StringAttr":$device, "::mlir::StringAttr":$part,
                        "int64_t":$clock_ps, "::mlir::StringAttr":$tool,
                        "bool":$tree_reduction,
                        DefaultValuedParameter<"int64_t", "0">:$usable,
                        HLS_String<"">:$limits,
                        DefaultValuedParameter<"int64_t", "0">:$max_partition,
                        HLS_String<"">:$file,
                        DefaultValuedParameter<"MemoryKind", "MemoryKind::Axi">:$memory);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_TaskKindAttr : EnumAttr<HLS_Dialect, HLS_TaskKind, "task_kind">;
def HLS_ProcessKindAttr : EnumAttr<HLS_Dialect, HLS_ProcessKind, "process_kind">;

def HLS_OrderAttr : HLS_Attr<"Order", "order"> {
  let summary = "An order of tokens: `#hls.order<trips = [6, 5], element = affine_map<(i, k) -> (i, k)>>`";
  let description = [{A nest of loops of `trips` iterations, outermost first,
    and the subscripts of the token that each of its iterations moves. Tokens lie
    along the last dimension of the array, whose subscript counts them. With
    `lanes = [3, 1]`, the elements of a token along each dimension, the
    subscripts are those of its first element.}];
  let parameters = (ins HLS_Array<"int64_t">:$trips,
                        "::mlir::AffineMapAttr":$element,
                        HLS_OptionalArray<"int64_t">:$lanes);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// The schedule
//===----------------------------------------------------------------------===//

def HLS_ScheduledLoopAttr : HLS_Attr<"ScheduledLoop", "scheduled_loop"> {
  let summary = "A loop of a schedule: `#hls.scheduled_loop<name = \"k\">`";
  let description = [{`pipeline` and `unroll` are directives that the loop gets:
    the design has them, as those of the source program.}];
  let parameters = (ins "::mlir::StringAttr":$name,
    OptionalParameter<"PipelineAttr">:$pipeline,
    OptionalParameter<"UnrollAttr">:$unroll);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_StatementScheduleAttr
    : HLS_Attr<"StatementSchedule", "statement_schedule"> {
  let summary = "When the instances of one statement run";
  let description = [{`time` maps the iterators of the statement, outermost
    first, to its time: the position of its outermost loop in the function, the
    time of that loop, the position of the next one in that loop's body, and so
    on, and the position of the statement in the innermost body. Positions are
    constants. `loops` names the loops, outermost first. With `ordered` the
    design keeps their order; otherwise it may be solved for.}];
  let parameters = (ins "::mlir::StringAttr":$statement,
    "::mlir::AffineMapAttr":$time,
    HLS_Array<"ScheduledLoopAttr">:$loops,
    DefaultValuedParameter<"bool", "false">:$ordered);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_ScheduleStepAttr : EnumAttr<HLS_Dialect, HLS_ScheduleStep, "schedule_step"> {
  let assemblyFormat = "`<` $value `>`";
}

def HLS_ScheduleAttr : HLS_Attr<"Schedule", "schedule"> {
  let summary = "A schedule of a function: when each of its statements runs";
  let description = [{Times of different statements are compared one component
    after the other; a shorter one is filled up with zeros. Statements whose
    times begin with the same positions share the loops between these.}];
  let parameters = (ins HLS_Array<"StatementScheduleAttr">:$statements);
  let assemblyFormat = "`<` $statements `>`";
}

//===----------------------------------------------------------------------===//
// The design point
//===----------------------------------------------------------------------===//

def HLS_LoopPointAttr : HLS_Attr<"LoopPoint", "loop"> {
  let summary = "Strip-mining of one band dimension";
  let description = [{`trip` is the loop's trip count, `padded` the trip count
    after padding (>= trip), `factors` the three trip counts t0 x t1 x t2 =
    padded (Sisyphus eq. 1).}];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$trip,
                        "int64_t":$padded, HLS_Array<"int64_t">:$factors);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_TaskPointAttr : HLS_Attr<"TaskPoint", "task_point"> {
  let summary = "Decisions of one task";
  let description = [{`statements` are the task's statements, that of its name first
    (several where hls-distribute joined them),
    `schedule` the base schedule before strip-mining (identity when absent),
    `loops` the band from
    the outermost loop of the source, `order` the level-0 loops by name from the outermost,
    `pipelined` the loop whose level-1 part is pipelined (empty: none), `ii`
    its achieved initiation interval in cycles as the model predicts it,
    `coarse` the coarse-grained unroll factor, `slr` the SLR (0 for any).
    With the concurrency `dataflow` the task is a process of a network
    (hls-schedule-nests): all of its loops may have iterations in level 1.
    `accumulator` says where a reduction that runs in level 2 alone sums:
    `direct` in the written element; `local` in a scalar that is then stored;
    `local_add` in a scalar that goes to a local buffer, which a second loop
    brings to the array. `register` is for a reduction that the pipelined loop
    carries: a scalar is set before that loop and stored after it.
    With `true_bounds` the loops of levels 0 and 1 run, in each iteration of the
    loops around the task, over the tiles alone in which the statement's
    condition may hold, not over the whole box. `pairs` is the loop of whose
    unrolled copies two at a time compute their products of 8 bits in one
    multiplier (empty: every product has its own). `adders` is how additions and
    subtractions of floating-point numbers are implemented, a word of bind_op
    such as `fabric` (empty: the tool chooses).}];
  let parameters = (ins "::mlir::StringAttr":$name,
    HLS_Array<"::mlir::StringAttr">:$statements,
    OptionalParameter<"::mlir::AffineMapAttr">:$schedule,
    HLS_Array<"LoopPointAttr">:$loops,
    HLS_OptionalArray<"::mlir::StringAttr">:$order,
    HLS_String<"">:$pipelined,
    DefaultValuedParameter<"int64_t", "1">:$ii,
    DefaultValuedParameter<"int64_t", "1">:$coarse,
    DefaultValuedParameter<"Accumulator", "Accumulator::Direct">:$accumulator,
    DefaultValuedParameter<"Concurrency", "Concurrency::Sequential">:$concurrency,
    DefaultValuedParameter<"int64_t", "0">:$slr,
    DefaultValuedParameter<"int64_t", "0">:$cycles,
    DefaultValuedParameter<"bool", "false">:$true_bounds,
    HLS_String<"">:$pairs,
    HLS_String<"">:$adders);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_ArrayPointAttr : HLS_Attr<"ArrayPoint", "array_point"> {
  let summary = "Decisions of one array in one task, or in all of them";
  let description = [{`task` is empty when one buffer serves every task. The
    buffer is declared inside `define` level-0 loops of the task and filled
    inside `transfer` of them (0: at the top), `copies` 1, 2 or 3 (double,
    triple buffering); a nest that is streamed takes the array from memory again
    in each iteration of its outermost loop with `transfer` 1. `beat` is the
    elements of one bus beat, `lanes` and `port_blocks` how memory holds the
    array (as in #hls.interface). `copy_per_reader` gives a buffer of its own to
    each task that only reads the array, and to its store, but for readers that
    wait for each other anyway; a load, and tasks that write the array, fill all
    of them, so that readers may run side by side. With a `depth` the array
    comes to the task through a stream, so many elements at a time: a task
    between streams (hls-schedule-nests) has `copies` buffers of a tile of rows;
    every other pass refuses them.}];
  let parameters = (ins "::mlir::StringAttr":$array,
    HLS_String<"">:$task,
    DefaultValuedParameter<"int64_t", "0">:$define,
    DefaultValuedParameter<"int64_t", "0">:$transfer,
    DefaultValuedParameter<"int64_t", "1">:$copies,
    DefaultValuedParameter<"int64_t", "1">:$beat,
    "PartitionAttr":$partition,
    DefaultValuedParameter<"StorageKind", "StorageKind::Auto">:$storage,
    DefaultValuedParameter<"int64_t", "0">:$depth,
    HLS_OptionalArray<"int64_t">:$lanes,
    DefaultValuedParameter<"bool", "false">:$copy_per_reader,
    DefaultValuedParameter<"int64_t", "1">:$port_blocks);
  let assemblyFormat = "`<` struct(params) `>`";
  let extraClassDeclaration = [{
    /// Elements that all ports of the array move at a time.
    int64_t getElementsAtATime() const;
  }];
}

def HLS_DesignAttr : HLS_Attr<"Design", "design"> {
  let summary = "A design point of a function";
  let description = [{What the explorer decides, or a user writes, and the
    apply passes carry out. `status` is one of `optimal`, `feasible`,
    `manual`; `cycles` and `bound` are predicted cycles and the proved lower
    bound (0 when unknown); `resources` maps DSP, BRAM_18K, URAM, LUT, FF,
    and the AXI ports of all arrays (ports), to exact counts. The point is of
    the program with its arrays in `blocks`, as
    hls-split-arrays takes them (empty: with its arrays as they are).}];
  let parameters = (ins HLS_Array<"TaskPointAttr">:$tasks,
    HLS_Array<"ArrayPointAttr">:$arrays,
    HLS_String<"manual">:$status,
    DefaultValuedParameter<"int64_t", "0">:$cycles,
    DefaultValuedParameter<"int64_t", "0">:$bound,
    DefaultValuedParameter<"::mlir::DictionaryAttr", "::mlir::DictionaryAttr::get($_ctxt)">:$resources,
    HLS_String<"">:$blocks);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_OptionalCycles : OptionalParameter<"std::optional<int64_t>">;

def HLS_SearchAttr : HLS_Attr<"Search", "search"> {
  let summary = "How a design point was found, and bounds to hold it against";
  let description = [{`status` is `manual` for a point that was given; then only
    `assumed` and the cycles stand here. `scope` says of which
    designs the status speaks. `bound` is the proved lower bound of
    the cycles over the space, `nodes` the nodes of the search, `tilings` the
    sets of tiled arrays that were solved, `log10_space` the decimal logarithm
    of the number of points. `time_limited` says that a time limit cut the
    search, which is then not reproducible. `reductions` names what was left
    out of the space because it cannot be better, `bottleneck` the cycles of
    the design that unrolling the slowest nest step by step gave before the
    exact search, where that was asked for, `orders` maps each task to
    the number of legal orders of its level-0 loops, `pins` lists what was fixed
    or bounded. `assumed` names operators whose figures are documented or
    assumed, not measured.

    In cycles, each absent where it is not known: `source_cycles` of the program
    as it was written; lower bounds from DSPs (`dsp_bound`), from the memory bus
    (`bandwidth_bound`), of any design (`lower_bound`) and of this one
    (`design_lower_bound`). The last two are known only where no task holds
    tiles.}];
  let parameters = (ins EnumParameter<HLS_SearchStatus>:$status,
    HLS_String<"">:$scope,
    HLS_OptionalCycles:$source_cycles, HLS_OptionalCycles:$dsp_bound,
    HLS_OptionalCycles:$bandwidth_bound, HLS_OptionalCycles:$lower_bound,
    HLS_OptionalCycles:$design_lower_bound,
    HLS_OptionalCycles:$bottleneck,
    DefaultValuedParameter<"int64_t", "0">:$bound,
    DefaultValuedParameter<"int64_t", "0">:$nodes,
    DefaultValuedParameter<"int64_t", "1">:$tilings,
    OptionalParameter<"::mlir::FloatAttr">:$log10_space,
    DefaultValuedParameter<"bool", "false">:$time_limited,
    HLS_OptionalArray<"::mlir::StringAttr">:$reductions,
    DefaultValuedParameter<"::mlir::DictionaryAttr", "::mlir::DictionaryAttr::get($_ctxt)">:$orders,
    HLS_OptionalArray<"::mlir::StringAttr">:$pins,
    HLS_OptionalArray<"::mlir::StringAttr">:$assumed);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// What limits the nests of a design (hls-explain)
//===----------------------------------------------------------------------===//

def HLS_GainAttr : HLS_Attr<"Gain", "gain"> {
  let summary = "What more of a limit buys";
  let description = [{With `amount` in all (0 of a pin) the design saves `saves`
    cycles. `proved` says that no less buys anything, or that nothing buys
    more.}];
  let parameters = (ins "int64_t":$amount, "int64_t":$saves, "bool":$proved);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 0;
}

def HLS_ReasonAttr : HLS_Attr<"Reason", "reason"> {
  let summary = "One thing that keeps a nest from being faster";
  let description = [{`name` is the limit, the array or the loop, `text` a
    sentence, `cycles` what lifting the limit saves, or what the thing takes.
    Of a budget and of the maximum partition `limit` is what is allowed now;
    `least` is the least more that buys anything, `most` the most that helps.}];
  let parameters = (ins EnumParameter<HLS_BindingKind>:$kind,
                        "::mlir::StringAttr":$name, "int64_t":$cycles,
                        "::mlir::StringAttr":$text,
                        OptionalParameter<"std::optional<int64_t>">:$limit,
                        OptionalParameter<"GainAttr">:$least,
                        OptionalParameter<"GainAttr">:$most);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 0;
}

def HLS_NestBindingAttr : HLS_Attr<"NestBinding", "nest_binding"> {
  let summary = "What limits one nest of a design";
  let description = [{`place` is file, line and column, `cycles` those of one run
    of the nest, `share` those that the design would lose without the nest.}];
  let parameters = (ins "::mlir::StringAttr":$task, "::mlir::StringAttr":$place,
                        "int64_t":$cycles, "int64_t":$share,
                        HLS_Array<"ReasonAttr">:$binding);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 0;
}

#endif // TALOS_DIALECT_HLS_HLSATTRS_TD
