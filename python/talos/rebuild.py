# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rebuilds a reported design as hls tasks, buffers and transfers.

The code is what the apply passes leave for such a point: buffers and loads at
the top, one task a statement with its strip-mined nest, stores. Tiles are
loaded inside the nest; a helper function's condition is an affine.if; a local
accumulator starts from zero in the pipelined iteration.
"""

import json
import pathlib

from . import reports, statements, tools


def kernel_data():
    """What a kernel needs beyond its rows, by kernel."""
    path = pathlib.Path(__file__).with_name("data") / "kernels.json"
    return json.loads(path.read_text())


def memref(extents, element):
    return "memref<" + "".join(f"{e}x" for e in extents) + f"{element}>"


class Linear:
    """A linear expression of loop variables: coefficients by loop label."""

    def __init__(self, terms=None, constant=0):
        self.terms = {k: v for k, v in (terms or {}).items() if v}
        self.constant = constant

    def plus(self, other, scale):
        terms = dict(self.terms)
        for label, coefficient in other.terms.items():
            terms[label] = terms.get(label, 0) + scale * coefficient
        return Linear(terms, self.constant + scale * other.constant)

    def text(self, name="%{}"):
        parts = []
        for label, coefficient in self.terms.items():
            at = name.format(label)
            parts.append(at if coefficient == 1 else f"{at} * {coefficient}")
        if self.constant or not parts:
            parts.append(str(self.constant))
        return " + ".join(parts)


class Nest:
    """One statement with its loops."""

    def __init__(self, row, number):
        self.row = row
        self.number = number
        self.loops = reports.loops_of(row)
        self.names = list(dict.fromkeys(loop.name for loop in self.loops))
        self.trips = {loop.label: loop.trips for loop in self.loops}
        self.statement = statements.parse(row["text"], self.names)
        guarded = row["guarded"].strip() == "1"
        if guarded and not self.statement.is_guarded:
            self.statement.is_guarded = True
        written = self.subscript_loops(self.statement.target)
        self.reductions = [n for n in self.names if n not in written]

    def base_name(self, name):
        """The loop that a name such as `i2` or `i` belongs to, and its level."""
        if name in self.names:
            return name, None
        if name and name[-1] in "012" and name[:-1] in self.names:
            return name[:-1], int(name[-1])
        raise reports.ReportError(f"{self.row['#']}: index '{name}' is no loop")

    def subscript_loops(self, reference):
        return {self.base_name(name)[0]
                for index in reference.indices for name, _ in index.terms}

    def coefficient(self, name, level):
        """The stride of a loop level in the iterations of its source loop."""
        stride = 1
        for inner in range(level + 1, 3):
            stride *= self.trips.get(f"{name}{inner}", 1)
        return stride

    def kept(self, loop):
        """Loops of one iteration vanish, but for the pipelined one."""
        return loop.trips != 1 or loop.is_pipelined

    def levels(self, index, name, only):
        """The levels that a name in a subscript runs over, with strides.

        `i` is the source loop. `i2` is the position inside of a tile, levels 1
        and 2, unless `i1` stands beside it; then each is its own counter.
        """
        if only is None:
            return {level: self.coefficient(name, level) for level in range(3)}
        alone = (name + "1", 1) not in [(n, 1) for n, _ in index.terms]
        if only == 2 and alone:
            return {level: self.coefficient(name, level) for level in (1, 2)}
        return {only: 1}

    def linear(self, index, without=()):
        """A subscript over the strip-mined loops, some of them left out."""
        result = Linear(constant=index.constant)
        for name, scale in index.terms:
            base, only = self.base_name(name)
            strides = self.levels(index, base, only)
            for loop in self.loops:
                if (loop.name == base and self.kept(loop) and
                        loop.level in strides and loop.label not in without):
                    result = result.plus(
                        Linear({loop.label: strides[loop.level]}), scale)
        return result

    def order(self):
        """The loops as written; a local accumulator needs its sums innermost."""
        loops = [loop for loop in self.loops if self.kept(loop)]
        if self.statement.accumulator == "direct":
            return loops, []
        outer = [l for l in loops if l.level < 2 or
                 l.name not in self.reductions]
        inner = [l for l in loops if l not in outer]
        return outer, inner

    def trip_of(self, name):
        """The trip count of a source loop."""
        total = 1
        for level in range(3):
            total *= self.trips.get(f"{name}{level}", 1)
        return total


class Rebuilder:
    """Writes one design."""

    def __init__(self, design, kernels):
        self.design = design
        self.extra = kernels.get(design.row["kernel"], {})
        self.arrays = [reports.array_of(row) for row in design.arrays]
        self.nests = [Nest(row, reports.number(row, "stmt"))
                      for row in design.statements]
        if not self.nests:
            raise reports.ReportError(
                f"statements.csv has no row of design '{design.name}'")
        self.lines = []
        self.depth = 1
        self.count = 0
        self.outer = "%t"  # names of the top; inside of a task "%"
        self.scalars = sorted({name for nest in self.nests for name in
                               statements.scalars_of(nest.statement.value)})
        self.notes = []

    @staticmethod
    def references(nest):
        """All references of a statement, the target last, each once."""
        found = list(statements.references_of(nest.statement.value))
        return list(dict.fromkeys(found + [nest.statement.target]))

    # Text.
    def put(self, line):
        self.lines.append("  " * self.depth + line)

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    # Memories.
    def element(self):
        bits = {array.bits for array in self.arrays}
        if len(bits) != 1 or next(iter(bits)) not in (32, 64):
            raise reports.ReportError(
                f"design '{self.design.name}': elements of {sorted(bits)} bits")
        return f"f{next(iter(bits))}"

    def array_for(self, name, nest):
        """The buffer behind a name in a statement's text."""
        for array in self.arrays:
            if array.task == nest.number and name in (array.source, array.name):
                return array
        for array in self.arrays:
            if array.task < 0 and name in (array.name, array.source):
                return array
        raise reports.ReportError(f"{nest.row['#']}: array '{name}' has no row "
                                  "in arrays.csv")

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
        kind = memref(array.extents, self.element())
        self.put(f'{self.outer}b_{array.name} = hls.buffer "{array.name}"{partition} : '
                 f"{kind}")

    def transfer(self, array, is_load, offsets=()):
        off = f"{self.outer}a_{array.source}"
        buffer = f"{self.outer}b_{array.name}"
        whole = memref(array.full, self.element())
        part = memref(array.extents, self.element())
        where = "[" + ", ".join(offsets) + "]"
        if is_load:
            self.put(f"hls.tile_load {off}{where} to {buffer} beat {array.beat}"
                     f" : {whole} to {part}")
        else:
            self.put(f"hls.tile_store {buffer} to {off}{where} beat {array.beat}"
                     f" : {part} to {whole}")

    # Statements.
    def leaf(self, node, nest, alone):
        """A leaf; a constant that stands alone has the element's type."""
        element = self.element()
        if isinstance(node, statements.Literal):
            kind = "f64" if node.is_double and not alone else element
            value = self.fresh()
            self.put(f"{value} = arith.constant {node.value!r} : {kind}")
            return value, kind
        if isinstance(node, statements.Scalar):
            return f"%s_{node.name}", element
        array = self.array_for(node.array, nest)
        value = self.fresh()
        self.put(f"{value} = affine.load {self.place(node, array, nest)}")
        return value, element

    def place(self, reference, array, nest):
        """`%b_A[%i0 * 4 + %i2] : memref<...>`"""
        if len(reference.indices) != len(array.extents):
            raise reports.ReportError(
                f"{nest.row['#']}: '{reference.array}' has "
                f"{len(array.extents)} dimensions, not {len(reference.indices)}")
        fixed = self.outside(array, nest)
        texts = []
        for index, extent, full in zip(reference.indices, array.extents,
                                       array.full):
            texts.append(nest.linear(index, fixed if extent < full else ())
                         .text())
        return (f"%b_{array.name}[{', '.join(texts)}] : "
                f"{memref(array.extents, self.element())}")

    @staticmethod
    def outside(array, nest):
        """Loops that surround a tile: its origin moves with them."""
        if array.task < 0:
            return set()
        labels = [loop.label for loop in nest.loops]
        last = f"{array.under}0"
        if last not in labels:
            raise reports.ReportError(f"{array.row['#']}: no loop '{last}' in "
                                      f"statement {nest.number}")
        return set(labels[:labels.index(last) + 1])

    def expression(self, node, nest, alone=True):
        """Emits the value of a node: (name, type)."""
        if not isinstance(node, statements.Operation):
            return self.leaf(node, nest, alone)
        left, left_type = self.expression(node.left, nest, False)
        right, right_type = self.expression(node.right, nest, False)
        kind = "f64" if "f64" in (left_type, right_type) else left_type
        left = self.convert(left, left_type, kind)
        right = self.convert(right, right_type, kind)
        op = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf"}[node.op]
        value = self.fresh()
        self.put(f"{value} = arith.{op} {left}, {right} : {kind}")
        return value, kind

    def convert(self, value, from_type, to_type):
        if from_type == to_type:
            return value
        result = self.fresh()
        op = "extf" if to_type == "f64" else "truncf"
        self.put(f"{result} = arith.{op} {value} : {from_type} to {to_type}")
        return result

    def store(self, value, kind, reference, nest, name, array=None):
        array = array or self.array_for(reference.array, nest)
        value = self.convert(value, kind, self.element())
        place = self.place(reference, array, nest)
        at, type_ = place.split(" : ")
        self.put(f'affine.store {value}, {at} {{hls.stmt = "{name}"}} : {type_}')

    def open_loop(self, loop, nest):
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
        self.depth -= 1
        self.put("} {" + ", ".join(attributes) + "}")

    def guard(self, nest):
        """The condition of a helper function: iterators compared."""
        given = self.extra.get("guards", {}).get(str(nest.number))
        if given:
            left, right = given
        elif len(nest.statement.guard) >= 2:
            left, right = nest.statement.guard[:2]
            self.notes.append(f"statement {nest.number}: the condition is not "
                              f"known; taken as {left} <= {right}")
        else:
            raise reports.ReportError(
                f"{nest.row['#']}: the condition of the helper function is not "
                "known; add it to kernels.json")
        index = statements.Index(((right, 1), (left, -1)), 0)
        linear = nest.linear(index)
        labels = list(linear.terms)
        dims = ", ".join(f"d{i}" for i in range(len(labels)))
        named = Linear({f"d{i}": linear.terms[l]
                        for i, l in enumerate(labels)}, linear.constant)
        operands = ", ".join(f"%{label}" for label in labels)
        self.put(f"affine.if affine_set<({dims}) : ({named.text('{}')} >= 0)>"
                 f"({operands}) {{")

    def tiles(self, nest, label):
        """Tiles that are loaded below a loop, or before all (label "").

        A loop of one iteration is not there: the loop around it takes its place.
        """
        result = []
        for array in self.arrays:
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
        fixed = self.outside(array, nest)
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
            labels = list(moving.terms)
            dims = ", ".join(f"d{i}" for i in range(len(labels)))
            named = Linear({f"d{i}": moving.terms[l]
                            for i, l in enumerate(labels)})
            operands = ", ".join(f"%{label}" for label in labels)
            self.put(f"{value} = affine.apply affine_map<({dims}) -> "
                     f"({named.text('{}')})>({operands})")
            offsets.append(value)
        return offsets

    def body(self, nest, inner):
        statement, name = nest.statement, f"S{nest.number}"
        if statement.accumulator == "direct":
            if statement.is_guarded:
                self.guard(nest)
                self.depth += 1
            value, kind = self.expression(statement.value, nest)
            self.store(value, kind, statement.target, nest, name)
            if statement.is_guarded:
                self.depth -= 1
                self.put("}")
            return
        # `float red = 0; red += ...; X = red;`
        target = statement.target
        array = self.array_for(target.array, nest)
        if statement.buffer:
            array = self.sums_of(nest)
        zero = self.fresh()
        self.put(f"{zero} = arith.constant 0.0 : {self.element()}")
        self.store(zero, self.element(), target, nest, name, array)
        for loop in inner:
            self.open_loop(loop, nest)
        value, kind = self.expression(statement.value.right, nest)
        old = self.fresh()
        self.put(f"{old} = affine.load {self.place(target, array, nest)}")
        total = self.fresh()
        value = self.convert(value, kind, self.element())
        self.put(f"{total} = arith.addf {old}, {value} : {self.element()}")
        self.store(total, self.element(), target, nest, name, array)
        for loop in reversed(inner):
            self.close_loop(loop, nest)

    def sums_of(self, nest):
        """The local buffer of sums: a bank for every two of an iteration."""
        target = nest.statement.target
        array = self.array_for(target.array, nest)
        factors = [1] * len(array.extents)
        outputs = 1
        for loop in nest.loops:
            if loop.level == 2 and loop.name not in nest.reductions:
                outputs *= loop.trips
        for place, index in enumerate(target.indices):
            unrolled = 1
            for name, _ in index.terms:
                unrolled *= nest.trips.get(f"{nest.base_name(name)[0]}2", 1)
            factors[place] = unrolled
        if outputs > 1:
            for place, factor in enumerate(factors):
                if factor % 2 == 0:
                    factors[place] = factor // 2
                    break
        return reports.Array(array.row, nest.statement.buffer, "", array.full,
                             array.extents, array.bits, factors,
                             ["cyclic" if f > 1 else "none" for f in factors],
                             1, -1, "", False, False)

    def add_loop(self, nest):
        """`x[i0] += x_red[i0];` over the whole array."""
        sums = self.sums_of(nest)
        array = self.array_for(nest.statement.target.array, nest)
        kind = memref(array.extents, self.element())
        names = [f"add{d}" for d in range(len(array.extents))]
        for name, extent in zip(names, array.extents):
            self.put(f"affine.for %{name} = 0 to {extent} {{")
            self.depth += 1
        at = "[" + ", ".join(f"%{name}" for name in names) + "]"
        old, extra, total = self.fresh(), self.fresh(), self.fresh()
        self.put(f"{old} = affine.load %b_{array.name}{at} : {kind}")
        self.put(f"{extra} = affine.load %b_{sums.name}{at} : {kind}")
        self.put(f"{total} = arith.addf {old}, {extra} : {self.element()}")
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
            array = self.array_for(reference.array, nest)
            where = off_chip if array.task >= 0 else used
            if array not in where:
                where.append(array)
        names = [(f"%b_{a.name}", memref(a.extents, self.element()))
                 for a in used]
        names += [(f"%a_{a.source}", memref(a.full, self.element()))
                  for a in off_chip]
        names += [(f"%s_{s}", self.element()) for s in
                  dict.fromkeys(statements.scalars_of(nest.statement.value))]
        operands = ", ".join("%t" + name[1:] for name, _ in names)
        types = ", ".join(kind for _, kind in names)
        self.put(f'hls.task "S{nest.number}"({operands}) : {types} {{')
        inside = ", ".join(f"{name}: {kind}" for name, kind in names)
        self.lines.append("  " * self.depth + f"^bb0({inside}):")
        self.depth += 1
        self.outer = "%"
        if nest.statement.buffer:
            sums = self.sums_of(nest)
            self.buffer(sums)
            self.force_bram()
        outer, inner = nest.order()
        self.enter(nest, "")
        for loop in outer:
            self.open_loop(loop, nest)
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
        element = self.element()
        arguments, seen = [], set()
        for array in self.arrays:
            if not (array.loaded or array.stored) or array.source in seen:
                continue
            seen.add(array.source)
            width = array.beat * array.bits
            arguments.append(
                f"%ta_{array.source}: {memref(array.full, element)} "
                f'{{hls.interface = #hls.interface<m_axi, bundle = '
                f'"gmem_{array.source}", width = {width}>, '
                f'hls.name = "{array.source}"}}')
        for scalar in self.scalars:
            arguments.append(
                f"%ts_{scalar}: {element} {{hls.interface = "
                f'#hls.interface<s_axilite>, hls.name = "{scalar}"}}')
        row = self.design.row
        clock = round(float(row["clock_target_ns"]) * 1000)
        target = (f'#hls.target<device = "{tools.device_of_part(row["part"])}", '
                  f'part = "{row["part"]}", clock_ps = {clock}, '
                  f'tool = "{row["vitis_version"]}", tree_reduction = '
                  f'{"true" if self.design.tree else "false"}>')
        self.lines = [f"func.func @top({', '.join(arguments)}) attributes "
                      f"{{hls.top, hls.target = {target}}} {{"]
        whole = [array for array in self.arrays if array.task < 0]
        for array in whole:
            self.buffer(array)
        for array in whole:
            if array.loaded:
                self.transfer(array, True)
        for nest in self.nests:
            self.task(nest)
        for array in whole:
            if array.stored:
                self.transfer(array, False)
        self.put("return")
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"
