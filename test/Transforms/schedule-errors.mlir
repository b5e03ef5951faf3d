// What a script may not do: each error stands at the op of the script.
// RUN: split-file %s %t
// RUN: not hls-opt %t/stencil.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/interchange-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INTERCHANGE
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/interchange-twice-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INTERCHANGE-TWICE
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/interchange-loop-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INTERCHANGE-LOOP
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/interchange-statement-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INTERCHANGE-STATEMENT
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/interchange-two-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INTERCHANGE-TWO
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/split-zero-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLIT-ZERO
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/split-name-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLIT-NAME
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/split-same-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLIT-SAME
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/split-word-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLIT-WORD
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/split-directive-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SPLIT-DIRECTIVE
// RUN: not hls-opt %t/stencil.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/tile-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TILE
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/tile-apart-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TILE-APART
// RUN: not hls-opt %t/stencil.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/skew-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SKEW
// RUN: not hls-opt %t/stencil.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/skew-zero-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SKEW-ZERO
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/shift-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHIFT
// RUN: not hls-opt %t/forward.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/fuse-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSE
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/fuse-depth-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSE-DEPTH
// RUN: not hls-opt %t/together.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/fuse-again-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FUSE-AGAIN
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/after-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AFTER
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/after-loop-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AFTER-LOOP
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/after-itself-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AFTER-ITSELF
// RUN: not hls-opt %t/chained.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/distribute-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DISTRIBUTE
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/distribute-one-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DISTRIBUTE-ONE
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/unroll-zero-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNROLL-ZERO
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/unroll-two-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNROLL-TWO
// RUN: not hls-opt %t/together.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/unroll-shared-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNROLL-SHARED
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/pipeline-two-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PIPELINE-TWO
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/partition-dim-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARTITION-DIM
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/partition-array-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARTITION-ARRAY
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/partition-two-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARTITION-TWO
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/schedule-other-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCHEDULE-OTHER
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/schedule-loops-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCHEDULE-LOOPS
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/schedule-part-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCHEDULE-PART
// RUN: not hls-opt %t/forward.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/schedule-broken-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCHEDULE-BROKEN
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/knob-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=KNOB
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/reuse-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REUSE
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/reuse-array-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REUSE-ARRAY
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/reuse-loop-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REUSE-LOOP
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/reuse-two-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REUSE-TWO
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/stream-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STREAM
// RUN: not hls-opt %t/together.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/stream-shared-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STREAM-SHARED
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/stream-itself-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STREAM-ITSELF
// RUN: not hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/stream-statement-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STREAM-STATEMENT
// RUN: not hls-opt %t/merged.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/stream-two-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STREAM-TWO
// RUN: not hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/pin-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PIN
// RUN: not hls-opt %t/two.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/join-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=JOIN
// RUN: not hls-opt %t/two.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/widen-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WIDEN
// RUN: not hls-opt %t/two.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/store-old-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STORE-OLD
// RUN: not hls-opt %t/two.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/generate-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GENERATE

