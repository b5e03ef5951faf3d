// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/gemm.mlir %S/Inputs/points.txt --print odd | hls-opt --hls-apply-schedule --hls-apply-buffers --hls-csim-tree | FileCheck %s
// RUN: hls-opt %s --hls-csim-tree | FileCheck %s --check-prefix=HERE

// Three products and the accumulator: (c + p0) + (p1 + p2). S0 is no sum.
// CHECK: hls.task "S0"
// CHECK: hls.name = "i2", hls.unroll
// CHECK: hls.task "S1"
// CHECK: affine.for %[[K0:.*]] = 0 to 10
// CHECK: affine.for %[[I0:.*]] = 0 to 4
// CHECK: affine.for %[[J1:.*]] = 0 to 25
// CHECK: affine.for %[[I2:.*]] = 0 to 5
// CHECK-NOT: affine.for
// CHECK: %[[P0:.*]] = arith.mulf %{{.*}}, %{{.*}} : f32
// CHECK: %[[C:.*]] = affine.load %{{.*}}[%[[I0]] * 5 + %[[I2]], %[[J1]]]
// CHECK: affine.load %{{.*}}[%[[I0]] * 5 + %[[I2]], %[[K0]] * 3 + 1]
// CHECK: affine.load %{{.*}}[%[[K0]] * 3 + 2, %[[J1]]]
// CHECK: %[[P2:.*]] = arith.mulf
// CHECK-NEXT: %[[L:.*]] = arith.addf %[[C]],
// CHECK-NEXT: %[[R:.*]] = arith.addf %{{.*}}, %[[P2]]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[L]], %[[R]]
// CHECK-NEXT: affine.store %[[S]]
// CHECK-NOT: affine.store
// CHECK-NOT: k2

// `X - a` adds the negated term; two reduction loops unroll into one tree. A
// product is left alone.
// HERE-LABEL: func.func @difference
// HERE: hls.task "minus"
// HERE-COUNT-6: arith.negf
// HERE-COUNT-6: arith.addf
// HERE-NEXT: affine.store
// HERE: hls.task "product"
// HERE: affine.for
// HERE: arith.mulf
func.func @difference(%A: memref<2x3xf32>, %s: memref<1xf32>) {
  hls.task "minus" (%A, %s) : memref<2x3xf32>, memref<1xf32> {
  ^bb0(%a: memref<2x3xf32>, %x: memref<1xf32>):
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 3 {
        %0 = affine.load %x[0] : memref<1xf32>
        %1 = affine.load %a[%i, %j] : memref<2x3xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %x[0] {hls.stmt = "S0"} : memref<1xf32>
      } {hls.level = 2, hls.reduction}
    } {hls.level = 2, hls.reduction}
  }
  hls.task "product" (%A, %s) : memref<2x3xf32>, memref<1xf32> {
  ^bb0(%a: memref<2x3xf32>, %x: memref<1xf32>):
    affine.for %j = 0 to 3 {
      %0 = affine.load %x[0] : memref<1xf32>
      %1 = affine.load %a[0, %j] : memref<2x3xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %x[0] {hls.stmt = "S1"} : memref<1xf32>
    } {hls.level = 2, hls.reduction}
  }
  return
}
