# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page around the views: one file, nothing is loaded from anywhere."""

from __future__ import annotations

import dataclasses
import pathlib
from typing import Optional, Sequence

from . import views
from .markup import Element, element, html_text, script_safe, xml_text
from .model import Report
from .parts import View
from .record import Record
from .svg import Picture
from .views import compare, pareto

HERE = pathlib.Path(__file__).resolve().parent
# Written by tools/bundle-report.sh; a page without it is the static pictures.
BUNDLE = HERE / "web" / "bundle.js"


def script(live: bool) -> str:
    """Marks lead to what they stand for; with `live`, and where they were packaged,
    the interactive pictures."""
    parts = [HERE / "web" / "pick.js"] + ([BUNDLE] if live else [])
    return "\n".join(part.read_text(encoding="utf-8") for part in parts
                     if part.exists())


def style(*names: str) -> str:
    return "".join((HERE / f"{name}.css").read_text(encoding="utf-8")
                   for name in names)


def alone(picture: Picture) -> str:
    """A picture as a file of its own, with the colours and shapes of the page."""
    picture.root.set("xmlns", "http://www.w3.org/2000/svg")
    picture.root.insert(1, element("style", style("picture")))
    return xml_text(picture.root)


def document(title: str, *body: Element, code: Optional[str] = None) -> str:
    head = element(
        "head", element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", title), element("style", style("picture", "page")))
    made = element("body", element("a", "Skip to the views", href="#main", klass="skip"),
                   *body)
    if code is not None:
        made.append(element("script", script_safe(code)))
    return html_text(element("html", head, made, lang="en"))


def groups(reports: Sequence[Report],
           records: Sequence[Record]) -> list[tuple[str, list[View]]]:
    """All views in the order of the page, by what they show. Keys and titles of
    several designs differ."""
    listed: list[tuple[str, list[View]]] = []
    compared = compare.view(reports)
    if compared is not None:
        listed.append(("", [compared]))
    for index, report in enumerate(reports, 1):
        if len(reports) == 1:
            listed.append(("", [view(report, "") for view in views.ALL]))
            continue
        name = f"Design {index}: {report.title}"
        made = [view(report, f"r{index}-") for view in views.ALL]
        made[0] = dataclasses.replace(made[0], title=name)
        listed.append((name, made))
    for index, record in enumerate(records, 1):
        prefix = "" if len(records) == 1 else f"d{index}-"
        listed.append(("", [pareto.view(record, prefix)]))
    return listed


def navigation(listed: Sequence[tuple[str, list[View]]]) -> Element:
    """Links to the views, a line for every group."""
    lines = []
    for name, made in listed:
        links = [element("li", element("a", view.title if index or not name else
                                       name, href=f"#{view.key}"))
                 for index, view in enumerate(made)]
        lines.append(element("ul", *links))
    return element("nav", *lines, aria_label="Views")


def footer() -> Element:
    return element("footer", "Written by talos report. Cycles and resources are "
                   "estimates until a synthesis tool has confirmed them.")


def write_page(reports: Sequence[Report], records: Sequence[Record], title: str,
               live: bool = True) -> str:
    """The text of the page."""
    listed = groups(reports, records)
    body = element("main", *(view.section() for _, made in listed
                             for view in made), id="main")
    return document(title, element("header", element("h1", title),
                                   navigation(listed)), body, footer(),
                    code=script(live))