// INTERCHANGE: {{.*}}interchange-script.mlir:{{[0-9]+}}:5: error: {{.*}}'transform.hls.interchange' op it would break the RAW dependence from S0 to S0 through A (S0[1, 2] -> S0[2, 1]), distance (1, -1..1) over (t, i)
// INTERCHANGE-TWICE: {{.*}}interchange-twice-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S1.i' is given twice
// INTERCHANGE-LOOP: {{.*}}interchange-loop-script.mlir:{{[0-9]+}}:5: error: {{.*}}statement 'S1' has no loop 'z'; it has i, j, k
// INTERCHANGE-STATEMENT: {{.*}}interchange-statement-script.mlir:{{[0-9]+}}:5: error: {{.*}}'product' has no statement 'S7'; it has S0, S1
// INTERCHANGE-TWO: {{.*}}interchange-two-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S0.i' and 'S1.j' must be loops of one statement
// SPLIT-ZERO: {{.*}}split-zero-script.mlir:{{[0-9]+}}:5: error: {{.*}}a block has at least 1 iteration, got 0
// SPLIT-NAME: {{.*}}split-name-script.mlir:{{[0-9]+}}:5: error: {{.*}}statement S1 already has a loop 'i'
// SPLIT-SAME: {{.*}}split-same-script.mlir:{{[0-9]+}}:5: error: {{.*}}both parts of loop 'k' are called 'k1'
// SPLIT-WORD: {{.*}}split-word-script.mlir:{{[0-9]+}}:5: error: {{.*}}'k 0' is no name for a loop
// SPLIT-DIRECTIVE: {{.*}}split-directive-script.mlir:{{[0-9]+}}:5: error: {{.*}}loop 'k' has a directive already; split it first, and give the directive to a part
// TILE: {{.*}}tile-script.mlir:{{[0-9]+}}:5: error: {{.*}}it would break the RAW dependence from S0 to S0 through A
// TILE-APART: {{.*}}tile-apart-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S1.k' must stand directly in 'S1.i'; interchange loops first
// SKEW: {{.*}}skew-script.mlir:{{[0-9]+}}:5: error: {{.*}}it would break the RAW dependence from S0 to S0 through A
// SKEW-ZERO: {{.*}}skew-zero-script.mlir:{{[0-9]+}}:5: error: {{.*}}a factor of 0 skews nothing
// SHIFT: {{.*}}shift-script.mlir:{{[0-9]+}}:5: error: {{.*}}it would break the RAW dependence from S0 to S1 through y (S0[15] -> S1[15])
// FUSE: {{.*}}fuse-script.mlir:{{[0-9]+}}:5: error: {{.*}}it would break the RAW dependence from S0 to S1 through y (S0[15] -> S1[14])
// FUSE-DEPTH: {{.*}}fuse-depth-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S0.i' stands in 0 loops, 'S1.j' in 1; only loops of one depth can be fused
// FUSE-AGAIN: {{.*}}fuse-again-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S0.i' and 'S1.i' are one loop already
// AFTER: {{.*}}after-script.mlir:{{[0-9]+}}:5: error: {{.*}}it would break the RAW dependence from S0 to S1 through C (S0[15, 11] -> S1[15, 11, 0])
// AFTER-LOOP: {{.*}}after-loop-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S1.i' must be a loop of statement 'S0'
// AFTER-ITSELF: {{.*}}after-itself-script.mlir:{{[0-9]+}}:5: error: {{.*}}statement 'S1' cannot run after itself
// DISTRIBUTE: {{.*}}distribute-script.mlir:{{[0-9]+}}:5: error: {{.*}}it would break the RAW dependence from S1 to S0 through y (S1[14] -> S0[15]), distance (1) over (i)
// DISTRIBUTE-ONE: {{.*}}distribute-one-script.mlir:{{[0-9]+}}:5: error: {{.*}}nothing stands in the body of 'S1.k' that could get a loop of its own
// UNROLL-ZERO: {{.*}}unroll-zero-script.mlir:{{[0-9]+}}:5: error: {{.*}}needs a factor of at least 1, got 0
// UNROLL-TWO: {{.*}}unroll-two-script.mlir:{{[0-9]+}}:5: error: {{.*}}loop 'S1.k' is already to be unrolled by 4
// UNROLL-SHARED: {{.*}}unroll-shared-script.mlir:{{[0-9]+}}:5: error: {{.*}}loop 'S1.i' runs around several statements (S0, S1), and only a loop around one can have directives
// PIPELINE-TWO: {{.*}}pipeline-two-script.mlir:{{[0-9]+}}:5: error: {{.*}}loop 'j' of statement 'S1' is already to be pipelined, and one loop of a statement is
// PARTITION-DIM: {{.*}}partition-dim-script.mlir:{{[0-9]+}}:5: error: {{.*}}array 'A' has 2 dimensions, counted from 0; there is no dimension 2
// PARTITION-ARRAY: {{.*}}partition-array-script.mlir:{{[0-9]+}}:5: error: {{.*}}function 'product' has no array 'D'
// PARTITION-TWO: {{.*}}partition-two-script.mlir:{{[0-9]+}}:5: error: {{.*}}contradicts what was fixed before: A.partition0=4
// SCHEDULE-OTHER: {{.*}}schedule-other-script.mlir:{{[0-9]+}}:5: error: {{.*}}the schedule is for another function: 'pair' has no statement S5; it has S0, S1
// SCHEDULE-LOOPS: {{.*}}schedule-loops-script.mlir:{{[0-9]+}}:5: error: {{.*}}it gives statement S0 of 'pair' 2 iterators; it has 1
// SCHEDULE-PART: {{.*}}schedule-part-script.mlir:{{[0-9]+}}:5: error: {{.*}}the schedule says nothing of statement S1 of 'pair'
// SCHEDULE-BROKEN: {{.*}}schedule-broken-script.mlir:{{[0-9]+}}:5: error: {{.*}}it would break the RAW dependence from S0 to S1 through y
// KNOB: {{.*}}knob-script.mlir:{{[0-9]+}}:5: error: {{.*}}needs one integer as its parameter
// REUSE: {{.*}}reuse-script.mlir:{{[0-9]+}}:5: error: {{.*}}the elements of 'A' that 'S1' reads are the same in all iterations of 'S1.j': a buffer that each of them fills is of no use; name a loop that they follow: i, k
// REUSE-ARRAY: {{.*}}reuse-array-script.mlir:{{[0-9]+}}:5: error: {{.*}}statement 'S0' reads no array 'A'
// REUSE-LOOP: {{.*}}reuse-loop-script.mlir:{{[0-9]+}}:5: error: {{.*}}statement 'S1' has no loop 'z'; it has i, j, k
// REUSE-TWO: {{.*}}reuse-two-script.mlir:{{[0-9]+}}:5: error: {{.*}}contradicts what was fixed before: S1.A.transfer=i
// STREAM: {{.*}}stream-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S0' reads nothing that 'S1' stores
// STREAM-SHARED: {{.*}}stream-shared-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S0' and 'S1' run in one loop 'i'; a stream joins nests of their own: distribute the loop first
// STREAM-ITSELF: {{.*}}stream-itself-script.mlir:{{[0-9]+}}:5: error: {{.*}}statement 'S1' cannot stream to itself
// STREAM-STATEMENT: {{.*}}stream-statement-script.mlir:{{[0-9]+}}:5: error: {{.*}}'pair' has no statement 'S2'; it has S0, S1
// STREAM-TWO: {{.*}}stream-two-script.mlir:{{[0-9]+}}:5: error: {{.*}}'S2' reads values of 'y' that 'S1' stores as well; a stream has one producer
// PIN: {{.*}}pin-script.mlir:{{[0-9]+}}:5: error: {{.*}}contradicts what was fixed before: S1.order=k,i,j
// JOIN: {{.*}}join-script.mlir:{{[0-9]+}}:5: error: {{.*}}needs a function, or a module with one
// WIDEN: {{.*}}widen-script.mlir:{{[0-9]+}}:5: error: {{.*}}needs a function, or a module with one
// STORE-OLD: {{.*}}store-old-script.mlir:{{[0-9]+}}:5: error: {{.*}}needs a function, or a module with one
// GENERATE: {{.*}}generate-script.mlir:{{[0-9]+}}:5: error: {{.*}}needs a function, or a module with one

