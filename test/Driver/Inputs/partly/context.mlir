// A region in a loop: it uses the iterator, a value of the loop and an array that lives on.
func.func @context(%k: memref<8xi32> {hls.name = "k"}, %A: memref<8x8xf32> {hls.name = "A"}, %s: memref<8xf32> {hls.name = "s"}) {
  %acc = memref.alloc() {hls.name = "acc"} : memref<f32>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %acc[] : memref<f32>
  affine.for %t = 0 to 8 {
    affine.for %i = 0 to 8 {
      %v = affine.load %A[%t, %i] : memref<8x8xf32>
      %o = affine.load %s[%i] : memref<8xf32>
      %w = arith.addf %v, %o : f32
      affine.store %w, %A[%t, %i] : memref<8x8xf32>
    }
    %d = affine.load %A[%t, 0] : memref<8x8xf32>
    affine.store %zero, %A[%t, 0] : memref<8x8xf32>
    %j = affine.load %k[%t] : memref<8xi32>
    %p = arith.index_cast %j : i32 to index
    %c7 = arith.constant 7 : index
    %q = arith.andi %p, %c7 : index
    %e = memref.load %A[%t, %q] : memref<8x8xf32>
    %f = arith.addf %d, %e : f32
    %g = affine.load %acc[] : memref<f32>
    %h = arith.addf %f, %g : f32
    affine.store %h, %acc[] : memref<f32>
    memref.store %h, %s[%q] : memref<8xf32>
    affine.for %i = 0 to 8 {
      %v = affine.load %s[%i] : memref<8xf32>
      %w = arith.addf %v, %e : f32
      affine.store %w, %s[%i] : memref<8xf32>
    }
  }
  memref.dealloc %acc : memref<f32>
  return
}
