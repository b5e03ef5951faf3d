// Which nests go from row to row, so that a task may compute tiles of rows.
// RUN: hls-opt %s --hls-test-row-tiles -verify-diagnostics

func.func @f(%A: memref<24x40xf32> {hls.name = "A"}, %B: memref<24x40xf32> {hls.name = "B"},
             %c: memref<40xf32> {hls.name = "c"}, %D: memref<24x24xf32> {hls.name = "D"}) {
  // A recurrence along rows; c is the same in all of them.
  // expected-remark @below {{goes over 24 rows of A, B}}
  affine.for %i = 0 to 24 {
    affine.for %j = 1 to 40 {
      %0 = affine.load %A[%i, %j - 1] : memref<24x40xf32>
      %1 = affine.load %c[%j] : memref<40xf32>
      %2 = affine.load %B[%i, %j] : memref<24x40xf32>
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %A[%i, %j] : memref<24x40xf32>
    }
  }
  // Rows of columns alone.
  // expected-remark @below {{does not go from row to row}}
  affine.for %i = 0 to 40 {
    affine.for %j = 1 to 24 {
      %0 = affine.load %A[%j - 1, %i] : memref<24x40xf32>
      affine.store %0, %A[%j, %i] : memref<24x40xf32>
    }
  }
  // Not all rows.
  // expected-remark @below {{does not go from row to row}}
  affine.for %i = 0 to 23 {
    affine.for %j = 1 to 40 {
      %0 = affine.load %A[%i, %j - 1] : memref<24x40xf32>
      affine.store %0, %A[%i, %j] : memref<24x40xf32>
    }
  }
  // Each row needs the one before.
  // expected-remark @below {{does not go from row to row}}
  affine.for %i = 1 to 24 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %A[%i - 1, %j] : memref<24x40xf32>
      affine.store %0, %A[%i, %j] : memref<24x40xf32>
    }
  }
  // The row bounds a loop.
  // expected-remark @below {{does not go from row to row}}
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %A[%i, %j] : memref<24x40xf32>
      affine.store %0, %A[%i, %j + 1] : memref<24x40xf32>
    }
  }
  // The row is in two subscripts.
  // expected-remark @below {{does not go from row to row}}
  affine.for %i = 0 to 24 {
    affine.for %j = 1 to 24 {
      %0 = affine.load %D[%i, %j - 1] : memref<24x24xf32>
      %1 = affine.load %D[%i, %i] : memref<24x24xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %D[%i, %j] : memref<24x24xf32>
    }
  }
  // What is stored is the same in all rows.
  // expected-remark @below {{does not go from row to row}}
  affine.for %i = 0 to 24 {
    affine.for %j = 1 to 40 {
      %0 = affine.load %A[%i, %j] : memref<24x40xf32>
      affine.store %0, %c[%j] : memref<40xf32>
    }
  }
  return
}
