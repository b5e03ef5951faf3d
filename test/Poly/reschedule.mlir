// RUN: split-file %s %t
// RUN: hls-opt %t/interchange.mlir --hls-test-reschedule='schedule={ S0[i, j] -> [j, i] }' | FileCheck %s --check-prefix=SWAP
// RUN: hls-opt %t/triangle.mlir --hls-test-reschedule='schedule={ S0[i, j] -> [j, i] }' | FileCheck %s --check-prefix=TRIANGLE
// RUN: hls-opt %t/interchange.mlir --hls-test-reschedule='schedule={ S0[i, j] -> [floor(i/4), j, i] }' | FileCheck %s --check-prefix=TILE
// RUN: hls-opt %t/symbol.mlir --hls-test-reschedule='schedule={[n] -> { S0[i] -> [0, i]; S1[i] -> [1, i] }}' | FileCheck %s --check-prefix=SYMBOL

// Loops keep their names and attributes, stores their statement names.
// SWAP: affine.for %[[J:.*]] = 0 to 6 {
// SWAP-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// SWAP-NEXT: %[[V:.*]] = affine.load %{{.*}}[%[[I]], %[[J]]]
// SWAP-NEXT: affine.store %[[V]], %{{.*}}[%[[J]], %[[I]]] {hls.stmt = "S0"}
// SWAP-NEXT: } {hls.name = "i", test.kept}
// SWAP-NEXT: } {hls.name = "j"}

// A triangle from the other side, normalised to start at 0.
// TRIANGLE: affine.for %[[J:.*]] = 0 to 8 {
// TRIANGLE-NEXT: affine.for %[[I:.*]] = 0 to #{{.*}}(%[[J]]) {
// TRIANGLE-NEXT: affine.load %{{.*}}[%[[J]] + %[[I]], %[[J]]]

// A tile's outer loop stands for a part of i only.
// TILE: affine.for %[[T:.*]] = 0 to 2 {
// TILE-NEXT: affine.for %[[J:.*]] = 0 to 6 {
// TILE-NEXT: affine.for %[[I:.*]] = 0 to 4 {
// TILE-NEXT: affine.load %{{.*}}[%{{.*}}, %[[J]]]
// TILE: {hls.name = "i_1"}
// TILE-NEXT: } {hls.name = "j"}
// TILE-NEXT: } {hls.name = "i_0"}

// SYMBOL: func.func @symbol(%[[N:[a-z0-9]+]]: index
// SYMBOL: affine.for %{{.*}} = 0 to %[[N]] {
// SYMBOL: hls.stmt = "S0"
// SYMBOL: affine.for %{{.*}} = 0 to %[[N]] {
// SYMBOL: hls.stmt = "S1"


//--- interchange.mlir
func.func @interchange(%A: memref<8x6xf32>, %B: memref<6x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<8x6xf32>
      affine.store %0, %B[%j, %i] {hls.stmt = "S0"} : memref<6x8xf32>
    } {hls.name = "j"}
  } {hls.name = "i", test.kept}
  return
}
//--- triangle.mlir
func.func @triangle(%A: memref<8x8xf32>, %B: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %A[%i, %j] : memref<8x8xf32>
      affine.store %0, %B[%i, %j] : memref<8x8xf32>
    }
  }
  return
}
//--- symbol.mlir
func.func @symbol(%n: index {hls.name = "n"}, %A: memref<?xf32>, %B: memref<?xf32>, %x: f32) {
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<?xf32>
    %0 = affine.load %A[%i] : memref<?xf32>
    affine.store %0, %B[%i] {hls.stmt = "S1"} : memref<?xf32>
  }
  return
}
