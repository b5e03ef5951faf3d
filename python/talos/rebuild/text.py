# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines of IR, and the expressions in them."""

from .. import statements


class Writer:
    """Appends lines; `load` of a subclass emits the read of a reference."""

    def __init__(self, program):
        self.program = program
        self.element = program.element()
        self.lines = []
        self.depth = 1
        self.count = 0

    def put(self, line):
        self.lines.append("  " * self.depth + line)

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def load(self, reference, nest):
        raise NotImplementedError

    def leaf(self, node, nest, alone):
        """A leaf; a constant that stands alone has the element's type."""
        if isinstance(node, statements.Literal):
            kind = "f64" if node.is_double and not alone else self.element
            value = self.fresh()
            self.put(f"{value} = arith.constant {node.value!r} : {kind}")
            return value, kind
        if isinstance(node, statements.Scalar):
            return f"%s_{node.name}", self.element
        return self.load(node, nest), self.element

    def expression(self, node, nest, alone=True):
        """Emits the value of a node: (name, type)."""
        if not isinstance(node, statements.Operation):
            return self.leaf(node, nest, alone)
        left, left_type = self.expression(node.left, nest, False)
        right, right_type = self.expression(node.right, nest, False)
        kind = "f64" if "f64" in (left_type, right_type) else left_type
        left = self.convert(left, left_type, kind)
        right = self.convert(right, right_type, kind)
        op = {"+": "addf", "-": "subf", "*": "mulf", "/": "divf"}[node.op]
        value = self.fresh()
        self.put(f"{value} = arith.{op} {left}, {right} : {kind}")
        return value, kind

    def convert(self, value, from_type, to_type):
        if from_type == to_type:
            return value
        result = self.fresh()
        op = "extf" if to_type == "f64" else "truncf"
        self.put(f"{result} = arith.{op} {value} : {from_type} to {to_type}")
        return result

    def value_of(self, node, nest):
        """An expression's value in the element's type."""
        value, kind = self.expression(node, nest)
        return self.convert(value, kind, self.element)

    def open_if(self, linear):
        """`linear >= 0`."""
        labels, dims, text = linear.over_dims()
        operands = ", ".join(f"%{label}" for label in labels)
        self.put(f"affine.if affine_set<({dims}) : ({text} >= 0)>({operands}) "
                 "{")
        self.depth += 1

    def close(self, attributes=""):
        self.depth -= 1
        self.put("}" + (f" {{{attributes}}}" if attributes else ""))
