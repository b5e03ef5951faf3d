// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-check-applied

// Applied code that somebody has edited: the bounds of a nest's loops may leave
// out no iteration in which the condition holds, nor leave the box.

#design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 3, 2]>], order = ["i"], pipelined = "i", true_bounds = true>],
    arrays = [<array = "x", partition = <[<cyclic, 2>]>>]>
func.func @right(%x: memref<6xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #design} {
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<6xf32> to memref<6xf32>
  affine.for %k = 0 to 6 {
    hls.task "G"(%b, %k) : memref<6xf32>, index {
    ^bb0(%a: memref<6xf32>, %l: index):
      affine.for %i = affine_map<()[s0] -> ((s0 + 1) floordiv 2)>()[%l] to 3 {
        affine.for %j = 0 to 2 {
          affine.if affine_set<(d0, d1)[s0] : (2 * d0 + d1 - s0 - 1 >= 0)>(%i, %j)[%l] {
            %0 = affine.load %a[symbol(%l)] : memref<6xf32>
            affine.store %0, %a[2 * %i + %j] {hls.stmt = "G"} : memref<6xf32>
          }
        } {hls.level = 2 : i64, hls.name = "i2", hls.unroll = #hls.unroll}
      } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<6xf32> to memref<6xf32>
  return
}

// -----

#design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 3, 2]>], order = ["i"], pipelined = "i", true_bounds = true>],
    arrays = [<array = "x", partition = <[<cyclic, 2>]>>]>
// The first tile of odd k + 1 holds an iteration that runs.
func.func @late(%x: memref<6xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #design} {
  %b = hls.buffer "x" {partition = #hls.partition<[<cyclic, 2>]>} : memref<6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<6xf32> to memref<6xf32>
  affine.for %k = 0 to 6 {
    hls.task "G"(%b, %k) : memref<6xf32>, index {
    ^bb0(%a: memref<6xf32>, %l: index):
      // expected-error @below {{the lower bound of loop 'i1' leaves out iterations in which the statement runs}}
      affine.for %i = affine_map<()[s0] -> ((s0 + 2) floordiv 2)>()[%l] to 3 {
        affine.for %j = 0 to 2 {
          affine.if affine_set<(d0, d1)[s0] : (2 * d0 + d1 - s0 - 1 >= 0)>(%i, %j)[%l] {
            %0 = affine.load %a[symbol(%l)] : memref<6xf32>
            affine.store %0, %a[2 * %i + %j] {hls.stmt = "G"} : memref<6xf32>
          }
        } {hls.level = 2 : i64, hls.name = "i2", hls.unroll = #hls.unroll}
      } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<6xf32> to memref<6xf32>
  return
}

// -----

#design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i", true_bounds = true>],
    arrays = [<array = "x", partition = <[<none>]>>]>
func.func @beyond(%x: memref<6xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #design} {
  %b = hls.buffer "x" : memref<6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<6xf32> to memref<6xf32>
  affine.for %k = 0 to 6 {
    hls.task "G"(%b, %k) : memref<6xf32>, index {
    ^bb0(%a: memref<6xf32>, %l: index):
      // expected-error @below {{loop 'i1' must stay in 0 to 6, which the design point says}}
      affine.for %i = 0 to affine_map<()[s0] -> (s0 + 2)>()[%l] {
        affine.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%l] {
          %0 = affine.load %a[symbol(%l)] : memref<6xf32>
          affine.store %0, %a[%i] {hls.stmt = "G"} : memref<6xf32>
        }
      } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<6xf32> to memref<6xf32>
  return
}
