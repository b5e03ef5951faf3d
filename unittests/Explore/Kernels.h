//===- Kernels.h - Small nests of many kinds --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_EXPLORE_KERNELS_H
#define TALOS_UNITTESTS_EXPLORE_KERNELS_H

namespace talos::explore {

struct Kernel {
  const char *text; ///< with $0, $1, $2 for the extents, $+ for $1 + 1
  unsigned extents;
};

/// The statements' shapes: a reduction over one array, over two, without any.
inline constexpr Kernel matrixVector = {R"(
func.func @f(%y: memref<$0xf32>, %A: memref<$0x$1xf32>, %x: memref<$1xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j] : memref<$0x$1xf32>
      %b = affine.load %x[%j] : memref<$1xf32>
      %c = arith.mulf %a, %b : f32
      %s = affine.load %y[%i] : memref<$0xf32>
      %r = arith.addf %s, %c : f32
      affine.store %r, %y[%i] : memref<$0xf32>
    }
  }
  return
})",
                                        2};
inline constexpr Kernel product = {R"(
func.func @f(%C: memref<$0x$2xf32>, %A: memref<$0x$1xf32>, %B: memref<$1x$2xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %k = 0 to $1 {
      affine.for %j = 0 to $2 {
        %a = affine.load %A[%i, %k] : memref<$0x$1xf32>
        %b = affine.load %B[%k, %j] : memref<$1x$2xf32>
        %c = arith.mulf %a, %b : f32
        %s = affine.load %C[%i, %j] : memref<$0x$2xf32>
        %r = arith.addf %s, %c : f32
        affine.store %r, %C[%i, %j] : memref<$0x$2xf32>
      }
    }
  }
  return
})",
                                   3};
/// Products of 8 bits, of which copies of i and of j can compute two at once.
inline constexpr Kernel narrowProduct = {R"(
func.func @f(%C: memref<$0x$2xi32>, %A: memref<$0x$1xi8>, %B: memref<$1x$2xi8>) {
  affine.for %i = 0 to $0 {
    affine.for %k = 0 to $1 {
      affine.for %j = 0 to $2 {
        %a8 = affine.load %A[%i, %k] : memref<$0x$1xi8>
        %b8 = affine.load %B[%k, %j] : memref<$1x$2xi8>
        %a = arith.extsi %a8 : i8 to i32
        %b = arith.extsi %b8 : i8 to i32
        %c = arith.muli %a, %b : i32
        %s = affine.load %C[%i, %j] : memref<$0x$2xi32>
        %r = arith.addi %s, %c : i32
        affine.store %r, %C[%i, %j] : memref<$0x$2xi32>
      }
    }
  }
  return
})",
                                         3};
/// One factor is the same everywhere.
inline constexpr Kernel narrowScale = {R"(
func.func @f(%C: memref<$0x$1xi32>, %A: memref<$0x$1xi8>, %s: i8) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a8 = affine.load %A[%i, %j] : memref<$0x$1xi8>
      %a = arith.extsi %a8 : i8 to i32
      %b = arith.extsi %s : i8 to i32
      %c = arith.muli %a, %b : i32
      affine.store %c, %C[%i, %j] : memref<$0x$1xi32>
    }
  }
  return
})",
                                       2};
inline constexpr Kernel twoStatements = {R"(
func.func @f(%y: memref<$0xf32>, %A: memref<$0x$1xf32>) {
  affine.for %i = 0 to $0 {
    %s = affine.load %y[%i] : memref<$0xf32>
    %r = arith.mulf %s, %s : f32
    affine.store %r, %y[%i] : memref<$0xf32>
  }
  affine.for %k = 0 to $0 {
    affine.for %j = 0 to $1 {
      %s = affine.load %A[%k, %j] : memref<$0x$1xf32>
      %t = affine.load %y[%k] : memref<$0xf32>
      %r = arith.addf %s, %t : f32
      affine.store %r, %A[%k, %j] : memref<$0x$1xf32>
    }
  }
  return
})",
                                         2};

