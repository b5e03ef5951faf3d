// RUN: hls-opt %s --hls-test-scop --split-input-file --verify-diagnostics -o /dev/null 2>/dev/null

func.func @carried(%A: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{loop carries values in iter_args; demote them to memory first}}
  %r = affine.for %i = 0 to 8 iter_args(%s = %x) -> f32 {
    affine.yield %s : f32
  }
  return
}

// -----

func.func @scf(%A: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' is not affine code: its control flow is not known to be affine}}
  scf.for %i = %c0 to %n step %c1 {
  }
  return
}

// -----

func.func @load(%A: memref<8xf32>, %i: index) {
  // expected-error @+1 {{'memref.load' is not affine code: its subscripts are not known to be affine}}
  %0 = memref.load %A[%i] : memref<8xf32>
  return
}

// -----

func.func private @callee()
func.func @call() {
  // expected-error @+1 {{'func.call' is not affine code: calls are opaque; inline the callee first}}
  call @callee() : () -> ()
  return
}

// -----

func.func @parallel(%A: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{'affine.parallel' is not affine code: parallel loops are not supported}}
  affine.parallel (%i) = (0) to (8) {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @view(%A: memref<8xf32>, %x: f32) {
  // expected-note @+1 {{the view is made here}}
  %v = memref.subview %A[2] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 2>>
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{accesses memory through a view}}
    affine.store %x, %v[%i] : memref<4xf32, strided<[1], offset: 2>>
  }
  return
}

// -----

func.func @local(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 4 {
    // expected-error @+1 {{'memref.alloc' is not affine code: arrays are allocated and freed inside a loop or condition; hoist it}}
    %t = memref.alloc() : memref<8xf32>
    affine.store %x, %t[%i] : memref<8xf32>
  }
  return
}

// -----

// The element changes between the load and its use.
func.func @stale(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{value of 'arg0' is used by statement S1 after the element is overwritten}}
    %0 = affine.load %A[%i] : memref<8xf32>
    // expected-note @+1 {{the element is written here, by S0}}
    affine.store %x, %A[%i] : memref<8xf32>
    // expected-note @+1 {{the value is used here}}
    affine.store %0, %B[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @twice(%A: memref<8xf32>, %x: f32) {
  // expected-note @+1 {{first used here}}
  affine.store %x, %A[0] {hls.stmt = "S"} : memref<8xf32>
  // expected-error @+1 {{statement name "S" is used twice}}
  affine.store %x, %A[1] {hls.stmt = "S"} : memref<8xf32>
  return
}

// -----

func.func @name(%A: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{statement name "a b" must be an identifier}}
  affine.store %x, %A[0] {hls.stmt = "a b"} : memref<8xf32>
  return
}

// -----

func.func @semiaffine(%A: memref<?xf32>, %n: index, %x: f32) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{bound, condition or subscript is semi-affine}}
    affine.store %x, %A[%i * symbol(%n)] : memref<?xf32>
  }
  return
}

// -----

func.func @result(%A: memref<8xf32>) -> f32 {
  %0 = affine.load %A[0] : memref<8xf32>
  // expected-error @+1 {{function returns a value loaded from memory}}
  return %0 : f32
}

// -----

func.func @memorybound(%A: memref<8xf32>, %N: memref<1xindex>, %x: f32) {
  // expected-note @+1 {{the value is computed here}}
  %n = affine.load %N[0] : memref<1xindex>
  // expected-error @+1 {{depends on a value that is neither a loop's iterator nor a symbol of the function}}
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  return
}
