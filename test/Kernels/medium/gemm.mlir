// gemm of PolyBench 4.2.1: C = alpha * A * B + beta * C.
// MEDIUM size: NI=200 NJ=220 NK=240.
func.func @gemm(%alpha: f32 {hls.name = "alpha"},
                %beta: f32 {hls.name = "beta"},
                %C: memref<200x220xf32> {hls.name = "C"},
                %A: memref<200x240xf32> {hls.name = "A"},
                %B: memref<240x220xf32> {hls.name = "B"}) {
  affine.for %i = 0 to 200 {
    affine.for %j = 0 to 220 {
      %0 = affine.load %C[%i, %j] : memref<200x220xf32>
      %1 = arith.mulf %0, %beta : f32
      affine.store %1, %C[%i, %j] : memref<200x220xf32>
    } {hls.name = "j"}
    affine.for %k = 0 to 240 {
      affine.for %j = 0 to 220 {
        %2 = affine.load %A[%i, %k] : memref<200x240xf32>
        %3 = arith.mulf %alpha, %2 : f32
        %4 = affine.load %B[%k, %j] : memref<240x220xf32>
        %5 = arith.mulf %3, %4 : f32
        %6 = affine.load %C[%i, %j] : memref<200x220xf32>
        %7 = arith.addf %6, %5 : f32
        affine.store %7, %C[%i, %j] : memref<200x220xf32>
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}
