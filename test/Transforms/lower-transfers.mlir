// RUN: hls-opt %s --hls-lower-transfers --split-input-file --verify-diagnostics | FileCheck %s

// Rows that are whole beats: the last counter counts beats of a row. Single
// elements move without a beat.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[A:.*]]: memref<4x8xf32> {{.*}}, %[[V:.*]]: memref<6xf32>
// CHECK: %[[B:.*]] = hls.buffer "A"
// CHECK: %[[W:.*]] = hls.buffer "v"
// CHECK: hls.task load "A"(%[[B]], %[[A]]) : memref<4x8xf32>, memref<4x8xf32> names ["buffer", "A"] {
// CHECK-NEXT: ^bb0(%[[TO:.*]]: memref<4x8xf32>, %[[FROM:.*]]: memref<4x8xf32>):
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 2 {
// CHECK-NEXT: %[[BEAT:.*]] = hls.beat_read %[[FROM]][%[[I]], %[[J]]] : memref<4x8xf32> to memref<4xf32>
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 4 {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[BEAT]][%[[L]]] : memref<4xf32>
// CHECK-NEXT: affine.store %[[X]], %[[TO]][%[[I]], %[[J]] * 4 + %[[L]]] : memref<4x8xf32>
// CHECK-NEXT: } {hls.name = "lane", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.name = "i1", hls.pipeline = #hls.pipeline<ii = 1>}
// CHECK-NEXT: } {hls.name = "i0"}
// CHECK-NEXT: } {hls.qor = {latency = 3 : i64}}
// CHECK: hls.task store "v"(%[[W]], %[[V]]) : memref<6xf32>, memref<6xf32> names ["buffer", "v"] {
// CHECK-NEXT: ^bb0(%[[FROM:.*]]: memref<6xf32>, %[[TO:.*]]: memref<6xf32>):
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[FROM]][%[[I]]]
// CHECK-NEXT: affine.store %[[X]], %[[TO]][%[[I]]]
// CHECK-NEXT: } {hls.name = "i0", hls.pipeline = #hls.pipeline<ii = 1>}
func.func @rows(%A: memref<4x8xf32> {hls.name = "A"}, %v: memref<6xf32> {hls.name = "v"}) {
  %b = hls.buffer "A" : memref<4x8xf32>
  %w = hls.buffer "v" : memref<6xf32>
  hls.tile_load %A[] to %b beat 4 {hls.qor = {latency = 3 : i64}} : memref<4x8xf32> to memref<4x8xf32>
  hls.tile_store %w to %v[] beat 1 : memref<6xf32> to memref<6xf32>
  return
}

// -----

// Offsets: constants stand in the task, in beats of a row, the others are its
// operands.
// CHECK-LABEL: func.func @tile(
// CHECK: hls.task "t"(%{{.*}}) : memref<12x16xf32> {
// CHECK: affine.for %[[R:.*]] = 0 to 3 {
// CHECK: %[[O:.*]] = affine.apply
// CHECK: hls.task store "A"(%{{.*}}, %{{.*}}, %[[O]]) : memref<4x8xf32>, memref<12x16xf32>, index names ["buffer", "A", "offset0"] {
// CHECK-NEXT: ^bb0(%[[FROM:.*]]: memref<4x8xf32>, %[[TO:.*]]: memref<12x16xf32>, %[[OFFSET:.*]]: index):
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: %[[C:.*]] = arith.constant 4 : index
// CHECK-NEXT: %[[BEAT:.*]] = hls.beat : memref<2xf32>
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[FROM]][%[[I]], %[[J]] * 2 + %[[L]]]
// CHECK-NEXT: affine.store %[[X]], %[[BEAT]][%[[L]]]
// CHECK-NEXT: }
// CHECK-NEXT: hls.beat_write %[[BEAT]] to %[[TO]][%[[OFFSET]] + %[[I]], %[[C]] + %[[J]]] : memref<2xf32> to memref<12x16xf32>
func.func @tile(%A: memref<12x16xf32> {hls.name = "A"}) {
  hls.task "t" (%A) : memref<12x16xf32> {
  ^bb0(%a: memref<12x16xf32>):
    %c8 = arith.constant 8 : index
    affine.for %r = 0 to 3 {
      %b = hls.buffer "A_t" : memref<4x8xf32>
      %o = affine.apply affine_map<(d0) -> (d0 * 4)>(%r)
      hls.tile_store %b to %a[%o, %c8] beat 2 : memref<4x8xf32> to memref<12x16xf32>
    }
  }
  return
}

