// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-split-workers{workers=2}))" --split-input-file --verify-diagnostics -o /dev/null
// RUN: not hls-opt %S/fold-fills.mlir --split-input-file --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-split-workers{workers=many}))" 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not hls-opt %S/fold-fills.mlir --split-input-file --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-split-workers{workers=S7=2}))" 2>&1 | FileCheck %s --check-prefix=NAME

// TEXT: fold-fills.mlir:{{[0-9]+}}:{{[0-9]+}}: error: workers 'many': expected a number, as 3, or that of a nest, as S1=3
// NAME: fold-fills.mlir:{{[0-9]+}}:{{[0-9]+}}: error: workers: function 'top' has no nest 'S7' of constant loops around one store, which could be split

// Rows of the stored array that other iterations store.
func.func @top(%A: memref<8x4xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      // expected-error @+1 {{2 workers of nest 'S0': the loop that is split is more than one subscript here, alone; each worker has a part of an array along one dimension}}
      %0 = affine.load %A[7 - %i, %j] : memref<8x4xf32>
      affine.store %0, %A[%i, %j] : memref<8x4xf32>
    }
  }
  return
}

// -----

func.func @top(%A: memref<8x8xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      // expected-error @+1 {{2 workers of nest 'S0': array 'A' comes in parts along dimension 0, and the subscript here is not one loop}}
      %0 = affine.load %A[0, %j] : memref<8x8xf32>
      affine.store %0, %A[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// -----

// A later nest reads all of what comes in parts.
func.func @top(%A: memref<8x4xf32> {hls.name = "A"}, %s: memref<4xf32> {hls.name = "s"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 4 {
        %0 = affine.load %A[%i, %j] : memref<8x4xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %A[%i, %j] : memref<8x4xf32>
      }
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %s[%j] : memref<4xf32>
      %1 = affine.load %A[%i, %j] : memref<8x4xf32>
      %2 = arith.addf %0, %1 : f32
      // expected-error @+1 {{2 workers of nest 'S0': the loop that is split sums here; workers store elements of their own}}
      affine.store %2, %s[%j] : memref<4xf32>
    }
  }
  return
}

// -----

// The part of an array along two loops of one nest.
func.func @top(%A: memref<8x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %0 = affine.load %B[%i, %k] : memref<8x8xf32>
        affine.store %0, %A[%i, %j] : memref<8x8xf32>
      }
    }
  }
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{2 workers of nest 'S0': the nest would be split along two of its loops}}
    affine.for %j = 0 to 8 {
      %0 = affine.load %A[%i, %j] : memref<8x8xf32>
      %1 = affine.load %A[%j, %i] : memref<8x8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] : memref<8x8xf32>
    }
  }
  return
}

// -----

// Fewer rows than workers.
func.func @top(%A: memref<1x4xf32> {hls.name = "A"}) {
  %c = arith.constant 1.0 : f32
  // expected-error @+1 {{2 workers of nest 'S0': this loop has 1 iterations, which are no equal blocks; ask for fewer workers}}
  affine.for %i = 0 to 1 {
    affine.for %j = 0 to 4 {
      affine.store %c, %A[%i, %j] : memref<1x4xf32>
    }
  }
  return
}

// -----

// Another dimension of what is stored.
func.func @top(%A: memref<8xf32> {hls.name = "A"}, %x: memref<f32> {hls.name = "x"}) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = affine.load %x[] : memref<f32>
    %2 = arith.addf %0, %1 : f32
    // expected-error @+1 {{2 workers of nest 'S0': it stores a single element}}
    affine.store %2, %x[] : memref<f32>
  }
  return
}

// -----

// expected-error @+1 {{workers: function 'top' has no nest of constant loops around one store, which could be split}}
func.func @top(%A: memref<8xf32> {hls.name = "A"}, %B: memref<8xf32> {hls.name = "B"}) {
  affine.for %i = 1 to 8 {
    %0 = affine.load %A[%i - 1] : memref<8xf32>
    affine.store %0, %A[%i] : memref<8xf32>
    %1 = affine.load %B[%i - 1] : memref<8xf32>
    %2 = affine.load %A[%i] : memref<8xf32>
    %3 = arith.addf %1, %2 : f32
    affine.store %3, %B[%i] : memref<8xf32>
  }
  return
}
