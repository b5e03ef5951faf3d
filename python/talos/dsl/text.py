# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The text of a kernel in MLIR as it is written, and what its names stand for."""

from __future__ import annotations

import ast
import dataclasses
import json
from typing import Any

from ..errors import Diagnostic, KernelError
from .types import ArrayType, ScalarType

BOOLEAN = ScalarType("i1", 1, False)


@dataclasses.dataclass(frozen=True)
class Data:
    """A value of the program: an SSA value of MLIR."""

    name: str
    type: ScalarType


@dataclasses.dataclass(frozen=True)
class Array:
    """An array, or a local scalar, which is one without dimensions."""

    name: str
    type: ArrayType
    label: str  # its name in Python
    indices: tuple[Any, ...] = ()  # of A[i] in A[i][j]


class Source:
    """The Python text of a kernel: places and errors."""

    def __init__(self, file: str, shift: int):
        self.file = file
        self.shift = shift  # columns that dedenting took

    def place(self, node: ast.AST) -> tuple[int, int]:
        """Line and column, from 1."""
        return getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + self.shift + 1

    def location(self, node: ast.AST) -> str:
        """As MLIR writes it, with a blank before."""
        line, column = self.place(node)
        return f" loc({json.dumps(self.file)}:{line}:{column})"

    def error(self, node: ast.AST, message: str) -> KernelError:
        """The exception for `message` about `node`."""
        line, column = self.place(node)
        found = Diagnostic("error", message, self.file, line, column)
        return KernelError(str(found), [found])


class Writer:
    """Lines of MLIR, with what is allocated at the start of the function."""

    def __init__(self, source: Source):
        self.source = source
        self.lines: list[str] = []
        self.allocated: list[str] = []
        self.depth = 2
        self.count = 0

    def fresh(self, prefix: str = "") -> str:
        """A name that no value has, nor any argument: Python's have no dot."""
        self.count += 1
        return f"%{prefix}.{self.count}" if prefix else f"%{self.count}"

    def line(self, text: str, node: ast.AST | None = None) -> None:
        """A line, at the place of `node`."""
        place = self.source.location(node) if node is not None else ""
        self.lines.append("  " * self.depth + text + place)

    def value(self, text: str, type_: ScalarType, node: ast.AST) -> Data:
        """The result of an operation."""
        name = self.fresh()
        self.line(f"{name} = {text}", node)
        return Data(name, type_)

    def allocate(self, label: str, type_: ArrayType, node: ast.AST) -> Array:
        """A local array or scalar. Its name must not be that of a value."""
        name = self.fresh(label)
        self.allocated.insert(0, f'    {name} = memref.alloca() {{hls.name = '
                              f'{json.dumps(label)}}} : {type_}'
                              f'{self.source.location(node)}')
        return Array(name, type_, label)


class Scope:
    """What names stand for: loop variables and index variables in the blocks
    that define them, everything else in the whole function."""

    def __init__(self, outside: dict[str, Any]):
        self.outside = outside
        self.function: dict[str, Any] = {}
        self.blocks: list[dict[str, Any]] = [{}]
        self.left: set[str] = set()  # of blocks that are over

    def enter(self) -> None:
        """A block begins."""
        self.blocks.append({})

    def leave(self) -> None:
        """It ends, and with it what it defined."""
        self.left.update(self.blocks.pop())

    def define(self, name: str, value: Any) -> None:
        """In the running block."""
        self.blocks[-1][name] = value

    def find(self, name: str) -> Any:
        """Raises KeyError for an unknown name."""
        for block in reversed(self.blocks):
            if name in block:
                return block[name]
        if name in self.function:
            return self.function[name]
        return self.outside[name]

    def is_local(self, name: str) -> bool:
        """Whether the function itself has defined it."""
        return name in self.function or any(name in b for b in self.blocks)
