// RUN: hls-opt %s --split-input-file --verify-diagnostics --hls-normalize

func.func @top(%a: memref<4xf32>) attributes {hls.top} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error @below {{'scf.for' is not affine}}
  scf.for %i = %c0 to %c4 step %c1 {
  }
  return
}

// -----
func.func @top(%a: memref<4xf32>, %b: memref<16xf32>) attributes {hls.top} {
  affine.for %i = 0 to 4 {
    %0 = arith.muli %i, %i : index
    // expected-error @below {{'memref.load' is not affine}}
    %1 = memref.load %b[%0] : memref<16xf32>
    affine.store %1, %a[%i] : memref<4xf32>
  }
  return
}

// -----
func.func @top(%a: memref<4xf32>) attributes {hls.top} {
  // expected-error @below {{'memref.subview' is not supported in the top function}}
  %0 = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  return
}
