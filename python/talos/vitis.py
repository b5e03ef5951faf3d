# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The report of a synthesis run beside the estimate.

    python3 -m talos.vitis DIRECTORY [--report report.json] [--json FILE]

DIRECTORY is a solution of Vitis HLS, or any directory with a csynth report
below it: csynth.xml, else <top>_csynth.rpt. The estimate is that of report.json,
which `hlsc -o` writes; it is looked for in DIRECTORY and above it. Figures are
found by their names in the report, never by the place of a column.

Exit code: 0, or 2 on bad input.
"""

import argparse
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as xml

from .fidelity import RESOURCES, cell
from .reports import ReportError

# Names that versions of the tool use for one figure.
NAMES = {
    "cycles": ["Worst-caseLatency", "Average-caseLatency"],
    "DSP": ["DSP", "DSP48E"],
    "BRAM_18K": ["BRAM_18K"],
    "URAM": ["URAM"],
    "LUT": ["LUT"],
    "FF": ["FF"],
}


def integer(text):
    """A figure, or None for `undef`, `-`, `?`."""
    try:
        return int(str(text).replace(",", "").strip())
    except ValueError:
        return None


def find_figure(element, figure):
    """The first element with one of a figure's names."""
    if element is None:
        return None
    for name in NAMES[figure]:
        value = integer(element.findtext(f".//{name}", ""))
        if value is not None:
            return value
    return None


def of_summary(element):
    """Cycles and resources of one function's part of csynth.xml."""
    overall = element.find("PerformanceEstimates/SummaryOfOverallLatency")
    area = element.find("AreaEstimates/Resources")
    figures = {"cycles": find_figure(overall, "cycles")}
    for name in RESOURCES:
        figures[name] = find_figure(area, name)
    return figures


def loops_of(element):
    """Pipelined loops: name to trips, II and depth."""
    loops = {}
    summary = element.find("PerformanceEstimates/SummaryOfLoopLatency")
    for loop in summary.iter() if summary is not None else ():
        if loop.find("TripCount") is None or loop.find("PipelineII") is None:
            continue
        loops[loop.findtext("Name", loop.tag)] = {
            "trips": integer(loop.findtext("TripCount")),
            "ii": integer(loop.findtext("PipelineII")),
            "depth": integer(loop.findtext("PipelineDepth", "")),
        }
    return loops


def read_xml(path):
    """(top name, figures by function name, loops by function name)"""
    try:
        root = xml.parse(path).getroot()
    except xml.ParseError as error:
        raise ReportError(f"{path}: {error}") from None
    top = root.findtext("UserAssignments/TopModelName")
    if not top or root.find("PerformanceEstimates") is None:
        raise ReportError(f"{path}: no csynth report: TopModelName or "
                          "PerformanceEstimates is missing")
    functions, loops = {top: of_summary(root)}, {top: loops_of(root)}
    for module in root.findall("ModuleInformation/Module"):
        name = module.findtext("Name", "")
        if name != top:
            functions[name] = of_summary(module)
            loops[name] = loops_of(module)
    return top, functions, loops


def cells(line):
    return [part.strip() for part in line.strip().strip("|").split("|")]


def rpt_table(lines, column):
    """The rows of the first table with this column, each by column name."""
    for number, line in enumerate(lines):
        if line.lstrip().startswith("|") and column in cells(line):
            names = cells(line)
            rows = []
            for row in lines[number + 1:]:
                if row.lstrip().startswith("|"):
                    # Of equal names the first counts: `max` of the cycles
                    # stands before `max` of the time and of the interval.
                    rows.append(dict(reversed(list(zip(names, cells(row))))))
                elif not row.lstrip().startswith("+"):
                    break
            return rows
    return []


def read_rpt(path):
    """The summary of a <top>_csynth.rpt."""
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    top = re.sub(r"_csynth$", "", path.stem)
    figures = {name: None for name in ["cycles"] + RESOURCES}
    for row in rpt_table(lines, "max"):
        figures["cycles"] = integer(row["max"])
        if figures["cycles"] is not None:
            break
    for row in rpt_table(lines, "BRAM_18K"):
        if row.get("Name") == "Total":
            for figure in RESOURCES:
                for name in NAMES[figure]:
                    if name in row:
                        figures[figure] = integer(row[name])
    if figures["cycles"] is None and figures["DSP"] is None:
        raise ReportError(f"{path}: no latency table with a column 'max' and no "
                          "utilization table with a row 'Total'")
    return top, {top: figures}, {top: {}}


