// Split, interchange, merge: no inner loop carries a sum.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S1.i", "S1.j" in %f : !transform.any_op
    transform.hls.fuse "S0.i", "S1.j" in %f : !transform.any_op
    // Loop j of S1 is called i now, and its loop i is called j.
    transform.hls.fuse "S0.j", "S1.j" in %f : !transform.any_op
    transform.yield
  }
}
