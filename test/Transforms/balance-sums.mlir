// Floating-point sums of terms under a condition become trees where the target
// allows it; the tool makes trees of the others.
// RUN: hls-opt %s --hls-balance-reductions | FileCheck %s
// RUN: hls-opt %s --hls-balance-reductions --hls-estimate-qor=report=table -o /dev/null | FileCheck %s --check-prefix=TABLE
// RUN: hls-opt %s --hls-estimate-qor=report=table -o /dev/null | FileCheck %s --check-prefix=CHAIN
// RUN: sed s/tree_reduction\ =\ true/tree_reduction\ =\ false/ %s | hls-opt --hls-balance-reductions | FileCheck %s --check-prefix=ORDER

// Six terms one after the other take 6 (7 + 1) + 3 cycles; the tree takes 3
// levels and the old value of 7 each, the condition and 3.
// CHAIN: S0 {{.*}} 51{{$}}
// TABLE: S0 {{.*}} 32{{$}}

// CHECK: hls.task "S0"
// CHECK: %[[T:.*]] = hls.buffer "X_terms"
// CHECK: affine.if
// CHECK: arith.constant -0.000000e+00 : f32
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK: arith.addf
// CHECK: %[[SUM:.*]] = affine.load %[[T]][0]
// CHECK-NEXT: %[[OLD:.*]] = affine.load
// CHECK-NEXT: %[[NEW:.*]] = arith.subf %[[OLD]], %[[SUM]] : f32
// CHECK-NEXT: affine.store %[[NEW]], {{.*}} {hls.reassociated, hls.stmt = "S0"}
// The tool's own.
// CHECK: hls.task "S1"
// CHECK-NOT: hls.buffer
// A term minus the sum is no sum.
// CHECK: hls.task "S2"
// CHECK-NOT: hls.buffer
// ORDER-NOT: hls.reassociated
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = true>
#near = affine_set<(d0, d1) : (d0 - d1 - 3 >= 0, d1 - d0 + 9 >= 0)>
func.func @top(%X: memref<16xf32> {hls.name = "X", hls.interface = #hls.interface<m_axi, bundle = "gmem_X", width = 32>},
               %A: memref<16x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}) attributes {hls.top, hls.target = #target} {
  %x = hls.buffer "X" : memref<16xf32>
  %a = hls.buffer "A" {partition = #hls.partition<[<none>, <complete>]>} : memref<16x6xf32>
  hls.tile_load %X[] to %x beat 1 : memref<16xf32> to memref<16xf32>
  hls.tile_load %A[] to %a beat 1 : memref<16x6xf32> to memref<16x6xf32>
  hls.task "S0"(%x, %a) : memref<16xf32>, memref<16x6xf32> {
  ^bb0(%y: memref<16xf32>, %b: memref<16x6xf32>):
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 6 {
        affine.if #near(%i, %k) {
          %0 = affine.load %y[%i] : memref<16xf32>
          %1 = affine.load %b[%i, %k] : memref<16x6xf32>
          %2 = arith.subf %0, %1 : f32
          affine.store %2, %y[%i] {hls.stmt = "S0"} : memref<16xf32>
        }
      } {hls.name = "k2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    hls.yield
  }
  hls.task "S1"(%x, %a) : memref<16xf32>, memref<16x6xf32> {
  ^bb0(%y: memref<16xf32>, %b: memref<16x6xf32>):
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 6 {
        %0 = affine.load %y[%i] : memref<16xf32>
        %1 = affine.load %b[%i, %k] : memref<16x6xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %y[%i] {hls.stmt = "S1"} : memref<16xf32>
      } {hls.name = "k2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    hls.yield
  }
  hls.task "S2"(%x, %a) : memref<16xf32>, memref<16x6xf32> {
  ^bb0(%y: memref<16xf32>, %b: memref<16x6xf32>):
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 6 {
        affine.if #near(%i, %k) {
          %0 = affine.load %y[%i] : memref<16xf32>
          %1 = affine.load %b[%i, %k] : memref<16x6xf32>
          %2 = arith.subf %1, %0 : f32
          affine.store %2, %y[%i] {hls.stmt = "S2"} : memref<16xf32>
        }
      } {hls.name = "k2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    hls.yield
  }
  hls.tile_store %x to %X[] beat 1 : memref<16xf32> to memref<16xf32>
  return
}
