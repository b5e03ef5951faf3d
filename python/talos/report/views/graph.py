# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The task graph: loads, tasks and stores, and the arrays that they hand on.

Calls stand in rows, one a phase, from top to bottom. An edge over several rows
goes through a free place in each, so that it crosses no box.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Optional, Sequence

from ..edges import Edge, connect
from ..markup import element
from ..model import Array, Call, Report
from ..parts import View, absent, figure, folded, paragraph, table
from ..scales import grouped
from ..svg import SMALL, Picture, clipped, rect
from .gantt import depth, missing

BOX, HIGH, GAP, ROW, LEFT, TOP, LANE = 156, 46, 26, 108, 40, 42, 44


@dataclasses.dataclass
class Place:
    """A box, or a free place that an edge goes through."""
    row: int
    call: Optional[int]
    width: float
    x: float = 0.0

    @property
    def y(self) -> float:
        return TOP + ROW * self.row


class Layout:
    """Places in rows; edges as lists of places."""

    def __init__(self, calls: Sequence[Call], edges: Sequence[Edge]):
        self.calls = calls
        phases = sorted({call.phase for call in calls if call.kind != "loop"})
        row_of = {phase: row for row, phase in enumerate(phases)}
        self.rows: list[list[Place]] = [[] for _ in phases]
        self.box: dict[int, Place] = {}
        for index, call in enumerate(calls):
            if call.kind != "loop":
                place = Place(row_of[call.phase], index, BOX)
                self.box[index] = place
                self.rows[place.row].append(place)
        self.routes: list[tuple[Edge, list[Place]]] = []
        for edge in edges:
            self.routes.append((edge, self.route(edge)))
        self.arrange()

    def route(self, edge: Edge) -> list[Place]:
        start, end = self.box[edge.source], self.box[edge.target]
        step = 1 if end.row >= start.row else -1
        places = [start]
        for row in range(start.row + step, end.row, step):
            places.append(Place(row, None, LANE))
            self.rows[row].append(places[-1])
        return places + [end]

    def arrange(self) -> None:
        """Rows ordered by the mean of what they are connected to, twice; then
        spread around the middle."""
        beside: dict[int, list[Place]] = {}
        for _, places in self.routes:
            for a, b in zip(places, places[1:]):
                beside.setdefault(id(b), []).append(a)
                beside.setdefault(id(a), []).append(b)
        self.spread()
        for _ in range(3):
            for row in self.rows:
                row.sort(key=lambda place: (
                    sum(other.x + other.width / 2 for other in
                        beside.get(id(place), [])) /
                    max(len(beside.get(id(place), [])), 1)
                    if id(place) in beside else place.x + place.width / 2))
            self.spread()

    def spread(self) -> None:
        widths = [sum(place.width for place in row) + GAP * (len(row) - 1)
                  for row in self.rows]
        self.width = max(widths + [520]) + 2 * LEFT
        for row, width in zip(self.rows, widths):
            x = (self.width - width) / 2
            for place in row:
                place.x = x
                x += place.width + GAP


def bandwidth(call: Call, report: Report) -> str:
    """Bytes that a load or store moves, and how fast."""
    array = next((a for a in report.arrays if a.name == call.name and not a.task),
                 None)
    if array is None or not array.bytes or not call.cycles:
        return ""
    rate = array.bytes / call.cycles / report.target.clock_ps * 1e3  # GB/s
    return f"{grouped(array.bytes)} B, {rate:.2f} GB/s"


def box_text(call: Call, report: Report) -> str:
    if call.carried:
        return "cycles not known"
    if call.kind == "task":
        runs = f"{grouped(call.executions)} \N{MULTIPLICATION SIGN} " \
            if call.executions != 1 else ""
        return f"{runs}{grouped(call.cycles)} cycles"
    return bandwidth(call, report) or f"{grouped(call.cycles)} cycles"


def says(call: Call, report: Report) -> str:
    if call.carried:
        return f"{call.title}, phase {call.phase}: its cycles are not known"
    text = f"{call.title}, phase {call.phase}: {grouped(call.cycles)} cycles"
    if call.executions != 1:
        text += f", {grouped(call.executions)} runs"
    moved = bandwidth(call, report) if call.kind != "task" else ""
    return f"{text}, {moved}" if moved else text


def frames(picture: Picture, layout: Layout) -> list[tuple[float, float, str]]:
    """The rows of each loop around tasks, outer loops first; their labels."""
    labels = []
    for index, call in enumerate(layout.calls):
        if call.kind != "loop":
            continue
        rows = [layout.box[i].row for i in layout.box if inside(i, index,
                                                                layout.calls)]
        if not rows:
            continue
        around = depth(call, layout.calls)
        inset = 6.0 + 9 * around
        # Room for the label of each loop that begins in this row.
        top = TOP + ROW * min(rows) - 36 + 15 * around
        bottom = TOP + ROW * max(rows) + HIGH + max(20 - 7 * around, 4)
        picture.rect(inset, top, layout.width - 2 * inset, bottom - top, "frame", 8)
        label = f"loop {call.name}: {grouped(call.executions)} iterations"
        labels.append((inset + 8, top + 12, label))
    return labels


