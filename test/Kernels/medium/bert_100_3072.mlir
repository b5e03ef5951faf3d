// Matrix product C = A * B of a BERT layer, A of I x K, B of K x J.
// Size: I=100 J=3072 K=100, K the reduction.
func.func @bert_100_3072(%C: memref<100x3072xf32> {hls.name = "C"},
                         %A: memref<100x100xf32> {hls.name = "A"},
                         %B: memref<100x3072xf32> {hls.name = "B"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 3072 {
      affine.store %zero, %C[%i, %j] : memref<100x3072xf32>
      affine.for %k = 0 to 100 {
        %0 = affine.load %A[%i, %k] : memref<100x100xf32>
        %1 = affine.load %B[%k, %j] : memref<100x3072xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %C[%i, %j] : memref<100x3072xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %C[%i, %j] : memref<100x3072xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