//--- product.mlir
func.func @product(%A: memref<16x8xf32> {hls.name = "A"}, %B: memref<8x12xf32> {hls.name = "B"}, %C: memref<16x12xf32> {hls.name = "C"}) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 12 {
      %zero = arith.constant 0.0 : f32
      affine.store %zero, %C[%i, %j] : memref<16x12xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 12 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i, %k] : memref<16x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x12xf32>
        %c = affine.load %C[%i, %j] : memref<16x12xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<16x12xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

//--- stencil.mlir
func.func @stencil(%A: memref<8x18xf32> {hls.name = "A"}) {
  affine.for %t = 1 to 8 {
    affine.for %i = 1 to 17 {
      %l = affine.load %A[%t - 1, %i - 1] : memref<8x18xf32>
      %r = affine.load %A[%t - 1, %i + 1] : memref<8x18xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %A[%t, %i] : memref<8x18xf32>
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}

//--- pair.mlir
func.func @pair(%x: memref<17xf32> {hls.name = "x"}, %y: memref<17xf32> {hls.name = "y"}, %z: memref<17xf32> {hls.name = "z"}) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<17xf32>
    affine.store %v, %y[%i + 1] : memref<17xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 16 {
    %v = affine.load %y[%i + 1] : memref<17xf32>
    affine.store %v, %z[%i] : memref<17xf32>
  } {hls.name = "i"}
  return
}

//--- forward.mlir
func.func @forward(%x: memref<17xf32> {hls.name = "x"}, %y: memref<17xf32> {hls.name = "y"}, %z: memref<17xf32> {hls.name = "z"}) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<17xf32>
    affine.store %v, %y[%i] : memref<17xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 16 {
    %v = affine.load %y[%i + 1] : memref<17xf32>
    affine.store %v, %z[%i] : memref<17xf32>
  } {hls.name = "i"}
  return
}

