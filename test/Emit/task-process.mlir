// RUN: hls-opt %s | hls-opt | FileCheck %s
// RUN: hls-opt %s --hls-annotate-distances --hls-size-streams --hls-check-deadlock -o %t.mlir
// RUN: hls-sim %t.mlir | FileCheck %s --check-prefix=SIM
// RUN: hls-translate --emit-hlscpp %t.mlir -o %t.cpp
// RUN: FileCheck %s --check-prefix=CPP --input-file=%t.cpp
// RUN: hls-lint %t.cpp | count 0
// A process of kind task: a matrix comes into a buffer, a task adds along its
// rows, the matrix leaves.

// CHECK: hls.process task "rows"
// CHECK: hls.task "S1"

// Filled in 96 cycles behind the load, 374 of the task, emptied in 96.
// SIM: cycles 726
// SIM-NEXT: proved free of deadlock
// SIM: load_A 0 170
// SIM: rows 0 654 75
// SIM: store_B 0 726 558

// CPP-LABEL: static void task_S1(float X[16][24]) {
// CPP-LABEL: static void rows(
// CPP: float X[16][24];
// CPP-NEXT: #pragma HLS array_partition variable=X type=cyclic factor=4 dim=2
// CPP: a.read();
// CPP: task_S1(X);
// CPP: b.write(
// CPP-LABEL: extern "C" void sums(
// CPP: #pragma HLS dataflow
// CPP: rows(a, b);
func.func @sums(%A: memref<16x24xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>, hls.name = "A"},
                %B: memref<16x24xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 128>, hls.name = "B"})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  hls.dataflow {
    %a = hls.stream "a" depth 16 : !hls.stream<f32 x 4>
    %b = hls.stream "b" depth 16 : !hls.stream<f32 x 4>
    hls.process load "load_A" (%A, %a) : memref<16x24xf32>, !hls.stream<f32 x 4> {
    ^bb0(%from: memref<16x24xf32>, %to: !hls.stream<f32 x 4>):
      affine.for %i = 0 to 16 {
        affine.for %j = 0 to 6 {
          %beat = hls.beat_read %from[%i, %j] : memref<16x24xf32> to memref<4xf32>
          hls.stream_write %beat to %to : memref<4xf32>, !hls.stream<f32 x 4>
        } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      }
    }
    hls.process task "rows" (%a, %b) : !hls.stream<f32 x 4>, !hls.stream<f32 x 4> {
    ^bb0(%from: !hls.stream<f32 x 4>, %to: !hls.stream<f32 x 4>):
      %x = hls.buffer "X" {partition = #hls.partition<[<none>, <cyclic, 4>]>} : memref<16x24xf32>
      affine.for %i = 0 to 16 {
        affine.for %j = 0 to 6 {
          %t = hls.stream_read %from : !hls.stream<f32 x 4> to memref<4xf32>
          affine.for %lane = 0 to 4 {
            %0 = affine.load %t[%lane] : memref<4xf32>
            affine.store %0, %x[%i, %j * 4 + %lane] : memref<16x24xf32>
          } {hls.unroll = #hls.unroll}
        } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      }
      hls.task "S1" (%x) : memref<16x24xf32> {
      ^bb0(%m: memref<16x24xf32>):
        affine.for %j = 0 to 23 {
          affine.for %i = 0 to 16 {
            %0 = affine.load %m[%i, %j] : memref<16x24xf32>
            %1 = affine.load %m[%i, %j + 1] : memref<16x24xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %m[%i, %j + 1] : memref<16x24xf32>
          } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1>}
        } {hls.name = "j"}
      }
      affine.for %i = 0 to 16 {
        affine.for %j = 0 to 6 {
          %t = hls.beat : memref<4xf32>
          affine.for %lane = 0 to 4 {
            %0 = affine.load %x[%i, %j * 4 + %lane] : memref<16x24xf32>
            affine.store %0, %t[%lane] : memref<4xf32>
          } {hls.unroll = #hls.unroll}
          hls.stream_write %t to %to : memref<4xf32>, !hls.stream<f32 x 4>
        } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      }
    }
    hls.process store "store_B" (%b, %B) : !hls.stream<f32 x 4>, memref<16x24xf32> {
    ^bb0(%from: !hls.stream<f32 x 4>, %to: memref<16x24xf32>):
      affine.for %i = 0 to 16 {
        affine.for %j = 0 to 6 {
          %t = hls.stream_read %from : !hls.stream<f32 x 4> to memref<4xf32>
          hls.beat_write %t to %to[%i, %j] : memref<4xf32> to memref<16x24xf32>
        } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      }
    }
  }
  return
}
