// gemm of PolyBench 4.2.1: C = alpha * A * B + beta * C.
// MINI size: NI=20 NJ=25 NK=30.
func.func @gemm(%alpha: f32 {hls.name = "alpha"},
                %beta: f32 {hls.name = "beta"},
                %C: memref<20x25xf32> {hls.name = "C"},
                %A: memref<20x30xf32> {hls.name = "A"},
                %B: memref<30x25xf32> {hls.name = "B"}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 25 {
      %0 = affine.load %C[%i, %j] : memref<20x25xf32>
      %1 = arith.mulf %0, %beta : f32
      affine.store %1, %C[%i, %j] : memref<20x25xf32>
    } {hls.name = "j"}
    affine.for %k = 0 to 30 {
      affine.for %j = 0 to 25 {
        %2 = affine.load %A[%i, %k] : memref<20x30xf32>
        %3 = arith.mulf %alpha, %2 : f32
        %4 = affine.load %B[%k, %j] : memref<30x25xf32>
        %5 = arith.mulf %3, %4 : f32
        %6 = affine.load %C[%i, %j] : memref<20x25xf32>
        %7 = arith.addf %6, %5 : f32
        affine.store %7, %C[%i, %j] : memref<20x25xf32>
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}
