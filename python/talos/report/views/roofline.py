# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Roofline: operations a cycle over operations a byte, with proved bounds.

Two facts make the roofs: with every usable DSP busy the program takes the "DSP
bound" of cycles, and with every array at a port of the greatest width the
"bandwidth bound". Operations over the former are the flat roof; the sloped one
goes through operations over the latter, at the least bytes that the program
moves (every array that is loaded or stored, once).
"""

from __future__ import annotations

import dataclasses
from typing import Any, Optional

from ..model import Report
from ..parts import View, absent, figure, folded, paragraph, table
from ..scales import Logarithmic, grouped, short
from ..svg import Picture, circle, path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 1120, 460, 84, 330, 24, 60


@dataclasses.dataclass(frozen=True)
class Roofline:
    """Operations in all, bytes at least and as moved; cycles of bounds."""
    operations: int
    least_bytes: int
    moved_bytes: int
    dsp_bound: int
    bandwidth_bound: int

    @property
    def peak(self) -> float:
        """Operations a cycle with every DSP busy; 0: the program needs none."""
        return self.operations / self.dsp_bound if self.dsp_bound else 0.0

    @property
    def bandwidth(self) -> float:
        """Bytes a cycle over all ports; 0: nothing moves."""
        return self.least_bytes / self.bandwidth_bound \
            if self.bandwidth_bound else 0.0

    def roof(self, intensity: float) -> float:
        roofs = [roof for roof in (self.peak, self.bandwidth * intensity) if roof]
        return min(roofs)


def moved(report: Report) -> int:
    """Bytes over the memory bus in one run. Arrays that tasks hold tile by tile
    are moved by transfers inside of the tasks."""
    widths = {(array.name, array.task): array.width_bits for array in report.arrays}
    total = 0
    assert report.estimate is not None
    for transfer in report.estimate.transfers:
        total += transfer.beats * widths.get((transfer.array, ""), 0) // 8
    for task in report.estimate.tasks:
        for transfer in task.transfers:
            width = widths.get((transfer.array, task.name), 0)
            total += task.executions * transfer.beats * width // 8
    return total


def roofline_of(report: Report) -> Optional[Roofline]:
    operations = sum(report.operations.values())
    # An array held by several tasks, tile by tile, counts once.
    sizes = {}
    for array in report.arrays:
        ways = array.loaded + array.stored
        sizes[array.name] = max(sizes.get(array.name, 0), ways * array.bytes)
    least = sum(sizes.values())
    if not operations or not least or report.estimate is None or not report.cycles:
        return None
    made = Roofline(operations, least, max(moved(report), 1),
                    report.bounds.get("DSP bound", 0),
                    report.bounds.get("bandwidth bound", 0))
    return made if made.peak or made.bandwidth else None


@dataclasses.dataclass(frozen=True)
class Point:
    name: str
    cycles: int
    klass: str
    intensity: float
    rate: float

    def says(self, clock_ps: int) -> str:
        return (f"{self.name}: {grouped(self.cycles)} cycles, {self.rate:.3g} "
                f"operations a cycle ({self.rate / clock_ps * 1e3:.3g} Gop/s), "
                f"{self.intensity:.3g} operations a byte")


def points_of(report: Report, roof: Roofline) -> list[Point]:
    least = roof.operations / roof.least_bytes
    found = []
    for name, shown, klass in (
            ("source program", "source program", "rest"),
            ("lower bound of this design", "bound of this design", "open"),
            ("lower bound of any design", "bound of any design", "open")):
        cycles = report.bounds.get(name, 0)
        if cycles:
            found.append(Point(shown, cycles, klass, least,
                               roof.operations / cycles))
    return found + [Point("this design", report.cycles, "task",
                          roof.operations / roof.moved_bytes,
                          roof.operations / report.cycles)]


def spread(wanted: list[float], step: float, top: float, bottom: float) -> list[float]:
    """Heights as near to the wanted ones as labels of `step` can stand."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [0.0] * len(wanted)
    y = top - step
    for i in order:
        y = max(wanted[i], y + step)
        placed[i] = y
    y = bottom + step
    for i in reversed(order):
        y = min(placed[i], y - step)
        placed[i] = y
    return placed


def axes(picture: Picture, across: Logarithmic, up: Logarithmic) -> None:
    for tick in across.ticks():
        picture.line(across.at(tick), TOP, across.at(tick), HEIGHT - BOTTOM)
        picture.text(across.at(tick), HEIGHT - BOTTOM + 20, short(tick), "small",
                     "middle")
    for tick in up.ticks():
        picture.line(LEFT, up.at(tick), WIDTH - RIGHT, up.at(tick))
        picture.text(LEFT - 10, up.at(tick) + 4, short(tick), "small", "end")
    picture.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14,
                 "operations a byte of memory traffic", "small", "middle")
    picture.text(LEFT, TOP - 10, "operations a cycle", "small")


