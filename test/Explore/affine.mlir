// Guards, shared loops and recurrences: what is decided, and the same from the model as text.
// RUN: split-file %s %t
// RUN: hls-opt %t/adi.mlir --hls-attach-target="target=u200 usable=100" --hls-dump-nlp=file=%t/adi.nlp --hls-explore | FileCheck %s --check-prefix=ADI
// RUN: hls-solve %t/adi.nlp | FileCheck %s --check-prefix=SOLVE
// RUN: hls-opt %t/trmm.mlir --hls-attach-target="target=u200 usable=100" --hls-explore | FileCheck %s --check-prefix=TRMM
// RUN: hls-opt %t/trmm.mlir --hls-attach-target="target=u200 usable=100 tree-reduction" --hls-explore | FileCheck %s --check-prefix=TREE
// RUN: hls-opt %t/trmm.mlir --hls-attach-target="target=u200 usable=100" --hls-explore=pin=S0.order=j,i,k | FileCheck %s --check-prefix=ORDER
// RUN: not hls-opt %t/trmm.mlir --hls-attach-target="target=u200 usable=100" --hls-explore=pin=S0.order=k,j,i 2>&1 | FileCheck %s --check-prefix=ILLEGAL
// RUN: hls-opt %t/trisolv.mlir --hls-attach-target="target=u200 usable=100" --hls-explore | FileCheck %s --check-prefix=TRISOLV
// RUN: hls-opt %t/given.mlir --hls-attach-target="target=u200 usable=100" --hls-explore | FileCheck %s --check-prefix=GIVEN

