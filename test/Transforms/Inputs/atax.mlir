// atax MINI after distribution; DESIGN stands for a design point.
module {
  func.func @atax(%A: memref<38x42xf32> {hls.name = "A"},
                  %x: memref<42xf32> {hls.name = "x"},
                  %y: memref<42xf32> {hls.name = "y"},
                  %tmp: memref<38xf32> {hls.name = "tmp"})
      attributes {hls.top, hls.design = DESIGN} {
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 42 {
      affine.store %zero, %y[%i] {hls.stmt = "S0"} : memref<42xf32>
    } {hls.name = "i"}
    affine.for %i = 0 to 38 {
      affine.store %zero, %tmp[%i] {hls.stmt = "S1"} : memref<38xf32>
    } {hls.name = "i"}
    affine.for %i = 0 to 38 {
      affine.for %j = 0 to 42 {
        %0 = affine.load %tmp[%i] : memref<38xf32>
        %1 = affine.load %A[%i, %j] : memref<38x42xf32>
        %2 = affine.load %x[%j] : memref<42xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %tmp[%i] {hls.stmt = "S2"} : memref<38xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 38 {
      affine.for %j = 0 to 42 {
        %5 = affine.load %y[%j] : memref<42xf32>
        %6 = affine.load %A[%i, %j] : memref<38x42xf32>
        %7 = affine.load %tmp[%i] : memref<38xf32>
        %8 = arith.mulf %6, %7 : f32
        %9 = arith.addf %5, %8 : f32
        affine.store %9, %y[%j] {hls.stmt = "S3"} : memref<42xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    return
  }
}
