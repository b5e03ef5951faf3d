# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Why an initiation interval is what it is, and what one more unit buys."""

from __future__ import annotations

import dataclasses
from typing import Any, Optional

from ..markup import Element, element
from ..model import Binding, Gain, Loop, Report, Task, TaskPoint
from ..parts import View, absent, figure, folded, paragraph, table
from ..scales import Linear, grouped, percent, short
from ..svg import SMALL, Picture, clipped, rect

WIDTH, LEFT, RIGHT, ROW, TOP = 1120, 170, 190, 34, 36


@dataclasses.dataclass(frozen=True)
class Split:
    """Where the cycles of all runs of a loop go. An iteration starts every
    cycle at best; `waiting` is what an interval above 1 adds, `filling` the
    depth of the pipeline, each time that it starts anew."""
    starting: int
    waiting: int
    filling: int

    @property
    def total(self) -> int:
        return self.starting + self.waiting + self.filling


def split(loop: Loop, runs: int) -> Split:
    times = loop.outer * runs
    if not loop.pipelined:
        return Split(0, 0, times * loop.cycles)
    steps = max(loop.trips - 1, 0)
    return Split(times * steps, times * steps * (loop.ii - 1),
                 times * max(loop.cycles - steps * loop.ii, 0))


def loops_of(report: Report) -> list[tuple[Task, Loop, Split]]:
    return [(task, loop, split(loop, task.executions))
            for task in (report.estimate.tasks if report.estimate else ())
            if not task.carried for loop in task.loops]


def name_of(task: Task, loop: Loop) -> str:
    return f"{task.name} {loop.name}" if loop.name else task.name


def says(task: Task, loop: Loop, parts: Split) -> str:
    if not loop.pipelined:
        return (f"{name_of(task, loop)}: not pipelined, {grouped(parts.total)} "
                "cycles in all")
    text = (f"{name_of(task, loop)}: interval {loop.ii}, {grouped(loop.trips)} "
            f"iterations, depth {loop.depth}; {grouped(parts.starting)} cycles start "
            f"iterations, {grouped(parts.waiting)} wait for the interval, "
            f"{grouped(parts.filling)} fill the pipeline")
    return f"{text}; {loop.reason}" if loop.reason else text


def picture(report: Report, prefix: str = "") -> Picture:
    rows = loops_of(report)
    bottom = TOP + ROW * len(rows)
    made = Picture(prefix + "nests", f"Cycles of every nest of {report.title}", WIDTH,
                   bottom + 40)
    scale = Linear(max([parts.total for _, _, parts in rows] + [1]), LEFT,
                   WIDTH - RIGHT)
    for tick in scale.ticks(8):
        made.line(scale.at(tick), TOP - 4, scale.at(tick), bottom)
        made.text(scale.at(tick), TOP - 12, short(tick), "small", "middle")
    made.text(LEFT - 12, TOP - 12, "cycles in all", "small", "end")
    for index, (task, loop, parts) in enumerate(rows):
        y = TOP + ROW * index
        made.text(4, y + 22, clipped(name_of(task, loop), LEFT - 20))
        x, shapes = float(LEFT), []
        for klass, cycles in (("task", parts.starting), ("warm", parts.waiting),
                              ("rest", parts.filling)):
            width = scale.at(cycles) - LEFT
            if cycles:
                shapes.append(rect(x, y + 6, width, ROW - 12, klass))
            x += width
        made.mark(says(task, loop, parts), *shapes)
        interval = f"II {loop.ii}" if loop.pipelined else "not pipelined"
        label = f"{grouped(parts.total)}, {interval}"
        made.text(min(x + 8, WIDTH - len(label) * SMALL), y + 21, label, "small")
    made.line(LEFT, TOP - 4, LEFT, bottom, "axis")
    made.legend([("task", "iterations start"), ("warm", "waiting: interval above 1"),
                    ("rest", "filling the pipeline")], LEFT, bottom + 28)
    return made


