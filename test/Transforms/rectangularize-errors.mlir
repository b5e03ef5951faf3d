// RUN: hls-opt %s --hls-rectangularize --split-input-file --verify-diagnostics

func.func @else(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{condition has an else region; run hls-normalize first}}
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
    } else {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// Nothing is left out for the sake of what the other way says.
func.func @other(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{condition has an else region; run hls-normalize first}}
    affine.if affine_set<(d0) : (d0 - 9 >= 0)>(%i) {
    } else {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  return
}

// -----

func.func @step(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  // expected-error @below {{loop carries values or has step 2; run hls-normalize first}}
  affine.for %i = 0 to 8 step 2 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @unbounded(%A: memref<8xf32>, %n: index, %x: f32) attributes {hls.top} {
  // expected-error @below {{loop has no constant bounds, whatever the loops around it are}}
  affine.for %i = 0 to %n {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  return
}

// -----

func.func @imperfect(%A: memref<8xf32>, %B: memref<8xf32>) attributes {hls.top} {
  affine.for %i = 1 to 8 {
    // expected-error @below {{stands beside a loop or condition in a nest; run hls-distribute first}}
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.for %j = 0 to 8 {
      affine.store %0, %A[%j] : memref<8xf32>
    }
  }
  return
}
