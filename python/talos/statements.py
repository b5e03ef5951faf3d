# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reads a statement's C text, as a report directory gives it.

    D[i][j] += tmp[i][k] * C[k][j];
    float red = 0; red += A[i][j] * x[j]; tmp[i] = red;
    X[i][j] = compute_operation_task1(X[i][j], X[i][j], B[k][j], A[i][k], k, i);

The last form is a helper function with a condition over the iterators; the
operands between the accumulator and the iterators are one product (up to
three), or two products of half of them each, added to the accumulator. A single
operand scales the target.
"""

import dataclasses
import re


class TextError(Exception):
    """The text is not understood; says what and where."""


@dataclasses.dataclass(frozen=True)
class Literal:
    value: float
    is_double: bool  # 0.2 is a double, 2 is not


@dataclasses.dataclass(frozen=True)
class Scalar:
    name: str


@dataclasses.dataclass(frozen=True)
class Index:
    """A sum of loop indices with coefficients, and a constant."""
    terms: tuple  # of (name, coefficient)
    constant: int


@dataclasses.dataclass(frozen=True)
class Reference:
    array: str
    indices: tuple  # of Index


@dataclasses.dataclass(frozen=True)
class Operation:
    op: str  # + - * /
    left: object
    right: object


@dataclasses.dataclass
class Statement:
    target: Reference
    value: object
    accumulator: str = "direct"  # direct, local, local_add
    buffer: str = ""   # local_add: the array that holds the sums
    guard: tuple = ()  # iterators that the helper's condition sees
    is_guarded: bool = False


TOKEN = re.compile(r"\s*(?:(\d+\.?\d*(?:[eE][-+]?\d+)?)([fF]?)|([A-Za-z_]\w*)"
                   r"|(\+=|-=|\*=|/=|[-+*/()=\[\],;]))")


def tokens_of(text):
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise TextError(f"unexpected '{text[at:].strip()[:12]}' in '{text}'")
        number, suffix, name, sign = match.groups()
        if number is not None:
            tokens.append(("number", number, suffix))
        elif name is not None:
            tokens.append(("name", name, ""))
        else:
            tokens.append(("sign", sign, ""))
        at = match.end()
    return tokens


class Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokens_of(text)
        self.at = 0

    def peek(self, ahead=0):
        place = self.at + ahead
        return self.tokens[place][1] if place < len(self.tokens) else None

    def kind(self):
        return self.tokens[self.at][0] if self.at < len(self.tokens) else None

    def eat(self, what):
        if self.peek() != what:
            return False
        self.at += 1
        return True

    def expect(self, what):
        if not self.eat(what):
            raise TextError(f"expected '{what}' before '{self.peek()}' in "
                            f"'{self.text}'")

    def name(self):
        if self.kind() != "name":
            raise TextError(f"expected a name before '{self.peek()}' in "
                            f"'{self.text}'")
        self.at += 1
        return self.tokens[self.at - 1][1]

    def assignments(self):
        """The assignments between semicolons: (target, operator, value)."""
        result = []
        while self.at < len(self.tokens):
            if self.eat(";"):
                continue
            if self.peek() in ("float", "double") and self.kind() == "name":
                self.at += 1
            target = self.factor()
            operator = self.peek()
            if operator not in ("=", "+=", "-=", "*=", "/="):
                raise TextError(f"expected an assignment before '{operator}' in "
                                f"'{self.text}'")
            self.at += 1
            result.append((target, operator, self.sum()))
            if self.at < len(self.tokens):
                self.expect(";")
        return result

    def sum(self):
        self.eat("+")  # "red +=  + A[i][j] * x[j]"
        left = self.product()
        while self.peek() in ("+", "-"):
            self.at += 1
            operator = self.tokens[self.at - 1][1]
            left = self.operation(operator, left, self.product())
        return left

    def operation(self, operator, left, right):
        for side in (left, right):
            if isinstance(side, tuple):
                raise TextError(f"a call of '{side[0]}' inside an expression of "
                                f"'{self.text}'")
        return Operation(operator, left, right)

    def product(self):
        left = self.factor()
        while self.peek() in ("*", "/"):
            self.at += 1
            operator = self.tokens[self.at - 1][1]
            left = self.operation(operator, left, self.factor())
        return left

    def factor(self):
        if self.eat("("):
            inner = self.sum()
            self.expect(")")
            return inner
        if self.kind() == "number":
            _, text, suffix = self.tokens[self.at]
            self.at += 1
            return Literal(float(text), "." in text and not suffix)
        name = self.name()
        if self.eat("("):
            arguments = [self.sum()]
            while self.eat(","):
                arguments.append(self.sum())
            self.expect(")")
            return (name, tuple(arguments))
        indices = []
        while self.eat("["):
            indices.append(index_of(self.sum(), self.text))
            self.expect("]")
        return Reference(name, tuple(indices)) if indices else Scalar(name)


def index_of(expression, text):
    """A subscript as an Index."""
    def collect(node, sign, terms):
        if isinstance(node, Literal):
            return sign * int(node.value)
        if isinstance(node, Scalar):
            terms[node.name] = terms.get(node.name, 0) + sign
            return 0
        if isinstance(node, Operation) and node.op in "+-":
            other = sign if node.op == "+" else -sign
            return (collect(node.left, sign, terms) +
                    collect(node.right, other, terms))
        if isinstance(node, Operation) and node.op == "*":
            for number, rest in ((node.left, node.right),
                                 (node.right, node.left)):
                if isinstance(number, Literal):
                    return collect(rest, sign * int(number.value), terms)
        raise TextError(f"subscript that is not linear in '{text}'")
    terms = {}
    constant = collect(expression, 1, terms)
    return Index(tuple(terms.items()), constant)


def product_of(factors):
    result = factors[0]
    for factor in factors[1:]:
        result = Operation("*", result, factor)
    return result


def helper_value(target, arguments, iterators, text):
    """The value that a helper function computes, and its condition's names."""
    operands = list(arguments[2:])
    guard = []
    while operands and isinstance(operands[-1], Scalar) and \
            operands[-1].name in iterators:
        guard.insert(0, operands.pop().name)
    if not operands:
        raise TextError(f"a helper function without operands in '{text}'")
    if len(operands) == 1:
        return Operation("*", target, operands[0]), tuple(guard)
    if len(operands) <= 3:
        return Operation("+", target, product_of(operands)), tuple(guard)
    if len(operands) % 2:
        raise TextError(f"{len(operands)} operands are no two products in "
                        f"'{text}'")
    half = len(operands) // 2
    rest = Operation("+", product_of(operands[:half]),
                     product_of(operands[half:]))
    return Operation("+", target, rest), tuple(guard)


