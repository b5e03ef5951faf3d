// RUN: split-file %s %t
// RUN: hls-opt --hls-prepare=top=f --hls-schedule-nests %t/point.mlir | FileCheck %t/point.mlir
// RUN: hls-opt --hls-prepare=top=f --hls-schedule-nests %t/wrong.mlir --verify-diagnostics --split-input-file

//--- point.mlir

// Tiles in the point's order with the reduction inside of them, then steps with
// the pipelined loop innermost, then lanes with the reduction innermost.
// CHECK: func.func @f
// CHECK-SAME: hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>
// CHECK: affine.for %[[J0:.*]] = 0 to 2
// CHECK-NEXT: affine.for %[[I0:.*]] = 0 to 2
// CHECK-NEXT: affine.for %[[K0:.*]] = 0 to 4
// CHECK-NEXT: affine.for %[[J1:.*]] = 0 to 2
// CHECK-NEXT: affine.for %[[I1:.*]] = 0 to 3
// CHECK-NEXT: affine.for %[[J2:.*]] = 0 to 2
// CHECK-NEXT: affine.for %[[K2:.*]] = 0 to 2
// CHECK: affine.load %{{.*}}[%[[I0]] * 3 + %[[I1]], %[[K0]] * 2 + %[[K2]]]
// CHECK: } {hls.name = "k2", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.name = "j2", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.name = "i1", hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
// CHECK-NEXT: } {hls.name = "j1"}
func.func @f(%A: memref<6x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}, %C: memref<6x8xf32> {hls.name = "C"})
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"],
       loops = [<name = "i", trip = 6, padded = 6, factors = [2, 3, 1]>,
                <name = "k", trip = 8, padded = 8, factors = [4, 1, 2]>,
                <name = "j", trip = 8, padded = 8, factors = [2, 2, 2]>],
       order = ["j", "i", "k"], pipelined = "i", concurrency = dataflow>],
      arrays = [<array = "A", beat = 4, partition = <[<none, 1>, <none, 1>]>>]>} {
  affine.for %i = 0 to 6 {
    affine.for %k = 0 to 8 {
      affine.for %j = 0 to 8 {
        %c = affine.load %C[%i, %j] : memref<6x8xf32>
        %a = affine.load %A[%i, %k] : memref<6x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x8xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<6x8xf32>
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}

//--- wrong.mlir

// expected-error @below {{function 'f' has no design point (hls.design); run hls-explore or write one}}
func.func @f(%A: memref<8xf32> {hls.name = "A"}, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A"}, %x: f32)
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>],
       order = ["i"], pipelined = "i">], arrays = []>} {
  // expected-error @below {{design point: array 'A': is accessed by task "S0" but has no point; add one}}
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A"}, %x: f32)
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 6, padded = 6, factors = [6, 1, 1]>],
       order = ["i"], pipelined = "i", concurrency = dataflow>], arrays = []>} {
  // expected-error @below {{design point: task S0: loop 'i' needs three factors whose product is its 8 iterations}}
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{design point: array A is transferred in 2 loops; a nest that is streamed takes it once (transfer = 0) or again in its outermost loop (transfer = 1)}}
func.func @f(%A: memref<4xf32> {hls.name = "A"}, %B: memref<8x2x4xf32> {hls.name = "B"})
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>,
       <name = "j", trip = 2, padded = 2, factors = [2, 1, 1]>, <name = "k", trip = 4, padded = 4, factors = [4, 1, 1]>],
       order = ["i", "j", "k"], pipelined = "k", concurrency = dataflow>],
       arrays = [<array = "A", task = "S0", transfer = 2, partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 4 {
        %0 = affine.load %A[%k] : memref<4xf32>
        affine.store %0, %B[%i, %j, %k] : memref<8x2x4xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

func.func @f(%A: memref<8xf32> {hls.name = "A"}, %s: memref<1xf32> {hls.name = "s"})
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [4, 2, 1]>],
       order = ["i"], pipelined = "i", concurrency = dataflow>], arrays = []>} {
  // expected-error @below {{design point: task S0: loop 'i' reduces: it has tiles and lanes, and no steps in a tile}}
  affine.for %i = 0 to 8 {
    %o = affine.load %s[0] : memref<1xf32>
    %a = affine.load %A[%i] : memref<8xf32>
    %n = arith.addf %o, %a : f32
    affine.store %n, %s[0] : memref<1xf32>
  } {hls.name = "i"}
  return
}
