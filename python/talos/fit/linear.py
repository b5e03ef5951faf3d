# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Least squares under coefficients >= 0."""


def nonnegative(columns, targets, rounds=20000):
    """Coefficients by name and the rest of each row, by coordinate descent.

    `columns` holds the amounts by name. A coefficient is never negative, so
    that no design is made cheaper by adding hardware to it.
    """
    rest = list(targets)
    norms = {n: sum(v * v for v in column) for n, column in columns.items()}
    result = {n: 0.0 for n in columns}
    for _ in range(rounds):
        largest = 0.0
        for n, column in columns.items():
            if not norms[n]:
                continue
            gradient = sum(c * r for c, r in zip(column, rest)) / norms[n]
            step = max(0.0, result[n] + gradient) - result[n]
            if step:
                result[n] += step
                rest = [r - step * c for r, c in zip(rest, column)]
                largest = max(largest, abs(step) * norms[n] ** 0.5)
        if largest < 1e-9:
            break
    return result, rest
