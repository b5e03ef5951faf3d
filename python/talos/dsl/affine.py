# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Affine expressions of loop variables, as subscripts and bounds have them."""

from __future__ import annotations

import dataclasses
from typing import Iterator, Union

# A loop variable by its name in MLIR, or ("floordiv" | "mod", expression, n).
Atom = Union[str, tuple]


@dataclasses.dataclass(frozen=True)
class Affine:
    """A sum of atoms times integers, and a constant. Terms are sorted as they
    were met, none is 0."""

    terms: tuple[tuple[Atom, int], ...] = ()
    constant: int = 0

    @staticmethod
    def of(value: "Affine | int") -> "Affine":
        """An integer as an expression."""
        return value if isinstance(value, Affine) else Affine((), int(value))

    @staticmethod
    def variable(name: str) -> "Affine":
        """The loop variable `name`."""
        return Affine(((name, 1),))

    def __add__(self, other: "Affine | int") -> "Affine":
        other = Affine.of(other)
        sums = dict(self.terms)
        for atom, factor in other.terms:
            sums[atom] = sums.get(atom, 0) + factor
        return Affine(tuple((a, f) for a, f in sums.items() if f != 0),
                      self.constant + other.constant)

    def __neg__(self) -> "Affine":
        return self.times(-1)

    def __sub__(self, other: "Affine | int") -> "Affine":
        return self + -Affine.of(other)

    def times(self, factor: int) -> "Affine":
        """The expression times an integer."""
        if factor == 0:
            return Affine()
        return Affine(tuple((a, f * factor) for a, f in self.terms),
                      self.constant * factor)

    def quotient(self, divisor: int) -> "Affine":
        """Rounded down, as // does."""
        return Affine(((("floordiv", self, divisor), 1),))

    def rest(self, divisor: int) -> "Affine":
        """At least 0, as % does for a positive divisor."""
        return Affine(((("mod", self, divisor), 1),))

    @property
    def value(self) -> int | None:
        """Of a constant."""
        return None if self.terms else self.constant

    def variables(self) -> Iterator[str]:
        """Every variable, as often as it stands there."""
        for atom, _ in self.terms:
            if isinstance(atom, str):
                yield atom
            else:
                yield from atom[1].variables()

    def text(self, names: dict[str, str] | None = None) -> str:
        """As MLIR writes it; `names` gives other names to variables."""
        parts = []
        for atom, factor in self.terms:
            if isinstance(atom, str):
                shown = names[atom] if names else atom
            else:
                shown = f"({atom[1].text(names)}) {atom[0]} {atom[2]}"
                shown = f"({shown})" if factor != 1 or len(self.terms) > 1 else shown
            parts.append(shown if factor == 1 else f"{shown} * {factor}")
        if self.constant or not parts:
            parts.append(str(self.constant))
        return " + ".join(parts)


@dataclasses.dataclass(frozen=True)
class Extreme:
    """The least ("min") or largest ("max") of expressions: a bound of a loop."""

    kind: str
    parts: tuple[Affine, ...]


def dimensions(parts: tuple[Affine, ...]) -> tuple[str, str, dict[str, str]]:
    """"(d0, d1)", "(%i, %j)", and the names d0, d1 of the variables."""
    used = list(dict.fromkeys(v for part in parts for v in part.variables()))
    names = {variable: f"d{n}" for n, variable in enumerate(used)}
    return f"({', '.join(names.values())})", f"({', '.join(used)})", names


def map_text(parts: tuple[Affine, ...]) -> str:
    """The expressions as a map applied to their variables."""
    dims, operands, names = dimensions(parts)
    results = ", ".join(part.text(names) for part in parts)
    return f"affine_map<{dims} -> ({results})>{operands}"


@dataclasses.dataclass(frozen=True)
class Comparison:
    """left `relation` right, with a relation of Python."""

    left: Affine
    relation: str
    right: Affine

    def constraint(self) -> tuple[Affine, str] | None:
        """An expression and "==" or ">=" with 0; None for !=."""
        difference = self.left - self.right
        if self.relation == "==":
            return difference, "=="
        if self.relation == "!=":
            return None
        if self.relation in ("<", "<="):
            difference = -difference
        strict = self.relation in ("<", ">")
        return difference - 1 if strict else difference, ">="

    def opposite(self) -> "Comparison":
        """What holds where this does not."""
        other = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
        return Comparison(self.left, other[self.relation], self.right)


def set_text(comparisons: list[Comparison]) -> str:
    """All of them (none a !=) as an integer set applied to its variables."""
    constraints = [c.constraint() for c in comparisons]
    dims, operands, names = dimensions(tuple(c[0] for c in constraints))
    texts = ", ".join(f"{e.text(names)} {r} 0" for e, r in constraints)
    return f"affine_set<{dims} : ({texts})>{operands}"
