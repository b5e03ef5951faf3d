# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds and runs the compiler's programs and data."""

import json
import os
import pathlib
import shutil
import subprocess


class ToolError(Exception):
    """A program is missing or failed; the text says which and why."""


def _roots():
    """Directories that may hold bin/ and the data: a build, an installation."""
    here = pathlib.Path(__file__).resolve().parent
    yield here.parent.parent / "build"
    yield from here.parents


def find_tool(name):
    """The path of a program: TALOS_BIN_DIR, beside this package, or PATH."""
    directory = os.environ.get("TALOS_BIN_DIR")
    if directory:
        path = pathlib.Path(directory, name)
        if path.exists():
            return str(path)
        raise ToolError(f"TALOS_BIN_DIR is {directory}, which has no {name}")
    for root in _roots():
        path = root / "bin" / name
        if path.exists():
            return str(path)
    found = shutil.which(name)
    if found:
        return found
    raise ToolError(f"{name} not found; set TALOS_BIN_DIR to its directory")


def data_directory():
    """Devices, operator libraries and tool rules."""
    candidates = []
    if os.environ.get("TALOS_DATA_DIR"):
        candidates.append(pathlib.Path(os.environ["TALOS_DATA_DIR"], "targets"))
    for root in _roots():
        candidates += [root / "share" / "talos" / "targets",
                       root / "lib" / "Target" / "data"]
    for path in candidates:
        if (path / "devices").is_dir():
            return path
    raise ToolError("the data files of Talos were not found; set TALOS_DATA_DIR")


def device_of_part(part):
    """The name of the device whose part number is `part`."""
    for path in sorted((data_directory() / "devices").glob("*.json")):
        device = json.loads(path.read_text())
        found = device.get("part")
        if isinstance(found, dict):
            found = found.get("value")
        if found == part:
            return path.stem
    raise ToolError(f"no device file has the part '{part}'")


def run(tool, arguments, text=None, environment=None):
    """Runs a program and returns its standard output."""
    done = subprocess.run([find_tool(tool)] + arguments, input=text,
                          capture_output=True, text=True, check=False,
                          env={**os.environ, **(environment or {})})
    if done.returncode != 0:
        raise ToolError(first_error(done.stderr) or
                        f"{tool} ended with {done.returncode}")
    return done.stdout


def first_error(stderr):
    """The first diagnostic of a program, without the place in its input."""
    for line in stderr.splitlines():
        if "error: " in line:
            return line.split("error: ", 1)[1]
    return stderr.strip().splitlines()[0] if stderr.strip() else ""
