// RUN: split-file %s %t
// RUN: hls-opt --hls-share-network %t/right.mlir | FileCheck %t/right.mlir
// RUN: hls-opt --hls-share-network --hls-annotate-distances --hls-annotate-trip-counts %t/right.mlir | FileCheck %t/right.mlir --check-prefix=AGAIN
// RUN: hls-opt --hls-share-network %t/wrong.mlir --verify-diagnostics --split-input-file

//--- right.mlir
func.func @chain(%A: memref<12x20xf32>, %B: memref<9x12xf32>, %x: memref<20xf32>, %y: memref<12xf32>, %z: memref<9xf32>) attributes {hls.top} {
  hls.dataflow {
    %m = hls.stream "m" depth 12 : !hls.stream<f32>
    %v = hls.stream "v" depth 4 : !hls.stream<f32>
    %w = hls.stream "w" depth 4 : !hls.stream<f32>
    hls.process load "load_A" (%A, %m) : memref<12x20xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12x20xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 20 {
        affine.for %i = 0 to 12 {
          %0 = affine.load %from[%i, %k] : memref<12x20xf32>
          hls.stream_write %0 to %to : f32, !hls.stream<f32>
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      } {hls.name = "k"}
    }
    hls.process load "load_x" (%x, %v) : memref<20xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<20xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 20 {
        %0 = affine.load %from[%k] : memref<20xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.name = "k", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process compute "products" (%m, %v, %w) : !hls.stream<f32>, !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%a: !hls.stream<f32>, %b: !hls.stream<f32>, %to: !hls.stream<f32>):
      %sums = hls.buffer "sums" : memref<12xf32>
      %factor = hls.buffer "factor" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<1xf32>
      affine.for %k = 0 to 20 {
        affine.for %i = 0 to 12 {
          affine.if affine_set<(d0) : (d0 == 0)>(%i) {
            %0 = hls.stream_read %b : !hls.stream<f32> to f32
            affine.store %0, %factor[0] : memref<1xf32>
          }
          affine.if affine_set<(d0) : (d0 == 0)>(%k) {
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %sums[%i] : memref<12xf32>
          }
          %1 = hls.stream_read %a : !hls.stream<f32> to f32
          %2 = affine.load %factor[0] : memref<1xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = affine.load %sums[%i] : memref<12xf32>
          %5 = arith.addf %4, %3 : f32
          affine.store %5, %sums[%i] : memref<12xf32>
          affine.if affine_set<(d0) : (d0 - 19 == 0)>(%k) {
            hls.stream_write %5 to %to : f32, !hls.stream<f32>
          }
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      } {hls.name = "k"}
    }
    hls.process store "store_y" (%w, %y) : !hls.stream<f32>, memref<12xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<12xf32>):
      affine.for %i = 0 to 12 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<12xf32>
      } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  hls.dataflow {
    %m1 = hls.stream "m_1" depth 9 : !hls.stream<f32>
    %v1 = hls.stream "v_1" depth 4 : !hls.stream<f32>
    %w1 = hls.stream "w_1" depth 4 : !hls.stream<f32>
    hls.process load "load_B" (%B, %m1) : memref<9x12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<9x12xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 12 {
        affine.for %i = 0 to 9 {
          %0 = affine.load %from[%i, %k] : memref<9x12xf32>
          hls.stream_write %0 to %to : f32, !hls.stream<f32>
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      } {hls.name = "k"}
    }
    hls.process load "load_y" (%y, %v1) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 12 {
        %0 = affine.load %from[%k] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.name = "k", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process compute "products_1" (%m1, %v1, %w1) : !hls.stream<f32>, !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%a: !hls.stream<f32>, %b: !hls.stream<f32>, %to: !hls.stream<f32>):
      %sums = hls.buffer "sums" : memref<9xf32>
      %factor = hls.buffer "factor" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<1xf32>
      affine.for %k = 0 to 12 {
        affine.for %i = 0 to 9 {
          affine.if affine_set<(d0) : (d0 == 0)>(%i) {
            %0 = hls.stream_read %b : !hls.stream<f32> to f32
            affine.store %0, %factor[0] : memref<1xf32>
          }
          affine.if affine_set<(d0) : (d0 == 0)>(%k) {
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %sums[%i] : memref<9xf32>
          }
          %1 = hls.stream_read %a : !hls.stream<f32> to f32
          %2 = affine.load %factor[0] : memref<1xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = affine.load %sums[%i] : memref<9xf32>
          %5 = arith.addf %4, %3 : f32
          affine.store %5, %sums[%i] : memref<9xf32>
          affine.if affine_set<(d0) : (d0 - 11 == 0)>(%k) {
            hls.stream_write %5 to %to : f32, !hls.stream<f32>
          }
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      } {hls.name = "k"}
    }
    hls.process store "store_z" (%w1, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  return
}

// One compute process, whose bounds and condition are parameters; loads and
// stores have a nest for each array.
// CHECK: hls.sequence "chain_network"
// CHECK-SAME: parameters ["load_A_k", "load_A_k_1", "load_x_k", "load_x_k_1", "products_k", "products_i", "products_n", "store_y_i", "store_y_i_1"]
// CHECK-SAME: runs [array<i64: 20, 0, 20, 0, 20, 12, 19, 12, 0>, array<i64: 0, 12, 0, 12, 12, 9, 11, 0, 9>] {
// CHECK-NEXT: ^bb0(%[[KA:.*]]: index, %[[KB:.*]]: index, %{{.*}}: index, %{{.*}}: index, %[[K:.*]]: index, %[[I:.*]]: index, %[[LAST:.*]]: index, %[[Y:.*]]: index, %[[Z:.*]]: index):
// CHECK-NEXT: hls.dataflow {
// CHECK-NEXT: %[[M:.*]] = hls.stream "m" depth 12
// CHECK: hls.process load "load_A"(%{{.*}}, %[[M]], %{{.*}}, %[[KA]], %[[KB]])
// CHECK-NEXT: ^bb0(%[[A:.*]]: memref<12x20xf32>, %{{.*}}: !hls.stream<f32>, %[[B:.*]]: memref<9x12xf32>, %[[NA:.*]]: index, %[[NB:.*]]: index):
// CHECK: affine.for %{{.*}} = 0 to %[[NA]] {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 12 {
// CHECK-NEXT: affine.load %[[A]]
// CHECK: hls.collapsed = 2
// CHECK: affine.for %{{.*}} = 0 to %[[NB]] {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 9 {
// CHECK-NEXT: affine.load %[[B]]
// CHECK: hls.process load "load_x"
// CHECK: hls.process compute "products"(%[[M]], %{{.*}}, %{{.*}}, %[[K]], %[[I]], %[[LAST]])
// CHECK: hls.buffer "sums" : memref<12xf32>
// CHECK: affine.if #{{.*}}(%{{.*}})[%{{.*}}] {
// CHECK-NOT: hls.process compute
// CHECK: hls.process store "store_y"
// CHECK-NOT: hls.dataflow

// Runs of 12 and of 9 sums: the least distance, all iterations of a nest.
// AGAIN: hls.distances = {factor = 1 : i64, sums = 9 : i64}
// AGAIN-SAME: hls.trip_count = #hls.trip_count<min = 108, max = 240, avg = 174>

//--- wrong.mlir
// Other operators.
func.func @chain(%A: memref<12x20xf32>, %B: memref<9x12xf32>, %x: memref<20xf32>, %y: memref<12xf32>, %z: memref<9xf32>) attributes {hls.top} {
  hls.dataflow {
    %m = hls.stream "m" depth 12 : !hls.stream<f32>
    %v = hls.stream "v" depth 4 : !hls.stream<f32>
    %w = hls.stream "w" depth 4 : !hls.stream<f32>
    hls.process load "load_A" (%A, %m) : memref<12x20xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12x20xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 20 {
        affine.for %i = 0 to 12 {
          %0 = affine.load %from[%i, %k] : memref<12x20xf32>
          hls.stream_write %0 to %to : f32, !hls.stream<f32>
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      } {hls.name = "k"}
    }
    hls.process load "load_x" (%x, %v) : memref<20xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<20xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 20 {
        %0 = affine.load %from[%k] : memref<20xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.name = "k", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process compute "products" (%m, %v, %w) : !hls.stream<f32>, !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%a: !hls.stream<f32>, %b: !hls.stream<f32>, %to: !hls.stream<f32>):
      %sums = hls.buffer "sums" : memref<12xf32>
      %factor = hls.buffer "factor" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<1xf32>
      affine.for %k = 0 to 20 {
        affine.for %i = 0 to 12 {
          affine.if affine_set<(d0) : (d0 == 0)>(%i) {
            %0 = hls.stream_read %b : !hls.stream<f32> to f32
            affine.store %0, %factor[0] : memref<1xf32>
          }
          affine.if affine_set<(d0) : (d0 == 0)>(%k) {
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %sums[%i] : memref<12xf32>
          }
          %1 = hls.stream_read %a : !hls.stream<f32> to f32
          %2 = affine.load %factor[0] : memref<1xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = affine.load %sums[%i] : memref<12xf32>
          // expected-note @below {{in the first network}}
          %5 = arith.addf %4, %3 : f32
          affine.store %5, %sums[%i] : memref<12xf32>
          affine.if affine_set<(d0) : (d0 - 19 == 0)>(%k) {
            hls.stream_write %5 to %to : f32, !hls.stream<f32>
          }
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      } {hls.name = "k"}
    }
    hls.process store "store_y" (%w, %y) : !hls.stream<f32>, memref<12xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<12xf32>):
      affine.for %i = 0 to 12 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<12xf32>
      } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  hls.dataflow {
    %m1 = hls.stream "m_1" depth 9 : !hls.stream<f32>
    %v1 = hls.stream "v_1" depth 4 : !hls.stream<f32>
    %w1 = hls.stream "w_1" depth 4 : !hls.stream<f32>
    hls.process load "load_B" (%B, %m1) : memref<9x12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<9x12xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 12 {
        affine.for %i = 0 to 9 {
          %0 = affine.load %from[%i, %k] : memref<9x12xf32>
          hls.stream_write %0 to %to : f32, !hls.stream<f32>
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      } {hls.name = "k"}
    }
    hls.process load "load_y" (%y, %v1) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 12 {
        %0 = affine.load %from[%k] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.name = "k", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process compute "products_1" (%m1, %v1, %w1) : !hls.stream<f32>, !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%a: !hls.stream<f32>, %b: !hls.stream<f32>, %to: !hls.stream<f32>):
      %sums = hls.buffer "sums" : memref<9xf32>
      %factor = hls.buffer "factor" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<1xf32>
      affine.for %k = 0 to 12 {
        affine.for %i = 0 to 9 {
          affine.if affine_set<(d0) : (d0 == 0)>(%i) {
            %0 = hls.stream_read %b : !hls.stream<f32> to f32
            affine.store %0, %factor[0] : memref<1xf32>
          }
          affine.if affine_set<(d0) : (d0 == 0)>(%k) {
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %sums[%i] : memref<9xf32>
          }
          %1 = hls.stream_read %a : !hls.stream<f32> to f32
          %2 = affine.load %factor[0] : memref<1xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = affine.load %sums[%i] : memref<9xf32>
          // expected-error @below {{process 'products_1' cannot run on the operators of 'products': 'arith.subf' stands in the place of 'arith.addf'}}
          %5 = arith.subf %4, %3 : f32
          affine.store %5, %sums[%i] : memref<9xf32>
          affine.if affine_set<(d0) : (d0 - 11 == 0)>(%k) {
            hls.stream_write %5 to %to : f32, !hls.stream<f32>
          }
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      } {hls.name = "k"}
    }
    hls.process store "store_z" (%w1, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  return
}

// -----

// Other processes.
func.func @chain(%A: memref<12x20xf32>, %B: memref<9x12xf32>, %x: memref<20xf32>, %y: memref<12xf32>, %z: memref<9xf32>) attributes {hls.top} {
  // expected-note @below {{the first network}}
  hls.dataflow {
    %m = hls.stream "m" depth 12 : !hls.stream<f32>
    %v = hls.stream "v" depth 4 : !hls.stream<f32>
    %w = hls.stream "w" depth 4 : !hls.stream<f32>
    hls.process load "load_A" (%A, %m) : memref<12x20xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12x20xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 20 {
        affine.for %i = 0 to 12 {
          %0 = affine.load %from[%i, %k] : memref<12x20xf32>
          hls.stream_write %0 to %to : f32, !hls.stream<f32>
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
      } {hls.name = "k"}
    }
    hls.process load "load_x" (%x, %v) : memref<20xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<20xf32>, %to: !hls.stream<f32>):
      affine.for %k = 0 to 20 {
        %0 = affine.load %from[%k] : memref<20xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.name = "k", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
    hls.process compute "products" (%m, %v, %w) : !hls.stream<f32>, !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%a: !hls.stream<f32>, %b: !hls.stream<f32>, %to: !hls.stream<f32>):
      %sums = hls.buffer "sums" : memref<12xf32>
      %factor = hls.buffer "factor" {partition = #hls.partition<[#hls.dim<complete>]>} : memref<1xf32>
      affine.for %k = 0 to 20 {
        affine.for %i = 0 to 12 {
          affine.if affine_set<(d0) : (d0 == 0)>(%i) {
            %0 = hls.stream_read %b : !hls.stream<f32> to f32
            affine.store %0, %factor[0] : memref<1xf32>
          }
          affine.if affine_set<(d0) : (d0 == 0)>(%k) {
            %zero = arith.constant 0.0 : f32
            affine.store %zero, %sums[%i] : memref<12xf32>
          }
          %1 = hls.stream_read %a : !hls.stream<f32> to f32
          %2 = affine.load %factor[0] : memref<1xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = affine.load %sums[%i] : memref<12xf32>
          %5 = arith.addf %4, %3 : f32
          affine.store %5, %sums[%i] : memref<12xf32>
          affine.if affine_set<(d0) : (d0 - 19 == 0)>(%k) {
            hls.stream_write %5 to %to : f32, !hls.stream<f32>
          }
        } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = flp>}
      } {hls.name = "k"}
    }
    hls.process store "store_y" (%w, %y) : !hls.stream<f32>, memref<12xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<12xf32>):
      affine.for %i = 0 to 12 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<12xf32>
      } {hls.name = "i", hls.pipeline = #hls.pipeline<ii = 1, style = stp>}
    }
  }
  // expected-error @below {{a network of 2 processes cannot share those of one with 4}}
  hls.dataflow {
    %s = hls.stream "s" depth 4 : !hls.stream<f32>
    hls.process load "load_y" (%y, %s) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_z" (%s, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

// Other streams.
func.func @copies(%y: memref<12xf32>, %z: memref<9xf32>) attributes {hls.top} {
  hls.dataflow {
    %s = hls.stream "s" depth 4 : !hls.stream<f32>
    // expected-note @below {{the process of the first network}}
    hls.process load "load_s" (%y, %s) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_s" (%s, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  hls.dataflow {
    %t = hls.stream "t" depth 4 : !hls.stream<f32, count = 1>
    // expected-error @below {{process 'load_t' has not the streams of process 'load_s', which stands at its place in the first network}}
    hls.process load "load_t" (%y, %t) : memref<12xf32>, !hls.stream<f32, count = 1> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32, count = 1>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to[0] : f32, !hls.stream<f32, count = 1>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_t" (%t, %z) : !hls.stream<f32, count = 1>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32, count = 1>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from[0] : !hls.stream<f32, count = 1> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

// Something between.
func.func @copies(%y: memref<12xf32>, %z: memref<9xf32>) attributes {hls.top} {
  hls.dataflow {
    %s = hls.stream "s" depth 4 : !hls.stream<f32>
    hls.process load "load_s" (%y, %s) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_s" (%s, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  %one = arith.constant 1.0 : f32
  // expected-error @below {{'affine.store' stands beside networks that share operators}}
  affine.store %one, %z[0] : memref<9xf32>
  hls.dataflow {
    %t = hls.stream "t" depth 4 : !hls.stream<f32>
    hls.process load "load_t" (%y, %t) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_t" (%t, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

// Kernels of SLRs.
func.func @copies(%y: memref<12xf32>, %z: memref<9xf32>) attributes {hls.top} {
  hls.dataflow {
    %s = hls.stream "s" depth 4 : !hls.stream<f32>
    hls.process load "load_s" (%y, %s) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_s" (%s, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  hls.dataflow {
    %t = hls.stream "t" depth 4 : !hls.stream<f32>
    // expected-error @below {{process 'load_t' stands in an SLR of a device; networks that share operators have none such}}
    hls.process load "load_t" (%y, %t) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 0 : i64}
    hls.process store "store_t" (%t, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    } {hls.slr = 0 : i64}
  }
  return
}

// -----

// Tiles that are left out.
func.func @copies(%y: memref<12xf32>, %z: memref<9xf32>) attributes {hls.top} {
  hls.dataflow {
    %s = hls.stream "s" depth 4 : !hls.stream<f32>
    hls.process load "load_s" (%y, %s) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_s" (%s, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  hls.dataflow {
    %t = hls.stream "t" depth 4 : !hls.stream<f32>
    // expected-error @below {{process 'load_t' leaves out iterations (hls.skips); networks that share operators have none such}}
    hls.process load "load_t" (%y, %t) : memref<12xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<12xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 9 {
        %0 = affine.load %from[%i] : memref<12xf32>
        hls.stream_write %0 to %to : f32, !hls.stream<f32>
      } {hls.skips = [affine_set<(i) : (i - 8 >= 0)>], hls.pipeline = #hls.pipeline<ii = 1>}
    }
    hls.process store "store_t" (%t, %z) : !hls.stream<f32>, memref<9xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<9xf32>):
      affine.for %i = 0 to 9 {
        %0 = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %0, %to[%i] : memref<9xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