def inside(call: int, loop: int, calls: Sequence[Call]) -> bool:
    around = calls[call].loop
    while around is not None and around != loop:
        around = calls[around].loop
    return around == loop


def wire(edge: Edge, places: list[Place]) -> tuple[Any, tuple[float, float]]:
    """A smooth line from box to box with its head, and where its label stands."""
    down = places[-1].row > places[0].row
    points: list[tuple[float, float]] = []
    for index, place in enumerate(places):
        x = place.x + place.width / 2
        if index == 0:
            points.append((x, place.y + (HIGH if down else 0)))
        elif index == len(places) - 1:
            points.append((x, place.y - 7 if down else place.y + HIGH + 7))
        else:
            points += [(x, place.y), (x, place.y + HIGH)] if down else \
                [(x, place.y + HIGH), (x, place.y)]
    if edge.kind == "back":  # beside the way down
        points = [(x + 26, y) for x, y in points]
    line = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x1, y1), (x2, y2) in zip(points, points[1:]):
        bend = (y2 - y1) / 2
        line += f" C{x1:.1f} {y1 + bend:.1f} {x2:.1f} {y2 - bend:.1f} {x2:.1f} {y2:.1f}"
    x, y = points[-1]
    tip = 7 if down else -7
    head = element("path", d=f"M{x - 4:.1f} {y:.1f} L{x + 4:.1f} {y:.1f} "
                   f"L{x:.1f} {y + tip:.1f} Z", klass=f"head {edge.kind}")
    (x1, y1), (x2, y2) = points[0], points[1]
    return element("g", element("path", d=line, klass=f"wire {edge.kind}"), head), \
        ((x1 + x2) / 2, (y1 + y2) / 2 + 4)


def draw(name: str, what: str, report: Report, edges: Sequence[Edge]) -> Picture:
    handed = {(edge.source, edge.target) for edge in edges if edge.kind == "flow"}
    # Who gets something from a call awaits it anyway.
    layout = Layout(report.timeline, [
        edge for edge in edges
        if edge.kind != "order" or (edge.source, edge.target) not in handed])
    height = TOP + ROW * (len(layout.rows) - 1) + HIGH + 30
    picture = Picture(name, what, layout.width, height)
    loops = frames(picture, layout)
    labels = []
    for edge, places in layout.routes:
        if places[0].row == places[-1].row:  # an iteration hands on to the next
            continue
        drawn, (x, y) = wire(edge, places)
        picture.add(drawn)
        labels.append((x, y, clipped(", ".join(edge.arrays), BOX)))
    for index, place in layout.box.items():
        call = report.timeline[index]
        middle = place.x + BOX / 2
        picture.mark(
            says(call, report),
            rect(place.x, place.y, BOX, HIGH, f"box {call.kind}", 7),
            element("text", clipped(call.title, BOX - 12), x=middle, y=place.y + 19,
                    text_anchor="middle", klass="strong"),
            element("text", clipped(box_text(call, report), BOX - 8, SMALL), x=middle,
                    y=place.y + 36, text_anchor="middle", klass="small"))
    for x, y, text in labels:
        picture.text(x, y, text, "halo", "middle")
    for x, y, text in loops:
        picture.text(x, y, text, "halo")
    return picture


def picture(report: Report, prefix: str = "") -> Picture:
    return draw(prefix + "graph", f"Task graph of {report.title}", report,
                connect(report.timeline))


def array_text(name: str, arrays: Sequence[Array]) -> str:
    array = next((a for a in arrays if a.name == name), None)
    return f"{name} ({array.shape} {array.element})" if array else name


def view(report: Report, prefix: str) -> View:
    title = "Task graph"
    why = missing(report)
    if why:
        return View(prefix + "graph", title, (absent("No graph", why),))
    edges = connect(report.timeline)
    what = f"Task graph of {report.title}"
    meaning = {"flow": "hands on", "order": "must be done with",
               "back": "hands on to the next iteration"}
    rows = [(report.timeline[edge.source].title, meaning[edge.kind],
             ", ".join(array_text(name, report.arrays) for name in edge.arrays),
             report.timeline[edge.target].title) for edge in edges]
    return View(prefix + "graph", title, (
        paragraph("Rows are phases: calls of one row run together. Edges are arrays "
                  "that one call writes and another one reads; dashed ones lead to the "
                  "next iteration of a loop, dotted ones to who overwrites what "
                  "must have been read before. The design has no "
                  "streams, so there are no depths to show."),
        figure(picture(report, prefix),
               "Loads and stores with the bytes that they move, and how fast."),
        folded("The edges as a table",
               table(what, ("from", "", "array", "to"), rows))))
