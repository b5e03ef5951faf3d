// 2mm MINI after distribution; DESIGN stands for a design point.
module {
  func.func @kernel_2mm(%alpha: f32 {hls.name = "alpha"},
                        %beta: f32 {hls.name = "beta"},
                        %tmp: memref<16x18xf32> {hls.name = "tmp"},
                        %A: memref<16x22xf32> {hls.name = "A"},
                        %B: memref<22x18xf32> {hls.name = "B"},
                        %C: memref<18x24xf32> {hls.name = "C"},
                        %D: memref<16x24xf32> {hls.name = "D"})
      attributes {hls.top, hls.design = DESIGN} {
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 18 {
        affine.store %zero, %tmp[%i, %j] {hls.stmt = "S0"} : memref<16x18xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 18 {
        affine.for %k = 0 to 22 {
          %0 = affine.load %A[%i, %k] : memref<16x22xf32>
          %1 = arith.mulf %alpha, %0 : f32
          %2 = affine.load %B[%k, %j] : memref<22x18xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = affine.load %tmp[%i, %j] : memref<16x18xf32>
          %5 = arith.addf %4, %3 : f32
          affine.store %5, %tmp[%i, %j] {hls.stmt = "S1"} : memref<16x18xf32>
        } {hls.name = "k"}
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 24 {
        %6 = affine.load %D[%i, %j] : memref<16x24xf32>
        %7 = arith.mulf %6, %beta : f32
        affine.store %7, %D[%i, %j] {hls.stmt = "S2"} : memref<16x24xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 16 {
      affine.for %j = 0 to 24 {
        affine.for %k = 0 to 18 {
          %8 = affine.load %tmp[%i, %k] : memref<16x18xf32>
          %9 = affine.load %C[%k, %j] : memref<18x24xf32>
          %10 = arith.mulf %8, %9 : f32
          %11 = affine.load %D[%i, %j] : memref<16x24xf32>
          %12 = arith.addf %11, %10 : f32
          affine.store %12, %D[%i, %j] {hls.stmt = "S3"} : memref<16x24xf32>
        } {hls.name = "k"}
      } {hls.name = "j"}
    } {hls.name = "i"}
    return
  }
}
