// RUN: hls-opt %s --hls-apply-schedule --verify-diagnostics --split-input-file
// A design point that does not fit its function, or asks for what cannot be
// applied, is refused where the trouble is.

// expected-error @below {{design point: statement "S1" of task "S1" is no statement of function 'f'}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">, <name = "S1", statements = ["S1"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: task "S0" holds S0, S1; after distribution it has S0}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0", "S1"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: array "C" is no array of function 'f'}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "C", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{function 'f' has no design point (hls.design); run hls-explore or write one}}
func.func @f() attributes {hls.top} {
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A"}, %x: f32) attributes {hls.top, hls.design = #hls.design<tasks = [], arrays = []>} {
  // expected-error @below {{design point: statement S0: no task of the design holds it; add one}}
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: statement S0: loop 'j' is missing in task "S0"}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>, <name = "k", trip = 1, padded = 1, factors = [1, 1, 1]>], order = ["i", "j", "k"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: statement S0: loop "k" of task "S0" is no loop of the nest}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>, <name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: statement S0: task "S0" lists its loops in another order than the nest; list them from the outermost (`order` permutes)}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 12, padded = 12, factors = [3, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: statement S0: loop 'i' has trip count 8, the design point says 12}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: statement S0: two of its loops are called 'i'; give them names of their own (hls.name)}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "i"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'B': is accessed by task "S0" but has no point; add one}}
    %B: memref<8x6xf32> {hls.name = "B"},
    %A: memref<8x6xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': the partition has 1 entries, the array has rank 2}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': the partition factor 12 of dimension 1 exceeds the buffer's extent 6}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 12>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': a beat of 3 elements of 32 bits is no m_axi width (a power of two from 8 to 1024 bits)}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", beat = 3, partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': a beat of 64 elements of 32 bits is no m_axi width}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", beat = 64, partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': memory holds its tiles in beats of 4 elements (lanes), the port has beats of 2; they must be equal, and of several elements}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", task = "S0", define = 1, transfer = 1, beat = 2, lanes = [2, 2], partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': a beat of 4 elements does not divide the last extent (6 of the buffer, 6 of the array) of an array that tasks hold as tiles}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", task = "S0", define = 1, transfer = 1, beat = 4, partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': has a buffer for all tasks and another for task "S0"; give it one for all, or one for each task that accesses it}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", task = "S0", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'A': has a buffer for task "S1", which does not access it}}
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">, <name = "S1", statements = ["S1"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", task = "S0", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", task = "S1", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j] : memref<8x6xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%i, %j] {hls.stmt = "S1"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    // expected-error @below {{design point: array 'B': beats of 1 and 2 elements; the port has one width}}
    %B: memref<8x6xf32> {hls.name = "B"},
    %A: memref<8x6xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">, <name = "S1", statements = ["S1"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", task = "S0", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", task = "S1", beat = 2, partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j] : memref<8x6xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %B[%i, %j] {hls.stmt = "S1"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", task = "S0", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: array 'B': is allocated on chip, so task "S0" cannot have a buffer of its own}}
  %B = memref.alloc() {hls.name = "B"} : memref<8x6xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", partition = <[<cyclic, 3>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: statement S0: loop 'i' is unrolled by 2, but dimension 0 of array 'A' is not partitioned accordingly; make it cyclic with a multiple of 2, or complete}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", partition = <[<cyclic, 2>, <none>]>>]>} {
  // expected-error @below {{design point: statement S0: loop 'j' is unrolled by 6, but dimension 1 of array 'A' is not partitioned accordingly; make it cyclic with a multiple of 6, or complete}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", partition = <[<block, 2>, <complete>]>>]>} {
  // expected-error @below {{design point: statement S0: loop 'i' is unrolled by 2, but dimension 0 of array 'A' is not partitioned accordingly; make it cyclic with a multiple of 2, or complete}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", task = "S0", define = 1, transfer = 1, partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  // expected-error @below {{design point: statement S0: the tile of array "A" below 1 level-0 loops is no box of constant extent; give the array one buffer for all tasks}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      %1 = affine.load %A[-%i + 7, %j] : memref<8x6xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %B: memref<9x7xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [6, 1, 1]>], order = ["j", "i"]>],
    arrays = [<array = "B", partition = <[<complete>, <complete>]>>]>} {
  // expected-error @below {{is not legal}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j + 1] : memref<9x7xf32>
      %1 = affine.load %B[%i + 1, %j] : memref<9x7xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i + 1, %j] {hls.stmt = "S0"} : memref<9x7xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %B: memref<9x7xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 4, 1]>, <name = "j", trip = 6, padded = 6, factors = [6, 1, 1]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<complete>, <complete>]>>]>} {
  // expected-error @below {{is not legal}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j + 1] : memref<9x7xf32>
      %1 = affine.load %B[%i + 1, %j] : memref<9x7xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i + 1, %j] {hls.stmt = "S0"} : memref<9x7xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %B: memref<9x7xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [4, 1, 2]>, <name = "j", trip = 6, padded = 6, factors = [6, 1, 1]>], order = ["i", "j"]>],
    arrays = [<array = "B", partition = <[<complete>, <complete>]>>]>} {
  // expected-error @below {{is not legal}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j + 1] : memref<9x7xf32>
      %1 = affine.load %B[%i + 1, %j] : memref<9x7xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i + 1, %j] {hls.stmt = "S0"} : memref<9x7xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// The source's order and tiles along j alone are legal.
