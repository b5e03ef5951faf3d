// Sizes of the blocks that a pipelined loop of S1 runs at once: two open
// parameters, of which 7 does not divide the 60 rows.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %rows = transform.tune.knob<"rows"> options = [7, 2, 12] -> !transform.any_param
    %columns = transform.tune.knob<"columns"> options = [10, 5] -> !transform.any_param
    transform.hls.interchange "S1.i", "S1.k" in %f : !transform.any_op
    transform.hls.interchange "S1.i", "S1.j" in %f : !transform.any_op
    transform.hls.pipeline "S1.j" in %f : !transform.any_op
    transform.hls.unroll "S1.i" by %rows : !transform.any_param in %f : !transform.any_op
    transform.hls.unroll "S1.j" by %columns : !transform.any_param in %f : !transform.any_op
    transform.yield
  }
}
