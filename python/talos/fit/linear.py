# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Least squares under coefficients >= 0."""


def solve(matrix, right):
    """The solution of a square system by elimination; None if it is singular."""
    rows = [row + [value] for row, value in zip(matrix, right)]
    scale = max((abs(v) for row in matrix for v in row), default=0)
    for i in range(len(rows)):
        pivot = max(range(i, len(rows)), key=lambda r: abs(rows[r][i]))
        if abs(rows[pivot][i]) <= 1e-12 * scale:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for r in range(len(rows)):
            if r != i:
                factor = rows[r][i] / rows[i][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


class NormalEquations:
    """Inner products of the columns with each other and with the targets."""

    def __init__(self, columns, targets):
        # Columns of length 1, so that amounts of any size compare.
        self.norms = {n: sum(v * v for v in column) ** 0.5
                      for n, column in columns.items()}
        unit = {n: [v / self.norms[n] for v in column]
                for n, column in columns.items() if self.norms[n]}
        self.names = list(unit)
        self.products = {(a, b): sum(x * y for x, y in zip(unit[a], unit[b]))
                         for a in unit for b in unit}
        self.right = {n: sum(x * y for x, y in zip(column, targets))
                      for n, column in unit.items()}

    def gradient(self, name, values):
        return self.right[name] - sum(
            self.products[name, other] * value
            for other, value in values.items())

    def solution(self, free):
        """Coefficients of the free columns, the others 0; None if singular."""
        found = solve([[self.products[a, b] for b in free] for a in free],
                      [self.right[a] for a in free])
        return found and dict(zip(free, found))


def nonnegative(columns, targets):
    """Coefficients by name and the rest of each row.

    `columns` holds the amounts by name. A coefficient is never negative, so
    that no design is made cheaper by adding hardware to it. An active-set
    method: a column becomes free where its gradient says that it helps, and
    is 0 again where the free ones alone would make it negative.
    """
    system = NormalEquations(columns, targets)
    values = {}
    for _ in range(10 * len(columns)):
        helps = {n: system.gradient(n, values) for n in system.names
                 if n not in values}
        helps = {n: g for n, g in helps.items() if g > 1e-10}
        if not helps:
            break
        best = max(helps, key=helps.get)
        found = system.solution(list(values) + [best])
        if found is None:
            break  # what it says, the free columns say already
        values[best] = 0.0
        while found and min(found.values()) <= 0:
            step = min(values[n] / (values[n] - found[n])
                       for n in values if found[n] <= 0)
            values = {n: v + step * (found[n] - v) for n, v in values.items()}
            values = {n: v for n, v in values.items() if v > 1e-12}
            found = system.solution(list(values))
        values = found or {}
    result = {n: values.get(n, 0.0) / (system.norms[n] or 1.0) for n in columns}
    rest = [target - sum(result[n] * column[i] for n, column in columns.items())
            for i, target in enumerate(targets)]
    return result, rest
