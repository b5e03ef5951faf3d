# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command `python3 -m talos report`.

    python3 -m talos report a.json [b.json ...] [record.jsonl ...] -o report.html
    python3 -m talos report --index out/index.html a.json b.json ...
    python3 -m talos report --picture timeline a.json -o timeline.svg

Inputs are reports of hlsc (--report-file, or the report.json of an output
directory) and records of explorations (--dse-record); which of them a file is
shows from what it holds. Exit code: 0; 1 if an input cannot be shown or the page
not be written; 2 for a wrong command line.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import sys
from typing import Sequence

from .index import file_names, write_index
from .model import Report
from .page import alone, write_page
from .reading import ReportError, parse, read_report
from .record import Record, of_front, read_record
from .views import PICTURES

SUMMARY = "show reports of hlsc as a page with pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("inputs", nargs="+", metavar="FILE",
                        help="a JSON report, or a record of an exploration")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("-o", "--output", metavar="PAGE",
                       help="the page to write")
    where.add_argument("--index", metavar="PAGE",
                       help="write a page for every report beside this page, which "
                       "lists them")
    parser.add_argument("--title", help="title of the page")
    parser.add_argument("--picture", choices=sorted(PICTURES),
                        help="write this picture of one report alone, as SVG")
    parser.add_argument("--static", action="store_true",
                        help="leave out the interactive pictures")


def read_inputs(paths: Sequence[str]) -> tuple[list[Report], list[Record]]:
    reports: list[Report] = []
    records: list[Record] = []
    for path in paths:
        try:
            text = pathlib.Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ReportError(f"{path}: cannot be read: {error}") from error
        # JSON lines: the first line alone is an object.
        first = text.split("\n", 1)[0].strip()
        if first.startswith("{") and first.endswith("}") and '"schema"' not in first:
            records.append(read_record(text, path))
            continue
        root = parse(text, path)
        if isinstance(root.value, dict) and root.value.get("schema") == "talos-pareto":
            records.append(of_front(root, path))
        else:
            reports.append(read_report(root, path))
    return reports, records


def title_of(reports: Sequence[Report], records: Sequence[Record]) -> str:
    if len(reports) == 1:
        return reports[0].title
    if reports:
        return f"{len(reports)} designs"
    return f"Exploration of {records[0].title}"


def write(path: pathlib.Path, text: str) -> None:
    """All of it or, on an error, nothing."""
    beside = path.with_name(path.name + ".new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text, encoding="utf-8")
        os.replace(beside, path)
    except OSError as error:
        if beside.is_file():
            beside.unlink()
        raise ReportError(f"{path}: cannot be written: {error}") from error


def write_picture(arguments: argparse.Namespace, reports: Sequence[Report],
                  records: Sequence[Record]) -> None:
    if len(reports) != 1 or records or arguments.output is None:
        raise ReportError("--picture: expected one report and -o; give it a report "
                          "alone")
    write(pathlib.Path(arguments.output),
          alone(PICTURES[arguments.picture](reports[0])))


def write_all(arguments: argparse.Namespace) -> None:
    reports, records = read_inputs(arguments.inputs)
    if arguments.picture:
        write_picture(arguments, reports, records)
        return
    live = not arguments.static
    if arguments.output is not None:
        title = arguments.title or title_of(reports, records)
        write(pathlib.Path(arguments.output),
              write_page(reports, records, title, live))
        return
    if records:
        raise ReportError(f"{records[0].path}: a record has no row in an index; give "
                          "it to -o")
    index = pathlib.Path(arguments.index)
    names = file_names(reports)
    for report, name in zip(reports, names):
        write(index.parent / name, write_page([report], [], report.title, live))
    write(index, write_index(reports, names, arguments.title or "Designs"))


def run(arguments: argparse.Namespace) -> int:
    try:
        write_all(arguments)
    except ReportError as error:
        print(f"talos report: error: {error}", file=sys.stderr)
        return 1
    return 0