def scales(points: list[Point], roof: Roofline) -> tuple[Logarithmic, Logarithmic]:
    ridge = roof.peak / roof.bandwidth if roof.peak and roof.bandwidth else 0.0
    intensities = [point.intensity for point in points] + [ridge]
    across = Logarithmic.around([x / 2 for x in intensities] +
                                [x * 2 for x in intensities], LEFT, WIDTH - RIGHT)
    rates = [point.rate for point in points] + [
        roof.peak, roof.roof(10.0 ** across.last)]
    up = Logarithmic.around(rates + [max(rates) * 1.5], HEIGHT - BOTTOM, TOP)
    return across, up


def draw(name: str, what: str, report: Report, roof: Roofline) -> Picture:
    points = points_of(report, roof)
    across, up = scales(points, roof)
    picture = Picture(name, what, WIDTH, HEIGHT)
    axes(picture, across, up)
    left, right = 10.0 ** across.first, 10.0 ** across.last
    lowest = 10.0 ** up.first
    corner = roof.peak / roof.bandwidth if roof.peak and roof.bandwidth else right
    if roof.bandwidth:
        start, end = max(left, lowest / roof.bandwidth), min(corner, right)
        if start < end:
            picture.add(path([(across.at(x), up.at(roof.bandwidth * x))
                              for x in (start, end)], "roof"))
    if roof.peak:
        start = corner if roof.bandwidth else left
        picture.add(path([(across.at(max(start, left)), up.at(roof.peak)),
                          (across.at(right), up.at(roof.peak))], "roof compute"))
    heights = [up.at(point.rate) for point in points]
    labels = spread([y + 4 for y in heights], 38, TOP + 10, HEIGHT - BOTTOM - 16)
    x = WIDTH - RIGHT + 22
    for point, y, label in zip(points, heights, labels):
        says = point.says(report.target.clock_ps)
        at = across.at(point.intensity)
        picture.line(at + 8, y, x - 8, label - 4, "grid")
        picture.mark(says, circle(at, y, 7 if point.klass == "task" else 6,
                                  point.klass))
        picture.text(x, label, point.name, "strong label")
        picture.text(x, label + 15, f"{grouped(point.cycles)} cycles, "
                     f"{point.rate:.3g} a cycle", "small")
    picture.legend([("load", f"memory bus, {short(roof.bandwidth)} B a cycle"),
                    ("store", f"all usable DSPs busy, {short(roof.peak)} a cycle")],
                   LEFT + 150, TOP - 10)
    return picture


def chart(report: Report, roof: Roofline) -> dict[str, Any]:
    points = points_of(report, roof)
    across, up = scales(points, roof)
    left, right = 10.0 ** across.first, 10.0 ** across.last
    corner = roof.peak / roof.bandwidth if roof.peak and roof.bandwidth else right
    lines = []
    if roof.bandwidth:
        lines.append({"name": "memory bus", "kind": "load", "points": [
            [x, roof.bandwidth * x] for x in (left, min(corner, right))]})
    if roof.peak:
        lines.append({"name": "all usable DSPs busy", "kind": "store", "points": [
            [corner if roof.bandwidth else left, roof.peak], [right, roof.peak]]})
    return {"type": "roofline", "height": 440, "across": [left, right],
            "up": [10.0 ** up.first, 10.0 ** up.last], "lines": lines,
            "points": [{"name": point.name, "kind": point.klass,
                        "at": [point.intensity, point.rate],
                        "says": point.says(report.target.clock_ps)}
                       for point in points]}


def view(report: Report, prefix: str) -> View:
    title = "Roofline"
    roof = roofline_of(report)
    if roof is None:
        return View(prefix + "roofline", title, (absent(
            "No roofline", "it needs the number of operations, the bytes that are "
            "moved, and the cycles; one of them is not known, because something is "
            "not affine, stands under a condition, or does not use memory off "
            "chip"),))
    what = f"Roofline of {report.title}"
    rows = [(point.name, point.cycles, f"{point.rate:.3g}",
             f"{point.rate / report.target.clock_ps * 1e3:.3g}",
             f"{point.intensity:.3g}") for point in points_of(report, roof)]
    counted = ", ".join(f"{grouped(count)} {name}" for name, count in
                        sorted(report.operations.items()))
    return View(prefix + "roofline", title, (
        paragraph("How far the design is from what the DSPs and the memory bus allow. "
                  "No design is above the bounds "
                  "of any design; the roofs count every operation that the program "
                  "writes, each on units of its own."),
        figure(draw(prefix + "roofline", what, report, roof),
               f"Operations of the program: {counted}. Bytes: at least "
               f"{grouped(roof.least_bytes)}, moved {grouped(roof.moved_bytes)}.",
               chart(report, roof)),
        folded("The roofline as a table", table(
            what, ("", "cycles", "operations a cycle", "Gop/s", "operations a byte"),
            rows))))
