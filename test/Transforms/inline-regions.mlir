// RUN: hls-opt %s --hls-inline-regions --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @top(
// CHECK: hls.task opaque "R0"(%{{.*}}) : memref<8xf32> {
// CHECK-NEXT: ^bb0(%[[B:.*]]: memref<8xf32>):
// CHECK-NEXT: %[[C:.*]] = arith.constant 3 : index
// CHECK-NEXT: memref.load %[[B]][%[[C]]]
// CHECK-NOT: call
// CHECK-NOT: @top_region0
func.func @top(%x: memref<8xf32>) attributes {hls.top} {
  %b = hls.buffer "x" : memref<8xf32>
  hls.task opaque "R0" (%b) : memref<8xf32> {
  ^bb0(%a: memref<8xf32>):
    func.call @top_region0(%a) {hls.access = [#hls.access<readwrite>], hls.stmt = "R0"} : (memref<8xf32>) -> ()
    hls.yield
  }
  return
}
func.func private @top_region0(%x: memref<8xf32>) {
  %c = arith.constant 3 : index
  %v = memref.load %x[%c] : memref<8xf32>
  affine.store %v, %x[0] : memref<8xf32>
  return
}

// -----

// The function of a region that never runs goes; references and what is called
// stay.
// CHECK-LABEL: func.func @never(
// CHECK-NOT: @never_region0
// CHECK: func.func private @never_reference
// CHECK: func.func private @called
func.func @never(%x: memref<8xf32>) attributes {hls.top} {
  return
}
func.func private @never_region0(%x: memref<8xf32>) {
  return
}
func.func private @never_reference(%x: memref<8xf32>) attributes {hls.reference_of = @never} {
  func.call @called() : () -> ()
  return
}
func.func private @called() {
  return
}

// -----

func.func @early(%x: memref<8xf32>) attributes {hls.top} {
  // expected-error@+1 {{call of region 'early_region0' stands outside of a task; run hls-apply-buffers first}}
  func.call @early_region0(%x) {hls.access = [#hls.access<readwrite>], hls.stmt = "R0"} : (memref<8xf32>) -> ()
  return
}
func.func private @early_region0(%x: memref<8xf32>) {
  return
}

// -----

func.func private @gone(memref<8xf32>)
func.func @bodiless(%x: memref<8xf32>) attributes {hls.top} {
  // expected-error@+1 {{region 'gone' has no function with a body}}
  func.call @gone(%x) {hls.access = [#hls.access<readwrite>], hls.stmt = "R0"} : (memref<8xf32>) -> ()
  return
}
