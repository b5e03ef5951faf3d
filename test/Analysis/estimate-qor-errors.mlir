// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-estimate-qor
// RUN: not hls-opt %s --split-input-file --hls-estimate-qor="report=xml" 2>&1 | FileCheck %s
// CHECK: error: hls-estimate-qor: report 'xml' is unknown; use table, json or none

// expected-error @below {{no function has 'hls.top'}}
module {
}

// -----

// expected-error @below {{function 'top' has no 'hls.target'}}
func.func @top() attributes {hls.top} {
  return
}

// -----

// expected-error @below {{unknown target 'u199'}}
func.func @top() attributes {hls.top, hls.target = #hls.target<device = "u199", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  return
}

// -----

// expected-error @below {{function 'top' has no task; run hls-apply-schedule and hls-apply-buffers first}}
func.func @top() attributes {hls.top, hls.target = #hls.target<device = "u200", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  return
}

// -----

func.func @top(%arg0: memref<8xf32>) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  // expected-error @below {{'affine.for' outside of tasks cannot be estimated}}
  affine.for %i = 0 to 8 {
    %0 = affine.load %arg0[%i] : memref<8xf32>
    affine.store %0, %arg0[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @top(%n: index) attributes {hls.top, hls.target = #hls.target<device = "u200", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" : memref<8xf32>
  hls.task "S0"(%0, %n) : memref<8xf32>, index {
  ^bb0(%A: memref<8xf32>, %m: index):
    %zero = arith.constant 0.0 : f32
    // expected-error @below {{the estimator needs constant loop bounds; run hls-apply-schedule first}}
    affine.for %i = 0 to %m {
      affine.store %zero, %A[%i] : memref<8xf32>
    }
  }
  return
}

// -----

func.func @top() attributes {hls.top, hls.target = #hls.target<device = "u200", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" : memref<8xf32>
  hls.task "S0"(%0) : memref<8xf32> {
  ^bb0(%A: memref<8xf32>):
    affine.for %i = 0 to 8 {
      // expected-error @below {{subscript 0 is not linear; the estimator cannot find its bank}}
      %x = affine.load %A[%i mod 3] : memref<8xf32>
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  return
}

// -----

func.func @top() attributes {hls.top, hls.target = #hls.target<device = "u200", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" : memref<8xf32>
  hls.task "S0"(%0) : memref<8xf32> {
  ^bb0(%A: memref<8xf32>):
    affine.for %i = 0 to 8 {
      %x = affine.load %A[%i] : memref<8xf32>
      // expected-error @below {{operation 'math.atan' on 'f32' has no entry in the operator libraries}}
      %1 = math.atan %x : f32
      affine.store %1, %A[%i] : memref<8xf32>
    }
  }
  return
}

// -----

func.func @top() attributes {hls.top, hls.target = #hls.target<device = "u200", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" : memref<8xf32>
  // expected-error @below {{task 'S0' has statements beside loops other than one pipelined loop, which the estimator does not schedule}}
  hls.task "S0"(%0) : memref<8xf32> {
  ^bb0(%A: memref<8xf32>):
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %A[0] : memref<8xf32>
    affine.for %i = 0 to 8 {
      affine.store %zero, %A[%i] : memref<8xf32>
    }
  }
  return
}
