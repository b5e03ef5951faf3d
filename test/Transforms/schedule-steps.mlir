// Steps around a schedule, each carried out, printed and replayed.
// RUN: split-file %s %t
// DEFINE: %{prepare} = hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate})
// RUN: hls-opt %t/paths.mlir -o %t/split.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/split-script.mlir})"
// RUN: FileCheck %s --check-prefix=SPLIT < %t/split.mlir
// RUN: hls-opt %t/rows.mlir -o %t/expanded.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/expand-script.mlir})"
// RUN: FileCheck %s --check-prefix=EXPAND < %t/expanded.mlir
// RUN: hls-opt %t/relax.mlir -o %t/skewed.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/skew-script.mlir},func.func(hls-rectangularize))"
// RUN: FileCheck %s --check-prefix=SKEW < %t/skewed.mlir
// RUN: hls-opt %t/skewed.mlir --hls-print-schedule -o /dev/null > %t/printed.mlir
// RUN: FileCheck %s --check-prefix=PRINT < %t/printed.mlir
// RUN: hls-opt %t/relax.mlir -o %t/again.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/printed.mlir},func.func(hls-rectangularize))"
// RUN: diff %t/skewed.mlir %t/again.mlir
// RUN: hls-opt %t/paths.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/pivots-script.mlir})" \
// RUN:   | FileCheck %s --check-prefix=PIVOTS
// RUN: hls-opt %t/triangles.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/nests-script.mlir})" \
// RUN:   | FileCheck %s --check-prefix=NESTS
// RUN: hls-opt %t/triangles.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/copies-script.mlir})" \
// RUN:   | FileCheck %s --check-prefix=COPIES

// What hls-reschedule does is such a script.
// RUN: hls-opt %t/paths.mlir -o %t/chosen.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},func.func(hls-reschedule{candidate=1},hls-distribute))"
// RUN: hls-opt %t/chosen.mlir --hls-print-schedule -o /dev/null > %t/chosen-script.mlir
// RUN: hls-opt %t/paths.mlir -o %t/replayed.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/chosen-script.mlir})"
// RUN: diff %t/chosen.mlir %t/replayed.mlir

// A step that finds nothing to do is an error at its place; separate asks for
// a program that has been distributed so.
// RUN: not hls-opt %t/rows.mlir -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/split-script.mlir})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-PLANES
// RUN: not hls-opt %t/rows.mlir -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/pivots-script.mlir})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-PIVOTS
// RUN: not hls-opt %t/rows.mlir -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/nests-script.mlir})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-NESTS
// RUN: not hls-opt %t/relax.mlir -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/layouts-script.mlir})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-LAYOUTS
// RUN: not hls-opt %t/relax.mlir -o /dev/null \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/expand-script.mlir})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-ARRAYS
// RUN: not hls-opt %t/joined.mlir \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute),hls-run-schedule{script=%t/separate-script.mlir})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=JOINED
// RUN: not hls-opt %t/rows.mlir \
// RUN:   --pass-pipeline="builtin.module(%{prepare},hls-run-schedule{script=%t/pass-script.mlir})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PASS
// RUN: not hls-opt %t/none.mlir --hls-run-schedule="script=%t/split-script.mlir" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// The parts of a statement, before, on and behind i = k and j = k.
// SPLIT: hls.scheduled = [#hls.schedule_step<separate>, #hls.schedule_step<split_domains>]
// SPLIT: affine.for %[[K:.*]] = 0 to 32 {
// SPLIT: hls.stmt = "S0"
// SPLIT-COUNT-8: hls.stmt = "S0_{{[2-9]}}"

// The argument has a row for each r, and the last one is copied out.
// EXPAND: hls.scheduled = [#hls.schedule_step<separate>, #hls.schedule_step<expand>]
// EXPAND: memref.alloc() {{.*}} : memref<24x40xf32>
// EXPAND: hls.stmt = "s_out"

// Wavefronts, in an array that is laid out along them; the loop over all rows.
// SKEW: hls.scheduled = [#hls.schedule_step<separate>, #hls.schedule<
// SKEW-SAME: #hls.schedule_step<skew_layouts>, #hls.schedule_step<join>, #hls.schedule_step<widen>]
// SKEW: memref.alloc() {hls.name = "A_skewed"} : memref<20x58xf32>

// PRINT:      transform.hls.separate in %f
// PRINT-NEXT: transform.hls.schedule #hls.schedule<[
// PRINT-NEXT: statement = "S0", time = affine_map<(d0, d1) -> (0, d0 * 2 + d1, 0, d0, 0)>
// PRINT-NEXT: transform.hls.skew_layouts in %f
// PRINT-NEXT: transform.hls.join in %f
// PRINT-NEXT: transform.hls.widen in %f

// Old values of row and column k stay beside the new ones.
// PIVOTS: hls.scheduled = [#hls.schedule_step<separate>, #hls.schedule_step<copy_pivots>]
// PIVOTS: memref.alloc()

// One rectangle of two triangles.
// NESTS: hls.scheduled = [#hls.schedule_step<separate>, #hls.schedule_step<join_equal_nests>]
// NESTS-COUNT-1: hls.stmt = "S0"
// NESTS-NOT: hls.stmt = "S1"

// COPIES: hls.scheduled = [#hls.schedule_step<separate>, "hls-copy-operands"]
// COPIES: memref.alloc()

