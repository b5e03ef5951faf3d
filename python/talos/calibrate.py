# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Refits constants of the cost model to synthesis runs of your own.

Each DIRECTORY is a project that `hlsc -o` wrote, with a csynth report below it
(csynth.xml, or <top>_csynth.rpt). Cycles of RTL simulation, where there are
any, count in the place of synthesis' estimate: those of a <top>_cosim.rpt below
the directory, or of a CSV file with the columns `directory` and `cycles`.

How each figure of each design answers to each constant is measured with the
compiler's own estimator. Constants are then moved one after the other, each to
the value that leaves the smallest relative errors, and the result is estimated
anew: it is written only if it is better. What no figure answers to stays.
"""

import csv
import dataclasses
import json
import pathlib
import re
import shutil
import sys
import tempfile

from . import tools, vitis
from .fidelity import RESOURCES
from .fit import files
from .reports import ReportError

SUMMARY = "constants of the cost model, refitted to your synthesis runs"

# Constants that add up to figures, with the step in which they are tried. The
# others say what happens, not how much of it.
STEPS = {
    ("transfers", "load_overhead"): 1, ("transfers", "store_overhead"): 1,
    ("level_overhead",): 1, ("loops", "task_overhead"): 1,
    ("loops", "outer_overhead"): 1, ("depth", "parallel"): 1,
    ("depth", "carried"): 1, ("depth", "guarded"): 1, ("depth", "local"): 1,
    ("lut", "bank"): 1000, ("lut", "depth_output"): 1000,
    ("lut", "guarded_operation"): 1000,
    ("ff", "unit"): 1000, ("ff", "depth_output"): 1000,
    ("ff", "guarded_operation"): 1000}
PASSES = 4  # over all constants
FEW = 3     # designs, below which a constant is marked as sparse


@dataclasses.dataclass
class Run:
    """One synthesis run: the final IR, and what the tool reported."""
    directory: pathlib.Path
    code: str
    top: str
    functions: dict
    loops: dict
    rtl: int = None

    def rows(self, qor):
        """(figure, estimated, reported) of everything both sides name."""
        rows = vitis.compare({"estimate": qor}, self.functions, self.loops,
                             self.top)
        if self.rtl is None:
            return rows
        return [(what, estimated, self.rtl if what == "cycles" else reported)
                for what, estimated, reported in rows]


def cosim_cycles(directory):
    """The largest latency of a cosim report, none where there is no report."""
    for path in sorted(directory.rglob("*_cosim.rpt")):
        for line in path.read_text(errors="replace").splitlines():
            # | Verilog | Pass | min | avg | max | ...
            match = re.match(r"\|\s*(Verilog|VHDL)\s*\|\s*Pass\s*\|\s*\d+\s*\|"
                             r"\s*\d+\s*\|\s*(\d+)\s*\|", line)
            if match:
                return int(match[2])
    return None


def read_rtl(path):
    """Cycles by directory."""
    found = {}
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        for column in ("directory", "cycles"):
            if column not in (reader.fieldnames or []):
                raise ReportError(f"{path}: column '{column}' is missing")
        for row in reader:
            cycles = vitis.integer(row["cycles"])
            if cycles is None or cycles < 1:
                raise ReportError(f"{path}:{reader.line_num}: '{row['cycles']}' "
                                  "is no number of cycles")
            found[pathlib.Path(row["directory"]).resolve()] = cycles
    return found


def read_run(directory, rtl):
    directory = pathlib.Path(directory)
    report = vitis.find_report(directory)
    read = vitis.read_rpt if report.suffix == ".rpt" else vitis.read_xml
    top, functions, loops = read(report)
    if functions[top]["cycles"] is None:
        raise ReportError(f"{report}: no latency of '{top}'")
    code = sorted(directory.glob("*.hls.mlir"))
    if len(code) != 1:
        raise ReportError(f"{directory}: expected one *.hls.mlir of hlsc -o, "
                          f"found {len(code)}")
    cycles = rtl.get(directory.resolve(), cosim_cycles(directory))
    return Run(directory, code[0].read_text(encoding="utf-8"), top, functions,
               loops, cycles)


class Model:
    """The estimator under changed constants."""

    def __init__(self, runs, rules, version, place):
        self.runs, self.rules = runs, rules
        self.place = place
        self.path = pathlib.Path(place, "targets", "rules",
                                 f"vitis-{version}.json")
        shutil.copytree(tools.data_directory(), pathlib.Path(place, "targets"))

    def estimate(self, values):
        """The rows of every run."""
        files.write(self.path, with_values(self.rules, values))
        found = []
        for run in self.runs:
            text = tools.run("hls-opt", ["--hls-estimate-qor=report=json", "-o",
                                         "/dev/null"], run.code,
                             {"TALOS_DATA_DIR": str(self.place)})
            found.append(run.rows(json.loads(text)))
        return found


def entry_of(rules, key):
    for name in key:
        rules = rules[name]
    return rules


def with_values(rules, values):
    changed = json.loads(json.dumps(rules))
    for key, value in values.items():
        entry_of(changed, key)["value"] = value
    return changed


def flat(found):
    """(estimated, reported) of every row that says something."""
    return [(estimated, reported) for rows in found
            for _, estimated, reported in rows if reported]


def error(pairs):
    """Sum of relative errors."""
    return sum(abs(e - r) / r for e, r in pairs)


def best_move(pairs, slopes, value):
    """By how much a constant should move, if figures answer linearly: the best
    of the values where one figure becomes exact."""
    moves = {0} | {round((reported - estimated) / slope)
                   for (estimated, reported), slope in zip(pairs, slopes)
                   if slope}
    moves = [move for move in moves if value + move >= 0]
    return min(moves, key=lambda move: (error(
        [(e + move * s, r) for (e, r), s in zip(pairs, slopes)]), abs(move)))


def fit(model):
    """The constants that move, and the rows before and after."""
    start = {key: entry_of(model.rules, key)["value"] for key in STEPS}
    before = model.estimate({})
    pairs = flat(before)
    slopes = {}
    for key, step in STEPS.items():
        moved = flat(model.estimate({key: start[key] + step}))
        slopes[key] = [(m - e) / step for (m, _), (e, _) in zip(moved, pairs)]
    values = dict(start)
    for _ in range(PASSES):
        for key in STEPS:
            move = best_move(pairs, slopes[key], values[key])
            values[key] += move
            pairs = [(e + move * s, r)
                     for (e, r), s in zip(pairs, slopes[key])]
    changed = {key: value for key, value in values.items()
               if value != start[key]}
    after = model.estimate(changed)
    if error(flat(after)) >= error(flat(before)):
        return {}, before, before
    return changed, before, after


def kind_of(what):
    """Rows of one kind share a line of the table."""
    if what == "cycles" or what in RESOURCES:
        return what
    if what.endswith((" II", " depth")):
        return what.rsplit(" ", 1)[1]
    return "transfers" if what.startswith(("load_", "store_")) else "tasks"


def errors_by_kind(found):
    kinds = {}
    for rows in found:
        for what, estimated, reported in rows:
            if reported:
                kinds.setdefault(kind_of(what), []).append(
                    100 * abs(estimated - reported) / reported)
    return kinds


def show(changed, rules, before, after):
    old, new = errors_by_kind(before), errors_by_kind(after)
    print(f"{'figure':12}{'rows':>6}{'mean before':>13}{'after':>9}"
          f"{'worst before':>14}{'after':>9}")
    for kind, errors in old.items():
        print(f"{kind:12}{len(errors):6}{sum(errors) / len(errors):11.2f} %"
              f"{sum(new[kind]) / len(errors):7.2f} %{max(errors):12.2f} %"
              f"{max(new[kind]):7.2f} %")
    for key, value in changed.items():
        print(f"{'.'.join(key)}: {entry_of(rules, key)['value']} -> {value}")


def refitted(rules, changed, runs, before, after):
    """The content of the rules file."""
    result = with_values(rules, changed)
    means = [sum(map(sum, kinds.values())) / sum(map(len, kinds.values()))
             for kinds in (errors_by_kind(before), errors_by_kind(after))]
    for key in changed:
        entry = entry_of(result, key)
        entry["source"] = (f"talos calibrate: {len(runs)} synthesis runs, mean "
                           f"error {means[0]:.2f} % before, {means[1]:.2f} % "
                           "after")
        entry["provenance"] = "measured" if len(runs) >= FEW else "sparse"
    return result


def write(options, root, rules):
    """The device of the user's, and the rules that it names."""
    output = pathlib.Path(options.output)
    rules_path = output.with_name(output.stem + ".rules.json")
    device = files.read(root / "devices" / f"{options.target}.json")
    device["name"] = output.stem
    device["rules"] = rules_path.name
    files.write(rules_path, rules)
    files.write(output, device)
    print(f"wrote {output} and {rules_path}: hlsc --target-file {output}")


