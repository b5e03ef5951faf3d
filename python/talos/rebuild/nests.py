# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A statement with its strip-mined loops."""

from .. import reports, statements


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

    def over_dims(self):
        """The labels, their names d0, d1 ... and the text over these."""
        labels = list(self.terms)
        named = Linear({f"d{i}": self.terms[l] for i, l in enumerate(labels)},
                       self.constant)
        dims = ", ".join(f"d{i}" for i in range(len(labels)))
        return labels, dims, named.text("{}")


class Nest:
    """One statement with its loops."""

    def __init__(self, row, number):
        self.row = row
        self.number = number
        self.loops = reports.loops_of(row)
        self.names = list(dict.fromkeys(loop.name for loop in self.loops))
        self.trips = {loop.label: loop.trips for loop in self.loops}
        self.statement = statements.parse(row["text"], self.names)
        guarded = (row.get("guarded") or "").strip() == "1"
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

    def factors(self, name):
        """The trip counts of a source loop's three levels."""
        return [self.trips.get(f"{name}{level}", 1) for level in range(3)]

    def trip_of(self, name):
        """The trip count of a source loop."""
        t0, t1, t2 = self.factors(name)
        return t0 * t1 * t2
