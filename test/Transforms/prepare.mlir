// RUN: hls-opt %s --hls-prepare=top=top | FileCheck %s

// Several functions: the callee is inlined into the top and becomes private.
// CHECK-LABEL: func.func private @scale
// CHECK-NOT: hls.name
// CHECK-LABEL: func.func @top(
// CHECK-SAME: %arg0: f32 {hls.name = "alpha"}
// CHECK-SAME: %arg1: memref<8x4xf32> {hls.name = "int_"}
// CHECK-SAME: attributes {hls.top}
// CHECK-NOT: call
// CHECK: memref.alloc() {hls.name = "arg0"} : memref<4xf32>
// CHECK: } {hls.name = "j"}
// CHECK: } {hls.name = "i0"}
// CHECK-LABEL: func.func private @top_reference(
// CHECK-SAME: attributes {hls.reference_of = @top}
func.func @scale(%alpha: f32, %x: memref<8x4xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %x[%i, %j] : memref<8x4xf32>
      %1 = arith.mulf %alpha, %0 : f32
      affine.store %1, %x[%i, %j] : memref<8x4xf32>
    } loc("j")
  }
  return
}
func.func @top(%alpha: f32 loc("alpha"), %x: memref<8x4xf32> {hls.name = "int"}) {
  %t = memref.alloc() {hls.name = "arg0"} : memref<4xf32>
  call @scale(%alpha, %x) : (f32, memref<8x4xf32>) -> ()
  memref.dealloc %t : memref<4xf32>
  return
}
