# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statements of kernels: loops, conditions, assignments."""

from __future__ import annotations

import ast
import collections
import json
from typing import Any, Callable, Sequence

from . import functions
from .affine import Affine, Extreme, map_text, set_text
from .calls import Calls
from .expressions import Conjunction, Number, is_index
from .text import Array, Data
from .types import ArrayType, ScalarType

Bound = Affine | Extreme


def assigned_names(body: Sequence[ast.stmt]) -> collections.Counter:
    """How often each name is assigned in the text."""
    counts: collections.Counter = collections.Counter()
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                counts[node.id] += 1
            elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
                counts[node.target.id] += 1
    return counts


class Statements(Calls):
    """Writes the body of a kernel."""

    assigned: collections.Counter

    def body(self, statements: Sequence[ast.stmt]) -> None:
        """A block in its own scope."""
        self.scope.enter()
        for statement in statements:
            self.statement(statement)
        self.scope.leave()

    def statement(self, node: ast.stmt) -> None:
        """Any statement."""
        method = getattr(self, "do_" + type(node).__name__, None)
        if method is None:
            what = type(node).__name__.lower()
            raise self.error(node, f"kernels have no '{what}' statement; docs/Python.md "
                             "lists those that they have")
        method(node)

    def do_Pass(self, node: ast.Pass) -> None:
        """pass"""

    def do_Expr(self, node: ast.Expr) -> None:
        """Texts alone: docstrings."""
        if not (isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)):
            raise self.error(node, f"'{ast.unparse(node)}' has no effect; assign it")

    def do_Return(self, node: ast.Return) -> None:
        """Refused: kernels write their results into arrays."""
        raise self.error(node, "kernels return nothing; write the result into an array "
                         "that is an argument")

    # -- loops -----------------------------------------------------------------

    def do_For(self, node: ast.For) -> None:
        """for i in range(...), for i, j in grid(...)"""
        if node.orelse:
            raise self.error(node.orelse[0], "loops of kernels have no else")
        call = node.iter
        kind = (functions.kind_of(self.evaluate(call.func))
                if isinstance(call, ast.Call) and not call.keywords else "")
        if kind in ("range", "reduction"):
            if not isinstance(node.target, ast.Name):
                raise self.error(node.target, "a loop over range has one variable")
            self.nest([(node.target, call.args)], node, lambda: self.body(node.body))
        elif kind == "grid":
            targets = (node.target.elts if isinstance(node.target, ast.Tuple)
                       else [node.target])
            if len(targets) != len(call.args):
                raise self.error(node.target, f"grid has {len(call.args)} extents, and the "
                                 f"loop {len(targets)} variables")
            self.nest([(target, [extent]) for target, extent in zip(targets, call.args)],
                      node, lambda: self.body(node.body))
        else:
            raise self.error(call, f"'{ast.unparse(call)}': loops of kernels go over range, "
                             "talos.grid or talos.reduction")

    def nest(self, loops: Sequence[tuple[ast.expr, list[ast.expr]]], node: ast.AST,
             inside: Callable[[], None]) -> None:
        """Loops inside each other, around what `inside` writes."""
        if not loops:
            inside()
            return
        target, bounds = loops[0]
        if not isinstance(target, ast.Name):
            raise self.error(target, f"'{ast.unparse(target)}' is no name of a loop variable")
        if self.scope.is_local(target.id):
            raise self.error(target, f"'{target.id}' already has a value; give the loop "
                             "variable another name")
        name = self.writer.fresh(target.id)
        head, value = self.loop_head(name, bounds, node)
        self.writer.line(head + " {")
        self.writer.depth += 1
        self.scope.enter()
        self.scope.define(target.id, value)
        self.nest(loops[1:], node, inside)
        self.scope.leave()
        self.writer.depth -= 1
        self.writer.line(f"}} {{hls.name = {json.dumps(target.id)}}}", node)

    def loop_head(self, name: str, bounds: list[ast.expr],
                  node: ast.AST) -> tuple[str, Affine]:
        """The first line, and what the variable is: a loop downwards counts up."""
        if not 1 <= len(bounds) <= 3:
            raise self.error(node, "range has one to three arguments")
        first = self.bound(bounds[0], "max") if len(bounds) > 1 else Affine()
        last = self.bound(bounds[0 if len(bounds) == 1 else 1], "min")
        step = self.evaluate(bounds[2]) if len(bounds) == 3 else 1
        if not isinstance(step, int) or step == 0:
            raise self.error(bounds[2], "the step of a loop is an integer other than 0 that "
                             "is known when the kernel is customized")
        variable = Affine.variable(name)
        if step > 0:
            by = f" step {step}" if step != 1 else ""
            return (f"affine.for {name} = {self.bound_text(first)} to "
                    f"{self.bound_text(last)}{by}"), variable
        if isinstance(first, Extreme) or isinstance(last, Extreme):
            raise self.error(node, "bounds of a loop downwards have no min or max")
        count = first - last
        if step != -1:
            count = (count + (-step - 1)).quotient(-step) if count.value is None else \
                Affine.of((count.value - step - 1) // -step)
        if count.value is not None:
            count = Affine.of(max(count.value, 0))
        return (f"affine.for {name} = 0 to {self.bound_text(count)}",
                first + variable.times(step))

    def bound(self, node: ast.expr, kind: str) -> Bound:
        """Of a loop; `kind` of several expressions is the one that MLIR has."""
        value = self.evaluate(node)
        if is_index(value):
            return Affine.of(value)
        if isinstance(value, Extreme):
            if value.kind == kind:
                return value
            which = "first" if kind == "max" else "last"
            raise self.error(node, f"the {which} bound of a loop has a {kind}, not a "
                             f"{value.kind}")
        raise self.error(node, f"'{ast.unparse(node)}': the bound of a loop is affine in the "
                         "loop variables around it")

    @staticmethod
    def bound_text(bound: Bound) -> str:
        """As affine.for has it."""
        if isinstance(bound, Extreme):
            return f"{bound.kind} {map_text(bound.parts)}"
        if bound.value is not None:
            return str(bound.value)
        return map_text((bound,))

    def sum(self, node: ast.Call) -> Data:
        """sum(... for k in range(n)): a loop that adds to a local scalar."""
        if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
            raise self.error(node, "sum takes an expression with loops: "
                             "sum(A[k] for k in range(n))")
        generator = node.args[0]
        loops = []
        for part in generator.generators:
            call = part.iter
            if part.ifs or not isinstance(call, ast.Call) or functions.kind_of(
                    self.evaluate(call.func)) not in ("range", "reduction"):
                raise self.error(part.iter, "loops of sum go over range or talos.reduction")
            loops.append((part.target, call.args))
        type_ = self.type_inside(loops, generator)
        total = self.writer.allocate("sum", ArrayType(type_, ()), node)
        self.store(total, self.constant(0, type_, node), node)

        def add() -> None:
            old = self.load(total, node)
            new = self.data(generator.elt, type_)
            self.store(total, self.arithmetic("add", old, new, node), node)

        self.nest(loops, node, add)
        return self.load(total, node)

    def arithmetic(self, name: str, left: Data, right: Data, node: ast.AST) -> Data:
        """add or the like, of equal types."""
        self.check_equal_types(left, right, node)
        return self.integer(f"arith.{name}{'f' if left.type.is_float else 'i'}",
                            left, right, node)

    def type_inside(self, loops: Sequence[tuple[ast.expr, list[ast.expr]]],
                    generator: ast.GeneratorExp) -> ScalarType:
        """The type of the expression, of which nothing is left written."""
        writer = self.writer
        lines, allocated, depth = writer.lines, writer.allocated, writer.depth
        writer.lines, writer.allocated = [], []
        found: list[Data] = []
        self.nest(loops, generator, lambda: found.append(self.data(generator.elt)))
        writer.lines, writer.allocated, writer.depth = lines, allocated, depth
        return found[0].type

    # -- conditions ------------------------------------------------------------

    def do_If(self, node: ast.If) -> None:
        """Of indices: affine.if. Of data: scf.if. Of numbers: the branch alone."""
        condition = self.condition(node.test)
        if isinstance(condition, bool):
            self.body(node.body if condition else node.orelse)
        elif isinstance(condition, Data):
            self.branches(f"scf.if {condition.name}", node.body, node.orelse, node)
        elif len(condition) == 1 and condition[0].relation == "!=":
            opposite = Conjunction([condition[0].opposite()])
            self.branches(f"affine.if {set_text(list(opposite))}", node.orelse,
                          node.body, node)
        elif any(c.relation == "!=" for c in condition):
            raise self.error(node.test, "!= beside other conditions: put it into an if of "
                             "its own")
        else:
            self.branches(f"affine.if {set_text(list(condition))}", node.body,
                          node.orelse, node)

    def branches(self, head: str, then: Sequence[ast.stmt],
                 otherwise: Sequence[ast.stmt], node: ast.AST) -> None:
        """Both blocks; the second only if it has statements."""
        self.writer.line(head + " {")
        self.writer.depth += 1
        self.body(then)
        self.writer.depth -= 1
        if otherwise:
            self.writer.line("} else {")
            self.writer.depth += 1
            self.body(otherwise)
            self.writer.depth -= 1
        self.writer.line("}", node)

    # -- assignments -----------------------------------------------------------

    def do_Assign(self, node: ast.Assign) -> None:
        """x = ..., A[i] = ..., x = y = ..."""
        for target in node.targets:
            if isinstance(target, ast.Tuple):
                raise self.error(target, "kernels assign one name at a time")
        value = self.loaded(node.value)
        for target in reversed(node.targets):
            self.assign(target, value, node.value, node)

    def assign(self, target: ast.expr, value: Any, value_node: ast.expr,
               node: ast.AST) -> None:
        """To a name or an element."""
        if not isinstance(target, ast.Name):
            array = self.element(target)
            self.store(array, self.typed(value, value_node, array.type.element), node)
            return
        if isinstance(value, ArrayType):
            raise self.error(node, f"write '{target.id}: {ast.unparse(value_node)}' for a "
                             "local array")
        known = self.scope.function.get(target.id)
        if isinstance(known, Array) and not known.type.shape:
            self.store(known, self.typed(value, value_node, known.type.element), node)
            return
        self.check_new(target)
        if isinstance(value, (Number, Affine)):
            self.define_number(target, value, node)
            return
        data = self.as_data(value, value_node)
        self.store(self.local(target, data.type), data, node)

    def check_new(self, target: ast.Name) -> None:
        """What stands for something else is not assigned."""
        if not self.scope.is_local(target.id):
            return
        known = self.scope.find(target.id)
        what = (f"{known.type.element} already" if isinstance(known, Array)
                and not known.type.shape
                else "an array; assign its elements" if isinstance(known, Array)
                else "an argument; copy it into a local variable" if isinstance(known, Data)
                else "the variable of a loop or an index; take another name")
        raise self.error(target, f"'{target.id}' is {what}")

    def define_number(self, target: ast.Name, value: Any, node: ast.AST) -> None:
        """A number or an index under a name, which then stands for it."""
        if self.assigned[target.id] > 1:
            example = "f32 = 0.0" if isinstance(value, float) else "i32 = 0"
            raise self.error(node, f"'{target.id}' changes, so that its type must be said "
                             f"where it is first assigned: {target.id}: {example}")
        self.scope.define(target.id, value)

    def local(self, target: ast.Name, type_: ScalarType) -> Array:
        """A new local scalar."""
        array = self.writer.allocate(target.id, ArrayType(type_, ()), target)
        self.scope.function[target.id] = array
        return array

    def typed(self, value: Any, node: ast.expr, type_: ScalarType) -> Data:
        """A value of exactly this type."""
        data = self.as_data(value, node, type_)
        if data.type != type_:
            raise self.error(node, f"'{ast.unparse(node)}' is {data.type}, assigned to "
                             f"{type_}; convert it, as in {type_}(...)")
        return data

    def element(self, target: ast.expr) -> Array:
        """An element that is assigned."""
        array = self.evaluate(target) if isinstance(target, ast.Subscript) else None
        if not isinstance(array, Array):
            raise self.error(target, f"'{ast.unparse(target)}' cannot be assigned")
        if len(array.indices) != len(array.type.shape):
            raise self.error(target, f"array '{array.label}' has {len(array.type.shape)} "
                             f"dimensions, {len(array.indices)} are indexed; an array is "
                             "assigned element by element")
        return array

    def store(self, array: Array, value: Data, node: ast.AST) -> None:
        """One element."""
        text = ", ".join(index.text() for index in array.indices)
        self.writer.line(f"affine.store {value.name}, {array.name}[{text}] : {array.type}",
                         node)

    def do_AugAssign(self, node: ast.AugAssign) -> None:
        """A[i] += ..."""
        target = node.target
        if isinstance(target, ast.Name):
            array = self.scope.function.get(target.id)
            if not isinstance(array, Array) or array.type.shape:
                if self.scope.is_local(target.id):
                    self.check_new(target)
                raise self.error(target, f"'{target.id}' has no value yet; say its type where "
                                 f"it is first assigned, as in {target.id}: f32 = 0.0")
        else:
            array = self.element(target)
        old = self.load(array, target)
        right = self.loaded(node.value)
        value = self.binary(node.op, old, right, node, target, node.value)  # type: ignore
        self.store(array, self.typed(value, node.value, array.type.element), node)

    def do_AnnAssign(self, node: ast.AnnAssign) -> None:
        """x: f32, x: f32 = ..., A: f32[N], A: f32[N] = 0.0"""
        target = node.target
        if not isinstance(target, ast.Name):
            raise self.error(target, "only names have a type")
        type_ = self.annotation(node.annotation)
        known = self.scope.function.get(target.id)
        if isinstance(known, Array) and known.type == ArrayType(type_, ()) and node.value:
            value = self.typed(self.loaded(node.value), node.value, known.type.element)
            self.store(known, value, node)
            return
        self.check_new(target)
        if isinstance(type_, ArrayType):
            array = self.writer.allocate(target.id, type_, target)
            self.scope.function[target.id] = array
            if node.value is not None:
                self.fill(array, node)
            return
        if node.value is None:
            self.local(target, type_)
            return
        value = self.typed(self.loaded(node.value), node.value, type_)
        if self.assigned[target.id] == 1 and isinstance(node.value, ast.Constant):
            self.scope.define(target.id, value)
            return
        self.store(self.local(target, type_), value, node)

    def annotation(self, node: ast.expr) -> ScalarType | ArrayType:
        """The type of a local variable or an argument; a text is Python, too."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            try:
                inner = ast.parse(node.value, mode="eval").body
            except SyntaxError as error:
                raise self.error(node, f"'{node.value}': {error.msg}") from None
            for part in ast.walk(inner):
                ast.copy_location(part, node)
            node = inner
        type_ = self.evaluate(node)
        if not isinstance(type_, (ScalarType, ArrayType)):
            raise self.error(node, f"'{ast.unparse(node)}' is no type; types are f32, f64, i8, "
                             "i16, i32, i64 and arrays of them such as f32[N, M]")
        if isinstance(type_, ArrayType):
            for extent in type_.shape:
                if not isinstance(extent, int) or extent < 1:
                    raise self.error(node, f"extent {extent} of '{ast.unparse(node)}' is no "
                                     "positive integer")
        return type_

    def fill(self, array: Array, node: ast.AnnAssign) -> None:
        """Every element gets one number."""
        value = self.evaluate(node.value)  # type: ignore[arg-type]
        if not isinstance(value, Number):
            raise self.error(node.value or node, "an array starts with one number in every "
                             "element, or with nothing")
        names = []
        for number, extent in enumerate(array.type.shape):
            names.append(self.writer.fresh(f"{array.label}_i{number}"))
            self.writer.line(f"affine.for {names[-1]} = 0 to {extent} {{")
            self.writer.depth += 1
        indices = tuple(map(Affine.variable, names))
        self.store(Array(array.name, array.type, array.label, indices),
                   self.constant(value, array.type.element, node.value or node), node)
        for _ in names:
            self.writer.depth -= 1
            self.writer.line("}", node)
