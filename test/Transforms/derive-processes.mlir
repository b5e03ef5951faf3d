// RUN: split-file %s %t
// RUN: hls-opt --hls-derive-processes %t/orders.mlir | FileCheck %t/orders.mlir
// RUN: hls-opt --hls-derive-processes %t/again.mlir | FileCheck %t/again.mlir
// RUN: hls-opt --hls-derive-processes %t/bursts.mlir | FileCheck %t/bursts.mlir
// RUN: sed 's/depth 6/depth 5/' %t/bursts.mlir | hls-opt --hls-derive-processes | FileCheck %t/bursts.mlir --check-prefix=EVEN
// RUN: hls-opt --hls-derive-processes %t/drops.mlir | FileCheck %t/drops.mlir
// RUN: hls-opt --hls-derive-processes %t/wrong.mlir --verify-diagnostics --split-input-file
// RUN: not hls-sim %t/left.mlir 2>&1 | FileCheck %t/left.mlir
// RUN: not hls-translate --emit-hlscpp %t/left.mlir 2>&1 | FileCheck %t/left.mlir --check-prefix=EMIT

//--- orders.mlir
// A row by row, used column by column of blocks of 3 rows, each block twice.
// CHECK-LABEL: func.func @orders
// CHECK: hls.stream "a_new" depth 8 : !hls.stream<f32>
// CHECK: hls.stream "a_ordered" depth 8 : !hls.stream<f32>
// CHECK: hls.stream "a" depth 8 : !hls.stream<f32>
// CHECK: hls.process load "load_a"
// CHECK: affine.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<6x5xf32>
// CHECK: hls.pipeline = #hls.pipeline<ii = 1, style = stp>
// CHECK: hls.process reorder "reorder_a"
// CHECK: hls.buffer "kept" : memref<2x15xf32>
// CHECK: affine.for %[[B:.*]] = 0 to 3 {
// CHECK: affine.for %[[S:.*]] = 0 to 15 {
// CHECK: affine.if #{{.*}}(%[[B]]) {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[B]] mod 2, %[[S]]]
// CHECK: affine.if #{{.*}}(%[[B]]) {
// CHECK: affine.load %{{.*}}[(%[[B]] + 1) mod 2, %[[S]] * 5 - (%[[S]] floordiv 3) * 14] : memref<2x15xf32>
// CHECK: hls.process hold "hold_a"
// CHECK: hls.buffer "kept" : memref<15xf32>
// CHECK: affine.for %[[I0:.*]] = 0 to 2 {
// CHECK: affine.for %[[J0:.*]] = 0 to 2 {
// CHECK: affine.for %[[K:.*]] = 0 to 5 {
// CHECK: affine.for %[[I2:.*]] = 0 to 3 {
// CHECK: affine.if #{{.*}}(%[[I0]], %[[J0]], %[[K]], %[[I2]]) {
// CHECK: hls.stream_read
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[K]] * 3 + %[[I2]]]
// CHECK: } else {
// CHECK: affine.load %{{.*}}[%[[K]] * 3 + %[[I2]]] : memref<15xf32>
// CHECK-NOT: hls.stream_load
func.func @orders(%A: memref<6x5xf32>, %B: memref<60xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    hls.stream_load %A to %a
      loaded <trips = [6, 5], element = affine_map<(i, k) -> (i, k)>>
      used <trips = [2, 2, 5, 3], element = affine_map<(i0, j0, k, i2) -> (i0 * 3 + i2, k)>>
      : memref<6x5xf32>, !hls.stream<f32>
    hls.process store "out" (%a, %B) : !hls.stream<f32>, memref<60xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<60xf32>):
      affine.for %i = 0 to 60 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %v, %to[%i] : memref<60xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

