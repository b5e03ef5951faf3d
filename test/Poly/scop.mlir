// RUN: hls-opt %s --hls-test-scop --split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK: domain { S0[i, j] : (1 + i) mod 3 = 0 and 2 <= i <= 19 and 0 <= j <= i }
// CHECK: reads { S0[i, j] -> A[1 + i, j] : (1 + i) mod 3 = 0 and 2 <= i <= 19 and 0 <= j <= i }
// CHECK: writes { S0[i, j] -> B[i + j] : (1 + i) mod 3 = 0 and 2 <= i <= 19 and 0 <= j <= i }
// CHECK: schedule { S0[i, j] -> [0, i, 0, j, 0] }
func.func @strided(%A: memref<30x30xf32> {hls.name = "A"}, %B: memref<60xf32> {hls.name = "B"}) {
  affine.for %i = 2 to 20 step 3 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %A[%i + 1, %j] : memref<30x30xf32>
      affine.store %0, %B[%i + %j] : memref<60xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// The value is loaded outside the loop that uses it, and nothing overwrites it.
// CHECK: domain [n] -> { S0[i, i1] : 0 <= i < n and 0 <= i1 <= 7 }
// CHECK: reads [n] -> { S0[i, i1] -> x[i] : 0 <= i < n and 0 <= i1 <= 7 }
// CHECK: legal orders 01 10
func.func @hoisted(%n: index {hls.name = "n"}, %x: memref<?xf32> {hls.name = "x"}, %y: memref<?x8xf32>) {
  affine.for %i = 0 to %n {
    %0 = affine.load %x[%i] : memref<?xf32>
    affine.for %j = 0 to 8 {
      affine.store %0, %y[%i, %j] : memref<?x8xf32>
    }
  } {hls.name = "i"}
  return
}

// -----

// Names come from locations where there is no attribute.
// CHECK: writes { S0[k] -> acc[] : 0 <= k <= 3 }
// CHECK: schedule { S0[k] -> [0, k, 0] }
func.func @located(%v: f32) {
  %acc = memref.alloc() : memref<f32> loc("acc")
  affine.for %k = 0 to 4 {
    affine.store %v, %acc[] : memref<f32>
  } loc("k")
  return
}
