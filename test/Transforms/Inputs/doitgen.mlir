// doitgen MINI after privatisation and distribution; DESIGN stands for a design
// point.
module {
  func.func @doitgen(%A: memref<10x8x12xf32> {hls.name = "A"},
                     %C4: memref<12x12xf32> {hls.name = "C4"})
      attributes {hls.top, hls.design = DESIGN} {
    %zero = arith.constant 0.0 : f32
    %sum = memref.alloc() {hls.name = "sum"} : memref<10x8x12xf32>
    affine.for %r = 0 to 10 {
      affine.for %q = 0 to 8 {
        affine.for %p = 0 to 12 {
          affine.store %zero, %sum[%r, %q, %p] {hls.stmt = "S0"} : memref<10x8x12xf32>
        } {hls.name = "p"}
      } {hls.name = "q"}
    } {hls.name = "r"}
    affine.for %r = 0 to 10 {
      affine.for %q = 0 to 8 {
        affine.for %p = 0 to 12 {
          affine.for %s = 0 to 12 {
            %0 = affine.load %sum[%r, %q, %p] : memref<10x8x12xf32>
            %1 = affine.load %A[%r, %q, %s] : memref<10x8x12xf32>
            %2 = affine.load %C4[%s, %p] : memref<12x12xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %0, %3 : f32
            affine.store %4, %sum[%r, %q, %p] {hls.stmt = "S1"} : memref<10x8x12xf32>
          } {hls.name = "s"}
        } {hls.name = "p"}
      } {hls.name = "q"}
    } {hls.name = "r"}
    affine.for %r = 0 to 10 {
      affine.for %q = 0 to 8 {
        affine.for %p = 0 to 12 {
          %5 = affine.load %sum[%r, %q, %p] : memref<10x8x12xf32>
          affine.store %5, %A[%r, %q, %p] {hls.stmt = "S2"} : memref<10x8x12xf32>
        } {hls.name = "p"}
      } {hls.name = "q"}
    } {hls.name = "r"}
    memref.dealloc %sum : memref<10x8x12xf32>
    return
  }
}