/// Two sums that read one array and do not wait for each other.
inline constexpr Kernel twoReaders = {R"(
func.func @f(%y: memref<$0xf32>, %z: memref<$1xf32>, %A: memref<$0x$1xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %s = affine.load %y[%i] : memref<$0xf32>
      %a = affine.load %A[%i, %j] : memref<$0x$1xf32>
      %r = arith.addf %s, %a : f32
      affine.store %r, %y[%i] : memref<$0xf32>
    }
  }
  affine.for %k = 0 to $0 {
    affine.for %l = 0 to $1 {
      %s = affine.load %z[%l] : memref<$1xf32>
      %a = affine.load %A[%k, %l] : memref<$0x$1xf32>
      %r = arith.addf %s, %a : f32
      affine.store %r, %z[%l] : memref<$1xf32>
    }
  }
  return
})",
                                      2};

/// Guards: a triangular sum, and a product that may share no operators.
inline constexpr Kernel guarded = {R"(
#lower = affine_set<(i, j) : (i - j >= 0)>
func.func @f(%y: memref<$0xf32>, %A: memref<$0x$1xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      affine.if #lower(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<$0x$1xf32>
        %c = arith.mulf %a, %a : f32
        %s = affine.load %y[%i] : memref<$0xf32>
        %r = arith.addf %s, %c : f32
        affine.store %r, %y[%i] : memref<$0xf32>
      }
    }
  }
  affine.for %i = 0 to $0 {
    affine.if affine_set<(i) : (i - 1 >= 0)>(%i) {
      %s = affine.load %y[%i] : memref<$0xf32>
      %r = arith.mulf %s, %s : f32
      affine.store %r, %y[%i] : memref<$0xf32>
    }
  }
  return
})",
                                   2};
/// Recurrences: along a row, and between the elements of a sum.
inline constexpr Kernel sweep = {R"(
func.func @f(%A: memref<$0x$+xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j] : memref<$0x$+xf32>
      %b = affine.load %A[%i, %j + 1] : memref<$0x$+xf32>
      %r = arith.mulf %a, %b : f32
      affine.store %r, %A[%i, %j + 1] : memref<$0x$+xf32>
    }
  }
  return
})",
                                 2};
inline constexpr Kernel longSweep = {R"(
func.func @f(%A: memref<$0x12xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j] : memref<$0x12xf32>
      %b = affine.load %A[%i, %j + 3] : memref<$0x12xf32>
      %r = arith.mulf %a, %b : f32
      affine.store %r, %A[%i, %j + 3] : memref<$0x12xf32>
    }
  }
  return
})",
                                     2};
inline constexpr Kernel wave = {R"(
func.func @f(%A: memref<10x10xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i, %j + 1] : memref<10x10xf32>
      %b = affine.load %A[%i + 1, %j] : memref<10x10xf32>
      %r = arith.mulf %a, %b : f32
      affine.store %r, %A[%i + 1, %j + 1] : memref<10x10xf32>
    }
  }
  return
})",
                                2};
/// Sums that a register may hold, since other reads of the array never meet the
/// element: by a condition that bounds the reduction, and by the shared loop.
inline constexpr Kernel solve = {R"(
#below = affine_set<(i, k) : (i - k - 1 >= 0)>
func.func @f(%L: memref<$0x$0xf32>, %x: memref<$0xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %k = 0 to $0 {
      affine.if #below(%i, %k) {
        %a = affine.load %L[%i, %k] : memref<$0x$0xf32>
        %b = affine.load %x[%k] : memref<$0xf32>
        %c = arith.mulf %a, %b : f32
        %s = affine.load %x[%i] : memref<$0xf32>
        %r = arith.subf %s, %c : f32
        affine.store %r, %x[%i] : memref<$0xf32>
      }
    }
    %0 = affine.load %x[%i] : memref<$0xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %x[%i] : memref<$0xf32>
  }
  return
})",
                                 1};
inline constexpr Kernel eliminate = {R"(
func.func @f(%x: memref<16x$1xf32>) {
  affine.for %i = 9 to 12 {
    affine.for %j = 0 to $1 {
      affine.for %k = 0 to $0 {
        %b = affine.load %x[%k, %j] : memref<16x$1xf32>
        %c = arith.mulf %b, %b : f32
        %s = affine.load %x[%i, %j] : memref<16x$1xf32>
        %r = arith.subf %s, %c : f32
        affine.store %r, %x[%i, %j] : memref<16x$1xf32>
      }
    }
    %0 = affine.load %x[%i, 0] : memref<16x$1xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %x[%i, 0] : memref<16x$1xf32>
  }
  return
})",
                                     2};

