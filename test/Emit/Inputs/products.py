"""Products one after the other, with a design point of processes.

  products.py PORTS PRODUCT...

A PRODUCT is G=E*F:I:J:K:ORDER. I, J, K are tiles, steps in a tile and lanes of
its loops, as 2,5,20, whose products are the extents; ORDER is that of the
tiles, as i,j,k. An array that none of them stores is an input. Ports are as wide
as the tool allows; PORTS take the rows of each array in turn.
"""
import math
import sys


def loop(name, factors):
    trip = math.prod(factors)
    parts = ", ".join(str(factor) for factor in factors)
    return f'<name = "{name}", trip = {trip}, padded = {trip}, factors = [{parts}]>'


def main():
    ports = int(sys.argv[1])
    shapes, tasks, nests = {}, [], ""
    for number, text in enumerate(sys.argv[2:]):
        names, *factors, order = text.split(":")
        result, (left, right) = names.split("=")[0], names.split("=")[1].split("*")
        i, j, k = [tuple(map(int, one.split(","))) for one in factors]
        ni, nj, nk = map(math.prod, (i, j, k))
        shapes.update({result: (ni, nj), left: (ni, nk), right: (nk, nj)})
        C, A, B = [f"memref<{shapes[name][0]}x{shapes[name][1]}xf32>" for name in (result, left, right)]
        names = ", ".join(f'"{one}"' for one in order.split(","))
        statement = f"S{2 * number + 1}"
        tasks.append(f'<name = "{statement}", statements = ["{statement}"], '
                     f'loops = [{loop("i", i)}, {loop("j", j)}, {loop("k", k)}], order = [{names}], '
                     'pipelined = "j", concurrency = dataflow>')
        nests += f"""  affine.for %i = 0 to {ni} {{
    affine.for %j = 0 to {nj} {{
      affine.store %zero, %{result}[%i, %j] : {C}
    }} {{hls.name = "j"}}
  }} {{hls.name = "i"}}
  affine.for %i = 0 to {ni} {{
    affine.for %j = 0 to {nj} {{
      affine.for %k = 0 to {nk} {{
        %c = affine.load %{result}[%i, %j] : {C}
        %a = affine.load %{left}[%i, %k] : {A}
        %b = affine.load %{right}[%k, %j] : {B}
        %y = arith.mulf %a, %b : f32
        %z = arith.addf %c, %y : f32
        affine.store %z, %{result}[%i, %j] : {C}
      }} {{hls.name = "k"}}
    }} {{hls.name = "j"}}
  }} {{hls.name = "i"}}
"""
    arrays = ", ".join(f'<array = "{name}", beat = 16, partition = <[<none, 1>, <none, 1>]>'
                       f'{", port_blocks = " + str(ports) if ports > 1 else ""}>' for name in shapes)
    arguments = ", ".join(f'%{name}: memref<{n}x{m}xf32> {{hls.name = "{name}"}}' for name, (n, m) in shapes.items())
    print(f"""func.func @products({arguments})
    attributes {{hls.design = #hls.design<tasks = [{", ".join(tasks)}], arrays = [{arrays}]>}} {{
  %zero = arith.constant 0.0 : f32
{nests}  return
}}""")


main()
