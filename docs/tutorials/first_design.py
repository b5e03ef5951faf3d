#!/usr/bin/env python3
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel in Python, its best design, and what the emitted C++ computes."""

import pathlib
import sys

# The package of a build of this source tree; an installed one needs no such line.
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[2] / "build" / "python"))

import numpy

import talos
from talos import f32

N = 64


@talos.kernel
def gemm(alpha: f32, beta: f32, C: f32[N, N], A: f32[N, N], B: f32[N, N]):
    """C = alpha A B + beta C"""
    for i, j in talos.grid(N, N):
        C[i, j] *= beta
        for k in talos.reduction(N):
            C[i, j] += alpha * A[i, k] * B[k, j]


# A size that is given here goes before the N above.
design = talos.customize(gemm, N=32).design(target="u55c", clock_ns=4.55, usable=80)
print(design)
print("resources:", design.resources)
for task in design.tasks:
    print(f"{task['name']}: {task['cycles']:,} cycles, loops", [
        (loop["name"], loop["factors"]) for loop in task["loops"]])

# The emitted C++, compiled by g++, on arrays of numpy.
random = numpy.random.default_rng(1)
A, B, C = (random.random((32, 32), dtype="float32") for _ in range(3))
expected = 1.5 * A @ B + 0.5 * C
design.simulate(1.5, 0.5, C, A, B)
assert numpy.allclose(C, expected, rtol=1e-5)
print("the kernel computes what numpy does")