def chart(report: Report) -> dict[str, Any]:
    rows = loops_of(report)
    return {"type": "bars", "height": 120 + 34 * len(rows), "axis": "cycles in all",
            "rows": [name_of(task, loop) for task, loop, _ in rows],
            "says": [says(*row) for row in rows],
            "series": [
                {"name": "iterations start", "kind": "task",
                 "values": [parts.starting for _, _, parts in rows]},
                {"name": "waiting: interval above 1", "kind": "warm",
                 "values": [parts.waiting for _, _, parts in rows]},
                {"name": "filling the pipeline", "kind": "rest",
                 "values": [parts.filling for _, _, parts in rows]}]}


def decided(point: Optional[TaskPoint]) -> str:
    """Factors and order of a task, as the table of hlsc has them."""
    if point is None or not point.loops:
        return "-"
    loops = ", ".join(f"{loop.name}: " + " \N{MULTIPLICATION SIGN} ".join(
        map(str, loop.factors)) for loop in point.loops)
    return f"{loops}; order {' '.join(point.order)}"


def gain(value: Optional[Gain], limit: Optional[int]) -> str:
    if value is None:
        return "-"
    more = f"{grouped(value.amount)} instead of {grouped(limit)}" \
        if limit is not None and value.amount else "without it"
    proved = "" if value.proved else " (not proved)"
    return f"{more}: {grouped(value.saves)} cycles less{proved}"


def gains(binding: tuple[Binding, ...]) -> Optional[Element]:
    rows = [(nest.task, f"{reason.kind} {reason.name}".strip(),
             gain(reason.least, reason.limit), gain(reason.most, reason.limit))
            for nest in binding for reason in nest.reasons
            if reason.least or reason.most]
    return table("What more of a limit buys", ("nest", "limit", "least that helps",
                                               "most that helps"), rows) \
        if rows else None


def explained(nest: Binding, prefix: str) -> Element:
    reasons = [element("li", element("span", reason.kind, klass="kind"), " ",
                       reason.text) for reason in nest.reasons]
    return element(
        "div", element("h3", f"{nest.task} "),
        element("p", f"{nest.place}: {grouped(nest.cycles)} cycles a run; without "
                f"the nest the design would take {grouped(nest.share)} cycles less.",
                klass="quiet"),
        element("ul", *reasons, klass="reason"), id=f"{prefix}nest-{nest.task}")


def loops_table(report: Report, what: str) -> Element:
    points = {point.name: point for point in report.points}
    rows = []
    for task, loop, parts in loops_of(report):
        units = ", ".join(f"{use.units} {name}" for name, use in
                          sorted(task.operators.items()))
        rows.append((name_of(task, loop), report.places.get(task.name, "?"),
                     decided(points.get(task.name)),
                     f"{loop.ii} (asked {loop.target_ii})" if loop.pipelined else "-",
                     loop.trips, loop.depth, parts.total,
                     percent(parts.total, report.cycles), units or "-",
                     loop.reason or "-"))
    return table(what, ("loop", "place", "decided: t0 \N{MULTIPLICATION SIGN} t1 "
                        "\N{MULTIPLICATION SIGN} t2", "II", "trips", "depth",
                        "cycles in all", "of the design", "units", "why this II"),
                 rows)


def view(report: Report, prefix: str) -> View:
    title = "Why this interval, and what one more unit buys"
    rows = loops_of(report)
    if not rows:
        return View(prefix + "nests", title, (absent(
            "No loops", "the final code could not be scheduled, or no nest is "
            "affine"),))
    what = f"Cycles of every nest of {report.title}"
    body: list[Element] = [
        paragraph("A pipelined loop starts an iteration every II cycles. Red is what "
                  "an interval above 1 costs, grey what the pipeline takes to fill "
                  "each time that it starts."),
        figure(picture(report, prefix),
               "All runs of a nest added up; nests may run at the same time.",
               chart(report)),
        folded("The nests as a table", loops_table(report, what))]
    if report.binding is None:
        body.append(absent("No reasons", "add --explain to hlsc for what limits every "
                           "nest, and what more of it buys"))
    else:
        body += [explained(nest, prefix) for nest in report.binding]
        bought = gains(report.binding)
        body.append(bought if bought is not None else paragraph(
            "The explanation names no limit of which more would save cycles: what is left "
            "are recurrences, transfers and the latency of operators."))
    return View(prefix + "nests", title, tuple(body))
