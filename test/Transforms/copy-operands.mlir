// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-copy-operands))" --split-input-file 2>/dev/null | FileCheck %s

// Row and column k, for every k. The column is read through two loops, and
// copied once, over the range of both.
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "A_copy"} : memref<24xf32>
// CHECK-NOT: memref.alloc
// CHECK: affine.for %[[K:.*]] = 0 to 24 {
// CHECK: hls.stmt = "S0"
// CHECK: affine.for %[[C:.*]] = #[[NEXT:.*]](%[[K]]) to 24 {
// CHECK-NEXT: affine.load %{{.*}}[%[[C]], %[[K]]]
// CHECK-NEXT: affine.store %{{.*}}, %[[COPY]][%[[C]]] {hls.stmt = "A_in"}
// CHECK: affine.for %[[I:.*]] =
// CHECK: affine.for %[[J:.*]] =
// CHECK-DAG: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-DAG: affine.load %[[COPY]][%[[I]]]
// CHECK-DAG: affine.load %[[COPY]][%[[J]]]
// CHECK: affine.store {{.*}} {hls.stmt = "S1"}
// CHECK: memref.dealloc %[[COPY]]
// CHECK: func.func private @top_reference
func.func @top(%A: memref<24x24xf32> {hls.name = "A"}) {
  affine.for %k = 0 to 24 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 24 {
      %0 = affine.load %A[%i, %k] : memref<24x24xf32>
      %1 = affine.load %A[%k, %k] : memref<24x24xf32>
      %2 = arith.divf %0, %1 : f32
      affine.store %2, %A[%i, %k] : memref<24x24xf32>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 24 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to affine_map<(d0) -> (d0 + 1)>(%i) {
        %0 = affine.load %A[%i, %j] : memref<24x24xf32>
        %1 = affine.load %A[%i, %k] : memref<24x24xf32>
        %2 = affine.load %A[%j, %k] : memref<24x24xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<24x24xf32>
      }
    }
  }
  return
}

// -----

// All rows below, before any of them is written: the copy is of the array, and
// rows no longer wait for each other.
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "B_copy"} : memref<30x20xf32>
// CHECK: affine.store %{{.*}}, %[[COPY]][%{{.*}}, %{{.*}}] {hls.stmt = "B_in"}
// CHECK: affine.load %[[COPY]]
// CHECK: affine.store {{.*}} {hls.stmt = "S0"}
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x20xf32>, %B: memref<20x30xf32> {hls.name = "B"}) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 20 {
        %0 = affine.load %B[%i, %j] : memref<20x30xf32>
        %1 = affine.load %A[%k, %i] : memref<20x20xf32>
        %2 = affine.load %B[%k, %j] : memref<20x30xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %B[%i, %j] : memref<20x30xf32>
      }
    }
  }
  return
}

// -----

// Nothing is copied: the rows above are new when they are read.
// CHECK-LABEL: func.func @top
// CHECK-NOT: memref.alloc
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x20xf32>, %B: memref<20x30xf32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %B[%i, %j] : memref<20x30xf32>
        %1 = affine.load %A[%k, %i] : memref<20x20xf32>
        %2 = affine.load %B[%k, %j] : memref<20x30xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %B[%i, %j] : memref<20x30xf32>
      }
    }
  }
  return
}

// -----

// No bank of y[k - i] is known before the program runs. The copy of it stands
// in front of the sum, which it can run beside; the sum's own load of r[k - i]
// stays, since its terms follow each other anyway.
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "y_copy"} : memref<40xf32>
// CHECK: affine.for %[[K:.*]] = 0 to 40 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to #{{.*}}(%[[K]]) {
// CHECK-NEXT: affine.load %{{.*}}[%[[K]] - %[[I]]]
// CHECK-NEXT: affine.store %{{.*}}, %[[COPY]][%[[I]]] {hls.stmt = "y_in"}
// CHECK: affine.load %{{.*}}[%[[K]] - %{{.*}}]
// CHECK: hls.stmt = "S0"
// CHECK: affine.load %[[COPY]][%{{.*}}]
// CHECK: hls.stmt = "S1"
// CHECK: hls.stmt = "S2"
// CHECK: func.func private @top_reference
func.func @top(%r: memref<40xf32>, %y: memref<40xf32> {hls.name = "y"}, %z: memref<40xf32>, %s: memref<40xf32>) {
  affine.for %k = 0 to 40 {
    affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%k) {
      %0 = affine.load %s[%k] : memref<40xf32>
      %1 = affine.load %r[%k - %i] : memref<40xf32>
      %2 = affine.load %y[%i] : memref<40xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%k] : memref<40xf32>
    } {hls.name = "i"}
    affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%k) {
      %0 = affine.load %s[%k] : memref<40xf32>
      %1 = affine.load %y[%k - %i] : memref<40xf32>
      %2 = affine.load %y[%i] : memref<40xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %z[%i] : memref<40xf32>
    } {hls.name = "i"}
    affine.for %i = 0 to affine_map<(d0) -> (d0 + 1)>(%k) {
      %0 = affine.load %z[%i] : memref<40xf32>
      affine.store %0, %y[%i] : memref<40xf32>
    } {hls.name = "i"}
  } {hls.name = "k"}
  return
}

