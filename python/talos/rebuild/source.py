# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A reported design as a program before any decision, and its design point.

The program has a nest for each statement over the source's loops; the point
has factors, orders, accumulators, partitions and tiles. Both go through the
apply passes.
"""

from .. import reports, statements
from .nests import Linear
from .text import Writer


class NotAPoint(Exception):
    """The row has something that no design point says; the text says what."""


class Source(Writer):
    """Writes one design's program and point."""

    def __init__(self, program):
        super().__init__(program)
        self.extents = [self.extents_of(nest) for nest in program.nests]

    # Program.
    def extents_of(self, nest):
        """{loop: (first value, trip count)} of the source's loops.

        A row counts from 0 and may be padded; with a subscript such as j - 1
        the source starts later, and ends where its arrays do.
        """
        first = {name: 0 for name in nest.names}
        trips = {name: nest.trip_of(name) for name in nest.names}
        places = [(index, full) for reference in self.program.references(nest)
                  for index, full in
                  zip(reference.indices,
                      self.program.array_for(reference.array, nest).full)]
        for index, _ in places:
            if len(index.terms) == 1 and index.terms[0][1] == 1:
                base, _ = nest.base_name(index.terms[0][0])
                first[base] = max(first[base], -index.constant)
        for index, full in places:
            if len(index.terms) == 1 and index.terms[0][1] == 1:
                base, _ = nest.base_name(index.terms[0][0])
                trips[base] = min(trips[base],
                                  full - index.constant - first[base])
        for name, trip in trips.items():
            if trip < 1:
                raise NotAPoint(f"statement {nest.number}: no iteration of "
                                f"'{name}' stays inside its arrays")
        return {name: (first[name], trips[name]) for name in nest.names}

    def linear(self, index, nest):
        """A subscript over the source's loops."""
        extents = self.extents[self.program.nests.index(nest)]
        result = Linear(constant=index.constant)
        for name, scale in index.terms:
            base, _ = nest.base_name(name)
            result = result.plus(Linear({base: 1}, extents[base][0]), scale)
        return result

    def place(self, reference, nest):
        array = self.program.array_for(reference.array, nest)
        texts = []
        for index, full in zip(reference.indices, array.full):
            linear = self.linear(index, nest)
            self.check_bounds(linear, full, reference, nest)
            texts.append(linear.text())
        return (f"%a_{self.name(array)}[{', '.join(texts)}] : "
                f"{self.program.memref(array.full)}")

    def check_bounds(self, linear, full, reference, nest):
        extents = self.extents[self.program.nests.index(nest)]
        ends = [c * (extents[n][1] - 1) for n, c in linear.terms.items()]
        low = linear.constant + sum(min(0, end) for end in ends)
        high = linear.constant + sum(max(0, end) for end in ends)
        if low < 0 or high >= full:
            raise NotAPoint(
                f"statement {nest.number}: '{reference.array}' is accessed at "
                f"{low} to {high} of {full}")

    def check_sums(self, position, nest):
        """The apply passes start a sum from the old value, or from zero where
        a statement before has set it; only a tree adds sums afterwards."""
        statement = nest.statement
        if statement.accumulator == "local_add" and \
                not self.program.design.tree:
            raise NotAPoint(f"statement {nest.number}: adds ordered sums to "
                            f"'{statement.target.array}' afterwards")
        if statement.accumulator == "local" and not any(
                other.statement.target.array == statement.target.array and
                isinstance(other.statement.value, statements.Literal)
                for other in self.program.nests[:position]):
            raise NotAPoint(f"statement {nest.number}: the sum overwrites "
                            f"'{statement.target.array}'")

    @staticmethod
    def name(array):
        """A tile's array is the off-chip one; a copy is one of its own."""
        return array.source if array.task >= 0 else array.name

    def load(self, reference, nest):
        value = self.fresh()
        self.put(f"{value} = affine.load {self.place(reference, nest)}")
        return value

    def statement(self, position, nest):
        statement = nest.statement
        self.check_sums(position, nest)
        for name, (_, trips) in self.extents[position].items():
            self.put(f"affine.for %{name} = 0 to {trips} {{")
            self.depth += 1
        if statement.is_guarded:
            left, right = self.program.condition(nest)
            self.open_if(self.linear(
                statements.Index(((right, 1), (left, -1)), 0), nest))
        value = statement.value
        if statement.accumulator != "direct":
            value = statements.Operation("+", statement.target, value.right)
        stored = self.value_of(value, nest)
        self.put(f"affine.store {stored}, {self.place(statement.target, nest)}")
        if statement.is_guarded:
            self.close()
        for name in reversed(nest.names):
            self.close(f'hls.name = "{name}"')

    def text(self):
        """The module with the function `top`."""
        arguments, local, seen = [], [], set()
        for array in self.program.arrays:
            name = self.name(array)
            if name in seen:
                continue
            seen.add(name)
            kind = self.program.memref(array.full)
            if array.loaded or array.stored:
                arguments.append(f'%a_{name}: {kind} {{hls.name = "{name}"}}')
            else:
                local.append(f"%a_{name} = memref.alloc() "
                             f'{{hls.name = "{name}"}} : {kind}')
        arguments += [f'%s_{s}: {self.element} {{hls.name = "{s}"}}'
                      for s in self.program.scalars]
        self.lines = [f"func.func @top({', '.join(arguments)}) attributes "
                      f"{{hls.target = {self.program.target_attribute()}}} {{"]
        for line in local:
            self.put(line)
        for position, nest in enumerate(self.program.nests):
            self.statement(position, nest)
        self.put("return")
        self.lines.append("}")
        return "\n".join(self.lines) + "\n"

    # Design point.
    def task(self, position, nest):
        name = f"S{position}"
        order = [l.name for l in nest.loops if l.level == 0]
        order += [n for n in nest.names if n not in order]
        return {"name": name, "statements": [name],
                "loops": [{"name": n, "trip": self.extents[position][n][1],
                           "padded": nest.trip_of(n), "factors": nest.factors(n)} for n in nest.names],
                "order": order,
                "pipelined": next((l.name for l in nest.loops
                                   if l.is_pipelined), ""),
                "accumulator": nest.statement.accumulator}

    def array(self, array):
        dims = []
        for kind, factor, extent in zip(array.kinds, array.factors,
                                        array.extents):
            if kind == "complete" or factor >= extent:
                dims.append({"kind": "complete"})
            elif factor <= 1 or kind == "none":
                dims.append({"kind": "none"})
            else:
                dims.append({"kind": kind, "factor": factor})
        point = {"array": self.name(array), "beat": array.beat,
                 "partition": dims}
        if array.task >= 0:
            nest = next(n for n in self.program.nests if n.number == array.task)
            order = [l.name for l in nest.loops if l.level == 0]
            if array.under not in order:
                raise reports.ReportError(
                    f"{array.row['#']}: no loop '{array.under}0' in statement "
                    f"{array.task}")
            depth = order.index(array.under) + 1
            point.update(task=f"S{self.program.nests.index(nest)}",
                         define=depth, transfer=depth)
        return point

    def point(self):
        """The design point in the form of design files."""
        return {"tasks": [self.task(i, nest)
                          for i, nest in enumerate(self.program.nests)],
                "arrays": [self.array(a) for a in self.program.arrays]}
