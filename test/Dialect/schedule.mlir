// RUN: hls-opt %s | hls-opt | FileCheck %s
// CHECK: #[[MAP:.*]] = affine_map<(d0, d1) -> (0, d1 floordiv 4, 0, d0, 0, d1 mod 4, 0)>
// CHECK: hls.schedule = #hls.schedule<[<statement = "S0", time = #[[MAP]], loops = [<name = "j0", pipeline = #hls.pipeline>, <name = "i">, <name = "j1", unroll = <factor = 2>>], ordered = true>, <statement = "S1", time = #{{.*}}, loops = []>]>
func.func @f() attributes {hls.schedule = #hls.schedule<[
    <statement = "S0", time = affine_map<(i, j) -> (0, j floordiv 4, 0, i, 0, j mod 4, 0)>,
     loops = [<name = "j0", pipeline = #hls.pipeline>, <name = "i">, <name = "j1", unroll = #hls.unroll<factor = 2>>], ordered = true>,
    <statement = "S1", time = affine_map<() -> (1)>, loops = []>]>} {
  return
}
