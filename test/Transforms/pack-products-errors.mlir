// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-pack-products

// expected-error @below {{function 'none' has no 'hls.target'; run hls-attach-target first}}
func.func @none() attributes {hls.top} {
  return
}

// -----

// A design point wants pairs where the copies share no factor, and on a device
// where they gain nothing.
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
#design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i", pairs = "i">], arrays = []>
func.func @apart(%c: memref<8xi32>, %a: memref<8xi8>) attributes {hls.top, hls.target = #target, hls.design = #design} {
  // expected-error @below {{the design point wants products of copies of loop "i" in pairs, but no unrolled loop of that name and an even trip count has products of 8 bits that share a factor}}
  hls.task "S0"(%c, %a) : memref<8xi32>, memref<8xi8> {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %y[2 * %i + %j] : memref<8xi8>
        %1 = arith.extsi %0 : i8 to i32
        %2 = arith.muli %1, %1 : i32
        affine.store %2, %x[2 * %i + %j] : memref<8xi32>
      } {hls.name = "i2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  return
}

// -----

#target = #hls.target<device = "zynq7020", part = "xc7z020clg400-1", clock_ps = 10000, tool = "2023.2", tree_reduction = false>
#design = #hls.design<tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i", pairs = "i">], arrays = []>
// expected-error @below {{the design point wants products in pairs, but two of 8 bits in one multiplier of 27 by 18 bits take as many DSPs of this family as two multipliers do}}
func.func @narrow(%c: memref<8xi32>, %a: memref<8xi8>) attributes {hls.top, hls.target = #target, hls.design = #design} {
  hls.task "S0"(%c, %a) : memref<8xi32>, memref<8xi8> {
  ^bb0(%x: memref<8xi32>, %y: memref<8xi8>):
    affine.for %i = 0 to 4 {
      affine.for %j = 0 to 2 {
        %0 = affine.load %y[2 * %i + %j] : memref<8xi8>
        %1 = arith.extsi %0 : i8 to i32
        affine.store %1, %x[2 * %i + %j] : memref<8xi32>
      } {hls.name = "i2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  return
}
