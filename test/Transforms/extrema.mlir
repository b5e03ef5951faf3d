// RUN: hls-opt %s --hls-prepare=top=bounds --hls-normalize | FileCheck %s

// All four forms of two signed integers, one of unsigned ones. What compares
// other values than it selects stays, and so do floating-point numbers: with a
// NaN, or with zeros of two signs, a maximum would be another number.
// CHECK: arith.maxsi
// CHECK: hls.stmt = "S0"
// CHECK: arith.maxsi
// CHECK: hls.stmt = "S1"
// CHECK: arith.minsi
// CHECK: hls.stmt = "S2"
// CHECK: arith.minsi
// CHECK: hls.stmt = "S3"
// CHECK: arith.minui
// CHECK: hls.stmt = "S4"
// CHECK: arith.select
// CHECK: hls.stmt = "S5"
// CHECK: arith.select
// CHECK: hls.stmt = "S6"
func.func @bounds(%x: memref<8xi32> {hls.name = "x"}, %y: memref<8xi32> {hls.name = "y"}, %z: memref<6x8xi32> {hls.name = "z"},
                  %f: memref<8xf32> {hls.name = "f"}) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xi32>
    %b = affine.load %y[%i] : memref<8xi32>
    %c0 = arith.cmpi sge, %a, %b : i32
    %s0 = arith.select %c0, %a, %b : i32
    affine.store %s0, %z[0, %i] : memref<6x8xi32>
    %c1 = arith.cmpi slt, %a, %b : i32
    %s1 = arith.select %c1, %b, %a : i32
    affine.store %s1, %z[1, %i] : memref<6x8xi32>
    %c2 = arith.cmpi sle, %a, %b : i32
    %s2 = arith.select %c2, %a, %b : i32
    affine.store %s2, %z[2, %i] : memref<6x8xi32>
    %c3 = arith.cmpi sgt, %a, %b : i32
    %s3 = arith.select %c3, %b, %a : i32
    affine.store %s3, %z[3, %i] : memref<6x8xi32>
    %c4 = arith.cmpi ult, %a, %b : i32
    %s4 = arith.select %c4, %a, %b : i32
    affine.store %s4, %z[4, %i] : memref<6x8xi32>
    %one = arith.constant 1 : i32
    %c5 = arith.cmpi sgt, %a, %one : i32
    %s5 = arith.select %c5, %a, %b : i32
    affine.store %s5, %z[5, %i] : memref<6x8xi32>
    %g = affine.load %f[%i] : memref<8xf32>
    %h = affine.load %f[7 - %i] : memref<8xf32>
    %c6 = arith.cmpf oge, %g, %h : f32
    %s6 = arith.select %c6, %g, %h : f32
    affine.store %s6, %f[%i] : memref<8xf32>
  }
  return
}
