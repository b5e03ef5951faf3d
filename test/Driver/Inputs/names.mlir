// Arrays and loops called like what emitted code uses, and like each other.
func.func @exp(%A: memref<16x20xf32> {hls.name = "buffer"},
               %B: memref<16xf32> {hls.name = "beat"},
               %C: memref<20xf32> {hls.name = "i0"},
               %D: memref<16xf32> {hls.name = "buffer_1"},
               %E: memref<16xf32> {hls.name = "int"},
               %F: memref<16xf32> {hls.name = "FLT_EPSILON"},
               %g: f32 {hls.name = "random_state"}) {
  %t = memref.alloc() {hls.name = "class"} : memref<16xf32>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %A[%i, %j] : memref<16x20xf32>
      %1 = affine.load %C[%j] : memref<20xf32>
      %2 = affine.load %B[%i] : memref<16xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %3, %2 : f32
      affine.store %4, %B[%i] : memref<16xf32>
    } {hls.name = "beat"}
  } {hls.name = "buffer"}
  affine.for %i = 0 to 16 {
    %0 = affine.load %B[%i] : memref<16xf32>
    %1 = affine.load %E[%i] : memref<16xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %t[%i] : memref<16xf32>
  } {hls.name = "NULL"}
  affine.for %i = 0 to 16 {
    %0 = affine.load %t[%i] : memref<16xf32>
    %1 = affine.load %D[%i] : memref<16xf32>
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %2, %g : f32
    affine.store %3, %F[%i] : memref<16xf32>
  } {hls.name = "i"}
  return
}
