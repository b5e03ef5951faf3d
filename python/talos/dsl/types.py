# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Element types and array types of kernels: f32, f64, i8 ... i64, f32[N, M]."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True)
class ScalarType:
    """An element type; `f32[N, M]` is an array of it, `f32(x)` converts."""

    name: str
    bits: int
    is_float: bool

    def __getitem__(self, extents: Any) -> "ArrayType":
        return ArrayType(self, extents if isinstance(extents, tuple) else (extents,))

    def __call__(self, value: Any) -> Any:
        """In Python itself: the value as numpy's scalar of this type."""
        return self.numpy.type(value)

    @property
    def numpy(self) -> Any:
        """The element type of numpy arrays that the kernel takes."""
        import numpy
        return numpy.dtype(("float" if self.is_float else "int") + str(self.bits))

    def __str__(self) -> str:
        return self.name


@dataclasses.dataclass(frozen=True)
class ArrayType:
    """A type and the extents of an array of it."""

    element: ScalarType
    shape: tuple[Any, ...]

    def __str__(self) -> str:
        """As MLIR writes it."""
        return f"memref<{''.join(f'{extent}x' for extent in self.shape)}{self.element}>"


f32 = ScalarType("f32", 32, True)
f64 = ScalarType("f64", 64, True)
i8 = ScalarType("i8", 8, False)
i16 = ScalarType("i16", 16, False)
i32 = ScalarType("i32", 32, False)
i64 = ScalarType("i64", 64, False)
