// Subscripts that are products of iterators.
func.func @squares(%A: memref<64xf32>) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 8 {
    %j = arith.muli %i, %i : index
    memref.store %c, %A[%j] : memref<64xf32>
  }
  return
}
