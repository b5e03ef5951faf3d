// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/atax.mlir %S/Inputs/points.txt --print scalars | hls-opt --hls-apply-schedule=max-partition=0 --hls-apply-buffers --hls-check-applied | FileCheck %s --check-prefixes=BOTH,ORDERED
// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/atax.mlir %S/Inputs/points.txt --tree --print scalars | hls-opt --hls-apply-schedule=max-partition=0 --hls-apply-buffers --hls-check-applied | FileCheck %s --check-prefixes=BOTH,TREE
// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/gemm.mlir %S/Inputs/points.txt --print scalar | hls-opt --hls-apply-schedule=max-partition=0 --hls-apply-buffers --hls-check-applied | FileCheck %s --check-prefix=FROM

// tmp was zeroed: the scalar starts from zero and is stored once.
// BOTH: hls.task "S2"
// BOTH: ^bb0(%{{.*}}, %{{.*}}, %[[TMP:.*]]: memref<38xf32>):
// BOTH: affine.for %[[I1:.*]] = 0 to 19
// BOTH: affine.for %[[I2:.*]] = 0 to 2
// BOTH: %[[SUM:.*]] = hls.buffer "tmp_sum" {hls.accumulator} : memref<f32>
// BOTH: %[[ZERO:.*]] = arith.constant 0.0
// BOTH: affine.store %[[ZERO]], %[[SUM]][]
// BOTH: affine.for
// BOTH: affine.load %[[SUM]][]
// BOTH: affine.store %{{.*}}, %[[SUM]][] {hls.stmt = "S2"}
// BOTH: hls.name = "j2"
// BOTH: %[[TOTAL:.*]] = affine.load %[[SUM]][]
// BOTH: affine.store %[[TOTAL]], %[[TMP]][%[[I1]] * 2 + %[[I2]]]

// y's sums go to a buffer: from the old value and copied, or from zero and added.
// BOTH: hls.task "S3"
// BOTH: ^bb0({{.*}}%[[Y:[^ ]*]]: memref<42xf32>
// BOTH: %[[SUMS:.*]] = hls.buffer "y_sums" {hls.accumulator} : memref<42xf32>
// BOTH: %[[S:.*]] = hls.buffer "y_sum" {hls.accumulator} : memref<f32>
// ORDERED: %[[OLD:.*]] = affine.load %[[Y]]
// ORDERED: affine.store %[[OLD]], %[[S]][]
// TREE: %[[OLD:.*]] = arith.constant 0.0
// TREE: affine.store %[[OLD]], %[[S]][]
// BOTH: hls.stmt = "S3"
// BOTH: affine.store %{{.*}}, %[[SUMS]][
// BOTH: affine.for %[[K:.*]] = 0 to 42
// BOTH: affine.load %[[SUMS]][%[[K]]]
// TREE: affine.load %[[Y]][%[[K]]]
// TREE: arith.addf
// BOTH: affine.store %{{.*}}, %[[Y]][%[[K]]]
// ORDERED: hls.name = "j_copy", hls.pipeline
// TREE: hls.name = "j_add", hls.pipeline

// C holds beta * C: the scalar starts from it.
// FROM: hls.task "S1"
// FROM: ^bb0(%[[C:[^ ]*]]: memref<20x25xf32>,
// FROM: %[[SUM:.*]] = hls.buffer "C_sum" {hls.accumulator}
// FROM: %[[OLD:.*]] = affine.load %[[C]]
// FROM: affine.store %[[OLD]], %[[SUM]][]
