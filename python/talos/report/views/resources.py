# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Resources against what is usable, the device, and one of its SLRs."""

from __future__ import annotations

import dataclasses
from typing import Any

from ..model import Report, Resource
from ..parts import View, figure, folded, paragraph, table
from ..scales import Linear, grouped, percent
from ..svg import Picture, rect

WIDTH, LEFT, RIGHT, ROW, TOP = 1120, 110, 250, 52, 36


@dataclasses.dataclass(frozen=True)
class Parts:
    """Where an amount goes; the sum is what is used."""
    operators: int
    memories: int
    rest: int


def parts_of(report: Report, row: Resource) -> Parts:
    """By the estimate; everything is `rest` where there is none. What memories
    take of LUT and FF is not told apart from control."""
    if report.estimate is None:
        return Parts(0, 0, row.used)
    operators = memories = 0
    for name, use in report.estimate.operators.items():
        unit = report.library.get(name)
        if unit is not None:
            operators += use.units * {"DSP": unit.dsp, "LUT": unit.lut,
                                      "FF": unit.ff}.get(row.name, 0)
    for buffer in report.estimate.buffers:
        memories += {"BRAM_18K": buffer.bram, "URAM": buffer.uram}.get(row.name, 0)
    operators = min(operators, row.used)
    memories = min(memories, row.used - operators)
    return Parts(operators, memories, row.used - operators - memories)


def says(report: Report, row: Resource, parts: Parts) -> str:
    text = (f"{row.name}: {grouped(row.used)} used, {percent(row.used, row.usable)} of "
            f"{grouped(row.usable)} usable, {percent(row.used, row.device)} of the "
            "device")
    if row.per_slr:
        text += f", {percent(row.used, row.per_slr)} of one SLR"
    split = [f"{grouped(amount)} {name}" for name, amount in (
        ("operators", parts.operators), ("memories", parts.memories),
        ("control and interfaces", parts.rest)) if amount]
    return f"{text}; {', '.join(split)}" if split else text


def picture(report: Report, prefix: str = "") -> Picture:
    rows = report.resources
    bottom = TOP + ROW * len(rows)
    made = Picture(prefix + "resources", f"Resources of {report.title}", WIDTH,
                   bottom + 40)
    scale = Linear(100, LEFT, WIDTH - RIGHT)
    for tick in range(0, 101, 20):
        made.line(scale.at(tick), TOP - 4, scale.at(tick), bottom)
        made.text(scale.at(tick), TOP - 12, f"{tick} %", "small", "middle")
    for index, row in enumerate(rows):
        y = TOP + ROW * index
        parts = parts_of(report, row)
        made.text(4, y + 30, row.name)
        made.rect(LEFT, y + 12, scale.at(100) - LEFT, 26, "track", 3)
        x, shapes = float(LEFT), []
        for klass, amount in (("task", parts.operators), ("load", parts.memories),
                              ("rest", parts.rest)):
            width = scale.at(100 * amount / max(row.device, 1)) - LEFT
            if amount:
                shapes.append(rect(x, y + 12, max(width, 1.5), 26, klass))
            x += width
        made.mark(says(report, row, parts), *shapes)
        limit = scale.at(100 * row.usable / max(row.device, 1))
        made.line(limit, y + 7, limit, y + 43, "limit")
        made.text(WIDTH - RIGHT + 14, y + 24, f"{grouped(row.used)} of "
                     f"{grouped(row.usable)}", "label")
        slr = f", {percent(row.used, row.per_slr)} of one SLR" if row.per_slr else ""
        made.text(WIDTH - RIGHT + 14, y + 40,
                     f"{percent(row.used, row.usable)} of usable{slr}", "small")
    made.legend([("task", "operators"), ("load", "memories"),
                    ("rest", "control, interfaces and what is not told apart"),
                    ("warm", "usable")], LEFT, bottom + 28)
    return made


def chart(report: Report) -> dict[str, Any]:
    rows = report.resources
    split = [parts_of(report, row) for row in rows]

    def series(name: str, kind: str, amounts: list[int]) -> dict[str, Any]:
        return {"name": name, "kind": kind, "values": [
            round(100 * amount / max(row.device, 1), 3)
            for amount, row in zip(amounts, rows)]}

    return {"type": "bars", "height": 110 + 40 * len(rows),
            "axis": "percent of the device", "most": 100,
            "rows": [row.name for row in rows],
            "limits": [round(100 * row.usable / max(row.device, 1), 3)
                       for row in rows],
            "says": [says(report, row, parts) for row, parts in zip(rows, split)],
            "series": [
                series("operators", "task", [p.operators for p in split]),
                series("memories", "load", [p.memories for p in split]),
                series("control and interfaces", "rest", [p.rest for p in split])]}


def units(report: Report) -> list[tuple]:
    """The operators of the design, after sharing."""
    if report.estimate is None:
        return []
    rows = []
    for name, use in sorted(report.estimate.operators.items()):
        unit = report.library.get(name)
        rows.append((name, use.units, use.operations, unit.latency, unit.dsp, unit.lut,
                     unit.ff, unit.provenance) if unit else
                    (name, use.units, use.operations, "-", "-", "-", "-", "-"))
    return rows


def view(report: Report, prefix: str) -> View:
    what = f"Resources of {report.title}"
    target = report.target
    slrs = f"The device has {target.slrs} SLRs; the design places no task in one of " \
        "them, so that the share of one SLR says only whether it would fit." \
        if target.slrs > 1 else "The device is one piece."
    rows = [(row.name, row.used, row.usable, row.device,
             percent(row.used, row.usable), percent(row.used, row.device),
             percent(row.used, row.per_slr)) for row in report.resources]
    return View(prefix + "resources", "Resources", (
        paragraph(f"Usable is {target.usable}: the red line. {slrs}"),
        figure(picture(report, prefix),
               "Percent of the device. Operators and memories as the final code is "
               "estimated.", chart(report)),
        folded("The resources as a table", table(
            what, ("resource", "used", "usable", "device", "of usable", "of device",
                   "of one SLR"), rows)),
        folded("The operators", table(
            "Units after sharing, and what one unit takes", (
                "operator", "units", "operations an iteration", "latency", "DSP", "LUT",
                "FF", "figures are"), units(report)))))
