# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of many reports: a row each, with a picture of its cycles."""

from __future__ import annotations

import pathlib
from typing import Sequence

from .markup import Element, element
from .model import Report
from .page import document, footer
from .parts import paragraph
from .scales import grouped, percent
from .svg import Picture, rect
from .views.overview import status


def file_names(reports: Sequence[Report]) -> list[str]:
    """A page of its own for every report, named after its file; numbered where
    two files have one name."""
    names: list[str] = []
    for report in reports:
        stem = pathlib.Path(report.path).stem
        # A directory of outputs has a report.json in each folder.
        base = report.top if stem == "report" else stem
        name, count = f"{base}.html", 1
        while name in names or name == "index.html":
            count += 1
            name = f"{base}-{count}.html"
        names.append(name)
    return names


def strip(report: Report) -> Element:
    """A timeline in one line."""
    width, height = 220, 22
    picture = Picture("strip", f"Timeline of {report.title}", width, height)
    del picture.root.attrib["id"]
    picture.rect(0, 0, width, height, "track")
    most = max([call.end for call in report.timeline] + [1])
    for call in report.timeline:
        if call.kind != "loop":
            x = width * call.start / most
            y = {"load": 3, "task": 8, "store": 13}[call.kind]
            picture.add(rect(x, y, max(width * call.total / most, 1), 6, call.kind))
    return picture.root


def row(report: Report, link: str) -> Element:
    used = {resource.name: resource for resource in report.resources}

    def share(name: str) -> str:
        return percent(used[name].used, used[name].usable) if name in used else "-"

    source = report.bounds.get("source program", 0)
    faster = f"{source / report.cycles:,.1f}" if source and report.cycles else "-"
    cells = [grouped(report.cycles), f"{report.microseconds:,.1f}", faster,
             share("DSP"), share("BRAM_18K"), share("LUT")]
    return element(
        "tr", element("th", element("a", report.top, href=link), scope="row"),
        element("td", link.removesuffix(".html"), klass="quiet"),
        element("td", report.target.device), element("td", strip(report)),
        *(element("td", text, klass="number") for text in cells),
        element("td", status(report)[0]))


def write_index(reports: Sequence[Report], links: Sequence[str], title: str) -> str:
    """The text of the page; `links` are the pages of the reports."""
    columns = ("program", "page", "device", "timeline", "cycles", "\N{MICRO SIGN}s",
               "times faster", "DSP", "BRAM", "LUT", "status")
    head = element("thead", element("tr", *(
        element("th", name, scope="col", klass="number" if 4 <= index <= 9 else None)
        for index, name in enumerate(columns))))
    body = element("tbody", *(row(report, link) for report, link in
                              zip(reports, links)))
    caption = element("caption", "Shares are of what is usable; times faster is "
                      "against the source program as it is written.")
    made = element("div", element("table", caption, head, body), klass="scroll",
                   tabindex="0", role="region", aria_label=title)
    return document(title, element("header", element("h1", title)), element(
        "main", paragraph(f"{len(reports)} designs. Loads are blue, tasks green, stores "
                          "orange."), made, id="main"), footer())
