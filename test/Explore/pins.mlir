// Pins are honoured: the attribute's, and the option's with all kinds of names.
// RUN: hls-opt %s --hls-attach-target=target=u200 --hls-explore=pin=S0.order=j,i,S0.i.t2=2,A.partition1=4 | FileCheck %s
// RUN: hls-opt %s --hls-attach-target=target=u200 --hls-explore='pin=S0.pipelined=i,S0.i.t1=2,S0.i.t0=4' | FileCheck %s --check-prefix=SPLIT
// RUN: not hls-opt %s --hls-attach-target=target=u200 --hls-explore=pin=S0.k.t2=2 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not hls-opt %s --hls-attach-target=target=u200 --hls-explore=pin=S0.i.t2=3 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not hls-opt %s --hls-attach-target=target=u200 --hls-explore=pin=S0.order=i 2>&1 | FileCheck %s --check-prefix=ORDER
// RUN: not hls-opt %s --hls-attach-target=target=u200 --hls-explore=pin=S0.i.t2=2,S0.i.t2=4 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not hls-opt %s --hls-attach-target=target=u200 --hls-explore=pin=S0.i.t2=8,S0.j.t0=1,A.partition0=4 2>&1 | FileCheck %s --check-prefix=CONFLICT
// RUN: not hls-opt %s --hls-attach-target=target=u200 --hls-explore=pin=S0 2>&1 | FileCheck %s --check-prefix=SYNTAX

// CHECK: factors = [{{[0-9]+, [0-9]+}}, 2]>
// CHECK-SAME: order = ["j", "i"]
// CHECK-SAME: <cyclic, 4>
// CHECK-SAME: pins = ["S0.order=j,i", "S0.i.t2=2", "A.partition1=4", "S0.j.t2<=4"]
// SPLIT: factors = [4, 2, 1]>
// SPLIT-SAME: pipelined = "i"
// NAME: pins.mlir:[[#]]:1: error: pin 'S0.k.t2=2': the model has no variable 'S0.k.t2'; did you mean 'S0.i.t2' or 'S0.j.t2'?
// VALUE: error: pin 'S0.i.t2=3': S0.i.t2 takes none of these values, only 1, 2, 4, 8
// ORDER: error: pin 'S0.order=i': 'i' is no value of S0.order, which is one of: i,j; j,i
// TWICE: error: pins 'S0.i.t2=4' and 'S0.i.t2=2' contradict each other
// CONFLICT: error: no design fits what is pinned: 'S0.i.t2=8', 'A.partition0=4' cannot hold with {{.*}}; drop or change a pin
// SYNTAX: error: pin 'S0': expected name=value, name<=value or name>=value
func.func @top(%A: memref<8x16xf32> {hls.name = "A"}, %x: f32) attributes {hls.top, hls.pins = ["S0.j.t2<=4"]} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      affine.store %x, %A[%i, %j] {hls.stmt = "S0"} : memref<8x16xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
