# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scales of axes, and how figures are written."""

from __future__ import annotations

import dataclasses
import math
from typing import Sequence, Union


def grouped(value: int) -> str:
    """1234567 as "1,234,567"."""
    return f"{value:,}"


def short(value: float) -> str:
    """Three digits and a unit prefix, for axes: 1234567 as "1.23M"."""
    for limit, suffix in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= limit:
            return f"{value / limit:.3g}{suffix}"
    return f"{value:.3g}"


def percent(part: float, whole: float) -> str:
    return "-" if whole == 0 else f"{100 * part / whole:.1f} %"


def ratio(value: int, cycles: int) -> str:
    """How a design of `cycles` stands to a figure of `value` cycles."""
    if value == 0 or cycles == 0:
        return "-"
    if value > cycles:
        return f"{value / cycles:.1f} times faster"
    return f"{cycles / value:.2f} times as long"


WIDE = 30  # from the least value to the greatest, for a logarithmic scale


def is_wide(values: Sequence[float]) -> bool:
    """Whether values are too far apart for a linear scale."""
    return bool(values) and min(values) > 0 and max(values) > WIDE * min(values)


def fitting(values: Sequence[float], low: float,
            high: float) -> Union[Linear, Logarithmic]:
    """A scale for values of at least 0 that leaves a little room."""
    if is_wide(values):
        return Logarithmic.around(list(values), low, high)
    return Linear(max([*values, 1]) * 1.07, low, high)


@dataclasses.dataclass(frozen=True)
class Linear:
    """0 .. `most` onto `low` .. `high`."""
    most: float
    low: float
    high: float

    def at(self, value: float) -> float:
        return self.low + (self.high - self.low) * value / self.most

    def ticks(self, count: int = 6) -> list[float]:
        """Round values, at most about `count`, 0 among them."""
        raw = self.most / count
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * k for k in (1, 2, 5, 10) if power * k >= raw * 0.999)
        return [step * i for i in range(int(self.most / step + 1e-9) + 1)]


@dataclasses.dataclass(frozen=True)
class Logarithmic:
    """Powers of ten 10^first .. 10^last onto `low` .. `high`."""
    first: int
    last: int
    low: float
    high: float

    @staticmethod
    def around(values: list[float], low: float, high: float) -> Logarithmic:
        """Whole decades that hold all values; one decade at least."""
        known = [value for value in values if value > 0] or [1.0]
        first = math.floor(math.log10(min(known)) + 1e-9)
        last = math.ceil(math.log10(max(known)) - 1e-9)
        return Logarithmic(first, max(last, first + 1), low, high)

    def at(self, value: float) -> float:
        share = (math.log10(value) - self.first) / (self.last - self.first)
        return self.low + (self.high - self.low) * share

    def ticks(self) -> list[float]:
        return [10.0 ** power for power in range(self.first, self.last + 1)]
