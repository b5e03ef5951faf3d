// RUN: hls-opt %s --verify-diagnostics --hls-apply-schedule

// Both readers write B, so that one waits for the other.
// expected-error@+1 {{design point: array 'A': cannot have a copy for each reader: no two of its readers could run side by side; leave copy_per_reader out}}
func.func @chained(%A: memref<64xf32> {hls.name = "A"}, %B: memref<64xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 64, padded = 64, factors = [1, 64, 1]>], order = ["i"], pipelined = "i">,
             <name = "S1", statements = ["S1"], loops = [<name = "i", trip = 64, padded = 64, factors = [1, 64, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<none>]>, copy_per_reader = true>, <array = "B", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 64 {
    %0 = affine.load %A[%i] : memref<64xf32>
    affine.store %0, %B[%i] {hls.stmt = "S0"} : memref<64xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 64 {
    %0 = affine.load %A[%i] : memref<64xf32>
    %1 = affine.load %B[%i] : memref<64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %B[%i] {hls.stmt = "S1"} : memref<64xf32>
  } {hls.name = "i"}
  return
}
