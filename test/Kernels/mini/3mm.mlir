// 3mm of PolyBench 4.2.1: G = (A * B) * (C * D).
// MINI size: NI=16 NJ=18 NK=20 NL=22 NM=24.
func.func @kernel_3mm(%E: memref<16x18xf32> {hls.name = "E"},
                      %A: memref<16x20xf32> {hls.name = "A"},
                      %B: memref<20x18xf32> {hls.name = "B"},
                      %F: memref<18x22xf32> {hls.name = "F"},
                      %C: memref<18x24xf32> {hls.name = "C"},
                      %D: memref<24x22xf32> {hls.name = "D"},
                      %G: memref<16x22xf32> {hls.name = "G"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 18 {
      affine.store %zero, %E[%i, %j] : memref<16x18xf32>
      affine.for %k = 0 to 20 {
        %0 = affine.load %A[%i, %k] : memref<16x20xf32>
        %1 = affine.load %B[%k, %j] : memref<20x18xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %E[%i, %j] : memref<16x18xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %E[%i, %j] : memref<16x18xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 22 {
      affine.store %zero, %F[%i, %j] : memref<18x22xf32>
      affine.for %k = 0 to 24 {
        %5 = affine.load %C[%i, %k] : memref<18x24xf32>
        %6 = affine.load %D[%k, %j] : memref<24x22xf32>
        %7 = arith.mulf %5, %6 : f32
        %8 = affine.load %F[%i, %j] : memref<18x22xf32>
        %9 = arith.addf %8, %7 : f32
        affine.store %9, %F[%i, %j] : memref<18x22xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 22 {
      affine.store %zero, %G[%i, %j] : memref<16x22xf32>
      affine.for %k = 0 to 18 {
        %10 = affine.load %E[%i, %k] : memref<16x18xf32>
        %11 = affine.load %F[%k, %j] : memref<18x22xf32>
        %12 = arith.mulf %10, %11 : f32
        %13 = affine.load %G[%i, %j] : memref<16x22xf32>
        %14 = arith.addf %13, %12 : f32
        affine.store %14, %G[%i, %j] : memref<16x22xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
