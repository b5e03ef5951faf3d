// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-apply-schedule --hls-apply-buffers

// Nothing around the nest bounds it.
func.func @alone(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i", true_bounds = true>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{design point: statement G: true_bounds needs a condition by which loops around the nest bound its loops; leave it out}}
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
