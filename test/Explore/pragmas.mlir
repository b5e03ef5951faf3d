// The space of pragmas alone: the loops keep their order, everything under the
// pipelined loop is unrolled whole, no reduction above it is, and a dependence
// of distance 4 allows four copies.
// RUN: split-file %s %t
// RUN: hls-opt %t/gemm.mlir --pass-pipeline="builtin.module(hls-prepare{top=gemm},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200},hls-explore{space=pragmas pin=S1.pipelined=k})" \
// RUN:   | FileCheck %s --check-prefix=GEMM
// RUN: hls-opt %t/gemm.mlir --pass-pipeline="builtin.module(hls-prepare{top=gemm},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200},hls-explore{space=pragmas fine-grained pin=S1.pipelined=k})" \
// RUN:   | FileCheck %s --check-prefix=FINE
// RUN: hls-opt %t/shift.mlir --hls-pipeline="top=shift target=u200 space=pragmas pin=S0.i.t2>=2" -o %t/out.mlir
// RUN: FileCheck %s --check-prefix=SHIFT < %t/out.mlir
// RUN: hls-opt %t/out.mlir --hls-check-applied --hls-estimate-qor -o %t/qor.mlir
// RUN: hlsc %t/shift.mlir --top shift --target u200 --space pragmas --pin 'S0.i.t2>=2' --csim --report json -o %t/shift > %t/report.json
// RUN: %python -c "import json; r = json.load(open('%t/report.json')); assert r['cycles'] == r['estimate']['cycles'], r"
// RUN: not hls-opt %t/shift.mlir --hls-pipeline="top=shift target=u200 space=pragmas pin=S0.i.t2=8" 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: hls-opt %t/gemm.mlir -o /dev/null --pass-pipeline="builtin.module(hls-prepare{top=gemm},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200},hls-dump-nlp{space=pragmas})" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MODEL
// RUN: not hls-opt %t/gemm.mlir --hls-pipeline="top=gemm target=u200 space=all" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not hls-opt %t/gemm.mlir --hls-pipeline="top=gemm target=u200 fine-grained=true" 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not hlsc %t/gemm.mlir --top gemm --target u200 --space all 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: not hlsc %t/gemm.mlir --top gemm --target u200 --fine-grained 2>&1 | FileCheck %s --check-prefix=OPTION2

// k is pipelined, j under it unrolled whole, i above it in part.
// GEMM: <name = "S1", statements = ["S1"], loops = [<name = "i", trip = 8, padded = 8, factors = [{{[124]}}, 1, {{[248]}}]>, <name = "k", trip = 16, padded = 16, factors = [{{[0-9]+, [0-9]+, [0-9]+}}]>, <name = "j", trip = 12, padded = 12, factors = [1, 1, 12]>], order = ["i", "k", "j"], pipelined = "k"
// GEMM: status = "optimal"
// FINE: <name = "S1", statements = ["S1"], loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "k"
// SHIFT: factors = [{{[0-9]+, [0-9]+}}, [[U:2|4]]]>], order = ["i"], pipelined = "i"
// FAR: error: pin 'S0.i.t2=8': S0.i.t2 takes none of these values, only 1, 2, 4
// MODEL: constraint "S1.j.under.k"
// NAME: error: space 'all' is unknown; use one of mixed, pragmas, shared, streamed
// ALONE: error: fine-grained needs space=pragmas
// OPTION: hlsc: error: --space 'all': expected one of mixed, pragmas, shared
// OPTION2: hlsc: error: --fine-grained needs --space pragmas

//--- gemm.mlir
func.func @gemm(%C: memref<8x12xf32>, %A: memref<8x16xf32>, %B: memref<16x12xf32>, %beta: f32) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 12 {
      %c = affine.load %C[%i, %j] : memref<8x12xf32>
      %s = arith.mulf %c, %beta : f32
      affine.store %s, %C[%i, %j] : memref<8x12xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 16 {
      affine.for %j = 0 to 12 {
        %a = affine.load %A[%i, %k] : memref<8x16xf32>
        %b = affine.load %B[%k, %j] : memref<16x12xf32>
        %p = arith.mulf %a, %b : f32
        %c = affine.load %C[%i, %j] : memref<8x12xf32>
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<8x12xf32>
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}
//--- shift.mlir
func.func @shift(%A: memref<36xf32>) {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[%i] : memref<36xf32>
    %b = arith.mulf %a, %a : f32
    affine.store %b, %A[%i + 4] : memref<36xf32>
  } {hls.name = "i"}
  return
}
