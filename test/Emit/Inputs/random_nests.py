"""A random program of one or two pipelined nests: a contraction, and maybe a
product by elements of its result.

  random_nests.py SEED
Loops are in any order, dimensions of arrays too; every dimension may have
unrolled lanes, and every port beats of 1, 2 or 4 elements. The result is
overwritten, scaled or added to first, and may be a local array.
"""
import random
import sys

UNROLL = "{hls.unroll = #hls.unroll}"


class Program:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.tiles = {d: (self.pick([1, 2, 3, 4]), self.pick([1, 1, 2, 3])) for d in "ijk"}

    def pick(self, choices):
        return self.random.choice(choices)

    def shuffled(self, items):
        return self.random.sample(items, len(items))

    def type_of(self, dims):
        extents = [str(self.tiles[d][0] * self.tiles[d][1]) for d in dims]
        return f"memref<{'x'.join(extents)}xf32>"

    def access(self, name, dims, tiles):
        subscripts = [f"%{d}o * {tiles[d][1]} + %{d}l" if tiles[d][1] > 1 else f"%{d}o" for d in dims]
        return f"%{name}[{', '.join(subscripts)}] : {self.type_of(dims)}"

    def nest(self, dims, tiles, first, body, result):
        """`first` happens where the loops begin that do not move the result."""
        order = self.shuffled(dims)
        lanes = self.shuffled([d for d in dims if tiles[d][1] > 1])

        def unrolled(lines, loops):
            heads = "".join(f"affine.for %{d}l = 0 to {tiles[d][1]} {{\n" for d in loops)
            return heads + lines + "\n" + f"}} {UNROLL}\n" * len(loops)
        text = "".join(f"affine.for %{d}o = 0 to {tiles[d][0]} {{\n" for d in order)
        if first:
            start = unrolled(first, [d for d in lanes if d in result])
            sums = [d for d in dims if d not in result]
            if sums:
                names = [f"d{i}" for i in range(len(sums))]
                start = (f"affine.if affine_set<({', '.join(names)}) : ({', '.join(n + ' == 0' for n in names)})> "
                         f"({', '.join(f'%{d}o' for d in sums)}) {{\n{start}}}\n")
            text += start
        text += unrolled(body, lanes) + "} {hls.pipeline = #hls.pipeline<ii = 1>}\n"
        return text + "}\n" * (len(order) - 1)

    def contraction(self, left, right, result, kind):
        at = self.access("D", result, self.tiles)
        first = {"overwritten": f"affine.store %zero, {at}", "added to": "",
                 "scaled": f"%old = affine.load {at}\n%scaled = arith.mulf %old, %factor : f32\naffine.store %scaled, {at}"}
        dims = [d for d in "ijk" if d in left + right + result]
        return self.nest(dims, self.tiles, first[kind], f"""%a = affine.load {self.access("A", left, self.tiles)}
%b = affine.load {self.access("B", right, self.tiles)}
%p = arith.mulf %a, %b : f32
%c = affine.load {at}
%n = arith.addf %c, %p : f32
affine.store %n, {at}""", result)

    def elements(self, result, other):
        tiles = {}
        for d in result:
            extent = self.tiles[d][0] * self.tiles[d][1]
            tiles[d] = self.pick([(extent // lanes, lanes) for lanes in (1, 2, 3, 4) if extent % lanes == 0])
        return self.nest(result, tiles, "", f"""%a = affine.load {self.access("D", result, tiles)}
%b = affine.load {self.access("F", other, tiles)}
%p = arith.mulf %a, %b : f32
affine.store %p, {self.access("E", other, tiles)}""", result)

    def port(self, name, dims):
        row = self.tiles[dims[-1]][0] * self.tiles[dims[-1]][1]
        width = 32 * self.pick([beat for beat in (1, 2, 4) if row % beat == 0])
        return (f'%{name}: {self.type_of(dims)} {{hls.name = "{name}", hls.interface = '
                f'#hls.interface<m_axi, bundle = "gmem_{name}", width = {width}>}}')

    def text(self):
        result = self.shuffled(self.pick(["ij", "ij", "ij", "i", "j"]))
        left, right = (self.shuffled(self.pick([usual] * 4 + others))
                       for usual, others in (("ik", ["i", "ijk"]), ("kj", ["k", "ij"])))
        kind = self.pick(["overwritten", "scaled", "added to"])
        other = self.shuffled(result) if self.pick([True, True, False]) else None
        is_local = other and kind == "overwritten" and self.pick([True, False])
        body = self.contraction(left, right, result, kind)
        arrays = [("A", left), ("B", right)] + ([] if is_local else [("D", result)])
        if other:
            body += self.elements(result, other)
            arrays += [("F", other), ("E", other)]
        ports = ", ".join(self.port(name, dims) for name, dims in arrays)
        head = f"func.func @f({ports}, %factor: f32) attributes {{hls.top}} {{\n%zero = arith.constant 0.0 : f32\n"
        if is_local:
            head += f'%D = memref.alloc() {{hls.name = "D"}} : {self.type_of(result)}\n'
        return head + body + "return\n}\n"


print(Program(int(sys.argv[1])).text(), end="")
