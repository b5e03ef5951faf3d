// The interchange needs a skew before it.
module attributes {transform.with_named_sequence} {
  func.func @wave(%A: memref<8x18xf32> {hls.name = "A"}) {
    affine.for %t = 1 to 8 {
      affine.for %i = 1 to 17 {
        %l = affine.load %A[%t - 1, %i - 1] : memref<8x18xf32>
        %r = affine.load %A[%t - 1, %i + 1] : memref<8x18xf32>
        %s = arith.addf %l, %r : f32
        affine.store %s, %A[%t, %i] : memref<8x18xf32>
      } {hls.name = "i"}
    } {hls.name = "t"}
    return
  }
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S0.t", "S0.i" in %f : !transform.any_op
    transform.yield
  }
}
