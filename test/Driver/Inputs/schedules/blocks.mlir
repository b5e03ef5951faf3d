// A product with its script: loop k in blocks of 4, which run outermost.
module attributes {transform.with_named_sequence} {
  func.func @product(%A: memref<16x8xf32> {hls.name = "A"}, %B: memref<8x12xf32> {hls.name = "B"},
                     %C: memref<16x12xf32> {hls.name = "C"}) {
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 12 {
        affine.for %k = 0 to 8 {
          %a = affine.load %A[%i, %k] : memref<16x8xf32>
          %b = affine.load %B[%k, %j] : memref<8x12xf32>
          %c = affine.load %C[%i, %j] : memref<16x12xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%i, %j] : memref<16x12xf32>
        } {hls.name = "k"}
      } {hls.name = "j"}
    } {hls.name = "i"}
    return
  }
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.split "S0.k" by 4 into "k0", "k1" in %f : !transform.any_op
    transform.hls.interchange "S0.i", "S0.k0" in %f : !transform.any_op
    transform.yield
  }
}
