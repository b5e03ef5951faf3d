// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=E.scratch}))" --split-input-file --verify-diagnostics

// An argument is in memory anyway.
// expected-error @+1 {{'E.scratch': function 'f' has no local array 'E'}}
func.func @f(%E: memref<8xf32> {hls.name = "E"}) attributes {hls.top} {
  return
}

// -----

// Code that may keep it.
func.func private @g(memref<8xf32>)
func.func @call() attributes {hls.top} {
  %E = memref.alloc() {hls.name = "E"} : memref<8xf32>
  // expected-error @+1 {{array 'E' cannot lie in memory off chip: it is accessed here otherwise than by loads and stores}}
  func.call @g(%E) : (memref<8xf32>) -> ()
  return
}

// -----

// The source program has what stands behind it.
// expected-error @+1 {{argument 0: 'hls.scratch' is a unit attribute of arrays behind all other arguments, got unit on 'memref<5xf32>'}}
func.func @before(%E: memref<5xf32> {hls.scratch}, %A: memref<5xf32>) {
  return
}

// -----

// expected-error @+1 {{argument 0: 'hls.scratch' is a unit attribute of arrays behind all other arguments, got unit on 'f32'}}
func.func @scalar(%x: f32 {hls.scratch}) {
  return
}

// -----

func.func @local() {
  // expected-error @+1 {{'hls.scratch' may only stand on an argument of a function}}
  %E = memref.alloc() {hls.scratch} : memref<8xf32>
  return
}
