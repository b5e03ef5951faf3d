// What brings operands of a process stands in its SLR, what stores results
// beside the process that has them; a stream that crosses two boundaries is
// deeper by 2 x 4 cycles. What is spread is so beside the first that uses it.
// RUN: hls-opt --split-input-file --hls-place-processes %s --verify-diagnostics | FileCheck %s

module attributes {hls.target = #hls.target<device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550,
                                            tool = "2023.2", tree_reduction = false>} {
// CHECK-LABEL: func.func @chain
// CHECK: hls.stream "a" depth 2
// CHECK: hls.stream "t" depth 10
// CHECK: hls.process load "load_A"
// CHECK: } {hls.slr = 2 : i64}
// CHECK: hls.process compute "first"
// CHECK: } {hls.slr = 2 : i64}
// CHECK: hls.process reorder "move"
// CHECK: } {hls.slr = 0 : i64}
// CHECK: hls.process compute "second"
// CHECK: } {hls.slr = 0 : i64}
// CHECK: hls.process store "store_B"
// CHECK: } {hls.slr = 0 : i64}
func.func @chain(%A: memref<8xf32>, %B: memref<8xf32>) attributes {hls.top} {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    %t = hls.stream "t" depth 2 : !hls.stream<f32>
    %u = hls.stream "u" depth 2 : !hls.stream<f32>
    %b = hls.stream "b" depth 2 : !hls.stream<f32>
    hls.process load "load_A" (%A, %a) : memref<8xf32>, !hls.stream<f32> {
    ^bb0(%array: memref<8xf32>, %out: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = affine.load %array[%i] : memref<8xf32>
        hls.stream_write %0 to %out : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process compute "first" (%a, %t) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%in: !hls.stream<f32>, %out: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        hls.stream_write %0 to %out : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 2 : i64}
    hls.process reorder "move" (%t, %u) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%in: !hls.stream<f32>, %out: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        hls.stream_write %0 to %out : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process compute "second" (%u, %b) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%in: !hls.stream<f32>, %out: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        hls.stream_write %0 to %out : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 0 : i64}
    hls.process store "store_B" (%b, %B) : !hls.stream<f32>, memref<8xf32> {
    ^bb0(%in: !hls.stream<f32>, %array: memref<8xf32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        affine.store %0, %array[%i] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
}

// -----

// Without an SLR anywhere, nothing changes.
// CHECK-LABEL: func.func @one
// CHECK-NOT: hls.slr
// CHECK: return
func.func @one(%A: memref<8xf32>, %B: memref<8xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    hls.process load "load_A" (%A, %a) : memref<8xf32>, !hls.stream<f32> {
    ^bb0(%array: memref<8xf32>, %out: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = affine.load %array[%i] : memref<8xf32>
        hls.stream_write %0 to %out : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_B" (%a, %B) : !hls.stream<f32>, memref<8xf32> {
    ^bb0(%in: !hls.stream<f32>, %array: memref<8xf32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        affine.store %0, %array[%i] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

// Kernels would wait for each other.
module attributes {hls.target = #hls.target<device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550,
                                            tool = "2023.2", tree_reduction = false>} {
func.func @cycle(%A: memref<8xf32>, %B: memref<8xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-error @below {{'t' closes a cycle of kernels: SLR1 takes tokens that follow from those of SLR0, and the other way round; put the processes between them into one SLR}}
    %t = hls.stream "t" depth 2 : !hls.stream<f32>
    hls.process load "load_A" (%A, %a) : memref<8xf32>, !hls.stream<f32> {
    ^bb0(%array: memref<8xf32>, %out: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = affine.load %array[%i] : memref<8xf32>
        hls.stream_write %0 to %out : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 0 : i64}
    hls.process compute "first" (%a, %t) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%in: !hls.stream<f32>, %out: !hls.stream<f32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        hls.stream_write %0 to %out : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 1 : i64}
    hls.process store "store_B" (%t, %B) : !hls.stream<f32>, memref<8xf32> {
    ^bb0(%in: !hls.stream<f32>, %array: memref<8xf32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        affine.store %0, %array[%i] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 0 : i64}
  }
  return
}
}

// -----

// A transfer is no process yet.
func.func @transfer(%A: memref<8xf32>, %B: memref<8xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 2 : !hls.stream<f32>
    // expected-error @below {{'hls.stream_load' is no process; run hls-derive-processes first}}
    hls.stream_load %A to %a
      loaded <trips = [8], element = affine_map<(i) -> (i)>>
      used <trips = [8], element = affine_map<(i) -> (i)>>
      : memref<8xf32>, !hls.stream<f32>
    hls.process store "store_B" (%a, %B) : !hls.stream<f32>, memref<8xf32> {
    ^bb0(%in: !hls.stream<f32>, %array: memref<8xf32>):
      affine.for %i = 0 to 8 {
        %0 = hls.stream_read %in : !hls.stream<f32> to f32
        affine.store %0, %array[%i] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 0 : i64}
  }
  return
}

// -----

// The attribute has its place, and is a number.
func.func @places(%A: memref<8xf32>) {
  // expected-error @below {{'hls.slr' may only stand on an hls.process or a loop with hls.pipeline}}
  affine.for %i = 0 to 8 {
  } {hls.slr = 0 : i64}
  return
}

// -----

func.func @values(%A: memref<8xf32>) {
  // expected-error @below {{'hls.slr' must be an i64 that is not negative, got -1 : i64}}
  affine.for %i = 0 to 8 {
  } {hls.slr = -1 : i64, hls.pipeline = #hls.pipeline<ii = 1>}
  return
}
