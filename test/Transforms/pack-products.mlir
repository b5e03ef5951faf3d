// Two products of 8 bits in one multiplier: the IR, its estimate, and every
// value of all three factors executed.
// RUN: hls-opt %s --hls-pack-products | FileCheck %s
// RUN: hls-opt %s --hls-estimate-qor=report=table -o /dev/null | FileCheck %s --check-prefix=SINGLE
// RUN: hls-opt %s --hls-pack-products --hls-estimate-qor=report=table -o /dev/null | FileCheck %s --check-prefix=PACKED
// RUN: sed 's/xcu200-fsgd2104-2-e/xc7z020clg400-1/;s/"u200"/"zynq7020"/;s/4000/10000/' %s | hls-opt --hls-pack-products | FileCheck %s --check-prefix=NARROW
// RUN: rm -rf %t && mkdir %t
// RUN: hls-opt %s --hls-lower-transfers --hls-pack-products -o %t/packed.mlir
// RUN: hls-translate --emit-hlscpp %t/packed.mlir -o %t/packed.cpp
// RUN: hls-translate --emit-hls-header %t/packed.mlir -o %t/packed.h
// RUN: FileCheck %s --check-prefix=CODE < %t/packed.cpp
// RUN: hls-lint %t/packed.cpp | count 0
// RUN: g++ %csim_flags -include %t/packed.h %t/packed.cpp %S/Inputs/pack_products.cpp -o %t/run
// RUN: %t/run | FileCheck %s --check-prefix=EXEC

// EXEC: {{^}}33554432 products equal, 0 differ
// SINGLE: mul18: 2 operations an iteration on 2 units
// SINGLE: mul18: 2 operations an iteration on 2 units
// PACKED-NOT: mul18
// PACKED: mul27x18: 1 operations an iteration on 1 units
// PACKED: mul18: 2 operations an iteration on 2 units
// CODE: << 18
// NARROW-NOT: hls.factor_bits

// CHECK-LABEL: func.func @packed
// CHECK: hls.task "S0"
// CHECK: affine.for %[[J:.*]] = 0 to 2 step 2 {
// CHECK: %[[NEXT:.*]] = affine.apply #{{.*}}(%[[J]])
// CHECK: %[[U:.*]] = affine.load %{{.*}}[%{{.*}}, %[[NEXT]]]
// CHECK: %[[A:.*]] = arith.extsi %[[U]] : i8 to i64
// CHECK: %[[S:.*]] = arith.shli %[[A]], %{{.*}} : i64
// CHECK: %[[W:.*]] = arith.addi %[[S]], %{{.*}} : i64
// CHECK: arith.muli %[[W]], %{{.*}} {hls.factor_bits = 27 : i64} : i64
// CHECK-NOT: arith.muli
// CHECK: } {hls.name = "j2", hls.unroll = #hls.unroll}

// The loop writes what a factor is loaded from.
// CHECK: hls.task "S1"
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK: arith.muli
// CHECK-NOT: hls.factor_bits
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
func.func @packed(%C: memref<256x2xi32> {hls.name = "C", hls.interface = #hls.interface<m_axi, bundle = "gmem_C", width = 32>},
                  %A: memref<256xi8> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 8>},
                  %B: memref<256x2xi8> {hls.name = "B", hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 8>}) attributes {hls.top, hls.target = #target} {
  %c = hls.buffer "C" {partition = #hls.partition<[<none>, <complete>]>} : memref<256x2xi32>
  %a = hls.buffer "A" : memref<256xi8>
  %b = hls.buffer "B" {partition = #hls.partition<[<none>, <complete>]>} : memref<256x2xi8>
  hls.tile_load %A[] to %a beat 1 : memref<256xi8> to memref<256xi8>
  hls.tile_load %B[] to %b beat 1 : memref<256x2xi8> to memref<256x2xi8>
  hls.task "S0"(%c, %a, %b) : memref<256x2xi32>, memref<256xi8>, memref<256x2xi8> {
  ^bb0(%x: memref<256x2xi32>, %y: memref<256xi8>, %z: memref<256x2xi8>):
    affine.for %i1 = 0 to 256 {
      affine.for %j2 = 0 to 2 {
        %0 = affine.load %y[%i1] : memref<256xi8>
        %1 = arith.extsi %0 : i8 to i32
        %2 = affine.load %z[%i1, %j2] : memref<256x2xi8>
        %3 = arith.extsi %2 : i8 to i32
        %4 = arith.muli %1, %3 : i32
        affine.store %4, %x[%i1, %j2] {hls.stmt = "S0"} : memref<256x2xi32>
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.task "S1"(%a, %b) : memref<256xi8>, memref<256x2xi8> {
  ^bb0(%y: memref<256xi8>, %z: memref<256x2xi8>):
    affine.for %i1 = 0 to 256 {
      affine.for %j2 = 0 to 2 {
        %0 = affine.load %y[%i1] : memref<256xi8>
        %1 = arith.extsi %0 : i8 to i32
        %2 = affine.load %z[%i1, %j2] : memref<256x2xi8>
        %3 = arith.extsi %2 : i8 to i32
        %4 = arith.muli %1, %3 : i32
        %5 = arith.trunci %4 : i32 to i8
        affine.store %5, %z[%i1, %j2] {hls.stmt = "S1"} : memref<256x2xi8>
      } {hls.name = "j2", hls.unroll = #hls.unroll}
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.tile_store %c to %C[] beat 1 : memref<256x2xi32> to memref<256x2xi32>
  return
}
