// RUN: hls-opt --hls-bind-tokens %s --verify-diagnostics
// A network needs a device.

// expected-error @below {{'untargeted' has no 'hls.target'; run hls-attach-target first}}
func.func @untargeted(%x: f32, %B: memref<8xf32>) attributes {hls.top} {
  hls.dataflow {
    %a = hls.stream "a" depth 3000 : !hls.stream<f32>
    hls.process compute "p" (%x, %a) : f32, !hls.stream<f32> {
    ^bb0(%v: f32, %to: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_B" (%a, %B) : !hls.stream<f32>, memref<8xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<8xf32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
