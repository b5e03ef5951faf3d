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

// -----
func.func @top(%a: memref<4xf32>) attributes {hls.top} {
  affine.for %i0 = 0 to 2 {
    affine.for %i1 = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        affine.for %i3 = 0 to 2 {
          affine.for %i4 = 0 to 2 {
            affine.for %i5 = 0 to 2 {
              affine.for %i6 = 0 to 2 {
                affine.for %i7 = 0 to 2 {
                  affine.for %i8 = 0 to 2 {
                    affine.for %i9 = 0 to 2 {
                      affine.for %i10 = 0 to 2 {
                        affine.for %i11 = 0 to 2 {
                          // expected-error @below {{more than 12 loops are nested here}}
                          affine.for %i12 = 0 to 2 {
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }
  return
}

// -----
func.func @top(%a: memref<4xf32>) attributes {hls.top} {
  // expected-error @below {{loop bounds and steps must fit in 32 bits}}
  affine.for %i = -9223372036854775807 to 9223372036854775807 {
    %0 = affine.load %a[0] : memref<4xf32>
    affine.store %0, %a[1] : memref<4xf32>
  }
  return
}

// -----
func.func @top(%a: memref<4xf32>) attributes {hls.top} {
  affine.for %i = 0 to 2000000000 {
    // expected-error @below {{the loops here run more than 2^48 times in all}}
    affine.for %j = 0 to 2000000000 {
      %0 = affine.load %a[0] : memref<4xf32>
      affine.store %0, %a[1] : memref<4xf32>
    }
  }
  return
}
