// The host cannot lay A out in another way.

func.func @f(%A: memref<8x20xf32> {hls.name = "A", hls.layout = "natural"}, %B: memref<8x20xf32> {hls.name = "B"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 20 {
      %0 = affine.load %A[%i, %j] : memref<8x20xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%i, %j] : memref<8x20xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
