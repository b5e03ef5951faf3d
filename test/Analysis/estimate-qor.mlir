// RUN: hls-opt %s --hls-estimate-qor | FileCheck %s
// RUN: hls-opt %s --hls-estimate-qor="report=table" -o %t | FileCheck %s --check-prefix=TABLE
// RUN: hls-opt %s --hls-estimate-qor="report=json" -o %t | FileCheck %s --check-prefix=JSON
// Transfers cost the same as tasks with code.
// RUN: hls-opt %s --hls-estimate-qor="report=json" -o %t > %t.ops
// RUN: hls-opt %s --hls-lower-transfers --hls-estimate-qor="report=json" -o %t > %t.tasks
// RUN: diff %t.ops %t.tasks
// RUN: FileCheck %s --check-prefix=TASKS --input-file=%t
// TASKS: } {hls.qor = {beats = 16 : i64, depth = 3 : i64, ii = 1 : i64, latency = 91 : i64}}

// Figures by hand, with an adder of 7 cycles and a multiplier of 4:
//  - load of A: 8 rows of 2 beats, 3 cycles each: 15 + 3 - 1 + 74 = 91;
//  - S0 accumulates over the pipelined loop k: two products an iteration, a
//    chain of two additions: II = 14, depth 7 + 4 + 14; the loop around is not
//    flattened: 8 x (3 x 14 + 24 + 6) + 1;
//  - S1 has five accesses to one bank with two ports: II = 3, depth 3 + 3 x 7,
//    3 x 3 + 24 - 1 + 2;
//  - store of C: 7 + 3 - 1 + 72 = 81;
//  - both tasks use C, so nothing overlaps: 91 + 577 + 34 + 81 + 4 x 2 = 791;
//  - the phases share adders: at most 2 at once, 2 DSP each, 1 multiplier of 3.

// TABLE: estimated on the final IR: 791 cycles, 7 DSP, 10 BRAM_18K, 0 URAM
// TABLE: S0 {{ *}}577  k1 {{ *}}8 x 4   14        1     25
// TABLE: recurrence through 'C': 2 dependent operations of 14 cycles, distance 1
// TABLE: fadd: 2 operations an iteration on 1 units
// TABLE: S1 {{ *}}34  i1 {{ *}}4    3        1     24
// TABLE: array 'A': 5 accesses to one bank, 2 ports
// TABLE: load A {{ *}}91 {{ *}}16    1      3
// TABLE: A            lutram         2        32
// TABLE: phase 0: load A
// TABLE-NEXT: phase 1: task S0
// TABLE-NEXT: phase 2: task S1
// TABLE-NEXT: phase 3: store C

// JSON: "cycles": 791
// JSON: "DSP": 7

// CHECK-LABEL: func.func @top
// CHECK-SAME: hls.qor = {BRAM_18K = 10 : i64, DSP = 7 : i64
// CHECK-SAME: latency = 791 : i64
// CHECK: hls.buffer "A" {hls.qor = {BRAM_18K = 0 : i64, URAM = 0 : i64, banks = 2 : i64, storage = "lutram", words = 32 : i64}
// CHECK: hls.tile_load {{.*}} beat 4 {hls.qor = {beats = 16 : i64, depth = 3 : i64, ii = 1 : i64, latency = 91 : i64}}
// CHECK: hls.name = "k1", hls.pipeline = #hls.pipeline, hls.qor = {depth = 25 : i64, ii = 14 : i64, latency = 66 : i64, outer = 8 : i64, reason = "recurrence through 'C': 2 dependent operations of 14 cycles, distance 1", trips = 4 : i64}
// CHECK: hls.qor = {fadd = 1 : i64, fmul = 1 : i64, latency = 577 : i64}
// CHECK: func.func @other
// CHECK-NOT: hls.qor
func.func @top(%arg0: memref<8x8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>, hls.name = "A"},
               %arg1: memref<8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_C", width = 32>, hls.name = "C"})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" {partition = #hls.partition<[<none>, <cyclic, 2>]>} : memref<8x8xf32>
  %1 = hls.buffer "C" : memref<8xf32>
  hls.tile_load %arg0[] to %0 beat 4 : memref<8x8xf32> to memref<8x8xf32>
  hls.task "S0"(%0, %1) : memref<8x8xf32>, memref<8xf32> {
  ^bb0(%A: memref<8x8xf32>, %C: memref<8xf32>):
    affine.for %i0 = 0 to 8 {
      affine.for %k1 = 0 to 4 {
        affine.for %k2 = 0 to 2 {
          %2 = affine.load %A[%i0, %k1 * 2 + %k2] : memref<8x8xf32>
          %3 = arith.mulf %2, %2 : f32
          %4 = affine.load %C[%i0] : memref<8xf32>
          %5 = arith.addf %4, %3 : f32
          affine.store %5, %C[%i0] {hls.stmt = "S0"} : memref<8xf32>
        } {hls.level = 2 : i64, hls.name = "k2", hls.reduction, hls.unroll = #hls.unroll}
      } {hls.level = 1 : i64, hls.name = "k1", hls.reduction, hls.pipeline = #hls.pipeline}
    } {hls.level = 0 : i64, hls.name = "i0"}
  }
  hls.task "S1"(%0, %1) : memref<8x8xf32>, memref<8xf32> {
  ^bb0(%A: memref<8x8xf32>, %C: memref<8xf32>):
    affine.for %i1 = 0 to 4 {
      %2 = affine.load %A[%i1, 0] : memref<8x8xf32>
      %3 = affine.load %A[%i1 + 1, 0] : memref<8x8xf32>
      %4 = affine.load %A[%i1 + 2, 0] : memref<8x8xf32>
      %5 = affine.load %A[%i1 + 3, 2] : memref<8x8xf32>
      %6 = affine.load %A[%i1 + 4, 4] : memref<8x8xf32>
      %7 = arith.addf %2, %3 : f32
      %8 = arith.addf %4, %5 : f32
      %9 = arith.addf %7, %8 : f32
      %10 = arith.addf %9, %6 : f32
      affine.store %10, %C[%i1] {hls.stmt = "S1"} : memref<8xf32>
    } {hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %1 to %arg1[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

func.func @other(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xf32>
    affine.store %0, %a[%i] : memref<8xf32>
  }
  return
}
