memref.global "private" constant @taps : memref<4xf32> = dense<[1.0, -0.0, 2.5, 3.0]>
memref.global @state : memref<64xf32> = dense<2.0>
func.func @weighted(%x: memref<64xf32>, %y: memref<64xf32>) {
  %t = memref.get_global @taps : memref<4xf32>
  %s = memref.get_global @state : memref<64xf32>
  affine.for %k = 0 to 4 {
    %again = memref.get_global @taps : memref<4xf32>
    affine.for %i = 0 to 64 {
      %0 = affine.load %x[%i] : memref<64xf32>
      %1 = affine.load %again[%k] : memref<4xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %s[%i] : memref<64xf32>
      %4 = arith.addf %3, %2 : f32
      affine.store %4, %s[%i] : memref<64xf32>
    }
  }
  affine.for %i = 0 to 64 {
    %0 = affine.load %s[%i] : memref<64xf32>
    affine.store %0, %y[%i] : memref<64xf32>
  }
  return
}