func.func @f(
    %B: memref<9x7xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [1, 3, 2]>], order = ["i", "j"], pipelined = "j">],
    arrays = [<array = "B", partition = <[<complete>, <complete>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j + 1] : memref<9x7xf32>
      %1 = affine.load %B[%i + 1, %j] : memref<9x7xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i + 1, %j] {hls.stmt = "S0"} : memref<9x7xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// A sum over two loops keeps its order: it is not reassociated.
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %s: memref<1xf32> {hls.name = "s"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [6, 1, 1]>], order = ["j", "i"]>],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "s", partition = <[<none>]>>]>} {
  // expected-error @below {{is not legal: }}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %s[0] : memref<1xf32>
      %1 = affine.load %A[%i, %j] : memref<8x6xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %s[0] {hls.stmt = "S0"} : memref<1xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: task "S0" asks for a base schedule, which is not supported; use the identity or leave it out}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i", schedule = affine_map<(d0, d1) -> (d1, d0)>>],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: task "S0" asks for coarse-grained unrolling (coarse = 2), which is not supported; use coarse = 1}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i", coarse = 2>],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i", accumulator = local>],
    arrays = [<array = "A", partition = <[<cyclic, 8>, <cyclic, 6>]>>, <array = "x", partition = <[<complete>]>>]>} {
  // expected-error @below {{accumulator 'local' needs a reduction 'X = X op rest'; use accumulator = direct}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %x[%i] : memref<8xf32>
      affine.store %0, %A[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "", accumulator = local>],
    arrays = [<array = "A", partition = <[<cyclic, 8>, <cyclic, 6>]>>, <array = "x", partition = <[<complete>]>>]>} {
  // expected-error @below {{accumulator 'local' needs a statement that reads the written array once, as its accumulator}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %x[%j] : memref<8xf32>
      %1 = affine.load %x[%i] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>, <name = "j", trip = 6, padded = 6, factors = [2, 1, 3]>], order = ["i", "j"], pipelined = "i", accumulator = local_add>],
    arrays = [<array = "A", partition = <[<cyclic, 8>, <cyclic, 6>]>>, <array = "x", partition = <[<complete>]>>]>} {
  // expected-error @below {{accumulator 'local_add' sums in one iteration of the pipelined loop, so reduction loop 'j' must run in level 2 alone (factors 1 x 1 x 6, not pipelined)}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      %1 = affine.load %x[%i] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "j", accumulator = local>],
    arrays = [<array = "A", partition = <[<cyclic, 8>, <cyclic, 6>]>>, <array = "x", partition = <[<complete>]>>]>} {
  // expected-error @below {{accumulator 'local' sums in one iteration of the pipelined loop, so reduction loop 'j' must run in level 2 alone}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      %1 = affine.load %x[%i] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 1, 8]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "", accumulator = local_add>],
    arrays = [<array = "A", partition = <[<cyclic, 8>, <cyclic, 6>]>>, <array = "x", partition = <[<complete>]>>]>} {
  // expected-error @below {{accumulator 'local_add' needs several written elements; use accumulator = local}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      %1 = affine.load %x[0] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %x[0] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [4, 1, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "", accumulator = local_add>],
    arrays = [<array = "A", partition = <[<cyclic, 8>, <cyclic, 6>]>>, <array = "x", task = "S0", define = 1, transfer = 1, partition = <[<complete>]>>]>} {
  // expected-error @below {{accumulator 'local_add' adds after the whole nest, so array "x" needs a buffer for all of it (transfer = 0)}}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      %1 = affine.load %x[%i] : memref<8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: task "S0" asks for the concurrency 'dataflow', which is not supported; use concurrency = sequential}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i", concurrency = dataflow>],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: task "S0" asks for SLR 1, which is not supported; use slr = 0 (any)}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i", slr = 1>],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: task "S0" asks for padding of loop 'i' from 8 to 9, which is not supported; choose factors that multiply to the trip count}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 9, factors = [3, 3, 1]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: array "A" is declared at level 0 and filled at level 1, which is not supported; use the same level for both}}
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"}, %B: memref<8x6xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [2, 2, 2]>, <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<cyclic, 2>, <cyclic, 6>]>>, <array = "A", task = "S0", define = 0, transfer = 1, partition = <[<cyclic, 2>, <cyclic, 6>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// No template offers streams yet.
func.func @f(
    // expected-error @below {{design point: array 'A': goes through a stream to task "S0", which is not supported; give it one buffer for all tasks, or one for each task that accesses it}}
    %A: memref<8xf32> {hls.name = "A"}, %B: memref<8xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<none>]>>, <array = "A", task = "S0", partition = <[<none>]>, depth = 2>]>} {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] {hls.stmt = "S0"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// An array that a region accesses is one buffer for all tasks.
#of_its_own = #hls.design<tasks = [<name = "S0", statements = ["S0"],
  loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>], order = ["i"]>],
  arrays = [<array = "A", task = "S0", partition = <[<none>]>>]>
