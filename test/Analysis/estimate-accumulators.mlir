// RUN: %python %talos_src/test/Transforms/Inputs/execute.py hls-opt none %talos_src/test/Transforms/Inputs/atax.mlir %talos_src/test/Transforms/Inputs/points.txt --print scalars > %t.mlir
// RUN: hls-opt %t.mlir --hls-apply-schedule=max-partition=0 --hls-apply-buffers -o %t.applied.mlir
// RUN: sed 's/hls.top/hls.top, hls.target = #hls.target<device = "u200", part = "p", clock_ps = 4000, tool = "2023.2", tree_reduction = false>/' %t.applied.mlir > %t.target.mlir
// RUN: hls-opt %t.target.mlir --hls-estimate-qor="report=table" -o %t.qor.mlir | FileCheck %s

// S2 sums 42 products in a scalar that starts from zero and goes to registers:
// 2 + 4 + 42 x 7 cycles, nothing is carried. S3 sums 38 in a scalar that goes
// to a buffer of sums: 3 + 4 + 38 x 7; that buffer is BRAM, and a second loop
// copies it: 20 + 273 - 1, 41 + 2 - 1, and 7 between. Scalars are no buffers.
// CHECK: S2 {{.*}} i1 {{ *}}19    1        1    300
// CHECK: S3 {{ *}}341
// CHECK-SAME: j1 {{ *}}21    1        1    273
// CHECK-NEXT: j_copy {{ *}}42    1        1
// CHECK-NOT: {{tmp_sum|y_sum }}
// CHECK: y_sums       bram