// -----

// An offset of the last dimension is counted in beats; an argument without a
// name is called by its position.
// CHECK-LABEL: func.func @column(
// CHECK: hls.task load "arg0"(%{{.*}}, %{{.*}}, %{{.*}}) : memref<4xf32>, memref<12xf32>, index names ["buffer", "arg0", "offset0"] {
// CHECK: hls.beat_read %{{.*}}[%{{.*}} floordiv 4 + %{{.*}}] : memref<12xf32> to memref<4xf32>
func.func @column(%A: memref<12xf32>) {
  hls.task "t" (%A) : memref<12xf32> {
  ^bb0(%a: memref<12xf32>):
    affine.for %r = 0 to 12 step 4 {
      %b = hls.buffer "A_t" : memref<4xf32>
      hls.tile_load %a[%r] to %b beat 4 : memref<12xf32> to memref<4xf32>
    }
  }
  return
}

// -----

// Rows that are no whole beats: what the last beat of a row has beyond its end
// is left out, of the buffer and of the beat alike.
// CHECK: #[[INSIDE:.*]] = affine_set<(d0, d1, d2) : (-(d1 * 2 + d2) + 6 >= 0)>
// CHECK-LABEL: func.func @tails(
// CHECK: hls.task load "A"
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: %[[BEAT:.*]] = hls.beat_read %{{.*}}[%[[I]], %[[J]]] : memref<6x7xf32> to memref<2xf32>
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: affine.if #[[INSIDE]](%[[I]], %[[J]], %[[L]]) {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[BEAT]][%[[L]]]
// CHECK-NEXT: affine.store %[[X]], %{{.*}}[%[[I]], %[[J]] * 2 + %[[L]]] : memref<6x7xf32>
// CHECK-NEXT: }
// CHECK-NEXT: } {hls.name = "lane", hls.unroll = #hls.unroll}
// CHECK: hls.task store "A"
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: %[[BEAT:.*]] = hls.beat : memref<2xf32>
// CHECK-NEXT: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: affine.if #[[INSIDE]](%[[I]], %[[J]], %[[L]]) {
// CHECK-NEXT: %[[X:.*]] = affine.load %{{.*}}[%[[I]], %[[J]] * 2 + %[[L]]] : memref<6x7xf32>
// CHECK-NEXT: affine.store %[[X]], %[[BEAT]][%[[L]]]
// CHECK-NEXT: }
// CHECK-NEXT: } {hls.name = "lane", hls.unroll = #hls.unroll}
// CHECK-NEXT: hls.beat_write %[[BEAT]] to %{{.*}}[%[[I]], %[[J]]] : memref<2xf32> to memref<6x7xf32>
func.func @tails(%A: memref<6x7xf32> {hls.name = "A"}) {
  %b = hls.buffer "A" : memref<6x7xf32>
  hls.tile_load %A[] to %b beat 2 : memref<6x7xf32> to memref<6x7xf32>
  hls.tile_store %b to %A[] beat 2 : memref<6x7xf32> to memref<6x7xf32>
  return
}

// -----

// Lanes of two dimensions: boxes of 4 x 2, a beat of 2 on each of four ports.
// CHECK: #[[INSIDE:.*]] = affine_set<(d0, d1, d2, d3) : (-(d0 * 4 + d1) + 5 >= 0, -(d2 * 2 + d3) + 6 >= 0)>
// CHECK-LABEL: func.func @lanes(
// CHECK: hls.task load "A"
// CHECK: affine.for %[[I:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: %[[BEAT:.*]] = hls.beat_read %{{.*}}[%[[I]], %[[J]]] {lanes = array<i64: 4, 2>} : memref<6x7xf32> to memref<8xf32>
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 2 {
// CHECK-NEXT: affine.if #[[INSIDE]](%[[I]], %[[R]], %[[J]], %[[C]]) {
// CHECK-NEXT: %[[X:.*]] = affine.load %[[BEAT]][%[[R]] * 2 + %[[C]]] : memref<8xf32>
// CHECK-NEXT: affine.store %[[X]], %{{.*}}[%[[I]] * 4 + %[[R]], %[[J]] * 2 + %[[C]]] : memref<6x7xf32>
// CHECK: } {hls.name = "lane", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.name = "lane0", hls.unroll = #hls.unroll}
// CHECK: hls.task store "A"
// CHECK: %[[BEAT:.*]] = hls.beat : memref<8xf32>
// CHECK: affine.store %{{.*}}, %[[BEAT]][%{{.*}} * 2 + %{{.*}}] : memref<8xf32>
// CHECK: hls.beat_write %[[BEAT]] to %{{.*}}[%{{.*}}, %{{.*}}] {lanes = array<i64: 4, 2>} : memref<8xf32> to memref<6x7xf32>
func.func @lanes(%A: memref<6x7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64, lanes = [4, 2]>}) {
  %b = hls.buffer "A" : memref<6x7xf32>
  hls.tile_load %A[] to %b beat 2 : memref<6x7xf32> to memref<6x7xf32>
  hls.tile_store %b to %A[] beat 2 : memref<6x7xf32> to memref<6x7xf32>
  return
}

