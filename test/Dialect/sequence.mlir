// RUN: hls-opt %S/../Emit/Inputs/sequence.mlir | hls-opt | FileCheck %s
// RUN: hls-opt %S/../Emit/Inputs/sequence.mlir --mlir-print-op-generic | hls-opt | FileCheck %s
// A region that runs twice, with a process that has a nest for each run.

// CHECK-LABEL: func.func @chain
// CHECK: hls.sequence "product"
// CHECK-SAME: parameters ["rows", "columns", "columns_A", "columns_B", "rows_y", "rows_z"]
// CHECK-SAME: runs [array<i64: 12, 20, 20, 0, 12, 0>, array<i64: 9, 12, 0, 12, 0, 9>] {
// CHECK-NEXT: ^bb0(%[[ROWS:.*]]: index, %[[COLUMNS:.*]]: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index, %{{.*}}: index):
// CHECK-NEXT: hls.dataflow {
// CHECK: hls.process load "load_m"
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK: affine.for %{{.*}} = 0 to %{{.*}} {
// CHECK: hls.process compute "products"(%{{.*}}, %{{.*}}, %{{.*}}, %[[ROWS]], %[[COLUMNS]])
