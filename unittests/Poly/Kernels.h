//===- Kernels.h - Small programs for the tests -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_POLY_KERNELS_H
#define TALOS_UNITTESTS_POLY_KERNELS_H

namespace talos::poly::test {

inline const char *gemm = R"(
func.func @gemm(%C: memref<3x4xf32>, %A: memref<3x5xf32>, %B: memref<5x4xf32>, %beta: f32) {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 4 {
      %0 = affine.load %C[%i, %j] : memref<3x4xf32>
      %1 = arith.mulf %0, %beta : f32
      affine.store %1, %C[%i, %j] {hls.stmt = "S0"} : memref<3x4xf32>
      affine.for %k = 0 to 5 {
        %2 = affine.load %A[%i, %k] : memref<3x5xf32>
        %3 = affine.load %B[%k, %j] : memref<5x4xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = affine.load %C[%i, %j] : memref<3x4xf32>
        %6 = arith.addf %5, %4 : f32
        affine.store %6, %C[%i, %j] {hls.stmt = "S1"} : memref<3x4xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
})";

inline const char *trmm = R"(
func.func @trmm(%A: memref<5x5xf32>, %B: memref<5x3xf32>, %alpha: f32) {
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 3 {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to 5 {
        %0 = affine.load %A[%k, %i] : memref<5x5xf32>
        %1 = affine.load %B[%k, %j] : memref<5x3xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %B[%i, %j] : memref<5x3xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %B[%i, %j] {hls.stmt = "S0"} : memref<5x3xf32>
      }
      %5 = affine.load %B[%i, %j] : memref<5x3xf32>
      %6 = arith.mulf %alpha, %5 : f32
      affine.store %6, %B[%i, %j] {hls.stmt = "S1"} : memref<5x3xf32>
    }
  }
  return
})";

inline const char *jacobi = R"(
func.func @jacobi(%A: memref<8xf32>, %B: memref<8xf32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 1 to 7 {
      %0 = affine.load %A[%i - 1] : memref<8xf32>
      %1 = affine.load %A[%i + 1] : memref<8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i] {hls.stmt = "S0"} : memref<8xf32>
    }
    affine.for %i = 1 to 7 {
      %3 = affine.load %B[%i] : memref<8xf32>
      affine.store %3, %A[%i] {hls.stmt = "S1"} : memref<8xf32>
    }
  }
  return
})";

inline const char *seidel = R"(
func.func @seidel(%A: memref<6x7xf32>) {
  affine.for %t = 0 to 2 {
    affine.for %i = 1 to 5 {
      affine.for %j = 1 to 6 {
        %0 = affine.load %A[%i - 1, %j] : memref<6x7xf32>
        %1 = affine.load %A[%i, %j - 1] : memref<6x7xf32>
        %2 = affine.load %A[%i, %j + 1] : memref<6x7xf32>
        %3 = affine.load %A[%i + 1, %j] : memref<6x7xf32>
        %4 = arith.addf %0, %1 : f32
        %5 = arith.addf %2, %3 : f32
        %6 = arith.addf %4, %5 : f32
        affine.store %6, %A[%i, %j] {hls.stmt = "S0"} : memref<6x7xf32>
      }
    }
  }
  return
})";

inline const char *strided = R"(
func.func @strided(%A: memref<40xf32>) {
  affine.for %i = 2 to 20 step 3 {
    affine.for %j = max affine_map<(d0) -> (d0, 5)>(%i) to min affine_map<(d0) -> (d0 + 9, 22)>(%i) step 4 {
      %0 = affine.load %A[%j + 1] : memref<40xf32>
      affine.store %0, %A[%i + %j - 2] {hls.stmt = "S0"} : memref<40xf32>
    }
  }
  return
})";

inline const char *guarded = R"(
func.func @guarded(%A: memref<12xf32>, %x: f32) {
  affine.for %i = 0 to 9 {
    affine.if affine_set<(d0) : (d0 mod 3 == 0)>(%i) {
      affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<12xf32>
    } else {
      %0 = affine.load %A[%i - 1] : memref<12xf32>
      affine.store %0, %A[%i] {hls.stmt = "S1"} : memref<12xf32>
    }
    %1 = affine.load %A[%i] : memref<12xf32>
    affine.store %1, %A[%i + 3] {hls.stmt = "S2"} : memref<12xf32>
  }
  return
})";

inline const char *tensor = R"(
func.func @tensor(%A: memref<3x4x2xf32>, %s: memref<3xf32>) {
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to 4 {
      affine.for %l = 0 to 2 {
        %0 = affine.load %A[%i, %k, %l] : memref<3x4x2xf32>
        %1 = affine.load %s[%i] : memref<3xf32>
        %2 = arith.addf %1, %0 : f32
        affine.store %2, %s[%i] {hls.stmt = "S0"} : memref<3xf32>
      }
    }
  }
  return
})";

} // namespace talos::poly::test

#endif // TALOS_UNITTESTS_POLY_KERNELS_H
