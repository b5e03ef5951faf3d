// RUN: hls-opt %s --hls-test-scop --split-input-file -o /dev/null 2>&1 | FileCheck %s

// Nothing forces these together.
// CHECK: remark: distribution S0, S1
func.func @free(%A: memref<8xf32>, %B: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  }
  return
}

// -----

// S0 reads what S2 wrote in the iteration before, so they share the loop;
// S1 only follows.
// CHECK: remark: distribution (S0, S2), S1
func.func @recurrence(%A: memref<9xf32>, %B: memref<9xf32>, %C: memref<9xf32>) {
  affine.for %i = 1 to 9 {
    %0 = affine.load %A[%i - 1] : memref<9xf32>
    affine.store %0, %B[%i] : memref<9xf32>
    %1 = affine.load %B[%i] : memref<9xf32>
    affine.store %1, %C[%i] : memref<9xf32>
    affine.store %1, %A[%i] : memref<9xf32>
  }
  return
}

// -----

// A statement that must come before an earlier one of the source.
// CHECK: remark: distribution S1, S0
func.func @reversed(%A: memref<9xf32>, %B: memref<9xf32>, %x: f32) {
  affine.for %i = 1 to 9 {
    %0 = affine.load %A[%i - 1] : memref<9xf32>
    affine.store %0, %B[%i] : memref<9xf32>
    affine.store %x, %A[%i] : memref<9xf32>
  }
  return
}

// -----

// The temporary ties three statements to the loops that reuse it.
// CHECK: remark: distribution ((S0, S1, S2))
func.func @temporary(%A: memref<4x5x6xf32>, %D: memref<6x6xf32>, %x: f32) {
  %t = memref.alloc() : memref<6xf32>
  affine.for %r = 0 to 4 {
    affine.for %q = 0 to 5 {
      affine.for %p = 0 to 6 {
        affine.store %x, %t[%p] : memref<6xf32>
        affine.for %s = 0 to 6 {
          %0 = affine.load %t[%p] : memref<6xf32>
          %1 = affine.load %A[%r, %q, %s] : memref<4x5x6xf32>
          %2 = affine.load %D[%s, %p] : memref<6x6xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %t[%p] : memref<6xf32>
        }
      }
      affine.for %p = 0 to 6 {
        %5 = affine.load %t[%p] : memref<6xf32>
        affine.store %5, %A[%r, %q, %p] : memref<4x5x6xf32>
      }
    }
  }
  return
}

// -----

// A call that may write x stands between those that write and read it; what
// touches other arrays is free.
// CHECK: remark: distribution S0, R0, S2, S3
func.func @region(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %v: f32) {
  affine.for %i = 0 to 8 {
    affine.store %v, %x[%i] : memref<8xf32>
  }
  func.call @any(%x, %z) {hls.access = [#hls.access<write>, #hls.access<read>], hls.stmt = "R0"} : (memref<8xf32>, memref<8xf32>) -> ()
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
    affine.store %0, %z[%i] : memref<8xf32>
  }
  return
}
func.func private @any(memref<8xf32>, memref<8xf32>)

// -----

// In a loop it depends on itself, and keeps together what touches its arrays.
// CHECK: remark: distribution (S0, S1, R0)
func.func @together(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %x[%i] : memref<8xf32>
    %1 = affine.load %x[%i] : memref<8xf32>
    affine.store %1, %y[%i] : memref<8xf32>
    func.call @any(%x) {hls.access = [#hls.access<readwrite>], hls.stmt = "R0"} : (memref<8xf32>) -> ()
  }
  return
}
func.func private @any(memref<8xf32>)
