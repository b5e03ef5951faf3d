// RUN: hls-opt %s | hls-opt | FileCheck %s
// CHECK: #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">], arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>
func.func @f(%A: memref<8xf32>) attributes {hls.design = #hls.design<
  tasks = [<name = "S0", statements = ["S0"],
            loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>],
            order = ["i"], pipelined = "i">],
  arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>} {
  %b = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>]>} : memref<8xf32>
  hls.tile_load %A[] to %b beat 4 : memref<8xf32> to memref<8xf32>
  hls.task "S0" (%b) : memref<8xf32> {
  ^bb0(%c: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %c[%i] : memref<8xf32>
    } {hls.pipeline = #hls.pipeline<ii = 1>, hls.unroll = #hls.unroll}
  }
  hls.tile_store %b to %A[] beat 4 : memref<8xf32> to memref<8xf32>
  return
}