//--- together.mlir
func.func @together(%x: memref<17xf32> {hls.name = "x"}, %y: memref<17xf32> {hls.name = "y"}) {
  affine.for %i = 0 to 16 {
    %v = affine.load %y[%i] : memref<17xf32>
    affine.store %v, %x[%i] : memref<17xf32>
    %w = affine.load %x[%i] : memref<17xf32>
    affine.store %w, %y[%i] : memref<17xf32>
  } {hls.name = "i"}
  return
}

//--- chained.mlir
func.func @chained(%x: memref<17xf32> {hls.name = "x"}, %y: memref<17xf32> {hls.name = "y"}) {
  affine.for %i = 0 to 16 {
    %v = affine.load %y[%i] : memref<17xf32>
    affine.store %v, %x[%i] : memref<17xf32>
    %w = affine.load %x[%i] : memref<17xf32>
    affine.store %w, %y[%i + 1] : memref<17xf32>
  } {hls.name = "i"}
  return
}

//--- merged.mlir
func.func @merged(%x: memref<16xf32> {hls.name = "x"}, %y: memref<16xf32> {hls.name = "y"}, %z: memref<16xf32> {hls.name = "z"}) {
  affine.for %i = 0 to 16 {
    %v = affine.load %x[%i] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 8 {
    %v = affine.load %x[%i + 8] : memref<16xf32>
    affine.store %v, %y[%i] : memref<16xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 16 {
    %v = affine.load %y[%i] : memref<16xf32>
    affine.store %v, %z[%i] : memref<16xf32>
  } {hls.name = "i"}
  return
}

//--- two.mlir
func.func @first(%x: memref<16xf32>) {
  return
}
func.func @second(%x: memref<16xf32>) {
  return
}

//--- interchange-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S0.t", "S0.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- interchange-twice-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S1.i", "S1.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- interchange-loop-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S1.i", "S1.z" in %f : !transform.any_op
    transform.yield
  }
}

//--- interchange-statement-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S7.i", "S1.z" in %f : !transform.any_op
    transform.yield
  }
}

//--- interchange-two-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S0.i", "S1.j" in %f : !transform.any_op
    transform.yield
  }
}

//--- split-zero-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.split "S1.k" by 0 into "k0", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- split-name-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.split "S1.k" by 4 into "i", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- split-same-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.split "S1.k" by 4 into "k1", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- split-word-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.split "S1.k" by 4 into "k 0", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- split-directive-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.unroll "S1.k" by 4 in %f : !transform.any_op
    transform.hls.split "S1.k" by 4 into "k0", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- tile-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.tile "S0.t", "S0.i" by 2, 4 into "t0", "i0", "t1", "i1" in %f : !transform.any_op
    transform.yield
  }
}

//--- tile-apart-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.tile "S1.i", "S1.k" by 2, 4 into "i0", "k0", "i1", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- skew-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.skew "S0.t" by 2 of "S0.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- skew-zero-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.skew "S0.i" by 0 of "S0.t" in %f : !transform.any_op
    transform.yield
  }
}

//--- shift-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.fuse "S0.i", "S1.i" in %f : !transform.any_op
    transform.hls.shift "S0.i" by 1 in %f : !transform.any_op
    transform.yield
  }
}

//--- fuse-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.fuse "S0.i", "S1.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- fuse-depth-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.fuse "S0.i", "S1.j" in %f : !transform.any_op
    transform.yield
  }
}

//--- fuse-again-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.fuse "S0.i", "S1.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- after-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.after "S0", "S1" in %f : !transform.any_op
    transform.yield
  }
}

