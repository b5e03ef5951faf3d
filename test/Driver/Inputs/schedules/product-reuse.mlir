// Row i of A is loaded once, and serves all columns of C.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.reuse "A" at "S1.i" in %f : !transform.any_op
    transform.yield
  }
}
