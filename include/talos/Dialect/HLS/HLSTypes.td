//===- HLSTypes.td - Streams -------------------------------*- tablegen -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_HLSTYPES_TD
#define TALOS_DIALECT_HLS_HLSTYPES_TD

include "talos/Dialect/HLS/HLSBase.td"

def HLS_Stream : TypeDef<HLS_Dialect, "Stream"> {
  let mnemonic = "stream";
  let summary = "A FIFO of tokens, or an array of FIFOs";
  let description = [{
    A token has `lanes` elements of one type (f32, f64 or an integer of 1, 8, 16,
    32 or 64 bits) and at most 512 bits, where i1 takes a byte. `count` is the
    number of FIFOs of an array of them, 0 for a single FIFO.

    ```mlir
    !hls.stream<f32>                  // one element a token
    !hls.stream<f32 x 16>             // 16 lanes
    !hls.stream<f32 x 10, count = 4>  // four FIFOs of tokens of 10 lanes
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType, "int64_t":$lanes,
                        "int64_t":$count);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Widest token, in bits.
    static constexpr int64_t maxTokenBits = 512;
    int64_t getTokenBits();
    /// What a read gives: the element, or a memref of the lanes.
    ::mlir::Type getTokenType();
    bool isArray() const { return getCount() > 0; }
    /// Number of FIFOs.
    int64_t getFifos() const { return isArray() ? getCount() : 1; }
  }];
}

#endif // TALOS_DIALECT_HLS_HLSTYPES_TD
