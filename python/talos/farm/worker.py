# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one job, on the machine of a worker.

A try has a directory of its own, so that two never meet; the first to have a
result publishes it, and that one stands.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from .. import tools, vitis
from ..fidelity import RESOURCES
from ..reports import ReportError
from .jobs import Job, Tool, digest_of

# Seconds between asking a program to end and killing it.
GRACE = 2
# Of a log, where a message is looked for.
TAIL = 20000


class Failure(Exception):
    """Why a try has no figures; `transient`: another one may have."""

    def __init__(self, message, status="failed", transient=False):
        super().__init__(message)
        self.status, self.transient = status, transient


def tail_of(path):
    try:
        with open(path, "rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - TAIL))
            return file.read().decode(errors="replace")
    except OSError:
        return ""


def supervised(command, directory, log, seconds):
    """What became of a program: a dictionary as supervise.py tells it."""
    supervisor = subprocess.Popen(
        [sys.executable, "-I", "-S",
         str(pathlib.Path(__file__).with_name("supervise.py")), str(seconds),
         str(GRACE), str(log), "--", *command],
        cwd=directory, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    pid = None
    try:
        for line in supervisor.stdout:
            told = json.loads(line)
            if "pid" in told:
                pid = told["pid"]
            else:
                return told
        # The supervisor was killed: what it left in the group goes too.
        if pid is not None:
            try:
                os.killpg(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                pass
        return {"lost": True}
    finally:
        supervisor.stdin.close()
        supervisor.wait()
        supervisor.stdout.close()


def run_tool(name, command, directory, tool, logs=None):
    """Returns if the program ended with 0."""
    log = pathlib.Path(logs or directory, name + ".log").resolve()
    told = supervised(command, directory, log, tool.timeout)
    if told.get("code") == 0:
        return
    if "missing" in told:
        raise Failure(f"cannot start {told['missing']}")
    if "timed_out" in told:
        raise Failure(f"{command[0]} ran longer than {tool.timeout:g} s and was "
                      "stopped", "timed out")
    if "code" not in told:
        why = f"signal {told['signal']}" if "signal" in told else "from outside"
        raise Failure(f"{command[0]} was killed ({why})", transient=True)
    text = tail_of(log)
    error = tools.first_error(text) if "error: " in text else next(
        (line.strip() for line in reversed(text.splitlines())
         if re.search("(?i)error", line)), "")
    raise Failure(f"{command[0]} ended with {told['code']}" +
                  (f": {error}" if error else ""),
                  transient=bool(re.search(tool.transient, text)))


def design_project(job, directory):
    """Has hlsc write the project; its report."""
    design = pathlib.Path(directory, "design.json")
    command = [tools.find_tool("hlsc"), job.program, *job.options, "-o",
               f"{directory}/project", "--report", "none"]
    if job.design:
        design.write_text(job.design)
        command += ["--design", str(design)]
    run_tool("hlsc", command, job.where, job.tool, directory)
    return json.loads(pathlib.Path(directory, "project",
                                   "report.json").read_text())


def figures_of_estimate(report):
    estimate = report.get("estimate")
    if not estimate:
        raise Failure("hlsc has no estimate of this design; its notes say why")
    return estimate["cycles"], {n: estimate["resources"][n] for n in RESOURCES}


def figures_of_synthesis(directory):
    """Every figure must be there: half a report is none."""
    try:
        top, functions, _ = vitis.read_xml(
            vitis.find_report(directory))
    except ReportError as error:
        raise Failure(str(error).replace(str(directory), "project")) from None
    figures = functions[top]
    missing = [name for name in ["cycles"] + RESOURCES if figures[name] is None]
    if missing:
        raise Failure(f"the report lacks {', '.join(missing)}")
    return figures["cycles"], {name: figures[name] for name in RESOURCES}


def judge(report, cycles, resources):
    """Status and message of figures beside the report of hlsc, if any."""
    bounds = report.get("bounds", {})
    least = bounds.get("lower bound of this design", 1)
    if cycles < max(1, least):
        raise Failure(f"reported {cycles} cycles, but no such design takes less "
                      f"than {least}")
    over = [f"{name} {resources[name]} of {row['usable']}"
            for name, row in report.get("resources", {}).items()
            if resources[name] > row["usable"]]
    return ("too large", ", ".join(over)) if over else ("valid", "")


def figures_of(job, directory):
    """The whole way of a try."""
    if digest_of(job.program) != job.digest:
        raise Failure(f"{job.program} has changed since the job was made")
    report = {}
    project = pathlib.Path(directory, "project")
    if job.is_project:
        shutil.copytree(job.program, project)
    else:
        report = design_project(job, directory)
    if job.tool.command:
        run_tool(job.tool.name, list(job.tool.command), project, job.tool)
        cycles, resources = figures_of_synthesis(project)
    else:
        cycles, resources = figures_of_estimate(report)
    status, message = judge(report, cycles, resources)
    result = {"status": status, "cycles": cycles, "resources": resources,
              "predicted": report.get("cycles"), "design": report.get("design")}
    if message:
        result["message"] = message
    return {name: value for name, value in result.items() if value is not None}


def publish(directory, result):
    """Puts the result on disk unless there is one; the one that stands."""
    path = pathlib.Path(directory, "result.json")
    handle, name = tempfile.mkstemp(dir=directory, prefix="result-")
    with os.fdopen(handle, "w") as file:
        json.dump(result, file, sort_keys=True)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(name, path)
    except FileExistsError:
        pass
    os.unlink(name)
    opened = os.open(directory, os.O_RDONLY)
    os.fsync(opened)
    os.close(opened)
    return json.loads(path.read_text())


def run(fields, root):
    """Runs a job, a dictionary of its fields; the result. What is transient is
    not published: a `transient` result asks for another try."""
    job = Job(**{**fields, "tool": Tool(**fields["tool"])})
    root = pathlib.Path(root).resolve()
    directory = root / job.key
    directory.mkdir(parents=True, exist_ok=True)
    done = directory / "result.json"
    if done.exists():
        return json.loads(done.read_text())
    place = tempfile.mkdtemp(dir=directory, prefix="try-")
    start = time.monotonic()
    try:
        result = figures_of(job, place)
    except Failure as failure:
        result = {"status": failure.status, "message": str(failure)}
        if failure.transient:
            return {**result, "transient": True}
    except (tools.ToolError, OSError, ValueError, LookupError) as error:
        result = {"status": "failed", "message": f"{error}"}
    result["seconds"] = round(time.monotonic() - start, 3)
    result["directory"] = os.path.relpath(place, root)
    if result["status"] == "timed out":
        result["timeout"] = job.tool.timeout
    return publish(directory, result)
