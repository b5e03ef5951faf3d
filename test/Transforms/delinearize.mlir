// RUN: hls-opt %s --hls-delinearize --split-input-file | FileCheck %s

// A loop over a block, also where a second bound adds nothing; both subscripts
// are split.
// CHECK-LABEL: func.func @blocked(
// CHECK-SAME: %[[A:.*]]: memref<4x8xf32>
// CHECK: affine.for %[[KK:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 8 {
// CHECK-NEXT: affine.load %[[A]][%[[KK]], %[[K]]]
func.func @blocked(%A: memref<32xf32>, %y: memref<f32>) attributes {hls.top} {
  affine.for %kk = 0 to 32 step 8 {
    affine.for %k = affine_map<(d) -> (d)>(%kk) to min affine_map<(d) -> (d + 8, 32)>(%kk) {
      %0 = affine.load %A[%k] : memref<32xf32>
      affine.store %0, %y[] : memref<f32>
    }
  }
  return
}

// -----

// The bound matters in the last block: the loop stays.
// CHECK-LABEL: func.func @ragged(
// CHECK-SAME: memref<30xf32>
// CHECK: affine.for %{{.*}} = #{{.*}}(%{{.*}}) to min #{{.*}}(%{{.*}}) {
func.func @ragged(%A: memref<30xf32>, %y: memref<f32>) attributes {hls.top} {
  affine.for %kk = 0 to 32 step 8 {
    affine.for %k = affine_map<(d) -> (d)>(%kk) to min affine_map<(d) -> (d + 8, 30)>(%kk) {
      %0 = affine.load %A[%k] : memref<30xf32>
      affine.store %0, %y[] : memref<f32>
    }
  }
  return
}

// -----

// Two strides in one dimension, an offset of a row, a triangular loop.
// CHECK-LABEL: func.func @cube(
// CHECK-SAME: %[[A:.*]]: memref<4x6x8xf32>
// CHECK: affine.load %[[A]][%[[I:.*]], %[[J:.*]] - 1, %[[K:.*]]]
// CHECK: affine.store %{{.*}}, %[[A]][%[[I]], %[[J]], %[[K]]]
func.func @cube(%A: memref<192xf32>) attributes {hls.top} {
  affine.for %i = 0 to 4 {
    affine.for %j = 1 to 6 {
      affine.for %k = 0 to affine_map<(d) -> (d + 2)>(%j) {
        %0 = affine.load %A[%i * 48 + %j * 8 + %k - 8] : memref<192xf32>
        affine.store %0, %A[%i * 48 + %j * 8 + %k] : memref<192xf32>
      }
    }
  }
  return
}

// -----

// What may cross the end of a row, what anything but an affine access uses, and
// what the user has partitioned stay as they are.
// CHECK-LABEL: func.func @kept(
// CHECK-SAME: memref<48xf32>, %{{.*}}: memref<48xf32>, %{{.*}}: memref<48xf32>
// CHECK: memref.alloca() {{.*}} : memref<48xf32>
func.func @kept(%across: memref<48xf32>, %copied: memref<48xf32>, %other: memref<48xf32>) attributes {hls.top} {
  %own = memref.alloca() {hls.partition = #hls.partition<[<cyclic, 2>]>} : memref<48xf32>
  memref.copy %copied, %other : memref<48xf32> to memref<48xf32>
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 9 {
      %0 = affine.load %across[%i * 8 + %j] : memref<48xf32>
      affine.store %0, %across[%i * 8 + %j] : memref<48xf32>
    }
    affine.for %j = 0 to 8 {
      %0 = affine.load %copied[%i * 8 + %j] : memref<48xf32>
      affine.store %0, %own[%i * 8 + %j] : memref<48xf32>
      %1 = affine.load %own[%i * 8 + %j] : memref<48xf32>
      affine.store %1, %copied[%i * 8 + %j] : memref<48xf32>
    }
  }
  return
}

// -----

// A table has a second global; the reference copy keeps the first.
// CHECK: memref.global "private" constant @t : memref<4xi32> = dense<[1, 2, 3, 4]>
// CHECK: memref.global "private" constant @[[NEW:.*]] : memref<2x2xi32> = dense<{{\[\[}}1, 2], [3, 4]]>
// CHECK: memref.get_global @[[NEW]]
memref.global "private" constant @t : memref<4xi32> = dense<[1, 2, 3, 4]>
func.func @table(%y: memref<2x2xi32>) attributes {hls.top} {
  %t = memref.get_global @t : memref<4xi32>
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      %0 = affine.load %t[%i * 2 + %j] : memref<4xi32>
      affine.store %0, %y[%i, %j] : memref<2x2xi32>
    }
  }
  return
}
