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

// A tile under a condition that alone keeps it inside of the array.
func.func @tile(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>, <name = "j", trip = 4, padded = 4, factors = [1, 1, 4]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "x", task = "G", partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  // expected-error @below {{statement G: the tile of array "x" has 9 elements in dimension 0, which are more than the array's 6: a condition keeps the accesses inside; give the array one buffer for all tasks}}
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 4 {
      affine.if affine_set<(d0, d1) : (5 - d0 - d1 >= 0)>(%i, %j) {
        affine.store %c, %x[%i + %j] {hls.stmt = "G"} : memref<6xf32>
      }
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// The same, with a tile that is smaller than the array but reaches past its end.
func.func @end(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [3, 2, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "x", task = "G", define = 1, transfer = 1, partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 6 {
    affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) {
      // expected-error @-6 {{'hls.tile_load' op dimension 0 of the tile reaches from 1 to 6, outside the array's extent 6; use a smaller tile, or one buffer for all tasks}}
      affine.store %c, %x[%i + 1] {hls.stmt = "G"} : memref<6xf32>
    }
  } {hls.name = "i"}
  return
}

// -----

// A shared loop moves one access and not the other.
func.func @context(%x: memref<6xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">,
             <name = "H", statements = ["H"], loops = []>],
    arrays = [<array = "x", task = "G", partition = <[<none>]>>, <array = "x", task = "H", partition = <[<none>]>>]>} {
  %c = arith.constant 1.0 : f32
  affine.for %t = 0 to 6 {
    // expected-error @below {{statement G: the tile of array "x" below 0 level-0 loops is no box of constant extent; give the array one buffer for all tasks}}
    affine.for %i = 0 to 6 {
      %0 = affine.load %x[%t] : memref<6xf32>
      affine.store %0, %x[%i] {hls.stmt = "G"} : memref<6xf32>
    } {hls.name = "i"}
    affine.store %c, %x[%t] {hls.stmt = "H"} : memref<6xf32>
  } {hls.name = "t"}
  return
}

// -----

// A tile that a shared loop moves past the end.
func.func @moved(%x: memref<6xf32> {hls.name = "x"}, %y: memref<6xf32> {hls.name = "y"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "G", statements = ["G"], loops = [<name = "i", trip = 3, padded = 3, factors = [1, 3, 1]>], order = ["i"], pipelined = "i">,
             <name = "H", statements = ["H"], loops = []>],
    arrays = [<array = "x", task = "G", partition = <[<none>]>>, <array = "y", partition = <[<none>]>>]>} {
  affine.for %t = 1 to 5 {
    // expected-error @-5 {{'hls.tile_load' op dimension 0 of the tile leaves the array's extent 6 in some iteration of the loops around it; use a smaller tile, or one buffer for all tasks}}
    affine.for %i = 0 to 3 {
      affine.if affine_set<(d0, d1) : (5 - d0 - d1 >= 0)>(%i, %t) {
        %0 = affine.load %x[%i + %t] : memref<6xf32>
        affine.store %0, %y[%i] {hls.stmt = "G"} : memref<6xf32>
      }
    } {hls.name = "i"}
    %1 = affine.load %y[0] : memref<6xf32>
    affine.store %1, %y[%t] {hls.stmt = "H"} : memref<6xf32>
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
