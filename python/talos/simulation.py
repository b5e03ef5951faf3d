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

TYPES: dict[str, tuple[Any, str]] = {
    "float": (ctypes.c_float, "float32"), "double": (ctypes.c_double, "float64"),
    "bool": (ctypes.c_bool, "bool"),
    **{f"{u}int{bits}_t": (getattr(ctypes, f"c_{u}int{bits}"), f"{u}int{bits}")
       for u in ("", "u") for bits in (8, 16, 32, 64)}}

DECLARATION = re.compile(r'extern "C" void (\w+)\(([^)]*)\);')
PARAMETER = re.compile(r"(const )?(\w+) (\*?)(\w+)((?:\[\d+\])*)\Z")


PORT = re.compile(r"static (?:hls::vector<\w+, (\d+)>|\w+) (\w+?)_kernel(?:_(\d+))?"
                  r"\[(\d+)\];")
SCRATCH = re.compile(r"std::memset\(reinterpret_cast<(\w+) \*>\((\w+?)_kernel(?:_0)?\), ")
SOURCE = re.compile(r"\bpack_(\w+)\(reinterpret_cast<\w+ \*>\((\w+)_expected\)")
PLACE = re.compile(r"static Place (\w+)_place\(long i\) \{\n(.*?)\n\}", re.DOTALL)
BOX = re.compile(r"extents\[\] = \{([\d, ]*)\}, lanes\[\] = \{([\d, ]*)\};")
BLOCK = re.compile(r"return \{i / (\d+), ")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One argument of the kernel, as the testbench declares the source program."""

    name: str
    type: str  # of C++
    shape: tuple[int, ...] | None  # None: a scalar
    is_written: bool


@dataclasses.dataclass(frozen=True)
class Memory:
    """What the ports of an array hold, as the testbench says."""

    ports: int
    beat: int  # elements
    beats: int  # of one port
    extents: tuple[int, ...] = ()
    lanes: tuple[int, ...] = ()  # a box; empty: the array lies as in C
    block: int = 0  # elements of each port, one block behind the other; 0: no blocks

    def empty(self, type_: str) -> list[Any]:
        """The memory of each port, which nothing fills."""
        import numpy
        return [numpy.empty(self.beats * self.beat, type_) for _ in range(self.ports)]

    def pack(self, array: Any) -> list[Any]:
        """The memory of each port, in whole beats."""
        import numpy
        if self.block:
            blocks = numpy.zeros(self.ports * self.block, array.dtype)
            blocks[:array.size] = array.ravel()
            one = dataclasses.replace(self, ports=1, block=0)
            return [one.pack(block)[0] for block in blocks.reshape(self.ports, -1)]
        if not self.lanes:
            whole = numpy.zeros(self.beats * self.beat, array.dtype)
            whole[:array.size] = array.ravel()
            return [whole]
        boxes = [-(-extent // own) for extent, own in zip(self.extents, self.lanes)]
        filled = numpy.zeros([n * own for n, own in zip(boxes, self.lanes)], array.dtype)
        filled[tuple(map(slice, self.extents))] = array.reshape(self.extents)
        rank = len(boxes)
        split = filled.reshape([size for pair in zip(boxes, self.lanes) for size in pair])
        order = [*range(0, 2 * rank, 2), *range(1, 2 * rank, 2)]
        beats = split.transpose(order).reshape(-1, self.ports, self.beat)
        return [numpy.ascontiguousarray(beats[:, port]) for port in range(self.ports)]

    def unpack(self, ports: list[Any], array: Any) -> None:
        """The inverse, in place."""
        import numpy
        if self.block:
            blocks = numpy.zeros((self.ports, self.block), array.dtype)
            one = dataclasses.replace(self, ports=1, block=0)
            for port, block in zip(ports, blocks):
                one.unpack([port], block)
            array[...] = blocks.ravel()[:array.size].reshape(array.shape)
            return
        if not self.lanes:
            array[...] = ports[0][:array.size].reshape(array.shape)
            return
        boxes = [-(-extent // own) for extent, own in zip(self.extents, self.lanes)]
        rank = len(boxes)
        beats = numpy.stack([port.reshape(-1, self.beat) for port in ports], axis=1)
        order = [axis for pair in zip(range(rank), range(rank, 2 * rank)) for axis in pair]
        filled = beats.reshape([*boxes, *self.lanes]).transpose(order).reshape(
            [n * own for n, own in zip(boxes, self.lanes)])
        array[...] = filled[tuple(map(slice, self.extents))].reshape(array.shape)


def layout_of(place: str) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Extents, lanes and block, from the function that says where elements are."""
    box, block = BOX.search(place), BLOCK.search(place)
    sizes = [tuple(map(int, text.split(","))) for text in box.groups()] if box else [(), ()]
    return sizes[0], sizes[1], int(block[1]) if block else 0