// -----

// Four ports with a block of 2 rows each, the last of which has 1: a beat of
// every block at a time.
// CHECK: #[[INSIDE:.*]] = affine_set<(d0, d1, d2, d3) : (-(d0 + d3 * 2) + 6 >= 0, -(d1 * 2 + d2) + 6 >= 0)>
// CHECK-LABEL: func.func @blocks(
// CHECK: affine.for %[[I:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 4 {
// CHECK-NEXT: %[[BEAT:.*]] = hls.beat_read %{{.*}}[%[[I]], %[[J]]] {blocks = 4 : i64} : memref<7x7xf32> to memref<8xf32>
// CHECK-NEXT: affine.for %[[B:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[C:.*]] = 0 to 2 {
// CHECK-NEXT: affine.if #[[INSIDE]](
// CHECK-NEXT: %[[X:.*]] = affine.load %[[BEAT]][%[[B]] * 2 + %[[C]]] : memref<8xf32>
// CHECK-NEXT: affine.store %[[X]], %{{.*}}[%[[I]] + %[[B]] * 2, %[[J]] * 2 + %[[C]]] : memref<7x7xf32>
// CHECK: hls.beat_write %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] {blocks = 4 : i64} : memref<8xf32> to memref<7x7xf32>
func.func @blocks(%A: memref<7x7xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64, lanes = [1, 2], port_blocks = 4>}) {
  %b = hls.buffer "A" : memref<7x7xf32>
  hls.tile_load %A[] to %b beat 2 : memref<7x7xf32> to memref<7x7xf32>
  hls.tile_store %b to %A[] beat 2 : memref<7x7xf32> to memref<7x7xf32>
  return
}

// -----

func.func @part(%A: memref<8x8xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64, port_blocks = 2>}) {
  %c = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %0 = hls.buffer "A" : memref<4x8xf32>
  // expected-error @below {{each port of 'A' holds a block of it, which only transfers of the whole array move; use one port, or ports that take beats in turn}}
  hls.tile_load %A[%c, %c0] to %0 beat 2 : memref<8x8xf32> to memref<4x8xf32>
  return
}

// -----

// CHECK-LABEL: func.func @scalar(
// CHECK: hls.task load "s"
// CHECK-NEXT: ^bb0
// CHECK-NEXT: %[[X:.*]] = affine.load
// CHECK-NEXT: affine.store %[[X]]
func.func @scalar(%s: memref<f32> {hls.name = "s"}) {
  %b = hls.buffer "s" : memref<f32>
  hls.tile_load %s[] to %b beat 1 : memref<f32> to memref<f32>
  return
}

// -----

func.func @odd(%A: memref<8xf32> {hls.name = "A"}) {
  %c = arith.constant 1 : index
  %0 = hls.buffer "A" : memref<4xf32>
  // expected-error @below {{rows of the tile of 'A' do not start and end on beats of 2 elements; use a smaller beat}}
  hls.tile_load %A[%c] to %0 beat 2 : memref<8xf32> to memref<4xf32>
  return
}

// -----

func.func @inside() {
  %a = memref.alloc() : memref<8xf32>
  %0 = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{the off-chip array must be an argument of the top function}}
  hls.tile_load %a[] to %0 beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @outside(%A: memref<8xf32>, %B: memref<8xf32>) {
  // expected-error @below {{the buffer is an off-chip array itself}}
  hls.tile_load %A[] to %B beat 1 : memref<8xf32> to memref<8xf32>
  return
}
