// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-pack-products | FileCheck %s

// Both factors change from copy to copy of the innermost loop: copies of the
// loop around it are paired in its body.
// CHECK-LABEL: func.func @band
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 step 2 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 4 {
// CHECK: %[[N:.*]] = affine.apply #{{.*}}(%[[J]])
// CHECK: arith.muli {{.*}} {hls.factor_bits = 27 : i64} : i64
// CHECK-NOT: arith.muli
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK: affine.load %{{.*}}[%[[I]], %[[N]]] : memref<8x8xi32>
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[N]]]
// CHECK-NEXT: } {hls.name = "k2", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.name = "j2", hls.unroll = #hls.unroll}
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
// expected-remark @below {{pairs of products of 8 bits in one multiplier each: 8}}
func.func @band(%c: memref<8x8xi32>, %a: memref<8xi8>, %b: memref<8x8xi8>) attributes {hls.top, hls.target = #target} {
  hls.task "S0"(%c, %a, %b) : memref<8x8xi32>, memref<8xi8>, memref<8x8xi8> {
  ^bb0(%x: memref<8x8xi32>, %y: memref<8xi8>, %z: memref<8x8xi8>):
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %0 = affine.load %y[%k] : memref<8xi8>
          %1 = arith.extsi %0 : i8 to i32
          %2 = affine.load %z[%k, %j] : memref<8x8xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = arith.muli %1, %3 : i32
          %5 = affine.load %x[%i, %j] : memref<8x8xi32>
          %6 = arith.addi %5, %4 : i32
          affine.store %6, %x[%i, %j] : memref<8x8xi32>
        } {hls.name = "k2", hls.unroll = #hls.unroll}
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  return
}

// -----

// Copies may meet in an element, so that their order counts: a sum that k moves
// as well (M), a subscript that divides (D), an element of the copy before (B);
// the sum of all copies (A).
// CHECK-LABEL: func.func @meeting
// CHECK-NOT: hls.factor_bits
// CHECK-NOT: step 2
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
// expected-remark @below {{no products are packed: no unrolled loop of an even trip count has two of 8 bits that share a factor}}
func.func @meeting(%c: memref<8x8xi32>, %a: memref<8xi8>, %b: memref<8x8xi8>) attributes {hls.top, hls.target = #target} {
  hls.task "M"(%c, %a, %b) : memref<8x8xi32>, memref<8xi8>, memref<8x8xi8> {
  ^bb0(%x: memref<8x8xi32>, %y: memref<8xi8>, %z: memref<8x8xi8>):
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %0 = affine.load %y[%k] : memref<8xi8>
          %1 = arith.extsi %0 : i8 to i32
          %2 = affine.load %z[%k, %j] : memref<8x8xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = arith.muli %1, %3 : i32
          %5 = affine.load %x[%i, %j + %k] : memref<8x8xi32>
          %6 = arith.addi %5, %4 : i32
          affine.store %6, %x[%i, %j + %k] : memref<8x8xi32>
        } {hls.name = "k2", hls.unroll = #hls.unroll}
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.task "D"(%c, %a, %b) : memref<8x8xi32>, memref<8xi8>, memref<8x8xi8> {
  ^bb0(%x: memref<8x8xi32>, %y: memref<8xi8>, %z: memref<8x8xi8>):
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %0 = affine.load %y[%k] : memref<8xi8>
          %1 = arith.extsi %0 : i8 to i32
          %2 = affine.load %z[%k, %j] : memref<8x8xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = arith.muli %1, %3 : i32
          %5 = affine.load %x[%i, %j floordiv 2] : memref<8x8xi32>
          %6 = arith.addi %5, %4 : i32
          affine.store %6, %x[%i, %j floordiv 2] : memref<8x8xi32>
        } {hls.name = "k2", hls.unroll = #hls.unroll}
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.task "B"(%c, %a, %b) : memref<8x8xi32>, memref<8xi8>, memref<8x8xi8> {
  ^bb0(%x: memref<8x8xi32>, %y: memref<8xi8>, %z: memref<8x8xi8>):
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %0 = affine.load %y[%k] : memref<8xi8>
          %1 = arith.extsi %0 : i8 to i32
          %2 = affine.load %z[%k, %j] : memref<8x8xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = arith.muli %1, %3 : i32
          %5 = affine.load %x[%i, %j] : memref<8x8xi32>
          %6 = arith.addi %5, %4 : i32
          affine.store %6, %x[%i, %j + 1] : memref<8x8xi32>
        } {hls.name = "k2", hls.unroll = #hls.unroll}
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.task "A"(%c, %a, %b) : memref<8x8xi32>, memref<8xi8>, memref<8x8xi8> {
  ^bb0(%x: memref<8x8xi32>, %y: memref<8xi8>, %z: memref<8x8xi8>):
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %0 = affine.load %y[%k] : memref<8xi8>
          %1 = arith.extsi %0 : i8 to i32
          %2 = affine.load %z[%k, %j] : memref<8x8xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = arith.muli %1, %3 : i32
          %5 = affine.load %x[%i, 0] : memref<8x8xi32>
          %6 = arith.addi %5, %4 : i32
          affine.store %6, %x[%i, 0] : memref<8x8xi32>
        } {hls.name = "k2", hls.unroll = #hls.unroll}
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  return
}

// -----

// Two of 8 bits take no fewer DSPs here.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT: hls.factor_bits
#target = #hls.target<device = "zynq7020", part = "xczynq7020-fsgd2104-2-e", clock_ps = 10000, tool = "2023.2", tree_reduction = false>
// expected-remark @below {{no products are packed: two of 8 bits in one multiplier of 27 by 18 bits take as many DSPs of this family as two multipliers do}}
func.func @narrow(%c: memref<8x8xi32>, %a: memref<8xi8>, %b: memref<8x8xi8>) attributes {hls.top, hls.target = #target} {
  hls.task "S0"(%c, %a, %b) : memref<8x8xi32>, memref<8xi8>, memref<8x8xi8> {
  ^bb0(%x: memref<8x8xi32>, %y: memref<8xi8>, %z: memref<8x8xi8>):
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 4 {
        affine.for %k = 0 to 4 {
          %0 = affine.load %y[%k] : memref<8xi8>
          %1 = arith.extsi %0 : i8 to i32
          %2 = affine.load %z[%k, %j] : memref<8x8xi8>
          %3 = arith.extsi %2 : i8 to i32
          %4 = arith.muli %1, %3 : i32
          %5 = affine.load %x[%i, %j] : memref<8x8xi32>
          %6 = arith.addi %5, %4 : i32
          affine.store %6, %x[%i, %j] : memref<8x8xi32>
        } {hls.name = "k2", hls.unroll = #hls.unroll}
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  return
}
