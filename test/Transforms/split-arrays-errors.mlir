// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A.0=4+4}))" --split-input-file --verify-diagnostics

// A subscript that is no loop.
func.func @sum(%A: memref<8xf32> {hls.name = "A"}) attributes {hls.top} {
  affine.for %i = 0 to 7 {
    // expected-error @+1 {{array 'A' cannot be cut in dimension 0: the subscript of this access is not one loop; name another dimension}}
    %0 = affine.load %A[%i + 1] : memref<8xf32>
    affine.store %0, %A[%i] : memref<8xf32>
  }
  return
}

// -----

// Bounds that depend on another loop.
func.func @triangle(%A: memref<8xf32> {hls.name = "A"}) attributes {hls.top} {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{array 'A' cannot be cut in dimension 0: this loop has no constant bounds or carries values}}
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.store %zero, %A[%j] : memref<8xf32>
    }
  }
  return
}

// -----

// Code that may access all of the array.
func.func private @g(memref<8xf32>)
func.func @call(%A: memref<8xf32> {hls.name = "A"}) attributes {hls.top} {
  // expected-error @+1 {{array 'A' cannot be cut in dimension 0: 'func.call' may access all of it}}
  func.call @g(%A) : (memref<8xf32>) -> ()
  return
}

// -----

// The attribute says what the argument is a part of.
// expected-error @+1 {{argument 0: 'hls.block_of' must be {array = "name", dim, start, extent} (i64) of an array that the argument is a part of}}
func.func @misfit(%A: memref<5xf32> {hls.block_of = {array = "A", dim = 0 : i64, start = 4 : i64, extent = 8 : i64}}) {
  return
}

// -----

// The name of an array.
// expected-error @+1 {{argument 0: 'hls.port_of' is the name of another array, on an array, got 3 : i64 on 'memref<5xf32>'}}
func.func @nameless(%A: memref<5xf32> {hls.port_of = 3 : i64}) {
  return
}

// -----

// Copies stand behind all other arguments.
// expected-error @+1 {{argument 0: 'hls.copy_of' is the name of another array argument of the same type; copies stand behind all other arguments, got "A" on 'memref<5xf32>'}}
func.func @before(%B: memref<5xf32> {hls.copy_of = "A"}, %A: memref<5xf32> {hls.name = "A"}) {
  return
}

// -----

// A copy is as large as the array.
// expected-error @+1 {{argument 1: 'hls.copy_of' is the name of another array argument of the same type}}
func.func @other(%A: memref<5xf32> {hls.name = "A"}, %B: memref<6xf32> {hls.copy_of = "A"}) {
  return
}
