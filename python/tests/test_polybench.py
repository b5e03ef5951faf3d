# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels in Python are the affine programs that their C is, and the designs of
both compute what numpy computes."""

import pathlib
import re

import numpy
import pytest

import polybench_dsl
import talos
from talos import tools

POLYBENCH = pathlib.Path(__file__).resolve().parents[2] / "test" / "Kernels" / "polybench"


def normalised(text, top):
    """The program as every later pass sees it, without names and places."""
    text = tools.run("hls-opt", [
        f"--pass-pipeline=builtin.module(hls-prepare{{top={top}}},"
        "func.func(hls-normalize,canonicalize,cse))"], text=text)
    text = re.sub(r'hls\.name = "[^"]*"(, )?', "", text)
    # Terms of a subscript come in any order.
    return re.sub(r"-(%\w+) \+ (%\w+)", r"\2 - \1", text)


@pytest.mark.parametrize("name", sorted(polybench_dsl.SIZES))
def test_same_program_as_c(name):
    kernel = polybench_dsl.kernel_of(name)
    sizes = polybench_dsl.SIZES[name]
    bind = ",".join(f"{size.lower()}={value}" for size, value in sizes.items())
    of_c = tools.run("hls-translate", [
        "--import-c", str(POLYBENCH / f"{name}.c"), f"--top={kernel.name}", f"--bind={bind}",
        "--clang-args=-DMINI_DATASET"])
    of_python = talos.customize(kernel, **sizes).mlir
    assert normalised(of_python, kernel.name) == normalised(of_c, kernel.name)


# -- what numpy computes; arguments as those of the kernel, changed in place ------


def gemm(alpha, beta, C, A, B):
    C[:] = alpha * A @ B + beta * C


def two_mm(alpha, beta, tmp, A, B, C, D):
    tmp[:] = alpha * A @ B
    D[:] = beta * D + tmp @ C


def atax(A, x, y, tmp):
    tmp[:] = A @ x
    y[:] = A.T @ tmp


def bicg(A, s, q, p, r):
    s[:] = A.T @ r
    q[:] = A @ p


def mvt(x1, x2, y1, y2, A):
    x1 += A @ y1
    x2 += A.T @ y2


def gemver(alpha, beta, A, u1, v1, u2, v2, w, x, y, z):
    A += numpy.outer(u1, v1) + numpy.outer(u2, v2)
    x += beta * A.T @ y + z
    w += alpha * A @ x


def gesummv(alpha, beta, A, B, tmp, x, y):
    tmp[:] = A @ x
    y[:] = alpha * tmp + beta * (B @ x)


def doitgen(A, C4, sums):
    A[:] = A @ C4
    sums[:] = A[-1, -1]


def syrk(alpha, beta, C, A):
    lower = numpy.tril(alpha * A @ A.T + beta * C)
    C[:] = lower + numpy.triu(C, 1)


def trmm(alpha, A, B):
    lower = numpy.tril(A, -1) + numpy.eye(len(A))
    B[:] = alpha * lower.T @ B


def lu(A):
    for k in range(len(A)):  # the outer product form
        A[k + 1:, k] /= A[k, k]
        A[k + 1:, k + 1:] -= numpy.outer(A[k + 1:, k], A[k, k + 1:])


def trisolv(L, x, b):
    x[:] = numpy.linalg.solve(numpy.tril(L), b)


def cholesky(A):
    A[:] = numpy.linalg.cholesky(A) + numpy.triu(A, 1)


def durbin(r, y):
    n = len(r)
    first = numpy.concatenate([[1.0], r[:-1]])
    toeplitz = first[abs(numpy.subtract.outer(range(n), range(n)))]
    y[:] = numpy.linalg.solve(toeplitz, -r)


def jacobi_2d(A, B):
    def step(new, old):
        new[1:-1, 1:-1] = 0.2 * (old[1:-1, 1:-1] + old[1:-1, :-2] + old[1:-1, 2:]
                                 + old[2:, 1:-1] + old[:-2, 1:-1])
    for _ in range(polybench_dsl.SIZES["jacobi-2d"]["TSTEPS"]):
        step(B, A)
        step(A, B)


def seidel_2d(A):
    for _ in range(polybench_dsl.SIZES["seidel-2d"]["TSTEPS"]):
        for i in range(1, len(A) - 1):
            for j in range(1, len(A) - 1):
                A[i, j] = A[i - 1:i + 2, j - 1:j + 2].mean()


def covariance(float_n, data, cov, mean):
    mean[:] = data.sum(axis=0) / float_n
    cov[:] = numpy.cov(data, rowvar=False)
    data -= mean


def correlation(float_n, data, corr, mean, stddev):
    mean[:] = data.mean(axis=0)
    stddev[:] = data.std(axis=0)
    corr[:] = numpy.corrcoef(data, rowvar=False)
    data[:] = (data - mean) / (numpy.sqrt(float_n) * stddev)


def floyd_warshall(path):
    for k in range(len(path)):
        numpy.minimum(path, path[:, k:k + 1] + path[k:k + 1, :], out=path)


REFERENCES = {"2mm": two_mm}


def inputs(name, parameters):
    """Numbers and arrays that suit the kernel, in double precision or integers."""
    random = numpy.random.default_rng(1)
    values = []
    for parameter in parameters:
        if parameter.shape is None:
            values.append(float(polybench_dsl.SIZES[name].get("N", 1.5))
                          if parameter.name == "float_n" else 1.25)
        elif parameter.type == "int32_t":
            values.append(random.integers(1, 100, parameter.shape, dtype="int32"))
        else:
            values.append(random.uniform(-1.0, 1.0, parameter.shape))
    if name in ("lu", "trisolv", "cholesky"):
        square = values[0]
        values[0] = square @ square.T + len(square) * numpy.eye(len(square))
    if name == "durbin":
        values[0] *= 0.02  # a positive definite matrix
    if name in ("correlation", "covariance"):
        values[1] *= 3.0
    return values


@pytest.mark.parametrize("name", sorted(polybench_dsl.SIZES))
def test_simulates_as_numpy(name):
    pytest.importorskip("talos._talos", reason="the compiled module is not built here")
    kernel = polybench_dsl.kernel_of(name)
    design = talos.customize(kernel, **polybench_dsl.SIZES[name]).design(target="u200")
    from talos.simulation import parameters_of
    parameters = parameters_of(design.files[f"{kernel.name}_tb.cpp"], kernel.name)
    expected = inputs(name, parameters)
    found = [value.astype("float32") if getattr(value, "dtype", None) == "float64" else value
             if not isinstance(value, numpy.ndarray) else value.copy()
             for value in expected]
    design.simulate(*found)
    REFERENCES.get(name, globals().get(name.replace("-", "_")))(*expected)
    for parameter, value, wanted in zip(parameters, found, expected):
        if parameter.shape is not None:
            largest = max(abs(wanted).max(), 1e-30)
            assert abs(value - wanted).max() <= 2e-4 * largest, parameter.name
