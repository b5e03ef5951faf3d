// 2mm of PolyBench 4.2.1: D = alpha * A * B * C + beta * D.
// MEDIUM size: NI=180 NJ=190 NK=210 NL=220.
func.func @kernel_2mm(%alpha: f32 {hls.name = "alpha"},
                      %beta: f32 {hls.name = "beta"},
                      %tmp: memref<180x190xf32> {hls.name = "tmp"},
                      %A: memref<180x210xf32> {hls.name = "A"},
                      %B: memref<210x190xf32> {hls.name = "B"},
                      %C: memref<190x220xf32> {hls.name = "C"},
                      %D: memref<180x220xf32> {hls.name = "D"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 180 {
    affine.for %j = 0 to 190 {
      affine.store %zero, %tmp[%i, %j] : memref<180x190xf32>
      affine.for %k = 0 to 210 {
        %0 = affine.load %A[%i, %k] : memref<180x210xf32>
        %1 = arith.mulf %alpha, %0 : f32
        %2 = affine.load %B[%k, %j] : memref<210x190xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = affine.load %tmp[%i, %j] : memref<180x190xf32>
        %5 = arith.addf %4, %3 : f32
        affine.store %5, %tmp[%i, %j] : memref<180x190xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 180 {
    affine.for %j = 0 to 220 {
      %6 = affine.load %D[%i, %j] : memref<180x220xf32>
      %7 = arith.mulf %6, %beta : f32
      affine.store %7, %D[%i, %j] : memref<180x220xf32>
      affine.for %k = 0 to 190 {
        %8 = affine.load %tmp[%i, %k] : memref<180x190xf32>
        %9 = affine.load %C[%k, %j] : memref<190x220xf32>
        %10 = arith.mulf %8, %9 : f32
        %11 = affine.load %D[%i, %j] : memref<180x220xf32>
        %12 = arith.addf %11, %10 : f32
        affine.store %12, %D[%i, %j] : memref<180x220xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
