// RUN: hls-opt %s --hls-outline-regions --verify-diagnostics | FileCheck %s

// A region between two nests is a call; constants and subscripts that can be
// computed again go into the function, iterators and arrays are operands.
// CHECK-LABEL: func.func @gather(
// CHECK: affine.for
// CHECK: affine.store
// CHECK: call @gather_region0(%{{.*}}, %{{.*}}, %{{.*}}) {hls.access = [#hls.access<read>, #hls.access<read>, #hls.access<write>], hls.stmt = "R0"}
// CHECK: affine.for
// CHECK-NOT: call
// CHECK: return
// CHECK-LABEL: func.func private @gather_region0(
// CHECK-SAME: memref<8xi32>, %{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32>)
// CHECK: affine.for
// CHECK: memref.load
// CHECK: affine.store
func.func @gather(%k: memref<8xi32>, %x: memref<8xf32>, %y: memref<8xf32>)
    attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %v = affine.load %y[%i] : memref<8xf32>
    affine.store %v, %x[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %j = affine.load %k[%i] : memref<8xi32>
    %p = arith.index_cast %j : i32 to index
    // expected-remark@+1 {{carried through as written, in task 'R0': a subscript is not affine}}
    %v = memref.load %x[%p] : memref<8xf32>
    affine.store %v, %y[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %v = affine.load %y[%i] : memref<8xf32>
    affine.store %v, %x[%i] : memref<8xf32>
  }
  return
}

// In a loop with whole affine loops only the part is taken; it reads the
// iterator. An array of its own lives on between the iterations and stays.
// CHECK-LABEL: func.func @steps(
// CHECK: memref.alloc()
// CHECK: affine.for %[[T:.*]] = 0 to 4
// CHECK: affine.for
// CHECK: call @steps_region0(%{{.*}}, %{{.*}}, %[[T]], %{{.*}}) {hls.access = [#hls.access<readwrite>, #hls.access<read>, #hls.access<value>, #hls.access<readwrite>], hls.stmt = "R0"}
// CHECK-LABEL: func.func private @steps_region0(
// CHECK-SAME: memref<8xi32>, %{{.*}}: index
func.func @steps(%k: memref<8xi32>, %x: memref<8xf32>) attributes {hls.top} {
  %last = memref.alloc() : memref<f32>
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 8 {
      %v = affine.load %x[%i] : memref<8xf32>
      %w = arith.addf %v, %v : f32
      affine.store %w, %x[%i] : memref<8xf32>
    }
    %j = affine.load %k[%t] : memref<8xi32>
    %p = arith.index_cast %j : i32 to index
    // expected-remark@+1 {{in task 'R0'}}
    %v = memref.load %x[%p] : memref<8xf32>
    %l = affine.load %last[] : memref<f32>
    %s = arith.addf %l, %v : f32
    affine.store %s, %last[] : memref<f32>
    affine.store %s, %x[%t] : memref<8xf32>
  }
  memref.dealloc %last : memref<f32>
  return
}

// An array that nothing else uses goes along; a value that an affine loop uses
// goes through memory.
// CHECK-LABEL: func.func @result(
// CHECK: %[[CELL:.*]] = memref.alloc() : memref<1xf32>
// CHECK: call @result_region0(%{{.*}}, %[[CELL]]) {hls.access = [#hls.access<read>, #hls.access<write>]
// CHECK-NEXT: affine.for
// CHECK: affine.load %[[CELL]][0]
// CHECK-LABEL: func.func private @result_region0(
// CHECK: memref.alloc() : memref<8xf32>
// CHECK: scf.for
func.func @result(%x: memref<8xf32>) attributes {hls.top} {
  %own = memref.alloc() : memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  // expected-remark@+1 {{in task 'R0': its control flow is not affine}}
  %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f32 {
    %v = memref.load %x[%i] : memref<8xf32>
    memref.store %v, %own[%i] : memref<8xf32>
    %w = memref.load %own[%c0] : memref<8xf32>
    %n = arith.addf %s, %w : f32
    scf.yield %n : f32
  }
  affine.for %i = 0 to 8 {
    affine.store %sum, %x[%i] : memref<8xf32>
  }
  memref.dealloc %own : memref<8xf32>
  return
}

// A function that is affine is left alone, and so is what cannot be carried
// through: hls-normalize refuses it.
// CHECK-LABEL: func.func @affine(
// CHECK-NOT: call
// CHECK-LABEL: func.func @parallel(
// CHECK: scf.parallel
func.func @affine(%x: memref<8xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i] : memref<8xf32>
    affine.store %v, %x[%i] : memref<8xf32>
  }
  return
}
func.func @parallel(%x: memref<8xf32>) attributes {hls.top} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %zero, %x[%i] : memref<8xf32>
  }
  return
}
