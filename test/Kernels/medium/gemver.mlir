// gemver of PolyBench 4.2.1: A = A + u1 * v1^T + u2 * v2^T,
// x = x + beta * A^T * y + z, w = w + alpha * A * x.
// MEDIUM size: N=400.
func.func @gemver(%alpha: f32 {hls.name = "alpha"},
                  %beta: f32 {hls.name = "beta"},
                  %A: memref<400x400xf32> {hls.name = "A"},
                  %u1: memref<400xf32> {hls.name = "u1"},
                  %v1: memref<400xf32> {hls.name = "v1"},
                  %u2: memref<400xf32> {hls.name = "u2"},
                  %v2: memref<400xf32> {hls.name = "v2"},
                  %w: memref<400xf32> {hls.name = "w"},
                  %x: memref<400xf32> {hls.name = "x"},
                  %y: memref<400xf32> {hls.name = "y"},
                  %z: memref<400xf32> {hls.name = "z"}) {
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 400 {
      %0 = affine.load %A[%i, %j] : memref<400x400xf32>
      %1 = affine.load %u1[%i] : memref<400xf32>
      %2 = affine.load %v1[%j] : memref<400xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      %5 = affine.load %u2[%i] : memref<400xf32>
      %6 = affine.load %v2[%j] : memref<400xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = arith.addf %4, %7 : f32
      affine.store %8, %A[%i, %j] : memref<400x400xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 400 {
      %9 = affine.load %x[%i] : memref<400xf32>
      %10 = affine.load %A[%j, %i] : memref<400x400xf32>
      %11 = arith.mulf %beta, %10 : f32
      %12 = affine.load %y[%j] : memref<400xf32>
      %13 = arith.mulf %11, %12 : f32
      %14 = arith.addf %9, %13 : f32
      affine.store %14, %x[%i] : memref<400xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 400 {
    %15 = affine.load %x[%i] : memref<400xf32>
    %16 = affine.load %z[%i] : memref<400xf32>
    %17 = arith.addf %15, %16 : f32
    affine.store %17, %x[%i] : memref<400xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to 400 {
      %18 = affine.load %w[%i] : memref<400xf32>
      %19 = affine.load %A[%i, %j] : memref<400x400xf32>
      %20 = arith.mulf %alpha, %19 : f32
      %21 = affine.load %x[%j] : memref<400xf32>
      %22 = arith.mulf %20, %21 : f32
      %23 = arith.addf %18, %22 : f32
      affine.store %23, %w[%i] : memref<400xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
