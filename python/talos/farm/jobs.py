# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is run: jobs, the tools that they are for, and their names."""

import dataclasses
import hashlib
import json
import pathlib
import re

# What a tool prints when a second try may go better.
TRANSIENT = (r"(?i)licen[sc]e (server|checkout|request|is not available)"
             r"|no space left on device|cannot allocate memory"
             r"|stale file handle|resource temporarily unavailable")


class FarmError(Exception):
    """A farm, a job or a record is not as expected."""


@dataclasses.dataclass(frozen=True)
class Tool:
    """Who says what a design costs."""
    name: str = "estimator"
    command: tuple = ()    # run in the project's directory; none: hlsc alone
    timeout: float = 0     # seconds of one process; 0: none
    licences: tuple = ()   # of (name, count): what a run holds
    transient: str = TRANSIENT

    def __post_init__(self):
        try:
            re.compile(self.transient)
        except re.error as error:
            raise FarmError(f"'{self.transient}' is no regular expression: "
                            f"{error}") from None


@dataclasses.dataclass(frozen=True)
class Job:
    """A design point of a program, for a tool.

    `program` is a file for hlsc, or the directory of a project that hlsc wrote.
    """
    program: str
    digest: str            # of the program's bytes
    options: tuple = ()    # of hlsc: --top gemm --target u200
    design: str = ""       # JSON text for --design; none: hlsc finds one
    tool: Tool = Tool()
    where: str = "/"       # the directory that `options` name files from

    @property
    def key(self):
        what = [self.digest, self.design, self.options, self.tool.name,
                self.tool.command]
        return hashlib.sha256(json.dumps(what).encode()).hexdigest()[:32]

    @property
    def is_project(self):
        return pathlib.Path(self.program).is_dir()


def digest_of(path):
    """Of a file, or of the names and texts of a directory's files."""
    path = pathlib.Path(path)
    if not path.is_dir():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    whole = hashlib.sha256()
    for file in sorted(path.iterdir()):
        if file.is_file():
            text = file.read_bytes()
            whole.update(f"{file.name}\0{len(text)}\0".encode() + text)
    return whole.hexdigest()


def absolute(path):
    found = pathlib.Path(path).resolve()
    if not found.exists():
        raise FarmError(f"{path}: no such file or directory")
    return found


def design_text(design):
    return json.dumps(design, sort_keys=True) if design else ""


def jobs_of(program, options, designs, tool):
    """One job a design; None is a design that hlsc finds."""
    path = absolute(program)
    digest = digest_of(path)
    return [Job(str(path), digest, tuple(options), design_text(design), tool,
                str(pathlib.Path.cwd())) for design in designs]


def job_of_project(directory, tool):
    """A project that hlsc wrote, which the tool's command judges."""
    path = absolute(directory)
    if not tool.command:
        raise FarmError("a project needs a tool with a command: the estimator "
                        "is part of hlsc")
    return Job(str(path), digest_of(path), (), "", tool)


def designs_of_record(path):
    """The design points of a record of `hlsc --pareto`, of a report of hlsc, or
    of a file of `--design`, each once."""
    designs = {}
    for number, line in enumerate(lines_of(path), 1):
        try:
            value = json.loads(line)
        except json.JSONDecodeError as error:
            raise FarmError(f"{path}:{number}: {error}; expected JSON") from None
        if not isinstance(value, dict):
            raise FarmError(f"{path}:{number}: expected a JSON object")
        design = value if "tasks" in value else value.get("design")
        if isinstance(design, dict):
            designs[design_text(design)] = design
    if not designs:
        raise FarmError(f"{path}: no design points; expected lines with "
                        "\"design\", as hlsc --pareto-record writes them, or "
                        "one design point")
    return list(designs.values())


def lines_of(path):
    """A file of JSON lines as lines, any other file as one."""
    try:
        text = pathlib.Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FarmError(f"{path}: {error}") from None
    try:
        json.loads(text)
        return [text]
    except json.JSONDecodeError:
        return [line for line in text.splitlines() if line.strip()]