def add_arguments(parser):
    parser.add_argument("directories", nargs="+", metavar="DIRECTORY",
                        help="of a project with a synthesis report below it")
    parser.add_argument("--target", default="u200",
                        help="the device that the new one is a copy of "
                             "(default: %(default)s)")
    parser.add_argument("--tool-version", default="2023.2",
                        help="whose rules are refitted (default: %(default)s)")
    parser.add_argument("--rtl", metavar="FILE",
                        help="CSV: directory, cycles")
    parser.add_argument("-o", "--output", metavar="FILE.json",
                        help="the device for hlsc --target-file; without, "
                             "nothing is written")


def calibrate(options):
    rtl = read_rtl(options.rtl) if options.rtl else {}
    runs = [read_run(directory, rtl) for directory in options.directories]
    root = tools.data_directory()
    if not (root / "devices" / f"{options.target}.json").is_file():
        raise ReportError(f"no device '{options.target}'; hlsc --list-targets "
                          "names all")
    path = root / "rules" / f"vitis-{options.tool_version}.json"
    if not path.is_file():
        raise ReportError(f"{path}: there are no rules of this version")
    if options.output and not options.output.endswith(".json"):
        raise ReportError(f"-o {options.output}: the name must end in .json")
    rules = files.read(path)
    with tempfile.TemporaryDirectory() as place:
        changed, before, after = fit(
            Model(runs, rules, options.tool_version, place))
    show(changed, rules, before, after)
    if not changed:
        print("no constant leaves smaller errors: the model stays as it is")
        return 0
    if options.output:
        write(options, root, refitted(rules, changed, runs, before, after))
    return 0


def run(options):
    try:
        return calibrate(options)
    except (ReportError, tools.ToolError, OSError) as error_:
        print(f"talos calibrate: error: {error_}", file=sys.stderr)
        return 2
