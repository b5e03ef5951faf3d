# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Expressions of kernels. One is a number of Python (computed at once), an
affine expression of loop variables, or a value of the program."""

from __future__ import annotations

import ast
import operator
from typing import Any, Callable

from .affine import Affine, Comparison, Extreme
from .text import BOOLEAN, Array, Data, Scope, Writer
from .types import ArrayType, ScalarType

# Operators: their symbol, what they do to numbers, and MLIR's operations for
# floating point and integers.
BINARY: dict[type, tuple[str, Callable[[Any, Any], Any], str, str]] = {
    ast.Add: ("+", operator.add, "arith.addf", "arith.addi"),
    ast.Sub: ("-", operator.sub, "arith.subf", "arith.subi"),
    ast.Mult: ("*", operator.mul, "arith.mulf", "arith.muli"),
    ast.Div: ("/", operator.truediv, "arith.divf", ""),
    ast.FloorDiv: ("//", operator.floordiv, "", "quotient"),  # several of MLIR's
    ast.Mod: ("%", operator.mod, "", "rest"),
    ast.Pow: ("**", operator.pow, "math.powf", ""),
    ast.BitAnd: ("&", operator.and_, "", "arith.andi"),
    ast.BitOr: ("|", operator.or_, "", "arith.ori"),
    ast.BitXor: ("^", operator.xor, "", "arith.xori"),
    ast.LShift: ("<<", operator.lshift, "", "arith.shli"),
    ast.RShift: (">>", operator.rshift, "", "arith.shrsi")}
# Relations: the symbol, of numbers, of floating point, of integers.
RELATIONS: dict[type, tuple[str, Callable[[Any, Any], bool], str, str]] = {
    ast.Eq: ("==", operator.eq, "oeq", "eq"),
    ast.NotEq: ("!=", operator.ne, "une", "ne"),
    ast.Lt: ("<", operator.lt, "olt", "slt"),
    ast.LtE: ("<=", operator.le, "ole", "sle"),
    ast.Gt: (">", operator.gt, "ogt", "sgt"),
    ast.GtE: (">=", operator.ge, "oge", "sge")}

Number = (int, float)


class Conjunction(tuple):
    """Comparisons of indices that hold together."""


def is_index(value: Any) -> bool:
    """Whether it may stand in a subscript."""
    return isinstance(value, Affine) or (isinstance(value, int)
                                         and not isinstance(value, bool))


class Expressions:
    """Evaluates expressions, writing what is computed when the kernel runs."""

    def __init__(self, writer: Writer, scope: Scope):
        self.writer = writer
        self.scope = scope
        self.error = writer.source.error

    # -- values ----------------------------------------------------------------

    def evaluate(self, node: ast.expr) -> Any:
        """Any expression."""
        method = getattr(self, "eval_" + type(node).__name__, None)
        if method is None:
            raise self.error(node, f"'{ast.unparse(node)}': kernels have no such "
                             "expression; docs/Python.md lists those that they have")
        return method(node)

    def data(self, node: ast.expr, like: ScalarType | None = None) -> Data:
        """A value of the program; numbers become those of type `like`."""
        return self.as_data(self.evaluate(node), node, like)

    def as_data(self, value: Any, node: ast.expr,
                like: ScalarType | None = None) -> Data:
        """The same of what was evaluated."""
        if isinstance(value, Array):
            if len(value.indices) != len(value.type.shape):
                raise self.error(node, f"array '{value.label}' has {len(value.type.shape)} "
                                 f"dimensions, {len(value.indices)} are indexed; "
                                 "an array is used element by element")
            return self.load(value, node)
        if isinstance(value, Data):
            return value
        if isinstance(value, Number):
            if like is None:
                raise self.error(node, f"the type of {value} is not known here; write it, "
                                 f"as in f32({value})")
            return self.constant(value, like, node)
        if isinstance(value, (Affine, Extreme)):
            raise self.error(node, f"'{ast.unparse(node)}' is an index, not a value of the "
                             f"program; convert it, as in {like or 'i32'}"
                             f"({ast.unparse(node)})")
        if isinstance(value, Conjunction):
            return self.truth(value, node)
        raise self.error(node, f"'{ast.unparse(node)}' is no value")

    def constant(self, value: int | float, type_: ScalarType, node: ast.expr) -> Data:
        """A number of the program."""
        if type_ == BOOLEAN:
            return self.writer.value(f"arith.constant {'true' if value else 'false'}",
                                     type_, node)
        if type_.is_float:
            text = f"{float(value):.17e}"
            if "n" in text:  # nan, inf
                raise self.error(node, f"{value} is no finite number")
        else:
            if isinstance(value, float):
                raise self.error(node, f"{value} is no {type_}; write {type_}({value}) "
                                 "or use an integer")
            if not -(1 << type_.bits - 1) <= value < 1 << type_.bits - 1:
                raise self.error(node, f"{value} does not fit {type_}")
            text = str(int(value))
        return self.writer.value(f"arith.constant {text} : {type_}", type_, node)

    # -- leaves ----------------------------------------------------------------

    def eval_Constant(self, node: ast.Constant) -> Any:
        """A literal."""
        if not isinstance(node.value, Number):
            raise self.error(node, f"{node.value!r} is no number")
        return node.value

    def eval_Name(self, node: ast.Name) -> Any:
        """A variable of the kernel, or a number or function around it."""
        try:
            value = self.scope.find(node.id)
        except KeyError:
            if node.id in self.scope.left:
                raise self.error(node, f"'{node.id}' has no value here: it belongs to a "
                                 "loop or block that is over") from None
            raise self.error(node, f"'{node.id}' is not defined") from None
        return self.outer(value, node)

    def outer(self, value: Any, node: ast.expr) -> Any:
        """A thing of Python that a kernel may use."""
        if hasattr(value, "item") and getattr(value, "shape", None) == ():
            return value.item()  # a scalar of numpy
        if value is None or isinstance(value, (str, list, dict, set)):
            raise self.error(node, f"'{ast.unparse(node)}' is {type(value).__name__}, which "
                             "kernels do not have")
        return value

    def eval_Attribute(self, node: ast.Attribute) -> Any:
        """A member of a module: math.sqrt, talos.f32."""
        owner = self.evaluate(node.value)
        if isinstance(owner, (Data, Array, Affine)) or not hasattr(owner, node.attr):
            raise self.error(node, f"'{ast.unparse(node)}' does not exist")
        return self.outer(getattr(owner, node.attr), node)

    def eval_Subscript(self, node: ast.Subscript) -> Any:
        """A[i, j], A[i][j], or the type f32[N]."""
        owner = self.evaluate(node.value)
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if isinstance(owner, ScalarType):
            return ArrayType(owner, tuple(self.extent(i) for i in indices))
        if isinstance(owner, tuple) and len(indices) == 1:
            index = self.evaluate(indices[0])
            if isinstance(index, int) and -len(owner) <= index < len(owner):
                return self.outer(owner[index], node)
        if not isinstance(owner, Array) or not owner.type.shape:
            raise self.error(node, f"'{ast.unparse(node.value)}' is no array")
        found = owner.indices + tuple(self.index(i) for i in indices)
        if len(found) > len(owner.type.shape):
            raise self.error(node, f"array '{owner.label}' has {len(owner.type.shape)} "
                             f"dimensions, {len(found)} are indexed")
        for index, extent in zip(found[len(owner.indices):],
                                 owner.type.shape[len(owner.indices):]):
            fixed = Affine.of(index).value
            if fixed is not None and not 0 <= fixed < extent:
                raise self.error(node, f"index {fixed} is outside of 0 ... {extent - 1} of "
                                 f"array '{owner.label}'")
        return Array(owner.name, owner.type, owner.label, found)

    def extent(self, node: ast.expr) -> int:
        """Of an array type."""
        value = self.evaluate(node)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise self.error(node, f"'{ast.unparse(node)}': an extent is a positive integer "
                             "that is known when the kernel is customized")
        return value

    def index(self, node: ast.expr) -> Affine:
        """An affine expression of loop variables."""
        if isinstance(node, ast.Slice):
            raise self.error(node, "kernels have no slices; write a loop")
        value = self.evaluate(node)
        if not is_index(value):
            raise self.error(node, f"'{ast.unparse(node)}' is not affine in loop variables: "
                             "sums of loop variables times integers, // and % by integers")
        return Affine.of(value)

    def load(self, array: Array, node: ast.expr) -> Data:
        """The element."""
        text = ", ".join(index.text() for index in array.indices)
        return self.writer.value(f"affine.load {array.name}[{text}] : {array.type}",
                                 array.type.element, node)

    # -- operators -------------------------------------------------------------

    def eval_UnaryOp(self, node: ast.UnaryOp) -> Any:
        """-x, +x, not x."""
        value = self.evaluate(node.operand)
        if isinstance(node.op, ast.Not):
            return self.opposite(value, node)
        if isinstance(node.op, ast.Invert):
            raise self.error(node, "kernels have no ~")
        if isinstance(value, Number) or isinstance(value, Affine):
            return value if isinstance(node.op, ast.UAdd) else -value
        value = self.as_data(value, node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if value.type.is_float:
            return self.writer.value(f"arith.negf {value.name} : {value.type}",
                                     value.type, node)
        zero = self.constant(0, value.type, node)
        return self.writer.value(f"arith.subi {zero.name}, {value.name} : {value.type}",
                                 value.type, node)

    def eval_BinOp(self, node: ast.BinOp) -> Any:
        """+ - * / // % ** and bits."""
        left = self.loaded(node.left)
        right = self.loaded(node.right)
        return self.binary(node.op, left, right, node, node.left, node.right)

    def loaded(self, node: ast.expr) -> Any:
        """Evaluated; an element is loaded where it stands."""
        value = self.evaluate(node)
        return self.as_data(value, node) if isinstance(value, Array) else value

    def binary(self, op: ast.operator, left: Any, right: Any, node: ast.AST,
               left_node: ast.expr, right_node: ast.expr) -> Any:
        """One operation on what was evaluated."""
        symbol, compute, *operations = BINARY.get(type(op), ("@", None, "", ""))
        if isinstance(left, Number) and isinstance(right, Number) and compute:
            try:
                return compute(left, right)
            except (ArithmeticError, TypeError, ValueError) as error:
                raise self.error(node, f"'{ast.unparse(node)}': {error}") from None
        if is_index(left) and is_index(right):
            return self.affine(symbol, left, right, node)
        like = next((v.type for v in (left, right) if isinstance(v, Data)), None)
        divisor = right if isinstance(right, int) else None
        left = self.as_data(left, left_node, like)
        right = self.as_data(right, right_node, like)
        self.check_equal_types(left, right, node)
        operation = operations[0] if left.type.is_float else operations[1]
        if not operation or left.type == BOOLEAN:
            hint = {"/": "; integers have //, which rounds down",
                    "//": "; floating point has /"}.get(symbol, "")
            raise self.error(node, f"{left.type} has no operator {symbol}{hint}")
        if operation in ("quotient", "rest"):
            return self.divide(operation, left, right, divisor, node)
        return self.writer.value(f"{operation} {left.name}, {right.name} : {left.type}",
                                 left.type, node)

    def check_equal_types(self, left: Data, right: Data, node: ast.AST) -> None:
        """Kernels convert nothing by themselves."""
        if left.type != right.type:
            raise self.error(node, f"'{ast.unparse(node)}': {left.type} and {right.type}; "
                             f"convert one of them, as in {left.type}(...)")

    def affine(self, symbol: str, left: Any, right: Any, node: ast.AST) -> Affine:
        """Arithmetic of indices."""
        left, right = Affine.of(left), Affine.of(right)
        if symbol == "+":
            return left + right
        if symbol == "-":
            return left - right
        if symbol == "*" and right.value is not None:
            return left.times(right.value)
        if symbol == "*" and left.value is not None:
            return right.times(left.value)
        if symbol in ("//", "%") and right.value is not None and right.value > 0:
            return left.quotient(right.value) if symbol == "//" else left.rest(right.value)
        raise self.error(node, f"'{ast.unparse(node)}' is not affine in loop variables: "
                         "sums of loop variables times integers, // and % by positive "
                         "integers")

    # -- conditions ------------------------------------------------------------

    def eval_Compare(self, node: ast.Compare) -> Any:
        """a < b, also a < b < c."""
        sides = [node.left, *node.comparators]
        values = [self.loaded(side) for side in sides]
        results = [self.compare(op, values[n], values[n + 1], node, sides[n], sides[n + 1])
                   for n, op in enumerate(node.ops)]
        result = results[0]
        for other in results[1:]:
            result = self.both(result, other, node)
        return result

    def compare(self, op: ast.cmpop, left: Any, right: Any, node: ast.AST,
                left_node: ast.expr, right_node: ast.expr) -> Any:
        """One relation of what was evaluated."""
        if type(op) not in RELATIONS:
            raise self.error(node, f"'{ast.unparse(node)}': kernels compare by == != < <= "
                             "> >= alone")
        symbol, compute, floating, integer = RELATIONS[type(op)]
        if isinstance(left, Number) and isinstance(right, Number):
            return compute(left, right)
        if is_index(left) and is_index(right):
            return Conjunction([Comparison(Affine.of(left), symbol, Affine.of(right))])
        like = next((v.type for v in (left, right) if isinstance(v, Data)), None)
        left = self.as_data(left, left_node, like)
        right = self.as_data(right, right_node, like)
        self.check_equal_types(left, right, node)
        text = (f"arith.cmpf {floating}" if left.type.is_float
                else f"arith.cmpi {integer}")
        return self.writer.value(f"{text}, {left.name}, {right.name} : {left.type}",
                                 BOOLEAN, node)

    def condition(self, node: ast.expr) -> Any:
        """A bool, a Conjunction, or a value of the program."""
        value = self.loaded(node)
        if isinstance(value, (bool, Conjunction)):
            return value
        if isinstance(value, Data) and value.type == BOOLEAN:
            return value
        raise self.error(node, f"'{ast.unparse(node)}' is no condition; compare it, as in "
                         f"{ast.unparse(node)} != 0")

    def eval_BoolOp(self, node: ast.BoolOp) -> Any:
        """and, or."""
        result: Any = None
        for part in node.values:
            value = self.condition(part)
            if result is None:
                result = value
            elif isinstance(node.op, ast.And):
                result = self.both(result, value, node)
            else:
                result = self.opposite(self.both(self.opposite(result, node),
                                                 self.opposite(value, node), node), node)
        return result

    def both(self, left: Any, right: Any, node: ast.AST) -> Any:
        """left and right."""
        if isinstance(left, bool):
            return right if left else False
        if isinstance(right, bool):
            return left if right else False
        if isinstance(left, Conjunction) and isinstance(right, Conjunction):
            return Conjunction(left + right)
        left, right = self.truth(left, node), self.truth(right, node)
        return self.writer.value(f"arith.andi {left.name}, {right.name} : i1",
                                 BOOLEAN, node)

    def opposite(self, value: Any, node: ast.AST) -> Any:
        """not value."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, Conjunction) and len(value) == 1:
            return Conjunction([value[0].opposite()])
        value = self.truth(value, node)
        yes = self.constant(True, BOOLEAN, node)  # type: ignore[arg-type]
        return self.writer.value(f"arith.xori {value.name}, {yes.name} : i1",
                                 BOOLEAN, node)

    def truth(self, value: Any, node: ast.AST) -> Data:
        """A condition as a value of the program."""
        if isinstance(value, Data) and value.type == BOOLEAN:
            return value
        if not isinstance(value, Conjunction):
            raise self.error(node, f"'{ast.unparse(node)}' is no condition")
        integer = ScalarType("i32", 32, False)
        result: Data | None = None
        for comparison in value:
            left = self.from_index(comparison.left, integer, node)
            right = self.from_index(comparison.right, integer, node)
            name = next(r[3] for r in RELATIONS.values() if r[0] == comparison.relation)
            one = self.relation(name, left, right, node)
            result = self.both(result, one, node) if result else one
        return result  # type: ignore[return-value]

    def from_index(self, value: Affine, type_: ScalarType, node: ast.AST) -> Data:
        """An index as an integer of the program."""
        total: Data | None = None
        for atom, factor in value.terms:
            if isinstance(atom, str):
                term = self.writer.value(f"arith.index_cast {atom} : index to {type_}",
                                         type_, node)
            else:
                kind, inner, divisor = atom
                whole = self.from_index(inner, type_, node)
                term = self.divide("quotient" if kind == "floordiv" else "rest", whole,
                                   self.constant(divisor, type_, node), divisor, node)
            if factor != 1:
                term = self.integer("arith.muli", term,
                                    self.constant(factor, type_, node), node)
            total = self.integer("arith.addi", total, term, node) if total else term
        if total is None:
            return self.constant(value.constant, type_, node)
        if value.constant:
            total = self.integer("arith.addi", total,
                                 self.constant(value.constant, type_, node), node)
        return total

    def divide(self, result: str, left: Data, right: Data, divisor: int | None,
               node: ast.AST) -> Data:
        """The quotient rounded down or the rest of Python, by operations that the
        operator libraries have. `divisor` is `right` where that is known."""
        type_ = left.type
        if divisor == 0:
            raise self.error(node, f"'{ast.unparse(node)}': division by zero")
        if divisor is not None and divisor > 0 and divisor & (divisor - 1) == 0:
            by = divisor.bit_length() - 1 if result == "quotient" else divisor - 1
            return self.integer("arith.shrsi" if result == "quotient" else "arith.andi",
                                left, self.constant(by, type_, node), node)
        # What / and % of C give, corrected where the rest has not the divisor's sign.
        zero = self.constant(0, type_, node)
        rest = self.integer("arith.remsi", left, right, node)
        signs = self.integer("arith.xori", rest, right, node)
        differ = self.relation("slt", signs, zero, node)
        wrong = self.integer("arith.andi", self.relation("ne", rest, zero, node), differ,
                             node)
        if result == "rest":
            return self.choose(wrong, self.integer("arith.addi", rest, right, node), rest,
                               node)
        quotient = self.integer("arith.divsi", left, right, node)
        one = self.constant(1, type_, node)
        return self.choose(wrong, self.integer("arith.subi", quotient, one, node), quotient,
                           node)

    def relation(self, name: str, left: Data, right: Data, node: ast.AST) -> Data:
        """A comparison of integers."""
        return self.writer.value(
            f"arith.cmpi {name}, {left.name}, {right.name} : {left.type}", BOOLEAN, node)

    def choose(self, condition: Data, left: Data, right: Data, node: ast.AST) -> Data:
        """left if condition else right."""
        return self.writer.value(
            f"arith.select {condition.name}, {left.name}, {right.name} : {left.type}",
            left.type, node)

    def integer(self, operation: str, left: Data, right: Data, node: ast.AST) -> Data:
        """One operation of equal types."""
        return self.writer.value(f"{operation} {left.name}, {right.name} : {left.type}",
                                 left.type, node)

    def eval_IfExp(self, node: ast.IfExp) -> Any:
        """a if condition else b: both sides are computed."""
        condition = self.condition(node.test)
        if isinstance(condition, bool):
            return self.evaluate(node.body if condition else node.orelse)
        chosen = self.truth(condition, node.test)
        left, right = self.loaded(node.body), self.loaded(node.orelse)
        like = next((v.type for v in (left, right) if isinstance(v, Data)), None)
        left = self.as_data(left, node.body, like)
        right = self.as_data(right, node.orelse, like)
        self.check_equal_types(left, right, node)
        return self.choose(chosen, left, right, node)
