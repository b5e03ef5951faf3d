// RUN: split-file %s %t
// RUN: hls-opt --hls-annotate-distances %t/right.mlir | FileCheck %t/right.mlir
// RUN: hls-opt --hls-annotate-distances %t/right.mlir | hls-opt --hls-annotate-distances | FileCheck %t/right.mlir
// RUN: hls-opt --hls-annotate-distances %t/wrong.mlir --verify-diagnostics --split-input-file

//--- right.mlir
func.func @right(%A: memref<35xf32>, %B: memref<35xf32>) {
  hls.dataflow {
    %a = hls.stream "a" depth 4 : !hls.stream<f32>
    %b = hls.stream "b" depth 4 : !hls.stream<f32>
    %c = hls.stream "c" depth 4 : !hls.stream<f32>
    hls.process load "load" (%A, %a) : memref<35xf32>, !hls.stream<f32> {
    ^bb0(%from: memref<35xf32>, %to: !hls.stream<f32>):
      affine.for %i = 0 to 35 {
        %v = affine.load %from[%i] : memref<35xf32>
        hls.stream_write %v to %to : f32, !hls.stream<f32>
      // CHECK: hls.pipeline = #hls.pipeline<ii = 1>}
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
    // Rows of 5 become columns of 7: the element (6, 0) is stored in step 30 and
    // loaded in step 6 of the next block, 11 steps later; all others wait longer.
    hls.process reorder "columns" (%a, %b) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%from: !hls.stream<f32>, %to: !hls.stream<f32>):
      %kept = hls.buffer "kept" : memref<2x7x5xf32>
      affine.for %blk = 0 to 2 {
        affine.for %s = 0 to 35 {
          affine.if affine_set<(d0) : (-d0 >= 0)> (%blk) {
            %v = hls.stream_read %from : !hls.stream<f32> to f32
            affine.store %v, %kept[%blk mod 2, %s floordiv 5, %s mod 5] : memref<2x7x5xf32>
          }
          affine.if affine_set<(d0) : (d0 - 1 >= 0)> (%blk) {
            %v = affine.load %kept[(%blk + 1) mod 2, %s mod 7, %s floordiv 7] : memref<2x7x5xf32>
            hls.stream_write %v to %to : f32, !hls.stream<f32>
          }
        // CHECK: hls.distances = {kept = 11 : i64}
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
    // Sums meet after a row of 5 steps, unrolled copies in none, and `here` is
    // stored before it is loaded in every iteration.
    hls.process compute "sums" (%b, %c) : !hls.stream<f32>, !hls.stream<f32> {
    ^bb0(%from: !hls.stream<f32>, %to: !hls.stream<f32>):
      %zero = arith.constant 0.0 : f32
      %acc = hls.buffer "acc" : memref<2x5xf32>
      %here = hls.buffer "here" : memref<1xf32>
      affine.for %i = 0 to 7 {
        affine.for %j = 0 to 5 {
          %v = hls.stream_read %from : !hls.stream<f32> to f32
          affine.store %v, %here[0] : memref<1xf32>
          affine.for %u = 0 to 2 {
            affine.if affine_set<(d0) : (d0 == 0)> (%i) {
              affine.store %zero, %acc[%u, %j] : memref<2x5xf32>
            }
            %o = affine.load %acc[%u, %j] : memref<2x5xf32>
            %h = affine.load %here[0] : memref<1xf32>
            %n = arith.addf %o, %h : f32
            affine.store %n, %acc[%u, %j] : memref<2x5xf32>
          } {hls.unroll = #hls.unroll}
          hls.stream_write %v to %to : f32, !hls.stream<f32>
        // CHECK: hls.distances = {acc = 5 : i64, here = 1 : i64}
        } {hls.pipeline = #hls.pipeline<ii = 1>}
      }
    }
    // Written once and read in the same iteration alone: nothing is carried.
    hls.process store "store" (%c, %B) : !hls.stream<f32>, memref<35xf32> {
    ^bb0(%from: !hls.stream<f32>, %to: memref<35xf32>):
      %once = hls.buffer "once" : memref<35xf32>
      affine.for %i = 0 to 35 {
        %v = hls.stream_read %from : !hls.stream<f32> to f32
        affine.store %v, %once[%i] : memref<35xf32>
        %w = affine.load %once[%i] : memref<35xf32>
        affine.store %w, %to[%i] : memref<35xf32>
      // CHECK: hls.distances = {once = 0 : i64}
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

//--- wrong.mlir
func.func @claims_too_much(%A: memref<8xf32>) {
  hls.dataflow {
    hls.process store "p" (%A) : memref<8xf32> {
    ^bb0(%to: memref<8xf32>):
      %zero = arith.constant 0.0 : f32
      %acc = hls.buffer "acc" : memref<4xf32>
      affine.for %i = 0 to 2 {
        // expected-error @below {{hls.distances says 5 of buffer 'acc', but an iteration loads what another one stored 4 before; remove the entry}}
        affine.for %j = 0 to 4 {
          affine.if affine_set<(d0) : (d0 == 0)> (%i) {
            affine.store %zero, %acc[%j] : memref<4xf32>
          } else {
            %v = affine.load %acc[%j] : memref<4xf32>
            affine.store %v, %to[%j] : memref<8xf32>
          }
        } {hls.pipeline = #hls.pipeline<ii = 1>, hls.distances = {acc = 5 : i64}}
      }
    }
  }
  return
}

// -----

func.func @claims_none(%A: memref<8xf32>) {
  hls.dataflow {
    hls.process store "p" (%A) : memref<8xf32> {
    ^bb0(%to: memref<8xf32>):
      %zero = arith.constant 0.0 : f32
      %acc = hls.buffer "acc" : memref<8xf32>
      // expected-error @below {{hls.distances says 0 of buffer 'acc', but an iteration loads what another one stored 1 before; remove the entry}}
      affine.for %j = 0 to 8 {
        affine.if affine_set<(d0) : (d0 == 0)> (%j) {
          affine.store %zero, %acc[%j] : memref<8xf32>
        } else {
          %v = affine.load %acc[%j - 1] : memref<8xf32>
          affine.store %v, %acc[%j] : memref<8xf32>
          affine.store %v, %to[%j] : memref<8xf32>
        }
      } {hls.pipeline = #hls.pipeline<ii = 1>, hls.distances = {acc = 0 : i64}}
    }
  }
  return
}

// -----

func.func @unknown(%A: memref<8xf32>) {
  hls.dataflow {
    hls.process store "p" (%A) : memref<8xf32> {
    ^bb0(%to: memref<8xf32>):
      %zero = arith.constant 0.0 : f32
      // expected-error @below {{hls.distances names 'acc', which is no buffer of the process}}
      affine.for %j = 0 to 8 {
        affine.store %zero, %to[%j] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>, hls.distances = {acc = 2 : i64}}
    }
  }
  return
}

// -----

func.func @unwritten(%A: memref<8xf32>) {
  hls.dataflow {
    hls.process store "p" (%A) : memref<8xf32> {
    ^bb0(%to: memref<8xf32>):
      %acc = hls.buffer "acc" : memref<8xf32>
      affine.for %j = 0 to 8 {
        // expected-error @below {{loads an element of 'acc' that no iteration up to this one has stored; a process starts with nothing in its buffers}}
        %v = affine.load %acc[%j] : memref<8xf32>
        affine.if affine_set<(d0) : (d0 - 1 >= 0)> (%j) {
          affine.store %v, %acc[%j] : memref<8xf32>
        }
        affine.store %v, %to[%j] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}

// -----

func.func @data_dependent(%A: memref<8xf32>, %n: index) {
  hls.dataflow {
    hls.process store "p" (%A, %n) : memref<8xf32>, index {
    ^bb0(%to: memref<8xf32>, %m: index):
      %acc = hls.buffer "acc" : memref<8xf32>
      affine.for %j = 0 to 8 {
        // expected-error @below {{depends on a value that is no iterator of the process; its state cannot be analysed}}
        %v = affine.load %acc[symbol(%m)] : memref<8xf32>
        affine.store %v, %to[%j] : memref<8xf32>
      } {hls.pipeline = #hls.pipeline<ii = 1>}
    }
  }
  return
}
