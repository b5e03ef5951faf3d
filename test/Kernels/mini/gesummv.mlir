// gesummv of PolyBench 4.2.1: y = alpha * A * x + beta * B * x.
// MINI size: N=30.
func.func @gesummv(%alpha: f32 {hls.name = "alpha"},
                   %beta: f32 {hls.name = "beta"},
                   %A: memref<30x30xf32> {hls.name = "A"},
                   %B: memref<30x30xf32> {hls.name = "B"},
                   %tmp: memref<30xf32> {hls.name = "tmp"},
                   %x: memref<30xf32> {hls.name = "x"},
                   %y: memref<30xf32> {hls.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 30 {
    affine.store %zero, %tmp[%i] : memref<30xf32>
    affine.store %zero, %y[%i] : memref<30xf32>
    affine.for %j = 0 to 30 {
      %0 = affine.load %A[%i, %j] : memref<30x30xf32>
      %1 = affine.load %x[%j] : memref<30xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %tmp[%i] : memref<30xf32>
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %tmp[%i] : memref<30xf32>
      %5 = affine.load %B[%i, %j] : memref<30x30xf32>
      %6 = affine.load %x[%j] : memref<30xf32>
      %7 = arith.mulf %5, %6 : f32
      %8 = affine.load %y[%i] : memref<30xf32>
      %9 = arith.addf %7, %8 : f32
      affine.store %9, %y[%i] : memref<30xf32>
    } {hls.name = "j"}
    %10 = affine.load %tmp[%i] : memref<30xf32>
    %11 = arith.mulf %alpha, %10 : f32
    %12 = affine.load %y[%i] : memref<30xf32>
    %13 = arith.mulf %beta, %12 : f32
    %14 = arith.addf %11, %13 : f32
    affine.store %14, %y[%i] : memref<30xf32>
  } {hls.name = "i"}
  return
}
