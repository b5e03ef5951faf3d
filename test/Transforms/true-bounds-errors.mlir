// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-apply-schedule --hls-apply-buffers

// Nothing around the nest bounds it.
func.func @alone(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i", true_bounds = true>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{design point: statement G: true_bounds needs a condition by which loops around the nest bound its loops, or that couples two of them; leave it out}}
  affine.for %i = 0 to 6 {
    affine.store %c, %x[%i] {hls.stmt = "G"} : memref<6xf32>
  } {hls.name = "i"}
  return
}

// -----

#split = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [3, 2, 1]>], order = ["i"], pipelined = "i", true_bounds = true>,
             <name = "H", statements = ["H"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>
func.func @split(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #split} {
  affine.for %k = 0 to 6 {
    // expected-error @below {{design point: statement G: true_bounds needs loop 'i' in one of the levels 0 and 1 alone; leave it out}}
    affine.for %i = 0 to 6 {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %k) {
        %0 = affine.load %x[%k] : memref<6xf32>
        affine.store %0, %x[%i] {hls.stmt = "G"} : memref<6xf32>
      }
    } {hls.name = "i"}
    %d = affine.load %x[%k] : memref<6xf32>
    %m = arith.mulf %d, %d : f32
    affine.store %m, %x[%k] {hls.stmt = "H"} : memref<6xf32>
  } {hls.name = "k"}
  return
}

// -----

// Loops that count as one carry a dependence between their iterations.
#carried = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 5, padded = 5, factors = [5, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i", "j"], pipelined = "j", true_bounds = true>,
             <name = "H", statements = ["H"], loops = []>],
    arrays = [<array = "x", partition = <[<none>, <none>]>>]>
func.func @carried(%x: memref<6x6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #carried} {
  affine.for %k = 0 to 6 {
    // expected-error @below {{design point: statement G: true_bounds makes one loop of several, and these carry a dependence; leave it out, or pipeline the reduction}}
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 6 {
        affine.if affine_set<(d0, d1, d2) : (d0 - d2 >= 0, d1 - d2 - 1 >= 0)>(%i, %j, %k) {
          %0 = affine.load %x[%i, %j] : memref<6x6xf32>
          affine.store %0, %x[%i + 1, %j] {hls.stmt = "G"} : memref<6x6xf32>
        }
      } {hls.name = "j"}
    } {hls.name = "i"}
    %d = affine.load %x[%k, %k] : memref<6x6xf32>
    %m = arith.mulf %d, %d : f32
    affine.store %m, %x[%k, %k] {hls.stmt = "H"} : memref<6x6xf32>
  } {hls.name = "k"}
  return
}

// -----

// The terms of a sum would not be as far apart as the code says.
#inner = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [6, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [1, 6, 1]>, <name = "k", trip = 4, padded = 4, factors = [4, 1, 1]>], order = ["i", "k", "j"], pipelined = "j", true_bounds = true>],
    arrays = [<array = "x", partition = <[<none>, <none>]>>, <array = "y", partition = <[<none>]>>]>
func.func @inner(%x: memref<6x6xf32> {hls.name = "x"}, %y: memref<4xf32> {hls.name = "y"}) attributes {hls.top, hls.design = #inner} {
  // expected-error @below {{design point: statement G: true_bounds needs reduction loop 'k' outside of the loops that a condition couples; leave it out, or put it first in the order}}
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
          %0 = affine.load %x[%i, %j] : memref<6x6xf32>
          %1 = affine.load %y[%k] : memref<4xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %x[%i, %j] {hls.stmt = "G"} : memref<6x6xf32>
        }
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// Row 0 has no iteration: the code would have to step over it.
#empty = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [6, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i", "j"], pipelined = "j", true_bounds = true>],
    arrays = [<array = "x", partition = <[<none>, <none>]>>]>
func.func @empty(%x: memref<6x6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #empty} {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{design point: statement G: true_bounds needs iterations in every tile of loops 'i' and 'j'; leave it out, or unroll them more}}
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %j) {
        affine.store %c, %x[%i, %j] {hls.stmt = "G"} : memref<6x6xf32>
      }
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
