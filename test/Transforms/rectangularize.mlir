// RUN: hls-opt %s --hls-normalize --hls-distribute --hls-rectangularize --split-input-file --verify-diagnostics | FileCheck %s

// A triangular nest: the box, and a guard that says no more than the box does
// not.
// CHECK: #[[$LOWER:.*]] = affine_set<(d0, d1) : (d0 - d1 >= 0)>
// CHECK-LABEL: @triangle
// CHECK: affine.for %[[I:.*]] = 0 to 10
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 10
// CHECK-NEXT: affine.if #[[$LOWER]](%[[I]], %[[J]])
// CHECK: affine.store {{.*}}[%[[I]], %[[J]]]
func.func @triangle(%A: memref<10x10xf32>) attributes {hls.top} {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %A[%i, %j] : memref<10x10xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %A[%i, %j] : memref<10x10xf32>
    }
  }
  return
}

// -----

// Lower bounds move to 0 in a rectangle that needs no guard.
// CHECK-LABEL: @shifted
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK-NOT: affine.if
// CHECK: affine.load {{.*}}[%[[I]]]
// CHECK: affine.store {{.*}}[%[[I]] + 1]
func.func @shifted(%A: memref<10xf32>, %B: memref<10xf32>) attributes {hls.top} {
  affine.for %i = 1 to 9 {
    %0 = affine.load %A[%i - 1] : memref<10xf32>
    affine.store %0, %B[%i] : memref<10xf32>
  }
  return
}

// -----

// A loop that dependences share keeps its bounds; a condition around several
// statements goes into each.
// CHECK: #[[$LATE:.*]] = affine_set<(d0) : (d0 - 3 >= 0)>
// CHECK: #[[$INNER:.*]] = affine_set<(d0, d1) : (d1 - 3 >= 0, -d0 + d1 - 1 >= 0)>
// CHECK-LABEL: @shared
// CHECK: affine.for %[[T:.*]] = 1 to 9
// CHECK-NEXT: affine.if #[[$LATE]](%[[T]])
// CHECK: affine.store {{.*}}hls.stmt = "S0"
// CHECK: affine.for %[[K:.*]] = 0 to 8
// CHECK-NEXT: affine.if #[[$INNER]](%[[K]], %[[T]])
// CHECK: affine.load {{.*}}[%[[K]]]
// CHECK: affine.store {{.*}}[%[[T]]] {hls.stmt = "S1"}
func.func @shared(%A: memref<10xf32>, %B: memref<10xf32>) attributes {hls.top} {
  // expected-remark @below {{stay together}}
  affine.for %t = max affine_map<() -> (1, 0)>() to 9 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%t) {
      %0 = affine.load %A[%t - 1] : memref<10xf32>
      affine.store %0, %B[%t] : memref<10xf32>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%t) {
        %1 = affine.load %B[%k] : memref<10xf32>
        %2 = affine.load %A[%t] : memref<10xf32>
        %3 = arith.addf %1, %2 : f32
        affine.store %3, %A[%t] : memref<10xf32>
      }
    }
  }
  return
}

// -----

// The two ways of a condition, of which the second has two pieces.
// CHECK-DAG: #[[$BOTH:.*]] = affine_set<(d0, d1) : (d0 - d1 == 0)>
// CHECK-DAG: #[[$BELOW:.*]] = affine_set<(d0, d1) : (-d0 + d1 >= 0)>
// CHECK-DAG: #[[$ABOVE:.*]] = affine_set<(d0, d1) : (d0 - d1 >= 0)>
// CHECK-LABEL: @ways
// CHECK: affine.if #[[$BOTH]]
// CHECK: affine.if #[[$BELOW]]
// CHECK: affine.if #[[$ABOVE]]
func.func @ways(%A: memref<8x8xf32>, %x: f32, %y: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - d1 == 0)>(%i, %j) {
        affine.store %x, %A[%i, %j] : memref<8x8xf32>
      } else {
        affine.store %y, %A[%i, %j] : memref<8x8xf32>
      }
    }
  }
  return
}

// -----

// CHECK-LABEL: @empty
// CHECK: affine.store
// CHECK-NOT: affine.store
// CHECK: return
func.func @empty(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
    affine.for %j = affine_map<(d0) -> (d0 + 9)>(%i) to 9 {
      // expected-remark @below {{statement 'S1' never runs; it is left out}}
      affine.store %x, %A[%j - 9] : memref<8xf32>
    }
  }
  return
}

// -----

// Nor a region; one that may run stays where it is.
// CHECK-LABEL: @region
// CHECK-NOT: call
// CHECK: affine.for %{{.*}} = 0 to 8
// CHECK-NEXT: call @part(
// CHECK-NOT: call
// CHECK: return
func.func @region(%A: memref<8xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = affine_map<(d0) -> (d0 + 9)>(%i) to 9 {
      // expected-remark @below {{statement 'R0' never runs; it is left out}}
      func.call @part(%A) {hls.access = [#hls.access<readwrite>], hls.stmt = "R0"} : (memref<8xf32>) -> ()
    }
  }
  affine.for %i = 0 to 8 {
    func.call @part(%A) {hls.access = [#hls.access<readwrite>], hls.stmt = "R1"} : (memref<8xf32>) -> ()
  }
  return
}
func.func private @part(%A: memref<8xf32>) {
  return
}

// -----

// The call of a region under a condition takes along what feeds it.
// CHECK-LABEL: @guarded
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK-NEXT: affine.if {{.*}}(%[[I]])
// CHECK-NEXT: %[[J:.*]] = affine.apply {{.*}}(%[[I]])
// CHECK-NEXT: call @part(%{{.*}}, %[[J]]) {{.*}}hls.stmt = "R0"
// CHECK-NEXT: {{^ *}$}}
// CHECK-NEXT: affine.if {{.*}}(%[[I]])
// CHECK-NEXT: affine.store {{.*}}hls.stmt = "S0"
func.func @guarded(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  // expected-remark @below {{stay together}}
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
      func.call @part(%A, %j) {hls.access = [#hls.access<readwrite>, #hls.access<value>], hls.stmt = "R0"} : (memref<8xf32>, index) -> ()
      affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<8xf32>
    }
  }
  return
}
func.func private @part(%A: memref<8xf32>, %i: index) {
  return
}

// -----

// A condition around a loop that statements share goes inside of the loop; one
// around a condition around statements goes to each.
// CHECK-LABEL: @around
// CHECK: affine.for %[[S:.*]] = 0 to 4
// CHECK-NEXT: affine.for %[[T:.*]] = max
// CHECK-NEXT: affine.if {{.*}}(%[[S]])
// CHECK: hls.stmt = "S0"
// CHECK: affine.if {{.*}}(%[[S]])
// CHECK: hls.stmt = "S1"
func.func @around(%A: memref<10xf32>, %B: memref<10xf32>) attributes {hls.top} {
  // expected-remark @below {{stay together}}
  affine.for %s = 0 to 4 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%s) {
      affine.if affine_set<(d0) : (-d0 + 5 >= 0)>(%s) {
        affine.for %t = max affine_map<(d0) -> (1, d0)>(%s) to 9 {
          %0 = affine.load %A[%t - 1] : memref<10xf32>
          affine.store %0, %B[%t] : memref<10xf32>
          %1 = affine.load %B[%t] : memref<10xf32>
          affine.store %1, %A[%t] : memref<10xf32>
        }
      }
    }
  }
  return
}