def memories_of(testbench: str) -> dict[str, Memory]:
    """By array; of one with several ports, A, the testbench has A_kernel_0, ..."""
    layouts = {name: layout_of(place) for name, place in PLACE.findall(testbench)}
    ports: dict[str, list[tuple[int, int]]] = {}
    for beat, name, _, beats in PORT.findall(testbench):
        ports.setdefault(name, []).append((int(beat or 1), int(beats)))
    return {name: Memory(len(all_), *all_[0], *layouts.get(name, ()))
            for name, all_ in ports.items()}


def copies_of(testbench: str) -> list[tuple[str, str]]:
    """Arrays that are copies of others in memory, and those, in the kernel's order."""
    return [(name, array) for name, array in SOURCE.findall(testbench) if name != array]


def scratch_of(testbench: str) -> list[tuple[str, str]]:
    """Types and names of arrays that the kernel alone uses, in its order."""
    return SCRATCH.findall(testbench)


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


class Simulator:
    """Compiles the kernel of a design once, and calls it."""

    def __init__(self, design: "Design"):
        names = list(design.files)
        self.name = names[0].removesuffix(".cpp")
        testbench = design.files[f"{self.name}_tb.cpp"]
        self.parameters = parameters_of(testbench, self.name)
        self.memories = memories_of(testbench)
        self.copies = copies_of(testbench)
        self.scratch = scratch_of(testbench)
        if shutil.which(COMPILER) is None:
            raise ToolError(f"{COMPILER} is not on PATH; install it to simulate")
        self._directory = tempfile.TemporaryDirectory(prefix="talos-")
        path = self._directory.name
        for name in names[:2]:
            with open(os.path.join(path, name), "w", encoding="utf-8") as file:
                file.write(design.files[name])
        library = os.path.join(path, "kernel.so")
        headers = os.path.dirname(module().data_file("csim/hls_vector.h"))
        done = subprocess.run(
            [COMPILER, *FLAGS, "-I", headers, "-o", library, os.path.join(path, names[0])],
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise ToolError(f"{COMPILER} failed on the emitted kernel:\n{done.stderr}")
        self.function = ctypes.CDLL(library)[self.name]
        self.function.restype = None

    def run(self, arguments: Sequence[Any]) -> None:
        """One call."""
        if len(arguments) != len(self.parameters):
            names = ", ".join(p.name for p in self.parameters)
            raise InputError(f"{self.name} has {len(self.parameters)} arguments ({names}), "
                             f"{len(arguments)} are given")
        values: list[Any] = []
        packed = []  # arrays that are written, and what their ports hold
        for parameter, argument in zip(self.parameters, arguments):
            value = argument_of(parameter, argument)
            if parameter.shape is None:
                values.append(value)
                continue
            memory = self.memories[parameter.name]
            ports = memory.pack(argument)
            values += [port.ctypes.data_as(ctypes.c_void_p) for port in ports]
            packed.append((parameter, memory, ports, argument))
        arrays = dict(zip((p.name for p in self.parameters), arguments))
        copies = [port for name, array in self.copies
                  for port in self.memories[name].pack(arrays[array])]
        scratch = [port for type_, name in self.scratch
                   for port in self.memories[name].empty(TYPES[type_][1])]
        values += [port.ctypes.data_as(ctypes.c_void_p) for port in copies + scratch]
        # Python may set the size of stacks of new threads alone.
        before = threading.stack_size(STACK)
        try:
            thread = threading.Thread(target=self.function, args=values)
            thread.start()
        finally:
            threading.stack_size(before)
        thread.join()
        for parameter, memory, ports, argument in packed:
            if parameter.is_written:
                memory.unpack(ports, argument)


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