//--- adi.mlir
// A sweep in a shared loop: j waits for itself and is not unrolled, i is.
// ADI: tasks = [<name = "S0",
// ADI-SAME: <name = "i", trip = 20, padded = 20, factors = [1, 1, 20]>, <name = "j", trip = 19, padded = 19, factors = [19, 1, 1]>
// ADI-SAME: pipelined = "i", ii = 7, cycles = 137>
// ADI-SAME: <name = "S1",
// ADI-SAME: <name = "i", trip = 20, padded = 20, factors = [1, 1, 20]>, <name = "j", trip = 20, padded = 20, factors = [1, 1, 20]>
// ADI-SAME: status = "optimal", cycles = 1688, bound = 1688
// ADI-SAME: source_cycles = 34600,
// SOLVE: status optimal
// SOLVE-NEXT: objective 1688
func.func @adi(%P: memref<20x20xf32> {hls.name = "P"}, %u: memref<20x20xf32> {hls.name = "u"}) attributes {hls.top} {
  affine.for %t = 0 to 10 {
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 19 {
        %a = affine.load %P[%i, %j] : memref<20x20xf32>
        %b = affine.load %u[%i, %j] : memref<20x20xf32>
        %c = arith.mulf %a, %b : f32
        affine.store %c, %P[%i, %j + 1] {hls.stmt = "S0"} : memref<20x20xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 20 {
        %a = affine.load %P[%i, %j] : memref<20x20xf32>
        affine.store %a, %u[%i, %j] {hls.stmt = "S1"} : memref<20x20xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}

//--- trmm.mlir
// The sum reads its own array: i and k keep their order, j is free; a guarded sum is a tree where it may be. Three accesses to B in a cycle
// are one too many for its banks, so that an operator does two of the 15 * 20 operations of an iteration.
// TRMM: <name = "i", trip = 20, padded = 20, factors = [20, 1, 1]>, <name = "j", trip = 30, padded = 30, factors = [2, 1, 15]>, <name = "k", trip = 20, padded = 20, factors = [1, 1, 20]>
// TRMM-SAME: pipelined = "i", ii = 2, cycles = 322>
// TRMM-SAME: status = "optimal", cycles = 575, bound = 575
// TRMM-SAME: DSP = 750 : i64
// TREE: pipelined = "i", ii = 2, cycles = 129>
// TREE-SAME: status = "optimal", cycles = 382, bound = 382
// TREE-SAME: DSP = 750 : i64
// Half of the iterations: 190 * 30 of 5 DSP on the usable ones.
// TRMM-SAME: source_cycles = 85500, dsp_bound = 5,
// ORDER: order = ["j", "i", "k"], pipelined = "i", ii = 2, cycles = 322>
// ILLEGAL: trmm.mlir:[[#]]:1: error: pin 'S0.order=k,j,i': 'k,j,i' is no value of S0.order, which is one of: i,j,k; i,k,j; j,i,k
#later = affine_set<(i, k) : (k - i - 1 >= 0)>
func.func @trmm(%A: memref<20x20xf32> {hls.name = "A"}, %B: memref<20x30xf32> {hls.name = "B"}) attributes {hls.top} {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      affine.for %k = 0 to 20 {
        affine.if #later(%i, %k) {
          %a = affine.load %A[%k, %i] : memref<20x20xf32>
          %b = affine.load %B[%k, %j] : memref<20x30xf32>
          %c = arith.mulf %a, %b : f32
          %s = affine.load %B[%i, %j] : memref<20x30xf32>
          %r = arith.addf %s, %c : f32
          affine.store %r, %B[%i, %j] {hls.stmt = "S0"} : memref<20x30xf32>
        }
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

//--- trisolv.mlir
// Nests without loops, a guard over a shared loop that becomes bounds around a sum in a register.
// TRISOLV: <name = "S0", statements = ["S0"], loops = [], cycles = 4>
// TRISOLV-SAME: <name = "j", trip = 40, padded = 40, factors = [1, 40, 1]>], order = ["j"], pipelined = "j", ii = 6, accumulator = register, cycles = 137>
// TRISOLV-SAME: <name = "S2", statements = ["S2"], loops = [], cycles = 17>
// TRISOLV-SAME: status = "optimal", cycles = 6879, bound = 6879
#before = affine_set<(j, i) : (i - j - 1 >= 0)>
func.func @trisolv(%L: memref<40x40xf32> {hls.name = "L"}, %x: memref<40xf32> {hls.name = "x"}, %b: memref<40xf32> {hls.name = "b"}) attributes {hls.top} {
  affine.for %i = 0 to 40 {
    %v = affine.load %b[%i] : memref<40xf32>
    affine.store %v, %x[%i] {hls.stmt = "S0"} : memref<40xf32>
    affine.for %j = 0 to 40 {
      affine.if #before(%j, %i) {
        %l = affine.load %L[%i, %j] : memref<40x40xf32>
        %o = affine.load %x[%j] : memref<40xf32>
        %p = arith.mulf %l, %o : f32
        %s = affine.load %x[%i] : memref<40xf32>
        %r = arith.subf %s, %p : f32
        affine.store %r, %x[%i] {hls.stmt = "S1"} : memref<40xf32>
      }
    } {hls.name = "j"}
    %s = affine.load %x[%i] : memref<40xf32>
    %d = affine.load %L[%i, %i] : memref<40x40xf32>
    %q = arith.divf %s, %d : f32
    affine.store %q, %x[%i] {hls.stmt = "S2"} : memref<40xf32>
  } {hls.name = "i"}
  return
}

//--- given.mlir
// A given point: t is entered once and runs 3 times, u 3 and 6. S0 waits 4 + 3 cycles in each of its 64 iterations:
// 63 * 7 + 7 - 1 + 2 = 449; S1 takes 2 + 2. A run of u's body: 449 + 4 and 2 for each of two levels, 457. Loading P takes
// 71 + 3 + 73 = 147, storing it 145. In all 147 + 2 + 145 + 2 + 6 * 457 + (2 + 3) + (2 * 3 + 6) = 3055.
// GIVEN: ii = 7, cycles = 449>
// GIVEN-SAME: cycles = 4>
// GIVEN-SAME: cycles = 3055,
// GIVEN-SAME: status = manual
func.func @given(%P: memref<8x9xf32> {hls.name = "P"}, %z: memref<f32> {hls.name = "z"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>,
                <name = "j", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i", "j"], pipelined = "j">,
             <name = "S1", statements = ["S1"], loops = [], order = [], pipelined = "">],
    arrays = [<array = "P", partition = <[<none>, <none>]>>, <array = "z", partition = <[]>>]>} {
  affine.for %t = 0 to 3 {
    affine.for %u = 0 to affine_map<(t) -> (t + 1)>(%t) {
      affine.for %i = 0 to 8 {
        affine.for %j = 0 to 8 {
          %a = affine.load %P[%i, %j] : memref<8x9xf32>
          %c = arith.mulf %a, %a : f32
          affine.store %c, %P[%i, %j + 1] {hls.stmt = "S0"} : memref<8x9xf32>
        } {hls.name = "j"}
      } {hls.name = "i"}
      %v = affine.load %P[0, 0] : memref<8x9xf32>
      affine.store %v, %z[] {hls.stmt = "S1"} : memref<f32>
    } {hls.name = "u"}
  } {hls.name = "t"}
  return
}
