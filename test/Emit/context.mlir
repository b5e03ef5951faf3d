// Loops around tasks with constant and variable bounds, their iterators as
// arguments of tasks, conditions with quotients, remainders and several
// constraints, and an array whose accesses the tool cannot tell apart.
// RUN: hls-opt %s --hls-prepare=top=waves --hls-apply-schedule --hls-apply-buffers --hls-lower-transfers --hls-check-applied -o %t.mlir
// RUN: hls-translate --emit-hlscpp %t.mlir | FileCheck %s
// RUN: hls-translate --emit-hlscpp %t.mlir | hls-lint - | count 0
// RUN: rm -rf %t && mkdir %t
// RUN: hls-translate --emit-hlscpp %t.mlir -o %t/waves.cpp
// RUN: hls-translate --emit-hls-header %t.mlir -o %t/waves.h
// RUN: hls-translate --emit-hls-golden %t.mlir -o %t/golden.cpp
// RUN: hls-translate --emit-hls-testbench %t.mlir -o %t/tb.cpp
// RUN: g++ %csim_flags -fsanitize=address,undefined -fno-sanitize-recover %t/waves.cpp %t/golden.cpp %t/tb.cpp -o %t/run
// RUN: %t/run | FileCheck %s --check-prefix=CSIM
// CSIM: A: 0 of 64 elements differ
// CSIM: PASS

// CHECK: static void task_S0(float A[8][8], int t, int u) {
// CHECK: loop_i1:
// CHECK-NEXT: for (int i1 = 0; i1 < 8; ++i1) {
// CHECK-NEXT: #pragma HLS pipeline
// CHECK-NEXT: #pragma HLS dependence variable=A type=inter direction=RAW dependent=false
// CHECK: loop_j2:
// CHECK-NEXT: for (int j2 = 0; j2 < 4; ++j2) {
// CHECK-NEXT: #pragma HLS unroll
// CHECK-NEXT: if ([[IF:.*]]) {
// CHECK: static void task_S1(float A[8][8], int t) {
// CHECK-NEXT: #pragma HLS inline off
// CHECK-NEXT: if (t % 2 == 0 && {{.*}}t / 3{{.*}}) {
// CHECK: loop_t:
// CHECK-NEXT: for (int t = 1; t < 7; ++t) {
// CHECK-NEXT: loop_u:
// CHECK-NEXT: for (int u = std::max<int>(t - 3, 0); u < std::min<int>(t + 2, 7); ++u) {
// CHECK-NEXT: task_S0(A_buffer, t, u);
// CHECK-NEXT: task_S2(A_buffer, u);
// CHECK-NEXT: }
// CHECK-NEXT: task_S1(A_buffer, t);
#lower = affine_map<(d0) -> (d0 - 3, 0)>
#upper = affine_map<(d0) -> (d0 + 2, 7)>
func.func @waves(%A: memref<8x8xf32> {hls.name = "A"}) attributes {
    hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>,
    hls.design = #hls.design<
      tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>,
                 <name = "j", trip = 8, padded = 8, factors = [2, 1, 4]>], order = ["i", "j"], pipelined = "i">,
               <name = "S2", statements = ["S2"], loops = []>, <name = "S1", statements = ["S1"], loops = []>],
      arrays = [<array = "A", partition = <[<none>, <cyclic, 4>]>>]>} {
  affine.for %t = 1 to 7 {
    affine.for %u = max #lower(%t) to min #upper(%t) {
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 8 {
          // The row that is read, t, lies above those that are written.
          affine.if affine_set<(d0, d1, d2, d3) : (d0 - d2 - 1 >= 0, d1 mod 3 - 1 >= 0, d1 + d3 - (d0 floordiv 2) >= 0)>(%i, %j, %t, %u) {
            %0 = affine.load %A[%i, %j] : memref<8x8xf32>
            %1 = affine.load %A[%t, %j] : memref<8x8xf32>
            %2 = arith.subf %0, %1 : f32
            affine.store %2, %A[%i, %j] {hls.stmt = "S0"} : memref<8x8xf32>
          }
        } {hls.name = "j"}
      } {hls.name = "i"}
      %3 = affine.load %A[%u, %u + 1] : memref<8x8xf32>
      %4 = arith.negf %3 : f32
      affine.store %4, %A[%u + 1, %u] {hls.stmt = "S2"} : memref<8x8xf32>
    } {hls.name = "u"}
    affine.if affine_set<(d0) : (d0 mod 2 == 0, d0 floordiv 3 - 1 >= 0)>(%t) {
      %5 = affine.load %A[%t, 0] : memref<8x8xf32>
      %6 = arith.addf %5, %5 : f32
      affine.store %6, %A[%t floordiv 2, %t] {hls.stmt = "S1"} : memref<8x8xf32>
    }
  } {hls.name = "t"}
  return
}
