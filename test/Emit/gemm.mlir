// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp | diff %S/Inputs/gemm.cpp -
// RUN: hls-translate --emit-hls-header %s | diff %S/Inputs/gemm.h -
// RUN: hls-translate --emit-hls-golden %s | diff %S/Inputs/gemm_golden.cpp -
// RUN: hls-translate --emit-hls-testbench %s | diff %S/Inputs/gemm_tb.cpp -
// RUN: hls-translate --emit-hls-host %s | diff %S/Inputs/gemm_host.cpp -
// RUN: hls-translate --emit-hls-makefile --hls-platform=some_card %s | diff %S/Inputs/gemm.mk -
// RUN: hls-translate --emit-hls-tcl %s | diff %S/Inputs/gemm.tcl -
// RUN: hls-translate --emit-hls-cfg %s | diff %S/Inputs/gemm.cfg -
// RUN: hls-translate --emit-hls-connectivity --hls-memory-banks=2 %s | diff %S/Inputs/gemm_connectivity.cfg -

// The design of gemm at the MINI size with every array cached whole.

func.func @gemm(
    %alpha: f32 {hls.name = "alpha", hls.interface = #hls.interface<s_axilite>},
    %beta: f32 {hls.name = "beta", hls.interface = #hls.interface<s_axilite>},
    %C: memref<20x25xf32> {hls.name = "C", hls.interface = #hls.interface<m_axi, bundle = "gmem_C", width = 32>},
    %A: memref<20x30xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>},
    %B: memref<30x25xf32> {hls.name = "B", hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 32>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %c = hls.buffer "C" {partition = #hls.partition<[#hls.dim<cyclic, 10>, #hls.dim<none>]>} : memref<20x25xf32>
  %a = hls.buffer "A" {partition = #hls.partition<[#hls.dim<cyclic, 10>, #hls.dim<cyclic, 3>]>} : memref<20x30xf32>
  %b = hls.buffer "B" {partition = #hls.partition<[#hls.dim<cyclic, 3>, #hls.dim<none>]>, storage = #hls.storage<bram>} : memref<30x25xf32>
  hls.tile_load %C[] to %c beat 1 : memref<20x25xf32> to memref<20x25xf32>
  hls.tile_load %A[] to %a beat 2 : memref<20x30xf32> to memref<20x30xf32>
  hls.tile_load %B[] to %b beat 1 : memref<30x25xf32> to memref<30x25xf32>
  hls.task "S0" (%c, %beta) : memref<20x25xf32>, f32 {
  ^bb0(%tc: memref<20x25xf32>, %tbeta: f32):
    affine.for %i0 = 0 to 2 {
      affine.for %j1 = 0 to 25 {
        affine.for %i2 = 0 to 10 {
          %i = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i0, %i2) loc("i")
          %0 = affine.load %tc[%i, %j1] : memref<20x25xf32>
          %1 = arith.mulf %0, %tbeta : f32
          affine.store %1, %tc[%i, %j1] {hls.stmt = "S0"} : memref<20x25xf32>
        } {hls.name = "i2", hls.unroll = #hls.unroll, hls.level = 2 : i64}
      } {hls.name = "j1", hls.pipeline = #hls.pipeline, hls.level = 1 : i64}
    } {hls.name = "i0", hls.level = 0 : i64}
  }
  hls.task "S1" (%c, %a, %b, %alpha) : memref<20x25xf32>, memref<20x30xf32>, memref<30x25xf32>, f32 {
  ^bb0(%tc: memref<20x25xf32>, %ta: memref<20x30xf32>, %tb: memref<30x25xf32>, %talpha: f32):
    affine.for %k0 = 0 to 10 {
      affine.for %i0 = 0 to 2 {
        affine.for %j1 = 0 to 25 {
          affine.for %i2 = 0 to 10 {
            affine.for %k2 = 0 to 3 {
              %i = affine.apply affine_map<(d0, d1) -> (d0 * 10 + d1)>(%i0, %i2) loc("i")
              %k = affine.apply affine_map<(d0, d1) -> (d0 * 3 + d1)>(%k0, %k2) loc("k")
              %0 = affine.load %ta[%i, %k] : memref<20x30xf32>
              %1 = arith.mulf %talpha, %0 : f32
              %2 = affine.load %tb[%k, %j1] : memref<30x25xf32>
              %3 = arith.mulf %1, %2 : f32
              %4 = affine.load %tc[%i, %j1] : memref<20x25xf32>
              %5 = arith.addf %4, %3 : f32
              affine.store %5, %tc[%i, %j1] {hls.stmt = "S1"} : memref<20x25xf32>
            } {hls.name = "k2", hls.unroll = #hls.unroll, hls.reduction}
          } {hls.name = "i2", hls.unroll = #hls.unroll}
        } {hls.name = "j1", hls.pipeline = #hls.pipeline<ii = 1>}
      } {hls.name = "i0"}
    } {hls.name = "k0", hls.reduction}
  }
  hls.tile_store %c to %C[] beat 1 : memref<20x25xf32> to memref<20x25xf32>
  return
}

func.func private @gemm_reference(
    %alpha: f32 {hls.name = "alpha"}, %beta: f32 {hls.name = "beta"},
    %C: memref<20x25xf32> {hls.name = "C"}, %A: memref<20x30xf32> {hls.name = "A"},
    %B: memref<30x25xf32> {hls.name = "B"}) attributes {hls.reference_of = @gemm} {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 25 {
      %0 = affine.load %C[%i, %j] : memref<20x25xf32>
      %1 = arith.mulf %0, %beta : f32
      affine.store %1, %C[%i, %j] : memref<20x25xf32>
    } {hls.name = "j"}
    affine.for %k = 0 to 30 {
      affine.for %j = 0 to 25 {
        %0 = affine.load %A[%i, %k] : memref<20x30xf32>
        %1 = arith.mulf %alpha, %0 : f32
        %2 = affine.load %B[%k, %j] : memref<30x25xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = affine.load %C[%i, %j] : memref<20x25xf32>
        %5 = arith.addf %4, %3 : f32
        affine.store %5, %C[%i, %j] : memref<20x25xf32>
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}
