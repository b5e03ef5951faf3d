// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-check-applied

// Applied code that somebody has edited: tasks inside a loop are looked at, and
// subscripts are checked under the conditions around them, exactly.

#design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "x", partition = <[<none>]>>]>
// x[2 i - k] for k < 2 i <= k + 3: inside of 0 .. 3, though the box of i and k reaches from -6 to 10.
func.func @inside(%x: memref<4xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #design} {
  %b = hls.buffer "x" : memref<4xf32>
  hls.tile_load %x[] to %b beat 1 : memref<4xf32> to memref<4xf32>
  affine.for %k = 0 to 7 {
    hls.task "G"(%b, %k) : memref<4xf32>, index {
    ^bb0(%a: memref<4xf32>, %l: index):
      affine.for %i = 0 to 6 {
        affine.if affine_set<(d0)[s0] : (2 * d0 - s0 - 1 >= 0, s0 + 3 - 2 * d0 >= 0)>(%i)[%l] {
          %0 = affine.load %a[2 * %i - symbol(%l)] : memref<4xf32>
          affine.store %0, %a[2 * %i - symbol(%l)] {hls.stmt = "G"} : memref<4xf32>
        }
      } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<4xf32> to memref<4xf32>
  return
}

// -----

#design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "x", partition = <[<none>]>>]>
// The same, but the condition lets 4 through.
func.func @outside(%x: memref<4xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #design} {
  %b = hls.buffer "x" : memref<4xf32>
  hls.tile_load %x[] to %b beat 1 : memref<4xf32> to memref<4xf32>
  affine.for %k = 0 to 7 {
    hls.task "G"(%b, %k) : memref<4xf32>, index {
    ^bb0(%a: memref<4xf32>, %l: index):
      affine.for %i = 0 to 6 {
        affine.if affine_set<(d0)[s0] : (2 * d0 - s0 - 1 >= 0, s0 + 4 - 2 * d0 >= 0)>(%i)[%l] {
          // expected-error @below {{subscript of dimension 0 leaves the extent 4 in some iteration of the loops and conditions around it}}
          %0 = affine.load %a[2 * %i - symbol(%l)] : memref<4xf32>
          affine.store %0, %a[2 * %i - symbol(%l)] {hls.stmt = "G"} : memref<4xf32>
        }
      } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<4xf32> to memref<4xf32>
  return
}

// -----

#design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "x", partition = <[<none>]>>]>
// A second statement under the condition.
func.func @second(%x: memref<6xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #design} {
  %b = hls.buffer "x" : memref<6xf32>
  hls.tile_load %x[] to %b beat 1 : memref<6xf32> to memref<6xf32>
  affine.for %k = 0 to 7 {
    // expected-error @below {{must hold statement "G" alone, in its innermost loop}}
    hls.task "G"(%b, %k) : memref<6xf32>, index {
    ^bb0(%a: memref<6xf32>, %l: index):
      affine.for %i = 0 to 6 {
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%l] {
          %0 = affine.load %a[%i] : memref<6xf32>
          affine.store %0, %a[%i] {hls.stmt = "G"} : memref<6xf32>
          affine.store %0, %a[%i] : memref<6xf32>
        }
      } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<6xf32> to memref<6xf32>
  return
}

// -----

#design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "x", partition = <[<none>]>>]>
// Nobody fills the buffer before the first iteration reads it.
func.func @unfilled(%x: memref<6xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.design = #design} {
  %b = hls.buffer "x" : memref<6xf32>
  affine.for %k = 0 to 7 {
    // expected-error @below {{reads buffer 'x' before it is loaded or written; load it first}}
    hls.task "G"(%b, %k) : memref<6xf32>, index {
    ^bb0(%a: memref<6xf32>, %l: index):
      affine.for %i = 0 to 6 {
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%l] {
          %0 = affine.load %a[%i] : memref<6xf32>
          affine.store %0, %a[%i] {hls.stmt = "G"} : memref<6xf32>
        }
      } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  }
  hls.tile_store %b to %x[] beat 1 : memref<6xf32> to memref<6xf32>
  return
}
