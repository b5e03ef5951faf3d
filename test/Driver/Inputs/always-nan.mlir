// Every element is NaN, whatever the inputs: nothing can be compared.
func.func @always_nan(%x: memref<8xf32>, %y: memref<8xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    %1 = arith.mulf %0, %zero : f32
    %2 = arith.divf %1, %zero : f32
    affine.store %2, %y[%i] : memref<8xf32>
  }
  return
}
