// Loops i and j of S1 in blocks of 12 x 10, which a pipelined loop runs at once.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S1.i", "S1.k" in %f : !transform.any_op
    transform.hls.interchange "S1.i", "S1.j" in %f : !transform.any_op
    transform.hls.tile "S1.i", "S1.j" by 12, 10 into "i0", "j0", "i1", "j1" in %f : !transform.any_op
    transform.hls.pipeline "S1.j0" in %f : !transform.any_op
    transform.hls.unroll "S1.i1" in %f : !transform.any_op
    transform.hls.unroll "S1.j1" in %f : !transform.any_op
    transform.hls.partition "C" dim 1 by 10 in %f : !transform.any_op
    transform.yield
  }
}
