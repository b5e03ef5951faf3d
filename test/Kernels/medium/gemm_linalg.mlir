// gemm of PolyBench 4.2.1 as linalg on memrefs: C = alpha * A * B + beta * C.
// MEDIUM size: NI=200 NJ=220 NK=240. --convert-linalg-to-affine-loops lowers it.
#ij = affine_map<(i, j) -> (i, j)>
#ikj_a = affine_map<(i, k, j) -> (i, k)>
#ikj_b = affine_map<(i, k, j) -> (k, j)>
#ikj_c = affine_map<(i, k, j) -> (i, j)>
func.func @gemm_linalg(%alpha: f32 {hls.name = "alpha"},
                       %beta: f32 {hls.name = "beta"},
                       %C: memref<200x220xf32> {hls.name = "C"},
                       %A: memref<200x240xf32> {hls.name = "A"},
                       %B: memref<240x220xf32> {hls.name = "B"}) {
  linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]}
      outs(%C : memref<200x220xf32>) {
  ^bb0(%c: f32):
    %0 = arith.mulf %c, %beta : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#ikj_a, #ikj_b, #ikj_c],
                  iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%A, %B : memref<200x240xf32>, memref<240x220xf32>)
      outs(%C : memref<200x220xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %alpha, %a : f32
    %1 = arith.mulf %0, %b : f32
    %2 = arith.addf %c, %1 : f32
    linalg.yield %2 : f32
  }
  return
}
