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
    default) leaves it to the tool, as `#pragma HLS pipeline` without II.}];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$ii);
  let assemblyFormat = "(`<` struct($ii)^ `>`)?";
}

def HLS_UnrollAttr : HLS_Attr<"Unroll", "unroll"> {
  let summary = "Unroll directive of a loop: `#hls.unroll` or `#hls.unroll<factor = 4>`";
  let description = [{`factor` 0 (the default) unrolls completely.}];
  let parameters = (ins DefaultValuedParameter<"int64_t", "0">:$factor);
  let assemblyFormat = "(`<` struct($factor)^ `>`)?";
}

def HLS_PartitionDimAttr : HLS_Attr<"PartitionDim", "dim"> {
  let summary = "Partition of one dimension: `#hls.dim<cyclic, 4>`";
  let description = [{`factor` is the number of banks along the dimension; 1
    for `none`, 0 for `complete` (one bank per element), where it is not
    written.}];
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
    s_axilite.}];
  let parameters = (ins EnumParameter<HLS_InterfaceMode>:$mode,
                        HLS_String<"">:$bundle,
                        DefaultValuedParameter<"int64_t", "0">:$width);
  let assemblyFormat = "`<` $mode (`,` struct($bundle, $width)^)? `>`";
}

def HLS_StorageAttr : HLS_Attr<"Storage", "storage"> {
  let summary = "Memory resource of a buffer and its ports (1 or 2)";
  let parameters = (ins EnumParameter<HLS_StorageKind>:$kind,
                        DefaultValuedParameter<"int64_t", "2">:$ports);
  let assemblyFormat = "`<` $kind (`,` struct($ports)^)? `>`";
}

def HLS_TargetAttr : HLS_Attr<"Target", "target"> {
  let summary = "What the design is for: device, part, clock, tool";
  let description = [{`clock_ps` is the clock period in picoseconds.
    `tree_reduction` says that the tool may reassociate floating-point sums
    (Vitis: -unsafe_math_optimizations).}];
  let parameters = (ins "::mlir::StringAttr":$device, "::mlir::StringAttr":$part,
                        "int64_t":$clock_ps, "::mlir::StringAttr":$tool,
                        "bool":$tree_reduction);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_TaskKindAttr : EnumAttr<HLS_Dialect, HLS_TaskKind, "task_kind">;

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
  let description = [{`statements` are the fused statements (one at present),
    `schedule` the base schedule before strip-mining (identity when absent),
    `loops` the band from
    the outermost loop of the source, `order` the level-0 loops by name from the outermost,
    `pipelined` the loop whose level-1 part is pipelined (empty: none), `ii`
    its achieved initiation interval in cycles as the model predicts it,
    `coarse` the coarse-grained unroll factor, `slr` the SLR (0 for any).
    `accumulator` says where a reduction that runs in level 2 alone sums:
    `direct` in the written element; `local` in a scalar that is then stored;
    `local_add` in a scalar that goes to a local buffer, which a second loop
    brings to the array.}];
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
    DefaultValuedParameter<"int64_t", "0">:$cycles);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_ArrayPointAttr : HLS_Attr<"ArrayPoint", "array_point"> {
  let summary = "Decisions of one array in one task, or in all of them";
  let description = [{`task` is empty when one buffer serves every task. The
    buffer is declared inside `define` level-0 loops of the task and filled
    inside `transfer` of them (0: at the top), `copies` 1, 2 or 3 (double,
    triple buffering), `beat` the elements of one bus beat. With a `depth` the
    array comes to the task through a stream that holds so many elements; no
    template of designs offers streams yet, so that every pass refuses
    them.}];
  let parameters = (ins "::mlir::StringAttr":$array,
    HLS_String<"">:$task,
    DefaultValuedParameter<"int64_t", "0">:$define,
    DefaultValuedParameter<"int64_t", "0">:$transfer,
    DefaultValuedParameter<"int64_t", "1">:$copies,
    DefaultValuedParameter<"int64_t", "1">:$beat,
    "PartitionAttr":$partition,
    DefaultValuedParameter<"StorageKind", "StorageKind::Auto">:$storage,
    DefaultValuedParameter<"int64_t", "0">:$depth);
  let assemblyFormat = "`<` struct(params) `>`";
}

def HLS_DesignAttr : HLS_Attr<"Design", "design"> {
  let summary = "A design point of a function";
  let description = [{What the explorer decides, or a user writes, and the
    apply passes carry out. `status` is one of `optimal`, `feasible`,
    `manual`; `cycles` and `bound` are predicted cycles and the proved lower
    bound (0 when unknown); `resources` maps DSP, BRAM_18K, URAM, LUT, FF to
    exact counts.}];
  let parameters = (ins HLS_Array<"TaskPointAttr">:$tasks,
    HLS_Array<"ArrayPointAttr">:$arrays,
    HLS_String<"manual">:$status,
    DefaultValuedParameter<"int64_t", "0">:$cycles,
    DefaultValuedParameter<"int64_t", "0">:$bound,
    DefaultValuedParameter<"::mlir::DictionaryAttr", "::mlir::DictionaryAttr::get($_ctxt)">:$resources);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // TALOS_DIALECT_HLS_HLSATTRS_TD
