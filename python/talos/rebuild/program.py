# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The arrays, statements and scalars of a reported design."""

import fnmatch
import json
import pathlib

from .. import reports, statements, tools
from .nests import Nest


def kernel_data():
    """What a kernel needs beyond its rows, by kernel."""
    path = pathlib.Path(__file__).parent.with_name("data") / "kernels.json"
    return json.loads(path.read_text())


def extra_of(row, kernels):
    """The entry of a design's kernel; names may hold * for sizes."""
    name = row["kernel"].strip()
    for pattern, extra in kernels.items():
        if fnmatch.fnmatchcase(name, pattern):
            return extra
    raise reports.ReportError(
        f"{row['#']}: kernel '{name}' is not known; add it to kernels.json with "
        "what its rows do not say")


def memref(extents, element):
    return "memref<" + "".join(f"{e}x" for e in extents) + f"{element}>"


class Program:
    """A design as its rows say it."""

    def __init__(self, design, kernels):
        self.design = design
        self.extra = extra_of(design.row, kernels)
        self.arrays = [reports.array_of(row) for row in design.arrays]
        self.nests = [Nest(row, reports.number(row, "stmt"))
                      for row in design.statements]
        if not self.nests:
            raise reports.ReportError(
                f"statements.csv has no row of design '{design.name}'")
        self.scalars = sorted({name for nest in self.nests for name in
                               statements.scalars_of(nest.statement.value)})
        self.notes = []

    def element(self):
        bits = {array.bits for array in self.arrays}
        if len(bits) != 1 or next(iter(bits)) not in (32, 64):
            raise reports.ReportError(
                f"design '{self.design.name}': elements of {sorted(bits)} bits")
        return f"f{next(iter(bits))}"

    def memref(self, extents):
        return memref(extents, self.element())

    @staticmethod
    def references(nest):
        """All references of a statement, the target last, each once."""
        found = list(statements.references_of(nest.statement.value))
        return list(dict.fromkeys(found + [nest.statement.target]))

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

    def subscripts(self, reference, array, nest):
        """A reference's subscripts in its buffer over the strip-mined loops."""
        if len(reference.indices) != len(array.extents):
            raise reports.ReportError(
                f"{nest.row['#']}: '{reference.array}' has "
                f"{len(array.extents)} dimensions, not {len(reference.indices)}")
        fixed = self.outside(array, nest)
        return [nest.linear(index, fixed if extent < full else ())
                for index, extent, full in
                zip(reference.indices, array.extents, array.full)]

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

    def condition(self, nest):
        """(smaller, greater): the iterators that a helper function compares."""
        given = self.extra.get("guards", {}).get(str(nest.number))
        if given:
            for name in given:
                nest.base_name(name)
            return given
        if len(nest.statement.guard) < 2:
            raise reports.ReportError(
                f"{nest.row['#']}: the condition of the helper function is not "
                "known; add it to kernels.json")
        left, right = nest.statement.guard[:2]
        note = (f"statement {nest.number}: the condition is not known; taken "
                f"as {left} <= {right}")
        if note not in self.notes:
            self.notes.append(note)
        return left, right

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

    def target_attribute(self):
        """What the report was made for, as an attribute."""
        row = self.design.row
        clock = round(float(row["clock_target_ns"]) * 1000)
        return (f'#hls.target<device = "{tools.device_of_part(row["part"])}", '
                f'part = "{row["part"]}", clock_ps = {clock}, '
                f'tool = "{row["vitis_version"]}", tree_reduction = '
                f'{"true" if self.design.tree else "false"}>')
