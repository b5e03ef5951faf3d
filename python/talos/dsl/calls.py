# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls in kernels: mathematics, min and max, conversions."""

from __future__ import annotations

import ast
import math
from typing import Any

from . import functions
from .affine import Affine, Extreme
from .expressions import Expressions, Number, is_index
from .text import BOOLEAN, Data
from .types import ScalarType


class Calls(Expressions):
    """Expressions that call a function of Python."""

    def eval_Call(self, node: ast.Call) -> Any:
        """Functions of mathematics, min, max, sum, conversions."""
        function = self.evaluate(node.func)
        if node.keywords:
            raise self.error(node, f"'{ast.unparse(node.func)}' takes no named arguments "
                             "in a kernel")
        if isinstance(function, ScalarType) and len(node.args) == 1:
            return self.convert(function, node.args[0], node)
        kind = functions.kind_of(function)
        if kind == "sum":
            return self.sum(node)
        if kind in functions.BOTH:
            return self.extreme(kind, node)
        if kind in functions.FLOATING:
            return self.mathematical(kind, node)
        raise self.error(node, f"'{ast.unparse(node.func)}' cannot be called in a kernel; "
                         "docs/Python.md lists what can")

    def mathematical(self, kind: str, node: ast.Call) -> Any:
        """sqrt, exp, ..."""
        operation, count = functions.FLOATING[kind]
        if len(node.args) != count:
            raise self.error(node, f"{kind} has {count} argument{'s'[:count > 1]}, "
                             f"{len(node.args)} are given")
        values = [self.loaded(argument) for argument in node.args]
        if all(isinstance(value, Number) for value in values):
            return getattr(math, kind)(*values)
        like = next((v.type for v in values if isinstance(v, Data)), None)
        operands = [self.as_data(v, a, like) for v, a in zip(values, node.args)]
        for operand in operands:
            self.check_equal_types(operands[0], operand, node)
        if not operands[0].type.is_float:
            raise self.error(node, f"{kind} is for floating point; convert the argument, "
                             f"as in f32({ast.unparse(node.args[0])})")
        names = ", ".join(operand.name for operand in operands)
        return self.writer.value(f"{operation} {names} : {operands[0].type}",
                                 operands[0].type, node)

    def extreme(self, kind: str, node: ast.Call) -> Any:
        """min, max, abs."""
        if kind == "abs" and len(node.args) != 1 or not node.args:
            raise self.error(node, f"{kind} has {'one argument' if kind == 'abs' else 'arguments'}"
                             f", {len(node.args)} are given")
        values = [self.loaded(argument) for argument in node.args]
        if all(isinstance(value, Number) for value in values):
            return abs(values[0]) if kind == "abs" else {"min": min, "max": max}[kind](values)
        if kind != "abs" and all(map(is_index, values)):
            return Extreme(kind, tuple(map(Affine.of, values)))
        like = next((v.type for v in values if isinstance(v, Data)), None)
        operands = [self.as_data(v, a, like) for v, a in zip(values, node.args)]
        result = operands[0]
        operation = functions.BOTH[kind][0 if result.type.is_float else 1]
        if kind == "abs" and not result.type.is_float:
            zero = self.constant(0, result.type, node)
            minus = self.integer("arith.subi", zero, result, node)
            return self.integer("arith.maxsi", result, minus, node)
        if kind == "abs":
            return self.writer.value(f"{operation} {result.name} : {result.type}",
                                     result.type, node)
        for operand in operands[1:]:
            self.check_equal_types(result, operand, node)
            result = self.integer(operation, result, operand, node)
        return result

    def convert(self, type_: ScalarType, argument: ast.expr, node: ast.AST) -> Data:
        """f32(x), i32(x), ..."""
        value = self.loaded(argument)
        if isinstance(value, Number):
            number = float(value) if type_.is_float else int(value)
            return self.constant(number, type_, argument)
        if isinstance(value, Affine):
            if not type_.is_float:
                return self.from_index(value, type_, node)
            value = self.from_index(value, ScalarType("i32", 32, False), node)
        value = self.as_data(value, argument)
        operation = self.conversion(value.type, type_)
        if operation is None:
            return value
        return self.writer.value(f"{operation} {value.name} : {value.type} to {type_}",
                                 type_, node)

    @staticmethod
    def conversion(old: ScalarType, new: ScalarType) -> str | None:
        """The operation of MLIR; None where there is nothing to do."""
        if old == new:
            return None
        if old.is_float != new.is_float:
            unsigned = old == BOOLEAN
            return ("arith.fptosi" if old.is_float
                    else "arith.uitofp" if unsigned else "arith.sitofp")
        wider = new.bits > old.bits
        if new.is_float:
            return "arith.extf" if wider else "arith.truncf"
        if old == BOOLEAN:
            return "arith.extui"
        return "arith.extsi" if wider else "arith.trunci"

    def sum(self, node: ast.Call) -> Any:
        """sum(... for k in range(n)); statements know loops."""
        raise NotImplementedError