// -----

// Rows and columns of the array that the nest writes: both are read from copies.
// At first these hold what no iteration writes before it is read, the diagonal;
// then they take over what an iteration of the loop around has written. That is
// a diagonal as well, which rows take by columns j and columns by rows i.
// CHECK-LABEL: func.func @top
// CHECK: %[[COLUMNS:.*]] = memref.alloc() {hls.name = "T_copy"} : memref<24x24xi32>
// CHECK: %[[ROWS:.*]] = memref.alloc() {hls.name = "T_copy_2"} : memref<24x24xi32>
// CHECK: affine.for %[[D:.*]] = 2 to 24 {
// CHECK-NEXT: %[[OLD:.*]] = affine.load %{{.*}}[%[[D]], %[[D]]]
// CHECK-NEXT: affine.store %[[OLD]], %[[ROWS]][%[[D]], %[[D]]] {hls.stmt = "T_in"}
// CHECK: affine.for %[[D2:.*]] = 2 to 24 {
// CHECK-NEXT: %[[OLD2:.*]] = affine.load %{{.*}}[%[[D2]], %[[D2]]]
// CHECK-NEXT: affine.store %[[OLD2]], %[[COLUMNS]][%[[D2]], %[[D2]]] {hls.stmt = "T_in_2"}
// CHECK: affine.for %[[E:.*]] = 0 to 23 {
// CHECK: hls.stmt = "S0"
// CHECK: affine.for %[[I:.*]] =
// CHECK: affine.for %[[K:.*]] =
// CHECK-DAG: affine.load %[[ROWS]][%[[I]], %[[K]]]
// CHECK-DAG: affine.load %[[COLUMNS]][%[[K]] + 1, %[[I]] + %[[E]] + 1]
// CHECK: affine.store {{.*}} {hls.stmt = "S1"}
// CHECK: affine.for %[[J:.*]] = #{{.*}}(%[[E]]) to 24 {
// CHECK-NEXT: %[[NEW:.*]] = affine.load %{{.*}}[-%[[E]] + %[[J]] - 1, %[[J]]]
// CHECK-NEXT: affine.store %[[NEW]], %[[ROWS]][-%[[E]] + %[[J]] - 1, %[[J]]] {hls.stmt = "T_in_3"}
// CHECK: affine.for %[[N:.*]] = 0 to
// CHECK-NEXT: %[[NEW2:.*]] = affine.load %{{.*}}[%[[N]], %[[E]] + %[[N]] + 1]
// CHECK-NEXT: affine.store %[[NEW2]], %[[COLUMNS]][%[[N]], %[[E]] + %[[N]] + 1] {hls.stmt = "T_in_4"}
// CHECK: func.func private @top_reference
func.func @top(%T: memref<24x24xi32> {hls.name = "T"}) {
  affine.for %e = 1 to 24 {
    affine.for %i = 0 to affine_map<(d0) -> (24 - d0)>(%e) {
      %0 = affine.load %T[%i, %i + %e] : memref<24x24xi32>
      %1 = affine.load %T[%i, %i + %e - 1] : memref<24x24xi32>
      %2 = arith.maxsi %0, %1 : i32
      affine.store %2, %T[%i, %i + %e] : memref<24x24xi32>
    } {hls.name = "i"}
    affine.for %i = 0 to affine_map<(d0) -> (24 - d0)>(%e) {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0, d1) -> (d0 + d1)>(%i, %e) {
        %0 = affine.load %T[%i, %i + %e] : memref<24x24xi32>
        %1 = affine.load %T[%i, %k] : memref<24x24xi32>
        %2 = affine.load %T[%k + 1, %i + %e] : memref<24x24xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.maxsi %0, %3 : i32
        affine.store %4, %T[%i, %i + %e] : memref<24x24xi32>
      } {hls.name = "k"}
    } {hls.name = "i"}
  } {hls.name = "e"}
  return
}