//--- again.mlir
// A comes from memory in each of 3 iterations. What is kept is a row, used
// twice; as much has room in front of it.
// CHECK-LABEL: func.func @again
// CHECK: hls.stream "a_new" depth 5 : !hls.stream<f32>
// CHECK: hls.process load "load_a"
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 5 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[K]]] : memref<6x5xf32>
// CHECK: hls.process hold "hold_a"
// CHECK: hls.buffer "kept" : memref<5xf32>
// CHECK: affine.for %{{.*}} = 0 to 3 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 6 {
// CHECK-NEXT: affine.for %[[AGAIN:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5 {
// CHECK: affine.if #{{.*}}(%{{.*}}, %{{.*}}, %[[AGAIN]], %{{.*}}) {
// CHECK: hls.stream_read
func.func @again(%A: memref<6x5xf32>, %B: memref<180xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.stream_load %A to %a
      loaded <trips = [3, 6, 5], element = affine_map<(r, i, k) -> (r, i, k)>>
      used <trips = [3, 6, 2, 5], element = affine_map<(r, i, j, k) -> (r, i, k)>> {room = 5}
      : memref<6x5xf32>, !hls.stream<f32>
    hls.process store "out" (%a, %B) : !hls.stream<f32>, memref<180xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<180xf32>):
      affine.for %i = 0 to 180 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %v, %to[%i] : memref<180xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

