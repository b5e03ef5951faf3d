//===- HLSOps.td - Buffers, transfers, tasks ---------------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_HLSOPS_TD
#define TALOS_DIALECT_HLS_HLSOPS_TD

include "talos/Dialect/HLS/HLSAttrs.td"
include "talos/Dialect/HLS/HLSStreamOps.td"
include "talos/Dialect/HLS/HLSTypes.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def HLS_BufferOp : HLS_Op<"buffer",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "An on-chip buffer";
  let description = [{
    Declares an on-chip buffer. `array` is the array whose elements it holds,
    where that is not the buffer's own name. `partition` has one entry a
    dimension; `copies` is 1, 2 (double) or 3 (triple buffering). The result has
    a static shape and the identity layout.

    `global` names the `memref.global` that the buffer is: a constant one is a
    ROM, any other starts with the global's initial value and keeps its elements
    from one run of the kernel to the next. With `port` the buffer is that
    argument of the top function, a memory beside the kernel (`ap_memory`).

    ```mlir
    %c = hls.buffer "C" {partition = #hls.partition<[#hls.dim<cyclic, 4>, #hls.dim<none>]>} : memref<200x220xf32>
    ```
  }];
  let arguments = (ins StrAttr:$buffer_name,
                       OptionalAttr<StrAttr>:$array,
                       OptionalAttr<HLS_PartitionAttr>:$partition,
                       OptionalAttr<HLS_StorageAttr>:$storage,
                       DefaultValuedAttr<I64Attr, "1">:$copies,
                       OptionalAttr<FlatSymbolRefAttr>:$global,
                       Optional<AnyMemRef>:$port);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$result);
  let assemblyFormat = [{$buffer_name (`of` $port^ `:` type($port) `as`)?
    attr-dict `:` type($result)}];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The array whose elements the buffer holds.
    ::llvm::StringRef getArrayName() {
      return getArray().value_or(getBufferName());
    }
  }];
}

class HLS_TransferOp<string opMnemonic, list<Trait> traits = []>
    : HLS_Op<opMnemonic, traits> {
  let description = [{
    Copies a box of an off-chip array from or to a whole buffer. The box starts
    at `offsets` (one index a dimension; none: at the origin) and has the
    buffer's shape. `beat` is the number of elements of one bus beat; it divides
    the buffer's last extent unless the buffer is the whole array.
    A load may fill `copies` of the buffer beside it. hls-lower-transfers turns
    the op into an `hls.task` of kind load or store.
  }];
  let hasVerifier = 1;
}

def HLS_TileLoadOp : HLS_TransferOp<"tile_load", [AttrSizedOperandSegments]> {
  let summary = "Loads a tile of an off-chip array into a buffer";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$array,
                       Variadic<Index>:$offsets,
                       Arg<AnyMemRef, "", [MemWrite]>:$buffer,
                       Arg<Variadic<AnyMemRef>, "", [MemWrite]>:$copies,
                       I64Attr:$beat);
  let assemblyFormat = [{$array `[` $offsets `]` `to` $buffer (`and` $copies^)?
    `beat` $beat attr-dict `:` type($array) `to` type($buffer)
    (`and` type($copies)^)?}];
}

def HLS_TileStoreOp : HLS_TransferOp<"tile_store"> {
  let summary = "Stores a buffer into a tile of an off-chip array";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$buffer,
                       Arg<AnyMemRef, "", [MemWrite]>:$array,
                       Variadic<Index>:$offsets,
                       I64Attr:$beat);
  let assemblyFormat = [{$buffer `to` $array `[` $offsets `]` `beat` $beat attr-dict
    `:` type($buffer) `to` type($array)}];
}

//===----------------------------------------------------------------------===//
// Beats
//===----------------------------------------------------------------------===//

def HLS_BeatOp : HLS_Op<"beat"> {
  let summary = "Room for one bus beat";
  let description = [{
    Declares the elements of one beat, which hls.beat_write sends once they are
    stored. A beat is a memref of rank 1 with at least 2 elements that lives in
    registers.

    ```mlir
    %beat = hls.beat : memref<16xf32>
    ```
  }];
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$beat);
  let assemblyFormat = "attr-dict `:` type($beat)";
  let hasVerifier = 1;
}

