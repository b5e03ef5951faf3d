// Matrix product C = A * B of a BERT layer, A of I x K, B of K x J.
// A quarter of every extent of bert_100_3072: I=25 J=768 K=25, K the reduction.
func.func @bert_100_3072(%C: memref<25x768xf32> {hls.name = "C"},
                         %A: memref<25x25xf32> {hls.name = "A"},
                         %B: memref<25x768xf32> {hls.name = "B"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 25 {
    affine.for %j = 0 to 768 {
      affine.store %zero, %C[%i, %j] : memref<25x768xf32>
      affine.for %k = 0 to 25 {
        %0 = affine.load %A[%i, %k] : memref<25x25xf32>
        %1 = affine.load %B[%k, %j] : memref<25x768xf32>
        %2 = arith.mulf %0, %1 : f32
        %3 = affine.load %C[%i, %j] : memref<25x768xf32>
        %4 = arith.addf %3, %2 : f32
        affine.store %4, %C[%i, %j] : memref<25x768xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
