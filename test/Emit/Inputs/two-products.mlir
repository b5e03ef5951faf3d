// T += A B, D += T C.
func.func @two(%A: memref<16x22xf32> {hls.name = "A"}, %B: memref<22x18xf32> {hls.name = "B"},
               %C: memref<18x24xf32> {hls.name = "C"}, %T: memref<16x18xf32> {hls.name = "T"},
               %D: memref<16x24xf32> {hls.name = "D"}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 18 {
      affine.for %k = 0 to 22 {
        %0 = affine.load %T[%i, %j] : memref<16x18xf32>
        %1 = affine.load %A[%i, %k] : memref<16x22xf32>
        %2 = affine.load %B[%k, %j] : memref<22x18xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %T[%i, %j] : memref<16x18xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 24 {
      affine.for %k = 0 to 18 {
        %0 = affine.load %D[%i, %j] : memref<16x24xf32>
        %1 = affine.load %T[%i, %k] : memref<16x18xf32>
        %2 = affine.load %C[%k, %j] : memref<18x24xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %D[%i, %j] : memref<16x24xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
