# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What views are made of: sections, figures and tables."""

from __future__ import annotations

import dataclasses
from typing import Any, Iterable, Optional, Sequence, Union

from .markup import Child, Element, data_text, element
from .svg import Picture

PAGE = 1152  # columns of pixels that views have at most (page.css)

Cell = Union[str, int, Element]


@dataclasses.dataclass(frozen=True)
class View:
    """A section of the page. `key` is unique in a page."""
    key: str
    title: str
    body: tuple[Child, ...]

    def section(self) -> Element:
        return element("section", element("h2", self.title), *self.body,
                       id=self.key)


def paragraph(*children: Child, klass: Optional[str] = None) -> Element:
    return element("p", *children, klass=klass)


def absent(what: str, why: str) -> Element:
    """In the place of a picture: what is missing, and what brings it."""
    return element("p", element("b", what + ": "), why, klass="note")


def cell(value: Cell, tag: str = "td") -> Element:
    if isinstance(value, int):
        return element(tag, f"{value:,}", klass="number")
    return element(tag, value)


def table(caption: str, header: Sequence[str], rows: Iterable[Sequence[Cell]],
          key: Optional[str] = None) -> Element:
    """A table whose first column names the row. Columns of numbers stand right.
    It scrolls by itself where the page is narrow."""
    listed = [list(row) for row in rows]
    numeric = [bool(listed) and all(isinstance(row[i], int) for row in listed)
               for i in range(len(header))]
    head = element("thead", element("tr", *(
        element("th", name, scope="col", klass="number" if numeric[i] else None)
        for i, name in enumerate(header))))
    body = element("tbody")
    for row in listed:
        first = cell(row[0], "th")
        first.set("scope", "row")
        body.append(element("tr", first, *(cell(value) for value in row[1:])))
    made = element("table", element("caption", caption), head, body, id=key)
    return element("div", made, klass="scroll", tabindex="0", role="region",
                   aria_label=caption)


def folded(summary: str, *children: Child) -> Element:
    return element("details", element("summary", summary), *children)


def figure(picture: Picture, caption: str,
           chart: Optional[dict[str, Any]] = None) -> Element:
    """The picture, and what the script of a page needs to draw it anew."""
    drawn = picture.root
    if picture.width > PAGE:  # keeps its size, so that it can be read
        drawn.set("class", "picture wide")
        drawn = element("div", drawn, klass="scroll", tabindex="0", role="region",
                        aria_label="Wide picture")
    made = element("figure", drawn)
    if chart is not None:
        made.set("class", "has-live")
        height = int(chart["height"])
        says = picture.root.get("aria-label", "")
        made.append(element(
            "div", klass="live-chart", tabindex="0", role="application",
            aria_label=f"{says}. Left and right go from mark to mark.",
            style=f"height: {height}px"))
        made.append(element(
            "script", data_text(chart), type="application/json"))
    made.append(element("figcaption", caption))
    return made
