// What limits a nest: a case of each kind. Figures are held against explorations
// under the raised limits in unittests/Explore/ExplainTest.cpp.
// RUN: split-file %s %t
// RUN: hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100 limit=BRAM_18K=96,URAM=0 max-partition=36" --hls-explore --hls-explain 2>&1 | FileCheck %t/scale.mlir
// RUN: hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore="pin=S0.i.t2<=4" --hls-explain="pin=S0.i.t2<=4" -o /dev/null 2>&1 | FileCheck %t/scale.mlir --check-prefix=PIN
// RUN: hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore="pin=S0.i.t2<=4,A.partition0=4,B.partition0=4" --hls-explain="pin=S0.i.t2<=4,A.partition0=4,B.partition0=4" -o /dev/null 2>&1 | FileCheck %t/scale.mlir --check-prefix=TOGETHER
// RUN: hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore="pin=S0.i.t2=4" --hls-explain -o /dev/null 2>&1 | FileCheck %t/scale.mlir --check-prefix=CHOICE
// RUN: hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100 limit=DSP=30" --hls-explore --hls-explain=node-limit=1 -o /dev/null 2>&1 | FileCheck %t/scale.mlir --check-prefix=NODES
// RUN: hls-opt %t/nests.mlir --hls-attach-target="target=u200 usable=100" --hls-explore --hls-explain -o /dev/null 2>&1 | FileCheck %t/nests.mlir
// RUN: hls-opt %t/strided.mlir --hls-attach-target="target=u200 usable=100" --hls-explore --hls-explain -o /dev/null 2>&1 | FileCheck %t/strided.mlir
// RUN: hls-opt %t/factors.mlir --hls-attach-target="target=u200 limit=DSP=200" --hls-explore --hls-explain -o /dev/null 2>&1 | FileCheck %t/factors.mlir
// RUN: hls-opt %t/shared.mlir --hls-attach-target="target=u200 usable=100" --hls-explore --hls-explain -o /dev/null 2>&1 | FileCheck %t/shared.mlir
// RUN: hls-opt %talos_src/test/Kernels/mini/gemm.mlir --pass-pipeline="builtin.module(hls-prepare{top=gemm},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200 usable=100 limit=DSP=200},hls-explore,hls-explain)" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GEMM
// RUN: hls-opt %talos_src/test/Kernels/mini/gemm.mlir --pass-pipeline="builtin.module(hls-prepare{top=gemm},func.func(hls-normalize,hls-distribute),hls-attach-target{target=u200 usable=100},hls-explore{tiles=C},hls-explain)" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TILES

// RUN: not hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explain 2>&1 | FileCheck %t/scale.mlir --check-prefix=NONE
// RUN: not hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore --hls-attach-target="target=u200 usable=100 limit=DSP=30" --hls-explain 2>&1 | FileCheck %t/scale.mlir --check-prefix=OTHER
// RUN: hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore -o %t/scale.hls.mlir
// RUN: not hls-opt %t/scale.hls.mlir --hls-attach-target="target=u200 usable=100 limit=DSP=30" --hls-explore 2>&1 | FileCheck %t/scale.mlir --check-prefix=GIVEN
// RUN: not hls-opt %t/long.mlir --hls-attach-target="target=u200 usable=100" --hls-explain 2>&1 | FileCheck %t/long.mlir
// RUN: not hls-opt %t/long.mlir --hls-attach-target="target=u200 usable=100" --hls-explore 2>&1 | FileCheck %t/long.mlir
// RUN: not hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore --hls-explain=pin=S0.i.t2=4 2>&1 | FileCheck %t/scale.mlir --check-prefix=PINNED
// RUN: not hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore --hls-explain=pin=S0.q=1 2>&1 | FileCheck %t/scale.mlir --check-prefix=NAME
// RUN: not hls-opt %t/scale.mlir --hls-attach-target="target=u200 usable=100" --hls-explore --hls-attach-target="target=u200 usable=100 max-partition=8" --hls-explain 2>&1 | FileCheck %t/scale.mlir --check-prefix=BANKS
// RUN: hls-opt %t/sum.mlir --hls-attach-target="target=u200 usable=100" --hls-explore=pin=S0.k.t2=8 -o %t/sum.hls.mlir
// RUN: sed 's/ii = 56/ii = 56, accumulator = local/' %t/sum.hls.mlir | not hls-opt --hls-attach-target="target=u200 usable=100" --hls-explain 2>&1 | FileCheck %t/sum.mlir --check-prefix=LOCAL
// RUN: sed 's/ pipelined = "k",//' %t/sum.hls.mlir | not hls-opt --hls-attach-target="target=u200 usable=100" --hls-explain 2>&1 | FileCheck %t/sum.mlir --check-prefix=PLAIN

