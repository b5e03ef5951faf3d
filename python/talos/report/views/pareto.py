# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The points of an exploration: cycles against a resource, and the front."""

from __future__ import annotations

import json
import urllib.parse
from typing import Any, Optional, Sequence, Union

from ..markup import Element, element
from ..parts import View, absent, figure, folded, paragraph, table
from ..record import Point, Record, as_text, front
from ..scales import Linear, Logarithmic, fitting, grouped, is_wide, short
from ..svg import Picture, circle, path

Scale = Union[Linear, Logarithmic]
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 1120, 440, 90, 40, 34, 56


def how_to(point: Point) -> str:
    """What of hlsc gives the design, where the record says it."""
    details = point.details
    if isinstance(details.get("design"), dict):
        return "hlsc --design FILE, a file with what stands under design below"
    if "space" not in details:
        return "as the line below says"
    text = f"hlsc --space {details['space']}"
    if details.get("max_partition"):
        text += f" --max-partition {details['max_partition']}"
    if details.get("parallelism") == "fine":
        text += " --fine-grained"
    return text


def says(point: Point, resource: str) -> str:
    return (f"point {point.number}: {grouped(point.cycles)} cycles, "
            f"{grouped(point.resources[resource])} {resource}, {point.status}")


def axes(picture: Picture, across: Scale, up: Scale, resource: str) -> None:
    for tick in across.ticks():
        picture.line(across.at(tick), TOP, across.at(tick), HEIGHT - BOTTOM)
        picture.text(across.at(tick), HEIGHT - BOTTOM + 20, short(tick), "small",
                     "middle")
    for tick in up.ticks():
        picture.line(LEFT, up.at(tick), WIDTH - RIGHT, up.at(tick))
        picture.text(LEFT - 10, up.at(tick) + 4, short(tick), "small", "end")
    picture.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, resource, "small", "middle")
    picture.text(LEFT, TOP - 14, "cycles", "small")


def draw(name: str, key: str, what: str, record: Record, resource: str) -> Picture:
    points = [p for p in record.points if p.cycles and resource in p.resources]
    best = front(record.points, record.objectives)
    across = fitting([p.resources[resource] for p in points], LEFT, WIDTH - RIGHT)
    up = fitting([p.cycles for p in points], HEIGHT - BOTTOM, TOP)
    picture = Picture(name, what, WIDTH, HEIGHT)
    axes(picture, across, up, resource)
    steps: list[tuple[float, float]] = []
    for point in reversed(best):
        x, y = across.at(point.resources[resource]), up.at(point.cycles)
        if steps:
            steps.append((x, steps[-1][1]))
        steps.append((x, y))
    # With several resources the front is no line of one of them.
    if len(steps) > 1 and len(record.objectives) == 1:
        picture.add(path(steps, "front"))
    size = 7 if len(points) <= 40 else 5
    for point in points:
        x, y = across.at(point.resources[resource]), up.at(point.cycles)
        klass = "task" if point in best else "rest" if point.counts else "open"
        picture.mark(says(point, resource), circle(x, y, size if point in best else 4,
                                                   klass),
                     pick=f"{key}-{point.number}")
    free = WIDTH + 90.0  # labels go from right to left, as far as they have room
    for point in sorted(best, key=lambda p: -p.resources[resource]):
        x, y = across.at(point.resources[resource]), up.at(point.cycles)
        if x < free - 90:
            near = x > WIDTH - RIGHT - 90
            free = x - 90 if near else x
            picture.text(x - 12 if near else x + 12, y - 10, f"{point.number}: "
                         f"{grouped(point.cycles)}", "halo",
                         "end" if near else "start")
    picture.legend([("task", "on the front"), ("rest", "beaten by another one"),
                    ("open", "does not fit")], LEFT + 120, TOP - 14)
    return picture


def chart(key: str, record: Record, resource: str) -> dict[str, Any]:
    best = front(record.points, record.objectives)
    line = best if len(record.objectives) == 1 else []
    shown = [p for p in record.points if p.cycles and resource in p.resources]
    return {"type": "pareto", "height": 440, "x": resource, "y": "cycles",
            "size": 15 if len(shown) <= 40 else 10,
            "log_x": is_wide([p.resources[resource] for p in shown]),
            "log_y": is_wide([p.cycles for p in shown]),
            "front": [[p.resources[resource], p.cycles] for p in reversed(line)],
            "points": [{"at": [p.resources[resource], p.cycles],
                        "kind": "task" if p in best else
                        "rest" if p.counts else "open",
                        "says": says(p, resource), "pick": f"{key}-{p.number}"}
                       for p in shown]}


def saved(point: Point) -> Optional[Element]:
    """A link that saves the design point, where the record has it."""
    design = point.details.get("design")
    if not isinstance(design, dict):
        return None
    text = urllib.parse.quote(json.dumps(design, sort_keys=True), safe="")
    return paragraph(element("a", "Save the design point as a file",
                             href=f"data:application/json;charset=utf-8,{text}",
                             download=f"point-{point.number}.json"))


def without_empty(header: Sequence[str],
                  rows: Sequence[Sequence[str]]) -> tuple[list[str], list[list[str]]]:
    """The table without columns in which every row has "-"."""
    kept = [i for i in range(len(header)) if any(row[i] != "-" for row in rows)]
    return [header[i] for i in kept], [[row[i] for i in kept] for row in rows]


def details(key: str, point: Point, chosen: bool) -> Element:
    """The design of a point, where a mark of the picture leads."""
    summary = f"Point {point.number}: {point.status}"
    if point.cycles:
        summary += f", {grouped(point.cycles)} cycles"
    if chosen:
        summary += ", on the front"
    made = folded(summary, paragraph("To have it: ", element("code", how_to(point))),
                  saved(point), element("pre", as_text(point.details), tabindex="0"))
    made.set("id", f"{key}-{point.number}")
    return made


def view(record: Record, prefix: str) -> View:
    key, title = prefix + "pareto", f"Exploration of {record.title}"
    objectives = record.objectives
    best = front(record.points, objectives) if objectives else []
    rows = [(str(p.number), str(p.details.get("space", "-")),
             str(p.details.get("max_partition", "-")),
             str(p.details.get("parallelism", "-")),
             grouped(p.predicted) if p.predicted else "-",
             grouped(p.cycles) if p.cycles else "-",
             *(grouped(p.resources[name]) if name in p.resources else "-"
               for name in objectives),
             p.status + (f": {p.message}" if p.message else "")) for p in record.points]
    listed = table(f"Points of {record.path}", *without_empty((
        "point", "space", "max partition", "parallelism", "predicted", "cycles",
        *objectives, "status"), rows))
    if not objectives:
        return View(key, title, (absent(
            "No picture", "no point of the record is valid and has figures"), listed))
    pictures = [figure(
        draw(f"{key}-{name}", key, f"Cycles against {name} of {record.title}", record,
             name),
        f"Cycles and {name} of what was evaluated; less is better in both.",
        chart(key, record, name)) for name in objectives]
    return View(key, title, (
        paragraph(f"{len(record.points)} points, {sum(p.counts for p in record.points)} "
                  f"of them valid with figures, {len(best)} on the front. Choose a mark "
                  "to see its design below. What was not evaluated has no mark; the "
                  "table says why."),
        *pictures, listed,
        *(details(key, point, point in best) for point in record.points)))
