# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong kernels: each is refused with what is wrong, at its place."""

# pylint: disable=all
from __future__ import annotations

import talos
from talos import f32, f64, i32

N = 16
WRONG = []
TABLE = {}


def wrong(text, token):
    """The kernel below is refused with `text` at the first `token` of the line
    that ends in "# here"."""
    def note(function):
        WRONG.append((talos.kernel(function), text, token))
        return function
    return note


@wrong("argument 'A' has no type", "A")
def no_type(A):  # here
    A[0] = 1.0


@wrong("'float' is no type", "float")
def wrong_type(A: float):  # here
    A[0] = 1.0


@wrong("'M' is not defined", "M")
def unknown_extent(A: f32[M]):  # here
    A[0] = 1.0


@wrong("an extent is a positive integer", "N - 16")
def empty_extent(A: f32[N - 16]):  # here
    A[0] = 1.0


@wrong("size 'M' is not given", "M")
def missing_size(A: f32[N], M: int):  # here
    A[0] = 1.0


@wrong("'B' is not defined", "B")
def unknown_name(A: f32[N]):
    A[0] = B[0]  # here


@wrong("no 'while' statement", "while")
def while_loop(A: f32[N]):
    while True:  # here
        A[0] = 1.0


@wrong("kernels return nothing", "return")
def returns(A: f32[N]):
    return A[0]  # here


@wrong("loops of kernels go over range", "A")
def loop_over_array(A: f32[N]):
    for x in A:  # here
        A[0] = x


@wrong("loops of kernels have no else", "A")
def loop_else(A: f32[N]):
    for i in range(N):
        A[i] = 1.0
    else:
        A[0] = 2.0  # here


@wrong("grid has 2 extents, and the loop 1", "i")
def grid_variables(A: f32[N]):
    for i in talos.grid(N, N):  # here
        A[i] = 1.0


@wrong("the step of a loop is an integer other than 0", "0)")
def zero_step(A: f32[N]):
    for i in range(0, N, 0):  # here
        A[i] = 1.0


@wrong("the bound of a loop is affine", "A[0]")
def bound_of_data(A: i32[N]):
    for i in range(A[0]):  # here
        A[i] = 1


@wrong("the last bound of a loop has a min, not a max", "max")
def wrong_extreme(A: f32[N]):
    for i in range(N):
        for j in range(0, max(i, 4)):  # here
            A[j] = 1.0


@wrong("is not affine in loop variables", "i * j")
def product(A: f32[N]):
    for i, j in talos.grid(4, 4):
        A[i * j] = 1.0  # here


@wrong("is not affine in loop variables", "K[0]")
def subscript_of_data(A: f32[N], K: i32[N]):
    A[K[0]] = 1.0  # here


@wrong("index 16 is outside of 0 ... 15", "A")
def outside(A: f32[N]):
    A[N] = 1.0  # here


@wrong("has 2 dimensions, 1 are indexed", "A")
def too_few(A: f32[N, N]):
    A[0] = 1.0  # here


@wrong("has 1 dimensions, 2 are indexed", "A")
def too_many(A: f32[N]):
    A[0, 0] = 1.0  # here


@wrong("kernels have no slices", "0:4")
def slices(A: f32[N]):
    A[0:4] = 1.0  # here


@wrong("f32 and f64; convert one of them", "A[0] + B")
def mixed_types(A: f32[N], B: f64[N]):
    A[0] = A[0] + B[0]  # here


@wrong("is f64, assigned to f32", "B")
def narrowing(A: f32[N], B: f64[N]):
    A[0] = B[0]  # here


@wrong("1.5 is no i32", "1.5")
def fraction(A: i32[N]):
    A[0] = 1.5  # here


@wrong("i32 has no operator /", "A[0] /")
def division(A: i32[N]):
    A[0] = A[0] / 2  # here


@wrong("f32 has no operator //", "A[0] //")
def floor_division(A: f32[N]):
    A[0] = A[0] // 2.0  # here


@wrong("is an index, not a value of the program; convert it, as in f32(i)", "i")
def index_as_value(A: f32[N]):
    for i in range(N):
        A[i] = i  # here


@wrong("belongs to a loop or block that is over", "i")
def after_the_loop(A: f32[N]):
    for i in range(4):
        A[i] = 1.0
    A[i] = 2.0  # here


@wrong("already has a value; give the loop variable another name", "i")
def same_variable(A: f32[N]):
    for i in range(4):
        for i in range(4):  # here
            A[i] = 1.0


@wrong("changes, so that its type must be said", "x")
def untyped_local(A: f32[N]):
    x = 0.0  # here
    for i in range(N):
        x += A[i]
    A[0] = x


@wrong("'x' has no value yet", "x")
def unassigned(A: f32[N]):
    x += A[0]  # here


@wrong("'a' is an argument; copy it into a local variable", "a")
def assigned_argument(A: f32[N], a: f32):
    a = A[0]  # here


@wrong("'A' is an array; assign its elements", "A")
def assigned_array(A: f32[N]):
    A = 1.0  # here


@wrong("is no condition; compare it", "A")
def number_as_condition(A: f32[N]):
    if A[0]:  # here
        A[0] = 1.0


@wrong("!= beside other conditions", "i")
def unequal(A: f32[N]):
    for i in range(N):
        if i != 3 and i < 9:  # here
            A[i] = 1.0


@wrong("sqrt has 1 argument, 2 are given", "talos")
def too_many_arguments(A: f32[N]):
    A[0] = talos.sqrt(A[0], A[1])  # here


@wrong("sqrt is for floating point", "talos")
def integer_root(A: i32[N]):
    A[0] = talos.sqrt(A[0])  # here


@wrong("'print' cannot be called in a kernel", "print")
def prints(A: f32[N]):
    A[0] = print(A[0])  # here


@wrong("is dict, which kernels do not have", "TABLE")
def dictionary(A: f32[N]):
    A[0] = TABLE["a"]  # here


@wrong("no such expression", "lambda")
def closure(A: f32[N]):
    A[0] = (lambda x: x)(A[0])  # here


@wrong("has no effect; assign it", "A")
def no_effect(A: f32[N]):
    A[0]  # here


@wrong("arguments of kernels have no default", "1.0")
def default(A: f32[N], a: f32 = 1.0):  # here
    A[0] = a


@wrong("by zero", "1 // 0")
def constant_division(A: f32[N]):
    A[1 // 0] = 1.0  # here


@wrong("have ASCII letters alone", "größe")
def letters(A: f32[N]):
    größe = A[0]  # here
    A[1] = größe


@wrong("belongs to a loop or block that is over", "eps")
def constant_of_a_block(A: f32[N]):
    for i in range(N):
        eps: f32 = 0.5
        A[i] = eps
    A[0] = eps  # here
