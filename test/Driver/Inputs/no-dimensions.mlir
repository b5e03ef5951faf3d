func.func @scaled(%factor: memref<f32> {hls.name = "factor"},
                  %x: memref<64xf32> {hls.name = "x"},
                  %y: memref<64xf32> {hls.name = "y"}) {
  affine.for %i = 0 to 64 {
    %0 = affine.load %factor[] : memref<f32>
    %1 = affine.load %x[%i] : memref<64xf32>
    %2 = arith.mulf %0, %1 : f32
    affine.store %2, %y[%i] : memref<64xf32>
  }
  return
}
