func.func @lookup(%A: memref<8xf32>, %n: memref<8xindex>) {
  affine.for %i = 0 to 8 {
    %k = affine.load %n[%i] : memref<8xindex>
    %v = memref.load %A[%k] : memref<8xf32>
    affine.store %v, %A[%i] : memref<8xf32>
  }
  return
}
