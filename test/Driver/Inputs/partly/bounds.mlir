// Bounds from memory, a value that is overwritten before the region uses it.
func.func @bounds(%n: memref<2xi32> {hls.name = "n"}, %x: memref<16xf32> {hls.name = "x"}, %y: memref<16xf32> {hls.name = "y"}) {
  %c7 = arith.constant 7 : i32
  %c3 = arith.constant 3 : i32
  %old = affine.load %x[3] : memref<16xf32>
  affine.store %c7, %n[0] : memref<2xi32>
  affine.store %c3, %n[1] : memref<2xi32>
  affine.for %i = 0 to 16 {
    %v = affine.load %y[%i] : memref<16xf32>
    %w = arith.addf %v, %v : f32
    affine.store %w, %x[%i] : memref<16xf32>
  }
  %n0 = affine.load %n[0] : memref<2xi32>
  %ub = arith.index_cast %n0 : i32 to index
  affine.for %i = 0 to %ub {
    %v = affine.load %x[%i] : memref<16xf32>
    %w = arith.mulf %v, %old : f32
    affine.store %w, %y[%i + 1] : memref<16xf32>
  }
  %last = affine.load %y[5] : memref<16xf32>
  affine.for %i = 0 to 16 {
    %v = affine.load %y[%i] : memref<16xf32>
    %w = arith.subf %v, %last : f32
    affine.store %w, %x[%i] : memref<16xf32>
  }
  return
}
