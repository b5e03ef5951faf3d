# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels as Python functions (docs/Python.md)."""

from .functions import abs, exp, grid, log, max, min, reduction, sqrt
from .kernel import Kernel, kernel
from .types import ArrayType, ScalarType, f32, f64, i8, i16, i32, i64

__all__ = ["ArrayType", "Kernel", "ScalarType", "abs", "exp", "f32", "f64", "grid",
           "i16", "i32", "i64", "i8", "kernel", "log", "max", "min", "reduction", "sqrt"]
