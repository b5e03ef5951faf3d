// RUN: hls-opt %s --hls-test-task-graph --split-input-file --verify-diagnostics

func.func @shifted(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error@+1 {{loop is not of the form '0 to N step 1' with a constant N; run hls-rectangularize first}}
  affine.for %i = 1 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @layout(%x: memref<8xf32, strided<[2]>>) { // expected-error {{the design space needs a static shape and the identity layout}}
  return
}
