// An index and a condition cannot be stored: what computes with them goes along.
func.func @index(%k: memref<8xi32> {hls.name = "k"}, %x: memref<8xf32> {hls.name = "x"}, %y: memref<8xf32> {hls.name = "y"}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %best = scf.for %i = %c0 to %c8 step %c1 iter_args(%b = %c0) -> index {
    %v = memref.load %x[%i] : memref<8xf32>
    %w = memref.load %x[%b] : memref<8xf32>
    %g = arith.cmpf ogt, %v, %w : f32
    %n = arith.select %g, %i, %b : index
    scf.yield %n : index
  }
  %cst = arith.constant 2.0 : f32
  affine.store %cst, %y[0] : memref<8xf32>
  affine.for %i = 0 to 8 {
    %v = memref.load %x[%best] : memref<8xf32>
    %w = affine.load %y[%i] : memref<8xf32>
    %a = arith.addf %v, %w : f32
    affine.store %a, %y[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %w = affine.load %y[%i] : memref<8xf32>
    %a = arith.mulf %w, %cst : f32
    affine.store %a, %x[%i] : memref<8xf32>
  }
  return
}