//--- bursts.mlir
// What a nest makes comes in bursts: boxes of a block are read last, in a run,
// so that hardly a token of the block before waits for them. Their FIFOs have
// to hold them all; else they are read evenly.
// CHECK: #[[LAST:.*]] = affine_set<(d0, d1, d2) : (-d0 + 1 >= 0, d1 - 1 == 0)>
// CHECK: hls.process reorder "reorder_used"
// CHECK: affine.for %[[B:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[PART:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[BOX:.*]] = 0 to 6 {
// CHECK-NEXT: affine.if #[[LAST]](%[[B]], %[[PART]], %[[BOX]]) {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[B]] mod 2, %[[BOX]],
// EVEN: #[[FIRST:.*]] = affine_set<(d0, d1, d2) : (-d0 + 1 >= 0, d2 == 0)>
// EVEN: hls.process reorder "reorder_used"
// EVEN: affine.for %[[B:.*]] = 0 to 3 {
// EVEN-NEXT: affine.for %[[BOX:.*]] = 0 to 6 {
// EVEN-NEXT: affine.for %[[PART:.*]] = 0 to 2 {
// EVEN-NEXT: affine.if #[[FIRST]](%[[B]], %[[BOX]], %[[PART]]) {
func.func @bursts(%A: memref<8x6xf32>, %v: f32) {
  hls.dataflow {
    %made = hls.stream "made" depth 6 : !hls.stream<f32, count = 4>
    %used = hls.stream "used" depth 2 : !hls.stream<f32, count = 2>
    hls.process compute "nest" (%made, %v) : !hls.stream<f32, count = 4>, f32 {
    ^bb0(%to: !hls.stream<f32, count = 4>, %value: f32):
      affine.for %b = 0 to 2 {
        affine.for %j = 0 to 6 {
          affine.for %l = 0 to 4 {
            hls.stream_write %value to %to[%l] : f32, !hls.stream<f32, count = 4>
          } {hls.unroll = #hls.unroll}
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
    hls.stream_pass %made to %used
      produced <trips = [2, 6], element = affine_map<(b, j) -> (b * 4, j)>, lanes = [4, 1]>
      used <trips = [4, 6], element = affine_map<(i, j) -> (i * 2, j)>, lanes = [2, 1]>
      : !hls.stream<f32, count = 4>, !hls.stream<f32, count = 2>
    hls.process store "out" (%used, %A) : !hls.stream<f32, count = 2>, memref<8x6xf32> {
    ^bb0(%from: !hls.stream<f32, count = 2>, %to: memref<8x6xf32>):
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 6 {
          affine.for %l = 0 to 2 {
            %x = hls.stream_read %from[%l] : !hls.stream<f32, count = 2> to f32
            affine.store %x, %to[%i * 2 + %l, %j] : memref<8x6xf32>
          } {hls.unroll = #hls.unroll}
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
  }
  return
}

//--- drops.mlir
// A triangle alone is used, row by row, each row twice: what is outside of it
// is dropped before the rows are held.
// CHECK: #[[KEPT:.*]] = affine_set<(d0, d1) : (d0 - d1 >= 0)>
// CHECK: hls.process drain "drop_a"
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 4 {
// CHECK-NEXT: %[[TOKEN:.*]] = hls.stream_read
// CHECK-NEXT: affine.if #[[KEPT]](%[[I]], %[[K]]) {
// CHECK-NEXT: hls.stream_write %[[TOKEN]]
// CHECK: hls.process hold "hold_a"
func.func @drops(%A: memref<4x4xf32>, %B: memref<20xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    hls.stream_load %A to %a
      loaded <trips = [4, 4], element = affine_map<(i, k) -> (i, k)>>
      used <trips = [4, 2, 4], element = affine_map<(i, j, k) -> (i, k)>>
      {hls.skips = [affine_set<(i, j, k) : (k - i - 1 >= 0)>], hls.unused = affine_set<(i, j, k) : (k - i - 1 >= 0)>}
      : memref<4x4xf32>, !hls.stream<f32>
    hls.process store "out" (%a, %B) : !hls.stream<f32>, memref<20xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<20xf32>):
      affine.for %i = 0 to 20 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %v, %to[%i] : memref<20xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// Each token is used once, or nowhere: nothing is held.
// CHECK-LABEL: func.func @once
// CHECK: hls.process drain "drop_a"
// CHECK-NOT: hls.process hold
// CHECK: return
func.func @once(%A: memref<4x4xf32>, %B: memref<10xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    hls.stream_load %A to %a
      loaded <trips = [4, 4], element = affine_map<(i, k) -> (i, k)>>
      used <trips = [4, 4], element = affine_map<(i, k) -> (i, k)>>
      {hls.skips = [affine_set<(i, k) : (k - i - 1 >= 0)>], hls.unused = affine_set<(i, k) : (k - i - 1 >= 0)>}
      : memref<4x4xf32>, !hls.stream<f32>
    hls.process store "out" (%a, %B) : !hls.stream<f32>, memref<10xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<10xf32>):
      affine.for %i = 0 to 10 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %v, %to[%i] : memref<10xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

//--- wrong.mlir
// Uses that are left out and no replays, and tokens that are new in another
// order than they come in.
func.func @left_out(%A: memref<4xf32>, %B: memref<4xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{stream 'a': uses that are left out (hls.skips) have to be replays of tokens, each of which is used before in the order of the stream}}
    hls.stream_load %A to %a loaded <trips = [4], element = affine_map<(i) -> (i)>> used <trips = [4], element = affine_map<(i) -> (i)>> {hls.skips = [affine_set<(i) : (i - 3 >= 0)>]} : memref<4xf32>, !hls.stream<f32>
    hls.stream_store %a to %B produced <trips = [4], element = affine_map<(i) -> (i)>> stored <trips = [4], element = affine_map<(i) -> (i)>> : !hls.stream<f32>, memref<4xf32>
  }
  return
}

// -----

func.func @other_order(%A: memref<4xf32>, %B: memref<4x4xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{stream 'a': where tiles without uses (hls.unused) are left out, tokens are not new in their order}}
    hls.stream_load %A to %a loaded <trips = [4], element = affine_map<(k) -> (k)>> used <trips = [4, 4], element = affine_map<(i, k) -> (k)>> {hls.skips = [affine_set<(i, k) : (2 - i - k >= 0)>], hls.unused = affine_set<(i, k) : (2 - i - k >= 0)>} : memref<4xf32>, !hls.stream<f32>
    hls.stream_store %a to %B produced <trips = [4, 4], element = affine_map<(i, k) -> (i, k)>> stored <trips = [4, 4], element = affine_map<(i, k) -> (i, k)>> : !hls.stream<f32>, memref<4x4xf32>
  }
  return
}

// -----

func.func @never_produced(%A: memref<6xf32>, %B: memref<6xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{stream 'a': an element is consumed that is never produced}}
    hls.stream_load %A to %a loaded <trips = [5], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<f32>
    hls.stream_store %a to %B produced <trips = [6], element = affine_map<(i) -> (i)>> stored <trips = [6], element = affine_map<(i) -> (i)>> : !hls.stream<f32>, memref<6xf32>
  }
  return
}

// -----

func.func @produced_twice(%A: memref<6xf32>, %B: memref<6xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    hls.stream_load %A to %a loaded <trips = [6], element = affine_map<(i) -> (i)>> used <trips = [6, 2], element = affine_map<(i, t) -> (i)>> : memref<6xf32>, !hls.stream<f32>
    // expected-error @below {{stream 'a': an element is produced twice; later values have a stream of their own}}
    hls.stream_store %a to %B produced <trips = [6, 2], element = affine_map<(i, t) -> (i)>> stored <trips = [6], element = affine_map<(i) -> (i)>> : !hls.stream<f32>, memref<6xf32>
  }
  return
}

// -----

func.func @loops(%A: memref<6xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{an order of 2 loops needs a map of as many dimensions, got affine_map<(d0) -> (d0)>}}
    hls.stream_load %A to %a loaded <trips = [6, 2], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<f32>
  }
  return
}

