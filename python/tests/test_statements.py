# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Statement texts of report directories."""

import unittest

from talos import statements
from talos.statements import Index, Literal, Operation, Reference, Scalar


def ref(name, *loops):
    return Reference(name, tuple(Index(((l, 1),), 0) for l in loops))


class Texts(unittest.TestCase):
    def test_compound_assignment(self):
        s = statements.parse("C[i][j] +=alpha * A[i][k] * B[k][j] ;",
                             ["i", "j", "k"])
        product = Operation("*", Operation("*", Scalar("alpha"),
                                           ref("A", "i", "k")),
                            ref("B", "k", "j"))
        self.assertEqual(s.target, ref("C", "i", "j"))
        self.assertEqual(s.value, Operation("+", s.target, product))
        self.assertEqual(s.accumulator, "direct")

    def test_local_accumulator(self):
        s = statements.parse("float red = 0; red +=  + A[i][j] * x[j] ; "
                             "tmp[i] = red;", ["i", "j"])
        self.assertEqual(s.accumulator, "local")
        self.assertEqual(s.value.right, Operation("*", ref("A", "i", "j"),
                                                  ref("x", "j")))

    def test_separate_add_loop(self):
        s = statements.parse("float red = 0; red += A[i][j] * y[j] ; "
                             "x_red[i] = red; x[i0] += x_red[i0];", ["i", "j"])
        self.assertEqual(s.accumulator, "local_add")
        self.assertEqual(s.buffer, "x_red")
        self.assertEqual(s.target, ref("x", "i"))

    def test_helper_functions(self):
        target = ref("C", "i", "j")
        scaled = statements.parse(
            "C[i][j] = f(C[i][j], C[i][j], beta, j, i);", ["i", "j"])
        self.assertEqual(scaled.value, Operation("*", target, Scalar("beta")))
        self.assertEqual(scaled.guard, ("j", "i"))
        two = statements.parse(
            "C[i][j] = f(C[i][j], C[i][j], A[j][k], alpha, B[i][k], B[j][k], "
            "alpha, A[i][k], j, i);", ["i", "j", "k"])
        self.assertEqual(two.value.left, target)
        self.assertEqual(two.value.right.op, "+")
        self.assertEqual(len(list(statements.references_of(two.value))), 5)

    def test_stencil_subscripts_and_double_literal(self):
        s = statements.parse("B[i][j] =0.2 * (A[i][j-1] + A[1+i][j]) ;",
                             ["i", "j"])
        self.assertEqual(s.value.left, Literal(0.2, True))
        self.assertEqual(s.value.right.left.indices[1], Index((("j", 1),), -1))
        self.assertEqual(s.value.right.right.indices[0], Index((("i", 1),), 1))

    def test_convolution_subscripts(self):
        s = statements.parse("O[o][h][w] += W[o][i][p][q] * I[i][h+p][w2 + q];",
                             list("ohwipq"))
        image = list(statements.references_of(s.value))[-1]
        self.assertEqual(image.indices[1], Index((("h", 1), ("p", 1)), 0))
        self.assertEqual(image.indices[2], Index((("w2", 1), ("q", 1)), 0))

    def test_errors_name_the_place(self):
        for text, message in [
                ("C[i] ? 3;", "unexpected '? 3;'"),
                ("C[i] += A[i*j];", "subscript that is not linear"),
                ("float red = 0;", "nothing is written to an array"),
                ("red += A[i]; C[i] = red;", "'red' is not declared"),
                ("C[i] = 1 + sqrt(A[i]);", "a call of 'sqrt'"),
                ("C[i] = A[i]; D[i] = A[i];", "a second assignment"),
                ("C[i] == A[i];", "expected a name"),
        ]:
            with self.assertRaisesRegex(statements.TextError,
                                        message.replace("?", r"\?")):
                statements.parse(text, ["i", "j"])


if __name__ == "__main__":
    unittest.main()
