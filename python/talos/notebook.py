# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How designs look in notebooks, in pages and in text."""

from __future__ import annotations

import base64
import html
import json
import os
import pathlib
from typing import TYPE_CHECKING, Any, Iterable, Sequence

from .errors import OptionError
from .report import model
from .report.page import alone, write_page as page_text
from .report.reading import parse, read_report
from .report.views import PICTURES

if TYPE_CHECKING:
    from .design import Design


def binding_lines(binding: Iterable[dict[str, Any]]) -> list[str]:
    """What limits the nests, one line each."""
    lines = []
    for nest in binding:
        for reason in nest["binding"]:
            lines.append(f"{nest['task']} ({nest['place']}), {nest['cycles']:,} cycles: "
                         f"{reason['text']}")
    return lines


def report_of(design: "Design") -> model.Report:
    """The report as the pictures read it."""
    if design.network is not None:
        raise OptionError("a network has no pictures; its processes and FIFOs are in "
                          "design.network and design.table(), and hls-sim --trace writes "
                          "what happens in it")
    name = f"{design.program.name}.json"
    return read_report(parse(json.dumps(design.report), name), name)


def picture(design: "Design", name: str) -> str:
    """One picture as SVG."""
    if name not in PICTURES:
        raise OptionError(f"there is no picture '{name}'; {', '.join(sorted(PICTURES))}")
    return alone(PICTURES[name](report_of(design)))


def write_page(design: "Design", file: str | os.PathLike[str]) -> None:
    """The whole page."""
    report = report_of(design)
    pathlib.Path(file).write_text(page_text([report], [], report.title), encoding="utf-8")


def table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A table of HTML."""
    def row(cells: Sequence[Any], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(str(cell))}</{tag}>"
                                for cell in cells) + "</tr>"
    body = "".join(row(cells, "td") for cells in rows)
    return f"<table><thead>{row(head, 'th')}</thead><tbody>{body}</tbody></table>"


def html_of_network(network: dict[str, Any], resources: dict[str, int]) -> str:
    """Its resources, processes, and FIFOs that somebody waits for."""
    return table(
        ["resource", "used"],
        [[name, f"{used:,}"] for name, used in sorted(resources.items())]) + table(
        ["process", "start", "end", "waits", "of these at ports"],
        [[process["name"], *(f"{process[key]:,}" for key in
                             ("start", "end", "waits", "waits_at_ports"))]
         for process in network["processes"]]) + table(
        ["FIFO", "bits", "depth", "tokens", "most at once", "writer waits", "reader waits"],
        [[fifo["name"], *(f"{fifo[key]:,}" for key in
                          ("bits", "depth", "tokens", "most", "writer_waits", "reader_waits"))]
         for fifo in network["fifos"] if fifo["writer_waits"] or fifo["reader_waits"]])


def html_of(design: "Design") -> str:
    """Cycles, resources and tasks, or processes, of a design."""
    report = design.report
    target = report["target"]
    head = (f"<p><b>{html.escape(report['top'])}</b> on {html.escape(target['device'])} at "
            f"{target['clock_ps'] / 1000:g} ns: <b>{design.cycles:,} cycles</b> "
            f"({html.escape(design.status)}, bound {design.bound:,})</p>")
    if design.network is not None:
        return f"<div>{head}{html_of_network(design.network, design.resources)}</div>"
    resources = table(
        ["resource", "used", "usable", "device"],
        [[name, f"{row['used']:,}", f"{row['usable']:,}", f"{row['device']:,}"]
         for name, row in sorted(report["resources"].items())])
    tasks = table(
        ["task", "cycles", "II", "pipelined", "loops (level 0 x 1 x 2)"],
        [[task["name"], f"{task['cycles']:,}", task.get("ii", ""),
          task.get("pipelined", ""),
          ", ".join(f"{loop['name']} {' x '.join(map(str, loop['factors']))}"
                    for loop in task["loops"])]
         for task in design.tasks])
    # As an image, so that its styles stay its own.
    encoded = base64.b64encode(picture(design, "timeline").encode()).decode()
    timeline = ('<p><img alt="Timeline of loads, tasks and stores" '
                f'src="data:image/svg+xml;base64,{encoded}"></p>')
    return f"<div>{head}{timeline}{resources}{tasks}</div>"
