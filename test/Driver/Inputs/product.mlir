func.func @product(%C: memref<8x8xf32>, %A: memref<8x8xf32>, %B: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i, %k] : memref<8x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x8xf32>
        %c = arith.mulf %a, %b : f32
        %s = affine.load %C[%i, %j] : memref<8x8xf32>
        %r = arith.addf %s, %c : f32
        affine.store %r, %C[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}
