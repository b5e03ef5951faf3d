// RUN: hls-opt %s --verify-diagnostics --split-input-file
// Every rule of regions that run several times, broken once.

func.func @loop() {
  affine.for %i = 0 to 2 {
    // expected-error @below {{must stand in the body of the top function, in no loop and under no condition}}
    hls.sequence "s" parameters [] runs [array<i64>] {
      hls.dataflow {
      }
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{needs a name}}
  hls.sequence "" parameters [] runs [array<i64>] {
    hls.dataflow {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{'s' has no runs}}
  hls.sequence "s" parameters [] runs [] {
    hls.dataflow {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{'s' needs a name of its own for each parameter, got "n"}}
  hls.sequence "s" parameters ["n", "n"] runs [array<i64: 1, 2>] {
  ^bb0(%n: index, %m: index):
    hls.dataflow {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{'s' has 1 parameters, run 1 has values of 2}}
  hls.sequence "s" parameters ["n"] runs [array<i64: 1>, array<i64: 1, 2>] {
  ^bb0(%n: index):
    hls.dataflow {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{a parameter is a number from 0 to 2147483647, run 1 of 's' has -1}}
  hls.sequence "s" parameters ["n"] runs [array<i64: 1>, array<i64: -1>] {
  ^bb0(%n: index):
    hls.dataflow {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{'s' needs one block argument of type index for each of its 1 parameters}}
  hls.sequence "s" parameters ["n"] runs [array<i64: 1>] {
  ^bb0(%n: f32):
    hls.dataflow {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @below {{'s' holds one hls.dataflow and nothing else}}
  hls.sequence "s" parameters [] runs [array<i64>] {
    hls.dataflow {
    }
    hls.dataflow {
    }
  }
  return
}

// -----

// Elsewhere a process has one nest.
func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  hls.dataflow {
    hls.process load "p" (%A, %B) : memref<4xf32>, memref<4xf32> {
    ^bb0(%a: memref<4xf32>, %b: memref<4xf32>):
      affine.for %i = 0 to 4 {
        %0 = affine.load %a[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
      // expected-error @below {{a process holds local state and one nest of affine.for loops}}
      affine.for %i = 0 to 4 {
        %0 = affine.load %b[%i] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
