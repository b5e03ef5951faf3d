// RUN: not hls-opt %s --affine-loop-order-opt=perm-map=0,0 2>&1 | FileCheck %s --check-prefix=PERM
// RUN: not hls-opt %s --affine-loop-order-opt=perm-map=0,1,2 2>&1 | FileCheck %s --check-prefix=FIT
// RUN: not hls-opt %s --affine-loop-order-opt=perm-map=1,0 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// RUN: not hls-opt %s --loop-pipelining=target-ii=-1 2>&1 | FileCheck %s --check-prefix=II
// RUN: not hls-opt %s --array-partition=part-factors=B=4x1 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not hls-opt %s --array-partition=part-factors=A=4 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not hls-opt %s --array-partition=part-factors=A=4xq 2>&1 | FileCheck %s --check-prefix=NUMBER

// PERM: :[[@LINE+8]]:1: error: affine-loop-order-opt: perm-map must have every position from 0 to 1 once
// FIT: error: affine-loop-order-opt: no statement has 3 loops of its own, as perm-map says
// ILLEGAL: error: schedule breaks the RAW dependence from S0 to S0 through A
// II: error: loop-pipelining: target-ii must not be negative, got -1
// NAME: error: array-partition: function 'wave' has no array 'B'; part-factors are written A=4x1
// RANK: error: array-partition: array 'A' has 2 dimensions, part-factors have '4'
// NUMBER: error: array-partition: 'q' of 'A=4xq' is no number of banks

func.func @wave(%A: memref<8x18xf32> {hls.name = "A"}) {
  affine.for %t = 1 to 8 {
    affine.for %i = 1 to 17 {
      %l = affine.load %A[%t - 1, %i - 1] : memref<8x18xf32>
      %r = affine.load %A[%t - 1, %i + 1] : memref<8x18xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %A[%t, %i] : memref<8x18xf32>
    }
  }
  return
}
