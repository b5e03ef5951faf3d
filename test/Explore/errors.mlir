// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-attach-target=target=u200 --hls-explore
// RUN: not hls-opt %s --split-input-file --hls-attach-target=target=u201 --hls-explore 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not hls-opt %s --split-input-file --hls-attach-target="target=u200 clock-ns=0.5" --hls-explore 2>&1 | FileCheck %s --check-prefix=CLOCK
// RUN: not hls-opt %s --split-input-file --hls-attach-target="target=u200 tool=2020.1" --hls-explore 2>&1 | FileCheck %s --check-prefix=TOOL
// RUN: not hls-opt %talos_src/test/Kernels/mini/gemm.mlir \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=gemm},func.func(hls-normalize,hls-distribute),hls-attach-target{target=zynq7020 clock-ns=10 usable=1},hls-explore)" \
// RUN:   2>&1 >%t | FileCheck %s --check-prefix=BUDGET
// RUN: count 0 < %t
// RUN: not hls-opt %s --split-input-file --hls-attach-target="target=u200 limit=DSP=x" --hls-explore 2>&1 | FileCheck %s --check-prefix=LIMIT

// TARGET: <unknown>:0: error: unknown target 'u201'; known targets: u200, u55c, zynq7020
// CLOCK: <unknown>:0: error: device 'u200': a clock of 500 ps is shorter than any operator library
// TOOL: <unknown>:0: error: device 'u200': no operator library for family 'virtexuplus' and Vitis 2020.1
// LIMIT: <unknown>:0: error: limit 'DSP=x': expected a whole number, 0 or more
// BUDGET: gemm.mlir:3:1: error: no design fits: these constraints cannot hold together: DSP; allow more of the device

// expected-error @below {{no function has 'hls.top'; run hls-prepare with the name of the top function first}}
module {
  func.func @f(%A: memref<16xf32>) { return }
}

// -----
// expected-error @below {{function 'top' stores nothing: there is no design to explore}}
func.func @top(%A: memref<16xf32>) attributes {hls.top} {
  return
}

// -----
#set = affine_set<(i) : (i - 3 >= 0)>
func.func @top(%A: memref<16xf32>, %B: memref<16xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    affine.if #set(%i) {
      // expected-note @below {{first statement is here}}
      affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<16xf32>
      // expected-error @below {{second statement in one nest; run hls-distribute first}}
      affine.store %x, %B[%i] {hls.stmt = "S1"} : memref<16xf32>
    }
  } {hls.name = "i"}
  return
}

// -----
func.func @top(%A: memref<16x16xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    // expected-error @below {{loop is not of the form '0 to N step 1'}}
    affine.for %j = 0 to affine_map<(d) -> (d + 1)>(%i) {
      affine.store %x, %A[%i, %j] {hls.stmt = "S0"} : memref<16x16xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----
func.func @top(%A: memref<16xf32>, %B: memref<16xf32>) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    // expected-error @below {{operation 'math.atan' on 'f32' has no entry in the operator libraries}}
    %t = math.atan %a : f32
    affine.store %t, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// Given points: a loop whose iterations wait for each other is unrolled,
func.func @top(%A: memref<17xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [4, 1, 4]>],
              order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 4>]>>]>} {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<17xf32>
    %b = arith.addf %a, %a : f32
    // expected-error @below {{design point of task 'S0', loop 'i': cannot be unrolled, its iterations depend on each other}}
    affine.store %b, %A[%i + 1] {hls.stmt = "S0"} : memref<17xf32>
  } {hls.name = "i"}
  return
}

// -----
// a partition that the unroll factor does not divide,
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [4, 1, 4]>],
              order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>]>>, <array = "B", partition = <[<cyclic, 4>]>>]>} {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    // expected-error @below {{array 'A', dimension 0: partition factor 2 is not a multiple of the unroll factor 4 of loop 'i' of task 'S0'}}
    affine.store %a, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// an array without an entry,
// expected-error @below {{design point has no entry for array 'A'}}
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [16, 1, 1]>],
              order = ["i"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// and a loop that the statement does not have.
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "j", trip = 16, padded = 16, factors = [16, 1, 1]>],
              order = ["j"], pipelined = "j">],
    arrays = [<array = "A", partition = <[<none>]>>, <array = "B", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    // expected-error @below {{design point of task 'S0' has no loop 'i'}}
    affine.store %a, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// Nor has a stream.
// expected-error @below {{design point of array 'A': the cost rules cover no stream; give the array one buffer for all tasks, or one to each task}}
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [16, 1, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<none>]>>, <array = "A", task = "S0", partition = <[<none>]>, depth = 2>]>} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    affine.store %0, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// Buffers that take turns are two,
// expected-error @below {{design point of array 'A' in task 'S0': the cost rules cover one copy or two; a tile is stored before the next one is loaded into its buffer, so that two serve all}}
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [4, 4, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", task = "S0", define = 1, transfer = 1, copies = 3, partition = <[<none>]>>,
              <array = "B", task = "S0", define = 1, transfer = 1, copies = 3, partition = <[<none>]>>]>} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    affine.store %0, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// of all that one loop transfers,
// expected-error @below {{design point of array 'B' in task 'S0': 1 copy; the arrays that the innermost loop around transfers moves have as many each, the others one}}
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [4, 4, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", task = "S0", define = 1, transfer = 1, copies = 2, partition = <[<none>]>>,
              <array = "B", task = "S0", define = 1, transfer = 1, partition = <[<none>]>>]>} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    affine.store %0, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// which moves nothing that is held outside of it,
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [4, 4, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "B", partition = <[<none>]>>, <array = "A", task = "S0", define = 1, transfer = 1, copies = 2, partition = <[<none>]>>]>} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    // expected-error @below {{design point of task 'S0': two copies of tiles take 3 tiles or more, and loops around the transfers that move nothing held outside of them, and each of which moves what is loaded and stored by whole tiles; give its arrays one copy}}
    affine.store %0, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// -----
// and runs three times or more.
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [2, 8, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", task = "S0", define = 1, transfer = 1, copies = 2, partition = <[<none>]>>,
              <array = "B", task = "S0", define = 1, transfer = 1, copies = 2, partition = <[<none>]>>]>} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    // expected-error @below {{design point of task 'S0': two copies of tiles take 3 tiles or more}}
    affine.store %0, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}
