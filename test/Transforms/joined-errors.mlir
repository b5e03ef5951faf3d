// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-distribute

func.func @top(%a: memref<16xf32>, %p: memref<16xf32>) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    // expected-error @below {{is joined to statement "S0", which is not the statement before it in its block}}
    affine.store %0, %p[%i] {hls.stmt = "S1", hls.joined = "S0"} : memref<16xf32>
  }
  return
}

// -----

func.func @top(%a: memref<16xf32>, %p: memref<32xf32>) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %p[%i] {hls.stmt = "S0"} : memref<32xf32>
    // expected-error @below {{is joined to statement "S0", which writes the same array; each result has an array of its own}}
    affine.store %0, %p[%i + 16] {hls.stmt = "S1", hls.joined = "S0"} : memref<32xf32>
  }
  return
}

// -----

func.func @top(%a: memref<16xf32>, %p: memref<16xf32>, %q: memref<16xf32>) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %p[%i] {hls.stmt = "S0"} : memref<16xf32>
    // expected-error @below {{stands between the stores of statement "S0", whose results are all stored at its end}}
    %1 = affine.load %p[%i] : memref<16xf32>
    affine.store %1, %q[%i] {hls.stmt = "S1", hls.joined = "S0"} : memref<16xf32>
  }
  return
}

// -----

func.func @top(%a: memref<16xf32>) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    // expected-error @below {{'hls.joined' may only stand on an affine.store, a memref.store or a call with hls.access}}
    %0 = affine.load %a[%i] {hls.joined = "S0"} : memref<16xf32>
  }
  return
}
