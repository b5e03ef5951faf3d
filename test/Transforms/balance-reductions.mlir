// Maxima and minima of integers become trees; what is not exact, or not
// independent, stays.
// RUN: hls-opt %s --hls-balance-reductions | FileCheck %s
// RUN: hls-opt %s --hls-balance-reductions --hls-estimate-qor=report=table -o /dev/null | FileCheck %s --check-prefix=TABLE
// RUN: hls-opt %s --hls-estimate-qor=report=table -o /dev/null | FileCheck %s --check-prefix=CHAIN

// Six terms one after the other take 6 (1 + 1) + 3 cycles under conditions; the
// tree takes 3 levels, the old value and the condition.
// CHAIN: S0 {{.*}} 15{{$}}
// TABLE: S0 {{.*}} 8{{$}}

// CHECK-DAG: #[[SOME:.*]] = affine_set<(d0) : (-d0 + 14 >= 0, d0 - 3 >= 0)>
// CHECK-LABEL: func.func @top
// CHECK: hls.task "S0"
// CHECK: affine.for %[[I:.*]] = 0 to 16 {
// CHECK-NEXT: affine.if #[[SOME]](%[[I]]) {
// CHECK-NEXT: %[[T:.*]] = hls.buffer "X_terms" {partition = #hls.partition<[<complete>]>} : memref<6xi32>
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 6 {
// CHECK-NEXT: %[[R:.*]] = affine.if #{{.*}}(%[[I]], %[[K]]) -> i32 {
// CHECK-NEXT: %[[A:.*]] = affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK-NEXT: affine.yield %[[A]] : i32
// CHECK-NEXT: } else {
// CHECK-NEXT: %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK-NEXT: affine.yield %[[LEAST]] : i32
// CHECK: affine.store %[[R]], %[[T]][%[[K]]] : memref<6xi32>
// CHECK: affine.for %[[L:.*]] = 0 to 3 {
// CHECK-NEXT: affine.load %[[T]][%[[L]]]
// CHECK-NEXT: affine.load %[[T]][%[[L]] + 3]
// CHECK-NEXT: arith.maxsi
// CHECK-NEXT: affine.store %{{.*}}, %[[T]][%[[L]]]
// CHECK-NEXT: } {hls.name = "tree", hls.unroll = #hls.unroll}
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK: %[[BEST:.*]] = affine.load %[[T]][0]
// CHECK-NEXT: %[[OLD:.*]] = affine.load %{{.*}}[%[[I]]]
// CHECK-NEXT: %[[NEW:.*]] = arith.maxsi %[[OLD]], %[[BEST]] : i32
// CHECK-NEXT: affine.store %[[NEW]], %{{.*}}[%[[I]]] {hls.stmt = "S0"}

// The term may be what an earlier one stored: X[k] is X[i].
// CHECK: hls.task "S1"
// CHECK-NOT: hls.buffer
// A sum of two loops in one constraint; the iterations that it leaves to the
// element are not looked for.
// CHECK: hls.task "S2"
// CHECK-NOT: hls.buffer
// Floating-point numbers.
// CHECK: hls.task "S3"
// CHECK-NOT: hls.buffer
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
#near = affine_set<(d0, d1) : (d0 - d1 - 3 >= 0, d1 - d0 + 9 >= 0)>
#sum = affine_set<(d0, d1) : (d0 + d1 - 3 >= 0)>
func.func @top(%X: memref<16xi32> {hls.name = "X", hls.interface = #hls.interface<m_axi, bundle = "gmem_X", width = 32>},
               %A: memref<16x6xi32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
               %F: memref<16xf32> {hls.name = "F", hls.interface = #hls.interface<m_axi, bundle = "gmem_F", width = 32>},
               %G: memref<16x6xf32> {hls.name = "G", hls.interface = #hls.interface<m_axi, bundle = "gmem_G", width = 32>}) attributes {hls.top, hls.target = #target} {
  %x = hls.buffer "X" : memref<16xi32>
  %a = hls.buffer "A" {partition = #hls.partition<[<none>, <complete>]>} : memref<16x6xi32>
  %f = hls.buffer "F" : memref<16xf32>
  %g = hls.buffer "G" {partition = #hls.partition<[<none>, <complete>]>} : memref<16x6xf32>
  hls.tile_load %X[] to %x beat 1 : memref<16xi32> to memref<16xi32>
  hls.tile_load %A[] to %a beat 1 : memref<16x6xi32> to memref<16x6xi32>
  hls.tile_load %F[] to %f beat 1 : memref<16xf32> to memref<16xf32>
  hls.tile_load %G[] to %g beat 1 : memref<16x6xf32> to memref<16x6xf32>
  hls.task "S0"(%x, %a) : memref<16xi32>, memref<16x6xi32> {
  ^bb0(%y: memref<16xi32>, %b: memref<16x6xi32>):
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 6 {
        affine.if #near(%i, %k) {
          %0 = affine.load %y[%i] : memref<16xi32>
          %1 = affine.load %b[%i, %k] : memref<16x6xi32>
          %2 = arith.maxsi %0, %1 : i32
          affine.store %2, %y[%i] {hls.stmt = "S0"} : memref<16xi32>
        }
      } {hls.name = "k2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    hls.yield
  }
  hls.task "S1"(%x) : memref<16xi32> {
  ^bb0(%y: memref<16xi32>):
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 6 {
        %0 = affine.load %y[%i] : memref<16xi32>
        %1 = affine.load %y[%k] : memref<16xi32>
        %2 = arith.maxsi %0, %1 : i32
        affine.store %2, %y[%i] {hls.stmt = "S1"} : memref<16xi32>
      } {hls.name = "k2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    hls.yield
  }
  hls.task "S2"(%x, %a) : memref<16xi32>, memref<16x6xi32> {
  ^bb0(%y: memref<16xi32>, %b: memref<16x6xi32>):
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 2 {
        affine.for %l = 0 to 3 {
          affine.if #sum(%k, %l) {
            %0 = affine.load %y[%i] : memref<16xi32>
            %1 = affine.load %b[%i, %k * 3 + %l] : memref<16x6xi32>
            %2 = arith.minui %0, %1 : i32
            affine.store %2, %y[%i] {hls.stmt = "S2"} : memref<16xi32>
          }
        } {hls.name = "l2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
      } {hls.name = "k2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    hls.yield
  }
  hls.task "S3"(%f, %g) : memref<16xf32>, memref<16x6xf32> {
  ^bb0(%y: memref<16xf32>, %b: memref<16x6xf32>):
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 6 {
        %0 = affine.load %y[%i] : memref<16xf32>
        %1 = affine.load %b[%i, %k] : memref<16x6xf32>
        %2 = arith.maxnumf %0, %1 : f32
        affine.store %2, %y[%i] {hls.stmt = "S3"} : memref<16xf32>
      } {hls.name = "k2", hls.level = 2 : i64, hls.reduction, hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.level = 1 : i64, hls.pipeline = #hls.pipeline}
    hls.yield
  }
  hls.tile_store %x to %X[] beat 1 : memref<16xi32> to memref<16xi32>
  hls.tile_store %f to %F[] beat 1 : memref<16xf32> to memref<16xf32>
  return
}