class HLS_BeatAccessOp<string opMnemonic> : HLS_Op<opMnemonic> {
  defvar subscripts = [{
    The beat holds a box of the array, of extents `lanes`, its elements in
    row-major order; without `lanes`, a run of elements in a row. The
    subscripts, one a dimension, are affine and count boxes. Boxes at the end of
    a dimension may reach beyond the array: elements there are undefined when
    read and left out when written. Of an array whose rows do not start on beats
    all boxes must be accessed in row-major order. With `blocks` the beat holds
    one such box of each of so many blocks of the array (`port_blocks` of
    #hls.interface), and the subscripts count inside of a block; with `in_turn`
    the blocks are those of ports that take rows in turn. With `flat` a beat
    holds elements that follow each other in memory, across the ends of rows:
    the last subscript counts the beats of the whole array, or of a block, the
    others are 0. Of an array that memory holds in tiles (`hls.tiles` on the
    argument) there are two subscripts a dimension: first those of the tile,
    then those of the box in it.
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The elements of the beat: the operands of `map` and, as the last
    /// dimension, the position in the beat, to a subscript a dimension.
    ::mlir::AffineMap getElementMap();
    int64_t getBeatElements() {
      return ::llvm::cast<::mlir::MemRefType>(getBeat().getType()).getNumElements();
    }
    /// Extents of the box, one a dimension.
    ::llvm::SmallVector<int64_t> getBox();
    /// Blocks of the array that one box each is of.
    int64_t getBlockCount() { return getBlocks().value_or(1); }
  }];
}

def HLS_BeatReadOp : HLS_BeatAccessOp<"beat_read"> {
  let summary = "Reads one beat of an off-chip array";
  let description = "Reads one bus beat into a fresh beat." # subscripts # [{
    ```mlir
    %beat = hls.beat_read %A[%i0, %i1] : memref<20x30xf32> to memref<2xf32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$array, AffineMapAttr:$map,
                       Variadic<Index>:$map_operands,
                       OptionalAttr<DenseI64ArrayAttr>:$lanes,
                       OptionalAttr<I64Attr>:$blocks, UnitAttr:$flat,
                       UnitAttr:$in_turn);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$beat);
  let assemblyFormat = [{$array `` custom<BeatSubscript>($map, $map_operands)
    attr-dict `:` type($array) `to` type($beat)}];
}

def HLS_BeatWriteOp : HLS_BeatAccessOp<"beat_write"> {
  let summary = "Writes one beat of an off-chip array";
  let description = "Writes the elements of a beat to the array." # subscripts # [{
    ```mlir
    hls.beat_write %beat to %C[%i0, %i1] : memref<2xf32> to memref<20x30xf32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$beat,
                       Arg<AnyMemRef, "", [MemWrite]>:$array, AffineMapAttr:$map,
                       Variadic<Index>:$map_operands,
                       OptionalAttr<DenseI64ArrayAttr>:$lanes,
                       OptionalAttr<I64Attr>:$blocks, UnitAttr:$flat,
                       UnitAttr:$in_turn);
  let assemblyFormat = [{$beat `to` $array `` custom<BeatSubscript>($map, $map_operands)
    attr-dict `:` type($beat) `to` type($array)}];
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

def HLS_TaskOp : HLS_Op<"task", [IsolatedFromAbove, AffineScope, SingleBlock,
    SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "A unit of work that becomes a function of the design";
  let description = [{
    A region isolated from above; the block arguments stand for the operands
    (buffers, off-chip arrays, scalars), one each and of the same type.

    The kind says what the task does:

    * `compute` (the default, not written): statements of the program on
      buffers, as the design point says.
    * `load` and `store`: a transfer. The operands are the buffer, the off-chip
      array, then offsets of type index, then copies of the buffer, which a load
      fills alike; the task is called like the array.
      A load reads the array and writes the buffer, a store the reverse. The
      body is ordinary code: loops over beats (hls.beat_read, hls.beat_write)
      and over the elements of a beat. Equal transfers share a function.
    * `fill` and `drain`, in a process alone: tokens of a stream go to a buffer,
      or come from it. The operands are the buffer and the stream, the body is
      one nest as of a process (hls.process).
    * `opaque`: a part of the program that is not affine. It stands as it was
      written, no design point decides about it and its cycles are not known.

    `names` gives the parameters of the function their names, one an operand;
    without it, and for an argument of the top function, a parameter is called
    like what the operand stands for.

    ```mlir
    hls.task "S0" (%c, %beta) : memref<200x220xf32>, f32 {
    ^bb0(%arg0: memref<200x220xf32>, %arg1: f32):
      ...
    }
    hls.task load "v" (%b, %v) : memref<64xf32>, memref<64xf32> names ["buffer", "v"] {
    ^bb0(%to: memref<64xf32>, %from: memref<64xf32>):
      affine.for %i = 0 to 16 {
        %beat = hls.beat_read %from[%i] : memref<64xf32> to memref<4xf32>
        affine.for %lane = 0 to 4 {
          %0 = affine.load %beat[%lane] : memref<4xf32>
          affine.store %0, %to[%i * 4 + %lane] : memref<64xf32>
        } {hls.unroll = #hls.unroll}
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    ```

    Shown by test/Dialect/roundtrip.mlir and test/Transforms/lower-transfers.mlir,
    which runs hls-lower-transfers.
  }];
  let arguments = (ins StrAttr:$task_name, Variadic<AnyType>:$inputs,
                       DefaultValuedAttr<HLS_TaskKindAttr,
                                         "::talos::hls::TaskKind::Compute">:$kind,
                       OptionalAttr<StrArrayAttr>:$parameter_names);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{`` custom<TaskKind>($kind) $task_name `(` $inputs `)`
    (`:` type($inputs)^)? (`names` $parameter_names^)? $body attr-dict}];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// A load or a store: operand 0 is the buffer, operand 1 the off-chip array.
    bool isTransfer() {
      return getKind() == TaskKind::Load || getKind() == TaskKind::Store;
    }
    bool isOpaque() { return getKind() == TaskKind::Opaque; }
    /// A fill or a drain: operand 0 is the buffer, operand 1 the stream.
    bool movesTokens() {
      return getKind() == TaskKind::Fill || getKind() == TaskKind::Drain;
    }
  }];
}

def HLS_YieldOp : HLS_Op<"yield", [Pure, Terminator, ParentOneOf<["TaskOp",
    "ProcessOp", "DataflowOp", "SequenceOp"]>]> {
  let summary = "Ends the body of a task, a process, a region or a sequence";
  let assemblyFormat = "attr-dict";
}

#endif // TALOS_DIALECT_HLS_HLSOPS_TD
