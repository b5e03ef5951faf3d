// Two loops that a stream joins, with their script.
module attributes {transform.with_named_sequence} {
  func.func @chain(%x: memref<16xf32> {hls.name = "x"}, %z: memref<16xf32> {hls.name = "z"}) attributes {hls.top} {
    %y = memref.alloc() {hls.name = "y"} : memref<16xf32>
    affine.for %i = 0 to 16 {
      %v = affine.load %x[%i] : memref<16xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %y[%i] : memref<16xf32>
    } {hls.name = "i", hls.pipeline = #hls.pipeline}
    affine.for %i = 0 to 16 {
      %v = affine.load %y[%i] : memref<16xf32>
      %w = arith.mulf %v, %v : f32
      affine.store %w, %z[%i] : memref<16xf32>
    } {hls.name = "i", hls.pipeline = #hls.pipeline}
    memref.dealloc %y : memref<16xf32>
    return
  }
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S0", "S1" in %f : !transform.any_op
    transform.yield
  }
}
