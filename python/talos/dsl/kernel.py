# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""@kernel: a Python function that becomes an affine program."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from typing import Any, Callable

from ..errors import InputError
from .statements import Statements, assigned_names
from .text import Array, Data, Scope, Source, Writer
from .types import ArrayType

class Kernel:
    """What @kernel makes of a function. Called, it runs the function itself, on
    numpy arrays; `mlir` is its affine program."""

    def __init__(self, function: Callable[..., Any]):
        self.function = function
        self.name = function.__name__
        self.file = inspect.getsourcefile(function) or function.__code__.co_filename
        try:
            lines, first = inspect.getsourcelines(function)
        except OSError as error:
            raise InputError(f"the text of '{self.name}' is not known ({error}); a kernel "
                             "stands in a file or in a cell of a notebook") from error
        text = "".join(lines)
        dedented = textwrap.dedent(text)
        shift = len(lines[0]) - len(lines[0].lstrip())
        self.source = Source(self.file, shift)
        tree = ast.parse(dedented)
        ast.increment_lineno(tree, first - 1)
        node = tree.body[0]
        if not isinstance(node, ast.FunctionDef):
            raise self.source.error(node, "@talos.kernel is for functions")
        self.node = node
        self.__doc__ = function.__doc__

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return self.function(*arguments, **named)

    def __repr__(self) -> str:
        return f"<kernel {self.name} of {self.file}>"

    @property
    def mlir(self) -> str:
        """The affine program with the sizes that stand around the function."""
        return translate(self, {})


def kernel(function: Callable[..., Any]) -> Kernel:
    """A function of loops over arrays as a kernel. Nothing is checked before it is
    customized, since sizes may be given then."""
    return Kernel(function)


def surroundings(function: Callable[..., Any]) -> dict[str, Any]:
    """Names of Python that the function sees."""
    import builtins
    found = dict(vars(builtins))
    found.update(function.__globals__)
    found.update({name: cell.cell_contents
                  for name, cell in zip(function.__code__.co_freevars,
                                        function.__closure__ or ())
                  if cell_has_value(cell)})
    return found


def cell_has_value(cell: Any) -> bool:
    """Not of a variable that is assigned later."""
    try:
        cell.cell_contents
    except ValueError:
        return False
    return True


class Translator(Statements):
    """One kernel under one choice of sizes."""

    def __init__(self, owner: Kernel, sizes: dict[str, int]):
        outside = surroundings(owner.function)
        outside.update(sizes)
        super().__init__(Writer(owner.source), Scope(outside))
        self.node = owner.node
        self.sizes = sizes
        self.assigned = assigned_names(owner.node.body)

    def run(self) -> str:
        """The module as text."""
        self.check_names()
        arguments = self.arguments()
        for name in self.sizes:
            if not any(isinstance(part, ast.Name) and part.id == name or
                       isinstance(part, ast.arg) and part.arg == name or
                       isinstance(part, ast.Constant) and isinstance(part.value, str)
                       and name in part.value
                       for part in ast.walk(self.node)):
                raise self.error(self.node, f"'{self.node.name}' has no size '{name}'")
        for statement in self.node.body:
            self.statement(statement)
        place = self.writer.source.location(self.node)
        lines = ["module {", f"  func.func @{self.node.name}({arguments}) {{",
                 *self.writer.allocated, *self.writer.lines, f"    return{place}",
                 f"  }}{place}", "}"]
        return "\n".join(lines) + "\n"

    def check_names(self) -> None:
        """C++ has no other letters."""
        for part in ast.walk(self.node):
            name = (part.arg if isinstance(part, ast.arg) else part.id
                    if isinstance(part, ast.Name) else self.node.name)
            if not name.isascii():
                raise self.error(part, f"'{name}': names in kernels have ASCII letters alone")

    def arguments(self) -> str:
        """The list of arguments; those of type int are sizes."""
        parameters = self.node.args
        for other in (*parameters.posonlyargs, *parameters.kwonlyargs,
                      parameters.vararg, parameters.kwarg):
            if other is not None:
                raise self.error(other, f"'{other.arg}': kernels have plain arguments alone")
        if parameters.defaults:
            raise self.error(parameters.defaults[0], "arguments of kernels have no default; "
                             "sizes are given to customize")
        texts = []
        for argument in parameters.args:
            text = self.argument(argument)
            if text:
                texts.append(text)
        if not texts:
            raise self.error(self.node, f"'{self.node.name}' has no arguments, so that it "
                             "computes nothing")
        return ", ".join(texts)

    def argument(self, argument: ast.arg) -> str:
        """One argument; "" for a size."""
        if argument.annotation is None:
            raise self.error(argument, f"argument '{argument.arg}' has no type, such as "
                             f"{argument.arg}: f32[N]")
        if isinstance(argument.annotation, ast.Name) and argument.annotation.id == "int":
            if argument.arg not in self.sizes:
                raise self.error(argument, f"size '{argument.arg}' is not given: "
                                 f"customize(..., {argument.arg}=...)")
            return ""
        type_ = self.annotation(argument.annotation)
        name = f"%{argument.arg}"
        self.scope.function[argument.arg] = (
            Array(name, type_, argument.arg) if isinstance(type_, ArrayType)
            else Data(name, type_))
        return (f"{name}: {type_} {{hls.name = {json.dumps(argument.arg)}}}"
                f"{self.writer.source.location(argument)}")


def translate(owner: Kernel, sizes: dict[str, int]) -> str:
    """The kernel as a module of MLIR with places of the Python file."""
    for name, value in sizes.items():
        if not isinstance(value, int) or isinstance(value, bool):
            raise owner.source.error(owner.node, f"size {name} = {value!r} is no integer")
    return Translator(owner, sizes).run()