/// Ports: stencils read more of a bank than it serves in a cycle.
inline constexpr Kernel stencil = {R"(
func.func @f(%y: memref<$0xf32>, %x: memref<14xf32>) {
  affine.for %i = 0 to $0 {
    %a = affine.load %x[%i] : memref<14xf32>
    %b = affine.load %x[%i + 1] : memref<14xf32>
    %c = affine.load %x[%i + 2] : memref<14xf32>
    %d = affine.load %x[%i + 4] : memref<14xf32>
    %ab = arith.mulf %a, %b : f32
    %cd = arith.mulf %c, %d : f32
    %r = arith.addf %ab, %cd : f32
    affine.store %r, %y[%i] : memref<$0xf32>
  }
  return
})",
                                   1};
inline constexpr Kernel cross = {R"(
func.func @f(%B: memref<$0x$1xf32>, %A: memref<7x7xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      %a = affine.load %A[%i + 1, %j] : memref<7x7xf32>
      %b = affine.load %A[%i + 1, %j + 2] : memref<7x7xf32>
      %c = affine.load %A[%i, %j + 1] : memref<7x7xf32>
      %d = affine.load %A[%i + 2, %j + 1] : memref<7x7xf32>
      %ab = arith.addf %a, %b : f32
      %cd = arith.addf %c, %d : f32
      %r = arith.addf %ab, %cd : f32
      affine.store %r, %B[%i, %j] : memref<$0x$1xf32>
    }
  }
  return
})",
                                 2};
inline constexpr Kernel sumOfSums = {R"(
#before = affine_set<(i, k) : (i - k - 1 >= 0)>
func.func @f(%x: memref<$0xf32>, %L: memref<$0x$0xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %k = 0 to $0 {
      affine.if #before(%i, %k) {
        %l = affine.load %L[%i, %k] : memref<$0x$0xf32>
        %o = affine.load %x[%k] : memref<$0xf32>
        %p = arith.mulf %l, %o : f32
        %s = affine.load %x[%i] : memref<$0xf32>
        %r = arith.subf %s, %p : f32
        affine.store %r, %x[%i] : memref<$0xf32>
      }
    }
  }
  return
})",
                                     1};
/// Shared loops in each other, and a nest without loops.
inline constexpr Kernel contexts = {R"(
func.func @f(%y: memref<$0xf32>, %z: memref<f32>, %A: memref<$0x$1xf32>) {
  affine.for %t = 0 to 3 {
    affine.for %i = 0 to $0 {
      %s = affine.load %y[%i] : memref<$0xf32>
      %r = arith.mulf %s, %s : f32
      affine.store %r, %y[%i] : memref<$0xf32>
    }
    affine.for %u = 0 to affine_map<(t) -> (t + 1)>(%t) {
      %v = affine.load %z[] : memref<f32>
      %w = affine.load %y[0] : memref<$0xf32>
      %q = arith.mulf %v, %w : f32
      affine.store %q, %z[] : memref<f32>
      affine.for %k = 0 to $0 {
        affine.for %j = 0 to $1 {
          %s = affine.load %A[%k, %j] : memref<$0x$1xf32>
          %c = affine.load %z[] : memref<f32>
          %r = arith.addf %s, %c : f32
          affine.store %r, %A[%k, %j] : memref<$0x$1xf32>
        }
      }
    }
    affine.for %i = 0 to $0 {
      %s = affine.load %A[%i, 0] : memref<$0x$1xf32>
      %r = arith.addf %s, %s : f32
      affine.store %r, %A[%i, 0] : memref<$0x$1xf32>
    }
  }
  return
})",
                                    2};

