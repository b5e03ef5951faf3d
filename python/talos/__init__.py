# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Talos from Python (docs/Python.md): programs in, checked designs out.

open, customize, kernel   programs: files of C or MLIR, and Python functions
Program.design            decides, transforms, emits and checks
talos.report              reports as pages with pictures
talos.fidelity            estimates against synthesis reports, a directory of designs
talos.vitis               the report of one synthesis run beside the estimate
talos.calibrate           constants of the cost model, refitted to synthesis runs
talos.farm                design points on many machines
"""

import importlib
from typing import Any

# Names are looked up when they are used first: tools such as talos.fidelity run
# without the compiled module.
_PLACES = {
    "program": ("Program", "Schedule", "customize", "from_mlir", "open", "run_passes",
                "targets"),
    "design": ("Design", "Progress"),
    "script": ("Script",),
    "errors": ("Diagnostic", "DisagreementError", "Error", "InputError", "InternalError",
               "KernelError", "MismatchError", "NoDesignError", "OptionError",
               "ToolError"),
    "dsl": ("ArrayType", "Kernel", "ScalarType", "abs", "exp", "f32", "f64", "grid",
            "i16", "i32", "i64", "i8", "kernel", "log", "max", "min", "reduction",
            "sqrt")}
_MODULE_OF = {name: place for place, names in _PLACES.items() for name in names}
__all__ = sorted(_MODULE_OF)  # pylint: disable=undefined-all-variable


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return importlib.import_module(".native", __name__).module().version
    if name not in _MODULE_OF:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    value = getattr(importlib.import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, "__version__"])