// NO-PLANES: split-script.mlir:4:5: error: 'transform.hls.split_domains' op has nothing to do: no statement reads, of the array that it writes, the row or the column
// NO-PIVOTS: pivots-script.mlir:3:5: error: 'transform.hls.copy_pivots' op has nothing to do: no statement reads and writes row or column k
// NO-NESTS: nests-script.mlir:3:5: error: 'transform.hls.join_equal_nests' op has nothing to do: no neighbours have the same body
// NO-LAYOUTS: layouts-script.mlir:3:5: error: 'transform.hls.skew_layouts' op has nothing to do: no array has subscripts that follow skewed loops
// NO-ARRAYS: expand-script.mlir:4:5: error: 'transform.hls.expand' op has nothing to do: no array is used again
// JOINED: joined.mlir:{{[0-9]+}}:{{[0-9]+}}: error: statement "S1" has been joined to "S0"; run hls-distribute with separate, as hlsc --separate does
// JOINED: separate-script.mlir:3:5: error: 'transform.hls.separate' op cannot be carried out on function 'top'
// PASS: rows.mlir:1:1: error: no pass of functions is named 'hls-nothing'
// PASS: pass-script.mlir:3:5: error: 'transform.hls.pass' op cannot be carried out on function 'top'
// NONE: error: no function has 'hls.top'

//--- paths.mlir
func.func @top(%D: memref<32x32xf32>) {
  affine.for %k = 0 to 32 {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        %0 = affine.load %D[%i, %j] : memref<32x32xf32>
        %1 = affine.load %D[%i, %k] : memref<32x32xf32>
        %2 = affine.load %D[%k, %j] : memref<32x32xf32>
        %3 = arith.addf %1, %2 : f32
        %4 = arith.minimumf %0, %3 : f32
        affine.store %4, %D[%i, %j] : memref<32x32xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
  } {hls.name = "k"}
  return
}

//--- rows.mlir
func.func @top(%A: memref<24x40xf32>, %C: memref<40x40xf32>, %s: memref<40xf32> {hls.name = "s"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %r = 0 to 24 {
    affine.for %p = 0 to 40 {
      affine.store %zero, %s[%p] : memref<40xf32>
      affine.for %k = 0 to 40 {
        %0 = affine.load %s[%p] : memref<40xf32>
        %1 = affine.load %A[%r, %k] : memref<24x40xf32>
        %2 = affine.load %C[%k, %p] : memref<40x40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %s[%p] : memref<40xf32>
      } {hls.name = "k"}
    } {hls.name = "p"}
    affine.for %q = 0 to 40 {
      %0 = affine.load %s[%q] : memref<40xf32>
      affine.store %0, %A[%r, %q] : memref<24x40xf32>
    } {hls.name = "q"}
  } {hls.name = "r"}
  return
}

//--- relax.mlir
func.func @top(%A: memref<20x20xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 18 {
      %0 = affine.load %A[%i, %j] : memref<20x20xf32>
      %1 = affine.load %A[%i, %j + 2] : memref<20x20xf32>
      %2 = affine.load %A[%i + 1, %j + 2] : memref<20x20xf32>
      %3 = affine.load %A[%i, %j + 2] : memref<20x20xf32>
      %4 = affine.load %A[%i + 1, %j] : memref<20x20xf32>
      %5 = arith.addf %0, %1 : f32
      %6 = arith.addf %5, %2 : f32
      %7 = arith.addf %6, %3 : f32
      %8 = arith.addf %7, %4 : f32
      affine.store %8, %A[%i + 1, %j + 1] : memref<20x20xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

//--- triangles.mlir
func.func @top(%A: memref<40x40xf32>) {
  affine.for %k = 0 to 39 {
    affine.for %i = affine_map<(d0) -> (d0 + 2)>(%k) to 40 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %A[%i, %j] : memref<40x40xf32>
        %1 = affine.load %A[%i, %k] : memref<40x40xf32>
        %2 = affine.load %A[%k, %j] : memref<40x40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<40x40xf32>
      }
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 40 {
      affine.for %j = affine_map<(d0) -> (d0)>(%i) to 40 {
        %0 = affine.load %A[%i, %j] : memref<40x40xf32>
        %1 = affine.load %A[%i, %k] : memref<40x40xf32>
        %2 = affine.load %A[%k, %j] : memref<40x40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<40x40xf32>
      }
    }
  }
  return
}

//--- joined.mlir
func.func @top(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %B[%i] : memref<16xf32>
    %2 = arith.mulf %0, %0 : f32
    affine.store %2, %C[%i] : memref<16xf32>
  } {hls.name = "i"}
  return
}

//--- none.mlir
func.func @other(%A: memref<16xf32>) {
  return
}

//--- split-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.separate in %f : !transform.any_op
    transform.hls.split_domains in %f : !transform.any_op
    transform.yield
  }
}

//--- expand-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.separate in %f : !transform.any_op
    transform.hls.expand in %f : !transform.any_op
    transform.yield
  }
}

//--- skew-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.separate in %f : !transform.any_op
    transform.hls.skew "S0.j" by 2 of "S0.i" in %f : !transform.any_op
    transform.hls.interchange "S0.i", "S0.j" in %f : !transform.any_op
    transform.hls.skew_layouts in %f : !transform.any_op
    transform.hls.join in %f : !transform.any_op
    transform.hls.widen in %f : !transform.any_op
    transform.yield
  }
}

//--- separate-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.separate in %f : !transform.any_op
    transform.yield
  }
}

//--- pass-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.pass "hls-nothing" in %f : !transform.any_op
    transform.yield
  }
}

//--- pivots-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.copy_pivots in %f : !transform.any_op
    transform.yield
  }
}

//--- nests-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.join_equal_nests in %f : !transform.any_op
    transform.yield
  }
}

//--- layouts-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.skew_layouts in %f : !transform.any_op
    transform.yield
  }
}

//--- copies-script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.pass "hls-copy-operands" in %f : !transform.any_op
    transform.yield
  }
}
