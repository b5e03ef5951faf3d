// The model as text, solved without MLIR, has the optimum that hls-explore finds.
// RUN: hls-opt %talos_src/test/Kernels/mini/atax.mlir -o %t.mlir \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=atax},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200},hls-dump-nlp{file=%t.nlp},hls-explore)"
// RUN: FileCheck %s < %t.nlp
// RUN: hls-solve --print %t.nlp | cmp - %t.nlp
// RUN: hls-solve %t.nlp > %t.txt
// RUN: cat %t.txt %t.mlir | FileCheck %s --check-prefix=SOLVE

// CHECK: nlp 1
// CHECK: block S0
// CHECK-NEXT: var S0.{{[a-z0-9]+}}.t2 in {1
// CHECK: dependent {{.*}}.stall in {0
// CHECK: let %1 =
// CHECK: output cycles of S0 =
// CHECK: constraint "DSP":
// The cycles, then what settles ties: DSP, BRAM, URAM, LUT.
// CHECK: minimize (
// CHECK-NEXT: minimize
// CHECK-NEXT: minimize
// CHECK-NEXT: minimize 0
// CHECK-NEXT: minimize
// CHECK-NEXT: end

// SOLVE: status optimal
// SOLVE-NEXT: objective [[CYCLES:[0-9]+]]
// SOLVE-NEXT: bound [[CYCLES]]
// SOLVE: S0.order = 0
// SOLVE: status = "optimal", cycles = [[CYCLES]], bound = [[CYCLES]]

// RUN: not hls-opt %s --split-input-file --hls-attach-target=target=u200 --hls-dump-nlp=file=%t/none/x 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: dump-nlp.mlir:[[#@LINE+1]]:1: error: cannot write the model to '{{.*}}none/x':
func.func @top(%A: memref<16xf32> {hls.name = "A"}, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 16 {
    affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}
