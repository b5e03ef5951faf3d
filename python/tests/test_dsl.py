# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The language of kernels: what it writes, and what it refuses."""

import pathlib

import numpy
import pytest

import talos
import wrong_kernels
from talos import f32, f64, i32, tools

LINES = pathlib.Path(wrong_kernels.__file__).read_text(encoding="utf-8").splitlines()
N = 8


@pytest.mark.parametrize("kernel, text, token", wrong_kernels.WRONG,
                         ids=[kernel.name for kernel, _, _ in wrong_kernels.WRONG])
def test_wrong_kernel(kernel, text, token):
    with pytest.raises(talos.KernelError) as caught:
        talos.customize(kernel)
    error = caught.value
    assert text in str(error)
    assert pathlib.Path(error.file) == pathlib.Path(wrong_kernels.__file__)
    first = kernel.node.lineno
    line = next(n for n in range(first, len(LINES) + 1) if LINES[n - 1].endswith("# here"))
    assert error.line == line
    start = 4 if LINES[line - 1].startswith("def ") else 0
    at = error.column - 1
    assert LINES[line - 1][at:].startswith(token), (error.column, LINES[line - 1][start:])
    assert str(error).splitlines()[-1] == " " * at + "^"


def program(function, **sizes):
    """The text of a kernel, which MLIR accepts."""
    text = talos.customize(talos.kernel(function), **sizes).mlir
    return tools.run("hls-opt", ["-"], text=text)


def test_bounds_are_affine_maps():
    def bounds(A: f32[N, N]):
        for i in range(0, N, 2):
            for j in range(max(0, i - 1), min(i + 2, N)):
                A[i, j] = 1.0
    text = program(bounds)
    assert "0 to 8 step 2" in text
    assert "max" in text and "min" in text


@pytest.mark.parametrize("first, last, step", [
    (7, -1, -1), (7, 0, -2), (6, -1, -3), (0, 7, -1), (0, 8, 3)])
def test_loops_downwards_visit_the_same(first, last, step):
    def fill(A: i32[N]):
        for i in range(first, last, step):
            A[i] = A[i] + i32(i) + 1
    visited = numpy.zeros(N, dtype="int32")
    fill_kernel = talos.kernel(fill)
    fill_kernel(visited)
    text = talos.customize(fill_kernel).mlir
    assert f" to {len(range(first, last, step))} " in text or "step" in text
    assert sorted(numpy.flatnonzero(visited)) == sorted(range(first, last, step))


def test_loops_downwards_with_variable_bounds():
    def triangle(A: f32[N, N]):
        for i in range(N):
            for j in range(i, -1, -1):
                A[i, j] = 1.0
    text = program(triangle)
    assert "affine_map<(d0) -> (d0 + 1)>" in text
    assert "[%arg1, %arg1 - %arg2]" in text


def test_conditions_of_indices_and_of_data():
    def conditions(A: f32[N], B: f32[N]):
        for i in range(N):
            if 1 <= i < 5:
                A[i] = 1.0
            if i != 3:
                A[i] = 2.0
            else:
                A[i] = 3.0
            if A[i] > 0.0 and B[i] < 1.0:
                B[i] = 0.0
    text = program(conditions)
    assert "affine_set<(d0) : (d0 - 1 >= 0, -d0 + 4 >= 0)>" in text
    assert "affine_set<(d0) : (d0 - 3 == 0)>" in text
    assert "scf.if" in text and "arith.andi" in text


def test_branches_that_are_known_are_not_written():
    flag = True

    def chosen(A: f32[N]):
        if flag and N > 4:
            A[0] = 1.0
        else:
            A[0] = 2.0
    text = program(chosen)
    assert "1.000000e+00" in text and "2.000000e+00" not in text


def test_numbers_around_the_kernel_are_constants():
    weights = (0.25, 0.5)

    def blur(A: f32[N], B: f32[N]):
        offset = 1
        for i in range(offset, N - offset):
            B[i] = weights[0] * A[i - offset] + weights[1] * A[i]
    text = program(blur)
    assert "2.500000e-01" in text and "1 to 7" in text


def test_sizes_go_before_names_around():
    def fill(A: f32[N], count: int):
        for i in range(count):
            A[i] = 1.0
    assert "0 to 5" in program(fill, count=5)
    with pytest.raises(talos.KernelError, match="has no size 'K'"):
        program(fill, count=5, K=4)
    with pytest.raises(talos.KernelError, match="is no integer"):
        program(fill, count=2.5)


def test_local_arrays_and_sums():
    def total(A: f32[N], out: f32[1]):
        squares: f32[N] = 0.0
        for i in range(N):
            squares[i] = A[i] * A[i]
        out[0] = sum(squares[k] for k in range(N)) + sum(A[k] for k in range(2))
    text = program(total)
    assert text.count("memref.alloca()") == 3
    assert 'hls.name = "squares"' in text


def test_conversions_and_mathematics():
    def convert(A: f32[N], B: f64[N], C: i32[N]):
        for i in range(N):
            B[i] = f64(A[i]) ** 2.0 + max(f64(C[i]), f64(i % 3), 0.5)
            C[i] = i32(A[i]) + abs(C[i]) - i32(i // 2 + 1)
            A[i] = talos.exp(-A[i]) + numpy.sqrt(abs(A[i])) + numpy.maximum(A[i], 0.0)
    text = program(convert)
    for operation in ("arith.extf", "math.powf", "arith.maxnumf", "arith.sitofp",
                      "arith.fptosi", "arith.maxsi", "arith.shrsi", "math.exp",
                      "math.sqrt", "math.absf", "arith.negf"):
        assert operation in text, operation


def test_places_are_those_of_the_python_file():
    def fill(A: f32[N]):
        for i in range(N):
            A[i] = 1.0
    line = fill.__code__.co_firstlineno
    text = talos.customize(talos.kernel(fill)).mlir
    assert f'test_dsl.py":{line + 1}:9)' in text
    assert f'test_dsl.py":{line + 2}:13)' in text


def test_a_kernel_runs_in_python():
    def double(A: f32[N]):
        for i, _ in talos.grid(N, 1):
            A[i] *= 2.0
    values = numpy.arange(N, dtype="float32")
    talos.kernel(double)(values)
    assert (values == 2 * numpy.arange(N)).all()


def test_only_kernels_are_customized():
    with pytest.raises(talos.InputError, match="put @talos.kernel above"):
        talos.customize(len)


def test_a_kernel_without_text_is_refused():
    scope = {"f32": f32}
    exec("def f(A: f32[4]):\n    A[0] = 1.0\n", scope)  # pylint: disable=exec-used
    with pytest.raises(talos.InputError, match="stands in a file"):
        talos.kernel(scope["f"])


def test_names_of_arguments_and_loops_do_not_meet():
    def meet(i_1: f32[N], i_2: f32[N]):
        for i in range(N):
            i_1[i] = i_2[i]
    assert "affine.store" in program(meet)
