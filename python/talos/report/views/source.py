# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lines of the source, each with the cycles of what it says."""

from __future__ import annotations

import dataclasses
from typing import Optional

from ..markup import Element, element
from ..model import Report
from ..parts import View, absent, paragraph
from ..scales import grouped, percent


@dataclasses.dataclass
class Line:
    """What the tasks and loops of one line take."""
    cycles: int = 0
    names: list[str] = dataclasses.field(default_factory=list)


def line_of(place: str, source: str) -> Optional[int]:
    """The line of "file:line:column" if it is of the source."""
    file, _, rest = place.rpartition(":")[0].rpartition(":")
    return int(rest) if file == source and rest.isdigit() else None


def lines_of(report: Report) -> dict[int, Line]:
    """Cycles of all runs of the tasks, by line."""
    found: dict[int, Line] = {}
    for call in report.timeline:
        if call.kind != "task":
            continue
        line = line_of(report.places.get(call.name, call.place), report.source)
        if line is not None:
            at = found.setdefault(line, Line())
            at.cycles += call.total
            at.names.append(call.name)
    return found


def row(number: int, text: str, line: Optional[Line], most: int,
        total: int) -> Element:
    made = element("tr", element("th", str(number), scope="row", klass="number quiet"))
    if line is None:
        made.append(element("td"))
        made.append(element("td"))
        made.append(element("td"))
        made.append(element("td", text, klass="code"))
        return made
    made.set("class", "hot")
    made.append(element("td", ", ".join(line.names)))
    made.append(element("td", grouped(line.cycles), klass="number"))
    made.append(element("td", percent(line.cycles, total), klass="number"))
    share = 0.06 + 0.26 * line.cycles / most
    made.append(element("td", text, klass="code",
                        style=f"background: rgba(var(--heat), {share:.2f})"))
    return made


def view(report: Report, prefix: str) -> View:
    title = "Source"
    if not report.lines:
        return View(prefix + "source", title, (absent(
            "No lines", "the report has none; it is from standard input, or from an "
            "older version of hlsc"),))
    lines = lines_of(report)
    most = max([line.cycles for line in lines.values()] + [1])
    head = element("thead", element("tr", *(
        element("th", name, scope="col", klass="number" if index in (0, 2, 3) else None)
        for index, name in enumerate(("line", "task", "cycles", "of the design",
                                      "source")))))
    body = element("tbody", *(row(number, text, lines.get(number), most, report.cycles)
                              for number, text in report.lines))
    caption = element("caption", f"{report.source}, with the cycles of all runs")
    made = element("table", caption, head, body, klass="source")
    return View(prefix + "source", title, (
        paragraph("Cycles stand at the line of the statement. Loads and stores are of "
                  "no line; tasks of one phase run at the same time, so that shares "
                  "may add up to more than the design."),
        element("div", made, klass="scroll", tabindex="0", role="region",
                aria_label=f"Source of {report.top}")))
