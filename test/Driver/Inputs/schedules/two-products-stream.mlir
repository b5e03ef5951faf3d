// The first product comes to the second one through a FIFO.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.stream "S0", "S1" in %f : !transform.any_op
    transform.yield
  }
}
