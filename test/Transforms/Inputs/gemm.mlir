// gemm MINI after distribution; DESIGN stands for a design point.
module {
  func.func @gemm(%alpha: f32 {hls.name = "alpha"},
                  %beta: f32 {hls.name = "beta"},
                  %C: memref<20x25xf32> {hls.name = "C"},
                  %A: memref<20x30xf32> {hls.name = "A"},
                  %B: memref<30x25xf32> {hls.name = "B"})
      attributes {hls.top, hls.design = DESIGN} {
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 25 {
        %0 = affine.load %C[%i, %j] : memref<20x25xf32>
        %1 = arith.mulf %0, %beta : f32
        affine.store %1, %C[%i, %j] {hls.stmt = "S0"} : memref<20x25xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 25 {
        affine.for %k = 0 to 30 {
          %2 = affine.load %A[%i, %k] : memref<20x30xf32>
          %3 = arith.mulf %alpha, %2 : f32
          %4 = affine.load %B[%k, %j] : memref<30x25xf32>
          %5 = arith.mulf %3, %4 : f32
          %6 = affine.load %C[%i, %j] : memref<20x25xf32>
          %7 = arith.addf %6, %5 : f32
          affine.store %7, %C[%i, %j] {hls.stmt = "S1"} : memref<20x25xf32>
        } {hls.name = "k"}
      } {hls.name = "j"}
    } {hls.name = "i"}
    return
  }
}