def parse(text, iterators):
    """Reads a text; `iterators` are the loops around it."""
    assignments = Parser(text).assignments()
    locals_ = {}
    statement = None
    for target, operator, value in assignments:
        if isinstance(target, Scalar):
            if operator == "=":
                locals_[target.name] = value
            elif target.name in locals_:
                locals_[target.name] = Operation(operator[0],
                                                 locals_[target.name], value)
            else:
                raise TextError(f"'{target.name}' is not declared in '{text}'")
            continue
        if not isinstance(target, Reference):
            raise TextError(f"an assignment to no array in '{text}'")
        if statement is not None:
            return _separate_add(statement, target, operator, value, text)
        if operator != "=" and not isinstance(value, tuple):
            value = Operation(operator[0], target, value)
        if isinstance(value, tuple):
            value, guard = helper_value(target, value[1], iterators, text)
            statement = Statement(target, value, guard=guard, is_guarded=True)
        elif isinstance(value, Scalar) and value.name in locals_:
            statement = Statement(target, locals_[value.name], "local")
        else:
            statement = Statement(target, value)
    if statement is None:
        raise TextError(f"nothing is written to an array in '{text}'")
    return statement


def _separate_add(statement, target, operator, value, text):
    """`x_red[i] = red; x[i0] += x_red[i0];`"""
    if (statement.accumulator != "local" or operator != "+=" or
            not isinstance(value, Reference) or
            value.array != statement.target.array):
        raise TextError(f"a second assignment that adds no local sums in "
                        f"'{text}'")
    return Statement(Reference(target.array, statement.target.indices),
                     statement.value, "local_add", statement.target.array)


def references_of(node):
    """All array references of an expression, left to right."""
    if isinstance(node, Reference):
        yield node
    elif isinstance(node, Operation):
        yield from references_of(node.left)
        yield from references_of(node.right)


def scalars_of(node):
    if isinstance(node, Scalar):
        yield node.name
    elif isinstance(node, Operation):
        yield from scalars_of(node.left)
        yield from scalars_of(node.right)
