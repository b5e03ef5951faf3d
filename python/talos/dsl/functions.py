# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions that kernels call. In Python itself they compute with numbers, so
that a kernel can also be run as it is."""

from __future__ import annotations

import builtins
import itertools
import math
from typing import Any, Iterator

# Operations of MLIR by the names of functions (of Python, math, numpy or here),
# and how many operands they have.
FLOATING = {
    "sqrt": ("math.sqrt", 1), "cbrt": ("math.cbrt", 1), "exp": ("math.exp", 1),
    "exp2": ("math.exp2", 1), "expm1": ("math.expm1", 1), "log": ("math.log", 1),
    "log2": ("math.log2", 1), "log10": ("math.log10", 1),
    "log1p": ("math.log1p", 1), "sin": ("math.sin", 1), "cos": ("math.cos", 1),
    "tan": ("math.tan", 1), "asin": ("math.asin", 1), "acos": ("math.acos", 1),
    "atan": ("math.atan", 1), "sinh": ("math.sinh", 1), "cosh": ("math.cosh", 1),
    "tanh": ("math.tanh", 1), "erf": ("math.erf", 1), "fabs": ("math.absf", 1),
    "floor": ("math.floor", 1), "ceil": ("math.ceil", 1),
    "trunc": ("math.trunc", 1), "pow": ("math.powf", 2),
    "atan2": ("math.atan2", 2), "copysign": ("math.copysign", 2)}
# (floating, integer)
BOTH = {"min": ("arith.minnumf", "arith.minsi"),
        "max": ("arith.maxnumf", "arith.maxsi"),
        "abs": ("math.absf", "")}
# Names that numpy gives to the same.
ALIASES = {"minimum": "min", "maximum": "max", "fmin": "min", "fmax": "max",
           "absolute": "abs", "power": "pow", "arcsin": "asin", "arccos": "acos",
           "arctan": "atan", "arctan2": "atan2"}


def grid(*extents: Any) -> Iterator[tuple[int, ...]]:
    """`for i, j in grid(N, M)` is a loop of N iterations around one of M."""
    return itertools.product(*map(range, extents))


def reduction(*bounds: int) -> range:
    """`range` under a name that says that the loop sums up."""
    return range(*bounds)


def sqrt(x: Any) -> Any:
    """The square root."""
    return math.sqrt(x)


def exp(x: Any) -> Any:
    """e to the power of x."""
    return math.exp(x)


def log(x: Any) -> Any:
    """The natural logarithm."""
    return math.log(x)


# The builtin functions under names of this package.
min = builtins.min  # pylint: disable=redefined-builtin
max = builtins.max  # pylint: disable=redefined-builtin
abs = builtins.abs  # pylint: disable=redefined-builtin


def kind_of(function: Any) -> str:
    """"sqrt", "min", "range", "grid", ... of a callable; "" for any other."""
    module = getattr(function, "__module__", None) or ""
    name = getattr(function, "__name__", "")
    if module.split(".")[0] not in ("", "builtins", "math", "numpy", "talos"):
        return ""
    name = ALIASES.get(name, name)
    known = name in FLOATING or name in BOTH or name in (
        "range", "grid", "reduction", "sum", "len")
    return name if known else ""
