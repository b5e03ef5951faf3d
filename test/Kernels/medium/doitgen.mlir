// doitgen of PolyBench 4.2.1; its temporary sum is local here.
// MEDIUM size: NQ=40 NR=50 NP=60.
func.func @doitgen(%A: memref<50x40x60xf32> {hls.name = "A"},
                   %C4: memref<60x60xf32> {hls.name = "C4"}) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() {hls.name = "sum"} : memref<60xf32>
  affine.for %r = 0 to 50 {
    affine.for %q = 0 to 40 {
      affine.for %p = 0 to 60 {
        affine.store %zero, %sum[%p] : memref<60xf32>
        affine.for %s = 0 to 60 {
          %0 = affine.load %sum[%p] : memref<60xf32>
          %1 = affine.load %A[%r, %q, %s] : memref<50x40x60xf32>
          %2 = affine.load %C4[%s, %p] : memref<60x60xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %sum[%p] : memref<60xf32>
        } {hls.name = "s"}
      } {hls.name = "p"}
      affine.for %p = 0 to 60 {
        %5 = affine.load %sum[%p] : memref<60xf32>
        affine.store %5, %A[%r, %q, %p] : memref<50x40x60xf32>
      } {hls.name = "p"}
    } {hls.name = "q"}
  } {hls.name = "r"}
  memref.dealloc %sum : memref<60xf32>
  return
}
