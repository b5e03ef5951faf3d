// RUN: not hls-opt %s --hls-test-reschedule='schedule={ S0[i] -> [-i] }' 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// RUN: not hls-opt %s --hls-test-reschedule='schedule={ S1[i] -> [i] }' 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not hls-opt %s --hls-test-reschedule='schedule={ S0[i, j] -> [i] }' 2>&1 | FileCheck %s --check-prefix=ITERATORS
// RUN: not hls-opt %s --hls-test-reschedule='schedule={ S0[i] -> [i] : i > 3 }' 2>&1 | FileCheck %s --check-prefix=PARTIAL
// RUN: not hls-opt %s --hls-test-reschedule='schedule={ S0[i] -> [t] : 0 <= t < 2 }' 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not hls-opt %s --hls-test-reschedule='schedule=oops' 2>&1 | FileCheck %s --check-prefix=SYNTAX

// ILLEGAL: reschedule-errors.mlir:14:1: error: schedule breaks the RAW dependence from S0 to S0 through A (S0[{{[0-9]+}}] -> S0[{{[0-9]+}}])
// UNKNOWN: error: schedule names an unknown statement 'S1'
// ITERATORS: error: schedule gives statement S0 2 iterators; it has 1
// PARTIAL: error: schedule leaves instances of statement S0 without a time
// SEVERAL: error: schedule gives instances of statement S0 several times
// SYNTAX: error: schedule is not an isl union map: {{.+}}
func.func @prefix(%A: memref<9xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<9xf32>
    affine.store %0, %A[%i + 1] : memref<9xf32>
  }
  return
}
