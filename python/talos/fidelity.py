# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Estimates against synthesis reports.

    python3 -m talos.fidelity DIRECTORY [--json FILE] [--keep DIRECTORY] [--brief]
                              [--written]

DIRECTORY holds designs.csv, statements.csv and arrays.csv. Every design of the
framework (--framework, default sisyphus) is rebuilt from its rows as a program
with a design point, carried out by the apply passes ("applied"), and estimated
by hls-opt --hls-estimate-qor. A row that says something that no design point
says is written in the form that the passes leave ("written"), as all are with
--written; the reason is printed. Printed are, for each design, cycles and
resources, initiation interval, depth and latency of every statement, latency of
every transfer, each beside the report's figure with its error; then means,
geometric means and the worst. With loops.csv and memories.csv the loop formula
and the memory rule are held against every loop and RAM, other frameworks
included. A design that cannot be rebuilt or estimated is
printed with the reason and counted as failed. Other tables of DIRECTORY are
named with their numbers of rows.

Exit code: 0 if every design was estimated, 1 if one failed, 2 on bad input.
"""

import argparse
import csv
import json
import pathlib
import sys

from . import rebuild, reports, statements, tables, tools

RESOURCES = ["DSP", "BRAM_18K", "URAM", "LUT", "FF"]
READ = {"designs.csv", "statements.csv", "arrays.csv", "loops.csv",
        "memories.csv"}


def percent(estimated, measured):
    """Relative error in percent; a figure where none is reported has none."""
    if measured == 0:
        return 0.0 if estimated == 0 else float("inf")
    return 100.0 * (estimated - measured) / measured


class Comparison:
    """Pairs (estimated, measured) of one figure over all designs."""

    def __init__(self):
        self.pairs = []

    def add(self, where, estimated, measured):
        """A figure that the report does not have is not compared."""
        if measured is None:
            return
        self.pairs.append((where, estimated, measured))

    def geomean(self):
        """Of estimated over measured; none where no design uses anything, as a
        resource that nothing needs."""
        ratios = [e / m for _, e, m in self.pairs if m > 0 and e > 0]
        return reports.geomean(ratios) if ratios else None

    def summary(self):
        errors = [(abs(percent(e, m)), w) for w, e, m in self.pairs]
        if not errors:
            return None
        worst = max(errors, key=lambda pair: pair[0])
        return {
            "count": len(errors),
            "mean_percent": sum(e for e, _ in errors) / len(errors),
            "worst_percent": worst[0],
            "worst_at": worst[1],
            "geomean_ratio": self.geomean(),
            "exact": sum(e == m for _, e, m in self.pairs),
        }


def match_transfers(design, qor):
    """(name, estimated, measured) of every transfer of the report."""
    found = {}
    for task in [qor] + qor["tasks"]:
        for transfer in task["transfers"]:
            found[transfer["array"], transfer["kind"]] = transfer
    rows = []
    for row in design.arrays:
        for kind in ("load", "store"):
            if not reports.is_transferred(row, kind):
                continue
            transfer = found.get((row["array"], kind))
            rows.append({
                "name": f"{kind} {row['array']}",
                "cycles": transfer["cycles"] if transfer else 0,
                "report_cycles": reports.figure(row, f"{kind}_vitis_latency"),
                "ii": transfer["ii"] if transfer else 0,
                "report_ii": reports.figure(row, f"{kind}_vitis_II"),
            })
    return rows


def match_statements(design, qor):
    rows = []
    if len(design.statements) != len(qor["tasks"]):
        raise reports.ReportError(
            f"{len(design.statements)} statements became {len(qor['tasks'])} "
            "tasks")
    none = {"ii": 1, "depth": 1, "reason": ""}
    for row, task in zip(design.statements, qor["tasks"]):
        loop = next((l for l in task["loops"] if l["pipelined"]),
                    task["loops"][0] if task["loops"] else none)
        rows.append({
            "name": f"S{reports.number(row, 'stmt')}",
            "text": row["text"].strip(),
            "cycles": task["cycles"],
            "report_cycles": reports.figure(row, "vitis_task_latency"),
            "ii": loop["ii"],
            "report_ii": reports.figure(row, "vitis_II"),
            "depth": loop["depth"],
            "report_depth": reports.figure(row, "vitis_depth"),
            "reason": loop["reason"],
        })
    return rows


def code_of(program, written):
    """A design's code, the way it came about, and why no other.

    The way is "applied" for a design point that the apply passes carried out,
    "written" for code in their form.
    """
    if not written:
        try:
            return rebuild.carry_out(program), "applied", ""
        except (rebuild.NotAPoint, tools.ToolError) as error:
            reason = str(error)
    else:
        reason = "asked for"
    return rebuild.Applied(program).top(), "written", reason


def estimate(design, kernels, options):
    """Rebuilds and estimates a design; raises with the reason."""
    program = rebuild.Program(design, kernels)
    text, way, reason = code_of(program, options.written)
    if options.keep:
        name = design.name.replace("|", "_").replace("/", "_") + ".hls.mlir"
        pathlib.Path(options.keep, name).write_text(text)
    qor = json.loads(tools.run(
        "hls-opt", ["--hls-estimate-qor=report=json", "-o", "/dev/null"], text))
    return {
        "design": design.name,
        "way": way,
        "over_utilized": design.is_over,
        "cycles": qor["cycles"],
        "report_cycles": reports.figure(design.row, "lat_worst"),
        "resources": {n: qor["resources"][n] for n in RESOURCES},
        "report_resources": {n: reports.figure(design.row, n)
                             for n in RESOURCES},
        "statements": match_statements(design, qor),
        "transfers": match_transfers(design, qor),
        "notes": ([f"not through apply: {reason}"] if way == "written" else []) +
                 program.notes,
    }


def cell(estimated, measured):
    """`52157 (52160, +0.01 %)`: the estimate, the report's figure, the error."""
    if measured is None:
        return f"{estimated} (not reported)"
    if estimated == measured:
        return f"{estimated} (=)"
    return f"{estimated} ({measured}, {percent(estimated, measured):+.2f} %)"


