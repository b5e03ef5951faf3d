// Directives of the source are pins: what they ask for is fixed.
// RUN: split-file %s %t
// RUN: hls-opt %t/kept.mlir --hls-attach-target=target=u200 --hls-explore 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not hls-opt %t/shared.mlir --hls-attach-target=target=u200 --hls-explore 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not hls-opt %t/variable.mlir --hls-attach-target=target=u200 --hls-explore 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not hls-opt %t/block.mlir --hls-attach-target=target=u200 --hls-explore 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: not hls-opt %t/divisor.mlir --hls-attach-target=target=u200 --hls-explore 2>&1 | FileCheck %s --check-prefix=DIVISOR
// RUN: not hls-opt %t/distributed.mlir --hls-distribute --hls-rectangularize --hls-attach-target=target=u200 --hls-explore=pin=S1.pipelined=j 2>&1 | FileCheck %s --check-prefix=DISTRIBUTED

// The loop inside of the pipelined one is unrolled, the array has its banks.
// KEPT: kept.mlir:4:3: remark: the initiation interval 2 that is asked for loop 'i' is left out
// KEPT: <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = {{[^>]*}}pipelined = "i"
// KEPT-SAME: <name = "S1", {{[^>]*}}factors = [{{[0-9]+}}, {{[0-9]+}}, 4]>
// KEPT-SAME: <array = "T", partition = <[<cyclic, 4>, <complete>]>>
// KEPT-SAME: pins = ["T.partition0=4", "T.partition1=6", "S0.j.t2=6", "S0.pipelined=i", "S1.i.t2=4"]
//--- kept.mlir
func.func @top(%A: memref<8x6xf32> {hls.name = "A"}, %x: f32) attributes {hls.top} {
  %T = memref.alloc() {hls.name = "T", hls.partition = #hls.partition<[<cyclic, 4>, <complete>]>} : memref<8x6xf32>

  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      affine.store %x, %T[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 2>}
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %v = affine.load %T[%i, %j] : memref<8x6xf32>
      affine.store %v, %A[%i, %j] {hls.stmt = "S1"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i", hls.unroll = #hls.unroll<factor = 4>}
  memref.dealloc %T : memref<8x6xf32>
  return
}

// SHARED: shared.mlir:2:3: error: 'hls.pipeline' on loop 'i' cannot be kept: the loop runs around statements that stay together (S0, S1); remove it, or put it on a loop around one statement
//--- shared.mlir
func.func @top(%A: memref<9xf32> {hls.name = "A"}, %B: memref<9xf32> {hls.name = "B"}) attributes {hls.top} {
  affine.for %i = 1 to 9 {
    %a = affine.load %A[%i - 1] : memref<9xf32>
    affine.store %a, %B[%i] {hls.stmt = "S0"} : memref<9xf32>
    %b = affine.load %B[%i] : memref<9xf32>
    affine.store %b, %A[%i] {hls.stmt = "S1"} : memref<9xf32>
  } {hls.name = "i", hls.pipeline = #hls.pipeline}
  return
}

// VARIABLE: variable.mlir:3:5: error: loop 'j' cannot be unrolled completely: its trip count is not constant
//--- variable.mlir
func.func @top(%A: memref<8x8xf32> {hls.name = "A"}, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.store %x, %A[%i, %j] {hls.stmt = "S0"} : memref<8x8xf32>
    } {hls.name = "j", hls.unroll = #hls.unroll}
  } {hls.name = "i"}
  return
}

// BLOCK: block.mlir:2:8: error: array 'T' cannot be partitioned in blocks: banks of a design are cyclic
//--- block.mlir
func.func @top(%A: memref<8xf32> {hls.name = "A"}, %x: f32) attributes {hls.top} {
  %T = memref.alloc() {hls.name = "T", hls.partition = #hls.partition<[<block, 2>]>} : memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.store %x, %T[%i] {hls.stmt = "S0"} : memref<8xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 8 {
    %v = affine.load %T[%i] : memref<8xf32>
    affine.store %v, %A[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// DIVISOR: error: pin 'S0.i.t2=3': S0.i.t2 takes none of these values, only 1, 2, 4, 8
//--- divisor.mlir
func.func @top(%A: memref<8xf32> {hls.name = "A"}, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<8xf32>
  } {hls.name = "i", hls.unroll = #hls.unroll<factor = 3>}
  return
}

// A loop that is distributed keeps its directive for every statement.
// DISTRIBUTED: error: pins 'S1.pipelined=j' and 'S1.pipelined=i' contradict each other
//--- distributed.mlir
func.func @top(%A: memref<8x4xf32> {hls.name = "A"}, %B: memref<8x4xf32> {hls.name = "B"}, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      affine.store %x, %A[%i, %j] {hls.stmt = "S0"} : memref<8x4xf32>
      affine.store %x, %B[%i, %j] {hls.stmt = "S1"} : memref<8x4xf32>
    } {hls.name = "j"}
  } {hls.name = "i", hls.pipeline = #hls.pipeline}
  return
}
