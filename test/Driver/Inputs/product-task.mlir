func.func @product(%A: memref<8x16xf32> {hls.name = "A"}, %B: memref<16x8xf32> {hls.name = "B"},
                   %C: memref<8x8xf32> {hls.name = "C"}) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      affine.for %j = 0 to 8 {
        %a = affine.load %A[%i, %k] : memref<8x16xf32>
        %b = affine.load %B[%k, %j] : memref<16x8xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<8x8xf32>
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<8x8xf32>
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}