def print_design(result, brief):
    flag = "  over-utilized" if result["over_utilized"] else ""
    print(f"{result['design']}  {result['way']}{flag}")
    print(f"  cycles {cell(result['cycles'], result['report_cycles'])}  " +
          "  ".join(f"{n} {cell(result['resources'][n], result['report_resources'][n])}"
                    for n in RESOURCES))
    for note in result["notes"]:
        print(f"  note: {note}")
    if brief:
        return
    for row in result["statements"]:
        print(f"  {row['name']:5} II {cell(row['ii'], row['report_ii'])}  depth "
              f"{cell(row['depth'], row['report_depth'])}  task "
              f"{cell(row['cycles'], row['report_cycles'])}  {row['text']}")
        if row["reason"]:
            print(f"        {row['reason']}")
    for row in result["transfers"]:
        print(f"  {row['name']:12} II {cell(row['ii'], row['report_ii'])}  "
              f"{cell(row['cycles'], row['report_cycles'])}")


def summarize(results):
    """Comparisons by figure."""
    figures = {name: Comparison() for name in
               ["cycles"] + RESOURCES +
               ["II", "depth", "task", "transfer", "task and transfer"]}
    for result in results:
        name = result["design"]
        figures["cycles"].add(name, result["cycles"], result["report_cycles"])
        for resource in RESOURCES:
            figures[resource].add(name, result["resources"][resource],
                                  result["report_resources"][resource])
        for row in result["statements"]:
            where = f"{name} {row['name']}"
            figures["II"].add(where, row["ii"], row["report_ii"])
            figures["depth"].add(where, row["depth"], row["report_depth"])
            for figure in ("task", "task and transfer"):
                figures[figure].add(where, row["cycles"], row["report_cycles"])
        for row in result["transfers"]:
            where = f"{name} {row['name']}"
            for figure in ("transfer", "task and transfer"):
                figures[figure].add(where, row["cycles"], row["report_cycles"])
    return {name: figure.summary() for name, figure in figures.items()}


def check_tables(directory, designs):
    """Summaries of loops.csv and memories.csv, which a directory may lack, and
    what is wrong with them."""
    version = designs[0].row["vitis_version"] if designs else "2023.2"
    try:
        loops, skipped = tables.check_loops(directory, version, Comparison)
        memories = tables.check_memories(directory, version, Comparison)
    except (reports.ReportError, tools.ToolError, TypeError) as error:
        return {}, {}, f"\nloops.csv, memories.csv: {error}\n"
    note = (f"\nloops.csv: {skipped} loops of unknown trip count left out\n"
            if skipped else "")
    return ({k: v.summary() for k, v in loops.items()},
            {k: v.summary() for k, v in memories.items()}, note)


