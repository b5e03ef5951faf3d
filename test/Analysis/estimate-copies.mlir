// RUN: hls-opt %s --hls-estimate-qor=report=table -o /dev/null | FileCheck %s
// RUN: hls-opt %s --mlir-print-op-generic | hls-opt | FileCheck %s --check-prefix=TRIP

// Four copies may write one element of A, as far as subscripts tell. Each takes
// a load, a product of 4 cycles, and a store: one after the other
// 4 (4 + 1) + 3 cycles (S), or at once, 4 + 1 + 3 where the loop says that they stay
// apart (D), or where nothing reads what they write (W).
// CHECK: D{{ +}}9 j1 {{.*}} 8{{$}}
// CHECK: S{{ +}}24 j1 {{.*}} 23{{$}}
// CHECK: W{{ +}}9 j1 {{.*}} 8{{$}}
// TRIP: hls.distinct_copies = ["A"]
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
#one = affine_set<(d0, d1) : (d0 - d1 == 0)>
func.func @copies(%x: memref<8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}, %s: f32) attributes {hls.top, hls.target = #target} {
  %b = hls.buffer "A" {partition = #hls.partition<[<complete>]>} : memref<8xf32>
  %o = hls.buffer "B" {partition = #hls.partition<[<complete>]>} : memref<8xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "D"(%b, %s) : memref<8xf32>, f32 {
  ^bb0(%a: memref<8xf32>, %f: f32):
    affine.for %j1 = 0 to 1 {
      affine.for %j2 = 0 to 4 {
        affine.for %k2 = 0 to 2 {
          affine.if #one(%j2, %k2) {
            %0 = affine.load %a[%k2] : memref<8xf32>
            %1 = arith.mulf %0, %f : f32
            affine.store %1, %a[%k2] : memref<8xf32>
          }
        } {hls.unroll = #hls.unroll}
      } {hls.unroll = #hls.unroll}
    } {hls.name = "j1", hls.pipeline = #hls.pipeline, hls.distinct_copies = ["A"]}
  }
  hls.task "S"(%b, %s) : memref<8xf32>, f32 {
  ^bb0(%a: memref<8xf32>, %f: f32):
    affine.for %j1 = 0 to 1 {
      affine.for %j2 = 0 to 4 {
        affine.for %k2 = 0 to 2 {
          affine.if #one(%j2, %k2) {
            %0 = affine.load %a[%k2] : memref<8xf32>
            %1 = arith.mulf %0, %f : f32
            affine.store %1, %a[%k2] : memref<8xf32>
          }
        } {hls.unroll = #hls.unroll}
      } {hls.unroll = #hls.unroll}
    } {hls.name = "j1", hls.pipeline = #hls.pipeline}
  }
  hls.task "W"(%b, %o, %s) : memref<8xf32>, memref<8xf32>, f32 {
  ^bb0(%a: memref<8xf32>, %w: memref<8xf32>, %f: f32):
    affine.for %j1 = 0 to 1 {
      affine.for %j2 = 0 to 4 {
        affine.for %k2 = 0 to 2 {
          affine.if #one(%j2, %k2) {
            %0 = affine.load %a[%j2] : memref<8xf32>
            %1 = arith.mulf %0, %f : f32
            affine.store %1, %w[%k2] : memref<8xf32>
          }
        } {hls.unroll = #hls.unroll}
      } {hls.unroll = #hls.unroll}
    } {hls.name = "j1", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}
