// RUN: hls-opt %s --hls-test-scop --split-input-file 2>&1 | FileCheck %s

// Terms of a sum of integers may come in any order, and so may loops.
// CHECK: remark: legal orders 01 10
func.func @integers(%A: memref<4x6xi32> {hls.name = "A"}, %x: memref<1xi32> {hls.name = "x"}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<4x6xi32>
      %1 = affine.load %x[0] : memref<1xi32>
      %2 = arith.addi %1, %0 : i32
      affine.store %2, %x[0] {hls.stmt = "S0"} : memref<1xi32>
    }
  }
  return
}

// -----

// Floating-point terms keep their order.
// CHECK: remark: legal orders 01
// CHECK-NOT: orders{{.*}}10
func.func @ordered(%A: memref<4x6xf32> {hls.name = "A"}, %x: memref<1xf32> {hls.name = "x"}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<4x6xf32>
      %1 = affine.load %x[0] : memref<1xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %x[0] {hls.stmt = "S0"} : memref<1xf32>
    }
  }
  return
}

// -----

// A maximum of integers.
// CHECK: remark: legal orders 01 10
func.func @extremum(%A: memref<4x6xi32> {hls.name = "A"}, %x: memref<1xi32> {hls.name = "x"}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<4x6xi32>
      %1 = affine.load %x[0] : memref<1xi32>
      %2 = arith.maxsi %1, %0 : i32
      affine.store %2, %x[0] {hls.stmt = "S0"} : memref<1xi32>
    }
  }
  return
}

// -----

// What reads other elements of the summed array needs them in time.
// CHECK: remark: legal orders 01
// CHECK-NOT: orders{{.*}}10
func.func @others(%x: memref<8xi32> {hls.name = "x"}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %x[%j + 1] : memref<8xi32>
      %1 = affine.load %x[0] : memref<8xi32>
      %2 = arith.addi %1, %0 : i32
      affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xi32>
    }
  }
  return
}
