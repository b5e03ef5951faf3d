# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler says, and the exceptions that carry it."""

from __future__ import annotations

import dataclasses
import linecache
from typing import Iterable, Sequence


@dataclasses.dataclass(frozen=True)
class Diagnostic:
    """A message with its place in the program, if it has one."""

    severity: str  # "error", "warning", "remark" or "note"
    message: str
    file: str = ""  # empty: about no place
    line: int = 0  # from 1
    column: int = 0  # from 1

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.file else ""
        text = f"{place}{self.severity}: {self.message}"
        source = linecache.getline(self.file, self.line).rstrip() if self.file else ""
        if not source:
            return text
        return f"{text}\n{source}\n{' ' * (self.column - 1)}^"


SEVERITIES = ("error", "warning", "remark", "note")


def diagnostics_of(
        messages: Iterable[tuple[int, str, int, int, str]]) -> tuple[Diagnostic, ...]:
    """The messages of the compiled module."""
    return tuple(Diagnostic(SEVERITIES[severity], text, file, line, column)
                 for severity, file, line, column, text in messages)


class Error(Exception):
    """Anything that Talos refuses or fails in; the base of all others.

    `diagnostics` are all messages, in order. `file`, `line` and `column` are
    those of the first error that has a place, else "" and 0.
    """

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()):
        super().__init__(message)
        self.diagnostics = tuple(diagnostics)
        place = next((d for d in self.diagnostics
                      if d.severity == "error" and d.file), None)
        self.file = place.file if place else ""
        self.line = place.line if place else 0
        self.column = place.column if place else 0


class InputError(Error):
    """The program, the design point or a device file is refused."""


class KernelError(InputError):
    """A Python function is no kernel; the place is in the Python file."""


class OptionError(Error, ValueError):
    """An option or its value does not exist."""


class NoDesignError(Error):
    """No design satisfies the limits, or none was found in time."""


class MismatchError(Error):
    """C simulation disagrees with the source program."""


class ToolError(Error):
    """A program that is needed is missing, or it failed."""


class InternalError(Error):
    """A check of the compiler's own found a fault; please report it."""


class DisagreementError(InternalError):
    """Model and estimator do not agree on the cycles of the design, which is in
    `design`: what it computes is right, its cycles are not known."""


# By the exit codes of hlsc (docs/Usage.md).
BY_STATUS: dict[int, type[Error]] = {
    1: InputError, 2: OptionError, 3: NoDesignError, 4: MismatchError,
    5: ToolError, 6: InternalError, 7: DisagreementError}


def error_of(status: int, diagnostics: Sequence[Diagnostic]) -> Error:
    """The exception for a step that ended with `status`."""
    errors = [d for d in diagnostics if d.severity in ("error", "note")]
    text = "\n".join(map(str, errors)) or f"the compiler ended with {status}"
    return BY_STATUS.get(status, InternalError)(text, diagnostics)
