// RUN: hls-opt %s | hls-opt | FileCheck %s
// RUN: hls-opt %s --mlir-print-op-generic | hls-opt | FileCheck %s
// Directives, buffers and transfers in every accepted form.

// CHECK-LABEL: func.func @directives
// CHECK-SAME: hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>, hls.name = "A"
// CHECK-SAME: hls.interface = #hls.interface<s_axilite>
// CHECK-SAME: hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "vitis_hls 2023.2", tree_reduction = false>, hls.top
func.func @directives(
    %A: memref<16x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>},
    %x: f32 {hls.interface = #hls.interface<s_axilite>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e",
      clock_ps = 4000, tool = "vitis_hls 2023.2", tree_reduction = false>} {
  // CHECK: hls.buffer "A0" {copies = 3 : i64, partition = #hls.partition<[<complete>, <block, 3>]>, storage = #hls.storage<uram, ports = 1>} : memref<16x6xf32>
  %0 = hls.buffer "A0" {copies = 3, partition = #hls.partition<[<complete>, <block, 3>]>,
                        storage = #hls.storage<uram, ports = 1>} : memref<16x6xf32>
  // CHECK: hls.buffer "A1" {storage = #hls.storage<registers>} : memref<4x6xf32>
  %1 = hls.buffer "A1" {storage = #hls.storage<registers>} : memref<4x6xf32>
  // CHECK: hls.buffer "A" of %{{.*}} : memref<16x6xf32> as : memref<16x6xf32>
  %port = hls.buffer "A" of %A : memref<16x6xf32> as : memref<16x6xf32>
  // A beat may cross rows of a whole array.
  // CHECK: hls.tile_load %{{.*}}[] to %{{.*}} beat 8 : memref<16x6xf32> to memref<16x6xf32>
  hls.tile_load %A[] to %0 beat 8 : memref<16x6xf32> to memref<16x6xf32>
  affine.for %i = 0 to 4 {
    %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %c0 = arith.constant 0 : index
    // CHECK: hls.tile_load %{{.*}}[%{{.*}}, %{{.*}}] to %{{.*}} beat 2 : memref<16x6xf32> to memref<4x6xf32>
    hls.tile_load %A[%o, %c0] to %1 beat 2 : memref<16x6xf32> to memref<4x6xf32>
    // CHECK: hls.tile_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] beat 6 : memref<4x6xf32> to memref<16x6xf32>
    hls.tile_store %1 to %A[%o, %c0] beat 6 : memref<4x6xf32> to memref<16x6xf32>
    // CHECK: {hls.level = 0 : i32, hls.name = "i0", hls.pipeline = #hls.pipeline, hls.reduction}
  } {hls.level = 0 : i32, hls.name = "i0", hls.pipeline = #hls.pipeline, hls.reduction}
  // CHECK: {hls.pipeline = #hls.pipeline<ii = 2>, hls.unroll = #hls.unroll<factor = 2>}
  affine.for %i = 0 to 4 {
  } {hls.unroll = #hls.unroll<factor = 2>, hls.pipeline = #hls.pipeline<ii = 2>}
  // CHECK: memref.alloc() {hls.name = "T", hls.partition = #hls.partition<[<cyclic, 4>]>, hls.storage = #hls.storage<bram>}
  %t = memref.alloc() {hls.name = "T", hls.partition = #hls.partition<[<cyclic, 4>]>,
                       hls.storage = #hls.storage<bram>} : memref<4xf32>
  // CHECK: affine.store %{{.*}} {hls.stmt = "S0"}
  affine.store %x, %t[0] {hls.stmt = "S0"} : memref<4xf32>
  // CHECK: hls.task "empty"
  hls.task "empty" () {
  }
  // CHECK: hls.task "computes"
  hls.task compute "computes" () {
  }
  // CHECK: hls.task opaque "whole"(%{{.*}}) : memref<16x6xf32> {
  hls.task opaque "whole" (%0) : memref<16x6xf32> {
  ^bb0(%b: memref<16x6xf32>):
  }
  // Tasks of transfers may have one name, that of the array.
  affine.for %i = 0 to 4 {
    // CHECK: hls.task load "A"(%{{.*}}, %{{.*}}, %{{.*}}) : memref<4x6xf32>, memref<16x6xf32>, index names ["buffer", "A", "offset0"] {
    hls.task load "A" (%1, %A, %i) : memref<4x6xf32>, memref<16x6xf32>, index names ["buffer", "A", "offset0"] {
    ^bb0(%b: memref<4x6xf32>, %a: memref<16x6xf32>, %o: index):
      affine.for %r = 0 to 4 {
        affine.for %c = 0 to 3 {
          // CHECK: %[[BEAT:.*]] = hls.beat_read %{{.*}}[%{{.*}} * 4 + %{{.*}}, %{{.*}}] : memref<16x6xf32> to memref<2xf32>
          %beat = hls.beat_read %a[%o * 4 + %r, %c] : memref<16x6xf32> to memref<2xf32>
          affine.for %l = 0 to 2 {
            // CHECK: affine.load %[[BEAT]]
            %v = affine.load %beat[%l] : memref<2xf32>
            affine.store %v, %b[%r, %c * 2 + %l] : memref<4x6xf32>
          }
        }
      }
    }
    hls.task load "A" (%0, %A) : memref<16x6xf32>, memref<16x6xf32> {
    ^bb0(%b: memref<16x6xf32>, %a: memref<16x6xf32>):
    }
    // CHECK: hls.task store "A"(%{{.*}}, %{{.*}}) : memref<16x6xf32>, memref<16x6xf32> {
    hls.task store "A" (%0, %A) : memref<16x6xf32>, memref<16x6xf32> {
    ^bb0(%b: memref<16x6xf32>, %a: memref<16x6xf32>):
      affine.for %r = 0 to 4 {
        affine.for %c = 0 to 3 {
          // CHECK: %[[OUT:.*]] = hls.beat : memref<8xf32>
          %beat = hls.beat : memref<8xf32>
          affine.for %l = 0 to 8 {
            %v = affine.load %b[%r * 4 + %l floordiv 2, %c * 2 + %l mod 2] : memref<16x6xf32>
            affine.store %v, %beat[%l] : memref<8xf32>
          }
          // A box of two dimensions.
          // CHECK: hls.beat_write %[[OUT]] to %{{.*}}[%{{.*}}, %{{.*}}] {lanes = array<i64: 4, 2>} : memref<8xf32> to memref<16x6xf32>
          hls.beat_write %beat to %a[%r, %c] {lanes = array<i64: 4, 2>} : memref<8xf32> to memref<16x6xf32>
        }
      }
    }
  }
  return
}

// A partition on an argument of an internal function: it stands for a buffer.
// CHECK-LABEL: func.func private @internal
func.func private @internal(%A: memref<16xf32> {hls.partition = #hls.partition<[<cyclic, 16>]>}) attributes {hls.reference_of = @directives}

// CHECK-LABEL: func.func @found
// CHECK-SAME: hls.search = #hls.search<status = optimal, scope = "space shared", source_cycles = 40, lower_bound = 3, bound = 7, nodes = 2, tilings = 3, log10_space = 2.500000e+00 : f64, reductions = ["order"], orders = {S0 = 2 : i64}, pins = ["S0.i.t2=4"], assumed = ["add (assumed)"]>
// CHECK-SAME: hls.target = #hls.target<device = "mine", part = "p", clock_ps = 1, tool = "t", tree_reduction = true, usable = 60, limits = "DSP=3", max_partition = 8, file = "mine.json">
func.func @found(%A: memref<8xf32>, %n: i32) attributes {
    hls.search = #hls.search<status = optimal, scope = "space shared", source_cycles = 40, lower_bound = 3, bound = 7, nodes = 2, tilings = 3, log10_space = 2.5 : f64,
      reductions = ["order"], orders = {S0 = 2}, pins = ["S0.i.t2=4"], assumed = ["add (assumed)"]>,
    hls.target = #hls.target<device = "mine", part = "p", clock_ps = 1, tool = "t", tree_reduction = true, usable = 60, limits = "DSP=3", max_partition = 8, file = "mine.json">} {
  // CHECK: hls.buffer "A_S0" {array = "A"} : memref<4xf32>
  %t = hls.buffer "A_S0" {array = "A"} : memref<4xf32>
  // CHECK: call @region({{.*}}) {hls.access = [#hls.access<readwrite>, #hls.access<value>], hls.stmt = "R0"}
  func.call @region(%A, %n) {hls.access = [#hls.access<readwrite>, #hls.access<value>], hls.stmt = "R0"} : (memref<8xf32>, i32) -> ()
  return
}
func.func private @region(memref<8xf32>, i32)

memref.global "private" constant @taps : memref<2xf32> = dense<[1.0, 2.0]>
// CHECK-LABEL: func.func @table
func.func @table() {
  // CHECK: hls.buffer "taps" {global = @taps} : memref<2xf32>
  %0 = hls.buffer "taps" {global = @taps} : memref<2xf32>
  return
}
