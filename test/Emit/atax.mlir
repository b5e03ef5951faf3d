// The design of atax at the MINI size: y and tmp are only stored, a reduction is
// pipelined over unrolled multiply-adds, A comes in beats of two elements.
// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp | diff %S/Inputs/atax.cpp -
// RUN: hls-translate --emit-hls-tcl %s | FileCheck %s --check-prefix=TCL
// RUN: hls-translate --emit-hls-cfg %s | FileCheck %s --check-prefix=CFG
// RUN: hls-lint %S/Inputs/atax.cpp | count 0
// RUN: rm -rf %t && mkdir %t
// RUN: hls-translate --emit-hls-header %s -o %t/atax.h
// RUN: hls-translate --emit-hls-golden %s -o %t/golden.cpp
// RUN: hls-translate --emit-hls-testbench %s -o %t/tb.cpp
// RUN: g++ %csim_flags -I%t %S/Inputs/atax.cpp %t/golden.cpp %t/tb.cpp -o %t/run
// RUN: %t/run | FileCheck %s --check-prefix=CSIM
// CSIM: y: 0 of 42 elements differ
// CSIM-NEXT: tmp: 0 of 38 elements differ
// CSIM: PASS

// Tree reduction is an option of the tool, not other C++.
// TCL: config_compile -unsafe_math_optimizations
// CFG: syn.compile.unsafe_math_optimizations=1

func.func @atax(
    %A: memref<38x42xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>},
    %x: memref<42xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 64>},
    %y: memref<42xf32> {hls.name = "y", hls.interface = #hls.interface<m_axi, bundle = "gmem_y", width = 64>},
    %tmp: memref<38xf32> {hls.name = "tmp", hls.interface = #hls.interface<m_axi, bundle = "gmem_tmp", width = 64>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = true>} {
  %a = hls.buffer "A" {partition = #hls.partition<[#hls.dim<cyclic, 2>, #hls.dim<cyclic, 7>]>} : memref<38x42xf32>
  %x1 = hls.buffer "x" {partition = #hls.partition<[#hls.dim<cyclic, 7>]>} : memref<42xf32>
  %y1 = hls.buffer "y" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<42xf32>
  %t = hls.buffer "tmp" {partition = #hls.partition<[#hls.dim<cyclic, 2>]>} : memref<38xf32>
  hls.tile_load %A[] to %a beat 2 : memref<38x42xf32> to memref<38x42xf32>
  hls.tile_load %x[] to %x1 beat 2 : memref<42xf32> to memref<42xf32>
  hls.task "S0" (%y1) : memref<42xf32> {
  ^bb0(%b: memref<42xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %p = 0 to 6 {
      affine.for %u = 0 to 7 {
        affine.store %zero, %b[%p * 7 + %u] {hls.stmt = "S0"} : memref<42xf32>
      } {hls.name = "i2", hls.level = 2 : i64, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
  }
  hls.task "S1" (%t) : memref<38xf32> {
  ^bb0(%b: memref<38xf32>):
    %zero = arith.constant 0.0 : f32
    affine.for %p = 0 to 19 {
      affine.for %u = 0 to 2 {
        affine.store %zero, %b[%p * 2 + %u] {hls.stmt = "S1"} : memref<38xf32>
      } {hls.name = "i2", hls.level = 2 : i64, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
  }
  hls.task "S2" (%t, %a, %x1) : memref<38xf32>, memref<38x42xf32>, memref<42xf32> {
  ^bb0(%b: memref<38xf32>, %c: memref<38x42xf32>, %d: memref<42xf32>):
    affine.for %j1 = 0 to 6 {
      affine.for %i1 = 0 to 19 {
        affine.for %i2 = 0 to 2 {
          affine.for %j2 = 0 to 7 {
            %i = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i1, %i2) loc("i")
            %j = affine.apply affine_map<(d0, d1) -> (d0 * 7 + d1)>(%j1, %j2) loc("j")
            %0 = affine.load %b[%i] : memref<38xf32>
            %1 = affine.load %c[%i, %j] : memref<38x42xf32>
            %2 = affine.load %d[%j] : memref<42xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %0, %3 : f32
            affine.store %4, %b[%i] {hls.stmt = "S2"} : memref<38xf32>
          } {hls.name = "j2", hls.level = 2 : i64, hls.unroll = #hls.unroll, hls.reduction}
        } {hls.name = "i2", hls.level = 2 : i64, hls.unroll = #hls.unroll}
      } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    } {hls.name = "j0", hls.level = 0 : i64, hls.reduction}
  }
  hls.task "S3" (%y1, %a, %t) : memref<42xf32>, memref<38x42xf32>, memref<38xf32> {
  ^bb0(%b: memref<42xf32>, %c: memref<38x42xf32>, %d: memref<38xf32>):
    affine.for %i1 = 0 to 19 {
      affine.for %j2 = 0 to 42 {
        affine.for %i2 = 0 to 2 {
          %i = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1)>(%i1, %i2) loc("i")
          %0 = affine.load %b[%j2] : memref<42xf32>
          %1 = affine.load %c[%i, %j2] : memref<38x42xf32>
          %2 = affine.load %d[%i] : memref<38xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %b[%j2] {hls.stmt = "S3"} : memref<42xf32>
        } {hls.name = "i2", hls.level = 2 : i64, hls.unroll = #hls.unroll, hls.reduction}
      } {hls.name = "j2", hls.level = 2 : i64, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline, hls.reduction}
  }
  hls.tile_store %y1 to %y[] beat 2 : memref<42xf32> to memref<42xf32>
  hls.tile_store %t to %tmp[] beat 2 : memref<38xf32> to memref<38xf32>
  return
}

func.func @atax_reference(%A: memref<38x42xf32> {hls.name = "A"},
    %x: memref<42xf32> {hls.name = "x"},
    %y: memref<42xf32> {hls.name = "y"},
    %tmp: memref<38xf32> {hls.name = "tmp"}) attributes {hls.reference_of = @atax} {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 42 {
    affine.store %zero, %y[%i] : memref<42xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 38 {
    affine.store %zero, %tmp[%i] : memref<38xf32>
    affine.for %j = 0 to 42 {
      %0 = affine.load %tmp[%i] : memref<38xf32>
      %1 = affine.load %A[%i, %j] : memref<38x42xf32>
      %2 = affine.load %x[%j] : memref<42xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %tmp[%i] : memref<38xf32>
    } {hls.name = "j"}
    affine.for %j = 0 to 42 {
      %5 = affine.load %y[%j] : memref<42xf32>
      %6 = affine.load %A[%i, %j] : memref<38x42xf32>
      %7 = affine.load %tmp[%i] : memref<38xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = arith.addf %5, %8 : f32
      affine.store %9, %y[%j] : memref<42xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
