// RUN: hls-opt %s --verify-diagnostics --split-input-file

func.func @f(%A: memref<6x7xf32>) {
  affine.for %i = 0 to 3 {
    // expected-error @below {{'hls.beat_read' op with flat counts beats in the last subscript, and the others are 0, got affine_map<(d0) -> (d0, 0)>}}
    %beat = hls.beat_read %A[%i, 0] {flat} : memref<6x7xf32> to memref<16xf32>
  }
  return
}

// -----

func.func @f(%A: memref<6x7xf32>) {
  affine.for %i = 0 to 3 {
    // expected-error @below {{'hls.beat_read' op with flat has neither lanes nor tiles nor blocks but those in_turn}}
    %beat = hls.beat_read %A[0, %i] {flat, lanes = array<i64: 2, 8>} : memref<6x7xf32> to memref<16xf32>
  }
  return
}

// -----

func.func @in_turn(%A: memref<6x8xf32>) {
  affine.for %i = 0 to 6 {
    // expected-error @below {{'hls.beat_read' op in_turn is of several blocks, without lanes}}
    %beat = hls.beat_read %A[%i, 0] {in_turn} : memref<6x8xf32> to memref<8xf32>
  }
  return
}

// -----

func.func @in_turn(%A: memref<6x8xf32>) {
  affine.for %i = 0 to 1 {
    // expected-error @below {{'hls.beat_read' op in_turn needs an array of rows that are a multiple of the 4 blocks, got 'memref<6x8xf32>'}}
    %beat = hls.beat_read %A[%i, 0] {blocks = 4 : i64, in_turn} : memref<6x8xf32> to memref<16xf32>
  }
  return
}
