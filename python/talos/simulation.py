# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The emitted kernel as a function on numpy arrays."""

from __future__ import annotations

import ctypes
import dataclasses
import os
import re
import shutil
import subprocess
import tempfile
import threading
from typing import TYPE_CHECKING, Any, Sequence

from .errors import InputError, ToolError
from .native import module

if TYPE_CHECKING:
    from .design import Design

COMPILER = "g++"
# As for the C simulation of hlsc (lib/Pipelines/CSim/CSim.cpp), without warnings.
FLAGS = ["-std=c++14", "-w", "-O1", "-ffp-contract=off", "-fwrapv", "-shared", "-fPIC"]
# Buffers of a kernel lie on the stack; bytes of address space alone.
STACK = 1 << 30
ENTRY = "talos_simulate"

TYPES: dict[str, tuple[Any, str]] = {
    "float": (ctypes.c_float, "float32"), "double": (ctypes.c_double, "float64"),
    "bool": (ctypes.c_bool, "bool"),
    **{f"{u}int{bits}_t": (getattr(ctypes, f"c_{u}int{bits}"), f"{u}int{bits}")
       for u in ("", "u") for bits in (8, 16, 32, 64)}}

DECLARATION = re.compile(r'extern "C" void (\w+)\(([^)]*)\);')
PARAMETER = re.compile(r"(const )?(\w+) (\*?)(\w+)((?:\[\d+\])*)\Z")


INPUT = re.compile(r"^static \w+ (\w+)_(expected|input)[\[;]", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One argument of the kernel, as the testbench declares the source program."""

    name: str
    type: str  # of C++
    shape: tuple[int, ...] | None  # None: a scalar
    is_written: bool


def parameters_of(testbench: str, top: str) -> list[Parameter]:
    """The arguments, with their shapes."""
    for name, text in DECLARATION.findall(testbench):
        if name == f"{top}_reference":
            return [parameter_of(part.strip()) for part in text.split(",")]
    raise ToolError(f"the testbench declares no {top}_reference")


def parameter_of(text: str) -> Parameter:
    """From "const float A[20][30]"."""
    found = PARAMETER.match(text)
    if not found or found[2] not in TYPES:
        raise ToolError(f"argument '{text}' of the kernel is of no type that numpy has")
    extents = tuple(map(int, re.findall(r"\d+", found[5])))
    is_array = bool(extents) or found[3] == "*"
    return Parameter(found[4], found[2], extents if is_array else None, not found[1])


def entry_of(testbench: str, name: str, parameters: Sequence[Parameter]) -> str:
    """C++ of a function that runs the kernel on arrays as in C: the testbench knows how
    the kernel's ports hold them."""
    inputs = INPUT.findall(testbench)
    lines = [f"std::memcpy(&{own}_{kind}, arguments[{n}], sizeof({own}_{kind}));"
             for n, (own, kind) in enumerate(inputs)]
    lines.append("run_kernel();")
    lines += [f"std::memcpy(arguments[{n}], &{own}_actual, sizeof({own}_actual));"
              for n, ((own, _), parameter) in enumerate(zip(inputs, parameters))
              if parameter.shape is not None and parameter.is_written]
    return (f'#define main {ENTRY}_testbench\n#include "{name}_tb.cpp"\n#undef main\n'
            f'extern "C" void {ENTRY}(void **arguments) {{\n' + "\n".join(lines) + "\n}\n")


class Simulator:
    """Compiles the kernel of a design once, and calls it."""

    def __init__(self, design: "Design"):
        self.name = list(design.files)[0].removesuffix(".cpp")
        testbench = design.files[f"{self.name}_tb.cpp"]
        self.parameters = parameters_of(testbench, self.name)
        if shutil.which(COMPILER) is None:
            raise ToolError(f"{COMPILER} is not on PATH; install it to simulate")
        self._directory = tempfile.TemporaryDirectory(prefix="talos-")
        path = self._directory.name
        files = {name: design.files[name]
                 for name in (self.name + end for end in (".cpp", ".h", "_tb.cpp",
                                                          "_golden.cpp"))}
        entry = f"{ENTRY}.cpp"
        files[entry] = entry_of(testbench, self.name, self.parameters)
        for name, text in files.items():
            with open(os.path.join(path, name), "w", encoding="utf-8") as file:
                file.write(text)
        library = os.path.join(path, "kernel.so")
        headers = os.path.dirname(module().data_file("csim/hls_vector.h"))
        sources = [os.path.join(path, name)
                   for name in (f"{self.name}.cpp", f"{self.name}_golden.cpp", entry)]
        done = subprocess.run(
            [COMPILER, *FLAGS, "-I", headers, "-o", library, *sources],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise ToolError(f"{COMPILER} failed on the emitted kernel:\n{done.stderr}")
        self.function = ctypes.CDLL(library)[ENTRY]
        self.function.restype = None
        self._running = threading.Lock()  # the testbench has one set of arrays

    def run(self, arguments: Sequence[Any]) -> None:
        """One call."""
        if len(arguments) != len(self.parameters):
            names = ", ".join(p.name for p in self.parameters)
            raise InputError(f"{self.name} has {len(self.parameters)} arguments ({names}), "
                             f"{len(arguments)} are given")
        values = [argument_of(parameter, argument)
                  for parameter, argument in zip(self.parameters, arguments)]
        pointers = (ctypes.c_void_p * len(values))(*[
            ctypes.addressof(value) if parameter.shape is None else value.ctypes.data
            for parameter, value in zip(self.parameters, values)])
        with self._running:
            # Python may set the size of stacks of new threads alone.
            before = threading.stack_size(STACK)
            try:
                thread = threading.Thread(target=self.function, args=[pointers])
                thread.start()
            finally:
                threading.stack_size(before)
            thread.join()


def argument_of(parameter: Parameter, value: Any) -> Any:
    """What ctypes passes of a scalar; an array is checked."""
    import numpy
    as_c, as_numpy = TYPES[parameter.type]
    if parameter.shape is None:
        try:
            return as_c(numpy.dtype(as_numpy).type(value).item())
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(f"argument '{parameter.name}' is {parameter.type}: "
                             f"{error}") from None
    expected = f"argument '{parameter.name}' is an array of {as_numpy} {parameter.shape}"
    if not isinstance(value, numpy.ndarray):
        raise InputError(f"{expected}, not {type(value).__name__}")
    if value.dtype != as_numpy or value.shape != parameter.shape:
        raise InputError(f"{expected}, not of {value.dtype} {value.shape}")
    if not value.flags.c_contiguous:
        raise InputError(f"{expected}, in C order; this one has strides {value.strides}: "
                         "numpy.ascontiguousarray makes a copy")
    if parameter.is_written and not value.flags.writeable:
        raise InputError(f"{expected} that the kernel writes; this one is read-only")
    return value
