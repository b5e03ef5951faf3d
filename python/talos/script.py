# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scripts that schedule (docs/Schedules.md), written as calls.

Each call is one op of the transform dialect, which has the place of the call, so
that a refused one is an error at its line of the Python file. Statements, loops and
arrays have the names of reports: "S1", "S1.k", "A".
"""

from __future__ import annotations

import os
import sys
import tempfile
from typing import Any, TypeVar

from .errors import Diagnostic, OptionError

HEAD = """module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
"""
TAIL = """    transform.yield
  }
}
"""
PACKAGE = os.path.dirname(os.path.abspath(__file__))
STEPS = ("separate", "join", "expand", "split_domains", "copy_pivots",
         "join_equal_nests", "skew_layouts", "widen", "store_old")
Self = TypeVar("Self", bound="ScheduleOps")


def name_text(name: str) -> str:
    """A string of MLIR."""
    if not isinstance(name, str):
        raise _error(f"{name!r} is no name, such as \"S0.i\"")
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    if not name or not name.isprintable():
        raise _error(f"{name!r} is no name, such as \"S0.i\"")
    return f'"{escaped}"'


def number_text(number: int) -> str:
    """An integer of 64 bits."""
    if isinstance(number, bool) or not isinstance(number, int) or not -2**63 <= number < 2**63:
        raise _error(f"{number!r} is no integer of 64 bits")
    return str(number)


def _error(text: str) -> OptionError:
    return OptionError(text, [Diagnostic("error", text)])


def _place() -> tuple[str, int]:
    """File and line of the call from outside of this package."""
    frame = sys._getframe(1)  # pylint: disable=protected-access
    while frame.f_back and os.path.dirname(os.path.abspath(frame.f_code.co_filename)) == PACKAGE:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


class ScheduleOps:
    """The ops. Each returns the object, so that calls can follow each other."""

    def _schedule(self: Self, op: str, *arguments: str) -> Self:
        raise NotImplementedError

    def interchange(self: Self, first: str, second: str) -> Self:
        """Interchanges two loops; the design keeps the order of the statement's loops."""
        return self._schedule("interchange", f"{name_text(first)}, {name_text(second)}")

    def split(self: Self, loop: str, size: int, outer: str, inner: str) -> Self:
        """A loop `outer` over blocks of `size` iterations, and `inner` in a block."""
        return self._schedule("split", name_text(loop), "by", number_text(size), "into",
                              f"{name_text(outer)}, {name_text(inner)}")

    def tile(self: Self, outer: str, inner: str, sizes: tuple[int, int],
             names: tuple[str, str, str, str]) -> Self:
        """Splits both loops. `names` are those of both loops over blocks, which stand
        outside, then of both loops in a block."""
        if len(sizes) != 2 or len(names) != 4:
            raise _error(f"tile needs two sizes and four names, not {sizes!r} and {names!r}")
        return self._schedule("tile", f"{name_text(outer)}, {name_text(inner)}", "by",
                              ", ".join(map(number_text, sizes)), "into",
                              ", ".join(map(name_text, names)))

    def skew(self: Self, loop: str, factor: int, by: str) -> Self:
        """The time of `loop` becomes its time + `factor` times the time of `by`."""
        return self._schedule("skew", name_text(loop), "by", number_text(factor), "of",
                              name_text(by))

    def shift(self: Self, loop: str, distance: int) -> Self:
        """Moves the iterations of this statement alone."""
        return self._schedule("shift", name_text(loop), "by", number_text(distance))

    def fuse(self: Self, first: str, second: str) -> Self:
        """The statements of the second loop run in the first one."""
        return self._schedule("fuse", f"{name_text(first)}, {name_text(second)}")

    def after(self: Self, statement: str, before: str, at: str | None = None) -> Self:
        """The statement runs directly behind `before` in loop `at`, or in the function."""
        where = [] if at is None else ["at", name_text(at)]
        return self._schedule("after", f"{name_text(statement)}, {name_text(before)}", *where)

    def distribute(self: Self, loop: str) -> Self:
        """What stands in the body of the loop gets a loop each."""
        return self._schedule("distribute", name_text(loop))

    def unroll(self: Self, loop: str, factor: int | None = None) -> Self:
        """The unroll factor of the design; without a number, completely."""
        return self._schedule("unroll", name_text(loop), *_optional(factor))

    def pipeline(self: Self, loop: str) -> Self:
        """The pipelined loop of the design; loops inside are unrolled."""
        return self._schedule("pipeline", name_text(loop))

    def partition(self: Self, array: str, dim: int, factor: int | None = None) -> Self:
        """Banks of a dimension, which count from 0; without a number, completely."""
        return self._schedule("partition", name_text(array), "dim", number_text(dim),
                              *_optional(factor))

    def stream(self: Self, producer: str, consumer: str) -> Self:
        """What the first statement stores comes to the second one through a FIFO."""
        return self._schedule("stream", f"{name_text(producer)}, {name_text(consumer)}")

    def reuse(self: Self, array: str, at: str) -> Self:
        """A buffer has what an iteration of the loop uses of the array."""
        return self._schedule("reuse", name_text(array), "at", name_text(at))

    def step(self: Self, name: str) -> Self:
        """A step on the whole function: separate, join, expand, split_domains, copy_pivots,
        join_equal_nests, skew_layouts, widen, store_old."""
        if name not in STEPS:
            raise _error(f"step '{name}' does not exist; {', '.join(STEPS)}")
        return self._schedule(name)

    def run_pass(self: Self, name: str) -> Self:
        """A pass of functions by its name."""
        return self._schedule("pass", name_text(name))


def _optional(number: int | None) -> list[str]:
    return [] if number is None else ["by", number_text(number)]


class Script(ScheduleOps):
    """A script by itself, for `design(schedule=...)` of several programs."""

    def __init__(self, before: "Script | None" = None):
        self._ops: list[tuple[str, tuple[str, int]]] = list(before._ops) if before else []
        self._directory: Any = None

    def _schedule(self, op: str, *arguments: str) -> "Script":
        text = " ".join([f"transform.hls.{op}", *arguments, "in %f : !transform.any_op"])
        self._ops.append((text, _place()))
        self._directory = None
        return self

    @property
    def mlir(self) -> str:
        """The script as `hlsc --schedule` reads it."""
        return HEAD + "".join(f"    {text}\n" for text, _ in self._ops) + TAIL

    def __str__(self) -> str:
        return self.mlir

    def __repr__(self) -> str:
        return f"<script of {len(self._ops)} ops>"

    def file(self) -> str:
        """A file of it in which ops have the places of their calls; it is there as long
        as the script is not changed."""
        if self._directory is None:
            self._directory = tempfile.TemporaryDirectory(prefix="talos-")
        path = os.path.join(self._directory.name, "schedule.mlir")
        with open(path, "w", encoding="utf-8") as file:
            file.write(HEAD)
            for text, (name, line) in self._ops:
                file.write(f"    {text} loc({name_text(name)}:{line}:1)\n")
            file.write(TAIL)
        return path
