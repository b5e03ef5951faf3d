// A nest with two loops around its transfers: they become one over 12 tiles.
// RUN: hls-opt %s --hls-overlap-tiles | FileCheck %s

// CHECK-LABEL: func.func @rows(
// CHECK: hls.task "S"
// CHECK-NEXT: ^bb0(%[[A:.*]]: memref<6x8xf32>, %[[B:.*]]: memref<6x8xf32>):
// CHECK: %[[A0:.*]] = hls.buffer "A_S_0" {array = "A"} : memref<2x2xf32>
// CHECK-NEXT: %[[A1:.*]] = hls.buffer "A_S_1" {array = "A"} : memref<2x2xf32>
// CHECK-NEXT: %[[B0:.*]] = hls.buffer "B_0" {array = "B"} : memref<2x2xf32>
// CHECK-NEXT: %[[B1:.*]] = hls.buffer "B_1" {array = "B"} : memref<2x2xf32>

// Tiles 0 and 1 are loaded, the second one beside the nest on the first.
// CHECK: hls.tile_load %[[A]][%c0{{.*}}, %c0{{.*}}] to %[[A0]]
// CHECK: hls.tile_load %[[A]][%c0{{.*}}, %c2{{.*}}] to %[[A1]]
// CHECK: hls.task "S_tile"(%[[A0]], %[[B0]]) : {{.*}} names ["A_S", "B"] {

// Tile n: even ones in the first buffers. The one before is stored, then comes
// what is loaded and stored (nothing here is both).
// CHECK: affine.for %[[N:.*]] = 1 to 11 {
// CHECK-NEXT: affine.if #{{.*}}(%[[N]]) {
// CHECK: hls.tile_store %[[B1]] to %[[B]]
// CHECK: hls.tile_load %[[A]][%{{.*}}, %{{.*}}] to %[[A1]]
// CHECK: hls.task "S_tile"(%[[A0]], %[[B0]])
// CHECK: } else {
// CHECK: hls.tile_store %[[B0]] to %[[B]]
// CHECK: hls.tile_load %[[A]][%{{.*}}, %{{.*}}] to %[[A0]]
// CHECK: hls.task "S_tile"(%[[A1]], %[[B1]])
// CHECK: } {hls.name = "i0_j0"}

// The last two tiles are stored, the first of them beside the last nest.
// CHECK: hls.tile_store %[[B0]] to %[[B]][%c4{{.*}}, %c4{{.*}}]
// CHECK: hls.task "S_tile"(%[[A1]], %[[B1]])
// CHECK: hls.tile_store %[[B1]] to %[[B]][%c4{{.*}}, %c6{{.*}}]
func.func @rows(%A: memref<6x8xf32> {hls.name = "A"}, %B: memref<6x8xf32> {hls.name = "B"}) {
  hls.task "S" (%A, %B) : memref<6x8xf32>, memref<6x8xf32> {
  ^bb0(%a: memref<6x8xf32>, %b: memref<6x8xf32>):
    affine.for %i0 = 0 to 3 {
      %r = affine.apply affine_map<(d0) -> (d0 * 2)>(%i0)
      affine.for %j0 = 0 to 8 step 2 {
        %x = hls.buffer "A_S" {array = "A", copies = 2 : i64} : memref<2x2xf32>
        %y = hls.buffer "B" {copies = 2 : i64} : memref<2x2xf32>
        hls.tile_load %a[%r, %j0] to %x beat 1 : memref<6x8xf32> to memref<2x2xf32>
        affine.for %i = 0 to 2 {
          affine.for %j = 0 to 2 {
            %0 = affine.load %x[%i, %j] : memref<2x2xf32>
            %1 = arith.addf %0, %0 : f32
            affine.store %1, %y[%i, %j] : memref<2x2xf32>
          } {hls.name = "j"}
        } {hls.name = "i"}
        hls.tile_store %y to %b[%r, %j0] beat 1 : memref<2x2xf32> to memref<6x8xf32>
      } {hls.name = "j0"}
    } {hls.name = "i0"}
  }
  return
}

// What has no copies stays as it is.
// CHECK-LABEL: func.func @alone(
// CHECK: affine.for
// CHECK: hls.buffer "A" : memref<1x8xf32>
// CHECK-NOT: hls.task "T_tile"
func.func @alone(%A: memref<8x8xf32> {hls.name = "A"}) {
  hls.task "T" (%A) : memref<8x8xf32> {
  ^bb0(%a: memref<8x8xf32>):
    %c0 = arith.constant 0 : index
    affine.for %i = 0 to 8 {
      %b = hls.buffer "A" : memref<1x8xf32>
      hls.tile_load %a[%i, %c0] to %b beat 1 : memref<8x8xf32> to memref<1x8xf32>
      hls.tile_store %b to %a[%i, %c0] beat 1 : memref<1x8xf32> to memref<8x8xf32>
    }
  }
  return
}
