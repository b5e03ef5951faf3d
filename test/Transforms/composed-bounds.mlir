// RUN: hls-opt %s --hls-normalize | FileCheck %s --check-prefixes=CHECK,NORMAL
// RUN: hls-opt %s --hls-distribute | FileCheck %s --check-prefixes=CHECK,APART

// The shifts of two loops cancel out in the bound of a third, whose map is the
// same before and after it is composed: no affine.apply stays between the loops.
// Distribution copies loops and conditions alone, whether or not
// hls-normalize has run.
// CHECK-DAG: #[[$COUNT:.*]] = affine_map<(d0, d1) -> ((d0 - d1 + 1) ceildiv 2)>
// CHECK-DAG: #[[$GUARD:.*]] = affine_set<(d0, d1) : (d0 - d1 >= 0)>
// CHECK-LABEL: @cancelling
// CHECK: affine.for %[[I:.*]] = 0 to 4
// CHECK-NOT: affine.apply
// CHECK: affine.for %[[J:.*]] = 0 to 8
// CHECK-NOT: affine.apply
// CHECK: affine.for %{{.*}} = 0 to #[[$COUNT]](%[[J]], %[[I]])
// CHECK: affine.store {{.*}}hls.stmt = "S0"
// APART: affine.for %[[I1:.*]] = 0 to 4
// APART-NEXT: affine.for %[[J1:.*]] = 0 to 8
// APART-NEXT: affine.if #[[$GUARD]](%[[J1]], %[[I1]])
// NORMAL-NOT: affine.apply
// NORMAL: affine.if #[[$GUARD]](%[[J]], %[[I]])
// CHECK: affine.store {{.*}}hls.stmt = "S1"
func.func @cancelling(%A: memref<12x12xf32>, %B: memref<12x12xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 4 {
    %i2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
    affine.for %j = 0 to 8 {
      %j2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%j)
      affine.for %k = 0 to affine_map<(d0, d1) -> ((d0 - d1 + 1) ceildiv 2)>(%j2, %i2) {
        affine.store %x, %A[%j, %k] {hls.stmt = "S0"} : memref<12x12xf32>
      }
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%j2, %i2) {
        affine.store %x, %B[%i, %j] {hls.stmt = "S1"} : memref<12x12xf32>
      }
    }
  }
  return
}

// A constant that stands inside of a loop.
// CHECK-LABEL: @constant
// CHECK: affine.for %{{.*}} = 0 to 4
// CHECK: affine.for %{{.*}} = 0 to 3
// CHECK: hls.stmt = "S0"
func.func @constant(%A: memref<4x8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 4 {
    %n = arith.constant 3 : index
    affine.for %k = 0 to %n {
      affine.store %x, %A[%i, %k] {hls.stmt = "S0"} : memref<4x8xf32>
    }
  }
  return
}
