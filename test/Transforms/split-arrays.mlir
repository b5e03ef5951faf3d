// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A.1=5+3},hls-normalize))" --split-input-file | FileCheck %s
// RUN: hls-opt %s --hls-pipeline="top=f target=u200 layout=padded blocks=A.1=4+4" --split-input-file 2>/dev/null | FileCheck %s --check-prefix=MERGED
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A.1=5+4}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A.2=5+3}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=B.0=5+3}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A.x=5}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=x@A,A.0=2+4},hls-normalize))" --split-input-file | FileCheck %s --check-prefix=PORT
// RUN: hls-opt %s --hls-pipeline="top=f target=u200 blocks=A.0=2+4,x@A" --split-input-file 2>/dev/null | FileCheck %s --check-prefix=BUNDLE
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=z@A}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=NOARRAY
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A@A}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=ITSELF
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=x@A,A@s}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=OWNER
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A@s,x@A}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=CHAIN
// RUN: not hls-opt %s --hls-pipeline="top=f target=u200 memory=ports blocks=x@A" --split-input-file 2>&1 | FileCheck %s --check-prefix=MEMORY

// SUM: split-arrays.mlir:61:{{[0-9]+}}: error: array 'A' cannot be cut in dimension 1: the blocks have 9 positions together, the array 8
// RANK: error: array 'A' cannot be cut in dimension 2: it has rank 2
// NAME: error: no array 'B' to cut: function 'f' has no such argument or allocation
// TEXT: error: 'A.x=5' is no cut of an array; write array.dimension=extent+extent, as A.0=200+190, array.copies=number, as A.copies=2, array.scratch, as E.scratch, or array@array, as C@A
// NOARRAY: error: 'z@A': function 'f' has no array argument 'z'; write array@array, as C@A: C uses the port of A
// ITSELF: error: array 'A' cannot use the port of 'A': it is the same array
// OWNER: error: array 'A' cannot use the port of 's': another array uses the port of 'A'
// CHAIN: error: array 'x' cannot use the port of 'A': 'A' uses the port of another array already
// MEMORY: error: array 'x' cannot use the port of 'A': arrays are memories beside the kernel (memory = ports), each with ports of its own

// The loop over the columns of A, once for each block; x and y, which these
// loops walk too, are cut as well, s is not.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[A0:[^:]*]]: memref<6x5xf32> {hls.block_of = {array = "A", dim = 1 : i64, extent = 8 : i64, start = 0 : i64}, hls.name = "A_0"}
// CHECK-SAME: %[[A1:[^:]*]]: memref<6x3xf32> {hls.block_of = {array = "A", dim = 1 : i64, extent = 8 : i64, start = 5 : i64}, hls.name = "A_1"}
// CHECK-SAME: memref<5xf32> {{.*}}hls.name = "x_0"
// CHECK-SAME: memref<3xf32> {{.*}}hls.name = "x_1"
// CHECK-SAME: memref<6xf32> {hls.name = "s"}
// CHECK: affine.for %{{.*}} = 0 to 6 {
// CHECK: affine.for %[[J:.*]] = 0 to 5 {
// CHECK: affine.load %[[A0]][%{{.*}}, %[[J]]]
// CHECK: affine.for %[[J:.*]] = 0 to 3 {
// CHECK: affine.load %[[A1]][%{{.*}}, %[[J]]]

// One argument again, of which two loads take their box.
// MERGED-LABEL: func.func @f(
// MERGED-SAME: memref<6x8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", {{.*}}hls.name = "A"}
// MERGED-SAME: memref<8xf32> {{.*}}hls.name = "x"}
// MERGED: hls.buffer "A_0"
// MERGED: hls.buffer "A_1"
// MERGED: hls.task load "A"(%{{.*}}, %arg0) : memref<6x4xf32>, memref<6x8xf32>
// MERGED: hls.beat_read %{{.*}}[%{{.*}}, %{{[^ ]*}}]
// MERGED: hls.task load "A"(%{{.*}}, %arg0) : memref<6x4xf32>, memref<6x8xf32>
// MERGED: %[[ONE:.*]] = arith.constant 1 : index
// MERGED: hls.beat_read %{{.*}}[%{{.*}}, {{.*}}%[[ONE]]

// What uses the port of another array is loaded last, beside the first tasks.
// PORT-LABEL: func.func @f(
// PORT-SAME: memref<2x8xf32> {hls.block_of = {array = "A"
// PORT-SAME: memref<4x8xf32> {hls.block_of = {array = "A"
// PORT-SAME: memref<8xf32> {hls.name = "x", hls.port_of = "A"}
// BUNDLE-LABEL: func.func @f(
// BUNDLE-SAME: memref<6x8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = [[WIDTH:[0-9]+]]{{.*}}hls.name = "A"}
// BUNDLE-SAME: memref<8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = [[WIDTH]]>, hls.name = "x", hls.port_of = "A"}
// BUNDLE: hls.task load "s"
// BUNDLE: hls.task load "x"
func.func @f(%A: memref<6x8xf32> {hls.name = "A"},
             %x: memref<8xf32> {hls.name = "x"},
             %s: memref<6xf32> {hls.name = "s"}) attributes {hls.top} {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %s[%i] : memref<6xf32>
      %1 = affine.load %A[%i, %j] : memref<6x8xf32>
      %2 = affine.load %x[%j] : memref<8xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%i] : memref<6xf32>
    }
  }
  return
}
