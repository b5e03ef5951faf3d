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
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class HLS_Op<string opMnemonic, list<Trait> traits = []>
    : Op<HLS_Dialect, opMnemonic, traits>;

def HLS_BufferOp : HLS_Op<"buffer"> {
  let summary = "An on-chip buffer";
  let description = [{
    Declares an on-chip buffer. `partition` has one entry a dimension; `copies`
    is 1, 2 (double) or 3 (triple buffering). The result has a static shape and
    the identity layout.

    ```mlir
    %c = hls.buffer "C" {partition = #hls.partition<[#hls.dim<cyclic, 4>, #hls.dim<none>]>} : memref<200x220xf32>
    ```
  }];
  let arguments = (ins StrAttr:$buffer_name,
                       OptionalAttr<HLS_PartitionAttr>:$partition,
                       OptionalAttr<HLS_StorageAttr>:$storage,
                       DefaultValuedAttr<I64Attr, "1">:$copies);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$result);
  let assemblyFormat = "$buffer_name attr-dict `:` type($result)";
  let hasVerifier = 1;
}

class HLS_TransferOp<string opMnemonic> : HLS_Op<opMnemonic> {
  let description = [{
    Copies a box of an off-chip array from or to a whole buffer. The box starts
    at `offsets` (one index a dimension; none: at the origin) and has the
    buffer's shape. `beat` is the number of elements of one bus beat; it divides
    the buffer's last extent or, for a whole array, the array's size.
  }];
  let hasVerifier = 1;
}

def HLS_TileLoadOp : HLS_TransferOp<"tile_load"> {
  let summary = "Loads a tile of an off-chip array into a buffer";
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$array,
                       Variadic<Index>:$offsets,
                       Arg<AnyMemRef, "", [MemWrite]>:$buffer,
                       I64Attr:$beat);
  let assemblyFormat = [{$array `[` $offsets `]` `to` $buffer `beat` $beat attr-dict
    `:` type($array) `to` type($buffer)}];
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

def HLS_TaskOp : HLS_Op<"task", [IsolatedFromAbove, AffineScope, SingleBlock,
    SingleBlockImplicitTerminator<"YieldOp">, RecursiveMemoryEffects]> {
  let summary = "A unit of work that becomes a function of the design";
  let description = [{
    A region isolated from above; the block arguments stand for the operands
    (buffers, off-chip arrays, scalars), one each and of the same type.
    `carried` says that the task is a part of the program that is not affine: it
    stands as it was written, no design point decides about it and its cycles are
    not known.

    ```mlir
    hls.task "S0" (%c, %beta) : memref<200x220xf32>, f32 {
    ^bb0(%arg0: memref<200x220xf32>, %arg1: f32):
      ...
    }
    ```
  }];
  let arguments = (ins StrAttr:$task_name, Variadic<AnyType>:$inputs,
                       UnitAttr:$carried);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{$task_name `(` $inputs `)` (`:` type($inputs)^)?
    (`carried` $carried^)? $body attr-dict}];
  let hasVerifier = 1;
}

def HLS_YieldOp : HLS_Op<"yield", [Pure, Terminator, ParentOneOf<["TaskOp"]>]> {
  let summary = "Ends the body of a task";
  let assemblyFormat = "attr-dict";
}

#endif // TALOS_DIALECT_HLS_HLSOPS_TD
