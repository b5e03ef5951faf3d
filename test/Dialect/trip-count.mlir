// RUN: hls-opt %s --split-input-file --verify-diagnostics

func.func @unordered(%A: memref<4xf32>) {
  %cst = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %cst, %A[%i] : memref<4xf32>
  // expected-error@below {{trip counts must hold 0 <= min <= avg <= max, got 3, 2, 4}}
  } {hls.trip_count = #hls.trip_count<min = 3, max = 4, avg = 2>}
  return
}

// -----

// expected-error@below {{'hls.trip_count' may only stand on a loop}}
func.func @place() attributes {hls.trip_count = #hls.trip_count<min = 0, max = 4, avg = 2>} {
  return
}
