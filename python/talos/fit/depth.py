# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Iteration latency: an offset by kind of statement behind the operators.

The operators' part is the critical path of the statement's expression, each
operand late by its address; sums are trees or chains. What is left of the
reported depth is the offset of the statement's kind.
"""

import itertools

from .. import reports, statements
from . import addresses
from .constants import Constant, Residual, commonest
from .loops import is_carried, unrolled

KEY = "depth"
OPERATORS = {"+": "add", "-": "sub", "*": "mul", "/": "div"}


def tree_levels(leaves):
    return addresses.bits(leaves)


class Row:
    """A statement with what its depth is made of."""

    def __init__(self, design, program, nest, depth, library):
        self.kernel = design.row["kernel"].strip()
        self.nest = nest
        self.depth = depth
        self.library = library
        self.tree = design.tree and not nest.statement.is_guarded
        self.kind = kind_of(nest)
        target = nest.statement.target
        if self.kind == "parallel" and \
                addresses.in_registers(program.array_for(target.array, nest)) \
                and target in statements.references_of(nest.statement.value):
            self.kind = "spread"
        self.late = {}
        for reference, array in Model.references(program, nest):
            self.late[reference] = addresses.lateness(
                reference, array, nest, self.moves)

    def moves(self, loop):
        """A loop around one that carries the reduction stands still."""
        return loop.is_pipelined or not is_carried(self.nest)

    def is_late(self, digits):
        """Some operand waits, if strides of more digits are multiplied."""
        return any(l.remainder or l.stride > digits
                   for l in self.late.values())

    def latency(self, op, double):
        return self.library[("d" if double else "f") + OPERATORS[op]]["latency"]

    def is_double(self, node):
        """A literal such as 0.2 makes its operation one in double."""
        if isinstance(node, statements.Literal):
            return node.is_double
        return isinstance(node, statements.Operation) and (
            self.is_double(node.left) or self.is_double(node.right))

    def summands(self, node):
        """Operands of a chain of additions that a tree takes apart."""
        if self.tree and isinstance(node, statements.Operation) and \
                node.op == "+" and not self.is_double(node):
            return self.summands(node.left) + self.summands(node.right)
        return [node]

    def path(self, node, constants):
        """When a value is there; in double until the last conversion."""
        if isinstance(node, statements.Reference):
            late = self.late.get(node)
            return late.cycles(constants) if late and constants else 0
        if not isinstance(node, statements.Operation):
            return 0
        double = self.is_double(node)
        parts = self.summands(node)
        if len(parts) > 1:
            ready = max(self.path(part, constants) for part in parts)
            return ready + tree_levels(len(parts)) * self.latency("+", double)
        ready = 0
        for side in (node.left, node.right):
            at = self.path(side, constants)
            if double and not self.is_double(side):
                at += self.library["fpext"]["latency"]
            ready = max(ready, at)
        return ready + self.latency(node.op, double)

    def value(self, node, constants):
        """The path of a stored value, converted back where needed."""
        back = self.library["fptrunc"]["latency"] if self.is_double(node) else 0
        return self.path(node, constants) + back

    def greatest(self, constants):
        if not constants:
            return 0
        return max((l.cycles(constants) for l in self.late.values()), default=0)

    def operators(self, constants):
        """The part of the depth that is no offset."""
        statement = self.nest.statement
        if self.kind in ("zero_init", "copy"):
            return self.greatest(constants)
        if self.kind == "spread":
            # Units are shared over the interval; registers take no cycle.
            return self.value(self.nest.statement.value, constants) + \
                reports.number(self.nest.row, "vitis_II") - 1
        terms = unrolled(self.nest)
        if self.kind == "guarded":
            per_term = self.path(statement.value, None)
            extra = (constants or {}).get("guarded_term", 0)
            return terms * (per_term + extra) + self.greatest(constants)
        if not accumulates(self.nest):
            return self.value(statement.value, constants)
        old, rest = statement.value.left, statement.value.right
        parts = self.summands(rest)
        term = max(self.value(part, constants) for part in parts)
        add = self.latency("+", False)
        is_local = self.kind in ("local", "local_buffer")
        if not is_local:
            term = max(term, self.path(old, constants))
        if not self.tree:
            return term + terms * add
        leaves = terms * len(parts)
        if self.kind == "carried":
            return term + (tree_levels(leaves) + 1) * add
        return term + tree_levels(leaves + (not is_local)) * add


def accumulates(nest):
    """`X += term` under a reduction, or a local sum."""
    value = nest.statement.value
    if nest.statement.accumulator != "direct":
        return True
    return bool(nest.reductions) and \
        isinstance(value, statements.Operation) and value.op == "+" and \
        value.left == nest.statement.target


def kind_of(nest):
    statement = nest.statement
    if statement.is_guarded:
        return "guarded"
    if statement.accumulator != "direct":
        return "local" if statement.accumulator == "local" else "local_buffer"
    if isinstance(statement.value, statements.Reference):
        return "copy"
    if not isinstance(statement.value, statements.Operation):
        return "zero_init"
    return "carried" if accumulates(nest) and is_carried(nest) else "parallel"


RULES = {
    "parallel": "parallel statement: this + operators",
    "carried": "reduction carried by the pipelined loop: this + operators",
    "local": "local accumulator: this + operators",
    "local_buffer": "added where the local accumulator goes to a local buffer",
    "guarded": "guarded statement: n (operators + guarded_term) + this + delay",
    "guarded_term": "guarded statement: one term beyond its operators",
    "zero_init": "zero initialisation",
    "copy": "copy",
    "remainder": "an index that needs a remainder is late by bits(y) + this",
    "stride_multiply": "an address that needs a multiplication is late by this",
    "stride_digits": "row strides of more signed digits than this are "
                     "multiplied",
}


class Model:
    """The constants of the section "depth" and the rows they stand on."""

    def __init__(self, data, library):
        self.rows = []
        for design, program, nest, _ in data.statements():
            depth = reports.number(nest.row, "vitis_depth")
            self.rows.append(Row(design, program, nest, depth, library))
        self.constants = self.search()

    @staticmethod
    def references(program, nest):
        """(reference, its buffer) of all operands and the target."""
        for reference in program.references(nest):
            yield reference, program.array_for(reference.array, nest)

    def errors(self, constants, rows=None):
        return [self.offset(row, constants) + row.operators(constants) -
                row.depth for row in (self.rows if rows is None else rows)]

    @staticmethod
    def offset(row, constants):
        if row.kind == "local_buffer":
            return constants["local"] + constants["local_buffer"]
        return constants.get(row.kind, 0)

    def offsets(self, digits):
        """Offsets by kind from rows without any delay."""
        plain = [row for row in self.rows if not row.is_late(digits)]
        found = {}
        for kind in ("parallel", "carried", "local", "local_buffer",
                     "zero_init", "copy"):
            left = [row.depth - row.operators(None) for row in plain
                    if row.kind == kind]
            found[kind] = commonest(left) if left else 0
        found["local_buffer"] -= found["local"]
        return found

    def guarded_offsets(self, digits):
        """Candidates: cycles of a term and the offset that then remains."""
        rows = [row for row in self.rows if row.kind == "guarded" and
                not row.is_late(digits)]
        for term in range(0, 4):
            left = [row.depth - row.operators({**NO_DELAY,
                                               "guarded_term": term})
                    for row in rows]
            yield {"guarded_term": term,
                   "guarded": commonest(left) if left else 0}

    def search(self):
        """Delays and guards: the constants that leave the least; of equal ones
        those that multiply the fewest strides."""
        guarded = [row for row in self.rows if row.kind == "guarded"]
        others = [row for row in self.rows if row.kind != "guarded"]
        best = None
        for digits in range(5, 0, -1):
            found = self.offsets(digits)
            for multiply, remainder in itertools.product(range(7), range(7)):
                tried = {**found, "stride_digits": digits,
                         "stride_multiply": multiply, "remainder": remainder}
                total, guards = min(
                    ((sum(map(abs, self.errors({**tried, **guards}, guarded))),
                      guards) for guards in self.guarded_offsets(digits)),
                    key=lambda pair: pair[0])
                total += sum(map(abs, self.errors(tried, others)))
                if best is None or total < best[0]:
                    best = (total, {**tried, **guards})
        return best[1]

    def takes_part(self, row, name):
        if name == "remainder":
            return any(l.remainder for l in row.late.values())
        if name.startswith("stride"):
            return any(l.stride > self.constants["stride_digits"]
                       for l in row.late.values())
        if name == "guarded_term":
            return row.kind == "guarded"
        return row.kind == name

    def fit(self):
        found = []
        for name, rule in RULES.items():
            rows = [r for r in self.rows if self.takes_part(r, name)]
            if rows:
                kernels = len({row.kernel for row in rows})
                found.append(Constant(
                    (KEY, name), self.constants[name], rule,
                    f"statements.csv, {len(rows)} statements of {kernels} "
                    "kernels",
                    Residual("cycles", self.errors(self.constants, rows)),
                    kernels=kernels))
        return found


NO_DELAY = {"remainder": 0, "stride_multiply": 0, "stride_digits": 99}