//--- after-loop-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.after "S1", "S0" at "S1.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- after-itself-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.after "S1", "S1" in %f : !transform.any_op
    transform.yield
  }
}

//--- distribute-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.distribute "S0.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- distribute-one-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.distribute "S1.k" in %f : !transform.any_op
    transform.yield
  }
}

//--- unroll-zero-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.unroll "S1.k" by 0 in %f : !transform.any_op
    transform.yield
  }
}

//--- unroll-two-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.unroll "S1.k" by 4 in %f : !transform.any_op
    transform.hls.unroll "S1.k" by 2 in %f : !transform.any_op
    transform.yield
  }
}

//--- unroll-shared-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.unroll "S1.i" by 4 in %f : !transform.any_op
    transform.yield
  }
}

//--- pipeline-two-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.pipeline "S1.j" in %f : !transform.any_op
    transform.hls.pipeline "S1.k" in %f : !transform.any_op
    transform.yield
  }
}

//--- partition-dim-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.partition "A" dim 2 by 4 in %f : !transform.any_op
    transform.yield
  }
}

//--- partition-array-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.partition "D" dim 0 by 4 in %f : !transform.any_op
    transform.yield
  }
}

//--- partition-two-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.partition "A" dim 0 by 4 in %f : !transform.any_op
    transform.hls.partition "A" dim 0 by 2 in %f : !transform.any_op
    transform.yield
  }
}

//--- schedule-other-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.schedule #hls.schedule<[<statement = "S0", time = affine_map<(d0) -> (0, d0, 0)>, loops = [<name = "i">]>, <statement = "S5", time = affine_map<(d0) -> (1, d0, 0)>, loops = [<name = "i">]>]> in %f : !transform.any_op
    transform.yield
  }
}

//--- schedule-loops-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.schedule #hls.schedule<[<statement = "S0", time = affine_map<(d0, d1) -> (0, d0, 0)>, loops = [<name = "i">]>]> in %f : !transform.any_op
    transform.yield
  }
}

//--- schedule-part-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.schedule #hls.schedule<[<statement = "S0", time = affine_map<(d0) -> (0, d0, 0)>, loops = [<name = "i">]>]> in %f : !transform.any_op
    transform.yield
  }
}

//--- schedule-broken-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.schedule #hls.schedule<[<statement = "S0", time = affine_map<(d0) -> (0, d0, 0)>, loops = [<name = "i">]>, <statement = "S1", time = affine_map<(d0) -> (0, d0, 1)>, loops = [<name = "i">]>]> in %f : !transform.any_op
    transform.yield
  }
}

//--- knob-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %size = transform.tune.knob<"k_block"> = "two" from options = ["two"] -> !transform.any_param
    transform.hls.split "S1.k" by %size : !transform.any_param into "k0", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- reuse-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.reuse "A" at "S1.j" in %f : !transform.any_op
    transform.yield
  }
}

//--- reuse-array-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.reuse "A" at "S0.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- reuse-loop-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.reuse "A" at "S1.z" in %f : !transform.any_op
    transform.yield
  }
}

//--- reuse-two-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.reuse "A" at "S1.i" in %f : !transform.any_op
    transform.hls.reuse "A" at "S1.k" in %f : !transform.any_op
    transform.yield
  }
}

//--- stream-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S1", "S0" in %f : !transform.any_op
    transform.yield
  }
}

//--- stream-shared-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S0", "S1" in %f : !transform.any_op
    transform.yield
  }
}

//--- stream-itself-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S1", "S1" in %f : !transform.any_op
    transform.yield
  }
}

//--- stream-statement-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S0", "S2" in %f : !transform.any_op
    transform.yield
  }
}

//--- stream-two-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S0", "S2" in %f : !transform.any_op
    transform.yield
  }
}

//--- pin-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.pin "S1.order=k,i,j" in %f : !transform.any_op
    transform.hls.pin "S1.order=i,j,k" in %f : !transform.any_op
    transform.yield
  }
}

//--- join-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.join in %f : !transform.any_op
    transform.yield
  }
}

//--- widen-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.widen in %f : !transform.any_op
    transform.yield
  }
}

//--- store-old-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.store_old in %f : !transform.any_op
    transform.yield
  }
}

//--- generate-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.generate %f : !transform.any_op
    transform.yield
  }
}
