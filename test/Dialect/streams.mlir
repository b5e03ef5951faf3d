// RUN: hls-opt %s | hls-opt | FileCheck %s
// RUN: hls-opt %s --mlir-print-op-generic | hls-opt | FileCheck %s
// Streams, processes and a dataflow region in every accepted form.

// CHECK-LABEL: func.func @scale
func.func @scale(%A: memref<64xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>},
                 %x: f32) attributes {hls.top} {
  // CHECK: hls.dataflow {
  hls.dataflow {
    // CHECK: %[[A:.*]] = hls.stream "a" depth 16 : !hls.stream<f32 x 4>
    %a = hls.stream "a" depth 16 : !hls.stream<f32 x 4>
    // CHECK: %[[B:.*]] = hls.stream "b" depth 2 : !hls.stream<f32, count = 4>
    %b = hls.stream "b" depth 2 : !hls.stream<f32, count = 4>
    // CHECK: %[[C:.*]] = hls.stream "c" depth 2 : !hls.stream<f32 x 2, count = 2>
    %c = hls.stream "c" depth 2 : !hls.stream<f32 x 2, count = 2>
    // CHECK: hls.process load "load_A"(%{{.*}}, %[[A]]) : memref<64xf32>, !hls.stream<f32 x 4> {
    hls.process load "load_A" (%A, %a) : memref<64xf32>, !hls.stream<f32 x 4> {
    ^bb0(%from: memref<64xf32>, %to: !hls.stream<f32 x 4>):
      affine.for %i = 0 to 16 {
        %beat = hls.beat_read %from[%i] : memref<64xf32> to memref<4xf32>
        // CHECK: hls.stream_write %{{.*}} to %{{.*}} : memref<4xf32>, !hls.stream<f32 x 4>
        hls.stream_write %beat to %to : memref<4xf32>, !hls.stream<f32 x 4>
      // CHECK: hls.pipeline = #hls.pipeline<ii = 1, style = stp>
      } {hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    // CHECK: hls.process unpack "scale"(%{{.*}}, %[[A]], %[[B]]) : f32, !hls.stream<f32 x 4>, !hls.stream<f32, count = 4> {
    hls.process unpack "scale" (%x, %a, %b) : f32, !hls.stream<f32 x 4>, !hls.stream<f32, count = 4> {
    ^bb0(%factor: f32, %from: !hls.stream<f32 x 4>, %to: !hls.stream<f32, count = 4>):
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 2 {
          // CHECK: %[[T:.*]] = hls.stream_read %{{.*}} : !hls.stream<f32 x 4> to memref<4xf32>
          %t = hls.stream_read %from : !hls.stream<f32 x 4> to memref<4xf32>
          affine.for %lane = 0 to 4 {
            %0 = affine.load %t[%lane] : memref<4xf32>
            %1 = arith.mulf %0, %factor : f32
            // CHECK: hls.stream_write %{{.*}} to %{{.*}}[%{{.*}}] : f32, !hls.stream<f32, count = 4>
            hls.stream_write %1 to %to[%lane] : f32, !hls.stream<f32, count = 4>
          } {hls.unroll = #hls.unroll}
        // CHECK: hls.distances = {buf = 0 : i64}, hls.pipeline = #hls.pipeline<ii = 1, style = flp>
        } {hls.pipeline = #hls.pipeline<ii = 1, style = flp>, hls.distances = {buf = 0 : i64}}
      }
    }
    // CHECK: hls.process pack "pairs"
    hls.process pack "pairs" (%b, %c) : !hls.stream<f32, count = 4>, !hls.stream<f32 x 2, count = 2> {
    ^bb0(%from: !hls.stream<f32, count = 4>, %to: !hls.stream<f32 x 2, count = 2>):
      affine.for %i = 0 to 16 {
        affine.for %pair = 0 to 2 {
          %beat = hls.beat : memref<2xf32>
          affine.for %lane = 0 to 2 {
            // CHECK: hls.stream_read %{{.*}}[%{{.*}} * 2 + %{{.*}}] : !hls.stream<f32, count = 4> to f32
            %0 = hls.stream_read %from[%pair * 2 + %lane] : !hls.stream<f32, count = 4> to f32
            affine.store %0, %beat[%lane] : memref<2xf32>
          } {hls.unroll = #hls.unroll}
          hls.stream_write %beat to %to[%pair] : memref<2xf32>, !hls.stream<f32 x 2, count = 2>
        } {hls.unroll = #hls.unroll}
      } {hls.pipeline = #hls.pipeline<ii = 1, style = frp>}
    }
    // CHECK: hls.process store "store_A"
    hls.process store "store_A" (%c, %A) : !hls.stream<f32 x 2, count = 2>, memref<64xf32> {
    ^bb0(%from: !hls.stream<f32 x 2, count = 2>, %to: memref<64xf32>):
      affine.for %i = 0 to 16 {
        %beat = hls.beat : memref<4xf32>
        affine.for %pair = 0 to 2 {
          %t = hls.stream_read %from[%pair] : !hls.stream<f32 x 2, count = 2> to memref<2xf32>
          affine.for %lane = 0 to 2 {
            %0 = affine.load %t[%lane] : memref<2xf32>
            affine.store %0, %beat[%pair * 2 + %lane] : memref<4xf32>
          } {hls.unroll = #hls.unroll}
        } {hls.unroll = #hls.unroll}
        hls.beat_write %beat to %to[%i] : memref<4xf32> to memref<64xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
