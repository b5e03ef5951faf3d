// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-apply-schedule --hls-apply-buffers --hls-check-applied
// Sums that no register may hold.

// The condition lets x[k] be x[i].
#c = affine_set<(i, k) : (i - k >= 0)>
func.func @meets(%x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "k", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["k"], pipelined = "k", accumulator = register>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{design point: statement S0: the accumulator 'register' needs a sum whose element nothing else reads while the reduction runs, and another read of the array meets it; use accumulator = direct}}
    affine.for %k = 0 to 8 {
      affine.if #c(%i, %k) {
        %0 = affine.load %x[%k] : memref<8xf32>
        %1 = affine.load %x[%i] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "k"}
    %3 = affine.load %x[%i] : memref<8xf32>
    %4 = arith.mulf %3, %3 : f32
    affine.store %4, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// Nothing pipelined.
#c = affine_set<(i, k) : (i - k - 1 >= 0)>
func.func @still(%x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "k", trip = 8, padded = 8, factors = [8, 1, 1]>], order = ["k"], accumulator = register>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{design point: statement S0: the accumulator 'register' needs a pipelined reduction loop; use accumulator = direct}}
    affine.for %k = 0 to 8 {
      affine.if #c(%i, %k) {
        %0 = affine.load %x[%k] : memref<8xf32>
        %1 = affine.load %x[%i] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "k"}
    %3 = affine.load %x[%i] : memref<8xf32>
    %4 = arith.mulf %3, %3 : f32
    affine.store %4, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// The bounds of a loop that is cut are no bounds of its parts.
#c = affine_set<(i, k) : (i - k - 1 >= 0)>
func.func @cut(%x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "k", trip = 8, padded = 8, factors = [2, 4, 1]>], order = ["k"], pipelined = "k", accumulator = register>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{design point: statement S0: the accumulator 'register' replaces the condition by bounds of loop 'k', which needs the factors 1 x 8 x 1}}
    affine.for %k = 0 to 8 {
      affine.if #c(%i, %k) {
        %0 = affine.load %x[%k] : memref<8xf32>
        %1 = affine.load %x[%i] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "k"}
    %3 = affine.load %x[%i] : memref<8xf32>
    %4 = arith.mulf %3, %3 : f32
    affine.store %4, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// A condition that no bound of the loop says.
#c = affine_set<(i, k) : (i - 2 * k - 1 >= 0)>
func.func @other(%x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "k", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["k"], pipelined = "k", accumulator = register>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{design point: statement S0: the accumulator 'register' needs a condition that only bounds loop 'k' by parallel loops or loops around the nest; use accumulator = direct}}
    affine.for %k = 0 to 8 {
      affine.if #c(%i, %k) {
        %0 = affine.load %x[%k] : memref<8xf32>
        %1 = affine.load %x[%i] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "k"}
    %3 = affine.load %x[%i] : memref<8xf32>
    %4 = arith.mulf %3, %3 : f32
    affine.store %4, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// x[-1] is accessed where i is 0, if the condition does not prevent it.
#c = affine_set<(i, k) : (i - k - 2 >= 0)>
func.func @outside(%x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "k", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["k"], pipelined = "k", accumulator = register>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{design point: statement S0: the accumulator 'register' stores where the condition never holds as well, which may be outside of the array; use accumulator = direct}}
    affine.for %k = 0 to 8 {
      affine.if #c(%i, %k) {
        %0 = affine.load %x[%k] : memref<8xf32>
        %1 = affine.load %x[%i - 1] : memref<8xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %x[%i - 1] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "k"}
    %3 = affine.load %x[%i] : memref<8xf32>
    %4 = arith.mulf %3, %3 : f32
    affine.store %4, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// One register holds one element.
func.func @parallel(%A: memref<8x8xf32> {hls.name = "A"}, %y: memref<8xf32> {hls.name = "y"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [4, 1, 2]>, <name = "k", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i", "k"], pipelined = "k", accumulator = register>],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <none>]>>, <array = "y", partition = <[<cyclic, 2>]>>]>} {
  // expected-error @below {{design point: statement S0: the accumulator 'register' holds one element, so loop 'i' cannot be unrolled by 2}}
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      %0 = affine.load %A[%i, %k] : memref<8x8xf32>
      %1 = affine.load %y[%i] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %y[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}
