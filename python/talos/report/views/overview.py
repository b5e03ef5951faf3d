# Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
# See the LICENSE file for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Overview: what the design is, how long it takes, how far it is from bounds."""

from __future__ import annotations

from ..markup import Element, element
from ..model import Report
from ..parts import View, paragraph, table
from ..scales import grouped, percent, ratio


def status(report: Report) -> tuple[str, str]:
    """What the search says of the design, in two or three words and in full."""
    search = report.search
    if search is None:
        return "given", "the design point was given, nothing was solved"
    if search.status == "optimal":
        return "optimal", f"proved best of {search.scope or 'its space'}"
    gap = percent(report.cycles - search.bound, report.cycles)
    return "not proved", (f"no design of {search.scope or 'its space'} takes less "
                          f"than {grouped(search.bound)} cycles: gap {gap}")


def card(figure: str, says: str) -> Element:
    return element("li", element("b", figure), element("span", says))


def cards(report: Report) -> Element:
    made = [card(grouped(report.cycles) if report.cycles else "unknown",
                 f"cycles, {report.microseconds:,.1f} \N{MICRO SIGN}s at "
                 f"{report.target.clock_ps / 1000:g} ns"),
            card(*status(report))]
    source = report.bounds.get("source program", 0)
    if source and report.cycles:
        faster = source >= report.cycles
        factor = source / report.cycles if faster else report.cycles / source
        made.append(card(f"{factor:,.1f} \N{MULTIPLICATION SIGN}",
                         f"{'faster than' if faster else 'as long as'} the source "
                         f"program, {grouped(source)} cycles as it is written"))
    for row in report.resources:
        if row.used and row.name in ("DSP", "BRAM_18K", "URAM"):
            made.append(card(grouped(row.used), f"{row.name}, "
                             f"{percent(row.used, row.usable)} of what is usable"))
    return element("ul", *made, klass="cards")


def bounds(report: Report) -> Element:
    rows: list[tuple[str, int, str]] = [("this design", report.cycles, "")]
    if report.estimate:
        rows.append(("estimated on the final code", report.estimate.cycles, ""))
    if report.search:
        rows.append(("bound of the search", report.search.bound,
                     ratio(report.search.bound, report.cycles)))
    rows += [(name, cycles, ratio(cycles, report.cycles))
             for name, cycles in sorted(report.bounds.items(),
                                        key=lambda item: -item[1])]
    return table("Cycles of this design beside bounds and the source program",
                 ("", "cycles", "this design is"), rows)


def view(report: Report, prefix: str) -> View:
    target = report.target
    tree = "sums may be reassociated" if target.tree_reduction else \
        "no sum is reassociated"
    notes = [element("p", element("b", "Note: "), note, klass="note")
             for note in report.notes]
    return View(prefix + "overview", "Overview", (
        paragraph(f"{report.source}, function {report.top}, for {target.part} with "
                  f"Vitis HLS {target.tool}; {tree}.", klass="quiet"),
        cards(report), *notes, bounds(report)))
