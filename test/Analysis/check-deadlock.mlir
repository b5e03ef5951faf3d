// Every token of `a` goes through 'slow' and past it. An iteration of 'slow'
// takes 11 cycles, so its first result leaves when it has read 11 tokens, which
// have then been written to the by-pass, too.

// RUN: split-file %s %t
// RUN: hls-opt --hls-check-deadlock=least-depths %t/deep.mlir | FileCheck %t/deep.mlir
// RUN: not hls-opt --hls-check-deadlock %t/shallow.mlir 2>&1 | FileCheck %t/shallow.mlir
// RUN: not hls-opt --hls-check-deadlock %t/transfer.mlir 2>&1 | FileCheck %t/transfer.mlir
// RUN: not hls-opt --hls-size-streams %t/transfer.mlir 2>&1 | FileCheck %t/transfer.mlir
// RUN: hls-opt --hls-size-streams --hls-check-deadlock %t/shallow.mlir | FileCheck %t/shallow.mlir --check-prefix=SIZED
// RUN: hls-opt --hls-size-streams=depths=past=20,a=3 --hls-check-deadlock %t/shallow.mlir | FileCheck %t/shallow.mlir --check-prefix=GIVEN
// RUN: not hls-opt --hls-size-streams=depths=past=10 %t/shallow.mlir 2>&1 | FileCheck %t/shallow.mlir --check-prefix=LESS
// RUN: not hls-opt --hls-size-streams=depths=past=12,past=13 %t/shallow.mlir 2>&1 | FileCheck %t/shallow.mlir --check-prefix=TWICE

//--- deep.mlir
// CHECK: FIFO depth least
// CHECK: a 2 1
// CHECK: past[0] 11 11
// CHECK: past[1] 11 11
// CHECK: square 2 1
// CHECK: hls.dataflow
#target = #hls.target<device = "u55c", part = "p", clock_ps = 4550, tool = "2023.2", tree_reduction = false>
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>) attributes {hls.top, hls.target = #target} {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    %past = hls.stream "past" depth 11 : !hls.stream<f32, count = 2>
    %square = hls.stream "square" depth 2 : !hls.stream<f32>
    hls.process load "load" (%A, %a, %past) : memref<64xf32>, !hls.stream<f32>, !hls.stream<f32, count = 2> {
    ^bb0(%from: memref<64xf32>, %to: !hls.stream<f32>, %other: !hls.stream<f32, count = 2>):
      affine.for %i = 0 to 64 {
        %v = affine.load %from[%i] : memref<64xf32>
        hls.stream_write %v to %to : f32, !hls.stream<f32>
        hls.stream_write %v to %other[0] : f32, !hls.stream<f32, count = 2>
        hls.stream_write %v to %other[1] : f32, !hls.stream<f32, count = 2>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process compute "slow" (%a, %square) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%from: !hls.stream<f32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 64 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        %p = arith.mulf %v, %v : f32
        %s = arith.addf %p, %v : f32
        hls.stream_write %s to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process store "store" (%square, %past, %B) : !hls.stream<f32>, !hls.stream<f32, count = 2>, memref<64xf32> {
    ^bb0(%from: !hls.stream<f32>, %other: !hls.stream<f32, count = 2>, %to: memref<64xf32>):
      affine.for %i = 0 to 64 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        %w = hls.stream_read %other[0] : !hls.stream<f32, count = 2> to f32
        %x = hls.stream_read %other[1] : !hls.stream<f32, count = 2> to f32
        %y = arith.addf %v, %w : f32
        %z = arith.addf %y, %x : f32
        affine.store %z, %to[%i] : memref<64xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  return
}

//--- shallow.mlir
// CHECK: shallow.mlir:{{[0-9]+}}:13: error: stream 'past' of depth 4 may let the design deadlock ({{.*}}); a depth of 11 does not (hls-size-streams sets it)
// CHECK-NOT: error
// GIVEN: hls.stream "a" depth 3
// GIVEN: hls.stream "past" depth 20
// LESS: shallow.mlir:{{[0-9]+}}:13: error: stream 'past' is given the depth 10, with which the design may deadlock; a depth of 11 is proved not to
// TWICE: error: stream 'past' cannot have the depths 12 and 13
// SIZED: hls.stream "a" depth 2
// SIZED: hls.stream "past" depth 11
// SIZED: hls.stream "square" depth 2
#target = #hls.target<device = "u55c", part = "p", clock_ps = 4550, tool = "2023.2", tree_reduction = false>
func.func @f(%A: memref<64xf32>, %B: memref<64xf32>) attributes {hls.top, hls.target = #target} {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    %past = hls.stream "past" depth 4 : !hls.stream<f32, count = 2>
    %square = hls.stream "square" depth 2 : !hls.stream<f32>
    hls.process load "load" (%A, %a, %past) : memref<64xf32>, !hls.stream<f32>, !hls.stream<f32, count = 2> {
    ^bb0(%from: memref<64xf32>, %to: !hls.stream<f32>, %other: !hls.stream<f32, count = 2>):
      affine.for %i = 0 to 64 {
        %v = affine.load %from[%i] : memref<64xf32>
        hls.stream_write %v to %to : f32, !hls.stream<f32>
        hls.stream_write %v to %other[0] : f32, !hls.stream<f32, count = 2>
        hls.stream_write %v to %other[1] : f32, !hls.stream<f32, count = 2>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process compute "slow" (%a, %square) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%from: !hls.stream<f32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 64 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        %p = arith.mulf %v, %v : f32
        %s = arith.addf %p, %v : f32
        hls.stream_write %s to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process store "store" (%square, %past, %B) : !hls.stream<f32>, !hls.stream<f32, count = 2>, memref<64xf32> {
    ^bb0(%from: !hls.stream<f32>, %other: !hls.stream<f32, count = 2>, %to: memref<64xf32>):
      affine.for %i = 0 to 64 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        %w = hls.stream_read %other[0] : !hls.stream<f32, count = 2> to f32
        %x = hls.stream_read %other[1] : !hls.stream<f32, count = 2> to f32
        %y = arith.addf %v, %w : f32
        %z = arith.addf %y, %x : f32
        affine.store %z, %to[%i] : memref<64xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  return
}

//--- transfer.mlir
// CHECK: transfer.mlir:{{[0-9]+}}:5: error: 'hls.stream_load' is no process; run hls-derive-processes first
func.func @f(%A: memref<6xf32>, %B: memref<6xf32>) attributes {hls.top, hls.target = #hls.target<device = "u55c", part = "p", clock_ps = 4550, tool = "2023.2", tree_reduction = false>} {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    hls.stream_load %A to %a loaded <trips = [6], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<f32>
    hls.stream_store %a to %B produced <trips = [6], element = affine_map<(i) -> (i)>> stored <trips = [6], element = affine_map<(i) -> (i)>> : !hls.stream<f32>, memref<6xf32>
  }
  return
}
