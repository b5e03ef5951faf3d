// 3mm of PolyBench 4.2.1: G = (A * B) * (C * D).
// MEDIUM size: NI=180 NJ=190 NK=200 NL=210 NM=220.
func.func @kernel_3mm(%E: memref<180x190xf32> {hls.name = "E"},
                      %A: memref<180x200xf32> {hls.name = "A"},
                      %B: memref<200x190xf32> {hls.name = "B"},
                      %F: memref<190x210xf32> {hls.name = "F"},
                      %C: memref<190x220xf32> {hls.name = "C"},
                      %D: memref<220x210xf32> {hls.name = "D"},
                      %G: memref<180x210xf32> {hls.name = "G"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 180 {
    affine.for %j = 0 to 190 {
      affine.store %zero, %E[%i, %j] : memref<180x190xf32>
      affine.for %k = 0 to 200 {
        %0 = affine.load %A[%i, %k] : memref<180x200xf32>
        %1 = affine.load %B[%k, %j] : memref<200x190xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %E[%i, %j] : memref<180x190xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %E[%i, %j] : memref<180x190xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 190 {
    affine.for %j = 0 to 210 {
      affine.store %zero, %F[%i, %j] : memref<190x210xf32>
      affine.for %k = 0 to 220 {
        %5 = affine.load %C[%i, %k] : memref<190x220xf32>
        %6 = affine.load %D[%k, %j] : memref<220x210xf32>
        %7 = arith.mulf %5, %6 : f32
        %8 = affine.load %F[%i, %j] : memref<190x210xf32>
        %9 = arith.addf %8, %7 : f32
        affine.store %9, %F[%i, %j] : memref<190x210xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 180 {
    affine.for %j = 0 to 210 {
      affine.store %zero, %G[%i, %j] : memref<180x210xf32>
      affine.for %k = 0 to 190 {
        %10 = affine.load %E[%i, %k] : memref<180x190xf32>
        %11 = affine.load %F[%k, %j] : memref<190x210xf32>
        %12 = arith.mulf %10, %11 : f32
        %13 = affine.load %G[%i, %j] : memref<180x210xf32>
        %14 = arith.addf %13, %12 : f32
        affine.store %14, %G[%i, %j] : memref<180x210xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
