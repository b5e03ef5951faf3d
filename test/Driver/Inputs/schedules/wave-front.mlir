// Outermost 2 t + i, which carries every dependence; t is parallel inside.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.skew "S0.i" by 2 of "S0.t" in %f : !transform.any_op
    transform.hls.interchange "S0.t", "S0.i" in %f : !transform.any_op
    transform.yield
  }
}
