// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-merge-blocks))" --split-input-file --verify-diagnostics

// expected-error @+1 {{the blocks of array 'A' have 4 of its 8 positions}}
func.func @half(%A_0: memref<4xf32> {hls.name = "A_0",
                  hls.interface = #hls.interface<m_axi, bundle = "gmem_A_0", width = 32>,
                  hls.block_of = {array = "A", dim = 0 : i64, start = 0 : i64, extent = 8 : i64}})
    attributes {hls.top} {
  return
}

// -----

// expected-error @+1 {{blocks of array 'A' share its port, so that their beats and lanes must be the same}}
func.func @ports(%A_0: memref<4xf32> {hls.name = "A_0",
                   hls.interface = #hls.interface<m_axi, bundle = "gmem_A_0", width = 32>,
                   hls.block_of = {array = "A", dim = 0 : i64, start = 0 : i64, extent = 8 : i64}},
                 %A_1: memref<4xf32> {hls.name = "A_1",
                   hls.interface = #hls.interface<m_axi, bundle = "gmem_A_1", width = 64>,
                   hls.block_of = {array = "A", dim = 0 : i64, start = 4 : i64, extent = 8 : i64}})
    attributes {hls.top} {
  return
}

// -----

// expected-error @+1 {{blocks of array 'A' are moved one after the other; each of its ports must hold a part of all of them (port_blocks = 1)}}
func.func @shared(%A_0: memref<8xf32> {hls.name = "A_0",
                    hls.interface = #hls.interface<m_axi, bundle = "gmem_A_0", width = 32, port_blocks = 2>,
                    hls.block_of = {array = "A", dim = 0 : i64, start = 0 : i64, extent = 8 : i64}})
    attributes {hls.top} {
  return
}

// -----

func.func @early(%A_0: memref<8xf32> {hls.name = "A_0",
                   hls.interface = #hls.interface<m_axi, bundle = "gmem_A_0", width = 32>,
                   hls.block_of = {array = "A", dim = 0 : i64, start = 0 : i64, extent = 8 : i64}})
    attributes {hls.top} {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{accesses a block of an off-chip array; run hls-apply-buffers first}}
    %0 = affine.load %A_0[%i] : memref<8xf32>
  }
  return
}