// GEMM: gemm.mlir:12:7: remark: S0: budget: 28 more DSP (228 in all) would save 10 of 704 cycles; 828 would save 18
// GEMM: gemm.mlir:22:9: remark: S1: budget: {{[0-9]+}} more DSP ({{[0-9]+}} in all) would save {{[0-9]+}} of 704 cycles; {{.*}}; the device has 6,840
// TILES: remark: S1: transfer: the design waits {{.*}} cycles for transfers of its arrays (load of 'A' {{.*}} load of 'C' {{.*}}, store of 'C'

//--- scale.mlir
// CHECK: scale.mlir:[[#@LINE+22]]:5: remark: S0: partition: a maximum partition of 72 instead of 36 (split 'A' 72 ways, 'B' 72 ways) would save 376 of 1,819 cycles; 9,000 would save 531
// CHECK-NEXT: store
// CHECK: remark: S0: budget: 4 more BRAM_18K (100 in all) would save 50 of 1,819 cycles; 132 would save 250
// CHECK: remark: S0: transfer: the design waits 1,306 cycles for transfers of its arrays (load of 'A' 654, store of 'B' 652) and 507 for the nest
// CHECK: hls.binding = [#hls.nest_binding<task = "S0", place = "{{.*}}scale.mlir:{{[0-9]+}}:5", cycles = [[#]], share = 507, binding = [
// CHECK-SAME: <kind = partition, name = "max_partition", cycles = 531, text = "{{[^"]*}}", limit = 36, least = <amount = 72, saves = 376, proved = true>, most = <amount = 9000, saves = 531, proved = true>>
// CHECK-SAME: <kind = budget, name = "BRAM_18K", cycles
// PIN: remark: S0: pin: without the pin S0.i.t2<=4 2,210 of 3,537 cycles would be saved
// TOGETHER: remark: S0: together: none alone saves as much as these together: without the pin S0.i.t2<=4, without the pin A.partition0=4, without the pin B.partition0=4 would save 3,334 of 4,661 cycles
// TOGETHER: remark: S0: transfer: {{.*}}(load of 'A' 1,200 at 8 of 16 elements a beat, store of 'B' 1,198 at 8 of 16 elements a beat)
// CHOICE: remark: S0: choice: another choice of this nest within the limits saves 2,210 of 3,537 cycles; what more of a limit buys counts from there
// NODES: remark: S0: undecided: not decided within the node limit: whether another choice of this nest is faster
// NONE: scale.mlir:[[#@LINE+6]]:1: error: there is no design point to explain: run hls-explore, or hls-attach-design, before
// OTHER: error: the design point exceeds what it may use: DSP {{[0-9]+}} of 30; explain it with the limits that it was made with
// GIVEN: error: the design point exceeds what it may use: DSP {{[0-9]+}} of 30; choose a smaller point or allow more of the device
// PINNED: error: the design point is none of those that the options and pins allow; explain it with those that it was made with
// NAME: error: pin 'S0.q=1': the model has no variable 'S0.q'
// BANKS: error: design point of array 'A' asks for 1000 banks; the limit is 8
func.func @scale(%A: memref<9000xf32> {hls.name = "A"}, %B: memref<9000xf32> {hls.name = "B"}, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 9000 {
    %a = affine.load %A[%i] : memref<9000xf32>
    %m = arith.mulf %a, %x : f32
    affine.store %m, %B[%i] {hls.stmt = "S0"} : memref<9000xf32>
  } {hls.name = "i"}
  return
}

//--- nests.mlir
// Awaited values, and calls that run beside longer ones.
// CHECK: nests.mlir:[[#@LINE+9]]:7: remark: S0: recurrence: loop 'i' starts an iteration every 7 cycles, because a value of 'A' that an earlier iteration stores is awaited; that takes 3,594 of its 4,201 cycles
// CHECK: remark: S1: overlapped: costs nothing: longer calls run at the same time
// CHECK: remark: S2: overlapped: costs nothing: longer calls run at the same time
func.func @nests(%A: memref<64xf32> {hls.name = "A"}, %B: memref<64xf32> {hls.name = "B"}, %C: memref<64xf32> {hls.name = "C"}, %D: memref<4xf32> {hls.name = "D"}, %x: f32) attributes {hls.top} {
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 60 {
      %a = affine.load %A[%i + 3] : memref<64xf32>
      %b = affine.load %A[%i] : memref<64xf32>
      %m = arith.mulf %a, %b : f32
      affine.store %m, %A[%i + 4] {hls.stmt = "S0"} : memref<64xf32>
    } {hls.name = "i"}
  } {hls.name = "t"}
  affine.for %i = 0 to 64 {
    %b = affine.load %B[%i] : memref<64xf32>
    %m = arith.mulf %b, %x : f32
    affine.store %m, %C[%i] {hls.stmt = "S1"} : memref<64xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 4 {
    affine.store %x, %D[%i] {hls.stmt = "S2"} : memref<4xf32>
  } {hls.name = "i"}
  return
}

