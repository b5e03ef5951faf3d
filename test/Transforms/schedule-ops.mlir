// Each op of a script, carried out. The illegal ones: schedule-errors.mlir.
// RUN: split-file %s %t
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/interchange-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=INTERCHANGE
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/split-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=SPLIT
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/tile-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=TILE
// RUN: hls-opt %t/stencil.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/skew-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=SKEW
// RUN: hls-opt %t/forward.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/shift-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=SHIFT
// RUN: hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/fuse-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=FUSE
// RUN: hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/after-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=AFTER
// RUN: hls-opt %t/together.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/distribute-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=DISTRIBUTE
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/unroll-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=UNROLL
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/pipeline-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=PIPELINE
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/partition-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=PARTITION
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/pin-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=PIN
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/schedule-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=SCHEDULE
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/generate-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=GENERATE
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/knob-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=KNOB
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/reuse-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=REUSE
// RUN: hls-opt %t/pair.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/stream-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=STREAM
// RUN: hls-opt %t/product.mlir \
// RUN:   --pass-pipeline="builtin.module(transform-preload-library{transform-library-paths=%t/store-old-script.mlir},transform-interpreter,func.func(hls-generate-schedule))" \
// RUN:   | FileCheck %s --check-prefix=STORE-OLD

// INTERCHANGE: ordered = true
// INTERCHANGE: affine.for %[[K:.*]] = 0 to 8 {
// INTERCHANGE-NEXT: affine.for %[[J:.*]] = 0 to 12 {
// INTERCHANGE-NEXT: affine.for %[[I:.*]] = 0 to 16 {
// INTERCHANGE: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] {hls.stmt = "S1"}

// SPLIT: affine.for %[[K0:.*]] = 0 to 2 {
// SPLIT-NEXT: affine.for %[[K1:.*]] = 0 to 4 {
// SPLIT-NEXT: affine.load %{{.*}}[%{{.*}}, %[[K0]] * 4 + %[[K1]]]
// SPLIT: } {hls.name = "k1"}
// SPLIT-NEXT: } {hls.name = "k0"}

// TILE: affine.for %[[I0:.*]] = 0 to 4 {
// TILE-NEXT: affine.for %[[J0:.*]] = 0 to 4 {
// TILE-NEXT: affine.for %[[I1:.*]] = 0 to 4 {
// TILE-NEXT: affine.for %[[J1:.*]] = 0 to 3 {
// TILE-NEXT: affine.for %[[K:.*]] = 0 to 8 {
// TILE: affine.store %{{.*}}[%[[I0]] * 4 + %[[I1]], %[[J0]] * 3 + %[[J1]]]

// The wavefront i + t runs outermost.
// SKEW: affine_map<(d0, d1) -> (0, d0 + d1, 0, d0, 0)>
// SKEW: affine.for %[[W:.*]] = 0 to 22 {
// SKEW-NEXT: affine.for %[[T:.*]] = max #{{.*}}(%[[W]]) to min #{{.*}}(%[[W]]) {
// SKEW: } {hls.name = "t"}
// SKEW-NEXT: } {hls.name = "i"}

// S1 reads what S0 wrote in the same iteration.
// SHIFT: affine_map<(d0) -> (0, d0 + 1, 1)>
// SHIFT: affine.for
// SHIFT: hls.stmt = "S0"
// SHIFT: hls.stmt = "S1"

// FUSE: affine.for %[[I:.*]] = 0 to 16 {
// FUSE: affine.store %{{.*}}[%[[I]] + 1] {hls.stmt = "S0"}
// FUSE: affine.store %{{.*}}[%[[I]]] {hls.stmt = "S1"}
// FUSE-NEXT: } {hls.name = "i"}
// FUSE-NOT: affine.for

// AFTER: affine.for %[[I:.*]] = 0 to 16 {
// AFTER: affine.store %{{.*}}[%[[I]] + 1] {hls.stmt = "S0"}
// AFTER: affine.store %{{.*}}[%[[I]]] {hls.stmt = "S1"}
// AFTER-NOT: affine.for

// DISTRIBUTE: affine.for %{{.*}} = 0 to 16 {
// DISTRIBUTE: hls.stmt = "S0"
// DISTRIBUTE-NEXT: } {hls.name = "i"}
// DISTRIBUTE-NEXT: affine.for %{{.*}} = 0 to 16 {
// DISTRIBUTE: hls.stmt = "S1"

