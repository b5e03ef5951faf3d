// bicg of PolyBench 4.2.1: s = A^T * r, q = A * p.
// MEDIUM size: M=390 N=410.
func.func @bicg(%A: memref<410x390xf32> {hls.name = "A"},
                %s: memref<390xf32> {hls.name = "s"},
                %q: memref<410xf32> {hls.name = "q"},
                %p: memref<390xf32> {hls.name = "p"},
                %r: memref<410xf32> {hls.name = "r"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 390 {
    affine.store %zero, %s[%i] : memref<390xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 410 {
    affine.store %zero, %q[%i] : memref<410xf32>
    affine.for %j = 0 to 390 {
      %0 = affine.load %s[%j] : memref<390xf32>
      %1 = affine.load %r[%i] : memref<410xf32>
      %2 = affine.load %A[%i, %j] : memref<410x390xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%j] : memref<390xf32>
      %5 = affine.load %q[%i] : memref<410xf32>
      %6 = affine.load %A[%i, %j] : memref<410x390xf32>
      %7 = affine.load %p[%j] : memref<390xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = arith.addf %5, %8 : f32
      affine.store %9, %q[%i] : memref<410xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
