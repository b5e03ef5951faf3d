# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Two or more designs side by side."""

from __future__ import annotations

import pathlib
from typing import Any, Optional, Sequence

from ..markup import element
from ..model import Report
from ..parts import View, absent, figure, paragraph, table
from ..scales import Linear, grouped, short
from ..svg import SMALL, Picture, clipped, rect
from . import gantt
from .overview import status

WIDTH, LEFT, RIGHT, ROW, TOP = 1120, 260, 150, 40, 36


def names(reports: Sequence[Report]) -> list[str]:
    """Titles; where two are the same, of all the files, as short as tells them
    apart."""
    choices = [[report.title for report in reports],
               [pathlib.Path(report.path).stem for report in reports],
               [report.path for report in reports]]
    return next((names for names in choices if len(set(names)) == len(names)),
                choices[-1])


def change(value: float, first: float) -> str:
    """Behind a figure: how it stands to that of the first design."""
    if value == first:
        return ""
    return f" ({100 * (value - first) / first:+.1f} %)" if first else " (0 before)"


def rows_of(reports: Sequence[Report]) -> list[list[str]]:
    first = reports[0]

    def row(name: str, values: Sequence[float], form: str = "{:,}") -> list[str]:
        return [name] + [form.format(value) + change(value, values[0])
                         for value in values]

    rows = [row("cycles", [report.cycles for report in reports]),
            row("time in \N{MICRO SIGN}s", [report.microseconds for report in reports],
                "{:,.2f}")]
    used = [{row.name: row.used for row in report.resources} for report in reports]
    for resource in first.resources:
        rows.append(row(resource.name, [of.get(resource.name, 0) for of in used]))
    rows.append(["status"] + [status(report)[0] for report in reports])
    rows.append(["device"] + [report.target.device for report in reports])
    rows.append(["clock"] + [f"{report.target.clock_ps / 1000:g} ns" for report in
                             reports])
    tasks = dict.fromkeys(point.name for report in reports for point in report.points)
    for task in tasks:
        found = [next((p for p in report.points if p.name == task), None)
                 for report in reports]
        rows.append([f"{task}: cycles, II"] + [
            f"{grouped(p.cycles)}, {p.ii if p.pipelined else '-'}" if p else "-"
            for p in found])
    return rows


def draw(what: str, reports: Sequence[Report], shown: Sequence[str]) -> Picture:
    bottom = TOP + ROW * len(reports)
    picture = Picture("compare", what, WIDTH, bottom + 10)
    scale = Linear(max([report.cycles for report in reports] + [1]), LEFT,
                   WIDTH - RIGHT)
    for tick in scale.ticks(7):
        picture.line(scale.at(tick), TOP - 4, scale.at(tick), bottom)
        picture.text(scale.at(tick), TOP - 12, short(tick), "small", "middle")
    picture.text(LEFT - 12, TOP - 12, "cycles", "small", "end")
    for index, (report, name) in enumerate(zip(reports, shown)):
        y = TOP + ROW * index
        picture.text(4, y + 25, clipped(name, LEFT - 20, SMALL), "label")
        says = f"{name}: {grouped(report.cycles)} cycles"
        end = scale.at(report.cycles)
        picture.mark(says, rect(LEFT, y + 8, end - LEFT, ROW - 16, "task", 2))
        picture.text(end + 8, y + 25, grouped(report.cycles), "small")
    picture.line(LEFT, TOP - 4, LEFT, bottom, "axis")
    return picture


def chart(reports: Sequence[Report], shown: Sequence[str]) -> dict[str, Any]:
    return {"type": "bars", "height": 90 + 44 * len(reports), "axis": "cycles",
            "rows": list(shown),
            "says": [f"{name}: {grouped(report.cycles)} cycles" for report, name in
                     zip(reports, shown)],
            "series": [{"name": "cycles", "kind": "task",
                        "values": [report.cycles for report in reports]}]}


def view(reports: Sequence[Report]) -> Optional[View]:
    if len(reports) < 2:
        return None
    shown = names(reports)
    what = "Designs side by side"
    most = max(call.end for report in reports for call in report.timeline) \
        if any(report.timeline for report in reports) else 1
    lanes = []
    for index, (report, name) in enumerate(zip(reports, shown)):
        why = gantt.missing(report)
        lanes.append(element(
            "div", element("h3", name),
            absent("No timeline", why) if why else figure(
                gantt.draw(f"compare-{index + 1}", f"Timeline of {name}",
                           report.timeline, most, width=560),
                f"{grouped(report.cycles)} cycles")))
    return View("compare", what, (
        paragraph("Changes are against the first design."),
        figure(draw(what, reports, shown), "Cycles of one run.",
               chart(reports, shown)),
        table(what, [""] + shown, rows_of(reports)),
        element("h3", "Timelines on one scale"),
        element("div", *lanes, klass="halves")))
