// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-apply-schedule --hls-apply-buffers --hls-check-applied

// A conditional sum has no accumulator of its own: the scalar would be stored
// where the statement does not run.
func.func @local(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>,
               <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i", accumulator = local>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{design point: statement G: the accumulator 'local' needs a statement that always runs, and this one stands under a condition; use accumulator = direct}}
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%j, %i) {
        %0 = affine.load %x[%i] : memref<6xf32>
        %1 = arith.addf %0, %c : f32
        affine.store %1, %x[%i] {hls.stmt = "G"} : memref<6xf32>
      }
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// A buffer of the task's own under a condition.
func.func @tile(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "x", task = "G", partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{statement G: stands under a condition, so array "x" cannot have a buffer of the task's own; give the array one buffer for all tasks}}
  affine.for %i = 0 to 6 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      affine.store %c, %x[%i] {hls.stmt = "G"} : memref<6xf32>
    }
  } {hls.name = "i"}
  return
}

// -----

// A buffer of the task's own in a loop around several nests.
func.func @context(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">,
             <name = "H", statements = ["H"], loops = []>],
    arrays = [<array = "x", task = "G", partition = <[<none>]>>, <array = "x", task = "H", partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  affine.for %t = 0 to 6 {
    // expected-error @below {{statement G: stands in a loop around several nests, so array "x" cannot have a buffer of the task's own; give the array one buffer for all tasks}}
    affine.for %i = 0 to 6 {
      affine.store %c, %x[%i] {hls.stmt = "G"} : memref<6xf32>
    } {hls.name = "i"}
    affine.store %c, %x[%t] {hls.stmt = "H"} : memref<6xf32>
  } {hls.name = "t"}
  return
}

// -----

// The order is legal only with the condition in mind; here there is none.
func.func @order(%A: memref<6x6xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">,
             <name = "H", statements = ["H"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>, <name = "j", trip = 6, padded = 6, factors = [6, 1, 1]>], order = ["j", "i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<none>, <none>]>>]>} {
  %c = arith.constant 1.0 : f32
  affine.for %k = 1 to 5 {
    affine.for %i = 0 to 6 {
      affine.store %c, %A[%k, %i] {hls.stmt = "G"} : memref<6x6xf32>
    } {hls.name = "i"}
    // expected-error @below {{statement H: the order j0:6 i1:6 is not legal}}
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 6 {
        affine.if affine_set<(d0, d1) : (d0 - 1 >= 0, 4 - d1 >= 0)>(%i, %j) {
          %0 = affine.load %A[%i - 1, %j + 1] : memref<6x6xf32>
          affine.store %0, %A[%i, %j] {hls.stmt = "H"} : memref<6x6xf32>
        }
      } {hls.name = "j"}
    } {hls.name = "i"}
  } {hls.name = "k"}
  return
}
