// RUN: hls-opt %s --hls-test-dependences --split-input-file -o /dev/null 2>&1 | FileCheck %s

// CHECK-DAG: remark: array C written by S0, S1, read by S1, fully written
// CHECK-DAG: remark: array A written by nobody, read by S1, live-in
// CHECK-DAG: remark: statement S0 of nest 0, 64 instances
// CHECK-DAG: remark: statement S1 of nest 1, 512 instances, reduction add over k
// CHECK-DAG: remark: RAW S0 -> S1 through C, distance (), loop-independent
// CHECK-DAG: remark: WAW S0 -> S1 through C, distance (), loop-independent
// CHECK-DAG: remark: RAW S1 -> S1 through C, distance (=, =, 1), carried by k, reduction
// CHECK-DAG: remark: RAW nest 0 -> nest 1 through C
func.func @gemm(%C: memref<8x8xf32> {hls.name = "C"}, %A: memref<8x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.store %zero, %C[%i, %j] : memref<8x8xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %0 = affine.load %A[%i, %k] : memref<8x8xf32>
        %1 = affine.load %B[%k, %j] : memref<8x8xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %C[%i, %j] : memref<8x8xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %C[%i, %j] : memref<8x8xf32>
      } {hls.name = "k"}
    }
  }
  return
}

// -----

// x is read by the rest of its own statement, but never the element that is
// accumulated; the two kinds of dependence are told apart.
// CHECK-DAG: statement S0 of nest 0, 28 instances, reduction add over j
// CHECK-DAG: RAW S0 -> S0 through x, distance (=, 1), carried by j, reduction
// CHECK-DAG: RAW S0 -> S0 through x, distance (<, 1), carried by i{{$}}
func.func @trisolv(%L: memref<8x8xf32>, %x: memref<8xf32> {hls.name = "x"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %L[%i, %j] : memref<8x8xf32>
      %1 = affine.load %x[%j] : memref<8xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %x[%i] : memref<8xf32>
      %4 = arith.subf %3, %2 : f32
      affine.store %4, %x[%i] : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// CHECK-DAG: statement S0 of nest 0, 8 instances, reduction max over loop 0
// CHECK-DAG: statement S1 of nest 1, 8 instances, reduction mul over loop 0
func.func @others(%A: memref<8xf32>, %x: memref<f32>, %y: memref<f32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = affine.load %x[] : memref<f32>
    %2 = arith.maximumf %1, %0 : f32
    affine.store %2, %x[] : memref<f32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = affine.load %y[] : memref<f32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %y[] : memref<f32>
  }
  return
}
