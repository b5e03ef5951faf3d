#!/usr/bin/env python3
# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A stencil over time steps: guards, local arrays, and a design for it."""

import pathlib
import sys

# The package of a build of this source tree; an installed one needs no such line.
sys.path.insert(0, str(pathlib.Path(__file__).absolute().parents[2] / "build" / "python"))

import numpy

import talos
from talos import f32

STEPS, N = 4, 32


@talos.kernel
def heat(A: f32[N, N], conduct: f32):
    """The border keeps its temperature."""
    B: f32[N, N]
    for t in range(STEPS):
        for i, j in talos.grid(N, N):
            if 1 <= i < N - 1 and 1 <= j < N - 1:
                B[i, j] = A[i, j] + conduct * (
                    A[i - 1, j] + A[i + 1, j] + A[i, j - 1] + A[i, j + 1] - 4.0 * A[i, j])
            else:
                B[i, j] = A[i, j]
        for i, j in talos.grid(N, N):
            A[i, j] = B[i, j]


design = talos.customize(heat).design(target="u200", clock_ns=4)
print(design)

grid = numpy.zeros((N, N), dtype="float32")
grid[N // 2, :] = 100.0
expected = grid.copy()
for _ in range(STEPS):
    inner = expected[1:-1, 1:-1]
    inner += 0.1 * (expected[:-2, 1:-1] + expected[2:, 1:-1] + expected[1:-1, :-2]
                    + expected[1:-1, 2:] - 4 * inner)
design.simulate(grid, 0.1)
assert numpy.allclose(grid, expected, rtol=1e-4, atol=1e-4)
print("the hottest border cell has", grid[0].max(), "degrees")
