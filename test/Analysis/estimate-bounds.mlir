// RUN: hls-opt %s --hls-estimate-qor=report=table -o /dev/null | FileCheck %s

// G reads a[i + k] after it stored a[i] if k may be negative, which the loop
// around it excludes: what the directive says holds. Without it the tool knows
// no value of k (N). In C the sum in b[i] never meets b[5], since i ends at 4; in
// D it does, so that it is no running sum: its loops are flattened, and the
// interval is 4 + 7 + 3.
// CHECK: G {{[0-9]+}} i1 8 1 1 10
// CHECK: N {{[0-9]+}} i1 8 10 1 10
// CHECK: C {{[0-9]+}} j1 4 x 8 6 1 18
// CHECK-NEXT: 1 dependent operations of 7 cycles
// CHECK: D {{[0-9]+}} i0.j1 48 14 1 14
// CHECK-NEXT: an iteration reads what an earlier one stores, delay 14, distance 1
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
func.func @bounds(%x: memref<16xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}, %s: f32) attributes {hls.top, hls.target = #target} {
  %b = hls.buffer "A" : memref<16xf32>
  hls.tile_load %x[] to %b beat 1 : memref<16xf32> to memref<16xf32>
  affine.for %k = 0 to 4 {
    hls.task "G"(%b, %s, %k) : memref<16xf32>, f32, index {
    ^bb0(%a: memref<16xf32>, %f: f32, %l: index):
      affine.for %i = 0 to 8 {
        %0 = affine.load %a[%i + symbol(%l)] : memref<16xf32>
        %1 = arith.addf %0, %f : f32
        affine.store %1, %a[%i] : memref<16xf32>
      } {hls.name = "i1", hls.pipeline = #hls.pipeline, hls.independent = ["A"]}
    }
    hls.task "N"(%b, %s, %k) : memref<16xf32>, f32, index {
    ^bb0(%a: memref<16xf32>, %f: f32, %l: index):
      affine.for %i = 0 to 8 {
        %0 = affine.load %a[%i + symbol(%l)] : memref<16xf32>
        %1 = arith.addf %0, %f : f32
        affine.store %1, %a[%i] : memref<16xf32>
      } {hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.task "C"(%b, %s) : memref<16xf32>, f32 {
  ^bb0(%a: memref<16xf32>, %f: f32):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[5] : memref<16xf32>
        %1 = arith.mulf %0, %f : f32
        %2 = affine.load %a[%i] : memref<16xf32>
        %3 = arith.addf %2, %1 : f32
        affine.store %3, %a[%i] : memref<16xf32>
      } {hls.name = "j1", hls.pipeline = #hls.pipeline}
    } {hls.name = "i0"}
  }
  hls.task "D"(%b, %s) : memref<16xf32>, f32 {
  ^bb0(%a: memref<16xf32>, %f: f32):
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 8 {
        %0 = affine.load %a[5] : memref<16xf32>
        %1 = arith.mulf %0, %f : f32
        %2 = affine.load %a[%i] : memref<16xf32>
        %3 = arith.addf %2, %1 : f32
        affine.store %3, %a[%i] : memref<16xf32>
      } {hls.name = "j1", hls.pipeline = #hls.pipeline}
    } {hls.name = "i0"}
  }
  hls.tile_store %b to %x[] beat 1 : memref<16xf32> to memref<16xf32>
  return
}
