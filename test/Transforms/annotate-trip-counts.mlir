// RUN: hls-opt %s --hls-annotate-trip-counts | FileCheck %s
// RUN: hls-opt %s --hls-annotate-trip-counts --hls-lower-to-memref | FileCheck %s --check-prefix=LOWERED
// LOWERED-NOT: hls.trip_count

// Bounds that vary, in a task whose operand is the iterator of a loop around it
// as well: 0 + 1 + ... + 9 iterations of j, of k at most 9, on average 4 of each
// entry of j's 45.
// CHECK-LABEL: func.func @triangle
func.func @triangle(%A: memref<10x10xf32>) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      hls.task "S0" (%A, %i, %j) : memref<10x10xf32>, index, index {
      ^bb0(%a: memref<10x10xf32>, %p: index, %q: index):
        %cst = arith.constant 1.0 : f32
        affine.for %k = affine_map<(d0) -> (d0)>(%q) to affine_map<(d0) -> (d0)>(%p) {
          affine.store %cst, %a[%p, %k] : memref<10x10xf32>
        }
        // CHECK: hls.trip_count = #hls.trip_count<min = 1, max = 9, avg = 4>
      }
    }
    // CHECK: hls.trip_count = #hls.trip_count<min = 0, max = 9, avg = 5>
  }
  // CHECK-NOT: hls.trip_count
  return
}

// Constant bounds, and bounds that no loop gives, say nothing.
// CHECK-LABEL: func.func @others
// CHECK-NOT: hls.trip_count
func.func @others(%A: memref<10xf32>, %n: index) {
  %cst = arith.constant 1.0 : f32
  affine.for %i = 0 to 10 {
    affine.store %cst, %A[%i] : memref<10xf32>
  }
  affine.for %i = 0 to %n {
    affine.store %cst, %A[%i] : memref<10xf32>
  }
  return
}
