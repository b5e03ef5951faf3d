// RUN: hls-opt %s --hls-apply-schedule --hls-apply-buffers --hls-lower-transfers --hls-check-applied | FileCheck %s
// RUN: hls-opt %s --hls-attach-target=target=u200 --hls-apply-schedule --hls-apply-buffers --hls-lower-transfers --hls-estimate-qor=report=table -o /dev/null | FileCheck %s --check-prefix=PHASES

// A hand may forget a copy, or write it alone.
// RUN: hls-opt %s --hls-apply-schedule --hls-apply-buffers --hls-lower-transfers -o %t.mlir
// RUN: sed '/{hls.copy}/d' %t.mlir | not hls-opt --hls-check-applied 2>&1 | FileCheck %s --check-prefix=FORGOTTEN
// FORGOTTEN: error: writes buffer 'A' but not its copy 'A_S1' right after it
// RUN: sed 's/ {hls.copy}//' %t.mlir | not hls-opt --hls-check-applied 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: writes buffer 'A' but not its copy 'A_S1' right after it
// RUN: sed 's/hls.stmt = "S1"/hls.copy, hls.stmt = "S1"/' %t.mlir | not hls-opt --hls-check-applied 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: hls.copy: writes buffer 'B', which is no copy; remove the attribute

// A is stored beside S1, which still reads it: S1 has a copy, which the load
// fills and S0 writes as well. S2 waits for S1 and reads the same copy.
// CHECK-LABEL: func.func @finished
// CHECK: %[[A:.*]] = hls.buffer "A" :
// CHECK: %[[COPY:.*]] = hls.buffer "A_S1" {array = "A"}
// CHECK: hls.task load "A"(%[[A]], %{{.*}}, %[[COPY]])
// CHECK: hls.task "S0"(%[[A]], %{{.*}}, %[[COPY]])
// CHECK: affine.store %[[V:.*]], %{{.*}}[%[[I:.*]]] {hls.stmt = "S0"}
// CHECK-NEXT: affine.store %[[V]], %{{.*}}[%[[I]]] {hls.copy}
// CHECK: hls.task "S1"(%[[COPY]],
// CHECK: hls.task "S2"(%[[COPY]],
// CHECK: hls.task store "A"(%[[A]],
// PHASES: phase 1: task S0
// PHASES-NEXT: phase 2: task S1, store A
// PHASES-NEXT: phase 3: task S2
func.func @finished(%A: memref<64xf32> {hls.name = "A"}, %B: memref<64xf32> {hls.name = "B"}, %s: f32) attributes {hls.top,
    hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 64, padded = 64, factors = [1, 64, 1]>], order = ["i"], pipelined = "i">,
             <name = "S1", statements = ["S1"], loops = [<name = "i", trip = 64, padded = 64, factors = [1, 64, 1]>], order = ["i"], pipelined = "i">,
             <name = "S2", statements = ["S2"], loops = [<name = "i", trip = 64, padded = 64, factors = [1, 64, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<none>]>, copy_per_reader = true>, <array = "B", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 64 {
    %0 = affine.load %A[%i] : memref<64xf32>
    %1 = arith.mulf %0, %s : f32
    affine.store %1, %A[%i] {hls.stmt = "S0"} : memref<64xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 64 {
    %0 = affine.load %A[%i] : memref<64xf32>
    %1 = affine.load %B[%i] : memref<64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] {hls.stmt = "S1"} : memref<64xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 64 {
    %0 = affine.load %A[%i] : memref<64xf32>
    %1 = affine.load %B[%i] : memref<64xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %B[%i] {hls.stmt = "S2"} : memref<64xf32>
  } {hls.name = "i"}
  return
}
