// mvt of PolyBench 4.2.1: x1 = x1 + A * y_1, x2 = x2 + A^T * y_2.
// MEDIUM size: N=400.
func.func @mvt(%x1: memref<400xf32> {hls.name = "x1"},
               %x2: memref<400xf32> {hls.name = "x2"},
               %y_1: memref<400xf32> {hls.name = "y_1"},
               %y_2: memref<400xf32> {hls.name = "y_2"},
               %A: memref<400x400xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 400 {
      %0 = affine.load %x1[%i] : memref<400xf32>
      %1 = affine.load %A[%i, %j] : memref<400x400xf32>
      %2 = affine.load %y_1[%j] : memref<400xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %x1[%i] : memref<400xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 400 {
      %5 = affine.load %x2[%i] : memref<400xf32>
      %6 = affine.load %A[%j, %i] : memref<400x400xf32>
      %7 = affine.load %y_2[%j] : memref<400xf32>
      %8 = arith.mulf %6, %7 : f32
      %9 = arith.addf %5, %8 : f32
      affine.store %9, %x2[%i] : memref<400xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
