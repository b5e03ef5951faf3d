// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-join-blocks))" --split-input-file 2>/dev/null | FileCheck %s
// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-join-blocks))" --split-input-file 2>&1 | FileCheck %s --check-prefix=REMARK

// Blocks of blocks, the last one cut short; another nest has no blocks.
// REMARK: remark: joined with the loop over its blocks
// CHECK-LABEL: func.func @blocked(
// CHECK: affine.for %{{.*}} = 0 to 30 {
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 30 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK-NOT: affine.for
func.func @blocked(%A: memref<16x30xf32>, %y: memref<30xf32>) attributes {hls.top} {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 30 {
    affine.store %zero, %y[%i] : memref<30xf32>
  }
  affine.for %ii = 0 to 16 step 8 {
    affine.for %kkk = 0 to 32 step 16 {
      affine.for %kk = affine_map<(d) -> (d)>(%kkk) to affine_map<(d) -> (d + 16)>(%kkk) step 4 {
        affine.for %i = affine_map<(d) -> (d)>(%ii) to affine_map<(d) -> (d + 8)>(%ii) {
          affine.for %k = affine_map<(d) -> (d)>(%kk) to min affine_map<(d) -> (d + 4, 30)>(%kk) {
            %0 = affine.load %A[%i, %k] : memref<16x30xf32>
            %1 = affine.load %y[%k] : memref<30xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %y[%k] : memref<30xf32>
          }
        }
      }
    }
  }
  return
}

// -----

// A local array passes values within one iteration of the loops that remain.
// CHECK-LABEL: func.func @passed(
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 16 {
// CHECK-NOT: affine.for
func.func @passed(%A: memref<16x16xf32>) attributes {hls.top} {
  %s = memref.alloca() : memref<f32>
  affine.for %ii = 0 to 16 step 8 {
    affine.for %jj = 0 to 16 step 8 {
      affine.for %i = affine_map<(d) -> (d)>(%ii) to affine_map<(d) -> (d + 8)>(%ii) {
        affine.for %j = affine_map<(d) -> (d)>(%jj) to affine_map<(d) -> (d + 8)>(%jj) {
          %0 = affine.load %A[%i, %j] : memref<16x16xf32>
          affine.store %0, %s[] : memref<f32>
          %1 = affine.load %s[] : memref<f32>
          %2 = arith.addf %1, %1 : f32
          affine.store %2, %A[%i, %j] : memref<16x16xf32>
        }
      }
    }
  }
  return
}

// -----

// Dependences forbid the order of i before the blocks of k: a sum that moves on.
// CHECK-LABEL: func.func @ordered(
// CHECK: affine.for %{{.*}} = 0 to 16 step 8 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for
func.func @ordered(%y: memref<f32>, %A: memref<4x16xf32>) attributes {hls.top} {
  affine.for %kk = 0 to 16 step 8 {
    affine.for %i = 0 to 4 {
      affine.for %k = affine_map<(d) -> (d)>(%kk) to affine_map<(d) -> (d + 8)>(%kk) {
        %0 = affine.load %A[%i, %k] : memref<4x16xf32>
        %1 = affine.load %y[] : memref<f32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %y[] : memref<f32>
      }
    }
  }
  return
}

// -----

// Overlapping blocks; a second use of the iterator; something beside the loop; a
// directive; a function that is not affine.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: step 8
// CHECK: return
func.func @others(%A: memref<32xf32>, %y: memref<f32>) attributes {hls.top} {
  affine.for %kk = 0 to 16 step 8 {
    affine.for %k = affine_map<(d) -> (d)>(%kk) to affine_map<(d) -> (d + 9)>(%kk) {
      %0 = affine.load %A[%k] : memref<32xf32>
      affine.store %0, %y[] : memref<f32>
    }
  }
  affine.for %kk = 0 to 16 step 8 {
    affine.for %k = affine_map<(d) -> (d)>(%kk) to affine_map<(d) -> (d + 8)>(%kk) {
      %0 = affine.load %A[%k + %kk] : memref<32xf32>
      affine.store %0, %y[] : memref<f32>
    }
  }
  affine.for %kk = 0 to 16 step 8 {
    affine.for %k = affine_map<(d) -> (d)>(%kk) to affine_map<(d) -> (d + 8)>(%kk) {
      %0 = affine.load %A[%k] : memref<32xf32>
      affine.store %0, %y[] : memref<f32>
    }
    %1 = affine.load %A[0] : memref<32xf32>
    affine.store %1, %y[] : memref<f32>
  }
  affine.for %kk = 0 to 16 step 8 {
    affine.for %k = affine_map<(d) -> (d)>(%kk) to affine_map<(d) -> (d + 8)>(%kk) {
      %0 = affine.load %A[%k] : memref<32xf32>
      affine.store %0, %y[] : memref<f32>
    } {hls.unroll = #hls.unroll<factor = 2>}
  }
  return
}
func.func @not_affine(%A: memref<32xf32>, %i: memref<32xindex>) attributes {hls.top} {
  // CHECK-LABEL: func.func @not_affine(
  // CHECK: step 8
  affine.for %kk = 0 to 16 step 8 {
    affine.for %k = affine_map<(d) -> (d)>(%kk) to affine_map<(d) -> (d + 8)>(%kk) {
      %0 = affine.load %i[%k] : memref<32xindex>
      %1 = memref.load %A[%0] : memref<32xf32>
      affine.store %1, %A[%k] : memref<32xf32>
    }
  }
  return
}
