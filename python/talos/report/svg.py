# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Pictures as SVG: shapes in classes of picture.css, with names for readers.

Whatever stands for a figure is a mark: it can be reached by keyboard and says
the figure by its title, which browsers show under the pointer as well.
"""

from __future__ import annotations

from typing import Optional

from .markup import Child, Element, append, element

CHARACTER = 7.0  # width of one of the font at 13 px, roughly
SMALL = 6.2      # at 11.5 px


def clipped(text: str, width: float, character: float = CHARACTER) -> str:
    """The text as far as it fits into `width`."""
    count = max(int(width / character), 1)
    return text if len(text) <= count else text[:max(count - 1, 1)] + "\u2026"


class Picture:
    """An SVG of fixed coordinates that scales with the page."""

    def __init__(self, name: str, what: str, width: float, height: float):
        self.root = element(
            "svg", element("title", what), klass="picture", id=f"picture-{name}",
            viewBox=f"0 0 {width:.0f} {height:.0f}", width=f"{width:.0f}",
            height=f"{height:.0f}", role="group", aria_label=what)
        self.width, self.height = width, height

    def add(self, *children: Child) -> None:
        append(self.root, *children)

    def text(self, x: float, y: float, text: str, klass: str = "label",
             anchor: str = "start") -> None:
        self.add(element("text", text, x=float(x), y=float(y), klass=klass,
                         text_anchor=None if anchor == "start" else anchor))

    def line(self, x1: float, y1: float, x2: float, y2: float,
             klass: str = "grid") -> None:
        self.add(element("line", x1=float(x1), y1=float(y1), x2=float(x2),
                         y2=float(y2), klass=klass))

    def rect(self, x: float, y: float, width: float, height: float, klass: str,
             radius: float = 0) -> None:
        self.add(rect(x, y, width, height, klass, radius))

    def mark(self, says: str, *shapes: Child, pick: Optional[str] = None) -> None:
        """Shapes that stand for a figure; `pick` is the id of what they lead to
        (web/pick.js)."""
        self.add(element("g", element("title", says), *shapes, klass="mark",
                         tabindex="0", role="link" if pick else "img",
                         aria_label=says, data_pick=pick))

    def legend(self, entries: list[tuple[str, str]], x: float, y: float) -> None:
        """Pairs of class and text, in a row."""
        for klass, text in entries:
            self.rect(x, y - 10, 12, 12, klass, 2)
            self.text(x + 18, y, text, "small")
            x += 18 + len(text) * SMALL + 22


def rect(x: float, y: float, width: float, height: float, klass: str,
         radius: float = 0) -> Element:
    return element("rect", x=float(x), y=float(y), width=float(max(width, 0)),
                   height=float(height), klass=klass, rx=radius or None)


def circle(x: float, y: float, radius: float, klass: str) -> Element:
    return element("circle", cx=float(x), cy=float(y), r=float(radius), klass=klass)


def path(points: list[tuple[float, float]], klass: str) -> Element:
    """Straight lines from point to point."""
    moves = " ".join(f"{'L' if index else 'M'}{x:.1f} {y:.1f}" for index, (x, y)
                     in enumerate(points))
    return element("path", d=moves, klass=klass)