/// Triangular, like trmm: a column of y may be tiled, no row.
inline constexpr Kernel triangle = {R"(
#below = affine_set<(i, k) : (k - i - 1 >= 0)>
func.func @f(%A: memref<$0x$0xf32>, %y: memref<$0x$1xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      affine.for %k = 0 to $0 {
        affine.if #below(%i, %k) {
          %a = affine.load %A[%k, %i] : memref<$0x$0xf32>
          %b = affine.load %y[%k, %j] : memref<$0x$1xf32>
          %p = arith.mulf %a, %b : f32
          %s = affine.load %y[%i, %j] : memref<$0x$1xf32>
          %r = arith.addf %s, %p : f32
          affine.store %r, %y[%i, %j] : memref<$0x$1xf32>
        }
      }
    }
  }
  return
})",
                                    2};
/// Rows of two loops, like syrk: A may be tiled along k alone.
inline constexpr Kernel gram = {R"(
func.func @f(%A: memref<$0x$2xf32>, %C: memref<$0x$1xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to min affine_map<() -> ($0, $1)>() {
      affine.for %k = 0 to $2 {
        %a = affine.load %A[%i, %k] : memref<$0x$2xf32>
        %b = affine.load %A[%j, %k] : memref<$0x$2xf32>
        %p = arith.mulf %a, %b : f32
        %s = affine.load %C[%i, %j] : memref<$0x$1xf32>
        %r = arith.addf %s, %p : f32
        affine.store %r, %C[%i, %j] : memref<$0x$1xf32>
      }
    }
  }
  return
})",
                                3};
/// Sums on one side of a diagonal, whose loops the condition couples.
inline constexpr Kernel coupled = {R"(
#below = affine_set<(i, j) : (i - j >= 0)>
func.func @f(%A: memref<$0x$1xf32>, %C: memref<$0x$0xf32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $0 {
      affine.for %k = 0 to $1 {
        affine.if #below(%i, %j) {
          %a = affine.load %A[%j, %k] : memref<$0x$1xf32>
          %s = affine.load %C[%i, %j] : memref<$0x$0xf32>
          %r = arith.addf %s, %a : f32
          affine.store %r, %C[%i, %j] : memref<$0x$0xf32>
        }
      }
    }
  }
  return
})",
                                   2};
/// A shared loop that moves tiles, and a diagonal.
inline constexpr Kernel slices = {R"(
func.func @f(%A: memref<4x$0x$1xf32>, %y: memref<$0xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to $0 {
      affine.for %j = 0 to $1 {
        %a = affine.load %A[%t, %i, %j] : memref<4x$0x$1xf32>
        %s = affine.load %y[%i] : memref<$0xf32>
        %r = arith.addf %s, %a : f32
        affine.store %r, %y[%i] : memref<$0xf32>
      }
    }
    affine.for %i = 0 to min affine_map<() -> ($0, $1)>() {
      %s = affine.load %y[%i] : memref<$0xf32>
      affine.store %s, %A[%t, %i, %i] : memref<4x$0x$1xf32>
    }
  }
  return
})",
                                  2};

/// A maximum of integers, of terms under a condition.
inline constexpr Kernel maximum = {R"(
#lower = affine_set<(i, j) : (i - j >= 0)>
func.func @f(%y: memref<$0xi32>, %A: memref<$0x$1xi32>) {
  affine.for %i = 0 to $0 {
    affine.for %j = 0 to $1 {
      affine.if #lower(%i, %j) {
        %a = affine.load %A[%i, %j] : memref<$0x$1xi32>
        %c = arith.addi %a, %a : i32
        %s = affine.load %y[%i] : memref<$0xi32>
        %r = arith.maxsi %s, %c : i32
        affine.store %r, %y[%i] : memref<$0xi32>
      }
    }
  }
  return
})",
                                   2};
/// A minimum without one.
inline constexpr Kernel minimum = {R"(
func.func @f(%z: memref<$1xi16>, %B: memref<$0x$1xi16>) {
  affine.for %j = 0 to $1 {
    affine.for %i = 0 to $0 {
      %b = affine.load %B[%i, %j] : memref<$0x$1xi16>
      %s = affine.load %z[%j] : memref<$1xi16>
      %r = arith.minui %s, %b : i16
      affine.store %r, %z[%j] : memref<$1xi16>
    }
  }
  return
})",
                                   2};

} // namespace talos::explore

#endif // TALOS_UNITTESTS_EXPLORE_KERNELS_H
