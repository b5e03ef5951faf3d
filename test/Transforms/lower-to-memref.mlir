// RUN: hls-opt %s --hls-lower-to-memref --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @f(%arg0: memref<8x6xf32>) {
// CHECK: affine.for %[[I:.*]] = 0 to 4 {
// CHECK: %[[O:.*]] = affine.apply
// CHECK: %[[B:.*]] = memref.alloc() : memref<2x6xf32>
// CHECK: affine.for %[[X:.*]] = 0 to 2 {
// CHECK-NEXT: affine.for %[[Y:.*]] = 0 to 6 {
// CHECK-NEXT: %[[V:.*]] = affine.load %arg0[%[[X]] + %[[O]], %[[Y]] + %{{.*}}]
// CHECK-NEXT: affine.store %[[V]], %[[B]][%[[X]], %[[Y]]]
// CHECK: affine.load %[[B]][%{{.*}}, %{{.*}}] : memref<2x6xf32>
// CHECK-NEXT: affine.store %{{.*}}, %arg0[%{{.*}}, %{{.*}}] : memref<8x6xf32>
// CHECK: memref.dealloc %[[B]]
// CHECK-NOT: hls.
func.func @f(%A: memref<8x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "b", width = 32>}) attributes {hls.top} {
  hls.task "t" (%A) : memref<8x6xf32> {
  ^bb0(%a: memref<8x6xf32>):
    affine.for %i = 0 to 4 {
      %o = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
      %c0 = arith.constant 0 : index
      %b = hls.buffer "b" {copies = 2} : memref<2x6xf32>
      hls.tile_load %a[%o, %c0] to %b beat 1 : memref<8x6xf32> to memref<2x6xf32>
      hls.tile_store %b to %a[%o, %c0] beat 1 : memref<2x6xf32> to memref<8x6xf32>
    } {hls.name = "i"}
  }
  return
}

// -----

func.func @offset(%A: memref<8xf32>, %x: memref<1xi32>) {
  %b = hls.buffer "b" : memref<4xf32>
  affine.for %i = 0 to 2 {
    %0 = affine.load %x[0] : memref<1xi32>
    %o = arith.index_cast %0 : i32 to index
    // expected-error @below {{an offset of the transfer is not affine in the surrounding loops; compute it with affine.apply}}
    hls.tile_load %A[%o] to %b beat 1 : memref<8xf32> to memref<4xf32>
  }
  return
}

// -----

// Beats of a row, and boxes of two rows that reach beyond the array.
// CHECK: #[[INSIDE:.*]] = affine_set<(d0, d1) : (-(d0 * 4 + d1 floordiv 2) + 5 >= 0)>
// CHECK-LABEL: func.func @beats(%arg0: memref<6x4xf32>) {
// CHECK: %[[B:.*]] = memref.alloc() : memref<6x4xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 6 {
// CHECK: affine.for %[[J:.*]] = 0 to 2 {
// CHECK: %[[BEAT:.*]] = memref.alloc() : memref<2xf32>
// CHECK: affine.for %[[L:.*]] = 0 to 2 {
// CHECK-NEXT: %[[V:.*]] = affine.load %arg0[%[[I]], %[[J]] * 2 + %[[L]]] : memref<6x4xf32>
// CHECK-NEXT: affine.store %[[V]], %[[BEAT]][%[[L]]]
// CHECK: memref.dealloc %[[BEAT]]
// CHECK: affine.for %[[N:.*]] = 0 to 2 {
// CHECK: %[[BEAT:.*]] = memref.alloc() : memref<8xf32>
// CHECK: affine.for %[[L:.*]] = 0 to 8 {
// CHECK-NEXT: affine.if #[[INSIDE]](%[[N]], %[[L]]) {
// CHECK-NEXT: %[[V:.*]] = affine.load %[[BEAT]][%[[L]]]
// CHECK-NEXT: affine.store %[[V]], %arg0[%[[N]] * 4 + %[[L]] floordiv 2, %[[L]] mod 2] : memref<6x4xf32>
// CHECK-NOT: hls.
func.func @beats(%A: memref<6x4xf32> {hls.name = "A"}) {
  %b = hls.buffer "A" : memref<6x4xf32>
  hls.task load "A" (%b, %A) : memref<6x4xf32>, memref<6x4xf32> {
  ^bb0(%c: memref<6x4xf32>, %a: memref<6x4xf32>):
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 2 {
        %beat = hls.beat_read %a[%i, %j] : memref<6x4xf32> to memref<2xf32>
        affine.for %l = 0 to 2 {
          %0 = affine.load %beat[%l] : memref<2xf32>
          affine.store %0, %c[%i, %j * 2 + %l] : memref<6x4xf32>
        }
      }
    }
  }
  hls.task store "A" (%b, %A) : memref<6x4xf32>, memref<6x4xf32> {
  ^bb0(%c: memref<6x4xf32>, %a: memref<6x4xf32>):
    affine.for %n = 0 to 2 {
      %beat = hls.beat : memref<8xf32>
      hls.beat_write %beat to %a[%n, 0] {lanes = array<i64: 4, 2>} : memref<8xf32> to memref<6x4xf32>
    }
  }
  return
}

