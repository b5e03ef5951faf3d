// RUN: split-file %s %t
// RUN: hls-opt --hls-stream-nests %t/network.mlir | FileCheck %t/network.mlir
// RUN: hls-opt --hls-stream-nests --hls-derive-processes %t/network.mlir | FileCheck %t/network.mlir --check-prefix=DERIVED
// RUN: hls-opt --hls-stream-nests %t/once.mlir | FileCheck %t/once.mlir
// RUN: hls-opt --hls-stream-nests %t/again.mlir | FileCheck %t/again.mlir
// RUN: hls-opt --hls-stream-nests %t/tree.mlir | FileCheck %t/tree.mlir
// RUN: hls-opt --hls-stream-nests %t/parts.mlir | FileCheck %t/parts.mlir
// RUN: hls-opt --hls-stream-nests %t/wrong.mlir --verify-diagnostics --split-input-file
// RUN: not hls-opt --hls-stream-nests=depth=0 %t/network.mlir 2>&1 | FileCheck %s --check-prefix=DEPTH
// DEPTH: hls-stream-nests: a stream has a depth of at least 1

//--- tree.mlir
// The sum over a marked loop is a tree, to which the accumulator is added. One
// with a subtraction stays as it is.
// CHECK-LABEL: func.func @f
// CHECK: hls.process compute "compute_t"
// CHECK: affine.for %{{.*}} = 0 to 2 {
// CHECK-COUNT-4: arith.mulf
// CHECK-NEXT: %[[L:.*]] = arith.addf
// CHECK-NEXT: %[[R:.*]] = arith.addf
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[L]], %[[R]]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[OLD:.*]], %[[S]]
// CHECK-NEXT: affine.store %[[T]]
// CHECK-NOT: hls.reduction
// CHECK: hls.process compute "compute_u"
// CHECK: arith.subf
// CHECK: affine.store
// CHECK-NEXT: } {hls.unroll = #hls.unroll}
func.func @f(%A: memref<4x8xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}, %t: memref<4xf32> {hls.name = "t"},
             %u: memref<4xf32> {hls.name = "u"}) attributes {hls.top} {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        affine.for %j2 = 0 to 4 {
          %0 = affine.load %t[%i * 2 + %i2] : memref<4xf32>
          %1 = affine.load %A[%i * 2 + %i2, %j * 4 + %j2] : memref<4x8xf32>
          %2 = affine.load %x[%j * 4 + %j2] : memref<8xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %t[%i * 2 + %i2] : memref<4xf32>
        } {hls.unroll = #hls.unroll, hls.level = 2 : i64, hls.reduction}
      } {hls.unroll = #hls.unroll}
    } {hls.pipeline = #hls.pipeline<ii = 1>}
  }
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        affine.for %j2 = 0 to 4 {
          %0 = affine.load %u[%i * 2 + %i2] : memref<4xf32>
          %1 = affine.load %A[%i * 2 + %i2, %j * 4 + %j2] : memref<4x8xf32>
          %2 = arith.subf %0, %1 : f32
          affine.store %2, %u[%i * 2 + %i2] : memref<4xf32>
        } {hls.unroll = #hls.unroll, hls.level = 2 : i64, hls.reduction}
      } {hls.unroll = #hls.unroll}
    } {hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

//--- parts.mlir
// Trees of parts of a box: a condition that does not depend on the loop that
// sums goes around it, any other one chooses terms; -0.0 changes no sum.
// CHECK-LABEL: func.func @f
// CHECK: hls.process compute "compute_t"
// CHECK: affine.if
// CHECK-COUNT-2: arith.mulf
// CHECK-NEXT: %[[S:.*]] = arith.addf
// CHECK-NEXT: %[[T:.*]] = arith.addf %{{.*}}, %[[S]]
// CHECK-NEXT: affine.store %[[T]]
// CHECK: hls.process compute "compute_u"
// CHECK: %[[A:.*]] = hls.buffer "terms" {partition = #hls.partition<[<complete>]>} : memref<1xf32>
// CHECK: %[[NONE:.*]] = arith.constant -0.000000e+00 : f32
// CHECK: affine.if
// CHECK: affine.store %{{.*}}, %[[A]][0]
// CHECK-NEXT: } else {
// CHECK-NEXT: affine.store %[[NONE]], %[[A]][0]
// CHECK: %[[B:.*]] = hls.buffer "terms"
// CHECK: %[[R:.*]] = arith.addf
// CHECK-NEXT: %[[U:.*]] = arith.addf %{{.*}}, %[[R]]
// CHECK-NEXT: affine.store %[[U]]
func.func @f(%A: memref<4x4xf32> {hls.name = "A"}, %x: memref<4xf32> {hls.name = "x"}, %t: memref<4xf32> {hls.name = "t"},
             %u: memref<4xf32> {hls.name = "u"}) attributes {hls.top} {
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        affine.for %j2 = 0 to 2 {
          affine.if affine_set<(d0, d1) : (2 - d0 * 2 - d1 >= 0)>(%i, %i2) {
            %0 = affine.load %t[%i * 2 + %i2] : memref<4xf32>
            %1 = affine.load %A[%i * 2 + %i2, %j * 2 + %j2] : memref<4x4xf32>
            %2 = affine.load %x[%j * 2 + %j2] : memref<4xf32>
            %3 = arith.mulf %1, %2 : f32
            %4 = arith.addf %0, %3 : f32
            affine.store %4, %t[%i * 2 + %i2] : memref<4xf32>
          }
        } {hls.unroll = #hls.unroll, hls.level = 2 : i64, hls.reduction}
      } {hls.unroll = #hls.unroll}
    } {hls.pipeline = #hls.pipeline<ii = 1>}
  }
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %i2 = 0 to 2 {
        affine.for %j2 = 0 to 2 {
          affine.if affine_set<(d0, d1, d2, d3) : (d0 * 2 + d1 - d2 * 2 - d3 >= 0)>(%i, %i2, %j, %j2) {
            %0 = affine.load %u[%i * 2 + %i2] : memref<4xf32>
            %1 = affine.load %A[%i * 2 + %i2, %j * 2 + %j2] : memref<4x4xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %u[%i * 2 + %i2] : memref<4xf32>
          }
        } {hls.unroll = #hls.unroll, hls.level = 2 : i64, hls.reduction}
      } {hls.unroll = #hls.unroll}
    } {hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

//--- network.mlir
// Sums t of rows, by blocks of 3, of which B takes each twice. A and t are used
// twice; old values of B come from memory. Ports of single elements: loads make
// tokens of them first, and stores take tokens apart at the end.
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1) -> (d0, d1 * 2)>
// CHECK-DAG: #[[BLOCKS:.*]] = affine_map<(d0, d1, d2) -> (d0 * 3 + d2, d1 * 2)>
// CHECK-DAG: #[[BOXES:.*]] = affine_map<(d0, d1) -> (d0 * 2, d1 * 2)>
// CHECK-LABEL: func.func @f
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<6x4xf32>
// CHECK-SAME: %[[B:[a-z0-9]*]]: memref<6x4xf32>
// CHECK-SAME: %[[F:[a-z0-9]*]]: f32
// CHECK-NOT: memref.alloc
// CHECK: hls.dataflow
// CHECK-DAG: hls.stream "A_beats" depth 16 : !hls.stream<f32 x 2>
// CHECK-DAG: hls.stream "A_used" depth 16 : !hls.stream<f32 x 2>
// CHECK-DAG: hls.stream "A_used_1" depth 16 : !hls.stream<f32 x 2, count = 2>
// CHECK-DAG: hls.stream "B_old" depth 16 : !hls.stream<f32 x 2, count = 2>
// CHECK-DAG: hls.stream "t_result" depth 16 : !hls.stream<f32>
// CHECK: hls.stream_load %[[A]] to
// CHECK: hls.process spread "spread_A"
// CHECK: hls.stream_pass
// CHECK-SAME: used <trips = [2, 2, 3], element = #[[BLOCKS]], lanes = [1, 2]>
// CHECK: hls.stream_pass
// CHECK-SAME: used <trips = [3, 2], element = #[[BOXES]], lanes = [2, 2]>
// CHECK: hls.stream_load %[[B]] to
// CHECK: hls.process compute "compute_t"
// CHECK: hls.buffer "t_sums" : memref<3xf32>
// CHECK: hls.stream_pass
// CHECK: hls.process compute "compute_B"(%[[F]],
// CHECK: hls.stream_store %{{.*}} to %[[B]]
// CHECK-SAME: produced <trips = [3, 2], element = #[[BOXES]], lanes = [2, 2]>
// CHECK-SAME: stored <trips = [6, 2], element = #[[ROWS]], lanes = [1, 2]>
// DERIVED-LABEL: func.func @f
// DERIVED-DAG: hls.process load "load_A_beats"
// DERIVED-DAG: hls.process pack "regroup_A_beats"
// DERIVED-DAG: hls.process reorder "reorder_A_used"
// DERIVED-DAG: hls.process reorder "reorder_A_used_1"
// DERIVED-DAG: hls.process reorder "reorder_B_result"
// DERIVED-DAG: hls.process unpack "regroup_B_result"
// DERIVED-DAG: hls.process store "store_B_result"
// DERIVED-NOT: hls.stream_pass
func.func @f(%A: memref<6x4xf32> {hls.name = "A"}, %B: memref<6x4xf32> {hls.name = "B"}, %f: f32) attributes {hls.top} {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() {hls.name = "t"} : memref<6xf32>
  affine.for %b = 0 to 2 {
    affine.for %j = 0 to 2 {
      affine.for %r = 0 to 3 {
        affine.if affine_set<(d0) : (d0 == 0)> (%j) {
          affine.store %zero, %t[%b * 3 + %r] : memref<6xf32>
        }
        affine.for %l = 0 to 2 {
          %0 = affine.load %t[%b * 3 + %r] : memref<6xf32>
          %1 = affine.load %A[%b * 3 + %r, %j * 2 + %l] : memref<6x4xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %t[%b * 3 + %r] : memref<6xf32>
        } {hls.unroll = #hls.unroll}
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 2 {
      affine.for %k = 0 to 2 {
        affine.for %l = 0 to 2 {
          %0 = affine.load %t[%i * 2 + %k] : memref<6xf32>
          %1 = affine.load %A[%i * 2 + %k, %j * 2 + %l] : memref<6x4xf32>
          %2 = affine.load %B[%i * 2 + %k, %j * 2 + %l] : memref<6x4xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.mulf %2, %f : f32
          %5 = arith.addf %3, %4 : f32
          affine.store %5, %B[%i * 2 + %k, %j * 2 + %l] : memref<6x4xf32>
        } {hls.unroll = #hls.unroll}
      } {hls.unroll = #hls.unroll}
    } {hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

//--- again.mlir
// B comes from memory for each two rows. Steps of i use a row of B twice, of
// which as much has room in front of them.
// CHECK-DAG: #[[LOADED:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[USED:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-LABEL: func.func @f
// CHECK-NOT: hls.loaded_again
// CHECK: hls.stream_load %{{.*}} to %{{.*}} loaded <trips = [4, 5, 3], element = #[[LOADED]], lanes = [1, 1, 1]>
// CHECK-SAME: used <trips = [4, 5, 2, 3], element = #[[USED]], lanes = [1, 1, 1]> {room = 3 : i64} : memref<5x3xf32>
func.func @f(%A: memref<8x5xf32> {hls.name = "A"}, %B: memref<5x3xf32> {hls.name = "B", hls.loaded_again}, %C: memref<8x3xf32> {hls.name = "C"}) attributes {hls.top} {
  affine.for %i = 0 to 4 {
    affine.for %k = 0 to 5 {
      affine.for %i1 = 0 to 2 {
        affine.for %j = 0 to 3 {
          %0 = affine.load %C[%i * 2 + %i1, %j] : memref<8x3xf32>
          %1 = affine.load %A[%i * 2 + %i1, %k] : memref<8x5xf32>
          %2 = affine.load %B[%k, %j] : memref<5x3xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %C[%i * 2 + %i1, %j] : memref<8x3xf32>
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
  }
  return
}

//--- once.mlir
// A loop of one iteration is in its first one: t is overwritten there.
// CHECK-LABEL: func.func @once
// CHECK-NOT: t_old
// CHECK: hls.process compute "compute_t"
func.func @once(%A: memref<2x4xf32>, %B: memref<4xf32>) attributes {hls.top} {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() {hls.name = "t"} : memref<4xf32>
  affine.for %k = 0 to 1 {
    affine.for %i = 0 to 2 {
      affine.for %j = 0 to 4 {
        affine.if affine_set<(d0, d1) : (d0 == 0, d1 == 0)> (%i, %k) {
          affine.store %zero, %t[%j] : memref<4xf32>
        }
        %0 = affine.load %t[%j] : memref<4xf32>
        %1 = affine.load %A[%i, %j] : memref<2x4xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %t[%j] : memref<4xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  affine.for %j = 0 to 4 {
    %0 = affine.load %t[%j] : memref<4xf32>
    affine.store %0, %B[%j] : memref<4xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

//--- wrong.mlir
// expected-error @below {{function 'empty' has no nest to stream}}
func.func @empty() attributes {hls.top} {
  return
}

// -----

func.func @bounds(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  // expected-error @below {{a loop of a nest that is streamed must run from 0 to a constant by steps of 1 and carry no values}}
  affine.for %i = 1 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @imperfect(%A: memref<8x8xf32>, %x: f32) attributes {hls.top} {
  // expected-error @below {{a nest that is streamed must be perfect down to a loop with hls.pipeline}}
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i, 0] : memref<8x8xf32>
    affine.for %j = 0 to 8 {
      affine.store %x, %A[%i, %j] : memref<8x8xf32>
    } {hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

func.func @strided(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 2 {
    affine.for %l = 0 to 2 {
      // expected-error @below {{a subscript of a nest that is streamed is one of the loops around plus at most one unrolled iterator}}
      affine.store %x, %A[%i * 4 + %l * 2] : memref<8xf32>
    } {hls.unroll = #hls.unroll}
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @diagonal(%A: memref<8x2xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 4 {
    affine.for %l = 0 to 2 {
      // expected-error @below {{an unrolled iterator stands in two subscripts; in a nest that is streamed it is the lane of one}}
      affine.store %x, %A[%i * 2 + %l, %l] : memref<8x2xf32>
    } {hls.unroll = #hls.unroll}
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @window(%A: memref<9xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<9xf32>
    %1 = arith.addf %0, %0 : f32
    // expected-error @below {{accesses other elements of an array than an access before it in the iteration}}
    affine.store %1, %A[%i + 1] : memref<9xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @twice(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      // expected-error @below {{results cannot be streamed: an element is produced twice}}
      affine.store %x, %A[%i + %j] : memref<8xf32>
    } {hls.pipeline = #hls.pipeline<ii = 1>}
  }
  return
}

// -----

func.func @in_place(%A: memref<8xf32> {hls.name = "A"}, %B: memref<8xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{'A' is used here from memory while its new elements are stored; use a copy of the array}}
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  affine.for %i = 0 to 8 {
    %0 = affine.load %B[%i] : memref<8xf32>
    affine.store %0, %A[7 - %i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @unset(%B: memref<8xf32>) attributes {hls.top} {
  %t = memref.alloc() {hls.name = "t"} : memref<8xf32>
  affine.for %i = 0 to 8 {
    // expected-error @below {{'t' is used before it is stored}}
    %0 = affine.load %t[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @moved(%x: memref<8xf32> {hls.name = "x", hls.loaded_again}, %B: memref<8xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{array 'x' is loaded again (hls.loaded_again), but the outermost loop of its nest moves it; load it once}}
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @several(%x: memref<8xf32> {hls.name = "x", hls.loaded_again}, %B: memref<8xf32>, %C: memref<8xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{array 'x' is loaded again (hls.loaded_again), but several nests read it; load it once}}
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %B[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %C[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @stored(%x: memref<8xf32> {hls.name = "x", hls.loaded_again}) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    // expected-error @below {{array 'x' is loaded again (hls.loaded_again), but its nest stores it; load it once}}
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %x[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @unused(%x: f32) attributes {hls.top} {
  %t = memref.alloc() {hls.name = "t"} : memref<8xf32>
  affine.for %i = 0 to 8 {
    // expected-error @below {{'t' is stored and never used}}
    affine.store %x, %t[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

// expected-error @below {{a row of array 'A' has 6 elements, no whole beats of 4; choose another width of its port}}
func.func @beats(%A: memref<4x6xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "a", width = 128>}, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 6 {
    affine.for %l = 0 to 4 {
      affine.store %x, %A[%l, %i] : memref<4x6xf32>
    } {hls.unroll = #hls.unroll}
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @wide(%A: memref<64xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 2 {
    affine.for %l = 0 to 32 {
      // expected-error @below {{a token has at most 512 bits, got 32 lanes of 32; use an array of FIFOs (count)}}
      affine.store %x, %A[%i * 32 + %l] : memref<64xf32>
    } {hls.unroll = #hls.unroll}
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  return
}

// -----

func.func @call(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {hls.pipeline = #hls.pipeline<ii = 1>}
  // expected-error @below {{'func.call' cannot stand beside nests that are streamed}}
  func.call @g() : () -> ()
  return
}
func.func private @g()
