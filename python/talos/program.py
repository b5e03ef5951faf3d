# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs: files of C or MLIR, and customized kernels."""

from __future__ import annotations

import os
import re
from typing import Any, Callable, Mapping

from . import options as options_of
from .design import Design, Progress
from .dsl.kernel import Kernel, translate
from .errors import InputError, diagnostics_of, error_of
from .native import module
from .script import ScheduleOps, Script

PUBLIC = re.compile(r"\bfunc\.func\s+(?:public\s+)?@([A-Za-z_][\w$.]*)")


class Program(ScheduleOps):
    """Something that can be designed. Its options are those that every design of
    it has; `design` may add to them. What its schedule is to be, calls such as
    `interchange("S1.i", "S1.k")` say; the rest is solved for."""

    def __init__(self, name: str, text: str | bytes | None, top: str,
                 options: Mapping[str, Any] | None = None):
        self.name = name  # of the file, or what messages call the text
        self.text = text  # None: the file has it
        self.top = top
        self.options = dict(options or {})

    def __repr__(self) -> str:
        return f"<program {self.top} of {self.name}>"

    @property
    def mlir(self) -> str:
        """The program as MLIR, before anything is done to it."""
        if isinstance(self.text, str) and not self.name.endswith(".c"):
            return self.text
        settings = options_of.settings_of({"top": self.top, "target": "u200", **{
            key: value for key, value in self.options.items()
            if key in ("I", "D", "bind", "extent", "bind_from_extents")}})
        session = module().Session(settings, self.name, self.text)
        status = session.run("read")
        if status != 0:
            raise error_of(status, diagnostics_of(session.messages()))
        return session.module()

    def _schedule(self, op: str, *arguments: str) -> "Program":
        before = self.options.get("schedule")
        if before is not None and not isinstance(before, Script):
            raise options_of.option_error(
                f"the program has schedule={before!r}, to which '{op}' cannot be added")
        # Designs so far keep the script that they have.
        script = Script(before)
        script._schedule(op, *arguments)  # pylint: disable=protected-access
        self.options["schedule"] = script
        return self

    @property
    def script(self) -> str:
        """What calls said of the schedule, as a script for `hlsc --schedule`."""
        given = self.options.get("schedule")
        return (given if isinstance(given, Script) else Script()).mlir

    def pin(self, name: str, value: Any = None, *, at_least: int | None = None,
            at_most: int | None = None) -> "Program":
        """Fixes or bounds a variable of every design: pin("S1.k.t2", 4). Returns
        the program."""
        texts = options_of.pin_texts(name, value, at_least=at_least, at_most=at_most)
        self.options = options_of.with_pins(self.options, texts)
        return self

    def design(self, progress: Callable[[Progress], None] | bool | None = None,
               **options: Any) -> Design:
        """Decides, transforms, emits and checks, as hlsc does.

        The options are those of hlsc with _ for -: target="u55c", clock_ns=4.55,
        usable=80, time_limit=10. `progress` is called with what is known, or
        True to show it on the error stream. Ctrl-C ends the search, and the
        design is the best so far (Design.interrupted).
        """
        pins = options.pop("pin", None)
        merged = {**self.options, **options}
        if pins is not None:
            merged = options_of.with_pins(merged, options_of.texts_of("pin", pins))
        return Design(self, merged, progress)


    def auto_dse(self, progress: Callable[[Progress], None] | bool | None = None,
                 **options: Any) -> Design:
        """`design(dse=True, ...)`: the best design of every template under every
        limit of the partition (docs/Usage.md)."""
        return self.design(progress, dse=True, **options)


class Schedule(Program):
    """A kernel with its sizes."""

    def __init__(self, kernel: Kernel, sizes: Mapping[str, int]):
        self.kernel = kernel
        self.sizes = dict(sizes)
        super().__init__(f"{kernel.name}.mlir", translate(kernel, self.sizes), kernel.name)


def open(file: str | os.PathLike[str], top: str | None = None,  # pylint: disable=redefined-builtin
         **options: Any) -> Program:
    """A file of C (.c) or MLIR. `top` is its function; it may be left out of a
    file of MLIR with one function. For C: I, D, bind, extent, bind_from_extents
    as hlsc has them, such as bind={"n": 40}."""
    name = os.fspath(file)
    try:
        with _open_file(name, "rb") as stream:
            content = stream.read()
    except OSError as error:
        raise InputError(f"cannot read '{name}': {error.strerror}") from error
    if top is None:
        found = [] if name.endswith(".c") else sorted(
            set(PUBLIC.findall(content.decode("utf-8", "replace"))))
        if len(found) != 1:
            raise InputError(f"'{name}': say which function is meant: top=...")
        top = found[0]
    program = Program(name, None, top, options)
    options_of.settings_of(options)  # names are checked at once
    return program


def from_mlir(text: str | bytes, top: str, name: str = "program.mlir",
              **options: Any) -> Program:
    """A program in text or bytecode of MLIR, which messages and reports call `name`."""
    return Program(name, text, top, options)


def customize(kernel: Kernel, **sizes: int) -> Schedule:
    """A kernel with sizes, such as N=4096, which go before names around the
    function. What is no kernel is an error with its place here."""
    if not isinstance(kernel, Kernel):
        raise InputError(f"{kernel!r} is no kernel; put @talos.kernel above the function")
    return Schedule(kernel, sizes)


def run_passes(text: str | bytes, pipeline: str, name: str = "program.mlir",
               as_bytecode: bool = False) -> Any:
    """Runs passes of Talos and of MLIR over a program in text or bytecode, such as
    "builtin.module(hls-prepare{top=gemm},canonicalize)". The result is text, or
    bytes of bytecode."""
    result, messages = module().run_passes(name, text, pipeline, as_bytecode)
    if result is None:
        raise error_of(1, diagnostics_of(messages))
    return result


def targets() -> list[str]:
    """The names of the devices that have a file."""
    return module().targets()


def _open_file(name: str, mode: str) -> Any:
    import builtins
    return builtins.open(name, mode)
