//===- HLSStreamOps.td - Streams, processes, regions -------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_HLSSTREAMOPS_TD
#define TALOS_DIALECT_HLS_HLSSTREAMOPS_TD

include "talos/Dialect/HLS/HLSAttrs.td"
include "talos/Dialect/HLS/HLSTypes.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

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
    FIFOs that of each. The name is the one in C++. `storage` is the memory that
    holds the tokens, not registers; without it the tool chooses.

    ```mlir
    %s = hls.stream "all" depth 6000 in <uram> : !hls.stream<f32 x 16>
    ```
  }];
  let arguments = (ins StrAttr:$stream_name, I64Attr:$depth,
                       OptionalAttr<HLS_StorageAttr>:$storage);
  let results = (outs Res<HLS_Stream, "", [MemAlloc]>:$result);
  let assemblyFormat = [{$stream_name `depth` $depth (`in` $storage^)? attr-dict
    `:` qualified(type($result))}];
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

    An array may be loaded again in each iteration of the outermost loop: both
    orders have the iterator of that loop as a subscript more, ahead of those of
    the array. In front of a hold there is a FIFO of `room` tokens, if that is
    more than the depth of the stream.

    ```mlir
    hls.stream_load %A to %a loaded <trips = [6, 5], element = affine_map<(i, k) -> (i, k)>>
      used <trips = [2, 5, 3], element = affine_map<(i0, k, i2) -> (i0 * 3 + i2, k)>>
      : memref<6x5xf32>, !hls.stream<f32>
    hls.stream_load %x to %again loaded <trips = [6, 5], element = affine_map<(i, k) -> (i, k)>>
      used <trips = [6, 5], element = affine_map<(i, k) -> (i, k)>>
      : memref<5xf32>, !hls.stream<f32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$array,
                       Arg<HLS_Stream, "", [MemWrite]>:$stream,
                       HLS_OrderAttr:$loaded, HLS_OrderAttr:$used,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$room);
  let extraClassDeclaration = [{
    /// Whether the array is loaded in each iteration of the outermost loop.
    bool isRepeated();
    /// How often the array is loaded.
    int64_t getRepetitions();
  }];
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

    What moves tokens may be a task as well (`hls.task fill`, `hls.task drain`).
    Neighbouring tasks that have no buffer and no stream in common run side by
    side: one fills a buffer while another one computes on a second and a third
    one empties another. In a loop over tiles that do so, an affine.if (with an
    else) tells by the iterator which buffer is which.

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

#endif // TALOS_DIALECT_HLS_HLSSTREAMOPS_TD
