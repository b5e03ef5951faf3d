# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Carries a reported design out through the apply passes."""

import json
import pathlib
import re
import tempfile

from .. import tools
from .source import Source

PIPELINE = ("builtin.module(hls-prepare{{top=top}},"
            "func.func(hls-normalize,hls-distribute),"
            "hls-attach-design{{file={point}}},"
            "func.func(hls-apply-schedule{{max-partition=1000000}},"
            "hls-apply-buffers,hls-check-applied))")

ARGUMENT = re.compile(r'(%\w+): (memref<[^>]*>) \{[^}]*hls\.name = "([^"]+)"')
BUFFER = re.compile(r'^    (%\w+) = hls\.buffer "([^"]+)".* : (memref<.*>)$')


class Code:
    """The applied function's lines, to which transfers are added."""

    def __init__(self, text):
        self.lines = text.split("\n")
        top = next(l for l in self.lines if "func.func @" in l and "hls.top" in l)
        # Interface attributes hold braces and angles of their own.
        plain = re.sub(r"#hls\.interface<[^>]*>", "", top)
        self.arguments = {name: (value, kind) for value, kind, name in
                          ARGUMENT.findall(plain)}
        self.buffers = {}
        start = self.lines.index(top)
        self.end = next(i for i in range(start, len(self.lines))
                        if self.lines[i] == "    return")
        for line in self.lines[start:self.end]:
            match = BUFFER.match(line)
            if match:
                self.buffers[match[2]] = (match[1], match[3])
        self.start = start

    def places(self, operation):
        """Lines at the function's level that hold a transfer."""
        return [i for i in range(self.start, self.end)
                if self.lines[i].startswith(f"    hls.{operation} ")]

    def is_there(self, operation, buffer):
        return any(re.search(re.escape(buffer) + r"\b", self.lines[i])
                   for i in self.places(operation))

    def insert(self, at, line):
        self.lines.insert(at, line)
        self.end += 1

    def load(self, array):
        """Adds the load of an array that is not there."""
        off, whole = self.arguments[array.name]
        buffer, part = self.buffers[array.name]
        if self.is_there("tile_load", buffer):
            return False
        at = 1 + max(i for i in range(self.start, self.end)
                     if self.lines[i].startswith("    hls.tile_load ") or
                     BUFFER.match(self.lines[i]))
        self.insert(at, f"    hls.tile_load {off}[] to {buffer} beat "
                        f"{array.beat} : {whole} to {part}")
        return True

    def store(self, array):
        off, whole = self.arguments[array.name]
        buffer, part = self.buffers[array.name]
        if self.is_there("tile_store", buffer):
            return False
        self.insert(self.end, f"    hls.tile_store {buffer} to {off}[] beat "
                              f"{array.beat} : {part} to {whole}")
        return True


def carry_out(program):
    """The applied code of a design point, with the row's transfers.

    Raises NotAPoint where the row is no point, ToolError where the passes
    refuse it. The apply passes load what the program reads before it writes
    it; what the reported code loads beyond that is added and noted.
    """
    source = Source(program)
    text, point = source.text(), source.point()
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory, "point.json")
        path.write_text(json.dumps(point))
        applied = tools.run("hls-opt", [
            "--pass-pipeline=" + PIPELINE.format(point=path)], text)
    code = Code(applied)
    added = []
    for array in program.arrays:
        if array.task < 0 and array.loaded and array.name in code.buffers:
            added += ["load " + array.name] if code.load(array) else []
    for array in program.arrays:
        if array.task < 0 and array.stored and array.name in code.buffers:
            added += ["store " + array.name] if code.store(array) else []
    if added:
        program.notes.append("the reported code has also: " + ", ".join(added))
    return "\n".join(code.lines)