def unread_tables(directory):
    """(name, rows) of the tables that nothing here is compared with."""
    unread = []
    for path in sorted(pathlib.Path(directory).glob("*.csv")):
        if path.name not in READ:
            with open(path, newline="", encoding="utf-8",
                      errors="replace") as file:
                unread.append((path.name, sum(1 for _ in csv.DictReader(file))))
    return unread


def print_unread(unread):
    """What a directory holds beyond what is compared; nothing if all is."""
    if unread:
        print("not read, so that no figure above rests on them: " +
              ", ".join(f"{name} ({rows} rows)" for name, rows in unread))


def ratio_text(ratio):
    return f"{'-':>8}" if ratio is None else f"{ratio:8.4f}"


def print_summary(title, summary):
    if not any(summary.values()):
        return
    print(f"\n{title}")
    print(f"  {'figure':18} {'rows':>5} {'exact':>6} {'mean':>9} {'worst':>9} "
          f"{'geomean':>8}  worst at")
    for name, figures in summary.items():
        if figures is None:
            continue
        print(f"  {name:18} {figures['count']:5} {figures['exact']:6} "
              f"{figures['mean_percent']:7.3f} % {figures['worst_percent']:7.2f} %"
              f" {ratio_text(figures['geomean_ratio'])}  "
              f"{figures['worst_at'] if figures['worst_percent'] else '-'}")


def arguments_of(argv):
    parser = argparse.ArgumentParser(
        prog="talos.fidelity", description=__doc__.split("\n")[0])
    parser.add_argument("directory", help="with designs.csv, statements.csv, "
                                          "arrays.csv")
    parser.add_argument("--framework", default="sisyphus",
                        help="designs of this framework (default: %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="also write all figures")
    parser.add_argument("--keep", metavar="DIR",
                        help="write the rebuilt code there")
    parser.add_argument("--brief", action="store_true",
                        help="no lines for statements and transfers")
    parser.add_argument("--written", action="store_true",
                        help="write all code, carry out no design point")
    return parser.parse_args(argv)


def main(argv=None):
    options = arguments_of(argv)
    try:
        designs, others = reports.read_designs(options.directory,
                                               options.framework)
        unread = unread_tables(options.directory)
        tools.find_tool("hls-opt")
    except (reports.ReportError, tools.ToolError) as error:
        print(f"talos.fidelity: error: {error}", file=sys.stderr)
        return 2
    if options.keep:
        pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
    kernels = rebuild.kernel_data()
    results, failed = [], []
    for design in designs:
        try:
            results.append(estimate(design, kernels, options))
            print_design(results[-1], options.brief)
        except (reports.ReportError, statements.TextError, tools.ToolError,
                ArithmeticError, LookupError, ValueError) as error:
            known = isinstance(error, (reports.ReportError, tools.ToolError,
                                       statements.TextError))
            reason = str(error) if known else f"unexpected content: {error!r}"
            failed.append({"design": design.name, "reason": reason})
            print(f"{design.name}\n  FAILED: {reason}")
    fitting = [r for r in results if not r["over_utilized"]]
    over = [r for r in results if r["over_utilized"]]
    print_summary(f"designs that fit the device: {len(fitting)}",
                  summarize(fitting))
    if over:
        print_summary(f"over-utilized designs: {len(over)}", summarize(over))
    loops, memories, problem = check_tables(options.directory, designs)
    print(problem, end="")
    print_summary("loop formula on the loops of loops.csv, by framework",
                  loops)
    print_summary("memory rule on the RAMs of memories.csv", memories)
    print(f"\n{len(designs)} designs, {len(results)} estimated, "
          f"{len(failed)} failed; {len(others)} designs of other frameworks")
    applied = sum(r["way"] == "applied" for r in results)
    print(f"{applied} carried out by the apply passes, "
          f"{len(results) - applied} written")
    print_unread(unread)
    for entry in failed:
        print(f"  failed: {entry['design']}: {entry['reason']}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(
            {"designs": results, "failed": failed, "others": others,
             "summary": summarize(fitting), "loops": loops,
             "memories": memories, "unread": dict(unread),
             "summary_over_utilized": summarize(over)}, indent=2) + "\n")
    return 1 if failed or not designs else 0


if __name__ == "__main__":
    sys.exit(main())