// -----

// An element may be read before it is written for the first time: the copy
// holds at first all that is read. Rows stay where another nest writes.
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "T_copy"} : memref<16x16xi32>
// CHECK: affine.for %[[A:.*]] = 0 to 16 {
// CHECK-NEXT: affine.for %[[B:.*]] = 0 to 16 {
// CHECK: affine.store %{{.*}}, %[[COPY]][%[[A]], %[[B]]] {hls.stmt = "T_in"}
// CHECK: affine.for %[[R:.*]] = 0 to 8 {
// CHECK: affine.load %arg0
// CHECK: affine.load %[[COPY]]
// CHECK: hls.stmt = "S0"
// CHECK: affine.for %[[N:.*]] = 0 to 16 {
// CHECK: affine.store %{{.*}}, %[[COPY]][%[[R]], %[[N]]] {hls.stmt = "T_in_2"}
// CHECK: func.func private @top_reference
func.func @top(%T: memref<16x16xi32> {hls.name = "T"}, %x: memref<16xi32>) {
  affine.for %r = 0 to 8 {
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %x[%i] : memref<16xi32>
        %1 = affine.load %T[%i, %k] : memref<16x16xi32>
        %2 = affine.load %T[%k, %i] : memref<16x16xi32>
        %3 = arith.muli %1, %2 : i32
        %4 = arith.addi %0, %3 : i32
        affine.store %4, %x[%i] : memref<16xi32>
      } {hls.name = "k"}
    } {hls.name = "i"}
    affine.for %i = 0 to 16 {
      %0 = affine.load %x[%i] : memref<16xi32>
      affine.store %0, %T[%r, %i] : memref<16x16xi32>
    } {hls.name = "i"}
  } {hls.name = "r"}
  return
}

// -----

// No copy: what is read has been written in the same iteration.
// CHECK-LABEL: func.func @top
// CHECK-NOT: memref.alloc
// CHECK: func.func private @top_reference
func.func @top(%T: memref<16x16xi32> {hls.name = "T"}, %x: memref<16xi32>) {
  affine.for %r = 0 to 8 {
    affine.for %i = 0 to 16 {
      %0 = affine.load %x[%i] : memref<16xi32>
      affine.store %0, %T[%r, %i] : memref<16x16xi32>
    } {hls.name = "i"}
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %x[%i] : memref<16xi32>
        %1 = affine.load %T[%i, %k] : memref<16x16xi32>
        %2 = affine.load %T[%k, %i] : memref<16x16xi32>
        %3 = arith.muli %1, %2 : i32
        %4 = arith.addi %0, %3 : i32
        affine.store %4, %x[%i] : memref<16xi32>
      } {hls.name = "k"}
    } {hls.name = "i"}
  } {hls.name = "r"}
  return
}

// -----

// An array that nothing writes has a copy as well: columns of a product of a
// matrix with itself.
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "A_copy"} : memref<20x20xf32>
// CHECK: affine.store %{{.*}}, %[[COPY]][%{{.*}}, %{{.*}}] {hls.stmt = "A_in"}
// CHECK: affine.for %[[I:.*]] = 0 to 20 {
// CHECK: affine.for %[[J:.*]] = 0 to 20 {
// CHECK: affine.for %[[K:.*]] = 0 to 20 {
// CHECK-DAG: affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK-DAG: affine.load %[[COPY]][%[[K]], %[[J]]]
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x20xf32> {hls.name = "A"}, %C: memref<20x20xf32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 20 {
      affine.for %k = 0 to 20 {
        %0 = affine.load %C[%i, %j] : memref<20x20xf32>
        %1 = affine.load %A[%i, %k] : memref<20x20xf32>
        %2 = affine.load %A[%k, %j] : memref<20x20xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %C[%i, %j] : memref<20x20xf32>
      }
    }
  }
  return
}