// -----

func.func @trips(%A: memref<6xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{a loop of an order runs at least once, got 0}}
    hls.stream_load %A to %a loaded <trips = [0], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<f32>
  }
  return
}

// -----

func.func @rank(%A: memref<6x2xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{needs one subscript a dimension (2) in each order, got 1}}
    hls.stream_load %A to %a loaded <trips = [6], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6x2xf32>, !hls.stream<f32>
  }
  return
}

// -----

func.func @repetitions(%A: memref<6xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{loads the array in each iteration of the outermost loop: both orders have its iterator as their first subscript, in no other one, and as many iterations of it}}
    hls.stream_load %A to %a loaded <trips = [2, 6], element = affine_map<(r, i) -> (r, i)>> used <trips = [3, 6], element = affine_map<(r, i) -> (r, i)>> : memref<6xf32>, !hls.stream<f32>
  }
  return
}

// -----

func.func @tokens(%A: memref<6xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32 x 4>
    // expected-error @below {{needs an array whose rows are whole tokens of 4 elements, got 'memref<6xf32>'}}
    hls.stream_load %A to %a loaded <trips = [6], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<f32 x 4>
  }
  return
}

// -----

func.func @element(%A: memref<6xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<i32>
    // expected-error @below {{moves 'memref<6xf32>' through FIFOs of its elements, got '!hls.stream<i32>'}}
    hls.stream_load %A to %a loaded <trips = [6], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<i32>
  }
  return
}

// -----

func.func @on_chip() {
  %A = hls.buffer "A" : memref<6xf32>
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // expected-error @below {{moves an array that is an argument of the top function}}
    hls.stream_load %A to %a loaded <trips = [6], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<f32>
  }
  return
}

//--- left.mlir
func.func @f(%A: memref<6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>}, %B: memref<6xf32> {hls.name = "B", hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 32>}) attributes {hls.top, hls.target = #hls.target<device = "u55c", part = "p", clock_ps = 4550, tool = "2023.2", tree_reduction = false>} {
  hls.dataflow {
    %a = hls.stream "a" depth 8 : !hls.stream<f32>
    // CHECK: left.mlir:5:5: error: 'hls.stream_load' is no process; run hls-derive-processes first
    hls.stream_load %A to %a loaded <trips = [6], element = affine_map<(i) -> (i)>> used <trips = [6], element = affine_map<(i) -> (i)>> : memref<6xf32>, !hls.stream<f32>
    // EMIT: error: cannot emit 'hls.stream_load' as HLS C++; run hls-derive-processes first
    hls.stream_store %a to %B produced <trips = [6], element = affine_map<(i) -> (i)>> stored <trips = [6], element = affine_map<(i) -> (i)>> : !hls.stream<f32>, memref<6xf32>
  }
  return
}
