// RUN: hls-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate},hls-reschedule{candidate=1}))" | FileCheck %s
// RUN: not hls-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate},hls-reschedule{candidate=9}))" 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: hls-reschedule: candidate is 9; 'top' has {{[0-9]}} schedules that promise fewer cycles than its own loops, numbered from 1, and 0 for these loops

// Forward substitution by columns: j stands outside, the rows of one column are
// parallel. Loops keep their names and iterators, statements theirs.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 40 {
// CHECK: hls.stmt = "S0"
// CHECK: affine.for %[[J:.*]] = 0 to 40 {
// CHECK-NEXT: affine.load %{{.*}}[%[[J]]]
// CHECK: hls.stmt = "S2"
// CHECK-NEXT: affine.for %[[R:.*]] = #{{.*}}(%[[J]]) to 40 {
// CHECK-NEXT: affine.load %{{.*}}[%[[R]]]
// CHECK: hls.stmt = "S1"
// expected-remark @below {{schedule 1 (coincidence, 80 steps): { S0[i] -> [0, 0, 0, i]; S1[i, j] -> [1, j, 1, i]; S2[i] -> [1, i, 0] }}}
func.func @top(%L: memref<40x40xf32>, %x: memref<40xf32>, %b: memref<40xf32>) {
  // expected-remark @below {{statements S1, S2 stay together in loop 'i'}}
  affine.for %i = 0 to 40 {
    %0 = affine.load %b[%i] : memref<40xf32>
    affine.store %0, %x[%i] : memref<40xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %1 = affine.load %x[%i] : memref<40xf32>
      %2 = affine.load %L[%i, %j] : memref<40x40xf32>
      %3 = affine.load %x[%j] : memref<40xf32>
      %4 = arith.mulf %2, %3 : f32
      %5 = arith.subf %1, %4 : f32
      affine.store %5, %x[%i] : memref<40xf32>
    } {hls.name = "j"}
    %6 = affine.load %x[%i] : memref<40xf32>
    %7 = affine.load %L[%i, %i] : memref<40x40xf32>
    %8 = arith.divf %6, %7 : f32
    affine.store %8, %x[%i] : memref<40xf32>
  } {hls.name = "i"}
  return
}
