# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiled module, and what to do where it is not built."""

from __future__ import annotations

import types

from .errors import ToolError

MISSING = ("the compiled part of the package is missing ({}): install python3-dev and "
           "pybind11-dev, configure again, and run with PYTHONPATH=build/python and the "
           "Python that CMake found")


def module() -> types.ModuleType:
    """talos._talos; ToolError where it is not built."""
    try:
        from . import _talos  # type: ignore[attr-defined]
    except ImportError as error:
        raise ToolError(MISSING.format(error)) from error
    return _talos
