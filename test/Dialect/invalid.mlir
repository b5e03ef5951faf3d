// RUN: hls-opt %s --verify-diagnostics --split-input-file
// One case for every rule on directives, ops and the places of attributes.

// expected-error @below {{pipeline ii must be at least 1 cycle (or absent: the tool chooses), got -1}}
func.func private @f() attributes {x = #hls.pipeline<ii = -1>}

// -----

// expected-error @below {{unroll factor must be at least 1 (or absent: complete), got -4}}
func.func private @f() attributes {x = #hls.unroll<factor = -4>}

// -----

// expected-error @below {{cyclic partition factor must be at least 1, got 0}}
func.func private @f() attributes {x = #hls.dim<cyclic, 0>}

// -----

// expected-error @below {{block partition factor must be at least 1, got -2}}
func.func private @f() attributes {x = #hls.dim<block, -2>}

// -----

// expected-error @below {{a reshaped dimension has at least 2 elements in a word, got 1; use none}}
func.func private @f() attributes {x = #hls.dim<reshape, 1>}

// -----

// expected-error @below {{a reshape partition needs a factor, as in <reshape, 4>}}
func.func private @f() attributes {x = #hls.dim<reshape>}

// -----

// expected-error @below {{a cyclic partition needs a factor, as in <cyclic, 4>}}
func.func private @f() attributes {x = #hls.dim<cyclic>}

// -----

// expected-error @below {{a complete partition takes no factor, got 4; use cyclic or block}}
func.func private @f() attributes {x = #hls.dim<complete, 4>}

// -----

// expected-error @below {{a dimension that is not partitioned takes no factor, got 2}}
func.func private @f() attributes {x = #hls.dim<none, 2>}

// -----

// expected-error @below {{an m_axi port needs a bundle}}
func.func private @f() attributes {x = #hls.interface<m_axi, width = 64>}

// -----

// expected-error @below {{m_axi width must be a power of two from 8 to 1024 bits, got 0}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 0>}

// -----

// expected-error @below {{m_axi width must be a power of two from 8 to 1024 bits, got 4}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 4>}

// -----

// expected-error @below {{m_axi width must be a power of two from 8 to 1024 bits, got 96}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 96>}

// -----

// expected-error @below {{m_axi width must be a power of two from 8 to 1024 bits, got 2048}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 2048>}

// -----

// expected-error @below {{an ap_memory port takes no bundle, no width, no lanes and no blocks}}
func.func private @f() attributes {x = #hls.interface<ap_memory, bundle = "b">}

// -----

// expected-error @below {{argument 0 of type 'f32' is a scalar; ap_memory carries arrays only, use s_axilite}}
func.func private @memory_scalar(f32 {hls.interface = #hls.interface<ap_memory>})

// -----

func.func @port_type(%A: memref<4xf32>) {
  // expected-error @below {{has type 'memref<5xf32>', its port 'memref<4xf32>'}}
  %b = hls.buffer "A" of %A : memref<4xf32> as : memref<5xf32>
  return
}

// -----

func.func @port_copies(%A: memref<4xf32>) {
  // expected-error @below {{is a port, which is no global and has no copies}}
  %b = hls.buffer "A" of %A : memref<4xf32> as {copies = 2} : memref<4xf32>
  return
}

// -----

// expected-error @below {{an s_axilite port takes no bundle, no width, no lanes and no blocks}}
func.func private @f() attributes {x = #hls.interface<s_axilite, bundle = "b">}

// -----

// expected-error @below {{an s_axilite port takes no bundle, no width, no lanes and no blocks}}
func.func private @f() attributes {x = #hls.interface<s_axilite, width = 32>}

// -----

// expected-error @below {{an s_axilite port takes no bundle, no width, no lanes and no blocks}}
func.func private @f() attributes {x = #hls.interface<s_axilite, lanes = [2]>}

// -----

// expected-error @below {{lanes are powers of two from 1 to 1024, got 3}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 32, lanes = [3, 4]>}

// -----

// expected-error @below {{port_blocks is a number from 1 to 1024, got 0}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 32, port_blocks = 0>}

// -----

// expected-error @below {{in_turn is of several port_blocks, without lanes}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 32, in_turn = true>}

// -----

// expected-error @below {{lanes are powers of two from 1 to 1024, got 2048}}
func.func private @f() attributes {x = #hls.interface<m_axi, bundle = "b", width = 32, lanes = [2048]>}

// -----

// expected-error @below {{a memory has 1 or 2 ports, got 3}}
func.func private @f() attributes {x = #hls.storage<bram, ports = 3>}

// -----

// expected-error @below {{target needs a device, a part and a tool; the part is empty}}
func.func private @f() attributes {x = #hls.target<device = "u200", part = "", clock_ps = 4000, tool = "t", tree_reduction = true>}

// -----

// expected-error @below {{target clock_ps is the clock period in picoseconds and must be at least 1, got 0}}
func.func private @f() attributes {x = #hls.target<device = "u200", part = "p", clock_ps = 0, tool = "t", tree_reduction = true>}

// -----

// expected-error @below {{target usable is a percentage from 0 (the device's own) to 100, got 101}}
func.func private @f() attributes {x = #hls.target<device = "u200", part = "p", clock_ps = 1, tool = "t", tree_reduction = true, usable = 101>}

// -----

// expected-error @below {{target max_partition must be 0 (the device's own) or a number of banks, got -1}}
func.func private @f() attributes {x = #hls.target<device = "u200", part = "p", clock_ps = 1, tool = "t", tree_reduction = true, max_partition = -1>}

// -----

// expected-error @below {{search bound and nodes must not be negative, got -1 and 0}}
func.func private @f() attributes {x = #hls.search<status = feasible, bound = -1>}

// -----

// expected-error @below {{search tilings must be at least 1, got 0}}
func.func private @f() attributes {x = #hls.search<status = feasible, tilings = 0>}

// -----

// expected-error @below {{a search that a time limit cut proves no optimum; its status must be feasible}}
func.func private @f() attributes {x = #hls.search<status = optimal, time_limited = true>}

// -----

// expected-error @below {{search orders of task "S0" must be a number, got "many"}}
func.func private @f() attributes {x = #hls.search<status = feasible, orders = {S0 = "many"}>}

// -----

// expected-error @below {{'hls.search' must be #hls.search, got {bound = 3 : i64}}}
func.func private @f() attributes {hls.search = {bound = 3 : i64}}

// -----

func.func @f() {
  // expected-error @below {{needs a name}}
  %b = hls.buffer "" : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{the buffer must have a static shape and the identity layout, got 'memref<?xf32>'}}
  %b = hls.buffer "b" : memref<?xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{the buffer must have a static shape and the identity layout}}
  %b = hls.buffer "b" : memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @f() {
  // expected-error @below {{the buffer must hold integers or floats}}
  %b = hls.buffer "b" : memref<4xvector<2xf32>>
  return
}

// -----

func.func @f() {
  // expected-error @below {{copies must be 1, 2 (double) or 3 (triple buffering), got 4}}
  %b = hls.buffer "b" {copies = 4} : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{copies must be 1, 2 (double) or 3 (triple buffering), got 0}}
  %b = hls.buffer "b" {copies = 0} : memref<4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{partition has 1 entries, but the array has rank 2; give one a dimension}}
  %b = hls.buffer "b" {partition = #hls.partition<[<none>]>} : memref<4x4xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{partition factor 5 of dimension 1 exceeds its extent 4}}
  %b = hls.buffer "b" {partition = #hls.partition<[<none>, <cyclic, 5>]>} : memref<8x4xf32>
  return
}

// -----

func.func @f(%A: memref<?x6xf32>) {
  %c = arith.constant 0 : index
  %b = hls.buffer "b" : memref<8x6xf32>
  // expected-error @below {{the off-chip array must have a static shape and the identity layout}}
  hls.tile_load %A[] to %b beat 1 : memref<?x6xf32> to memref<8x6xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  %c = arith.constant 0 : index
  %b = hls.buffer "b" : memref<8xf32>
  // expected-error @below {{the off-chip array and the buffer must have the same rank and element type}}
  hls.tile_load %A[] to %b beat 1 : memref<8x6xf32> to memref<8xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  %c = arith.constant 0 : index
  %b = hls.buffer "b" : memref<8x6xf64>
  // expected-error @below {{the off-chip array and the buffer must have the same rank and element type}}
  hls.tile_load %A[] to %b beat 1 : memref<8x6xf32> to memref<8x6xf64>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  %c = arith.constant 0 : index
  %b = hls.buffer "b" : memref<8x6xf32>
  // expected-error @below {{needs one offset a dimension (2) or none, got 1}}
  hls.tile_load %A[%c] to %b beat 1 : memref<8x6xf32> to memref<8x6xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  %c = arith.constant 0 : index
  %b = hls.buffer "b" : memref<8x7xf32>
  // expected-error @below {{the buffer's extent 7 of dimension 1 exceeds the off-chip array's 6}}
  hls.tile_load %A[] to %b beat 1 : memref<8x6xf32> to memref<8x7xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  %c = arith.constant 0 : index
  %b = hls.buffer "b" : memref<8x6xf32>
  // expected-error @below {{beat must be at least 1 element, got 0}}
  hls.tile_load %A[] to %b beat 0 : memref<8x6xf32> to memref<8x6xf32>
  return
}

// -----

func.func @f(%A: memref<8x8xf32>) {
  %c = arith.constant 0 : index
  %b = hls.buffer "b" : memref<4x6xf32>
  // expected-error @below {{beat of 4 elements does not divide the buffer's last extent 6, and the array's rows of 8 do not end with it}}
  hls.tile_load %A[] to %b beat 4 : memref<8x8xf32> to memref<4x6xf32>
  return
}

// -----

func.func @f() {
  %a = hls.buffer "a" : memref<4xf32>
  %b = hls.buffer "b" : memref<4xf32>
  // expected-error @below {{the off-chip array is an on-chip buffer}}
  hls.tile_store %b to %a[] beat 1 : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) attributes {hls.top} {
  // expected-error @below {{the buffer is an argument of the top function, which is off-chip; declare it with hls.buffer}}
  hls.tile_load %A[] to %B beat 1 : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  // expected-error @below {{has 1 operands, but 0 block arguments; they stand for each other}}
  hls.task "t" (%A) : memref<8x6xf32> {
  }
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  // expected-error @below {{operand 0 has type 'memref<8x6xf32>', but its block argument has type 'memref<8xf32>'}}
  hls.task "t" (%A) : memref<8x6xf32> {
  ^bb0(%a: memref<8xf32>):
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{needs a name}}
  hls.task "" () {
  }
  return
}

// -----

func.func @f() {
  // expected-note @below {{the other task}}
  hls.task "t" () {
  }
  // expected-error @below {{a task of this name stands above; every task becomes a function of its own name}}
  hls.task "t" () {
  }
  return
}

// -----

// Kinds of tasks.
func.func @f() {
  // expected-error @below {{expected the name of a task or its kind (compute, load, store, opaque), got 'carried'}}
  hls.task carried "t" () {
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  // expected-error @below {{has 1 operands, but 2 names of them}}
  hls.task "t" (%A) : memref<8xf32> names ["a", "b"] {
  ^bb0(%a: memref<8xf32>):
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  // expected-error @below {{of kind load takes the buffer, the off-chip array and then offsets of type index}}
  hls.task load "A" (%A) : memref<8xf32> {
  ^bb0(%a: memref<8xf32>):
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>, %x: f32) {
  %b = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{of kind store takes the buffer, the off-chip array and then offsets of type index}}
  hls.task store "A" (%b, %A, %x) : memref<8xf32>, memref<8xf32>, f32 {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>, %y: f32):
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  %b = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{of kind load may only read the array and write the buffer}}
  hls.task load "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 8 {
      // expected-note @below {{this op does otherwise}}
      %0 = affine.load %c[%i] : memref<8xf32>
      affine.store %0, %a[%i] : memref<8xf32>
    }
  }
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  %b = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{of kind store may only read the buffer and write the array}}
  hls.task store "A" (%b, %A) : memref<8xf32>, memref<8xf32> {
  ^bb0(%c: memref<8xf32>, %a: memref<8xf32>):
    affine.for %i = 0 to 4 {
      // expected-note @below {{this op does otherwise}}
      %0 = hls.beat_read %a[%i] : memref<8xf32> to memref<2xf32>
    }
  }
  return
}

// -----

// Beats.
func.func @f() {
  // expected-error @below {{a beat has rank 1 and at least 2 elements, got 'memref<1xf32>'; access single elements by affine.load and affine.store}}
  %0 = hls.beat : memref<1xf32>
  return
}

// -----

func.func @f(%A: memref<8x4xf32>) {
  // expected-error @below {{a beat has rank 1 and at least 2 elements, got 'memref<2x2xf32>'}}
  %0 = hls.beat_read %A[0] : memref<8x4xf32> to memref<2x2xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32>) {
  // expected-error @below {{the off-chip array and the beat must have the same element type, got 'memref<8xf32>' and 'memref<4xf64>'}}
  %0 = hls.beat_read %A[0] : memref<8xf32> to memref<4xf64>
  return
}

// -----

func.func @f() {
  %b = hls.buffer "b" : memref<8xf32>
  // expected-error @below {{an on-chip buffer has no beats; access its elements by affine.load and affine.store}}
  %0 = hls.beat_read %b[0] : memref<8xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  // expected-error @below {{lanes are powers of two from 1 to 1024, got 3}}
  %0 = hls.beat_read %A[0, 0] {lanes = array<i64: 2, 3>} : memref<8x6xf32> to memref<6xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  // expected-error @below {{a beat of 2 elements holds no 4 equal boxes}}
  %0 = hls.beat_read %A[0, 0] {blocks = 4 : i64} : memref<8x6xf32> to memref<2xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  // expected-error @below {{lanes must have one extent a dimension (2) and hold the 4 elements of the beat}}
  %0 = hls.beat_read %A[0, 0] {lanes = array<i64: 1, 4>, blocks = 2 : i64} : memref<8x6xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  // expected-error @below {{lanes must have one extent a dimension (2) and hold the 4 elements of the beat}}
  %0 = hls.beat_read %A[0, 0] {lanes = array<i64: 2, 4>} : memref<8x6xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  %b = hls.beat : memref<4xf32>
  // expected-error @below {{lanes must have one extent a dimension (2) and hold the 4 elements of the beat}}
  hls.beat_write %b to %A[0, 0] {lanes = array<i64: 4>} : memref<4xf32> to memref<8x6xf32>
  return
}

// -----

func.func @f(%A: memref<8x6xf32>) {
  // expected-error @below {{needs one subscript a dimension (2), got 1}}
  %0 = hls.beat_read %A[0] : memref<8x6xf32> to memref<4xf32>
  return
}

// -----

func.func @f(%A: memref<8x6x2xf32>) {
  // expected-error @below {{needs one subscript a dimension (3), got 2}}
  %0 = hls.beat_read %A[0, 0] : memref<8x6x2xf32> to memref<2xf32>
  return
}

// -----

func.func @f(%A: memref<8xf32>, %x: memref<4xf32>) {
  // expected-error @below {{writes what an hls.beat or an hls.stream_read holds}}
  hls.beat_write %x to %A[0] : memref<4xf32> to memref<8xf32>
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.pipeline' may only stand on a loop}}
  %c = arith.constant {hls.pipeline = #hls.pipeline} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.unroll' may only stand on a loop}}
  %c = arith.constant {hls.unroll = #hls.unroll} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.level' may only stand on a loop}}
  %c = arith.constant {hls.level = 0} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.distinct_copies' may only stand on a loop with hls.pipeline}}
  affine.for %i = 0 to 4 {
  } {hls.distinct_copies = ["A"]}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.distinct_copies' must be an array of names, got "A"}}
  affine.for %i = 0 to 4 {
  } {hls.pipeline = #hls.pipeline, hls.distinct_copies = "A"}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.distinct_copies' must be an array of names, got []}}
  affine.for %i = 0 to 4 {
  } {hls.pipeline = #hls.pipeline, hls.distinct_copies = []}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.distance' must be an i64 of at least 2, on a loop with hls.independent}}
  affine.for %i = 0 to 4 {
  } {hls.distance = 1 : i64}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.reduction' may only stand on a loop}}
  %c = arith.constant {hls.reduction} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.name' may only stand on a loop, an allocation or a function argument}}
  %c = arith.constant {hls.name = "c"} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.stmt' may only stand on an affine.store, a memref.store or a call with hls.access}}
  %c = arith.constant {hls.stmt = "S0"} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.top' may only stand on a function}}
  %c = arith.constant {hls.top} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.reference_of' may only stand on a function}}
  %c = arith.constant {hls.reference_of = @f} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.design' may only stand on a function}}
  %c = arith.constant {hls.design = #hls.design<tasks = [], arrays = []>} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.target' may only stand on a function or module}}
  %c = arith.constant {hls.target = #hls.target<device = "u200", part = "p", clock_ps = 1, tool = "t", tree_reduction = true>} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.partition' may only stand on an allocation or an internal function's argument}}
  %c = arith.constant {hls.partition = #hls.partition<[]>} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.interface' may only stand on an argument of a function}}
  %c = arith.constant {hls.interface = #hls.interface<s_axilite>} 0 : index
  return
}

// -----

func.func @f() {
  // expected-error @below {{has 'hls.pipelined', which the hls dialect does not define; correct its name}}
  affine.for %i = 0 to 4 {
  } {hls.pipelined}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.pipeline' must be #hls.pipeline, got 1 : i64}}
  affine.for %i = 0 to 4 {
  } {hls.pipeline = 1}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.level' must be 0, 1 or 2, got 3 : i64}}
  affine.for %i = 0 to 4 {
  } {hls.level = 3}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.level' must be 0, 1 or 2, got -1 : i64}}
  affine.for %i = 0 to 4 {
  } {hls.level = -1}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.reduction' must be a unit attribute, got true}}
  affine.for %i = 0 to 4 {
  } {hls.reduction = true}
  return
}

// -----

func.func @f() {
  // expected-error @below {{'hls.name' must be a string that is not empty, got ""}}
  affine.for %i = 0 to 4 {
  } {hls.name = ""}
  return
}

// -----

func.func @f() {
  // expected-error @below {{partition has 2 entries, but the array has rank 1; give one a dimension}}
  %a = memref.alloc() {hls.partition = #hls.partition<[<none>, <none>]>} : memref<4xf32>
  return
}

// -----

// expected-error @below {{argument 0: 'hls.partition' on an off-chip array; copy the array to an hls.buffer and put it there}}
func.func private @f(memref<8xf32> {hls.interface = #hls.interface<m_axi, bundle = "b", width = 64>, hls.partition = #hls.partition<[<cyclic, 2>]>})

// -----

// expected-error @below {{argument 0: 'hls.storage' on an off-chip array}}
func.func private @f(memref<8xf32> {hls.storage = #hls.storage<bram>}) attributes {hls.top}

// -----

// expected-error @below {{partition factor 9 of dimension 0 exceeds its extent 8}}
func.func private @f(memref<8xf32> {hls.partition = #hls.partition<[<cyclic, 9>]>})

// -----

// expected-error @below {{argument 0: 'hls.partition' is for arrays, but the type is 'f32'}}
func.func private @f(f32 {hls.partition = #hls.partition<[]>})

// -----

// expected-error @below {{argument 0 of type 'f32' is a scalar; m_axi carries arrays only, use s_axilite}}
func.func private @f(f32 {hls.interface = #hls.interface<m_axi, bundle = "b", width = 64>})

// -----

// expected-error @below {{argument 0 of type 'memref<8xf32>' is an array; s_axilite carries scalars only, use m_axi}}
func.func private @f(memref<8xf32> {hls.interface = #hls.interface<s_axilite>})

// -----

// expected-error @below {{argument 0: the m_axi width of 32 bits is no multiple of the element's 64}}
func.func private @f(memref<8xf64> {hls.interface = #hls.interface<m_axi, bundle = "b", width = 32>})

// -----

// expected-error @below {{argument 0: 'hls.interface' must be #hls.interface, got 1 : i64}}
func.func private @f(f32 {hls.interface = 1})

// -----

// expected-error @below {{argument 0: 'hls.pipeline' may not stand on an argument}}
func.func private @f(f32 {hls.pipeline = #hls.pipeline})

// -----

// expected-error @below {{argument 0: 'hls.name' must be a string that is not empty, got 1 : i64}}
func.func private @f(f32 {hls.name = 1})

// -----

func.func private @region(memref<4xf32>)
func.func @f(%A: memref<4xf32>) {
  // expected-error @below {{'hls.access' must be an array of #hls.access, got ["any"]}}
  func.call @region(%A) {hls.access = ["any"]} : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%A: memref<4xf32>) {
  // expected-error @below {{'hls.access' may only stand on a call}}
  %0 = affine.load %A[0] {hls.access = [#hls.access<read>]} : memref<4xf32>
  return
}

// -----

func.func private @region(memref<4xf32>)
func.func @f(%A: memref<4xf32>) {
  // expected-error @below {{'hls.stmt' may only stand on an affine.store, a memref.store or a call with hls.access}}
  func.call @region(%A) {hls.stmt = "R0"} : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @below {{names the global @g, which the module does not have}}
  %0 = hls.buffer "A" {global = @g} : memref<4xf32>
  return
}

// -----

memref.global @g : memref<5xf32> = dense<0.0>
func.func @f() {
  // expected-error @below {{has type 'memref<4xf32>', its global @g 'memref<5xf32>'}}
  %0 = hls.buffer "A" {global = @g} : memref<4xf32>
  return
}

// -----

func.func @factor_bits_place(%a: i32) -> i32 {
  // expected-error @below {{'hls.factor_bits' may only stand on an arith.muli}}
  %0 = arith.addi %a, %a {hls.factor_bits = 8 : i64} : i32
  return %0 : i32
}

// -----

func.func @impl_place(%a: i32) -> i32 {
  // expected-error @below {{'hls.impl' may only stand on an arith.addf, arith.subf or arith.mulf of f32 or f64}}
  %0 = arith.addi %a, %a {hls.impl = "fabric"} : i32
  return %0 : i32
}

// -----

func.func @impl_kind(%a: f32) -> f32 {
  // expected-error @below {{'hls.impl' must be a string that is not empty, got 1}}
  %0 = arith.addf %a, %a {hls.impl = 1 : i64} : f32
  return %0 : f32
}

// -----

func.func @impl_word(%a: f32) -> f32 {
  // expected-error @below {{'hls.impl' of 'fadd' must be one of fabric, fulldsp, primitivedsp, got "meddsp"}}
  %0 = arith.addf %a, %a {hls.impl = "meddsp"} : f32
  return %0 : f32
}

// -----

func.func @impl_double(%a: f64) -> f64 {
  // expected-error @below {{'hls.impl' of 'dmul' must be one of fabric, meddsp, fulldsp, maxdsp, got "primitivedsp"}}
  %0 = arith.mulf %a, %a {hls.impl = "primitivedsp"} : f64
  return %0 : f64
}

// -----

func.func @factor_bits_kind(%a: i32) -> i32 {
  // expected-error @below {{'hls.factor_bits' must be an i64 from 1 to 64}}
  %0 = arith.muli %a, %a {hls.factor_bits = 0 : i64} : i32
  return %0 : i32
}

// -----

// expected-error @below {{argument 0: 'hls.bool' is a unit attribute of i8 and arrays of it, got unit on 'memref<4xf32>'}}
func.func private @bool_kind(memref<4xf32> {hls.bool})

// -----

// expected-error @below {{argument 0: 'hls.overwritten' is a unit attribute of arrays, got unit on 'i32'}}
func.func private @overwritten_kind(i32 {hls.overwritten})

// -----

// expected-error @below {{argument 0: 'hls.stores_follow_loads' is a unit attribute of arrays, got 3 : i64 on 'memref<4xf32>'}}
func.func private @stores_kind(memref<4xf32> {hls.stores_follow_loads = 3})

// -----

// expected-error @below {{argument 0: 'hls.loaded_again' is a unit attribute of arrays, got unit on 'f32'}}
func.func private @loaded_again_kind(f32 {hls.loaded_again})
