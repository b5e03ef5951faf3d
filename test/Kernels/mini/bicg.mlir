// bicg of PolyBench 4.2.1: s = A^T * r, q = A * p.
// MINI size: M=38 N=42.
func.func @bicg(%A: memref<42x38xf32> {hls.name = "A"},
                %s: memref<38xf32> {hls.name = "s"},
                %q: memref<42xf32> {hls.name = "q"},
                %p: memref<38xf32> {hls.name = "p"},
                %r: memref<42xf32> {hls.name = "r"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 38 {
    affine.store %zero, %s[%i] : memref<38xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 42 {
    affine.store %zero, %q[%i] : memref<42xf32>
    affine.for %j = 0 to 38 {
      %0 = affine.load %s[%j] : memref<38xf32>
      %1 = affine.load %r[%i] : memref<42xf32>
      %2 = affine.load %A[%i, %j] : memref<42x38xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%j] : memref<38xf32>
      %5 = affine.load %q[%i] : memref<42xf32>
      %6 = affine.load %A[%i, %j] : memref<42x38xf32>
      %7 = affine.load %p[%j] : memref<38xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = arith.addf %5, %8 : f32
      affine.store %9, %q[%i] : memref<42xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