// UNROLL: } {hls.name = "k", hls.unroll = #hls.unroll<factor = 4>}
// UNROLL-NEXT: } {hls.name = "j", hls.unroll = #hls.unroll}

// PIPELINE: {hls.name = "j", hls.pipeline = #hls.pipeline}

// PARTITION: hls.pins = ["A.partition1=4", "B.partition0=8"]

// PIN: hls.pins = ["S1.order=k,i,j"]

// SCHEDULE: affine.for %[[B:.*]] = 0 to 12 {
// SCHEDULE-NEXT: affine.for %[[A:.*]] = 0 to 16 {
// SCHEDULE: affine.store %{{.*}}[%[[A]], %[[B]]] {hls.stmt = "S0"}

// Edits behind a generation are edits of what it made.
// GENERATE: affine_map<(d0, d1, d2, d3) -> (1, d2, 0, d1, 0, d0, 0, d3, 0)>
// GENERATE: affine.for %{{.*}} = 0 to 2 {

// A parameter in place of a number.
// KNOB: affine.for %{{.*}} = 0 to 4 {
// KNOB-NEXT: affine.for %{{.*}} = 0 to 2 {

// A tile of A for each i, which the iterations of j share.
// REUSE-NOT: hls.scheduled
// REUSE: hls.pins = ["S1.A.transfer=i"]
// REUSE-NOT: hls.scheduled

// The order stays as it is.
// STREAM-NOT: hls.scheduled
// STREAM: hls.streamed_edges = {{\[\[}}"S0", "S1"]]
// STREAM-NOT: hls.scheduled

// STORE-OLD: hls.scheduled = [#hls.schedule_step<store_old>]

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

//--- interchange-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S1.i", "S1.k" in %f : !transform.any_op
    transform.yield
  }
}

//--- split-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.split "S1.k" by 4 into "k0", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- tile-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.tile "S1.i", "S1.j" by 4, 3 into "i0", "j0", "i1", "j1" in %f : !transform.any_op
    transform.yield
  }
}

//--- skew-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.skew "S0.i" by 1 of "S0.t" in %f : !transform.any_op
    transform.hls.interchange "S0.t", "S0.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- shift-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.shift "S1.i" by 1 in %f : !transform.any_op
    transform.hls.fuse "S0.i", "S1.i" in %f : !transform.any_op
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

//--- after-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.after "S1", "S0" at "S0.i" in %f : !transform.any_op
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

//--- unroll-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.unroll "S1.k" by 4 in %f : !transform.any_op
    transform.hls.unroll "S1.j" in %f : !transform.any_op
    transform.yield
  }
}

//--- pipeline-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.pipeline "S1.j" in %f : !transform.any_op
    transform.yield
  }
}

//--- partition-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.partition "A" dim 1 by 4 in %f : !transform.any_op
    transform.hls.partition "B" dim 0 in %f : !transform.any_op
    transform.yield
  }
}

//--- pin-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.pin "S1.order=k,i,j" in %f : !transform.any_op
    transform.yield
  }
}

//--- schedule-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.schedule #hls.schedule<[<statement = "S0", time = affine_map<(d0, d1) -> (0, d1, 0, d0, 0)>, loops = [<name = "b">, <name = "a">]>, <statement = "S1", time = affine_map<(d0, d1, d2) -> (1, d0, 0, d1, 0, d2, 0)>, loops = [<name = "i">, <name = "j">, <name = "k">]>]> in %f : !transform.any_op
    transform.yield
  }
}

//--- generate-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.split "S1.k" by 4 into "k0", "k1" in %f : !transform.any_op
    transform.hls.generate %f : !transform.any_op
    transform.hls.interchange "S1.i", "S1.k0" in %f : !transform.any_op
    transform.yield
  }
}

//--- knob-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %size = transform.tune.knob<"k_block"> = 2 : i64 from options = [2, 4] -> !transform.any_param
    transform.hls.split "S1.k" by %size : !transform.any_param into "k0", "k1" in %f : !transform.any_op
    transform.yield
  }
}

//--- reuse-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.reuse "A" at "S1.i" in %f : !transform.any_op
    transform.yield
  }
}

//--- stream-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S0", "S1" in %f : !transform.any_op
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
