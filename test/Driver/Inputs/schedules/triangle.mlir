// Sums of the rows of a triangle.
func.func @triangle(%A: memref<8x8xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = affine.load %A[%i, %j] : memref<8x8xf32>
      %s = affine.load %x[%i] : memref<8xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