//--- shared.mlir
// CHECK: shared.mlir:[[#@LINE+9]]:7: remark: S0: transfer:
// CHECK: remark: S0: context: runs 10 times, one after the other: dependences make it share a loop with other nests
// CHECK: remark: S0: unrolled: has one iteration: the latency of its operators is left, 11 cycles
func.func @shared(%A: memref<64xf32> {hls.name = "A"}, %B: memref<64xf32> {hls.name = "B"}, %x: f32) attributes {hls.top} {
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 62 {
      %a = affine.load %A[%i] : memref<64xf32>
      %b = affine.load %A[%i + 2] : memref<64xf32>
      %m = arith.addf %a, %b : f32
      affine.store %m, %B[%i + 1] {hls.stmt = "S0"} : memref<64xf32>
    } {hls.name = "i"}
    affine.for %i = 0 to 62 {
      %a = affine.load %B[%i] : memref<64xf32>
      %b = affine.load %B[%i + 2] : memref<64xf32>
      %m = arith.addf %a, %b : f32
      affine.store %m, %A[%i + 1] {hls.stmt = "S1"} : memref<64xf32>
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}

//--- strided.mlir
// CHECK: strided.mlir:[[#@LINE+4]]:5: remark: S0: structure: no limit makes it faster, however much of it there were (a maximum partition of 16,384 at most); subscripts with 'i' are not loop + constant, so that it is not unrolled
func.func @strided(%A: memref<64xf32> {hls.name = "A"}, %B: memref<32xf32> {hls.name = "B"}) attributes {hls.top} {
  affine.for %i = 0 to 32 {
    %a = affine.load %A[2 * %i] : memref<64xf32>
    affine.store %a, %B[%i] {hls.stmt = "S0"} : memref<32xf32>
  } {hls.name = "i"}
  return
}

//--- sum.mlir
// LOCAL: error: design point of task 'S0': what limits local accumulators is not explained; the model covers sums in the written element
// PLAIN: error: the design point is none of those that the options and pins allow; {{.*}}(every nest needs a pipelined loop
func.func @sum(%s: memref<1xf32> {hls.name = "s"}, %a: memref<8xf32> {hls.name = "a"}) attributes {hls.top} {
  affine.for %k = 0 to 8 {
    %x = affine.load %a[%k] : memref<8xf32>
    %o = affine.load %s[0] : memref<1xf32>
    %r = arith.addf %o, %x : f32
    affine.store %r, %s[0] {hls.stmt = "S0"} : memref<1xf32>
  } {hls.name = "k"}
  return
}

//--- long.mlir
// Cycles beyond 64 bits.
// CHECK: long.mlir:[[#@LINE+1]]:1: error: the figures of the design point overflow 64 bits; shorten the loops or unroll less
func.func @top(%A: memref<8xf32> {hls.name = "A"}, %x: f32) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"],
              loops = [<name = "t", trip = 1099511627776, padded = 1099511627776, factors = [1099511627776, 1, 1]>,
                       <name = "u", trip = 1099511627776, padded = 1099511627776, factors = [1099511627776, 1, 1]>,
                       <name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>],
              order = ["t", "u", "i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<none, 1>]>>]>} {
  affine.for %t = 0 to 1099511627776 {
    affine.for %u = 0 to 1099511627776 {
      affine.for %i = 0 to 8 {
        affine.store %x, %A[%i] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.name = "i"}
    } {hls.name = "u"}
  } {hls.name = "t"}
  return
}

//--- factors.mlir
// Loops that no limit unrolls further: a prime trip count, a sum of loops.
// CHECK: remark: S0: structure: loop 'i' is unrolled by 1, and the next factor is 1,009: factors divide the trip count 1,009; another extent of the arrays has more of them
// CHECK: remark: S1: structure: loop 'i' stands in a subscript beside other loops, or with a factor, and is not unrolled
func.func @factors(%A: memref<1009xf32> {hls.name = "A"}, %B: memref<64xf32> {hls.name = "B"}, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 1009 {
    %a = affine.load %A[%i] : memref<1009xf32>
    %m = arith.mulf %a, %x : f32
    affine.store %m, %A[%i] {hls.stmt = "S0"} : memref<1009xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 64 {
    affine.for %p = 0 to 8 {
      %a = affine.load %A[%i + %p] : memref<1009xf32>
      %b = affine.load %B[%i] : memref<64xf32>
      %s = arith.addf %b, %a : f32
      affine.store %s, %B[%i] {hls.stmt = "S1"} : memref<64xf32>
    } {hls.name = "p"}
  } {hls.name = "i"}
  return
}