// -----

// Two ports have rows in turn: beats of a row each, and of all their rows.
// CHECK-LABEL: func.func @in_turn(%arg0: memref<6x4xf32>) {
// CHECK: affine.for %[[L:.*]] = 0 to 4 {
// CHECK-NEXT: affine.load %arg0[%[[I:.*]] * 2 + %[[L]] floordiv 2, %[[J:.*]] * 2 + %[[L]] mod 2] : memref<6x4xf32>
// CHECK: affine.for %[[L:.*]] = 0 to 8 {
// CHECK: affine.load %arg0[(%[[N:.*]] + (%[[L]] mod 4) floordiv 4) * 2 + %[[L]] floordiv 4, %[[L]] mod 4] : memref<6x4xf32>
func.func @in_turn(%A: memref<6x4xf32> {hls.name = "A"}) {
  hls.task "load" (%A) : memref<6x4xf32> {
  ^bb0(%a: memref<6x4xf32>):
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 2 {
        %beat = hls.beat_read %a[%i, %j] {blocks = 2 : i64, in_turn} : memref<6x4xf32> to memref<4xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %n = 0 to 3 {
      %beat = hls.beat_read %a[0, %n] {blocks = 2 : i64, flat, in_turn} : memref<6x4xf32> to memref<8xf32>
    } {hls.name = "n"}
  }
  return
}

// -----

// Memory holds tiles of 3 x 5: beats reach beyond a tile, the last tiles beyond
// the array.
// CHECK-LABEL: func.func @tiles(
// CHECK: affine.for %[[LANE:.*]] = 0 to 4 {
// CHECK: affine.if
// CHECK: affine.if
// CHECK: affine.store %{{.*}}, %arg0[%{{.*}} * 3 + %{{.*}}, %{{.*}} * 5 + %{{.*}} * 4 + %[[LANE]]] : memref<8x12xf32>
func.func @tiles(%A: memref<8x12xf32> {hls.name = "A", hls.tiles = array<i64: 3, 5>, hls.interface = #hls.interface<m_axi, bundle = "b", width = 128, lanes = [1, 4]>}, %x: f32) attributes {hls.top} {
  affine.for %t = 0 to 3 {
    affine.for %u = 0 to 3 {
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 2 {
          %beat = hls.beat : memref<4xf32>
          affine.for %l = 0 to 4 {
            affine.store %x, %beat[%l] : memref<4xf32>
          }
          hls.beat_write %beat to %A[%t, %u, %i, %j] : memref<4xf32> to memref<8x12xf32>
        }
      }
    }
  }
  return
}
