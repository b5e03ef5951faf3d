# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates design points on workers of dask.distributed; docs/Farm.md."""

import argparse
import shlex
import sys

from . import slurm
from .driver import Farm, Progress
from .jobs import FarmError, Tool, designs_of_record, jobs_of
from .serve import serve

SUMMARY = "design points on many machines"

# What a tool runs in a project where --command says nothing else.
COMMANDS = {"estimator": (), "vitis": ("vitis_hls", "-f", "run_hls.tcl")}


def count_of(text):
    """`vitis=4` as ("vitis", 4)."""
    name, _, number = text.partition("=")
    if not name or not number.isdigit() or int(number) < 1:
        raise argparse.ArgumentTypeError(
            f"'{text}': expected a name and a count, such as vitis=4")
    return name, int(number)


def positive(kind):
    def read(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if value <= 0:
            raise argparse.ArgumentTypeError(f"'{text}': expected a number "
                                             "above 0")
        return value
    return read


def add_farm(parser):
    """What `run` and `serve` have in common."""
    parser.add_argument("--root", default="farm", metavar="DIR",
                        help="directory of jobs and record (default: "
                             "%(default)s)")
    parser.add_argument("--scheduler", metavar="ADDRESS",
                        help="of a dask scheduler, tcp://host:port or "
                             "file://scheduler.json (default: workers on this "
                             "machine)")
    parser.add_argument("--workers", type=positive(int), default=2, metavar="N",
                        help="on this machine (default: %(default)s)")
    parser.add_argument("--licences", type=count_of, action="append",
                        default=[], metavar="NAME=N",
                        help="a run holds one; so many are there")
    parser.add_argument("--tool", choices=sorted(COMMANDS), help="who judges a "
                        "design (default: vitis for hlsc, else estimator)")
    parser.add_argument("--command", metavar="TEXT",
                        help="in the place of `vitis_hls -f run_hls.tcl`; it "
                             "runs in the project's directory and leaves a "
                             "csynth.xml below it")
    parser.add_argument("--timeout", type=positive(float), default=10800,
                        metavar="S", help="seconds of one program, which is "
                                          "then killed (default: %(default)s)")
    parser.add_argument("--retries", type=int, default=2, metavar="N",
                        help="further tries of what failed for a transient "
                             "reason (default: %(default)s)")
    parser.add_argument("--again", action="append", default=[],
                        choices=["failed", "timed out", "too large", "valid"],
                        help="evaluate what the record has with this status "
                             "once more")


def add_arguments(parser):
    parts = parser.add_subparsers(dest="part", required=True)
    run_part = parts.add_parser(
        "run", help="evaluate design points of a program")
    run_part.add_argument("program", help=".mlir or .c")
    run_part.add_argument("--designs", action="append", default=[],
                          metavar="FILE",
                          help="a record of hlsc --pareto, or a design point; "
                               "without, hlsc finds the design")
    run_part.add_argument("--hlsc", default="", metavar="OPTIONS",
                          help="of hlsc, in one text: "
                               "--hlsc='--top gemm --target u200'")
    add_farm(run_part)
    serve_part = parts.add_parser(
        "serve", help="evaluate projects for hlsc --dse-backend farm")
    add_farm(serve_part)
    slurm_part = parts.add_parser(
        "slurm", help="print the sbatch file that starts workers")
    slurm_part.add_argument("--root", default="farm", metavar="DIR",
                            help="that all machines see (default: %(default)s)")
    slurm_part.add_argument("--licences", type=count_of, action="append",
                            default=[], metavar="NAME=N",
                            help="each worker holds one")
    slurm_part.add_argument("--sbatch", action="append", default=[],
                            metavar="OPTION", help="a further line: "
                            "--sbatch=--partition=long")
    for name, value, what in (("workers", 8, "workers"),
                              ("cpus", 2, "cores of a worker"),
                              ("memory", 8192, "megabytes of a core"),
                              ("hours", 24, "hours until Slurm ends all")):
        slurm_part.add_argument(f"--{name}", type=positive(int), default=value,
                                metavar="N", help=f"{what} (default: "
                                                  "%(default)s)")


def tool_of(args, default):
    name = args.tool or ("vitis" if args.command else default)
    command = tuple(shlex.split(args.command)) if args.command \
        else COMMANDS[name]
    if name == "estimator" and args.command:
        raise FarmError("--tool estimator is part of hlsc and has no --command")
    return Tool(name, command, args.timeout,
                tuple((licence, 1) for licence, _ in args.licences))


def farm_of(args):
    return Farm(args.root, args.scheduler, args.workers, args.licences,
                args.retries, args.again)


def show(result, progress):
    figures = f"{result['cycles']} cycles" if "cycles" in result else ""
    message = result.get("message", "").splitlines()
    parts = [result["key"][:8], result["status"], figures, *message[:1],
             "(recorded)" if result.get("recorded") else ""]
    print(f"{progress.line()}: {'  '.join(filter(None, parts))}", flush=True)


def run_points(args):
    tool = tool_of(args, "estimator")
    designs = [design for path in args.designs
               for design in designs_of_record(path)] or [None]
    jobs = jobs_of(args.program, shlex.split(args.hlsc), designs, tool)
    valid = 0
    with farm_of(args) as farm:
        progress = Progress(len({job.key for job in jobs}))
        for _, result in farm.run(jobs):
            progress.add(result)
            show(result, progress)
            valid += result["status"] == "valid"
        print(f"{progress.total} points, {valid} valid: {farm.record.path}")
    return 0 if valid else 3


def run(args):
    try:
        if args.part == "run":
            return run_points(args)
        if args.part == "serve":
            tool = tool_of(args, "vitis")
            with farm_of(args) as farm:
                serve(farm, tool)
            return 0
        print(slurm.script(args.root, args.workers, args.licences, args.cpus,
                           args.memory, args.hours, args.sbatch), end="")
        return 0
    except (FarmError, OSError) as error:
        print(f"talos farm: error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("talos farm: stopped; the same command goes on", file=sys.stderr)
        return 130
