# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The options of hlsc by their Python names.

`clock_ns=4.0` is `--clock-ns 4.0`; names, choices and help come from the same
records as those of hlsc.
"""

from __future__ import annotations

import difflib
from typing import Any, Iterable, Mapping

from .errors import Diagnostic, OptionError
from .native import module
from .script import Script

Settings = list[tuple[str, str]]

# What hlsc has for the command line alone, and what a program says instead.
OTHERWISE = {
    "o": "Design.build(directory) writes the project",
    "csim": "Design.build(directory, mode='csim') simulates",
    "csim-dir": "Design.build(directory, mode='csim') simulates",
    "simulate": "Design.network has the figures of the run",
    "report": "Design.table() and Design.report are the report",
    "report-file": "Design.report is the report",
    "report-html": "Design.page(file) writes the page",
    "verbose": "Design.times has the time of every phase",
    "help": "docs/Python.md describes the options",
    "version": "talos.__version__ is the version",
    "list-targets": "talos.targets() lists them",
    "target-file": "target takes a file that ends in .json as well",
    "top": "open(file, top=...) and customize(kernel) say which function"}
REPEATED = ("pin", "pin-file", "I", "D")


def settings_of(options: Mapping[str, Any]) -> Settings:
    """Names and texts as the C API has them."""
    records = {name: (value, choices)
               for name, value, choices, _ in module().option_records()}
    settings: Settings = []
    for name, value in options.items():
        key = name if name in records else name.replace("_", "-")
        if key in OTHERWISE and key != "top":
            raise option_error(f"'{name}' is no option in Python; {OTHERWISE[key]}")
        if key not in records:
            near = difflib.get_close_matches(key, records, n=1)
            hint = f"; did you mean '{near[0].replace('-', '_')}'?" if near else ""
            raise option_error(f"unknown option '{name}'{hint}")
        if value is None:
            continue
        if not records[key][0]:  # a flag
            if not isinstance(value, bool):
                raise option_error(f"'{name}' is True or False, not {value!r}")
            settings.append((key, "true" if value else "false"))
        elif isinstance(value, Script):
            if key != "schedule":
                raise option_error(f"'{name}' takes no script; schedule=... does")
            settings.append((key, value.file()))
        elif key in REPEATED:
            settings += [(key, text) for text in texts_of(key, value)]
        else:
            settings.append((key, ",".join(texts_of(key, value))))
    return settings


def texts_of(key: str, value: Any) -> list[str]:
    """Texts of a value: of a mapping `name=value`, of a sequence each element."""
    if isinstance(value, bool):
        raise option_error(f"'{key}' needs a value")
    if key == "usable" and isinstance(value, int):
        return [f"{value}%"]
    if isinstance(value, Mapping):
        return [pair_text(str(name), item) for name, item in value.items()]
    if isinstance(value, (list, tuple)):
        return [str(item) for item in value]
    return [str(value)]


def pair_text(name: str, value: Any) -> str:
    """name=4, name=k,i,j, name=200x240."""
    if isinstance(value, (list, tuple)):
        between = "," if all(isinstance(item, str) for item in value) else "x"
        return f"{name}={between.join(map(str, value))}"
    return f"{name}={value}"


def option_error(text: str) -> OptionError:
    """About no place of the program."""
    return OptionError(text, [Diagnostic("error", text)])


def pin_texts(name: str, value: Any = None, *, at_least: int | None = None,
              at_most: int | None = None) -> list[str]:
    """What --pin takes for one variable."""
    texts = []
    if value is not None:
        texts.append(pair_text(name, value))
    if at_least is not None:
        texts.append(f"{name}>={at_least}")
    if at_most is not None:
        texts.append(f"{name}<={at_most}")
    if not texts:
        raise option_error(f"pin '{name}' has no value")
    return texts


def with_pins(options: Mapping[str, Any], pins: Iterable[str]) -> dict[str, Any]:
    """The options with more pins."""
    pins = list(pins)
    if not pins:
        return dict(options)
    given = options.get("pin")
    before = [] if given is None else texts_of("pin", given)
    return {**options, "pin": before + pins}
