// RUN: hls-opt %talos_src/test/Kernels/mini/gemm.mlir \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=gemm},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200},hls-explore)" \
// RUN:   | FileCheck %s
// RUN: hls-opt %s --hls-attach-target=target=u200 --hls-explore | FileCheck %s --check-prefix=GIVEN
// RUN: hls-opt %s --hls-attach-target="target=u200 usable=40" --hls-explore | FileCheck %s --check-prefix=GIVEN

// One task a statement; each has one pipelined loop, and the bound is reached.
// CHECK-LABEL: func.func @gemm
// CHECK-SAME: tasks = [<name = "S0", statements = ["S0"]
// CHECK-SAME: loops = [<name = "i", trip = 20, padded = 20, factors = [1, 1, 20]>
// CHECK-SAME: <name = "j", trip = 25, padded = 25, factors = [1, 1, 25]>]
// CHECK-SAME: pipelined = "i"
// CHECK-SAME: <name = "S1", statements = ["S1"]
// CHECK-SAME: loops = [<name = "i", trip = 20, padded = 20, factors = [1, 1, 20]>
// CHECK-SAME: <name = "k", trip = 30, padded = 30, factors = [1, 30, 1]>
// CHECK-SAME: <name = "j", trip = 25, padded = 25, factors = [1, 1, 25]>]
// CHECK-SAME: pipelined = "k"
// CHECK-SAME: arrays = [<array = "C", beat = 16, partition = <[<complete>, <complete>]>>
// CHECK-SAME: status = "optimal", cycles = [[CYCLES:[0-9]+]], bound = [[CYCLES]], resources = {BRAM_18K = {{[0-9]+}} : i64, DSP =
// CHECK-SAME: hls.search = #hls.search<status = optimal, scope = "space shared, every array held whole", source_cycles = 275000,
// CHECK-SAME: bound = [[CYCLES]], nodes =
// CHECK-SAME: hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
// CHECK: affine.for
// CHECK: hls.stmt = "S0"
// CHECK: func.func private @gemm_reference
// CHECK-SAME: attributes {hls.reference_of = @gemm} {

// A given point keeps its choices, its beats among them, and gets its figures.
// GIVEN-LABEL: func.func @scale
// GIVEN-SAME: factors = [4, 1, 4]>], order = ["i"], pipelined = "i", cycles = {{[1-9][0-9]*}}>
// GIVEN-SAME: arrays = [<array = "A", partition = <[<cyclic, 4>]>>], cycles = {{[1-9][0-9]*}}
// GIVEN-SAME: DSP = {{[1-9][0-9]*}} : i64
// GIVEN-SAME: hls.search = #hls.search<status = manual, 
func.func @scale(%A: memref<16xf32> {hls.name = "A"}, %x: f32) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [4, 1, 4]>],
              order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 4>]>>]>} {
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<16xf32>
    %1 = arith.mulf %0, %x : f32
    affine.store %1, %A[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}
