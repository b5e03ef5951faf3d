// The Cholesky factorisation, in place, without a function that sets its input.
func.func @cholesky(%A: memref<24x24xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %A[%i, %j] : memref<24x24xf32>
        %1 = affine.load %A[%i, %k] : memref<24x24xf32>
        %2 = affine.load %A[%j, %k] : memref<24x24xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<24x24xf32>
      }
      %5 = affine.load %A[%i, %j] : memref<24x24xf32>
      %6 = affine.load %A[%j, %j] : memref<24x24xf32>
      %7 = arith.divf %5, %6 : f32
      affine.store %7, %A[%i, %j] : memref<24x24xf32>
    }
    affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %A[%i, %i] : memref<24x24xf32>
      %1 = affine.load %A[%i, %k] : memref<24x24xf32>
      %2 = arith.mulf %1, %1 : f32
      %3 = arith.subf %0, %2 : f32
      affine.store %3, %A[%i, %i] : memref<24x24xf32>
    }
    %8 = affine.load %A[%i, %i] : memref<24x24xf32>
    %9 = math.sqrt %8 : f32
    affine.store %9, %A[%i, %i] : memref<24x24xf32>
  }
  return
}
