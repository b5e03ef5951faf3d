// RUN: hls-opt %s | hls-opt | FileCheck %s
// The design attribute and the ops print and parse.

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

// Every field of the design point, a tile of one task, resources.
// CHECK-LABEL: func.func @full
// CHECK-SAME: loops = [<name = "i", trip = 7, padded = 8, factors = [2, 4, 1]>, <name = "k", trip = 6, padded = 6, factors = [2, 1, 3]>], order = ["k", "i"], pipelined = "i", ii = 7, coarse = 2, accumulator = local, concurrency = dataflow, slr = 1, cycles = 99>
// CHECK-SAME: arrays = [<array = "A", task = "S0", define = 1, transfer = 2, copies = 2, beat = 4, partition = <[<complete>, <none>]>, storage = uram, lanes = [4, 2]>], status = "optimal", cycles = 120, bound = 120, resources = {DSP = 5 : i64, FF = 10 : i64}
func.func @full() attributes {hls.design = #hls.design<
  tasks = [<name = "S0", statements = ["S0"],
            loops = [<name = "i", trip = 7, padded = 8, factors = [2, 4, 1]>,
                     <name = "k", trip = 6, padded = 6, factors = [2, 1, 3]>],
            order = ["k", "i"], pipelined = "i", ii = 7, coarse = 2,
            accumulator = local, concurrency = dataflow, slr = 1, cycles = 99>],
  arrays = [<array = "A", task = "S0", define = 1, transfer = 2, copies = 2,
             beat = 4, partition = <[<complete>, <none>]>, storage = uram,
             lanes = [4, 2]>],
  status = "optimal", cycles = 120, bound = 120,
  resources = {DSP = 5 : i64, FF = 10 : i64}>} {
  return
}
