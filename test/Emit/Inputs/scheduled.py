"""C = beta C + alpha A B as two nests, with a design point of processes.

  scheduled.py NI NJ NK I J K ORDER

I, J, K: tiles, steps in a tile, lanes of the product's loops, as 2,5,20; ORDER
is that of the tiles, as i,j,k. The nest of beta C goes row by row, with the
lanes of J. All ports are as wide as the tool allows.
"""
import sys


def loop(name, trip, factors):
    parts = ", ".join(str(factor) for factor in factors)
    return f'<name = "{name}", trip = {trip}, padded = {trip}, factors = [{parts}]>'


def task(name, loops, order):
    names = ", ".join(f'"{one}"' for one in order)
    return (f'<name = "{name}", statements = ["{name}"], loops = [{", ".join(loops)}], order = [{names}], '
            'pipelined = "j", concurrency = dataflow>')


def main():
    ni, nj, nk = map(int, sys.argv[1:4])
    i, j, k = [tuple(map(int, text.split(","))) for text in sys.argv[4:7]]
    order = sys.argv[7].split(",")
    A, B, C = f"memref<{ni}x{nk}xf32>", f"memref<{nk}x{nj}xf32>", f"memref<{ni}x{nj}xf32>"
    scale = task("S0", [loop("i", ni, (ni, 1, 1)), loop("j", nj, (nj // j[2], 1, j[2]))], "ij")
    product = task("S1", [loop("i", ni, i), loop("k", nk, k), loop("j", nj, j)], order)
    arrays = ", ".join(f'<array = "{name}", beat = 16, partition = <[<none, 1>, <none, 1>]>>' for name in "ABC")
    print(f"""func.func @gemm(%alpha: f32 {{hls.name = "alpha"}}, %beta: f32 {{hls.name = "beta"}},
    %C: {C} {{hls.name = "C"}}, %A: {A} {{hls.name = "A"}}, %B: {B} {{hls.name = "B"}})
    attributes {{hls.design = #hls.design<tasks = [{scale}, {product}], arrays = [{arrays}]>}} {{
  affine.for %i = 0 to {ni} {{
    affine.for %j = 0 to {nj} {{
      %0 = affine.load %C[%i, %j] : {C}
      %1 = arith.mulf %0, %beta : f32
      affine.store %1, %C[%i, %j] : {C}
    }} {{hls.name = "j"}}
  }} {{hls.name = "i"}}
  affine.for %i = 0 to {ni} {{
    affine.for %k = 0 to {nk} {{
      affine.for %j = 0 to {nj} {{
        %c = affine.load %C[%i, %j] : {C}
        %a = affine.load %A[%i, %k] : {A}
        %x = arith.mulf %alpha, %a : f32
        %b = affine.load %B[%k, %j] : {B}
        %y = arith.mulf %x, %b : f32
        %z = arith.addf %c, %y : f32
        affine.store %z, %C[%i, %j] : {C}
      }} {{hls.name = "j"}}
    }} {{hls.name = "k"}}
  }} {{hls.name = "i"}}
  return
}}""")


main()