func.func private @region(memref<8xf32>)
// expected-error @below {{design point: array 'A': is accessed by a part of the program that is not affine; give it one buffer for all tasks}}
func.func @f(%A: memref<8xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #of_its_own} {
  func.call @region(%A) {hls.access = [#hls.access<readwrite>], hls.stmt = "R0"} : (memref<8xf32>) -> ()
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %A[%i] {hls.stmt = "S0"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// A URAM cannot hold a table of constants.
memref.global constant @taps : memref<16xf32> = dense<1.0>
func.func @top(%A: memref<16xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [16, 1, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<none>]>>, <array = "taps", partition = <[<none>]>, storage = uram>]>} {
  // expected-error @below {{array 'taps': starts with values of its own, which a URAM cannot; choose another storage}}
  %w = memref.get_global @taps : memref<16xf32>
  affine.for %i = 0 to 16 {
    %0 = affine.load %w[%i] : memref<16xf32>
    affine.store %0, %A[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----

// The last column of B is not written, so that B would be stored with what its
// buffer held.
func.func @f(
    %A: memref<8x6xf32> {hls.name = "A"},
    // expected-error @below {{array 'B' is 'hls.overwritten', but some of its elements may be read before they are written, or are not written; remove the attribute}}
    %B: memref<8x7xf32> {hls.name = "B", hls.overwritten}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
      loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "j", trip = 6, padded = 6, factors = [6, 1, 1]>], order = ["i", "j"], pipelined = "j">],
    arrays = [<array = "A", partition = <[<none>, <none>]>>, <array = "B", partition = <[<none>, <none>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%i, %j] {hls.stmt = "S0"} : memref<8x7xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
