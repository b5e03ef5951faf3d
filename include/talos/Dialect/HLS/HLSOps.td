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
include "talos/Dialect/HLS/HLSTypes.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class HLS_Op<string opMnemonic, list<Trait> traits = []>
    : Op<HLS_Dialect, opMnemonic, traits>;

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
  }];
}

def HLS_YieldOp : HLS_Op<"yield", [Pure, Terminator, ParentOneOf<["TaskOp",
    "ProcessOp", "DataflowOp", "SequenceOp"]>]> {
  let summary = "Ends the body of a task, a process, a region or a sequence";
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

def HLS_DataflowOp : HLS_Op<"dataflow", [SingleBlock,
    SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "Processes that run at the same time, joined by streams";
  let description = [{
    Holds streams (hls.stream) and processes (hls.process), and transfers
    (hls.stream_load, hls.stream_store, hls.stream_pass) until
    hls-derive-processes makes processes of them; nothing else. It stands in the
    body of the top function, or of an hls.sequence there: no condition and no
    loop decides whether a process runs. Every stream has one producer and one consumer, the
    producer stands first, and so there is no feedback. Of the processes that
    access one off-chip array, one at most reads and one at most writes.

    ```mlir
    hls.dataflow {
      %a = hls.stream "a" depth 16 : !hls.stream<f32 x 4>
      hls.process load "load_A" (%A, %a) : memref<64xf32>, !hls.stream<f32 x 4> {
      ^bb0(%from: memref<64xf32>, %to: !hls.stream<f32 x 4>):
        affine.for %i = 0 to 16 {
          %beat = hls.beat_read %from[%i] : memref<64xf32> to memref<4xf32>
          hls.stream_write %beat to %to : memref<4xf32>, !hls.stream<f32 x 4>
        } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      }
      ...
    }
    ```

    Shown by test/Dialect/streams.mlir and test/Emit/streams.test.
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$body attr-dict";
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def HLS_SequenceOp : HLS_Op<"sequence", [SingleBlock,
    SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "A dataflow region that runs several times, one after the other";
  let description = [{
    Holds one hls.dataflow, whose operators all runs share. A run begins when all
    processes of the run before have ended, so it may load what that one stored.
    The block arguments, one for each of `parameters` (their names) and of type
    index, are numbers by which runs differ: bounds of loops, numbers in
    subscripts and in conditions. `runs` has their values, one array a run, none
    negative.

    A process may have several nests, one after the other. In each run the loops
    of one of them at most have iterations: so a load takes its beats from
    another array in each run, one burst each time.

    ```mlir
    hls.sequence "product" parameters ["rows", "first", "second"]
      runs [array<i64: 12, 12, 0>, array<i64: 9, 0, 9>] {
    ^bb0(%rows: index, %first: index, %second: index):
      hls.dataflow {
        %m = hls.stream "m" depth 16 : !hls.stream<f32>
        hls.process load "load_m" (%A, %B, %m, %first, %second)
            : memref<12xf32>, memref<9xf32>, !hls.stream<f32>, index, index {
        ^bb0(%a: memref<12xf32>, %b: memref<9xf32>, %to: !hls.stream<f32>, %n: index, %o: index):
          affine.for %i = 0 to %n {
            ...
          } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
          affine.for %i = 0 to %o {
            ...
          } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
        }
        ...
      }
    }
    ```

    In C++ it is a function of the name, called once a run, of which there is one
    instance. Shown by test/Dialect/sequence.mlir and test/Emit/sequence.test.
  }];
  let arguments = (ins StrAttr:$instance, StrArrayAttr:$parameters,
                       TypedArrayAttrBase<DenseI64ArrayAttr, "values of runs">:$runs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{$instance `parameters` $parameters `runs` $runs $body attr-dict}];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    DataflowOp getDataflow();
    int64_t getRunCount() { return getRuns().size(); }
    /// Of a parameter in a run.
    int64_t getValue(unsigned run, unsigned parameter) {
      return ::llvm::cast<::mlir::DenseI64ArrayAttr>(getRuns()[run])[parameter];
    }
  }];
}

def HLS_StreamOp : HLS_Op<"stream", [HasParent<"DataflowOp">]> {
  let summary = "A FIFO between two processes";
  let description = [{
    `depth` is the number of tokens that it holds, at least 1; of an array of
    FIFOs that of each. The name is the one in C++.
  }];
  let arguments = (ins StrAttr:$stream_name, I64Attr:$depth);
  let results = (outs Res<HLS_Stream, "", [MemAlloc]>:$result);
  let assemblyFormat = "$stream_name `depth` $depth attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
}

def HLS_StreamReadOp : HLS_Op<"stream_read"> {
  let summary = "Takes a token from a stream";
  let description = [{
    Waits while the stream is empty. The token is a value if it has one lane,
    else a memref of its lanes in registers. Of an array of FIFOs a subscript,
    affine and in the bounds of the array, says which one.

    ```mlir
    %x = hls.stream_read %s : !hls.stream<f32> to f32
    %t = hls.stream_read %a[%i2] : !hls.stream<f32 x 4, count = 3> to memref<4xf32>
    ```
  }];
  let arguments = (ins Arg<HLS_Stream, "", [MemRead, MemWrite]>:$stream,
                       AffineMapAttr:$map, Variadic<Index>:$map_operands);
  let results = (outs AnyType:$token);
  let assemblyFormat = [{$stream `` custom<FifoSubscript>($map, $map_operands)
    attr-dict `:` qualified(type($stream)) `to` qualified(type($token))}];
  let hasVerifier = 1;
}

def HLS_StreamWriteOp : HLS_Op<"stream_write"> {
  let summary = "Puts a token into a stream";
  let description = [{
    Waits while the stream is full. The token is a value, or what an hls.beat,
    hls.beat_read or hls.stream_read holds.

    ```mlir
    hls.stream_write %t to %a[%i2] : memref<4xf32>, !hls.stream<f32 x 4, count = 3>
    ```
  }];
  let arguments = (ins Arg<AnyType, "", [MemRead]>:$token,
                       Arg<HLS_Stream, "", [MemWrite]>:$stream,
                       AffineMapAttr:$map, Variadic<Index>:$map_operands);
  let assemblyFormat = [{$token `to` $stream ``
    custom<FifoSubscript>($map, $map_operands) attr-dict `:` qualified(type($token)) `,`
    qualified(type($stream))}];
  let hasVerifier = 1;
}

class HLS_StreamTransferOp<string opMnemonic>
    : HLS_Op<opMnemonic, [HasParent<"DataflowOp">]> {
  let hasVerifier = 1;
}

def HLS_StreamLoadOp : HLS_StreamTransferOp<"stream_load"> {
  let summary = "Brings an off-chip array to a stream in the order of its use";
  let description = [{
    The array is loaded in the order `loaded` and wanted in the order `used`.
    hls-derive-processes makes processes of it: a load, and what has to stand
    between both orders (a reorder, a hold, a buffer of the whole array).

    ```mlir
    hls.stream_load %A to %a loaded <trips = [6, 5], element = affine_map<(i, k) -> (i, k)>>
      used <trips = [2, 5, 3], element = affine_map<(i0, k, i2) -> (i0 * 3 + i2, k)>>
      : memref<6x5xf32>, !hls.stream<f32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$array,
                       Arg<HLS_Stream, "", [MemWrite]>:$stream,
                       HLS_OrderAttr:$loaded, HLS_OrderAttr:$used);
  let assemblyFormat = [{$array `to` $stream `loaded` $loaded `used` $used
    attr-dict `:` type($array) `,` qualified(type($stream))}];
}

def HLS_StreamStoreOp : HLS_StreamTransferOp<"stream_store"> {
  let summary = "Brings a stream to an off-chip array";
  let description = [{
    The stream has the tokens of the array in the order `produced`; they are
    stored in the order `stored`, each once. hls-derive-processes makes processes
    of it, as of hls.stream_load.
  }];
  let arguments = (ins Arg<HLS_Stream, "", [MemRead]>:$stream,
                       Arg<AnyMemRef, "", [MemWrite]>:$array,
                       HLS_OrderAttr:$produced, HLS_OrderAttr:$stored);
  let assemblyFormat = [{$stream `to` $array `produced` $produced `stored` $stored
    attr-dict `:` qualified(type($stream)) `,` type($array)}];
}

def HLS_StreamPassOp : HLS_StreamTransferOp<"stream_pass"> {
  let summary = "Brings the tokens of a stream to another one in another order";
  let description = [{
    Stream `from` has the elements of an array in the order `produced`; stream
    `to` gets them in the order `used`. hls-derive-processes makes processes of
    it, as of hls.stream_load; where both orders are equal, it makes both streams
    one.
  }];
  let arguments = (ins Arg<HLS_Stream, "", [MemRead]>:$from,
                       Arg<HLS_Stream, "", [MemWrite]>:$to,
                       HLS_OrderAttr:$produced, HLS_OrderAttr:$used);
  let assemblyFormat = [{$from `to` $to `produced` $produced `used` $used
    attr-dict `:` qualified(type($from)) `,` qualified(type($to))}];
}

def HLS_ProcessOp : HLS_Op<"process", [IsolatedFromAbove, AffineScope,
    HasParent<"DataflowOp">, SingleBlock,
    SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "One flattened loop nest, or a task, between streams";
  let description = [{
    Becomes a function of the design that runs beside the other processes. The
    block arguments stand for the operands, one each and of the same type:
    streams, off-chip arrays (arguments of the top function) and scalars.

    The body holds local state (hls.buffer, hls.beat) and one nest of affine.for
    loops. The nest is perfect down to the loop with hls.pipeline, so that the
    tool flattens it: the process goes through it without a pause. Loops inside
    of the pipelined one have constant bounds and are unrolled completely. Any
    condition (affine.if) stands inside of the pipelined loop. In an
    hls.sequence there may be several such nests, of which a run has one.

    A pipeline that accesses an off-chip array is of the style `stp` (or `auto`):
    the tool refuses to flush others.

    The kind (load, spread, unpack, pack, hold, reorder, compute, merge, drain,
    store) is information; all that a process does stands in its body. Of the
    kind `task` alone the body is another one: whole arrays in buffers
    (hls.buffer), on which tasks (hls.task) compute, some of them in loops that
    they share. Nests of the form above, beside them, fill these buffers from
    streams and empty them. All of that runs one after the other, in order.

    ```mlir
    hls.process task "sums" (%in, %out) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%from: !hls.stream<f32>, %to: !hls.stream<f32>):
      %x = hls.buffer "x" : memref<64xf32>
      affine.for %i = 0 to 64 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %x[%i] : memref<64xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      hls.task "S1" (%x) : memref<64xf32> {
        ...
      }
      affine.for %i = 0 to 64 {
        %0 = affine.load %x[%i] : memref<64xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
    }
    ```

    Shown by test/Dialect/streams.mlir and test/Sim/designs.test.
  }];
  let arguments = (ins HLS_ProcessKindAttr:$kind, StrAttr:$process_name,
                       Variadic<AnyType>:$inputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{custom<ProcessKind>($kind) $process_name
    `(` $inputs `)` (`:` type($inputs)^)? $body attr-dict}];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The (first) loop with hls.pipeline; null before the body is verified, and
    /// of a process of kind task.
    ::mlir::Operation *getPipelinedLoop();
    bool isTask() { return getKind() == ProcessKind::Task; }
  }];
}

#endif // TALOS_DIALECT_HLS_HLSOPS_TD
