# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A fitted constant: its value, the rows it stands on and what they leave."""

import dataclasses


# A constant that rests on less is marked as sparse.
FEW_ROWS = 12
FEW_KERNELS = 4


@dataclasses.dataclass
class Residual:
    """Absolute errors over the rows that a constant takes part in."""
    unit: str
    errors: list

    def text(self):
        exact = sum(error == 0 for error in self.errors)
        mean = sum(map(abs, self.errors)) / len(self.errors)
        worst = max(map(abs, self.errors))
        return (f"{exact} of {len(self.errors)} rows exact, error mean "
                f"{mean:.3g} {self.unit}, worst {worst:.3g}")


@dataclasses.dataclass
class Constant:
    """One entry of a rules file; `key` is its path there."""
    key: tuple
    value: object
    rule: str       # what it says
    table: str      # file and rows that it is fitted to
    residual: Residual
    note: str = ""  # what else its source says
    kernels: int = FEW_KERNELS  # that the rows come from, where that is known

    @property
    def name(self):
        return ".".join(map(str, self.key))

    @property
    def provenance(self):
        """Whether other designs may well show something else."""
        few = len(self.residual.errors) < FEW_ROWS or self.kernels < FEW_KERNELS
        return "sparse" if few else "measured"

    def source(self, where):
        return f"talos.fit: {self.rule}; {self.table}, {where}: " + \
            self.residual.text() + (f"; {self.note}" if self.note else "")


def least(candidates, error, near=None):
    """The candidate of the smallest sum of absolute errors and these errors.

    `error(candidate)` is the list of errors. Of equal ones the nearest to
    `near` is taken, or the smallest.
    """
    def rank(candidate):
        return (sum(map(abs, error(candidate))),
                abs(candidate - near) if near is not None else candidate)
    best = min(candidates, key=rank)
    return best, error(best)


def commonest(values):
    """The most frequent value, of equally frequent ones the smallest."""
    return max(sorted(set(values)), key=list(values).count)


def constant_offset(key, rule, table, values, unit="cycles"):
    """A constant that each row shows by itself; None without rows."""
    if not values:
        return None
    value = commonest(values)
    return Constant(key, value, rule, table,
                    Residual(unit, [v - value for v in values]))
