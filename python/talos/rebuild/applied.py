# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A reported design as the apply passes leave it.

Buffers and loads at the top, one task a statement with its strip-mined nest,
stores. Tiles are loaded inside the nest; a helper function's condition is an
affine.if; a local accumulator starts from zero in the pipelined iteration.
"""

from .. import reports, statements
from .nests import Linear
from .text import Writer


class Applied(Writer):
    """Writes one design."""

    def __init__(self, program):
        super().__init__(program)
        self.outer = "%t"  # names of the top; inside of a task "%"

    def buffer(self, array):
        dims = ", ".join(
            "<none>" if kind == "none" or factor <= 1 and kind != "complete"
            else "<complete>" if factor >= extent
            else f"<{kind}, {factor}>"
            for kind, factor, extent in
            zip(array.kinds, array.factors, array.extents))
        partition = ""
        if any(f > 1 for f in array.factors):
            partition = f" {{partition = #hls.partition<[{dims}]>}}"
        kind = self.program.memref(array.extents)
        self.put(f'{self.outer}b_{array.name} = hls.buffer "{array.name}"{partition} : '
                 f"{kind}")

    def transfer(self, array, is_load, offsets=()):
        off = f"{self.outer}a_{array.source}"
        buffer = f"{self.outer}b_{array.name}"
        whole = self.program.memref(array.full)
        part = self.program.memref(array.extents)
        where = "[" + ", ".join(offsets) + "]"
        if is_load:
            self.put(f"hls.tile_load {off}{where} to {buffer} beat {array.beat}"
                     f" : {whole} to {part}")
        else:
            self.put(f"hls.tile_store {buffer} to {off}{where} beat {array.beat}"
                     f" : {part} to {whole}")

    # Statements.
    def place(self, reference, array, nest):
        """`%b_A[%i0 * 4 + %i2] : memref<...>`"""
        texts = [l.text() for l in
                 self.program.subscripts(reference, array, nest)]
        return (f"%b_{array.name}[{', '.join(texts)}] : "
                f"{self.program.memref(array.extents)}")

    def load(self, reference, nest):
        array = self.program.array_for(reference.array, nest)
        value = self.fresh()
        self.put(f"{value} = affine.load {self.place(reference, array, nest)}")
        return value

    def store(self, value, reference, nest, name, array=None):
        array = array or self.program.array_for(reference.array, nest)
        at, type_ = self.place(reference, array, nest).split(" : ")
        self.put(f'affine.store {value}, {at} {{hls.stmt = "{name}"}} : {type_}')

    def open_loop(self, loop):
        self.put(f"affine.for %{loop.label} = 0 to {loop.trips} {{")
        self.depth += 1

    def close_loop(self, loop, nest):
        attributes = [f"hls.level = {loop.level} : i64",
                      f'hls.name = "{loop.label}"']
        if loop.is_pipelined:
            attributes.append("hls.pipeline = #hls.pipeline")
        if loop.name in nest.reductions:
            attributes.append("hls.reduction")
        if loop.level == 2:
            attributes.append("hls.unroll = #hls.unroll")
        self.close(", ".join(attributes))

    def guard(self, nest):
        """The condition of a helper function: iterators compared."""
        left, right = self.program.condition(nest)
        self.open_if(nest.linear(
            statements.Index(((right, 1), (left, -1)), 0)))

    def tiles(self, nest, label):
        """Tiles that are loaded below a loop, or before all (label "").

        A loop of one iteration is not there: the loop around it takes its place.
        """
        result = []
        for array in self.program.arrays:
            if array.task != nest.number:
                continue
            place = ""
            for loop in nest.loops:
                if nest.kept(loop):
                    place = loop.label
                if loop.label == f"{array.under}0":
                    break
            if place == label:
                result.append(array)
        return result

    def enter(self, nest, label):
        """Buffers and loads of the tiles that belong there."""
        for tile in self.tiles(nest, label):
            self.buffer(tile)
            if tile.loaded:
                self.transfer(tile, True, self.tile_offsets(tile, nest))

    def leave(self, nest, label):
        for tile in self.tiles(nest, label):
            if tile.stored:
                self.transfer(tile, False, self.tile_offsets(tile, nest))

    def tile_offsets(self, array, nest):
        reference = next(
            (r for r in list(statements.references_of(nest.statement.value)) +
             [nest.statement.target] if r.array in (array.source, array.name)),
            None)
        if reference is None:
            raise reports.ReportError(f"{array.row['#']}: statement "
                                      f"{nest.number} does not use the tile")
        fixed = self.program.outside(array, nest)
        offsets = []
        for index, extent, full in zip(reference.indices, array.extents,
                                       array.full):
            moving = Linear()
            if extent < full:
                names = [(nest.base_name(n)[0], c) for n, c in index.terms]
                whole = nest.linear(statements.Index(tuple(names), 0))
                moving = Linear({l: c for l, c in whole.terms.items()
                                 if l in fixed})
            value = self.fresh()
            labels, dims, text = moving.over_dims()
            operands = ", ".join(f"%{label}" for label in labels)
            self.put(f"{value} = affine.apply affine_map<({dims}) -> "
                     f"({text})>({operands})")
            offsets.append(value)
        return offsets

    def body(self, nest, inner):
        statement, name = nest.statement, f"S{nest.number}"
        if statement.accumulator == "direct":
            if statement.is_guarded:
                self.guard(nest)
            self.store(self.value_of(statement.value, nest), statement.target,
                       nest, name)
            if statement.is_guarded:
                self.close()
            return
        # `float red = 0; red += ...; X = red;`
        target = statement.target
        array = self.program.array_for(target.array, nest)
        if statement.buffer:
            array = self.program.sums_of(nest)
        zero = self.fresh()
        self.put(f"{zero} = arith.constant 0.0 : {self.element}")
        self.store(zero, target, nest, name, array)
        for loop in inner:
            self.open_loop(loop)
        value = self.value_of(statement.value.right, nest)
        old, total = self.fresh(), self.fresh()
        self.put(f"{old} = affine.load {self.place(target, array, nest)}")
        self.put(f"{total} = arith.addf {old}, {value} : {self.element}")
        self.store(total, target, nest, name, array)
        for loop in reversed(inner):
            self.close_loop(loop, nest)

    def add_loop(self, nest):
        """`x[i0] += x_red[i0];` over the whole array."""
        sums = self.program.sums_of(nest)
        array = self.program.array_for(nest.statement.target.array, nest)
        kind = self.program.memref(array.extents)
        names = [f"add{d}" for d in range(len(array.extents))]
        for name, extent in zip(names, array.extents):
            self.put(f"affine.for %{name} = 0 to {extent} {{")
            self.depth += 1
        at = "[" + ", ".join(f"%{name}" for name in names) + "]"
        old, extra, total = self.fresh(), self.fresh(), self.fresh()
        self.put(f"{old} = affine.load %b_{array.name}{at} : {kind}")
        self.put(f"{extra} = affine.load %b_{sums.name}{at} : {kind}")
        self.put(f"{total} = arith.addf {old}, {extra} : {self.element}")
        self.put(f"affine.store {total}, %b_{array.name}{at} : {kind}")
        for name in reversed(names):
            self.depth -= 1
            pipe = (", hls.pipeline = #hls.pipeline" if name == names[-1]
                    else "")
            self.put(f'}} {{hls.name = "{name}"{pipe}}}')

    def task(self, nest):
        used, off_chip = [], []
        references = list(statements.references_of(nest.statement.value))
        for reference in references + [nest.statement.target]:
            array = self.program.array_for(reference.array, nest)
            where = off_chip if array.task >= 0 else used
            if array not in where:
                where.append(array)
        names = [(f"%b_{a.name}", self.program.memref(a.extents))
                 for a in used]
        names += [(f"%a_{a.source}", self.program.memref(a.full))
                  for a in off_chip]
        names += [(f"%s_{s}", self.element) for s in
                  dict.fromkeys(statements.scalars_of(nest.statement.value))]
        operands = ", ".join("%t" + name[1:] for name, _ in names)
        types = ", ".join(kind for _, kind in names)
        self.put(f'hls.task "S{nest.number}"({operands}) : {types} {{')
        inside = ", ".join(f"{name}: {kind}" for name, kind in names)
        self.lines.append("  " * self.depth + f"^bb0({inside}):")
        self.depth += 1
        self.outer = "%"
        if nest.statement.buffer:
            sums = self.program.sums_of(nest)
            self.buffer(sums)
            self.force_bram()
        outer, inner = nest.order()
        self.enter(nest, "")
        for loop in outer:
            self.open_loop(loop)
            self.enter(nest, loop.label)
        self.body(nest, inner)
        for loop in reversed(outer):
            self.leave(nest, loop.label)
            self.close_loop(loop, nest)
        self.leave(nest, "")
        if nest.statement.buffer:
            self.add_loop(nest)
        self.outer = "%t"
        self.depth -= 1
        self.put("}")

    def force_bram(self):
        """Both ports of the sums' banks write: the tool takes a BRAM."""
        line = self.lines[-1]
        storage = "storage = #hls.storage<bram>"
        if "{partition" in line:
            line = line.replace("{partition", "{" + storage + ", partition")
        else:
            line = line.replace(" : memref", " {" + storage + "} : memref")
        self.lines[-1] = line

    def top(self):
        """The module's text."""
        arguments, seen = [], set()
        for array in self.program.arrays:
            if not (array.loaded or array.stored) or array.source in seen:
                continue
            seen.add(array.source)
            width = array.beat * array.bits
            arguments.append(
                f"%ta_{array.source}: {self.program.memref(array.full)} "
                f'{{hls.interface = #hls.interface<m_axi, bundle = '
                f'"gmem_{array.source}", width = {width}>, '
                f'hls.name = "{array.source}"}}')
        for scalar in self.program.scalars:
            arguments.append(
                f"%ts_{scalar}: {self.element} {{hls.interface = "
                f'#hls.interface<s_axilite>, hls.name = "{scalar}"}}')
        target = self.program.target_attribute()
        self.lines = [f"func.func @top({', '.join(arguments)}) attributes "
                      f"{{hls.top, hls.target = {target}}} {{"]
        whole = [array for array in self.program.arrays if array.task < 0]
        for array in whole:
            self.buffer(array)
        for array in whole:
            if array.loaded:
                self.transfer(array, True)
        for nest in self.program.nests:
            self.task(nest)
        for array in whole:
            if array.stored:
                self.transfer(array, False)
        self.put("return")
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"
