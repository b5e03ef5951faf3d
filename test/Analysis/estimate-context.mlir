// RUN: hls-opt %s --split-input-file --hls-estimate-qor=report=table -o /dev/null | FileCheck %s
// RUN: hls-opt %s --split-input-file --hls-estimate-qor | FileCheck %s --check-prefix=ATTR

// Loops around tasks: 5 iterations of t, 0 + 1 + .. + 4 = 10 of u, entered 5
// times. Load and store, then over all iterations of u and t their own calls and
// a cycle each, and an overhead of 2 for each time that a loop is entered:
// 83 + 2 + 81 + 2 + (2 + 5 x 13) + (5 x 2 + 10 x 13).
// CHECK-LABEL: estimated on the final IR: 375 cycles
// CHECK: T{{ +}}10 i1
// CHECK: U{{ +}}10 i1
// CHECK: loop t around tasks: 5 iterations of 12 cycles, entered 1 time
// CHECK-NEXT: loop u around tasks: 10 iterations of 12 cycles, entered 5 times
// CHECK: phase 0: load x
// CHECK-NEXT: phase 1: task T
// CHECK-NEXT: phase 2: task U
// CHECK-NEXT: phase 3: store x
// ATTR-LABEL: func.func @nested
// ATTR: hls.task "T"
// ATTR: } {hls.qor = {executions = 5 : i64, {{.*}}latency = 10
// ATTR: hls.task "U"
// ATTR: } {hls.qor = {executions = 10 : i64
// ATTR: } {hls.name = "u", hls.qor = {entries = 5 : i64, iterations = 10 : i64, latency = 12 : i64}}
// ATTR: } {hls.name = "t", hls.qor = {entries = 1 : i64, iterations = 5 : i64, latency = 12 : i64}}
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
func.func @nested(%x: memref<8xf32> {hls.name = "x", hls.interface = #hls.interface<m_axi, bundle = "gmem_x", width = 32>}) attributes {hls.top, hls.target = #target} {
  %b = hls.buffer "x" : memref<8xf32>
  hls.tile_load %x[] to %b beat 1 : memref<8xf32> to memref<8xf32>
  affine.for %t = 0 to 5 {
    hls.task "T"(%b) : memref<8xf32> {
    ^bb0(%a: memref<8xf32>):
      %c = arith.constant 0.0 : f32
      affine.for %i = 0 to 8 {
        affine.store %c, %a[%i] : memref<8xf32>
      } {hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
    affine.for %u = 0 to affine_map<(d0) -> (d0)>(%t) {
      hls.task "U"(%b) : memref<8xf32> {
      ^bb0(%a: memref<8xf32>):
        %c = arith.constant 0.0 : f32
        affine.for %i = 0 to 8 {
          affine.store %c, %a[%i] : memref<8xf32>
        } {hls.name = "i1", hls.pipeline = #hls.pipeline}
      }
    } {hls.name = "u"}
  } {hls.name = "t"}
  hls.tile_store %b to %x[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Recurrences through memory, with an adder of 7 cycles. R: A[i] = A[i - 1] + x
// awaits load, addition and store, 7 + 3. D: three iterations lie between. W:
// the pipelined loop's 4 iterations do. P: path[i][k] is what an iteration
// stored when j was k, at least one before; path[k][j] comes from the rows of
// the loop around, 4 iterations before. G: as D, but the condition keeps reads
// and writes apart, and the loop says so. N: the tool is not told.
// CHECK-LABEL: estimated on the final IR
// CHECK: R{{ .* }}10{{ +}}1{{ +}}10
// CHECK-NEXT: recurrence through 'A': an iteration reads what an earlier one stores, delay 10, distance 1
// CHECK: D{{ .* }}4{{ +}}1{{ +}}10
// CHECK-NEXT: recurrence through 'A': an iteration reads what an earlier one stores, delay 10, distance 3
// CHECK: W{{ .* }}3{{ +}}1{{ +}}10
// CHECK-NEXT: recurrence through 'B': an iteration reads what an earlier one stores, delay 10, distance 4
// CHECK: P{{ .* }}10{{ +}}1{{ +}}10
// CHECK-NEXT: recurrence through 'B': an iteration reads what an earlier one stores, delay 10, distance 1
// CHECK: G{{ .* }}1{{ +}}1{{ +}}11
// CHECK-NEXT: fadd
// CHECK: N{{ .* }}4{{ +}}1{{ +}}11
// CHECK-NEXT: recurrence through 'A': an iteration reads what an earlier one stores, delay 11, distance 3
// CHECK: Q{{ .* }}6{{ +}}1{{ +}}11
// CHECK-NEXT: recurrence through 'A': 1 dependent operations of 7 cycles, distance 1
#target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>
func.func @recurrences(%x: f32) attributes {hls.top, hls.target = #target} {
  %A = hls.buffer "A" : memref<16xf32>
  %B = hls.buffer "B" : memref<4x4xf32>
  hls.task "R"(%A, %x) : memref<16xf32>, f32 {
  ^bb0(%a: memref<16xf32>, %s: f32):
    affine.for %i = 0 to 15 {
      %0 = affine.load %a[%i] : memref<16xf32>
      %1 = arith.addf %0, %s : f32
      affine.store %1, %a[%i + 1] : memref<16xf32>
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.task "D"(%A, %x) : memref<16xf32>, f32 {
  ^bb0(%a: memref<16xf32>, %s: f32):
    affine.for %i = 0 to 13 {
      %0 = affine.load %a[%i] : memref<16xf32>
      %1 = arith.addf %0, %s : f32
      affine.store %1, %a[%i + 3] : memref<16xf32>
    } {hls.name = "i1", hls.pipeline = #hls.pipeline}
  }
  hls.task "W"(%B, %x) : memref<4x4xf32>, f32 {
  ^bb0(%b: memref<4x4xf32>, %s: f32):
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 4 {
        %0 = affine.load %b[%i, %j] : memref<4x4xf32>
        %1 = arith.addf %0, %s : f32
        affine.store %1, %b[%i + 1, %j] : memref<4x4xf32>
      } {hls.name = "j1", hls.pipeline = #hls.pipeline}
    } {hls.name = "i0"}
  }
  affine.for %k = 0 to 4 {
    hls.task "P"(%B, %k) : memref<4x4xf32>, index {
    ^bb0(%b: memref<4x4xf32>, %l: index):
      affine.for %i = 0 to 4 {
        affine.for %j = 0 to 4 {
          %0 = affine.load %b[%i, symbol(%l)] : memref<4x4xf32>
          %1 = affine.load %b[symbol(%l), %j] : memref<4x4xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %b[%i, %j] : memref<4x4xf32>
        } {hls.name = "j1", hls.pipeline = #hls.pipeline}
      } {hls.name = "i0"}
    }
    hls.task "G"(%A, %x, %k) : memref<16xf32>, f32, index {
    ^bb0(%a: memref<16xf32>, %s: f32, %l: index):
      affine.for %i = 0 to 13 {
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 - d0 + 2 >= 0)>(%i)[%l] {
          %0 = affine.load %a[%i] : memref<16xf32>
          %1 = arith.addf %0, %s : f32
          affine.store %1, %a[%i + 3] : memref<16xf32>
        }
      } {hls.name = "i1", hls.pipeline = #hls.pipeline, hls.independent = ["A"]}
    }
    hls.task "N"(%A, %x, %k) : memref<16xf32>, f32, index {
    ^bb0(%a: memref<16xf32>, %s: f32, %l: index):
      affine.for %i = 0 to 13 {
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, s0 - d0 + 2 >= 0)>(%i)[%l] {
          %0 = affine.load %a[%i] : memref<16xf32>
          %1 = arith.addf %0, %s : f32
          affine.store %1, %a[%i + 3] : memref<16xf32>
        }
      } {hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
    hls.task "Q"(%A, %x, %k) : memref<16xf32>, f32, index {
    ^bb0(%a: memref<16xf32>, %s: f32, %l: index):
      affine.for %i = 0 to 13 {
        affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%l] {
          %0 = affine.load %a[symbol(%l)] : memref<16xf32>
          %1 = arith.addf %0, %s : f32
          affine.store %1, %a[symbol(%l)] : memref<16xf32>
        }
      } {hls.name = "i1", hls.pipeline = #hls.pipeline}
    }
  } {hls.name = "k"}
  return
}
