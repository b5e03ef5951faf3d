// Results of loops and conditions that are not affine, used by affine loops.
func.func @results(%n: memref<1xi32> {hls.name = "n"}, %x: memref<16xf32> {hls.name = "x"}, %y: memref<16xf32> {hls.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %half = arith.constant 0.5 : f32
  %sum = scf.for %i = %c0 to %c16 step %c1 iter_args(%s = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<16xf32>
    %w = arith.addf %s, %v : f32
    scf.yield %w : f32
  }
  %big = arith.cmpf ogt, %sum, %half : f32
  %scale = scf.if %big -> f32 {
    %d = arith.divf %half, %sum : f32
    scf.yield %d : f32
  } else {
    scf.yield %half : f32
  }
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    %m = arith.mulf %v, %scale : f32
    %p = arith.select %big, %m, %v : f32
    affine.store %p, %y[%i] : memref<16xf32>
  }
  return
}
