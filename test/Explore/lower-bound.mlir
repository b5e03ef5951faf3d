// Bounds of any design and of the chosen one; the IR stays as it is.
// RUN: hls-opt %s --split-input-file --pass-pipeline="builtin.module(hls-prepare{top=dot},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200 usable=100 tree-reduction},hls-lower-bound,hls-explore{pin=S0.k.t2=16},hls-lower-bound)" -o %t.mlir \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.mlir
// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=dot},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200 usable=100},hls-lower-bound)" -o /dev/null | FileCheck %s --check-prefix=CHAIN
// RUN: not hls-opt %S/explore.mlir --hls-attach-target=target=none --hls-lower-bound 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: sed 's/factors = \[4, 1, 4\]/factors = [2, 2, 4]/;s/cyclic, 4/cyclic, 2/' %S/explore.mlir | not hls-opt --hls-attach-target="target=u200 usable=100" --hls-lower-bound 2>&1 | FileCheck %s --check-prefix=POINT

// 64 products, 2 operations each: with a tree 4 + 7 log2(64).
// CHECK: every design of @dot: at least {{[0-9]+}} cycles (chain {{[0-9]+}}, work on 6840 DSP 1)
// CHECK-NEXT: task S0: 46
// CHECK-NEXT: load s: 1
// CHECK-NEXT: store s: 1
// CHECK-NEXT: load a: 4
// CHECK-NEXT: load b: 4
// CHECK: this design of @dot: at least {{[0-9]+}} cycles
// CHECK-NEXT: task S0: [[#%u,TASK:]] = 1 x (body 39 + II 6 x (4 - 1)), critical path 39
// CHECK-NEXT: load s
// IR: design_lower_bound = {{[0-9]+}}
// IR: affine.for %{{.*}} = 0 to 64
// Without a tree every addition waits for the one before.
// CHAIN: task S0: 384
// TARGET: error: {{.*}}none
// POINT: error: design point: array 'A', dimension 0: partition factor 2 is not a multiple of the unroll factor 4
func.func @dot(%s: memref<1xf32> {hls.name = "s"}, %a: memref<64xf32> {hls.name = "a"}, %b: memref<64xf32> {hls.name = "b"}) {
  affine.for %k = 0 to 64 {
    %x = affine.load %a[%k] : memref<64xf32>
    %y = affine.load %b[%k] : memref<64xf32>
    %p = arith.mulf %x, %y : f32
    %o = affine.load %s[0] : memref<1xf32>
    %r = arith.addf %o, %p : f32
    affine.store %r, %s[0] : memref<1xf32>
  } {hls.name = "k"}
  return
}