def find_report(directory):
    """csynth.xml or a report text, the shortest path first."""
    directory = pathlib.Path(directory)
    if directory.is_file():
        return directory
    if not directory.is_dir():
        raise ReportError(f"{directory}: no such file or directory")
    for pattern in ("csynth.xml", "*_csynth.xml", "*_csynth.rpt"):
        found = sorted(directory.rglob(pattern),
                       key=lambda p: (len(p.parts), len(p.name), p.name))
        if found:
            return found[0]
    raise ReportError(f"{directory}: no csynth.xml and no *_csynth.rpt in it; "
                      "run csynth_design first")


def find_estimate(directory, given):
    """The JSON report of hlsc."""
    places = [pathlib.Path(given)] if given else [
        place / "report.json"
        for place in [pathlib.Path(directory).resolve(),
                      *pathlib.Path(directory).resolve().parents]]
    for path in places:
        if path.is_file():
            try:
                data = json.loads(path.read_text())
            except json.JSONDecodeError as error:
                raise ReportError(f"{path}: {error}") from None
            if data.get("schema") == "talos-report":
                return path, data
            if given:
                raise ReportError(f"{path}: not a report of hlsc")
    raise ReportError(f"no report.json of hlsc in or above {directory}; name it "
                      "with --report")


def find_function(functions, wanted):
    """A function by name; the tool may append a number or a suffix."""
    if wanted in functions:
        return wanted
    pattern = re.compile(re.escape(wanted) + r"(_?\d+|_s)*")
    return next((name for name in functions if pattern.fullmatch(name)), None)


def compare(report, functions, loops, top):
    """Rows (what, estimated, reported) of everything both sides name."""
    estimate = report.get("estimate")
    if not estimate:
        raise ReportError("the report of hlsc has no estimate; its notes say why")
    rows = []

    def add(what, estimated, reported):
        if reported is not None:
            rows.append((what, estimated, reported))

    figures = functions[top]
    add("cycles", estimate["cycles"], figures["cycles"])
    for name in RESOURCES:
        add(name, estimate["resources"][name], figures[name])
    calls = [(f"task_{task['name']}", task) for task in estimate["tasks"]]
    calls += [(f"{t['kind']}_{t['array']}", t) for t in estimate["transfers"]]
    for function, entry in calls:
        name = find_function(functions, function)
        if name is None:
            continue
        add(function, entry["cycles"], functions[name]["cycles"])
        pipelined = [l for l in entry.get("loops", []) if l["pipelined"]]
        inside = [loop for other in functions if other == name or
                  other.startswith(name + "_Pipeline")
                  for loop in loops[other].values()]
        if len(inside) == len(pipelined) == 1:
            add(f"{function} II", pipelined[0]["ii"], inside[0]["ii"])
            add(f"{function} depth", pipelined[0]["depth"], inside[0]["depth"])
    return rows


def main(argv=None):
    parser = argparse.ArgumentParser(prog="talos.vitis",
                                     description=__doc__.split("\n")[0])
    parser.add_argument("directory", help="a solution, or a report file")
    parser.add_argument("--report", help="the JSON report of hlsc")
    parser.add_argument("--json", metavar="FILE", help="also write the rows")
    options = parser.parse_args(argv)
    try:
        path = find_report(options.directory)
        read = read_rpt if path.suffix == ".rpt" else read_xml
        top, functions, loops = read(path)
        where, report = find_estimate(options.directory, options.report)
        if report.get("top") != top:
            raise ReportError(f"{path} is of '{top}', {where} of "
                              f"'{report.get('top')}'")
        rows = compare(report, functions, loops, top)
    except ReportError as error:
        print(f"talos.vitis: error: {error}", file=sys.stderr)
        return 2
    print(f"{top}: estimate of {where} (report of {path.name}, error)")
    width = max(len(what) for what, _, _ in rows)
    for what, estimated, reported in rows:
        print(f"  {what:{width}}  {cell(estimated, reported)}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(
            [{"figure": w, "estimated": e, "reported": r} for w, e, r in rows],
            indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
